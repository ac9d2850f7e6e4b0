//! wirebench on the desktop of one user: an entry in the menu and in Open With, icons, file types. All of it is files
//! in the user's own folders; a file that was not put there by this program is neither overwritten nor removed, and
//! uninstalling leaves what was there before.

mod caches;
mod defaults;
mod entry;
mod files;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use files::Standing;

pub use caches::Missing;
pub use entry::BadProgram;

/// The name of the entry, by which lists of defaults know the program.
const ENTRY: &str = "wirebench.desktop";
const ENTRY_PATH: &str = "applications/wirebench.desktop";
const LIST: &str = "mimeapps.list";
const TYPES: &[u8] = include_bytes!("../../../assets/desktop/wirebench.xml");

macro_rules! icon {
    ($size:literal) => {
        (
            concat!("icons/hicolor/", $size, "x", $size, "/apps/wirebench.png"),
            include_bytes!(concat!("../../../assets/icons/wirebench-", $size, ".png")).as_slice(),
        )
    };
}

/// Files that are the same wherever the program is, by their place in the user's data folder.
const FIXED: [(&str, &[u8]); 10] = [
    ("mime/packages/wirebench.xml", TYPES),
    icon!("16"),
    icon!("24"),
    icon!("32"),
    icon!("48"),
    icon!("64"),
    icon!("128"),
    icon!("256"),
    icon!("512"),
    ("icons/hicolor/scalable/apps/wirebench.svg", include_bytes!("../../../assets/icons/wirebench.svg")),
];

/// The user's folders that the desktop looks into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Applications, icons and types: `$XDG_DATA_HOME`.
    pub data: PathBuf,
    /// The list of defaults: `$XDG_CONFIG_HOME`.
    pub config: PathBuf,
    /// Whether the desktop's own tools are run, which bring its caches up to date.
    pub has_tools: bool,
}

impl Places {
    /// Those of whoever runs the program; `None` where the platform knows none.
    pub fn of_user() -> Option<Self> {
        Some(Self { data: dirs::data_dir()?, config: dirs::config_dir()?, has_tools: true })
    }

    fn entry(&self) -> PathBuf {
        self.data.join(ENTRY_PATH)
    }

    fn list(&self) -> PathBuf {
        self.config.join(LIST)
    }
}

/// Why something was not installed or removed.
#[derive(Debug)]
pub enum DesktopError {
    /// Files stand there that are not ours.
    Foreign(Vec<PathBuf>),
    /// The program's own path cannot be written into an entry.
    Program(BadProgram),
    /// A file or folder could not be read or written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for DesktopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign(paths) => {
                let paths: Vec<String> = paths.iter().map(|it| it.display().to_string()).collect();
                write!(
                    f,
                    "files stand there that wirebench did not put there: move them away first: {}",
                    paths.join(", ")
                )
            }
            Self::Program(bad) => bad.fmt(f),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for DesktopError {}

/// What was done.
#[derive(Debug, Default)]
pub struct Done {
    /// Files that were written, or removed.
    pub files: Vec<PathBuf>,
    /// Files that were left because they are not ours.
    pub left: Vec<PathBuf>,
    /// Tools of the desktop that are not there, or failed.
    pub missing: Vec<Missing>,
}

/// Installs the entry, the icons and the types for the program at an absolute path; with `is_default` files of no
/// known type (`.bin`) open with it too. Done twice, it changes nothing.
///
/// # Errors
/// Files of others stand there, and nothing was written; or the system refused.
pub fn install(places: &Places, program: &Path, is_default: bool) -> Result<Done, DesktopError> {
    let entry_path = places.entry();
    let old = files::read_ours(&entry_path)?.unwrap_or_default();
    let mut made = entry::made_folders(&old);
    // A program that cannot be named is found out before anything is written.
    entry::text(program, &made).map_err(DesktopError::Program)?;
    let mut foreign = Vec::new();
    for path in FIXED.iter().map(|it| places.data.join(it.0)).chain([entry_path.clone()]) {
        if files::standing(&path)? == Standing::Foreign {
            foreign.push(path);
        }
    }
    if !foreign.is_empty() {
        return Err(DesktopError::Foreign(foreign));
    }
    let mut done = Done::default();
    for path in FIXED.iter().map(|it| places.data.join(it.0)).chain([entry_path.clone()]) {
        files::make_folder(&path, &mut made)?;
    }
    if is_default {
        files::make_folder(&places.list(), &mut made)?;
    }
    // The entry stands first: it says which folders were made, whatever comes after.
    let text = entry::text(program, &made).map_err(DesktopError::Program)?;
    let fixed = FIXED.iter().map(|(name, bytes)| (places.data.join(name), *bytes));
    for (path, bytes) in std::iter::once((entry_path, text.as_bytes())).chain(fixed) {
        if files::write(&path, bytes)? {
            done.files.push(path);
        }
    }
    if is_default {
        let path = places.list();
        let list = files::read_list(&path)?;
        if let Some(list) = defaults::with(&list) {
            files::write(&path, &list)?;
            done.files.push(path);
        }
    }
    done.missing = caches::update(places);
    Ok(done)
}

/// Takes away what [`install`] put there, and nothing else. Where nothing is installed nothing happens.
///
/// # Errors
/// The system refused.
pub fn uninstall(places: &Places) -> Result<Done, DesktopError> {
    let mut done = Done::default();
    let entry_path = places.entry();
    let made = entry::made_folders(&files::read_ours(&entry_path)?.unwrap_or_default());
    let list_path = places.list();
    let list = files::read_list(&list_path)?;
    if let Some(rest) = defaults::without(&list) {
        if rest.is_empty() {
            files::remove(&list_path)?;
        } else {
            files::write(&list_path, &rest)?;
        }
        done.files.push(list_path);
    }
    // The entry goes last: until then it says which folders were made.
    for path in FIXED.iter().map(|it| places.data.join(it.0)).chain([entry_path]) {
        match files::standing(&path)? {
            Standing::Nothing => {}
            Standing::Foreign => done.left.push(path),
            Standing::Ours => {
                files::remove(&path)?;
                done.files.push(path);
            }
        }
    }
    if !done.files.is_empty() {
        done.missing = caches::update(places);
    }
    files::remove_folders(&made);
    Ok(done)
}

/// What is installed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The program that the entry starts; `None` where there is no entry of ours.
    pub program: Option<PathBuf>,
    /// True when that program is there no more.
    pub is_gone: bool,
    /// True when that program is another than the one that asks.
    pub is_other: bool,
    /// Files that are not there, or are those of another version.
    pub outdated: Vec<PathBuf>,
    /// Files of others that stand where ours would.
    pub foreign: Vec<PathBuf>,
    /// True when files of no known type open with it.
    pub is_default: bool,
}

impl Status {
    /// True where something is installed that is not as this program would install it.
    pub fn is_stale(&self) -> bool {
        self.program.is_some() && (self.is_gone || self.is_other || !self.outdated.is_empty())
    }
}

/// What is installed, as the program at `program` sees it.
///
/// # Errors
/// A file cannot be read.
pub fn status(places: &Places, program: &Path) -> Result<Status, DesktopError> {
    let entry_path = places.entry();
    let text = files::read_ours(&entry_path)?;
    let mut status = Status { is_default: defaults::is_first(&files::read_list(&places.list())?), ..Status::default() };
    for (path, bytes) in FIXED.iter().map(|(name, bytes)| (places.data.join(name), *bytes)) {
        match files::standing(&path)? {
            Standing::Foreign => status.foreign.push(path),
            Standing::Nothing => status.outdated.push(path),
            Standing::Ours if files::read_ours(&path)?.as_deref() != Some(bytes) => status.outdated.push(path),
            Standing::Ours => {}
        }
    }
    match &text {
        None if files::standing(&entry_path)? == Standing::Foreign => status.foreign.push(entry_path),
        None => {}
        Some(text) => {
            let named = entry::program(text);
            status.is_gone = named.as_ref().is_none_or(|it| !it.exists());
            status.is_other = named.as_deref() != Some(program);
            let wanted = entry::text(program, &entry::made_folders(text)).unwrap_or_default();
            if !status.is_other && wanted.as_bytes() != text.as_slice() {
                status.outdated.push(entry_path);
            }
            status.program = Some(named.unwrap_or_default());
        }
    }
    Ok(status)
}

#[cfg(test)]
mod tests;

//! The files themselves: whose they are, written whole or not at all, folders made and taken away again.

use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::DesktopError;

/// What every file of ours holds.
const MARK: &[u8] = b"wirebench desktop install";
/// No file of ours is longer, and no list of defaults is taken that is.
const LONGEST: u64 = 4 << 20;

/// What stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Nothing,
    Ours,
    Foreign,
}

fn failed(path: &Path) -> impl Fn(io::Error) -> DesktopError + '_ {
    move |error| DesktopError::Io(path.to_owned(), error)
}

fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

pub(super) fn standing(path: &Path) -> Result<Standing, DesktopError> {
    // A link is not followed: what it leads to is somebody's.
    match fs::symlink_metadata(path) {
        Err(error) if is_nothing(&error) => return Ok(Standing::Nothing),
        Err(error) => return Err(failed(path)(error)),
        Ok(it) if !it.is_file() || it.len() > LONGEST => return Ok(Standing::Foreign),
        Ok(_) => {}
    }
    let bytes = fs::read(path).map_err(failed(path))?;
    let is_ours = bytes.windows(MARK.len()).any(|it| it == MARK);
    Ok(if is_ours { Standing::Ours } else { Standing::Foreign })
}

/// The bytes of a file of ours; `None` where there is none.
pub(super) fn read_ours(path: &Path) -> Result<Option<Vec<u8>>, DesktopError> {
    match standing(path)? {
        Standing::Ours => fs::read(path).map(Some).map_err(failed(path)),
        Standing::Nothing | Standing::Foreign => Ok(None),
    }
}

/// The list of defaults; empty where there is none.
pub(super) fn read_list(path: &Path) -> Result<Vec<u8>, DesktopError> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)) {
        Err(error) if is_nothing(&error) => Ok(Vec::new()),
        Err(error) => Err(failed(path)(error)),
        Ok(len) if len as u64 > LONGEST => Err(failed(path)(io::Error::other("the file is too long to be one"))),
        Ok(_) => Ok(bytes),
    }
}

/// Writes a file beside its place and renames it there; false where it is so already. A link is followed, so that it
/// stays one.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<bool, DesktopError> {
    if fs::read(path).is_ok_and(|it| it == bytes) {
        return Ok(false);
    }
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mode = fs::metadata(path).map_or_else(|_| Permissions::from_mode(0o644), |it| it.permissions());
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".wirebench-").tempfile_in(folder).map_err(failed(path))?;
    file.write_all(bytes).map_err(failed(path))?;
    file.as_file().set_permissions(mode).map_err(failed(path))?;
    file.as_file().sync_all().map_err(failed(path))?;
    file.persist(path).map_err(|it| failed(path)(it.error))?;
    Ok(true)
}

pub(super) fn remove(path: &Path) -> Result<(), DesktopError> {
    fs::remove_file(path).map_err(failed(path))
}

/// Makes the folders around a file that are not there, and notes them, outermost first.
pub(super) fn make_folder(file: &Path, made: &mut Vec<PathBuf>) -> Result<(), DesktopError> {
    let Some(folder) = file.parent() else { return Ok(()) };
    let missing: Vec<&Path> = folder.ancestors().take_while(|it| !it.exists()).collect();
    for folder in missing.into_iter().rev().filter(|it| !it.as_os_str().is_empty()) {
        fs::create_dir(folder).map_err(failed(folder))?;
        if !made.iter().any(|it| it == folder) {
            made.push(folder.to_owned());
        }
    }
    Ok(())
}

/// Takes the folders away that are empty, innermost first.
pub(super) fn remove_folders(made: &[PathBuf]) {
    let mut made: Vec<&PathBuf> = made.iter().collect();
    made.sort_by_key(|it| std::cmp::Reverse(it.components().count()));
    for folder in made {
        _ = fs::remove_dir(folder);
    }
}

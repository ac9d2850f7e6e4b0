//! Where the program keeps what is its own: settings in one folder, everything else in another, both for the user
//! alone.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::app::Kept;

const NAME: &str = "wirebench";

/// The program's own folders. They are made when something is first written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// For settings.
    pub settings: PathBuf,
    /// For everything else.
    pub state: PathBuf,
}

impl Folders {
    /// Those of whoever runs the program; `None` where the platform knows none.
    pub fn of_user() -> Option<Self> {
        let state = dirs::state_dir().or_else(dirs::data_local_dir)?;
        Some(Self { settings: dirs::config_dir()?.join(NAME), state: state.join(NAME) })
    }

    /// The file of a kind.
    pub fn file_of(&self, kind: Kept) -> PathBuf {
        let folder = match kind {
            Kept::Settings => &self.settings,
            Kept::Layout | Kept::Recent | Kept::Session | Kept::Templates | Kept::Readings => &self.state,
        };
        folder.join(kind.file_name())
    }
}

/// Makes a folder that only the user may look into, and those around it that are not there.
pub(super) fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

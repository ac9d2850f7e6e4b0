//! Why a file could not be read or saved. Made where files are touched, shown as a notice in the window and as a line
//! by the command line: `what is wrong: remedy`.

use std::fmt;
use std::path::PathBuf;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileProblem {
    /// Nothing stands there.
    NotFound,
    /// A folder.
    IsFolder,
    /// Something else stands where a folder is needed (on keeping what is our own).
    NotFolder,
    /// Neither a file nor a folder: a pipe, a device, a socket.
    NotRegular,
    /// It may not be read (or, on saving, its folder may not be written).
    NoPermission,
    /// Another program changed or replaced it since it was opened (on saving).
    Changed,
    /// Something stands there already (on saving under a new name).
    Exists,
    /// Bytes that were there at opening are no more (on saving).
    Truncated,
    /// No room on the device.
    DiskFull,
    /// The device or folder can only be read.
    ReadOnly,
    /// The path has no file name.
    NoName,
    /// Anything else the system said.
    Other(String),
}

/// What was being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAction {
    /// Opening and reading.
    Open,
    /// Saving.
    Save,
}

/// A file that could not be read or saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What was being done.
    pub action: FileAction,
    /// What is wrong.
    pub problem: FileProblem,
}

impl FileError {
    /// An error of opening.
    pub fn on_open(path: impl Into<PathBuf>, problem: FileProblem) -> Self {
        Self { path: path.into(), action: FileAction::Open, problem }
    }

    /// An error of saving.
    pub fn on_save(path: impl Into<PathBuf>, problem: FileProblem) -> Self {
        Self { path: path.into(), action: FileAction::Save, problem }
    }

    /// What is wrong, in a few words.
    pub fn what(&self) -> String {
        match (&self.problem, self.action) {
            (FileProblem::NotFound, FileAction::Open) => "no such file".to_owned(),
            (FileProblem::NotFound, FileAction::Save) => "the folder does not exist".to_owned(),
            (FileProblem::IsFolder, _) => "is a folder".to_owned(),
            (FileProblem::NotFolder, _) => "something else stands where the folder should be".to_owned(),
            (FileProblem::NotRegular, _) => "is not a regular file".to_owned(),
            (FileProblem::NoPermission, FileAction::Open) => "permission denied".to_owned(),
            (FileProblem::NoPermission, FileAction::Save) => "permission to write denied".to_owned(),
            (FileProblem::Changed, _) => "was changed by another program".to_owned(),
            (FileProblem::Exists, _) => "exists already".to_owned(),
            (FileProblem::Truncated, _) => "was truncated or replaced by another program while open".to_owned(),
            (FileProblem::DiskFull, _) => "no space left on the disk".to_owned(),
            (FileProblem::ReadOnly, _) => "the file system is read-only".to_owned(),
            (FileProblem::NoName, _) => "the path does not name a file".to_owned(),
            (FileProblem::Other(said), FileAction::Open) => format!("cannot be read, {said}"),
            (FileProblem::Other(said), FileAction::Save) => format!("cannot be written, {said}"),
        }
    }

    /// What to do next.
    pub fn remedy(&self) -> &'static str {
        match (&self.problem, self.action) {
            (FileProblem::NotFound, FileAction::Open) => "check the path",
            (FileProblem::NotFound, FileAction::Save) => "make the folder or choose another",
            (FileProblem::IsFolder | FileProblem::NotRegular, FileAction::Open) => "name a file in it or another file",
            (FileProblem::IsFolder | FileProblem::NotRegular | FileProblem::NoName, FileAction::Save) => {
                "name another file"
            }
            (FileProblem::NotFolder, _) => "move it away",
            (FileProblem::NoName, FileAction::Open) => "name a file",
            (FileProblem::NoPermission, FileAction::Open) => "allow reading it or open a copy",
            (FileProblem::NoPermission | FileProblem::ReadOnly, FileAction::Save) => "save it elsewhere",
            (FileProblem::ReadOnly, FileAction::Open) => "open a copy",
            (FileProblem::Changed | FileProblem::Truncated, FileAction::Open) => "open it again",
            (FileProblem::Changed, FileAction::Save) => {
                "nothing was written; save it under another name or open it again"
            }
            (FileProblem::Exists, _) => "nothing was written; choose another name or overwrite it",
            (FileProblem::Truncated, FileAction::Save) => "nothing was written; open it again",
            (FileProblem::DiskFull, _) => "nothing was written; free some space or save it elsewhere",
            (FileProblem::Other(_), FileAction::Open) => "try again or open a copy",
            (FileProblem::Other(_), FileAction::Save) => "nothing was written; try again or save it elsewhere",
        }
    }
}

impl fmt::Display for FileError {
    /// `what is wrong: remedy`; the path is said by who shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what(), self.remedy())
    }
}

impl std::error::Error for FileError {}

//! Why a subcommand cannot do what it was asked for, and the codes a process ends with.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::app::FileError;
use crate::text::tree::one_line;

/// What a process ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Done.
    Done,
    /// Done, and a problem of severity error was met.
    Problems,
    /// Asked for what cannot be: a flag, a path, a value.
    Usage,
    /// Something cannot be read or written.
    Unreadable,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        match code {
            Code::Done => Self::SUCCESS,
            Code::Problems => Self::from(1),
            Code::Usage => Self::from(2),
            Code::Unreadable => Self::from(3),
        }
    }
}

/// A line for stderr and a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What the process ends with.
    pub code: Code,
    /// The file it is about, as it was named.
    pub file: Option<String>,
    /// `what is wrong, where: remedy`.
    pub reason: String,
}

impl Failure {
    /// A failure of usage.
    pub fn usage(reason: impl Into<String>) -> Self {
        Self { code: Code::Usage, file: None, reason: reason.into() }
    }

    /// Something that cannot be read or written.
    pub fn unreadable(reason: impl Into<String>) -> Self {
        Self { code: Code::Unreadable, file: None, reason: reason.into() }
    }

    /// The same, about a file.
    #[must_use]
    pub fn about(self, file: &str) -> Self {
        Self { file: Some(file.to_owned()), ..self }
    }

    /// What the system said when bytes were written to a file or a stream.
    pub fn of_writing(name: &str, error: &io::Error) -> Self {
        let file = crate::jobs::files::error(Path::new(name), crate::app::FileAction::Save, error);
        Self::from(file).about(name)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::unreadable(error.to_string()).about(&error.path.display().to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}: {}", one_line(file), one_line(&self.reason)),
            None => f.write_str(&one_line(&self.reason)),
        }
    }
}

impl std::error::Error for Failure {}

//! Commands about files: opening, saving, and ending.

use std::fmt::{self, Write as _};
use std::path::PathBuf;

use super::super::App;
use super::super::question::Answer;
use super::super::sample::Sample;
use super::super::short::{Elided, Short, named};

/// What a person may ask about files, and the program itself.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Choose a file and open it: the system's dialog, and the path field beside it.
    Open,
    /// Open a file; with a type name (or a tail of one) read as that type.
    OpenFile {
        /// The file.
        path: PathBuf,
        /// The type to read it as; guessed where none is given.
        type_name: Option<String>,
    },
    /// Open a sample.
    OpenSample(Sample),
    /// Type a path in place of the dialog, to open a file.
    ShowPathField,
    /// Say what the folder of the path being typed holds.
    ListFolder(String),
    /// What was typed in the path field, for whatever it was asked.
    EnterPath(String),
    /// Give the path field up.
    HidePathField,
    /// Save the active document.
    Save,
    /// Choose a name and save the active document there.
    SaveAs,
    /// Save the active document at a path, whatever stands there.
    SaveTo(PathBuf),
    /// Try once more to save the active document at a path: what stands there and is not its own file is asked about.
    SaveAgain(PathBuf),
    /// Make a document of the text on the clipboard: hex, base64, a dump, or the text itself.
    NewFromClipboard,
    /// Make a document of a text, as [`Self::NewFromClipboard`] does.
    NewFromText(String),
    /// Take a file from the list of recent ones.
    ForgetRecent(PathBuf),
    /// Empty the list of recent files.
    ClearRecent,
    /// Answer the question asked.
    Answer(Answer),
    /// End the program.
    Quit,
    /// Read the file of the active document anew, and lose what was edited.
    Reload,
    /// Go on with what is shown, whatever stands in the file now.
    KeepMine,
}

impl FileCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::ListFolder(_) | Self::ShowPathField | Self::HidePathField => false,
            Self::Open
            | Self::OpenFile { .. }
            | Self::OpenSample(_)
            | Self::EnterPath(_)
            | Self::Save
            | Self::SaveAs
            | Self::SaveTo(_)
            | Self::SaveAgain(_)
            | Self::NewFromClipboard
            | Self::NewFromText(_)
            | Self::ForgetRecent(_)
            | Self::ClearRecent
            | Self::Answer(_)
            | Self::Quit
            | Self::Reload
            | Self::KeepMine => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::Open | Self::ShowPathField => "Open",
            Self::OpenFile { .. } => "Open file",
            Self::OpenSample(_) => "Open sample",
            Self::ListFolder(_) => "List folder",
            Self::EnterPath(_) => "Enter path",
            Self::HidePathField => "Hide path field",
            Self::Save => "Save",
            Self::SaveAs => "Save as",
            Self::SaveTo(_) => "Save to",
            Self::SaveAgain(_) => "Save again",
            Self::NewFromClipboard | Self::NewFromText(_) => "New from clipboard",
            Self::ForgetRecent(_) => "Forget recent file",
            Self::ClearRecent => "Clear recent files",
            Self::Answer(_) => "Answer",
            Self::Quit => "Quit",
            Self::Reload => "Reload",
            Self::KeepMine => "Keep mine",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::OpenFile { path, type_name } => {
                write!(out, " {}", path.display())?;
                named(out, type_name.as_deref())
            }
            Self::OpenSample(sample) => write!(out, " {sample:?}"),
            Self::ListFolder(text) | Self::EnterPath(text) => write!(out, " {}", Elided(text)),
            Self::SaveTo(path) | Self::SaveAgain(path) | Self::ForgetRecent(path) => write!(out, " {}", path.display()),
            Self::NewFromText(text) => write!(out, " of {} bytes", text.len()),
            Self::Answer(answer) => write!(out, " {answer:?}"),
            Self::Open
            | Self::ShowPathField
            | Self::HidePathField
            | Self::Save
            | Self::SaveAs
            | Self::NewFromClipboard
            | Self::ClearRecent
            | Self::Quit
            | Self::Reload
            | Self::KeepMine => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        match self {
            Self::Open
            | Self::OpenFile { .. }
            | Self::OpenSample(_)
            | Self::NewFromClipboard
            | Self::NewFromText(_)
            | Self::ShowPathField
            | Self::Quit => true,
            Self::EnterPath(_) | Self::ListFolder(_) | Self::HidePathField => app.path_field.is_some(),
            Self::Save => document.is_some_and(|it| it.is_edited() || it.path().is_none()),
            Self::SaveAs | Self::SaveTo(_) | Self::SaveAgain(_) => document.is_some_and(|it| !it.is_saving()),
            Self::ForgetRecent(path) => app.recent.contains(path),
            Self::ClearRecent => !app.recent.is_empty(),
            Self::Answer(_) => !app.questions.is_empty(),
            Self::Reload => document.is_some_and(|it| it.path().is_some() && !it.is_saving()),
            Self::KeepMine => true,
        }
    }
}

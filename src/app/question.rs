//! Questions: asked only when something would be lost, or would not be read again as it stands.

use super::file_error::FileProblem;
use super::ids::DocumentId;
use crate::wire;

/// What is asked; the rest of the window waits for the answer.
#[derive(Clone, Debug)]
pub enum Question {
    /// Tabs are to be closed, some with unsaved edits.
    Close {
        /// The documents with unsaved edits.
        unsaved: Vec<DocumentId>,
        /// True when the program ends after it.
        is_quit: bool,
    },
    /// An edit would change how other records parse when the file is opened again.
    Edit {
        /// The document.
        document: DocumentId,
        /// The step's name.
        name: String,
        /// What comes of it.
        warnings: Vec<wire::Warning>,
    },
    /// A document is to be read anew, and its unsaved edits taken back, or the oldest of its history lost.
    Reload {
        /// The document.
        document: DocumentId,
    },
    /// Another file stands where a document is to be written.
    Overwrite {
        /// The document.
        document: DocumentId,
        /// The file.
        path: std::path::PathBuf,
        /// What is known of it: [`FileProblem::Exists`] or [`FileProblem::Changed`].
        problem: FileProblem,
    },
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save all, then close.
    SaveAll,
    /// Close, and lose what is not saved.
    Discard,
    /// Do it all the same: the edit, the overwriting.
    Proceed,
    /// Leave everything as it is.
    Cancel,
}

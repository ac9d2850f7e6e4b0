//! An open document: a snapshot, how it is read, what was done to it, what of it is selected and folded open.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::history::History;
use super::ids::DocumentId;
use super::loading::{FileId, Origin};
use super::outline::{Outline, RecordRow, Row, RowCount};
use super::problems::Problems;
use super::sample::Sample;
use super::selection::Selection;
use crate::{schema, wire};

/// A type that the bytes may be of.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its full name.
    pub type_name: String,
    /// How well it fits, 0 to 1.
    pub score: f64,
    /// Why, in a few words.
    pub reason: String,
}

/// Where a document came from, and where it is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file.
    File {
        /// Where it stands.
        path: PathBuf,
        /// What stood there when it was last opened or saved by us.
        file: FileId,
    },
    /// A sample: it has no file until it is saved.
    Sample(Sample),
}

/// An open document.
pub struct OpenDocument {
    pub(super) id: DocumentId,
    pub(super) place: Place,
    pub(super) origin: Origin,
    pub(super) snapshot: wire::Document,
    /// Counts up with every snapshot.
    pub(super) version: u64,
    pub(super) levels: wire::Levels,
    pub(super) lens: schema::Lens,
    pub(super) candidates: Vec<Candidate>,
    pub(super) history: History,
    pub(super) selection: Option<Selection>,
    pub(super) outline: Outline,
    pub(super) problems: Problems,
    pub(super) is_saving: bool,
    pub(super) is_editing: bool,
}

impl OpenDocument {
    /// Its identity.
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// Where it came from.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The file's path, where it has one.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File { path, .. } => Some(path),
            Place::Sample(_) => None,
        }
    }

    /// Its name, for tabs and titles.
    pub fn name(&self) -> String {
        match &self.place {
            Place::File { path, .. } => {
                path.file_name().map_or_else(|| path.display().to_string(), |it| it.to_string_lossy().into_owned())
            }
            Place::Sample(sample) => sample.file_name().to_owned(),
        }
    }

    /// The snapshot shown now. Its source never waits: bytes may be absent.
    pub fn snapshot(&self) -> &wire::Document {
        &self.snapshot
    }

    /// Counts up with every change of the snapshot.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The indexes of the messages looked at.
    pub fn levels(&self) -> &wire::Levels {
        &self.levels
    }

    /// How it is read.
    pub fn lens(&self) -> &schema::Lens {
        &self.lens
    }

    /// The full name of its type, where it has one.
    pub fn type_name(&self) -> Option<&str> {
        self.lens.root().as_ref().map(prost_reflect::MessageDescriptor::full_name)
    }

    /// The types that fit its bytes, best first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// What was done to it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// True when it differs from what was last opened or saved.
    pub fn is_edited(&self) -> bool {
        !self.history.is_saved()
    }

    /// True while it is being written.
    pub fn is_saving(&self) -> bool {
        self.is_saving
    }

    /// What is selected.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// The selected record as a row of the tree has it, also where its row is not shown; `None` also while its bytes
    /// are absent.
    pub fn selected(&self) -> Option<RecordRow> {
        None
    }

    /// The visible row that is selected; `None` where it stands in a folded message.
    pub fn selected_row(&self) -> Option<u64> {
        None
    }

    /// True while the selected value is edited in place.
    pub fn is_editing(&self) -> bool {
        self.is_editing
    }

    /// Its problems, as far as they are found.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// How many rows the tree has now.
    pub fn row_count(&self) -> RowCount {
        RowCount::default()
    }

    /// The rows of the tree in `range`, cut to those there are. Costs what is asked for, not what the document has.
    pub fn rows(&self, range: Range<u64>) -> Vec<Row> {
        let _ = range;
        Vec::new()
    }

    /// The row that a record stands in now; `None` where a message around it is folded.
    pub fn row_of(&self, address: &wire::Address) -> Option<u64> {
        let _ = address;
        None
    }

    /// The path of a record as a person writes it: `execute_response.result.output_files[2].path`; `.` for the root.
    pub fn path_of(&self, address: &wire::Address) -> String {
        let _ = address;
        ".".to_owned()
    }

    /// The way to the selection, outermost first, for the clickable path.
    pub fn trail(&self) -> Vec<Crumb> {
        Vec::new()
    }
}

/// A part of the clickable path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    /// Its name: `output_files[2]`.
    pub name: String,
    /// What it stands for.
    pub address: wire::Address,
}

//! An open document: a snapshot, how it is read, what was done to it; and for each of its tabs, what of it is selected
//! and folded open there.

mod indexing;
mod reading;
mod selecting;
mod shown;
mod steps;
mod tab;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::caret::Caret;
use super::command::Command;
use super::history::{History, StateId};
use super::ids::{DocumentId, JobId};
use super::journal::JournalId;
use super::loading::{FileId, Origin};
use super::outline::Outline;
use super::problems::Problems;
use super::reloads::Reloads;
use super::results::Results;
use super::sample::Sample;
use super::view::View;
use crate::{schema, wire};

pub use shown::Shown;
pub(super) use tab::TabView;

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
    /// Made here: it has no file until it is saved.
    New {
        /// What it is called until then.
        name: String,
    },
}

/// An open document.
pub struct OpenDocument {
    pub(in crate::app) id: DocumentId,
    pub(in crate::app) place: Place,
    pub(in crate::app) origin: Origin,
    pub(in crate::app) snapshot: wire::Document,
    pub(in crate::app) version: u64,
    pub(in crate::app) levels: wire::Levels,
    pub(in crate::app) lens: schema::Lens,
    pub(in crate::app) candidates: Vec<Candidate>,
    pub(in crate::app) history: History,
    /// What it was before and after reloads.
    pub(in crate::app) reloads: Reloads,
    /// What the current tab shows: that of the group which had the focus last.
    pub(in crate::app) tab: TabView,
    /// The same of its other tabs.
    pub(in crate::app) others: Vec<TabView>,
    pub(in crate::app) problems: Problems,
    /// The problem that was gone to last, by its place in the list.
    pub(in crate::app) shown_problem: Option<usize>,
    pub(in crate::app) results: Option<Results>,
    /// A path being followed.
    pub(in crate::app) going: Option<JobId>,
    pub(in crate::app) saving: Option<JobId>,
    /// What is being written.
    pub(in crate::app) saving_snapshot: Option<wire::Document>,
    /// As it was last opened or saved: what stands in its file.
    pub(in crate::app) base: wire::Document,
    /// What was seen in its file's place while it was being saved.
    pub(in crate::app) on_disk: Option<Option<FileId>>,
    /// True while something else stands in its file than what it was opened from.
    pub(in crate::app) is_base_lost: bool,
    /// The version that was handed to the journal last; `None` while it has none.
    pub(in crate::app) journaled: Option<u64>,
    /// The journal it was recovered from, until it has its own.
    pub(in crate::app) recovered_from: Option<JournalId>,
    /// True once it was said that its edits are not journaled.
    pub(in crate::app) is_not_journaled_said: bool,
    /// True when it is to be saved once more after the save under way.
    pub(in crate::app) save_again: bool,
    /// The check under way, and the version it checks.
    pub(in crate::app) checking: Option<(JobId, u64)>,
    /// The version that was checked last, or was not to be.
    pub(in crate::app) checked: Option<u64>,
    pub(in crate::app) guessing: Option<JobId>,
    /// Messages being indexed.
    pub(in crate::app) indexing: Vec<(wire::Span, JobId)>,
    /// Messages whose indexing could not go on, or was stopped.
    pub(in crate::app) unindexable: Vec<wire::Span>,
    /// Messages that are folded and have to be indexed all the same: bytes far in them are shown or pointed at.
    wanted: Mutex<Vec<wire::Message>>,
    /// True once a person chose how it is read.
    pub(in crate::app) is_type_chosen: bool,
    /// True once it was said that the file is not what it was.
    pub(in crate::app) is_gone_noticed: bool,
    /// A command that waits for bytes.
    pub(in crate::app) waiting: Option<Waiting>,
    /// A record whose edits were allowed in spite of their warnings.
    pub(in crate::app) allowed: Option<wire::RecordId>,
    /// A run of typing bytes that was allowed in spite of what it does to other records.
    pub(in crate::app) allowed_run: Option<u64>,
}

impl OpenDocument {
    pub(in crate::app) fn new(id: DocumentId, place: Place, origin: Origin, lens: schema::Lens) -> Self {
        let snapshot = wire::Document::new(origin.immediate());
        let mut document = Self {
            id,
            place,
            origin,
            base: snapshot.clone(),
            snapshot,
            version: 0,
            levels: wire::Levels::default(),
            lens,
            candidates: Vec::new(),
            history: History::default(),
            reloads: Reloads::default(),
            tab: TabView::new(Outline::default()),
            others: Vec::new(),
            problems: Problems::default(),
            shown_problem: None,
            results: None,
            going: None,
            saving: None,
            saving_snapshot: None,
            on_disk: None,
            is_base_lost: false,
            journaled: None,
            recovered_from: None,
            is_not_journaled_said: false,
            save_again: false,
            checking: None,
            checked: None,
            guessing: None,
            indexing: Vec::new(),
            unindexable: Vec::new(),
            wanted: Mutex::default(),
            is_type_chosen: false,
            is_gone_noticed: false,
            waiting: None,
            allowed: None,
            allowed_run: None,
        };
        document.index(&document.snapshot.root());
        document.tab.outline = Outline::new(&document.view());
        document
    }

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
            Place::Sample(_) | Place::New { .. } => None,
        }
    }

    /// Its name, for tabs and titles, all in it seen.
    pub fn name(&self) -> String {
        match &self.place {
            Place::File { path, .. } => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                schema::visible(&name).into_owned()
            }
            Place::Sample(sample) => sample.file_name().to_owned(),
            Place::New { name } => name.clone(),
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
        self.saving.is_some()
    }

    /// True when its file was truncated or rewritten by another program: what is not in memory cannot be shown, and
    /// it cannot be saved.
    pub fn is_gone(&self) -> bool {
        self.origin.cache().is_some_and(|cache| cache.is_gone())
    }

    /// Its problems, as far as they are found.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// The problem that was gone to last, by its place in the list.
    pub fn shown_problem(&self) -> Option<usize> {
        self.shown_problem
    }

    /// What was found in it, or is being found.
    pub fn results(&self) -> Option<&Results> {
        self.results.as_ref()
    }

    /// The path of a record as a person writes it: `execute_response.result.output_files[2].path`; `.` for the root.
    pub fn path_of(&self, address: &wire::Address) -> String {
        let view = self.view();
        view.way(address).map_or_else(|_| ".".to_owned(), |way| view.path(&way))
    }

    pub(in crate::app) fn view(&self) -> View<'_> {
        View { document: &self.snapshot, lens: &self.lens, levels: &self.levels }
    }

    /// A snapshot for jobs: it waits for absent bytes.
    pub(in crate::app) fn blocking_snapshot(&self) -> wire::Document {
        self.snapshot.with_source(self.origin.blocking())
    }

    /// True when what it is now is neither checked nor being checked.
    pub(in crate::app) fn is_check_due(&self) -> bool {
        self.checked != Some(self.version) && self.checking.map(|it| it.1) != Some(self.version)
    }

    /// What a command that is asked now is about.
    pub(in crate::app) fn subject(&self) -> Subject {
        let selected = self.tab.selection.as_ref().map(|it| (it.id, it.count()));
        Subject { state: self.state(), selected, caret: self.tab.caret }
    }

    /// True while a command waits for bytes that are being read.
    pub fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// The state it is in, to be noted as saved later.
    pub(in crate::app) fn state(&self) -> StateId {
        self.history.state()
    }
}

/// A command that waits for bytes.
pub(in crate::app) struct Waiting {
    pub command: Command,
    /// What it was asked of.
    pub asked_of: Subject,
    /// How often bytes were fetched since it was asked.
    pub fetches: u32,
    /// How many bytes those were.
    pub fetched: u64,
}

/// What a command means that does not say it: a state of the document, and what is chosen in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::app) struct Subject {
    state: StateId,
    selected: Option<(wire::RecordId, u64)>,
    caret: Caret,
}

/// A change to be made.
#[derive(Clone)]
pub(in crate::app) struct Change {
    pub name: String,
    pub edit: wire::Edit,
    /// The record that is being typed in.
    pub typing: Option<wire::RecordId>,
    /// True when what it puts in is to be selected.
    pub selects_new: bool,
}

/// A part of the clickable path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    /// Its name: `output_files[2]`.
    pub name: String,
    /// What it stands for.
    pub address: wire::Address,
}

//! Events: what the outside says, in answer to Effects or by itself.

use std::path::PathBuf;

use super::copying::{Copied, CopyError};
use super::document::Candidate;
use super::file_error::FileError;
use super::going::Led;
use super::ids::{DocumentId, JobId};
use super::journal::{JournalId, Left, Recovered};
use super::kept::Kept;
use super::listing::Listing;
use super::loading::{FileId, Opened, Origin};
use super::problems::Found;
use super::{PathPurpose, ValueAt};
use crate::text::clip::Form;
use crate::{schema, wire};

/// What the outside says.
#[derive(Debug)]
pub enum Event {
    /// A file was opened, or could not be.
    FileRead {
        /// The job.
        job: JobId,
        /// The type to read it as.
        type_name: Option<String>,
        /// What it holds.
        result: Result<Opened, FileError>,
    },
    /// A snapshot was saved, or could not be.
    Saved {
        /// The job.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// Which state of its history.
        state: u64,
        /// The file that was to be written, absolute.
        target: PathBuf,
        /// What stands there now.
        result: Result<FileId, FileError>,
    },
    /// The system's colours are these.
    SystemTheme {
        /// True where they are dark.
        is_dark: bool,
    },
    /// A value was written to a file, or could not be.
    ValueWritten {
        /// The job.
        job: JobId,
        /// Whose value.
        at: ValueAt,
        /// The file that was to be written, absolute.
        target: PathBuf,
        /// How many bytes were written.
        result: Result<u64, FileError>,
    },
    /// The system's dialog answered.
    Picked {
        /// What it was asked for.
        purpose: PathPurpose,
        /// What it said.
        picked: Picked,
    },
    /// The program was started once more, for these files, absolute, and a type to read them as: this window is to
    /// show them.
    Handed(Vec<PathBuf>, Option<String>),
    /// What a folder holds.
    Listed(Listing),
    /// The clipboard holds this text; `None` where it holds none.
    Clipboard(Option<String>),
    /// A text was read as bytes.
    ClipRead {
        /// The job.
        job: JobId,
        /// What it was taken for.
        form: Form,
        /// The bytes.
        origin: Origin,
    },
    /// Bytes were read into a document's cache.
    Fetched {
        /// The document.
        document: DocumentId,
    },
    /// An index has come further, or to its end.
    Indexed {
        /// The job.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// The index.
        level: wire::Level,
        /// True when the job is over.
        is_over: bool,
    },
    /// The types that fit, best first.
    Guessed {
        /// The job.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// The types.
        candidates: Vec<Candidate>,
        /// The full name of the one that is clearly better than all others.
        standing_out: Option<String>,
    },
    /// Problems found so far, or all of them.
    Checked {
        /// The job.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// Which snapshot.
        version: u64,
        /// The problems.
        found: Found,
        /// True when the job is over.
        is_over: bool,
    },
    /// What a path leads to.
    Led {
        /// The job.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// Which snapshot.
        version: u64,
        /// The path.
        text: String,
        /// What it leads to.
        led: Led,
    },
    /// Hits found since the last time.
    Found {
        /// The job.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// The hits that are kept.
        hits: Vec<schema::find::Hit>,
        /// How many there are so far, kept or not, in all that is searched.
        total: u64,
        /// True when the job is over.
        is_over: bool,
    },
    /// What was to be copied is printed, or could not be.
    Printed {
        /// The job.
        job: JobId,
        /// What came of it.
        result: Result<Copied, CopyError>,
    },
    /// A job has come so far.
    Progress {
        /// The job.
        job: JobId,
        /// Done, in bytes.
        done: u64,
        /// To be done, in bytes.
        total: u64,
    },
    /// What was kept of a kind when the program ended last.
    Kept {
        /// The kind.
        kind: Kept,
        /// The file's bytes, at most one more than [`Kept::limit`]; `None` where there is no file.
        result: Result<Option<Vec<u8>>, FileError>,
    },
    /// A file of what was kept was moved out of the way.
    SetAside {
        /// The kind.
        kind: Kept,
        /// Why.
        why: String,
        /// Where it stands now.
        result: Result<PathBuf, FileError>,
    },
    /// Something could not be kept.
    NotKept {
        /// The kind.
        kind: Kept,
        /// Why.
        error: FileError,
    },
    /// What could not be kept before is kept now.
    KeptAfterAll {
        /// The kind.
        kind: Kept,
    },
    /// The program has started, and knows what was kept.
    Started {
        /// True where a person named files to open.
        has_files: bool,
    },
    /// The window has the focus again.
    Focused,
    /// The file of an open document is not what it was when it was opened, saved, or looked at last.
    OnDisk {
        /// The file.
        path: PathBuf,
        /// What stands there now, if a file does.
        file: Option<FileId>,
    },
    /// The unsaved edits of a document are on the disk.
    Journaled {
        /// The document.
        id: DocumentId,
        /// Which snapshot.
        version: u64,
    },
    /// The unsaved edits of a document could not be written; those written before may be there still.
    NotJournaled {
        /// The document.
        id: DocumentId,
        /// Why.
        error: FileError,
    },
    /// The unsaved edits that a program left which ended without saving: told once, after the start.
    JournalsLeft(Vec<Left>),
    /// A document was made of a journal, or could not be.
    Recovered {
        /// The job.
        job: JobId,
        /// The journal.
        journal: JournalId,
        /// The document.
        result: Result<Recovered, FileError>,
    },
    /// A job was stopped and says no more.
    Stopped {
        /// The job.
        job: JobId,
    },
    /// A job broke off by a fault of ours.
    Broken {
        /// The job.
        job: JobId,
        /// What is known of it.
        why: String,
    },
}

/// What the system's dialog said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// A path.
    Path(PathBuf),
    /// Nothing: a person closed it.
    Cancelled,
    /// There is no such dialog here: the path field has to do.
    NoDialogService,
}

//! Events: what the outside says, in answer to Effects or by itself.

use std::fmt;
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
use super::new_message::Begin;
use super::problems::Found;
use super::short::Elided;
use super::{PathPurpose, ValueAt};
use crate::text::clip::Form;
use crate::{schema, wire};

/// What the outside says.
#[derive(Clone)]
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
    /// The program was started once more: this window is to do what was asked for.
    Handed {
        /// The files to open, absolute.
        files: Vec<PathBuf>,
        /// The type to read them as.
        type_name: Option<String>,
        /// What to begin with beside that.
        begin: Option<Begin>,
    },
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

/// In short form: numbers of what may be large.
impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileRead { result: Ok(opened), .. } => {
                write!(f, "FileRead {}, {:?}", opened.path.display(), opened.origin)
            }
            Self::FileRead { result: Err(error), .. } => write!(f, "FileRead {error:?}"),
            Self::Saved { target, result: Ok(_), .. } => write!(f, "Saved {}", target.display()),
            Self::Saved { result: Err(error), .. } => write!(f, "Saved {error:?}"),
            Self::ValueWritten { target, result: Ok(bytes), .. } => {
                write!(f, "ValueWritten {}, {bytes} bytes", target.display())
            }
            Self::ValueWritten { result: Err(error), .. } => write!(f, "ValueWritten {error:?}"),
            Self::KeptAfterAll { kind } => write!(f, "KeptAfterAll {kind:?}"),
            Self::SystemTheme { is_dark } => write!(f, "SystemTheme {}", if *is_dark { "dark" } else { "light" }),
            Self::Picked { picked, .. } => write!(f, "Picked {picked:?}"),
            Self::Handed { files, .. } => write!(f, "Handed {} files", files.len()),
            Self::Listed(it) => write!(f, "Listed {}, {} names", it.folder, it.names.len()),
            Self::Clipboard(text) => write!(f, "Clipboard of {} bytes", text.as_ref().map_or(0, String::len)),
            Self::ClipRead { form, origin, .. } => write!(f, "ClipRead {form:?}, {origin:?}"),
            Self::Fetched { document } => write!(f, "Fetched {}", document.0),
            Self::Indexed { level, is_over, .. } => write!(f, "Indexed {:?}{}", level.span(), over(*is_over)),
            Self::Guessed { id, candidates, standing_out, .. } => {
                let name = standing_out.as_deref().unwrap_or("none");
                write!(f, "Guessed {}: {name} of {} types", id.0, candidates.len())
            }
            Self::Checked { id, version, found, is_over, .. } => {
                write!(f, "Checked {} at {version}: {} problems{}", id.0, found.total(), over(*is_over))
            }
            Self::Led { text, .. } => write!(f, "Led {}", Elided(text)),
            Self::Found { total, is_over, .. } => write!(f, "Found {total} hits{}", over(*is_over)),
            Self::Printed { result: Ok(copied), .. } => write!(f, "Printed {} bytes", copied.text.len()),
            Self::Printed { result: Err(error), .. } => write!(f, "Printed {error:?}"),
            Self::Progress { job, done, total } => write!(f, "Progress {}: {done} of {total}", job.0),
            Self::Kept { kind, result: Ok(bytes) } => {
                write!(f, "Kept {kind:?}, {} bytes", bytes.as_ref().map_or(0, Vec::len))
            }
            Self::Kept { kind, result: Err(error) } => write!(f, "Kept {kind:?}, {error:?}"),
            Self::SetAside { kind, .. } => write!(f, "SetAside {kind:?}"),
            Self::NotKept { kind, error } => write!(f, "NotKept {kind:?}, {error:?}"),
            Self::Started { has_files } => write!(f, "Started with {}", if *has_files { "files" } else { "no files" }),
            Self::Focused => f.write_str("Focused"),
            Self::OnDisk { path, file } => {
                write!(f, "OnDisk {} {}", path.display(), if file.is_some() { "changed" } else { "gone" })
            }
            Self::Journaled { id, version } => write!(f, "Journaled {} at {version}", id.0),
            Self::NotJournaled { id, error } => write!(f, "NotJournaled {}, {error:?}", id.0),
            Self::JournalsLeft(left) => write!(f, "JournalsLeft {}", left.len()),
            Self::Recovered { journal, result: Ok(it), .. } => {
                write!(f, "Recovered {}: {} edits", journal.0, it.edits)
            }
            Self::Recovered { journal, result: Err(error), .. } => write!(f, "Recovered {}, {error:?}", journal.0),
            Self::Stopped { job } => write!(f, "Stopped {}", job.0),
            Self::Broken { job, why } => write!(f, "Broken {}: {why}", job.0),
        }
    }
}

fn over(is_over: bool) -> &'static str {
    if is_over { ", over" } else { "" }
}

//! Effects: what the program asks of the outside. `jobs` carries them out and answers with Events.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use super::copying::Copying;
use super::ids::{DocumentId, JobId};
use super::journal::{JournalId, Unsaved};
use super::kept::Kept;
use super::loading::{FileId, Origin};
use super::short::Elided;
use super::{PathPurpose, ValueAt};
use crate::{schema, wire};

/// What the program asks of the outside.
#[derive(Clone)]
pub enum Effect {
    /// About files, dialogs and folders.
    File(FileEffect),
    /// Work over the bytes of a document.
    Work(WorkEffect),
    /// About what is kept for the next start.
    Keep(KeepEffect),
    /// About the window itself and the clipboard.
    Window(WindowEffect),
    /// Stop a job; it reports no more, or that it was stopped.
    Stop(JobId),
}

/// What is asked about files, dialogs and folders.
#[derive(Clone)]
pub enum FileEffect {
    /// Open a file and say what it holds.
    ReadFile {
        /// The job to report as.
        job: JobId,
        /// The file.
        path: PathBuf,
        /// The type to read it as, handed back.
        type_name: Option<String>,
    },
    /// Write a snapshot to a file.
    Save(Save),
    /// Ask for a file to open, by the system's dialog.
    PickFile {
        /// What for, handed back.
        purpose: PathPurpose,
    },
    /// Ask for a name to save under, by the system's dialog.
    PickSavePath {
        /// What for, handed back.
        purpose: PathPurpose,
        /// The name to begin with.
        suggested: String,
    },
    /// Write the bytes of a value to a file.
    WriteValue(WriteValue),
    /// Say when one of these files is not what it was any more; no other is watched from now on.
    Watch(Vec<(PathBuf, FileId)>),
    /// Look whether the files that are watched are what they were.
    LookOnDisk,
    /// Say what a folder holds, named as it was typed.
    ListFolder(String),
    /// Read a text as bytes, whatever form it has.
    ReadClip {
        /// The job to report as.
        job: JobId,
        /// The text.
        text: String,
    },
}

/// Work over the bytes of a document, done in the background.
#[derive(Clone)]
pub enum WorkEffect {
    /// Read bytes into a document's cache.
    Fetch {
        /// The document.
        document: DocumentId,
        /// Where its bytes come from.
        origin: Origin,
        /// The bytes.
        ranges: Vec<Range<u64>>,
    },
    /// Walk a message to its end and say where its records stand.
    Index {
        /// The job to report as.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// A snapshot that waits for absent bytes.
        document: wire::Document,
        /// The index as far as it has come.
        level: wire::Level,
    },
    /// Find the types that fit.
    Guess {
        /// The job to report as.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// A snapshot that waits for absent bytes.
        document: wire::Document,
        /// The types to try.
        pool: schema::Pool,
    },
    /// Find the problems.
    Check {
        /// The job to report as.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// Which snapshot it is, handed back.
        version: u64,
        /// A snapshot that waits for absent bytes.
        document: wire::Document,
        /// What it is read as.
        lens: schema::Lens,
    },
    /// Follow a path.
    Lead {
        /// The job to report as.
        job: JobId,
        /// The document.
        id: DocumentId,
        /// Which snapshot it is, handed back.
        version: u64,
        /// A snapshot that waits for absent bytes.
        document: wire::Document,
        /// What it is read as.
        lens: schema::Lens,
        /// The path.
        text: String,
    },
    /// Find something.
    Find {
        /// The job to report as.
        job: JobId,
        /// Where, one after the other.
        documents: Vec<Searched>,
        /// What is to be found.
        query: schema::find::Query,
    },
    /// Print what is to be copied, and hand it back.
    Print {
        /// The job to report as.
        job: JobId,
        /// The document, handed back.
        id: DocumentId,
        /// What is to be printed; it waits for absent bytes.
        copying: Box<Copying>,
    },
}

/// What is asked about what is kept for the next start.
#[derive(Clone)]
pub enum KeepEffect {
    /// Keep this for the next start: it replaces what was kept of its kind.
    Keep {
        /// The kind.
        kind: Kept,
        /// All of it.
        bytes: Vec<u8>,
    },
    /// Move the file of a kind out of the way: it cannot be read, and is not to be overwritten.
    SetAside {
        /// The kind.
        kind: Kept,
        /// Why, handed back.
        why: String,
    },
    /// Write down what is not saved of a document, in the place of what was written of it before.
    Journal(Box<Unsaved>),
    /// Nothing of a document is unsaved any more: take its journal away.
    Forget(DocumentId),
    /// Make a document of a journal that was left.
    Recover {
        /// The job to report as.
        job: JobId,
        /// The journal.
        journal: JournalId,
    },
    /// Take journals away that were left.
    DiscardJournals(Vec<JournalId>),
}

/// What is asked of the window itself and the clipboard; `jobs` has no part in it.
#[derive(Clone)]
pub enum WindowEffect {
    /// Put a text on the clipboard.
    Copy(String),
    /// Bring the window to the front.
    Raise,
    /// Say what text the clipboard holds.
    ReadClipboard,
    /// End the program.
    Quit,
}

/// A value to be written to a file.
#[derive(Clone)]
pub struct WriteValue {
    /// The job to report as.
    pub job: JobId,
    /// Whose value it is, handed back.
    pub at: ValueAt,
    /// The bytes; they wait for what is absent.
    pub bytes: wire::Document,
    /// Where original bytes come from.
    pub origin: Origin,
    /// The file to be written.
    pub target: PathBuf,
    /// True when nothing may stand there.
    pub is_new: bool,
}

/// A save to be done.
#[derive(Clone)]
pub struct Save {
    /// The job to report as.
    pub job: JobId,
    /// The document.
    pub id: DocumentId,
    /// Which state of its history it is, handed back.
    pub state: u64,
    /// A snapshot that waits for absent bytes.
    pub document: wire::Document,
    /// Where its original bytes come from: checked before, while and after writing.
    pub origin: Origin,
    /// The file to be written.
    pub target: PathBuf,
    /// What has to stand there still; `None` when whatever stands there gives way.
    pub expected: Option<FileId>,
    /// True when nothing may stand there.
    pub is_new: bool,
}

/// A document that is searched.
#[derive(Clone)]
pub struct Searched {
    /// The document.
    pub id: DocumentId,
    /// A snapshot that waits for absent bytes.
    pub document: wire::Document,
    /// What it is read as.
    pub lens: schema::Lens,
}

impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(effect) => effect.fmt(f),
            Self::Work(effect) => effect.fmt(f),
            Self::Keep(effect) => effect.fmt(f),
            Self::Window(effect) => effect.fmt(f),
            Self::Stop(job) => write!(f, "Stop {}", job.0),
        }
    }
}

impl fmt::Debug for FileEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadFile { path, .. } => write!(f, "ReadFile {}", path.display()),
            Self::Save(save) => write!(f, "Save {}", save.target.display()),
            Self::PickFile { .. } => f.write_str("PickFile"),
            Self::WriteValue(it) => write!(f, "WriteValue {} to {}", it.at.name, it.target.display()),
            Self::PickSavePath { suggested, .. } => write!(f, "PickSavePath {suggested}"),
            Self::Watch(files) => write!(f, "Watch {} files", files.len()),
            Self::LookOnDisk => f.write_str("LookOnDisk"),
            Self::ListFolder(folder) => write!(f, "ListFolder {folder}"),
            Self::ReadClip { text, .. } => write!(f, "ReadClip of {} bytes", text.len()),
        }
    }
}

impl fmt::Debug for WorkEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fetch { ranges, .. } => write!(f, "Fetch {} ranges", ranges.len()),
            Self::Index { level, .. } => write!(f, "Index {:?}", level.span()),
            Self::Guess { id, .. } => write!(f, "Guess {}", id.0),
            Self::Check { id, version, .. } => write!(f, "Check {} at {version}", id.0),
            Self::Lead { text, .. } => write!(f, "Lead {}", Elided(text)),
            Self::Find { query, .. } => write!(f, "Find {:?} {}", query.mode, Elided(&query.text)),
            Self::Print { id, .. } => write!(f, "Print {}", id.0),
        }
    }
}

impl fmt::Debug for KeepEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep { kind, bytes } => write!(f, "Keep {kind:?}, {} bytes", bytes.len()),
            Self::SetAside { kind, .. } => write!(f, "SetAside {kind:?}"),
            Self::Journal(it) => write!(f, "Journal {} at {}", it.id.0, it.version),
            Self::Forget(id) => write!(f, "Forget {}", id.0),
            Self::Recover { journal, .. } => write!(f, "Recover {}", journal.0),
            Self::DiscardJournals(journals) => write!(f, "DiscardJournals {}", journals.len()),
        }
    }
}

impl fmt::Debug for WindowEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Copy(text) => write!(f, "Copy {} bytes", text.len()),
            Self::Raise => f.write_str("Raise"),
            Self::ReadClipboard => f.write_str("ReadClipboard"),
            Self::Quit => f.write_str("Quit"),
        }
    }
}

macro_rules! groups {
    ($($group:ident($effects:ty)),* $(,)?) => {
        $(impl From<$effects> for Effect {
            fn from(effect: $effects) -> Self {
                Self::$group(effect)
            }
        })*
    };
}

groups! {
    File(FileEffect),
    Work(WorkEffect),
    Keep(KeepEffect),
    Window(WindowEffect),
}

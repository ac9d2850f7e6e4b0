//! Unsaved edits that survive the program: what is journaled of a document, and what was left by a program that ended
//! without saving. `jobs` writes and reads the journals; how, is said there.

use std::path::PathBuf;

use super::document::Place;
use super::ids::DocumentId;
use super::loading::{Opened, Origin};
use crate::wire;

/// A journal that was left. Counts up within a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JournalId(pub u64);

/// A document that is not saved, as it is now.
#[derive(Clone)]
pub struct Unsaved {
    /// The document.
    pub id: DocumentId,
    /// Where it is saved.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// The full name of its type, where it has one.
    pub type_name: Option<String>,
    /// As it was last opened or saved: what stands in its file. It waits for absent bytes.
    pub base: wire::Document,
    /// As it is now. It waits for absent bytes.
    pub document: wire::Document,
    /// How many steps lie between the two.
    pub edits: u64,
    /// Which snapshot it is, handed back.
    pub version: u64,
    /// True where what it was opened from stands in its file no more: it is nowhere else.
    pub is_base_lost: bool,
    /// The journal it was recovered from, which is not needed once this one is written.
    pub replaces: Option<JournalId>,
}

/// Whether the file that a journal stands on is still there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is as it was.
    AsItWas,
    /// There never was one.
    NoFile,
    /// Another program changed it.
    Changed,
    /// It is gone.
    Gone,
    /// The journal itself cannot be read, and why.
    Unreadable(String),
}

/// A journal that was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its identity.
    pub id: JournalId,
    /// The document's name.
    pub name: String,
    /// The file it was to be saved to.
    pub path: Option<PathBuf>,
    /// When the last edit in it was made, in milliseconds since 1970.
    pub when: u64,
    /// How many edits.
    pub edits: u64,
    /// Whether its file is still there.
    pub standing: Standing,
    /// True where the journal holds the bytes that the edits stand on.
    pub has_original: bool,
    /// The journal's own file.
    pub journal: PathBuf,
}

impl Left {
    /// True when the document can be made from it.
    pub fn can_recover(&self) -> bool {
        match self.standing {
            Standing::AsItWas | Standing::NoFile => true,
            Standing::Changed | Standing::Gone => self.has_original,
            Standing::Unreadable(_) => false,
        }
    }
}

/// What a recovered document stands on.
#[derive(Clone, Debug)]
pub enum Ground {
    /// Its file, as it was.
    File(Opened),
    /// Bytes out of the journal, under a name: it has no file, or not that one any more.
    Bytes {
        /// The bytes.
        origin: Origin,
        /// What it is called.
        name: String,
    },
}

/// A document out of a journal.
#[derive(Clone, Debug)]
pub struct Recovered {
    /// What it stands on.
    pub ground: Ground,
    /// What it was read as.
    pub type_name: Option<String>,
    /// What it consists of: spans of the ground, and of `added` where the area is [`wire::Area::Added`].
    pub spans: Vec<wire::Span>,
    /// Bytes that edits brought.
    pub added: Vec<u8>,
    /// How many edits; none where it only was never saved.
    pub edits: u64,
}

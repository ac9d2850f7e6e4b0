//! Jobs under way, as the status bar shows them.

use super::ids::{DocumentId, JobId};

/// A job under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its identity.
    pub id: JobId,
    /// The document it works on.
    pub document: Option<DocumentId>,
    /// What it does: `Saving her.bin`.
    pub name: String,
    /// Done and to be done, in bytes; `None` where that is not known.
    pub progress: Option<(u64, u64)>,
    /// True where a stop button makes sense.
    pub can_stop: bool,
    pub(super) kind: JobKind,
}

impl Job {
    /// True for what a person asked for; false for what the program does by itself.
    pub fn is_asked_for(&self) -> bool {
        match self.kind {
            JobKind::Read | JobKind::Clip | JobKind::Save | JobKind::Find | JobKind::Go | JobKind::Copy => true,
            JobKind::Index | JobKind::Guess | JobKind::Check => false,
        }
    }
}

/// What sort of job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobKind {
    Read,
    Clip,
    Save,
    Index,
    Guess,
    Check,
    Find,
    Go,
    Copy,
}

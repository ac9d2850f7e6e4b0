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

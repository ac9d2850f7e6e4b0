//! What was found in a document, as far as it is searched.

use super::ids::JobId;
use crate::schema::find::{Hit, Query};

/// What was found in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// What was looked for.
    pub query: Query,
    /// The hits, in the order of the document; a bounded number.
    pub hits: Vec<Hit>,
    /// How many there are, kept or not.
    pub total: u64,
    /// The hit gone to last.
    pub current: Option<usize>,
    /// The search under way.
    pub(super) job: Option<JobId>,
    /// True for a search that was stopped before its end.
    pub is_stopped: bool,
    /// The version of the document that was searched.
    pub(super) version: u64,
    /// True while the first hit is to be gone to as soon as it is found.
    pub(super) is_first_wanted: bool,
}

impl Results {
    pub(super) fn new(query: Query, job: JobId, version: u64) -> Self {
        Self {
            query,
            hits: Vec::new(),
            total: 0,
            current: None,
            job: Some(job),
            is_stopped: false,
            version,
            is_first_wanted: false,
        }
    }

    /// The search under way, to be stopped.
    pub fn job(&self) -> Option<JobId> {
        self.job
    }

    /// True once all of the document was searched.
    pub fn is_whole(&self) -> bool {
        self.job.is_none() && !self.is_stopped
    }
}

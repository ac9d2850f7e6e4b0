//! What was found in a document, as far as it is searched.

use super::ids::{DocumentId, JobId};
use crate::schema::find::{Hit, Query};

/// Where is looked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FindScope {
    /// In the active document.
    #[default]
    Document,
    /// In all open documents.
    AllOpen,
}

/// What was found in a document, or in all that were open.
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
    /// The version of each document searched, those searched first at the front.
    pub(super) searched: Vec<(DocumentId, u64)>,
    /// Where the hits of a document begin, in the order of the hits.
    parts: Vec<(usize, DocumentId)>,
    /// True while the first hit is to be gone to as soon as it is found.
    pub(super) is_first_wanted: bool,
}

impl Results {
    pub(super) fn new(query: Query, job: JobId, searched: Vec<(DocumentId, u64)>) -> Self {
        Self {
            query,
            hits: Vec::new(),
            total: 0,
            current: None,
            job: Some(job),
            is_stopped: false,
            searched,
            parts: Vec::new(),
            is_first_wanted: false,
        }
    }

    /// Takes in hits of a document.
    pub(super) fn take(&mut self, id: DocumentId, hits: Vec<Hit>) {
        if !hits.is_empty() && self.parts.last().is_none_or(|it| it.1 != id) {
            self.parts.push((self.hits.len(), id));
        }
        self.hits.extend(hits);
    }

    /// The document that a hit is in.
    pub fn document_of(&self, at: usize) -> Option<DocumentId> {
        let part = self.parts.partition_point(|it| it.0 <= at).checked_sub(1)?;
        self.parts.get(part).filter(|_| at < self.hits.len()).map(|it| it.1)
    }

    /// The first hit at or behind an offset of a document; the end where there is none.
    pub(super) fn behind(&self, id: DocumentId, offset: u64) -> usize {
        let Some(part) = self.parts.iter().position(|it| it.1 == id) else { return 0 };
        let start = self.parts.get(part).map_or(0, |it| it.0);
        let end = self.parts.get(part + 1).map_or(self.hits.len(), |it| it.0);
        let own = self.hits.get(start..end).unwrap_or_default();
        start + own.partition_point(|it| it.at < offset)
    }

    /// The version of a document that was searched.
    pub(super) fn version_of(&self, id: DocumentId) -> Option<u64> {
        self.searched.iter().find(|it| it.0 == id).map(|it| it.1)
    }

    /// Drops what was found in documents that are open no more.
    pub(super) fn keep_those_in(&mut self, is_open: impl Fn(DocumentId) -> bool) {
        if self.searched.iter().all(|it| is_open(it.0)) {
            return;
        }
        self.searched.retain(|it| is_open(it.0));
        let mut hits = std::mem::take(&mut self.hits);
        let was_current = self.current.take();
        for (from, id) in std::mem::take(&mut self.parts).into_iter().rev() {
            let own = hits.split_off(from);
            let current = was_current.and_then(|it| it.checked_sub(from)).filter(|it| *it < own.len());
            if !is_open(id) {
                self.total = self.total.saturating_sub(own.len() as u64);
                continue;
            }
            // Built from the end: what is there already stands behind.
            self.current = current.or(self.current.map(|it| it + own.len()));
            for part in &mut self.parts {
                part.0 += own.len();
            }
            self.parts.insert(0, (0, id));
            self.hits.splice(0..0, own);
        }
    }

    /// The search under way, to be stopped.
    pub fn job(&self) -> Option<JobId> {
        self.job
    }

    /// True once all was searched.
    pub fn is_whole(&self) -> bool {
        self.job.is_none() && !self.is_stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::find::Part;

    fn hits(paths: &[&str]) -> Vec<Hit> {
        let hit = |path: &&str| Hit {
            at: 0,
            path: (*path).to_owned(),
            number: 1,
            type_name: String::new(),
            value: String::new(),
            part: Part::Name,
            mark: 0..0,
        };
        paths.iter().map(hit).collect()
    }

    #[test]
    fn what_was_found_in_a_closed_document_goes_with_it_and_the_rest_stays() {
        let [a, b, c] = [1, 2, 3].map(DocumentId);
        let mut results = Results::new(Query::default(), JobId(1), vec![(a, 5), (b, 6), (c, 7)]);
        results.take(a, hits(&["a0", "a1"]));
        results.take(b, hits(&["b0"]));
        results.take(b, hits(&["b1", "b2"]));
        results.take(c, hits(&["c0"]));
        (results.total, results.current) = (6, Some(5));
        let documents = |it: &Results| (0..7).map_while(|at| it.document_of(at)).collect::<Vec<_>>();
        assert_eq!(documents(&results), [a, a, b, b, b, c]);
        results.keep_those_in(|it| it != b);
        assert_eq!(results.hits.iter().map(|it| it.path.as_str()).collect::<Vec<_>>(), ["a0", "a1", "c0"]);
        assert_eq!((documents(&results), results.current, results.total), (vec![a, a, c], Some(2), 3));
        assert_eq!((results.version_of(c), results.version_of(b)), (Some(7), None));
        results.keep_those_in(|it| it == a);
        assert_eq!((documents(&results), results.current, results.total), (vec![a, a], None, 2));
    }
}

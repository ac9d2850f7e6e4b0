//! The indexes of a document's messages: made at once where that takes no time, in the background otherwise.

use std::iter;
use std::sync::PoisonError;

use super::OpenDocument;
use crate::wire;

/// Of a message in memory so much is indexed at once; the rest in the background.
const INDEXED_AT_ONCE: u64 = 1 << 20;
/// The same where bytes have to be fetched: what the first block holds.
const INDEXED_OF_FILE: u64 = 32 << 10;

impl OpenDocument {
    /// Indexes a message as far as that takes no time.
    pub(in crate::app) fn index(&mut self, message: &wire::Message) {
        let Some(span) = self.snapshot.uncounted(message) else { return };
        let is_known = self.levels.get(span).is_some_and(|level| level.is_done() || level.walked() > 0);
        if !is_known {
            let budget = if self.origin.cache().is_some() { INDEXED_OF_FILE } else { INDEXED_AT_ONCE };
            self.levels.extend(self.snapshot.bytes(), span, budget);
        }
    }

    /// The open messages that are not counted to the end.
    fn uncounted(&self) -> Vec<wire::Message> {
        iter::once(&self.tab).chain(&self.others).flat_map(|tab| tab.outline.uncounted()).collect()
    }

    /// Indexes what is not, as far as that takes no time.
    pub(in crate::app) fn index_all(&mut self) {
        for message in self.uncounted() {
            self.index(&message);
        }
        self.each_tab(|view, tab| tab.outline.recount(view));
    }

    /// The messages that have to be indexed in the background, and are not yet.
    pub(in crate::app) fn to_index(&self) -> Vec<wire::Level> {
        let mut levels: Vec<wire::Level> = Vec::new();
        let wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for message in self.uncounted().into_iter().chain(wanted) {
            let Some(span) = self.snapshot.uncounted(&message) else { continue };
            let is_under_way = self.indexing.iter().any(|(it, _)| *it == span);
            let known = self.levels.get(span);
            let is_done = known.is_some_and(wire::Level::is_done);
            // An index is long: a copy is made only where a job goes on with it.
            let is_listed = levels.iter().any(|it| it.span() == span);
            if !is_under_way && !is_listed && !is_done && !self.unindexable.contains(&span) {
                levels.push(known.cloned().unwrap_or_else(|| wire::Level::new(span)));
            }
        }
        levels
    }

    /// Asks for the index of a message whose bytes are shown or pointed at, folded or not: begun after the frame.
    pub fn want_index(&self, message: &wire::Message) {
        let Some(span) = self.snapshot.uncounted(message) else { return };
        let is_under_way = self.indexing.iter().any(|(it, _)| *it == span);
        if is_under_way || self.unindexable.contains(&span) || self.levels.get(span).is_some_and(wire::Level::is_done) {
            return;
        }
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        if !wanted.iter().any(|it| self.snapshot.uncounted(it) == Some(span)) {
            wanted.push(message.clone());
        }
    }

    /// True while an index is wanted that nobody has begun.
    pub(in crate::app) fn is_index_wanted(&self) -> bool {
        !self.wanted.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The indexes wanted are being made.
    pub(in crate::app) fn clear_wanted(&mut self) {
        self.wanted.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// True for a message whose indexing could not go on, or was stopped.
    pub(in crate::app) fn is_unindexable(&self, message: &wire::Message) -> bool {
        self.snapshot.uncounted(message).is_some_and(|span| self.unindexable.contains(&span))
    }

    /// Takes an index over.
    pub(in crate::app) fn take_level(&mut self, level: wire::Level) {
        self.levels.insert(level);
        self.each_tab(|view, tab| tab.outline.recount(view));
    }
}

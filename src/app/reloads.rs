//! What a document was before its file was read anew, and after that where the reload was undone: whole documents with
//! their own histories, each on the bytes that it was opened with. Undo and redo lead from one to the next.

use std::mem;

use super::document::OpenDocument;

/// Reloads that undo leads back over.
const KEPT: usize = 20;
/// The documents before them hold so many bytes in memory at most.
const BYTES: u64 = 256 << 20;

/// The documents before and after a document in its place.
#[derive(Default)]
pub(super) struct Reloads {
    /// The oldest first.
    before: Vec<OpenDocument>,
    /// The next one last.
    after: Vec<OpenDocument>,
}

/// A state in the whole history of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// What led to it.
    pub name: String,
    /// True for what the document is now.
    pub is_now: bool,
    /// True for what stands in its file.
    pub is_saved: bool,
    /// True for what was taken back.
    pub is_undone: bool,
}

impl Reloads {
    /// Nothing that was taken back can be made again any more.
    pub fn forget_undone(&mut self) {
        self.after.clear();
    }

    /// True when the oldest would have to go with one more before.
    fn is_full_with(&self, document: &OpenDocument) -> bool {
        let bytes: u64 = self.before.iter().chain([document]).map(in_memory).sum();
        self.before.len() >= KEPT || bytes > BYTES
    }
}

fn in_memory(document: &OpenDocument) -> u64 {
    if document.origin.cache().is_some() { 0 } else { document.origin.blocking().len() }
}

impl OpenDocument {
    /// True when a reload would take the oldest of its history.
    pub fn is_history_full(&self) -> bool {
        self.reloads.is_full_with(self)
    }

    /// True where there is something to be taken back.
    pub fn can_undo(&self) -> bool {
        self.history.undo_step().is_some() || (!self.reloads.before.is_empty() && !self.is_saving())
    }

    /// True where there is something to be made again.
    pub fn can_redo(&self) -> bool {
        self.history.redo_step().is_some() || (!self.reloads.after.is_empty() && !self.is_saving())
    }

    /// Puts what was read anew in its place: undo leads back to what it was.
    pub(super) fn reload(&mut self, mut new: Self) {
        self.history.forget_undone();
        self.history.set_replaced();
        self.is_base_lost = true;
        self.reloads.forget_undone();
        while !self.reloads.before.is_empty() && self.reloads.is_full_with(self) {
            self.reloads.before.remove(0);
        }
        new.take_place_of(self);
        new.select_as(self);
        let old = mem::replace(self, new);
        self.reloads.before.push(old);
    }

    /// Goes back to what it was before its last reload, or on to what it was after the next.
    pub(super) fn cross(&mut self, is_back: bool) -> bool {
        // What is written is of the bytes it stands on.
        if self.is_saving() {
            return false;
        }
        let from = if is_back { &mut self.reloads.before } else { &mut self.reloads.after };
        let Some(mut other) = from.pop() else { return false };
        other.take_place_of(self);
        let this = mem::replace(self, other);
        if is_back {
            self.reloads.after.push(this)
        } else {
            self.reloads.before.push(this)
        }
        true
    }

    /// What belongs to the tab, and not to the bytes, goes over.
    fn take_place_of(&mut self, old: &mut Self) {
        self.reloads = mem::take(&mut old.reloads);
        self.stand_as(old);
        old.set_idle();
        if self.lens.root() != old.lens.root() {
            self.set_type(old.lens.root().clone());
        }
        self.set_readings(old.lens.readings());
        self.is_type_chosen = old.is_type_chosen;
        self.version = old.version + 1;
        (self.journaled, self.recovered_from) = (old.journaled, old.recovered_from);
        self.is_not_journaled_said = old.is_not_journaled_said;
    }

    /// Nobody works for it any more.
    fn set_idle(&mut self) {
        self.end_typing();
        (self.guessing, self.going, self.checking, self.checked) = (None, None, None, None);
        self.indexing.clear();
        self.clear_wanted();
        (self.results, self.waiting, self.tab.sought, self.on_disk) = (None, None, None, None);
    }

    /// Its file is another now: no document before or after it stands there.
    pub(super) fn set_others_replaced(&mut self) {
        for other in self.reloads.before.iter_mut().chain(&mut self.reloads.after) {
            other.history.set_replaced();
            other.is_base_lost = true;
        }
    }

    /// How many states its history has, with those before and after reloads.
    pub fn states(&self) -> usize {
        let others: usize = self.reloads.before.iter().chain(&self.reloads.after).map(Self::own_states).sum();
        others + self.own_states()
    }

    fn own_states(&self) -> usize {
        self.history.steps().len() + 1
    }

    /// Which of them it is in.
    pub fn state_now(&self) -> usize {
        self.states_before() + self.history.now()
    }

    fn states_before(&self) -> usize {
        self.reloads.before.iter().map(Self::own_states).sum()
    }

    /// One of them.
    pub fn state_at(&self, at: usize) -> Option<State> {
        let mut own = at;
        let documents = self.reloads.before.iter().chain([self]).chain(self.reloads.after.iter().rev());
        for (number, document) in documents.enumerate() {
            if own < document.own_states() {
                let step = own.checked_sub(1).and_then(|it| document.history.steps().get(it));
                let first = if number == 0 { "As opened" } else { "Reload" };
                return Some(State {
                    name: step.map_or_else(|| first.to_owned(), |it| it.name.clone()),
                    is_now: at == self.state_now(),
                    is_saved: document.history.saved() == Some(own),
                    is_undone: at > self.state_now(),
                });
            }
            own -= document.own_states();
        }
        None
    }

    /// Goes to one of its states; false where there is none, or it is in it.
    pub(super) fn go_to_state(&mut self, at: usize) -> bool {
        if at >= self.states() || at == self.state_now() {
            return false;
        }
        while at < self.states_before() && self.cross(true) {}
        while at >= self.states_before() + self.own_states() && self.cross(false) {}
        let before = self.states_before();
        at.checked_sub(before).is_some_and(|it| self.go_to_step(it)) || at == self.state_now()
    }
}

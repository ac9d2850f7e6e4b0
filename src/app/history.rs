//! History: the steps of a document, to be taken back and forth without limit, also across saves. A step holds the
//! snapshots on both sides of it, which share all they have in common, so that undo needs no bytes and cannot fail.

use super::caret::ByteRun;
use super::selection::Selection;
use crate::wire;

/// A state of the document: no two that differ share a number.
pub type StateId = u64;

/// One step.
#[derive(Clone)]
pub struct Step {
    /// What it did: `Set exit_code`.
    pub name: String,
    pub(super) edit: wire::Edit,
    pub(super) inverse: wire::Edit,
    pub(super) before: wire::Document,
    pub(super) after: wire::Document,
    pub(super) selected_before: Option<Selection>,
    pub(super) selected_after: Option<Selection>,
    /// The record that is being typed in: further values for it join this step.
    pub(super) typing: Option<wire::RecordId>,
    /// The bytes that are being typed: what goes on with them joins this step.
    pub(super) run: Option<ByteRun>,
    /// Where the caret stood before it and behind it, for a step of typing bytes.
    pub(super) carets: Option<(u64, u64)>,
    /// The state behind it.
    state: StateId,
}

/// What a step consists of.
pub(super) struct NewStep {
    pub name: String,
    pub edit: wire::Edit,
    pub applied: wire::Applied,
    pub before: wire::Document,
    pub selected_before: Option<Selection>,
    pub selected_after: Option<Selection>,
    pub typing: Option<wire::RecordId>,
    pub run: Option<ByteRun>,
    pub carets: Option<(u64, u64)>,
}

/// The steps of a document.
#[derive(Clone)]
pub struct History {
    steps: Vec<Step>,
    /// Steps before it are done, those from it on were taken back.
    now: usize,
    /// The state that was saved last, 0 for the one that was opened; `None` while there is none.
    saved: Option<StateId>,
    last_state: StateId,
    /// True once the file holds something else than what was saved.
    is_replaced: bool,
}

impl Default for History {
    /// Nothing done; what was opened is what is saved.
    fn default() -> Self {
        Self { steps: Vec::new(), now: 0, saved: Some(0), last_state: 0, is_replaced: false }
    }
}

impl History {
    /// Nothing done, and nothing saved either.
    pub(super) fn never_saved() -> Self {
        Self { saved: None, ..Self::default() }
    }

    /// All steps, oldest first; those from [`Self::now`] on were taken back.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps are done.
    pub fn now(&self) -> usize {
        self.now
    }

    /// How many steps are done in the state that was saved last; `None` where no undo nor redo leads there any more.
    pub fn saved(&self) -> Option<usize> {
        self.saved_last().filter(|_| !self.is_replaced)
    }

    /// The same, whatever stands in the file now.
    fn saved_last(&self) -> Option<usize> {
        match self.saved? {
            0 => Some(0),
            saved => self.steps.binary_search_by_key(&saved, |step| step.state).ok().map(|at| at + 1),
        }
    }

    /// The state the document is in.
    pub fn state(&self) -> StateId {
        self.undo_step().map_or(0, |step| step.state)
    }

    /// True when the document is as it was last saved.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.state()) && !self.is_replaced
    }

    /// The step that undo takes back.
    pub fn undo_step(&self) -> Option<&Step> {
        self.now.checked_sub(1).and_then(|at| self.steps.get(at))
    }

    /// The step that redo makes again.
    pub fn redo_step(&self) -> Option<&Step> {
        self.steps.get(self.now)
    }

    /// The last step, while it is one of typing in a record that goes on.
    pub(super) fn typing_step(&self, record: wire::RecordId) -> Option<&Step> {
        self.undo_step().filter(|step| self.now == self.steps.len() && step.typing == Some(record))
    }

    /// The bytes that were typed last, while nothing else was done.
    pub(super) fn byte_run(&self) -> Option<ByteRun> {
        self.undo_step().filter(|_| self.now == self.steps.len() && !self.is_saved()).and_then(|step| step.run)
    }

    /// Notes that a state was saved.
    pub(super) fn set_saved(&mut self, state: StateId) {
        (self.saved, self.is_replaced) = (Some(state), false);
    }

    /// Notes that the file holds something else now.
    pub(super) fn set_replaced(&mut self) {
        self.is_replaced = true;
    }

    /// Forgets the steps that were taken back.
    pub(super) fn forget_undone(&mut self) {
        self.seal();
        self.steps.truncate(self.now);
    }

    /// How many steps lie between what was saved last and what stands now; all of them where what was saved is not on
    /// the way.
    pub fn unsaved_steps(&self) -> u64 {
        self.saved_last().map_or(self.now, |at| at.abs_diff(self.now)) as u64
    }

    /// Adds a step; one that goes on typing in the same record joins the last.
    pub(super) fn push(&mut self, new: NewStep) {
        self.steps.truncate(self.now);
        self.last_state += 1;
        let state = self.last_state;
        let NewStep { name, edit, applied, before, selected_before, selected_after, typing, run, carets } = new;
        let is_saved = self.is_saved();
        let goes_on = |last: &Step| {
            let is_same_run = run.is_some() && last.run.map(|it| it.id) == run.map(|it| it.id);
            is_same_run || last.typing.is_some() && last.typing == typing
        };
        if let Some(last) = self.steps.last_mut().filter(|last| !is_saved && goes_on(last)) {
            if run.is_some() {
                (last.name, last.run) = (name, run);
            }
            last.carets = last.carets.zip(carets).map(|((before, _), (_, after))| (before, after));
            last.edit = joined(&last.edit, edit);
            last.inverse = joined(&applied.inverse, last.inverse.clone());
            last.after = applied.document;
            last.selected_after = selected_after;
            last.state = state;
            return;
        }
        let (after, inverse) = (applied.document, applied.inverse);
        self.steps.push(Step {
            name,
            edit,
            inverse,
            before,
            after,
            selected_before,
            selected_after,
            typing,
            run,
            carets,
            state,
        });
        self.now = self.steps.len();
    }

    /// Goes on with the last step as one of typing in a record.
    pub(super) fn go_on_typing(&mut self, record: wire::RecordId) {
        let is_last = self.now == self.steps.len();
        if let Some(last) = self.steps.last_mut().filter(|_| is_last) {
            last.typing = Some(record);
        }
    }

    /// Ends the typing: what is typed next is a step of its own.
    pub(super) fn seal(&mut self) {
        if let Some(last) = self.steps.last_mut() {
            (last.typing, last.run) = (None, None);
        }
    }

    /// Takes back what was typed last in a record, and forgets it.
    pub(super) fn forget_typing(&mut self) -> Option<Step> {
        let is_typing = self.now == self.steps.len() && self.steps.last().is_some_and(|step| step.typing.is_some());
        if !is_typing {
            return None;
        }
        self.now -= 1;
        self.steps.pop()
    }

    pub(super) fn undo(&mut self) -> Option<&Step> {
        self.seal();
        self.now = self.now.checked_sub(1)?;
        self.steps.get(self.now)
    }

    /// Goes over any number of steps at once: what the document is after the first `done` steps, and what was selected.
    pub(super) fn jump(&mut self, done: usize) -> (Option<wire::Document>, Option<Selection>) {
        self.seal();
        let is_back = done < self.now;
        let step = if is_back { self.steps.get(done) } else { done.checked_sub(1).and_then(|it| self.steps.get(it)) };
        let Some(step) = step else { return (None, None) };
        self.now = done;
        if is_back {
            return (Some(step.before.clone()), step.selected_before.clone());
        }
        (Some(step.after.clone()), step.selected_after.clone())
    }

    pub(super) fn redo(&mut self) -> Option<&Step> {
        let step = self.steps.get(self.now)?;
        self.now += 1;
        Some(step)
    }
}

/// Both edits as one: where both give one record a payload, the later one says it all.
fn joined(first: &wire::Edit, second: wire::Edit) -> wire::Edit {
    match (first, second) {
        (wire::Edit::Payload { record: one, .. }, second @ wire::Edit::Payload { .. }) if matches!(&second, wire::Edit::Payload { record: two, .. } if one == two) => {
            second
        }
        (wire::Edit::Several(edits), second) => {
            let mut edits = edits.clone();
            match edits.pop() {
                Some(last) => edits.push(joined_pair(last, second)),
                None => edits.push(second),
            }
            flat(edits)
        }
        (first, second) => flat(vec![first.clone(), second]),
    }
}

fn joined_pair(first: wire::Edit, second: wire::Edit) -> wire::Edit {
    match (&first, &second) {
        (wire::Edit::Payload { record: one, .. }, wire::Edit::Payload { record: two, .. }) if one == two => second,
        _ => wire::Edit::Several(vec![first, second]),
    }
}

fn flat(edits: Vec<wire::Edit>) -> wire::Edit {
    let mut all = Vec::with_capacity(edits.len());
    for edit in edits {
        match edit {
            wire::Edit::Several(inner) => all.extend(inner),
            edit => all.push(edit),
        }
    }
    wire::Edit::Several(all)
}

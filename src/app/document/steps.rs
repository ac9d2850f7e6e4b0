//! Steps of a document's history: made, taken back and made again. Every tab follows; the current one selects what the
//! step was about.

use super::super::byte_edit::BytesChange;
use super::super::history::NewStep;
use super::super::selection::Selection;
use super::super::siblings;
use super::{Change, OpenDocument};
use crate::wire;

/// Going over more steps than this at once, what is folded open is looked at once in the end, not step by step.
const FOLLOWED: usize = 64;

impl OpenDocument {
    /// Makes an edit that was applied.
    pub(in crate::app) fn commit(&mut self, change: Change, applied: wire::Applied) {
        let before = std::mem::replace(&mut self.snapshot, applied.document.clone());
        let selected_before = self.tab.selection.clone();
        self.follow(&change.edit);
        if change.selects_new {
            self.select_inserted(&change.edit);
        }
        let Change { name, edit, typing, .. } = change;
        let selected_after = self.tab.selection.clone();
        let (run, carets) = (None, None);
        let step = NewStep { name, edit, applied, before, selected_before, selected_after, typing, run, carets };
        self.push(step);
    }

    fn push(&mut self, step: NewStep) {
        self.history.push(step);
        self.reloads.forget_undone();
    }

    /// Makes a change of bytes that was applied: the caret goes behind it, and the selection to its record.
    pub(in crate::app) fn commit_bytes(&mut self, change: BytesChange, applied: wire::Applied) {
        let BytesChange { edit, run, .. } = change;
        let before = std::mem::replace(&mut self.snapshot, applied.document.clone());
        let (selected_before, caret_before) = (self.tab.selection.clone(), self.tab.caret.at);
        (self.tab.is_editing, self.tab.is_typing) = (false, false);
        self.follow(&edit);
        self.put_caret(run.caret.0, run.caret.1);
        let (name, selected_after) = (run.name(), self.tab.selection.clone());
        let carets = Some((caret_before, self.tab.caret.at));
        let (typing, run) = (None, Some(run));
        let step = NewStep { name, edit, applied, before, selected_before, selected_after, typing, run, carets };
        self.push(step);
    }

    /// After an edit was made to the snapshot, whichever tab it was made in.
    fn follow(&mut self, edit: &wire::Edit) {
        self.version += 1;
        self.problems.is_stale = true;
        self.each_tab(|view, tab| tab.follow(view, edit));
        self.read_anys();
        self.index_all();
    }

    /// Takes the last step back; false where there is none.
    pub(in crate::app) fn undo(&mut self) -> Option<String> {
        let step = self.history.undo()?.clone();
        self.go_to(&step.before, &step.inverse, step.selected_before.clone());
        if let Some((before, _)) = step.carets {
            self.put_caret(before, false);
        }
        Some(step.name)
    }

    /// Makes the next step again; false where there is none.
    pub(in crate::app) fn redo(&mut self) -> Option<String> {
        let step = self.history.redo()?.clone();
        self.go_to(&step.after, &step.edit, step.selected_after.clone());
        if let Some((_, after)) = step.carets {
            self.put_caret(after, false);
        }
        Some(step.name)
    }

    /// Takes back what was typed in the value being edited.
    pub(in crate::app) fn cancel_typing(&mut self) -> bool {
        let Some(step) = self.history.forget_typing() else { return false };
        self.go_to(&step.before, &step.inverse, step.selected_before.clone());
        true
    }

    fn go_to(&mut self, snapshot: &wire::Document, edit: &wire::Edit, selected: Option<Selection>) {
        self.snapshot = snapshot.clone();
        (self.tab.is_editing, self.tab.is_typing) = (false, false);
        self.follow(edit);
        let Some(selection) = selected else { return };
        match self.view().way(&selection.address) {
            Ok(way) if way.len() == selection.address.steps().len() => {
                self.select_way(&way);
                if let Some(now) = &mut self.tab.selection {
                    (now.marked, now.anchor) = (selection.marked, selection.anchor);
                }
            }
            Ok(_) => {}
            Err(_) => self.tab.sought = Some(siblings::way_of(&selection.address)),
        }
    }

    /// Goes to the state after the first `done` steps; false where there are not as many.
    pub(in crate::app) fn go_to_step(&mut self, done: usize) -> bool {
        let now = self.history.now();
        if done > self.history.steps().len() || done == now {
            return false;
        }
        if done.abs_diff(now) <= FOLLOWED {
            while self.history.now() > done && self.undo().is_some() {}
            while self.history.now() < done && self.redo().is_some() {}
            return true;
        }
        let (snapshot, selected) = self.history.jump(done);
        let Some(snapshot) = snapshot else { return false };
        self.snapshot = snapshot;
        (self.tab.is_editing, self.tab.is_typing) = (false, false);
        self.version += 1;
        self.problems.is_stale = true;
        let rows = selected.as_ref().or(self.tab.selection.as_ref()).map(|it| siblings::way_of(&it.address));
        self.each_tab(|view, tab| tab.look_anew(view));
        (self.tab.selection, self.tab.sought) = (None, None);
        self.index_all();
        if let Some(rows) = rows {
            self.select_rows(rows);
        }
        true
    }
}

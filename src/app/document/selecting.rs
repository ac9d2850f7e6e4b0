//! Selecting in the current tab of a document; and what others select once its bytes are there.

use super::super::caret::Caret;
use super::super::selection::Selection;
use super::super::siblings::{self, Siblings};
use super::super::view::{Located, View};
use super::OpenDocument;
use crate::wire;

impl OpenDocument {
    /// Ends the typing: what was typed stays as one step.
    pub(in crate::app) fn end_typing(&mut self) {
        self.history.seal();
        (self.tab.is_editing, self.tab.is_typing) = (false, false);
    }

    /// Selects the last record of a way; opens the messages around it.
    pub(in crate::app) fn select_way(&mut self, way: &[Located]) {
        let Some((last, around)) = way.split_last() else {
            self.set_selection(None);
            return;
        };
        self.unfold_way(around);
        self.set_selection(Some(Selection::of(last)));
    }

    pub(in crate::app) fn set_selection(&mut self, selection: Option<Selection>) {
        self.tab.sought = None;
        self.tab.inner = None;
        let is_other = self.tab.selection.as_ref().map(|it| it.id) != selection.as_ref().map(|it| it.id);
        if is_other {
            self.end_typing();
        }
        if let Some(selection) = selection.as_ref().filter(|it| !it.bytes.contains(&self.tab.caret.at)) {
            self.tab.caret = self.tab.caret.moved_to(selection.bytes.start);
        }
        self.tab.selection = selection;
    }

    /// Puts the caret on a byte, and selects the innermost record there; typing goes on.
    pub(in crate::app) fn put_caret(&mut self, at: u64, is_half: bool) {
        let len = self.snapshot.len();
        self.tab.caret = Caret { is_half, ..self.tab.caret.moved_to(at.min(len)) };
        let Some(last) = len.checked_sub(1) else { return };
        if let Ok(way) = self.view().way_to_byte(self.tab.caret.at.min(last))
            && let Some((located, around)) = way.split_last()
        {
            self.unfold_way(around);
            self.tab.sought = None;
            self.tab.selection = Some(Selection::of(located));
        }
    }

    /// Selects all that an edit has put in, the first of it as the primary record.
    pub(super) fn select_inserted(&mut self, edit: &wire::Edit) {
        let inserted = siblings::inserted(edit);
        let Some(first) = inserted.first().map(Siblings::first) else { return };
        self.select_rows(first.clone());
        let is_there = self.tab.selection.as_ref().is_some_and(|it| siblings::way_of(&it.address) == first);
        if let Some(selection) = self.tab.selection.take_if(|_| is_there) {
            self.tab.selection = Some(selection.with_marked(inserted));
        }
    }

    pub(super) fn select_rows(&mut self, rows: Vec<u64>) {
        match self.view().way_by_rows(rows.iter().copied()) {
            Ok(way) if way.len() == rows.len() => self.select_way(&way),
            Ok(_) => {}
            Err(_) => self.tab.sought = Some(rows),
        }
    }

    /// Does what had to wait for bytes that may be there now.
    pub(in crate::app) fn catch_up(&mut self) {
        self.each_tab(|view, tab| tab.outline.catch_up(view));
        if let Some(rows) = self.tab.sought.take() {
            self.select_rows(rows);
        }
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        for tab in &mut self.others {
            if let Some(rows) = tab.sought.take() {
                tab.seek(&view, rows);
            }
        }
        self.index_all();
    }
}

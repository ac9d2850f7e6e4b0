//! A document as one of its tabs shows it: what is folded open there, what is selected, where the caret stands. A
//! document stands in several groups of tabs at most once each, and has a view for each of them; the one of the group
//! that had the focus last is the current one, which commands mean. Edits are followed by all of them.

use std::iter;

use super::super::caret::Caret;
use super::super::layout::GroupId;
use super::super::outline::{Inner, Outline};
use super::super::selection::Selection;
use super::super::siblings;
use super::super::view::View;
use super::OpenDocument;
use crate::wire;

/// What belongs to a tab, and not to its document.
#[derive(Clone)]
pub(in crate::app) struct TabView {
    /// The group that the tab stands in.
    group: GroupId,
    pub outline: Outline,
    pub selection: Option<Selection>,
    /// What is selected where that is no record of its own: an element of the selected run, an absent field.
    pub inner: Option<Inner>,
    /// The absent field that is being given a value, to be selected again when that is given up.
    pub inner_before: Option<Inner>,
    /// The rows on the way to what is to be selected once its bytes are there.
    pub sought: Option<Vec<u64>>,
    pub caret: Caret,
    pub is_editing: bool,
    /// True while a value is typed in a field of its own, beside the tree.
    pub is_typing: bool,
}

impl TabView {
    pub fn new(outline: Outline) -> Self {
        Self {
            group: GroupId::default(),
            outline,
            selection: None,
            inner: None,
            inner_before: None,
            sought: None,
            caret: Caret::default(),
            is_editing: false,
            is_typing: false,
        }
    }

    /// The same in another group: it begins as this one is, and nothing is typed there.
    fn in_group(&self, group: GroupId) -> Self {
        Self { group, inner_before: None, is_editing: false, is_typing: false, ..self.clone() }
    }

    /// After an edit was made to the snapshot: what was open stays open, what was selected stays selected.
    pub(super) fn follow(&mut self, view: &View<'_>, edit: &wire::Edit) {
        self.outline.follow(view, edit);
        if let Some(Inner::Absent(way, _)) = &mut self.inner {
            siblings::follow_rows(edit, way);
        }
        self.sought = None;
        if let Some(before) = self.selection.take() {
            match before.follow(view, edit) {
                Ok(followed) => {
                    self.caret =
                        followed.as_ref().map_or(self.caret, |it| self.caret.following(&before.bytes, &it.bytes));
                    self.selection = followed;
                }
                Err(rows) => self.sought = Some(rows),
            }
        }
        self.keep_caret_inside(view.document.len());
    }

    /// Takes the caret back to the end where the bytes it stood on are gone.
    fn keep_caret_inside(&mut self, len: u64) {
        if self.caret.at > len || self.caret.anchor.is_some_and(|it| it > len) {
            self.caret = self.caret.moved_to(self.caret.at.min(len));
        }
    }

    /// After the document became another in many steps.
    pub(super) fn look_anew(&mut self, view: &View<'_>) {
        self.outline.look_anew(view);
        self.sought = None;
        if let Some(selection) = self.selection.take() {
            self.seek(view, siblings::way_of(&selection.address));
        }
        self.keep_caret_inside(view.document.len());
    }

    /// After the document is read in another way: of the way to what was selected, what is still there.
    pub(super) fn reselect(&mut self, view: &View<'_>) {
        let Some(selection) = self.selection.take() else { return };
        match view.way(&selection.address) {
            Ok(way) if way.len() == selection.address.steps().len() => self.selection = Some(selection),
            Ok(way) => (self.selection, self.inner) = (way.last().map(Selection::of), None),
            Err(_) => self.sought = Some(siblings::way_of(&selection.address)),
        }
    }

    /// Selects the record that rows lead to, or notes that its bytes are absent; folds nothing open.
    pub(super) fn seek(&mut self, view: &View<'_>, rows: Vec<u64>) {
        match view.way_by_rows(rows.iter().copied()) {
            Ok(way) if way.len() == rows.len() => self.selection = way.last().map(Selection::of),
            Ok(_) => {}
            Err(_) => self.sought = Some(rows),
        }
    }
}

impl OpenDocument {
    /// What the tab in a group shows; what the current one does where the document has none there.
    pub(super) fn tab_in(&self, group: GroupId) -> &TabView {
        if self.tab.group == group {
            return &self.tab;
        }
        self.others.iter().find(|it| it.group == group).unwrap_or(&self.tab)
    }

    /// Does the same to what every tab shows; the current one first.
    pub(in crate::app) fn each_tab(&mut self, mut act: impl FnMut(&View<'_>, &mut TabView)) {
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        act(&view, &mut self.tab);
        self.others.iter_mut().for_each(|tab| act(&view, tab));
    }

    /// Makes the tab in a group the current one. What waited for bytes was asked of the one before.
    pub(in crate::app) fn turn_to(&mut self, group: GroupId) {
        if self.tab.group == group {
            return;
        }
        if !self.others.iter().any(|it| it.group == group) {
            return;
        }
        self.end_typing();
        if let Some(other) = self.others.iter_mut().find(|it| it.group == group) {
            std::mem::swap(&mut self.tab, other);
            self.waiting = None;
        }
    }

    /// Has a view for each of the groups it stands in now, and no other. A tab that moved takes its view along; a new
    /// tab begins as the current one is.
    pub(in crate::app) fn stand_in(&mut self, groups: &[GroupId]) {
        let current = self.tab.group;
        let has = |group: &GroupId| current == *group || self.others.iter().any(|it| it.group == *group);
        if groups.is_empty() || (groups.len() == self.others.len() + 1 && groups.iter().all(has)) {
            return;
        }
        let mut views = std::mem::take(&mut self.others);
        views.insert(0, self.tab.clone());
        let (mut kept, mut moved): (Vec<TabView>, Vec<TabView>) =
            views.into_iter().partition(|it| groups.contains(&it.group));
        // Groups that are made anew are numbered in the order of those before.
        moved.sort_by_key(|it| it.group);
        let mut moved = moved.into_iter();
        let mut turned = current;
        for group in groups {
            if kept.iter().any(|it| it.group == *group) {
                continue;
            }
            let view = match moved.next() {
                Some(view) => {
                    if view.group == current {
                        turned = *group;
                    }
                    TabView { group: *group, ..view }
                }
                None => self.tab.in_group(*group),
            };
            kept.push(view);
        }
        let at = kept.iter().position(|it| it.group == turned).unwrap_or(0);
        self.tab = kept.remove(at);
        self.others = kept;
    }

    /// The group of its current tab.
    #[cfg(test)]
    pub(in crate::app) fn group(&self) -> GroupId {
        self.tab.group
    }

    /// The groups that it has a view for.
    #[cfg(test)]
    pub(in crate::app) fn groups(&self) -> std::collections::BTreeSet<GroupId> {
        iter::once(&self.tab).chain(&self.others).map(|it| it.group).collect()
    }

    /// Stands where a document stands that it takes the place of.
    pub(in crate::app) fn stand_as(&mut self, other: &Self) {
        let groups: Vec<GroupId> = iter::once(&other.tab).chain(&other.others).map(|it| it.group).collect();
        self.stand_in(&groups);
        self.turn_to(other.tab.group);
    }

    /// Selects in the tabs beside the current one what is selected in those of another document, as far as it is here.
    pub(in crate::app) fn select_as(&mut self, other: &Self) {
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        for tab in &mut self.others {
            tab.selection = other.tab_in(tab.group).selection.clone();
            tab.reselect(&view);
        }
    }
}

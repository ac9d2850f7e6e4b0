//! Selecting several records. The primary record moves as ever; what is selected with it is held as ranges, so that a
//! range over millions of rows costs no more than one over three.

use super::super::siblings::{self, Siblings};
use super::super::{App, Effect, Motion, OpenDocument, Selection, TreeCommand};
use super::view::{Goal, row_after};
use super::{inner, view, wait};
use crate::wire::Address;

/// Does what is asked of the rows of the tree.
pub(super) fn command(app: &mut App, command: TreeCommand) -> Vec<Effect> {
    match command {
        TreeCommand::Select(pick) => view::select(app, pick),
        TreeCommand::MoveSelection(motion) => view::move_selection(app, motion),
        TreeCommand::ExtendSelection(motion) => extend(app, motion),
        TreeCommand::ExtendTo(row) => extend_to(app, row),
        TreeCommand::MoveCursor(motion) => move_cursor(app, motion),
        TreeCommand::ToggleSelected(address) => toggle(app, address),
        TreeCommand::SelectSiblings => select_siblings(app),
        TreeCommand::SelectOne => select_one(app),
        TreeCommand::Unfold(address) => view::unfold(app, address),
        TreeCommand::Fold(address) => view::fold(app, address),
        TreeCommand::ToggleFold(address) => view::toggle_fold(app, address),
        TreeCommand::UnfoldAll => view::unfold_all(app),
        TreeCommand::FoldAll => view::fold_all(app),
        TreeCommand::ToggleAbsent => inner::toggle_absent(app),
    }
}

pub(super) fn extend(app: &mut App, motion: Motion) -> Vec<Effect> {
    let row = match row_after(app, motion) {
        Goal::Row(row) => Some(row),
        Goal::Parent => parent_row(app),
        Goal::Wait => {
            let document = app.active_mut();
            return document.map(|it| wait(it, TreeCommand::ExtendSelection(motion))).unwrap_or_default();
        }
        Goal::None => None,
    };
    row.map(|row| extend_to(app, row)).unwrap_or_default()
}

fn parent_row(app: &App) -> Option<u64> {
    let document = app.active_document()?;
    let parent = document.selection()?.address.parent().filter(|it| !it.is_root())?;
    document.row_of(&parent)
}

pub(super) fn extend_to(app: &mut App, row: u64) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let Ok(way) = document.tab.outline.way_to_row(&document.view(), row) else {
        return wait(document, TreeCommand::ExtendTo(row));
    };
    let Some(last) = way.last() else { return Vec::new() };
    let to = siblings::way_of(&last.address);
    let anchor = document.selection().and_then(|it| it.anchor.clone().filter(|way| is_shown(document, way)));
    let primary = document.selection().map(|it| siblings::way_of(&it.address));
    let from = anchor.or(primary).unwrap_or_else(|| to.clone());
    let Ok(marked) = siblings::between(&from, &to, |parent| rows_in(document, parent)) else {
        return wait(document, TreeCommand::ExtendTo(row));
    };
    let mut selection = Selection::of(last).with_marked(marked);
    selection.anchor = Some(from);
    document.set_selection(Some(selection));
    Vec::new()
}

/// True while no message around a record is folded.
fn is_shown(document: &OpenDocument, way: &[u64]) -> bool {
    document.tab.outline.row_by_way(way).is_some()
}

/// How many records a message has; `None` while they are being counted.
fn rows_in(document: &OpenDocument, message: &[u64]) -> Option<u64> {
    let view = document.view();
    let message = match message {
        [] => document.snapshot.root(),
        way => view
            .way_by_rows(way.iter().copied())
            .ok()?
            .last()
            .filter(|it| it.address.steps().len() == way.len())?
            .child
            .message(),
    };
    let rows = view.rows(&message);
    rows.is_exact.then_some(rows.counted)
}

pub(super) fn move_cursor(app: &mut App, motion: Motion) -> Vec<Effect> {
    let row = match row_after(app, motion) {
        Goal::Row(row) => Some(row),
        Goal::Parent => parent_row(app),
        Goal::Wait => {
            let document = app.active_mut();
            return document.map(|it| wait(it, TreeCommand::MoveCursor(motion))).unwrap_or_default();
        }
        Goal::None => None,
    };
    let Some((document, row)) = app.active_mut().zip(row) else { return Vec::new() };
    let Ok(way) = document.tab.outline.way_to_row(&document.view(), row) else {
        return wait(document, TreeCommand::MoveCursor(motion));
    };
    let marked = document.selection().map(Selection::all).unwrap_or_default();
    if let Some(last) = way.last() {
        document.set_selection(Some(Selection { marked, ..Selection::of(last) }));
    }
    Vec::new()
}

pub(super) fn toggle(app: &mut App, address: Option<Address>) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let Some(address) = address.or_else(|| document.selection().map(|it| it.address.clone())) else {
        return Vec::new();
    };
    let located = match document.view().locate(&address) {
        Ok(Some(located)) => located,
        Ok(None) => return Vec::new(),
        Err(_) => return wait(document, TreeCommand::ToggleSelected(Some(address))),
    };
    let mut marked = document.selection().map(Selection::all).unwrap_or_default();
    siblings::toggle(&mut marked, &siblings::way_of(&address));
    document.set_selection(Some(Selection::of(&located).with_marked(marked)));
    Vec::new()
}

pub(super) fn select_siblings(app: &mut App) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let Some(selection) = document.selection().cloned() else { return Vec::new() };
    let parent: Vec<u64> = selection.address.parent().map(|it| siblings::way_of(&it)).unwrap_or_default();
    let Some(count) = rows_in(document, &parent) else { return wait(document, TreeCommand::SelectSiblings) };
    let selection = selection.with_marked(vec![Siblings { parent, rows: 0..count }]);
    document.set_selection(Some(Selection { anchor: None, ..selection }));
    Vec::new()
}

pub(super) fn select_one(app: &mut App) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    if let Some(selection) = document.selection().cloned() {
        document.set_selection(Some(Selection { marked: Vec::new(), anchor: None, ..selection }));
    }
    Vec::new()
}

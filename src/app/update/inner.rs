//! Fields that are not in the bytes, given a value where they are shown; elements of packed runs, edited one by one.

use super::super::document::Change;
use super::super::outline::{ElementRow, Inner};
use super::super::selection::Selection;
use super::super::{
    App, Command, EditCommand, Effect, OpenDocument, RecordCommand, TreeCommand, WindowEffect, value_edit,
};
use super::edit::{self, Planned, Refusal, gone, make};
use super::wait;
use crate::schema::packed::Elements;
use crate::schema::plan::{self, Slot};
use crate::schema::target::{self, Found};
use crate::schema::{Reading, of_number};
use crate::wire::Address;

pub(super) fn toggle_absent(app: &mut App) -> Vec<Effect> {
    app.settings.is_absent_shown = !app.settings.is_absent_shown;
    Vec::new()
}

/// Shows or hides absent fields in every document as the settings say.
pub(super) fn settle(app: &mut App) {
    let is_shown = app.settings.is_absent_shown;
    for document in &mut app.documents {
        document.show_absent(is_shown);
    }
}

/// Selects what stands in a visible row, whatever it is.
pub(super) fn select_row(app: &mut App, row: u64) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let Ok((way, inner)) = document.tab.outline.place_of_row(&document.view(), row) else {
        return wait(document, TreeCommand::Select(super::super::Pick::Row(row)));
    };
    match inner {
        // What is not there has no record that a command could mean.
        Some(Inner::Absent(..)) => document.set_selection(None),
        Some(Inner::Element(_)) | None => {
            let Some(last) = way.last() else { return Vec::new() };
            document.set_selection(Some(Selection::of(last)));
        }
    }
    document.tab.inner = inner;
    Vec::new()
}

/// Leaves an element or an absent field for what it stands in; false where neither is selected.
pub(super) fn leave(app: &mut App) -> bool {
    let Some(document) = app.active_mut() else { return false };
    match document.tab.inner.take() {
        None => false,
        Some(Inner::Element(_)) => true,
        Some(Inner::Absent(way, _)) => {
            if let Ok(way) = document.view().way_by_rows(way.iter().copied()) {
                document.set_selection(way.last().map(Selection::of));
            }
            true
        }
    }
}

/// Adds the absent field that is selected, and goes on with its value: both are one step, and giving the value up takes
/// the field out again. `None` where no absent field is selected.
pub(super) fn begin_absent(app: &mut App) -> Option<Vec<Effect>> {
    let document = app.active_document()?;
    let row = document.selected_absent()?;
    let inner = document.tab.inner.clone();
    let steps = document.history.now();
    let effects = edit::add_field(app, row.message, u64::from(row.field.number()));
    let document = app.active_mut()?;
    let added = document.tab.selection.as_ref().map(|it| it.id).filter(|_| document.history.now() > steps);
    if let Some(id) = added.filter(|_| document.tab.is_editing) {
        document.history.go_on_typing(id);
        document.tab.inner_before = inner;
    }
    Some(effects)
}

/// Adds the absent bool that is selected as true. `None` where none is.
pub(super) fn toggle_absent_bool(app: &mut App) -> Option<Vec<Effect>> {
    let is_bool = |kind: prost_reflect::Kind| kind == prost_reflect::Kind::Bool;
    app.active_document()?.selected_absent().filter(|it| is_bool(it.field.kind()))?;
    let mut effects = begin_absent(app)?;
    if let Some(address) = app.active_document()?.selection().map(|it| it.address.clone()) {
        effects.extend(edit::set_value(app, address, "true".to_owned()));
    }
    if let Some(document) = app.active_mut() {
        document.end_typing();
    }
    Some(effects)
}

/// After typing was given up: the absent field is selected again.
pub(super) fn restore(document: &mut OpenDocument) {
    if let Some(inner) = document.tab.inner_before.take() {
        document.set_selection(None);
        document.tab.inner = Some(inner);
    }
}

/// The element at an index of a run, as an edit finds it.
fn found(document: &OpenDocument, record: &Address, index: u64) -> Result<Found, Refusal> {
    let mut found = target::at(&document.snapshot, &document.lens, record)?.ok_or_else(gone)?;
    let field = match document.lens.read(&found.parent, &found.child.record) {
        Reading::Packed(field) => field,
        _ => return Err(gone()),
    };
    let payload = &found.child.record.payload;
    let run = document.view().run_index(payload, &field)?;
    let mut elements: Elements<'_> = run.elements(&document.snapshot, payload, &field.kind(), index);
    found.element = Some(elements.next().ok_or_else(gone)??);
    found.field = Some(field);
    Ok(found)
}

/// Whether a text is a value of an element; changes nothing.
pub(in crate::app) fn check(row: &ElementRow, text: &str) -> Result<(), String> {
    value_edit::parse(&Slot::Field(row.field.clone()), text.trim()).map(|_| ())
}

pub(super) fn set_element(app: &mut App, record: Address, index: u64, text: String) -> Vec<Effect> {
    let again = Command::Edit(EditCommand::SetElement { record: record.clone(), index, text: text.clone() });
    make(app, again, |document| {
        let found = found(document, &record, index)?;
        let field = found.field.clone().ok_or_else(gone)?;
        let encoded = value_edit::parse(&Slot::Field(field), text.trim())?;
        let edit = plan::set_found(&document.snapshot, &document.lens, &found, &encoded)?;
        let name = format!("Set {}", element_name(document, &record, index)?);
        let typing = document.is_typing().then(|| found.child.id());
        Ok(Change { name, edit, typing, selects_new: false })
    })
}

fn element_name(document: &OpenDocument, record: &Address, index: u64) -> Result<String, Refusal> {
    let located = document.view().locate(record)?.ok_or_else(gone)?;
    let base = document.view().occurrence(&located.message, &located.parent, &located.child, &located.reading);
    let place = base.map(|it| crate::wire::path::Index::At(it + index));
    Ok(located.reading.field().map_or_else(String::new, |it| super::super::view::indexed(it, place)))
}

/// Takes the selected element out of its run. `None` where none is selected.
pub(super) fn delete_element(app: &mut App) -> Option<Vec<Effect>> {
    let document = app.active_document()?;
    let row = document.selected_element()?;
    let effects = make(app, RecordCommand::DeleteRecord, |document| delete_plan(document, &row));
    let document = app.active_mut()?;
    document.end_typing();
    // The one behind it took its place; behind the last one it is the one before.
    let is_last = row.index + 1 >= row.of;
    let index = if is_last { row.index.checked_sub(1) } else { Some(row.index) };
    document.tab.inner = index.map(Inner::Element).filter(|_| document.tab.selection.is_some());
    Some(effects)
}

fn delete_plan(document: &OpenDocument, row: &ElementRow) -> Planned {
    let found = found(document, &row.record, row.index)?;
    let edit = plan::delete_found(&document.snapshot, &found)?;
    Ok(Change { name: format!("Delete {}", row.name), edit, typing: None, selects_new: false })
}

/// Puts the selected element's value on the clipboard. `None` where none is selected.
pub(super) fn copy_element(app: &App) -> Option<Vec<Effect>> {
    let row = app.active_document()?.selected_element()?;
    let raw = row.element.filter(|it| !it.is_cut)?.raw;
    Some(vec![Effect::Window(WindowEffect::Copy(of_number(&row.field.kind(), raw).to_string()))])
}

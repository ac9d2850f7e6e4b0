//! Whole records: taken out, copied, moved among the records of their message, added beside one another. They move as
//! their bytes: nothing is written anew, and all that is selected is one step.

use super::super::document::{Change, OpenDocument};
use super::super::siblings::Siblings;
use super::super::{App, Command, Effect, RecordCommand, Shift};
use super::edit::{self, Planned, Refusal, gone, make};
use crate::schema::Reading;
use crate::schema::plan;
use crate::wire::{Address, Edit, Message, Records, Step};

/// Records that stand one after the other are found by a walk from the first one: so many bytes at most are put
/// somewhere new.
const COPIED: u64 = 8 << 20;
/// Ranges of records that one step acts on at most.
const RANGES: usize = 4096;

/// Does what is asked that puts in, takes out or moves records.
pub(super) fn command(app: &mut App, command: RecordCommand) -> Vec<Effect> {
    match command {
        RecordCommand::DeleteRecord => delete(app),
        RecordCommand::Duplicate => duplicate(app),
        RecordCommand::MoveRecords(way) => shift(app, way),
        RecordCommand::MoveBefore { message, row } => move_before(app, message, row),
        RecordCommand::InsertBefore => insert(app, Side::Before),
        RecordCommand::InsertAfter => insert(app, Side::After),
    }
}

/// Selected records that stand one after the other, as they are found in the document.
pub(super) struct Found {
    pub parent: Address,
    pub message: Message,
    /// The first of them.
    pub from: Step,
    /// Behind the last of them.
    pub to: Step,
}

impl Found {
    pub fn count(&self) -> u64 {
        self.to.row - self.from.row
    }

    pub fn len(&self) -> u64 {
        self.to.at - self.from.at
    }

    fn delete(&self) -> Edit {
        Edit::Splice { parent: self.parent.clone(), from: self.from, to: self.to, with: Records::none() }
    }

    pub fn records(&self, document: &OpenDocument) -> Records {
        document.snapshot.records(&self.message, self.from, self.to)
    }
}

/// All that is selected, in the order of the rows.
pub(super) fn selected(document: &OpenDocument) -> Result<Vec<Found>, Refusal> {
    let selection = document.tab.selection.as_ref().ok_or_else(gone)?;
    let all = selection.all();
    if all.len() > RANGES {
        let why = format!("More than {RANGES} separate ranges of records are selected: do it in parts");
        return Err(why.into());
    }
    all.iter().map(|it| find(document, it)).collect()
}

fn find(document: &OpenDocument, siblings: &Siblings) -> Result<Found, Refusal> {
    let view = document.view();
    let way = view.way_by_rows(siblings.parent.iter().copied())?;
    if way.len() < siblings.parent.len() {
        return Err(gone());
    }
    let (parent, message) = match way.last() {
        Some(it) => (it.address.clone(), it.child.message()),
        None => (Address::ROOT, document.snapshot.root()),
    };
    if !view.is_row_near(&message, siblings.rows.end) {
        return Err("The message is still being indexed: try again in a moment".to_owned().into());
    }
    let from = view.child_at_row(&message, siblings.rows.start)?.ok_or_else(gone)?.place;
    let to = match view.child_at_row(&message, siblings.rows.end)? {
        Some(child) => child.place,
        None => Step { row: siblings.rows.end, at: message.body.len() },
    };
    Ok(Found { parent, message, from, to })
}

/// What is selected, in a few words: its name, or how many records.
pub(super) fn name_of(document: &OpenDocument, found: &[Found]) -> Result<String, Refusal> {
    let count: u64 = found.iter().map(Found::count).sum();
    match found {
        [only] if count == 1 => {
            let located = document.view().locate(&only.parent.child(only.from))?.ok_or_else(gone)?;
            Ok(document.view().label(&located).text)
        }
        _ => Ok(format!("{count} records")),
    }
}

fn whole(edits: Vec<Edit>) -> Edit {
    match <[Edit; 1]>::try_from(edits) {
        Ok([only]) => only,
        Err(edits) => Edit::Several(edits),
    }
}

pub(super) fn delete(app: &mut App) -> Vec<Effect> {
    if let Some(effects) = super::inner::delete_element(app) {
        return effects;
    }
    if app.active_document().is_none_or(|it| it.tab.selection.is_none()) {
        return Vec::new();
    }
    let effects = make(app, RecordCommand::DeleteRecord, |document| {
        let found = selected(document)?;
        let name = format!("Delete {}", name_of(document, &found)?);
        // From the back, so that the places before stay what they are.
        let edit = whole(found.iter().rev().map(Found::delete).collect());
        Ok(Change { name, edit, typing: None, selects_new: false })
    });
    if let Some(document) = app.active_mut() {
        document.end_typing();
    }
    effects
}

pub(super) fn duplicate(app: &mut App) -> Vec<Effect> {
    if app.active_document().is_none_or(|it| it.tab.selection.is_none()) {
        return Vec::new();
    }
    make(app, RecordCommand::Duplicate, |document| {
        let found = selected(document)?;
        let len: u64 = found.iter().map(Found::len).sum();
        if len > COPIED {
            let why = format!("{} MiB are selected, and {} are duplicated at once", len >> 20, COPIED >> 20);
            return Err(why.into());
        }
        let name = format!("Duplicate {}", name_of(document, &found)?);
        let copy = |it: &Found| {
            let copies = document.snapshot.copies(&it.message, it.from, it.to);
            Edit::insert(it.parent.clone(), it.to, copies)
        };
        let edit = whole(found.iter().rev().map(copy).collect());
        Ok(Change { name, edit, typing: None, selects_new: true })
    })
}

pub(super) fn shift(app: &mut App, shift: Shift) -> Vec<Effect> {
    if app.active_document().is_none_or(|it| it.tab.selection.is_none()) {
        return Vec::new();
    }
    make(app, RecordCommand::MoveRecords(shift), |document| {
        let found = in_one_message(selected(document)?)?;
        let name = name_of(document, &found)?;
        let (edit, how) = match shift {
            Shift::Up => (whole(found.iter().map(|it| up(document, it)).collect::<Result<_, _>>()?), "up"),
            Shift::Down => (whole(found.iter().rev().map(|it| down(document, it)).collect::<Result<_, _>>()?), "down"),
            Shift::First => (gather(document, &found, Step::default()), "to the start"),
            Shift::Last => {
                let message = found.first().map(|it| it.message.clone()).ok_or_else(gone)?;
                (gather(document, &found, end_of(document, &message)?), "to the end")
            }
        };
        Ok(Change { name: format!("Move {name} {how}"), edit, typing: None, selects_new: true })
    })
}

/// Behind the last record of a message, or before one that would take up what comes behind it.
fn end_of(document: &OpenDocument, message: &Message) -> Result<Step, Refusal> {
    edit::end_of(document, message)
}

pub(super) fn move_before(app: &mut App, message: Address, row: u64) -> Vec<Effect> {
    if app.active_document().is_none_or(|it| it.tab.selection.is_none()) {
        return Vec::new();
    }
    let again = Command::Records(RecordCommand::MoveBefore { message: message.clone(), row });
    make(app, again, |document| {
        let found = in_one_message(selected(document)?)?;
        let first = found.first().filter(|it| it.parent == message);
        let first = first.ok_or_else(|| "Records are moved within their own message".to_owned())?;
        let to = match document.view().child_at_row(&first.message, row)? {
            Some(child) => child.place,
            None => end_of(document, &first.message)?,
        };
        let name = format!("Move {}", name_of(document, &found)?);
        Ok(Change { name, edit: gather(document, &found, to), typing: None, selects_new: true })
    })
}

fn in_one_message(found: Vec<Found>) -> Result<Vec<Found>, Refusal> {
    let first = found.first().map(|it| it.parent.clone());
    if found.iter().all(|it| Some(&it.parent) == first.as_ref()) {
        return Ok(found);
    }
    Err("The selected records stand in different messages: select records of one to move them".to_owned().into())
}

/// Records before the one above them; nothing for those that are the first.
fn up(document: &OpenDocument, found: &Found) -> Result<Edit, Refusal> {
    let Some(row) = found.from.row.checked_sub(1) else { return Ok(Edit::Several(Vec::new())) };
    let above = document.view().child_at_row(&found.message, row)?.ok_or_else(gone)?;
    let insert = Edit::insert(found.parent.clone(), above.place, found.records(document));
    Ok(Edit::Several(vec![found.delete(), insert]))
}

/// Records behind the one below them; nothing for those that are the last.
fn down(document: &OpenDocument, found: &Found) -> Result<Edit, Refusal> {
    let Some(below) = document.view().child_at_row(&found.message, found.to.row)? else {
        return Ok(Edit::Several(Vec::new()));
    };
    let after = below.after();
    let place = Step { row: after.row - found.count(), at: after.at - found.len() };
    let insert = Edit::insert(found.parent.clone(), place, found.records(document));
    Ok(Edit::Several(vec![found.delete(), insert]))
}

/// Records of one message, one after the other before a place of it as it stands now; nothing where they stand there.
fn gather(document: &OpenDocument, found: &[Found], to: Step) -> Edit {
    let is_there = matches!(found, [only] if only.from.row <= to.row && to.row <= only.to.row);
    if is_there {
        return Edit::Several(Vec::new());
    }
    let mut place = to;
    for it in found.iter().filter(|it| it.from.row < to.row) {
        // What stands before the place goes, and a place amid them is the one before them.
        let end = if it.to.row > to.row { to } else { it.to };
        place = Step { row: place.row - (end.row - it.from.row), at: place.at - (end.at - it.from.at) };
    }
    let deletes = found.iter().rev().map(Found::delete);
    let inserts = found.iter().rev().map(|it| Edit::insert(it.parent.clone(), place, it.records(document)));
    Edit::Several(deletes.chain(inserts).collect())
}

/// A side of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

pub(super) fn insert(app: &mut App, side: Side) -> Vec<Effect> {
    let Some(selection) = app.active_document().and_then(|it| it.tab.selection.clone()) else { return Vec::new() };
    let again = match side {
        Side::Before => Command::Records(RecordCommand::InsertBefore),
        Side::After => Command::Records(RecordCommand::InsertAfter),
    };
    edit::making_new(app, again, |document| plan_insert(document, &selection.address, side))
}

fn plan_insert(document: &OpenDocument, address: &Address, side: Side) -> Planned {
    let located = document.view().locate(address)?.ok_or_else(gone)?;
    let field = match &located.reading {
        Reading::Value(field) | Reading::Message(field, _) if field.is_repeated() => field.clone(),
        _ => return Err("Only a repeated field takes another value".to_owned().into()),
    };
    let place = match side {
        Side::Before => located.child.place,
        Side::After => located.child.after(),
    };
    let bytes = plan::record_bytes(u64::from(field.number()), &plan::default_value(&field));
    let span = document.snapshot.bytes().push(&bytes);
    let with = Records::from_span(document.snapshot.bytes(), span);
    let edit = Edit::insert(address.parent().unwrap_or_default(), place, with);
    Ok(Change { name: format!("Insert {}", field.path_name()), edit, typing: None, selects_new: true })
}

//! Edits: each is planned, applied, asked about where it would change how others read, and kept in the history.

use super::super::byte_edit::BytesChange;
use super::super::document::{Change, OpenDocument};
use super::super::question::Question;
use super::super::view::Located;
use super::super::{App, Command, DocumentId, EditCommand, Effect, RecordRow, value_edit};
use super::{Said, history, inner, value_file, wait};
use crate::schema::plan::{self, PlanError, Slot};
use crate::schema::target::{self, TargetError};
use crate::schema::{self, Field, Reading, Value};
use crate::wire::{self, Address, Body, Edit, EditError, Flaws, Missing, Records, Span};

/// Messages up to this size are walked for where a new field goes.
const WALKED: u64 = 1 << 20;

/// An edit that waits for an answer.
pub(in crate::app) struct PendingEdit {
    document: DocumentId,
    version: u64,
    change: Pending,
}

/// Does what is asked that edits values, or takes edits back.
pub(super) fn command(app: &mut App, command: EditCommand) -> Vec<Effect> {
    match command {
        EditCommand::Undo => history::undo(app),
        EditCommand::Redo => history::redo(app),
        EditCommand::GoToStep(done) => history::go_to_step(app, done),
        EditCommand::ValueFromFile => value_file::ask_from(app),
        EditCommand::ValueToFile => value_file::ask_to(app),
        EditCommand::WriteValue { at, path } => value_file::write(app, at, path, false),
        EditCommand::BeginEdit => begin(app),
        EditCommand::BeginTyping => begin_typing(app),
        EditCommand::EndEdit => end(app),
        EditCommand::CancelEdit => cancel(app),
        EditCommand::SetValue { address, text } => set_value(app, address, text),
        EditCommand::SetPayload { address, bytes } => set_payload(app, address, bytes),
        EditCommand::ToggleBool(address) => toggle_bool(app, address),
        EditCommand::SetEnum { address, number } => set_enum(app, address, number),
        EditCommand::ShowFieldPicker => show_field_picker(app),
        EditCommand::HideFieldPicker => hide_field_picker(app),
        EditCommand::AddField { message, number } => add_field(app, message, number),
        EditCommand::SetElement { record, index, text } => inner::set_element(app, record, index, text),
    }
}

enum Pending {
    Records(Change),
    Bytes(BytesChange),
}

/// Why an edit is not made.
pub(in crate::app) enum Refusal {
    /// Bytes have to be read first.
    Absent,
    /// It cannot be done.
    Because(String),
}

impl From<Span> for Refusal {
    fn from(_: Span) -> Self {
        Self::Absent
    }
}

impl From<Missing> for Refusal {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Absent(_) => Self::Absent,
            Missing::Gone(_) => Self::Because("its bytes are gone: the file was truncated or replaced".to_owned()),
        }
    }
}

impl From<EditError> for Refusal {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Absent(_) => Self::Absent,
            EditError::NoRecord(_) => Self::Because(error.to_string()),
        }
    }
}

impl From<PlanError> for Refusal {
    fn from(error: PlanError) -> Self {
        match error {
            PlanError::Target(TargetError::Missing(missing)) => missing.into(),
            error => Self::Because(error.to_string()),
        }
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::Because(reason)
    }
}

pub(super) type Planned = Result<Change, Refusal>;

/// Makes the edit of the active document that `plan` gives; `again` is what asked for it.
pub(super) fn make(
    app: &mut App,
    again: impl Into<Command>,
    plan: impl FnOnce(&OpenDocument) -> Planned,
) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    match plan(document) {
        Err(Refusal::Absent) => wait(document, again),
        Err(Refusal::Because(why)) => {
            let (id, name) = (document.id, document.name());
            refuse(app, id, &name, why);
            Vec::new()
        }
        Ok(change) if change.edit.is_nothing() => Vec::new(),
        Ok(change) => apply(app, change, Some(again.into())),
    }
}

pub(super) fn refuse(app: &mut App, id: DocumentId, name: &str, why: String) {
    let said = Said::warning(format!("{name} was not edited"), why, "Nothing has changed");
    app.notify(Said { document: Some(id), ..said });
}

/// Applies a change to the active document; `again` is what asked for it, `None` when its warnings are accepted.
fn apply(app: &mut App, change: Change, again: Option<Command>) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let id = document.id;
    let applied = match document.snapshot.apply_with(&change.edit, &document.levels) {
        Ok(applied) => applied,
        Err(EditError::Absent(_)) => return again.map(|it| wait(document, it)).unwrap_or_default(),
        Err(error @ EditError::NoRecord(_)) => {
            let name = document.name();
            refuse(app, id, &name, error.to_string());
            return Vec::new();
        }
    };
    let is_allowed = change.typing.is_some() && change.typing == document.allowed;
    if !applied.warnings.is_empty() && again.is_some() && !is_allowed {
        let (version, name) = (document.version, change.name.clone());
        let question = Question::Edit { document: id, name, warnings: applied.warnings };
        app.questions
            .push_back((question, Some(PendingEdit { document: id, version, change: Pending::Records(change) })));
        return Vec::new();
    }
    document.commit(change, applied);
    Vec::new()
}

/// Makes the edit that was asked about.
pub(super) fn make_pending(app: &mut App, pending: PendingEdit) -> Vec<Effect> {
    let PendingEdit { document, version, change } = pending;
    let Some(active) = app.active_mut().filter(|it| it.id == document && it.version == version) else {
        return Vec::new();
    };
    match change {
        Pending::Records(change) => {
            active.allowed = change.typing;
            apply(app, change, None)
        }
        Pending::Bytes(change) => {
            active.allowed_run = Some(change.run.id);
            apply_bytes(app, change, None)
        }
    }
}

/// Applies a change of bytes to the active document, as [`apply`] does one of records.
pub(super) fn apply_bytes(app: &mut App, change: BytesChange, again: Option<Command>) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let (id, version) = (document.id, document.version);
    let applied = match document.snapshot.apply_with(&change.edit, &document.levels).map_err(Refusal::from) {
        Ok(applied) => applied,
        Err(Refusal::Absent) => return again.map(|it| wait(document, it)).unwrap_or_default(),
        Err(Refusal::Because(why)) => {
            let name = document.name();
            refuse(app, id, &name, why);
            return Vec::new();
        }
    };
    let is_allowed = again.is_none() || document.allowed_run == Some(change.run.id);
    if !change.warnings.is_empty() && !is_allowed {
        let (name, warnings) = (change.run.name(), change.warnings.clone());
        let pending = PendingEdit { document: id, version, change: Pending::Bytes(change) };
        app.questions.push_back((Question::Edit { document: id, name, warnings }, Some(pending)));
        return Vec::new();
    }
    document.commit_bytes(change, applied);
    Vec::new()
}

pub(super) fn begin(app: &mut App) -> Vec<Effect> {
    if let Some(effects) = inner::begin_absent(app) {
        return effects;
    }
    let is_element = app.active_document().and_then(OpenDocument::selected_element).is_some();
    let Some(document) = app.active_mut() else { return Vec::new() };
    let can_edit = match text_to_begin_with(document) {
        Err(Missing::Absent(_)) if !is_element => return wait(document, EditCommand::BeginEdit),
        text => is_element || matches!(text, Ok(Some(_))),
    };
    document.end_typing();
    document.tab.is_editing = can_edit;
    // Of a message that was added just now there is nothing to type.
    let is_message = |row: &RecordRow| matches!(&row.reading, Reading::Message(field, _) if !schema::is_time(field));
    if !can_edit && let Some(row) = document.selected().filter(|it| !is_message(it)) {
        let (id, what) = (document.id, format!("{} is not edited in place", row.name));
        let (why, remedy) = why_not_in_place(&row);
        app.notify(Said { document: Some(id), ..Said::warning(what, why, remedy) });
    }
    Vec::new()
}

/// Why a value is not typed in place, and what to do.
fn why_not_in_place(row: &RecordRow) -> (String, &'static str) {
    let len = row.child.record.payload.len();
    match &row.reading {
        Reading::Packed(_) => {
            ("It has too many elements for one line, or ends within one".to_owned(), "Open it and edit its elements")
        }
        Reading::Message(..) => {
            ("It holds more than a time, or one that no calendar has".to_owned(), "Open it and edit its fields")
        }
        _ if len > value_edit::LONGEST => (
            format!("Its value is {len} bytes long, more than {}", value_edit::LONGEST),
            "Edit its bytes, or take its value from a file",
        ),
        _ => ("Its bytes are not read yet, or are gone".to_owned(), "Try again, or open the file again"),
    }
}

/// The selected value as text; `None` where it cannot be edited as one.
fn text_to_begin_with(document: &OpenDocument) -> Result<Option<String>, Missing> {
    let Some(selection) = document.selection() else { return Ok(None) };
    let Some(located) = document.view().locate(&selection.address).map_err(Missing::Absent)? else { return Ok(None) };
    value_edit::text(document.snapshot(), document.lens(), &located.child, &located.reading)
}

pub(super) fn begin_typing(app: &mut App) -> Vec<Effect> {
    if let Some(document) = app.active_mut().filter(|it| !it.is_typing()) {
        document.history.seal();
        document.tab.is_typing = document.tab.selection.is_some();
    }
    Vec::new()
}

pub(super) fn end(app: &mut App) -> Vec<Effect> {
    if let Some(document) = app.active_mut() {
        document.tab.inner_before = None;
        document.end_typing();
        document.allowed = None;
    }
    Vec::new()
}

pub(super) fn cancel(app: &mut App) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    document.allowed = None;
    if document.is_typing() {
        (document.tab.is_editing, document.tab.is_typing) = (false, false);
        document.cancel_typing();
    }
    inner::restore(document);
    Vec::new()
}

/// A record and what a text makes of it.
struct Typed {
    located: Located,
    found: target::Found,
    made: Made,
}

/// What a text stands for.
enum Made {
    Value(plan::Encoded),
    /// The elements of a packed run of a field.
    Elements(Field, Vec<Vec<u8>>),
}

pub(super) fn gone() -> Refusal {
    Refusal::Because("the record is not there any more".to_owned())
}

fn typed(document: &OpenDocument, address: &Address, text: &str) -> Result<Typed, Refusal> {
    let located = document.view().locate(address)?.ok_or_else(gone)?;
    let found = target::at(&document.snapshot, &document.lens, address)?.ok_or_else(gone)?;
    let record = &located.child.record;
    let made = match &located.reading {
        Reading::Packed(field) => Made::Elements(field.clone(), value_edit::parse_packed(field, text)?),
        Reading::Value(field) | Reading::Message(field, _) => {
            Made::Value(value_edit::parse(&Slot::Field(field.clone()), text)?)
        }
        Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => {
            let slot = Slot::Unknown { number: record.number, wire_type: Some(record.wire_type) };
            Made::Value(value_edit::parse(&slot, text)?)
        }
    };
    Ok(Typed { located, found, made })
}

/// Whether a text is a value of the record at an address; changes nothing.
pub(in crate::app) fn check_value(document: &OpenDocument, address: &Address, text: &str) -> Result<(), Refusal> {
    typed(document, address, text).map(|_| ())
}

/// What a text makes of the record at an address.
pub(super) fn plan_value(document: &OpenDocument, address: &Address, text: &str) -> Planned {
    let Typed { located, found, made } = typed(document, address, text)?;
    let snapshot = &document.snapshot;
    let stood = before_typing(document, address, &located.child)?;
    let edit = match &made {
        Made::Elements(field, elements) => {
            let from = stood.as_ref().unwrap_or(&located.child.record.payload);
            match value_edit::repacked(snapshot, from, field, elements)? {
                Some(payload) => Edit::Payload { record: address.clone(), payload },
                None => set_back(address, stood),
            }
        }
        Made::Value(_) if is_typed_back(document, &located, stood.as_ref(), text)? => set_back(address, stood),
        Made::Value(encoded) if located.reading == Reading::Undecoded => {
            set_payload_edit(document, address, &located.child, &encoded.payload)?
        }
        Made::Value(encoded) => plan::set_found(snapshot, &document.lens, &found, encoded)?,
    };
    let name = format!("Set {}", document.view().label(&located).text);
    Ok(Change { name, edit, typing: Some(located.child.id()), selects_new: false })
}

/// The payload that a record had before it was typed in: what is typed back is what it was, byte for byte.
/// `None` where it is not being typed in.
fn before_typing(document: &OpenDocument, address: &Address, child: &wire::Child) -> Result<Option<Body>, Refusal> {
    let Some(step) = document.history.typing_step(child.id()) else { return Ok(None) };
    let before = step.before.child(address)?.filter(|it| it.id() == child.id());
    Ok(before.map(|it| it.record.payload))
}

/// True when a text is the value that stood before it was typed in.
fn is_typed_back(
    document: &OpenDocument,
    located: &Located,
    stood: Option<&Body>,
    text: &str,
) -> Result<bool, Refusal> {
    let Some(stood) = stood else { return Ok(false) };
    let mut child = located.child.clone();
    child.record.payload = stood.clone();
    let before = value_edit::text(&document.snapshot, &document.lens, &child, &located.reading)?;
    Ok(before.as_deref() == Some(text))
}

/// Gives a record the payload that it had; nothing where that stands.
fn set_back(address: &Address, stood: Option<Body>) -> Edit {
    match stood {
        Some(payload) => Edit::Payload { record: address.clone(), payload },
        None => Edit::Several(Vec::new()),
    }
}

/// Gives a record a payload; nothing where that stands already.
pub(super) fn set_payload_edit(
    document: &OpenDocument,
    address: &Address,
    child: &wire::Child,
    payload: &[u8],
) -> Result<Edit, Refusal> {
    let snapshot = &document.snapshot;
    let is_same =
        child.record.payload.len() == payload.len() as u64 && snapshot.body_bytes(&child.record.payload)? == payload;
    if is_same {
        return Ok(Edit::Several(Vec::new()));
    }
    Ok(Edit::set_payload(address.clone(), snapshot.bytes().push(payload)))
}

pub(super) fn set_value(app: &mut App, address: Address, text: String) -> Vec<Effect> {
    let again = Command::Edit(EditCommand::SetValue { address: address.clone(), text: text.clone() });
    make(app, again, |document| {
        let mut change = plan_value(document, &address, &text)?;
        // What is not typed is a step of its own.
        change.typing = change.typing.filter(|_| document.is_typing());
        Ok(change)
    })
}

pub(super) fn set_payload(app: &mut App, address: Address, bytes: Vec<u8>) -> Vec<Effect> {
    let again = Command::Edit(EditCommand::SetPayload { address: address.clone(), bytes: bytes.clone() });
    make(app, again, |document| {
        let row = document.view().locate(&address)?.ok_or_else(gone)?;
        let name = format!("Set bytes of {}", document.view().label(&row).text);
        let edit = set_payload_edit(document, &address, &row.child, &bytes)?;
        let typing = document.is_typing().then(|| row.child.id());
        Ok(Change { name, edit, typing, selects_new: false })
    })
}

pub(super) fn toggle_bool(app: &mut App, address: Option<Address>) -> Vec<Effect> {
    if address.is_none()
        && let Some(effects) = inner::toggle_absent_bool(app)
    {
        return effects;
    }
    let selected = app.active_document().and_then(OpenDocument::selection).map(|it| it.address.clone());
    let Some(address) = address.or(selected) else { return Vec::new() };
    make(app, EditCommand::ToggleBool(Some(address.clone())), |document| {
        let row = document.view().locate(&address)?.ok_or_else(gone)?;
        let value = document.lens.value(&document.snapshot, &row.reading, &row.child.record)?;
        let Value::Bool(is_true) = value else { return Err("it is no bool".to_owned().into()) };
        let text = if is_true { "false" } else { "true" };
        let mut change = plan_value(document, &address, text)?;
        change.typing = None;
        Ok(change)
    })
}

pub(super) fn set_enum(app: &mut App, address: Address, number: i32) -> Vec<Effect> {
    let again = Command::Edit(EditCommand::SetEnum { address: address.clone(), number });
    make(app, again, |document| {
        let mut change = plan_value(document, &address, &number.to_string())?;
        // The value of a field that was added to be given one belongs to the same step.
        change.typing = change.typing.filter(|id| document.is_typing() && document.history.typing_step(*id).is_some());
        Ok(change)
    })
}

pub(super) fn show_field_picker(app: &mut App) -> Vec<Effect> {
    app.is_field_picker_shown = app.field_picker_target().is_some();
    Vec::new()
}

pub(super) fn hide_field_picker(app: &mut App) -> Vec<Effect> {
    app.is_field_picker_shown = false;
    Vec::new()
}

pub(super) fn add_field(app: &mut App, message: Address, number: u64) -> Vec<Effect> {
    app.is_field_picker_shown = false;
    let again = Command::Edit(EditCommand::AddField { message: message.clone(), number });
    making_new(app, again, |document| plan_add(document, &message, number))
}

/// Makes an edit that puts a new value in, and goes on with editing that.
pub(super) fn making_new(
    app: &mut App,
    again: impl Into<Command>,
    plan: impl FnOnce(&OpenDocument) -> Planned,
) -> Vec<Effect> {
    let here = |app: &App| {
        let document = app.active_document()?;
        Some((document.state(), document.tab.selection.as_ref().map(|it| it.id), document.tab.sought.is_some()))
    };
    let before = here(app);
    let effects = make(app, again, plan);
    let is_added = match (before, here(app)) {
        (Some((state, selected, _)), Some((now, new, is_sought))) => {
            now != state && new.is_some() && new != selected && !is_sought
        }
        _ => false,
    };
    // The person goes on with the value.
    if is_added {
        begin(app);
    }
    effects
}

fn plan_add(document: &OpenDocument, message: &Address, number: u64) -> Planned {
    let (snapshot, lens, view) = (&document.snapshot, &document.lens, document.view());
    let way = view.way(message)?;
    let ty = match way.last() {
        Some(it) => view.inner(&it.parent, &it.child, &it.reading).flatten(),
        None => lens.root().clone(),
    };
    let field = ty.as_ref().and_then(|it| Field::by_number(it, number));
    let body = snapshot.message(message)?.ok_or_else(|| "the message is not there any more".to_owned())?;
    let (name, encoded) = match &field {
        Some(field) => (field.path_name(), plan::default_value(field)),
        None => (format!("#{number}"), plan::Encoded { wire_type: wire::WireType::Len, payload: Vec::new() }),
    };
    let edit = match &field {
        Some(field) if body.body.len() <= WALKED => plan::add(snapshot, lens, message, field, &encoded)?,
        Some(field) if field.oneof().is_some() => {
            return Err("the message is too large to find the other members of the oneof in".to_owned().into());
        }
        Some(_) | None => {
            let bytes = plan::record_bytes(number, &encoded);
            let span = snapshot.bytes().push(&bytes);
            Edit::insert(message.clone(), end_of(document, &body)?, Records::from_span(snapshot.bytes(), span))
        }
    };
    Ok(Change { name: format!("Add {name}"), edit, typing: None, selects_new: true })
}

/// Where a new record of a message goes: its end, before a record that would take it up. Found through the index.
pub(super) fn end_of(document: &OpenDocument, message: &wire::Message) -> Result<wire::Step, Refusal> {
    let Some(last) = message.body.len().checked_sub(1) else { return Ok(wire::Step::default()) };
    let view = document.view();
    if !view.is_offset_near(message, last) {
        return Err("the message is still being indexed: try again in a moment".to_owned().into());
    }
    let Some(child) = document.snapshot.child_at(message, last, &document.levels)? else {
        return Ok(wire::Step::default());
    };
    let is_open = child.record.flaws.without(Flaws::MISFIT).is_open();
    Ok(if is_open { child.place } else { child.after() })
}

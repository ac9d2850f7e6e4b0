//! Plans: the edits that a person asks for by path, as edits of records.

use std::fmt;

use prost_reflect::{Kind, MessageDescriptor};

use super::field::Field;
use super::lens::{Lens, Reading, Type};
use super::packed::{Element, Elements};
use super::target::{self, Absent, Found, Spec, Target, TargetError};
use super::value;
use crate::wire::path::{Index, Key, Path};
use crate::wire::{
    self, Address, Body, Child, Document, Edit, Flaws, Level, Message, Missing, Records, Step, WireType, varint,
};

/// What a value is wanted for.
#[derive(Clone, Debug)]
pub enum Slot {
    /// A field: one value of it.
    Field(Field),
    /// The whole document.
    Message(MessageDescriptor),
    /// A record the schema does not know; with its wire type where it stands already.
    Unknown {
        /// The field number.
        number: u64,
        /// The wire type it has.
        wire_type: Option<WireType>,
    },
}

/// A value as bytes: what stands behind the tag, without a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The wire type it is for; a group's payload is without the end tag.
    pub wire_type: WireType,
    /// The bytes.
    pub payload: Vec<u8>,
}

/// Makes the value for a slot, or says why what was given does not fit.
pub type Encode<'a> = &'a mut dyn FnMut(&Slot) -> Result<Encoded, String>;

/// Why an edit cannot be planned; nothing is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// The path names nothing.
    Target(TargetError),
    /// The value does not fit.
    Value(String),
    /// What is asked for cannot be done to what the path names.
    Refused(String),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(error) => error.fmt(f),
            Self::Value(reason) | Self::Refused(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for PlanError {}

impl From<TargetError> for PlanError {
    fn from(error: TargetError) -> Self {
        Self::Target(error)
    }
}

impl From<Missing> for PlanError {
    fn from(missing: Missing) -> Self {
        Self::Target(TargetError::Missing(missing))
    }
}

fn absent(span: wire::Span) -> PlanError {
    Missing::Absent(span).into()
}

/// Gives what a path names a value; makes it, and the messages around it, where it is absent.
///
/// # Errors
/// A path that names nothing, or a value that does not fit.
pub fn set(document: &Document, lens: &Lens, path: &Path, encode: Encode<'_>) -> Result<Edit, PlanError> {
    match target::find(document, lens, path)? {
        Target::Root => {
            let Some(root) = lens.root() else {
                return Err(PlanError::Refused(
                    "the whole message cannot be set without its type: give it with -t".into(),
                ));
            };
            let encoded = encode(&Slot::Message(root.clone())).map_err(PlanError::Value)?;
            replace_all(document, &encoded.payload)
        }
        Target::Found(found) => {
            let encoded = encode(&slot_of(&found)).map_err(PlanError::Value)?;
            set_found(document, lens, &last_element(document, *found)?, &encoded)
        }
        Target::Absent(absent) => {
            let encoded = encode(&leaf_slot(&absent)).map_err(PlanError::Value)?;
            add_absent(document, lens, &absent, &encoded)
        }
    }
}

/// Gives what a path names these payload bytes, whatever they are.
///
/// # Errors
/// A path that names nothing.
pub fn set_raw(document: &Document, lens: &Lens, path: &Path, payload: &[u8]) -> Result<Edit, PlanError> {
    match target::find(document, lens, path)? {
        Target::Root => replace_all(document, payload),
        Target::Found(found) => match &found.element {
            Some(element) => splice_elements(document, &found, element.at, element.len, payload),
            None if is_payload(document, &found.child, payload)? => Ok(Edit::Several(Vec::new())),
            None => Ok(Edit::set_payload(found.address, document.bytes().push(payload))),
        },
        Target::Absent(absent) => {
            let wire_type = match leaf_slot(&absent) {
                Slot::Field(field) if !field.is_packed() => field.wire_type(),
                Slot::Field(_) | Slot::Message(_) | Slot::Unknown { .. } => WireType::Len,
            };
            add_absent(document, lens, &absent, &Encoded { wire_type, payload: payload.to_vec() })
        }
    }
}

/// Adds a value behind the last one of the field that a path names.
///
/// # Errors
/// A path that names nothing, or a value that does not fit.
pub fn append(document: &Document, lens: &Lens, path: &Path, encode: Encode<'_>) -> Result<Edit, PlanError> {
    let mut path = path.clone();
    let Some(leaf) = path.segments.last_mut() else {
        return Err(PlanError::Refused("the whole message cannot be appended to: name a field".into()));
    };
    if leaf.index.take().is_some() {
        return Err(PlanError::Refused(format!("{leaf} is appended to as a whole: leave the index out")));
    }
    match target::find_record(document, lens, &path)? {
        Target::Root => Ok(Edit::Several(Vec::new())),
        Target::Absent(absent) => {
            let encoded = encode(&leaf_slot(&absent)).map_err(PlanError::Value)?;
            add_absent(document, lens, &absent, &encoded)
        }
        Target::Found(found) => {
            let encoded = encode(&slot_of(&found)).map_err(PlanError::Value)?;
            append_after(document, lens, &found, &encoded)
        }
    }
}

/// Takes out all that a path names; nothing where it is absent.
///
/// # Errors
/// A path that names nothing.
pub fn delete(document: &Document, lens: &Lens, path: &Path) -> Result<Edit, PlanError> {
    if path.segments.is_empty() {
        return replace_all(document, &[]);
    }
    let mut edits: Vec<Edit> = Vec::new();
    target::find_all::<PlanError>(document, lens, path, &mut |found| {
        let edit = delete_found(document, &found)?;
        match (edits.last_mut(), &edit) {
            // Records that stand side by side go in one edit: a field may occur ten million times.
            (Some(Edit::Splice { parent, to, .. }), Edit::Splice { parent: next, from, to: end, .. })
                if parent == next && to == from =>
            {
                *to = *end;
            }
            _ => edits.push(edit),
        }
        Ok(())
    })?;
    edits.reverse();
    Ok(one_or_several(edits))
}

/// The edit that takes a record, or an element of a packed one, out.
///
/// # Errors
/// Bytes that cannot be read.
pub fn delete_found(document: &Document, found: &Found) -> Result<Edit, PlanError> {
    match &found.element {
        Some(element) if element.len < found.child.record.payload.len() => {
            splice_elements(document, found, element.at, element.len, &[])
        }
        _ => Ok(Edit::delete(found.address.parent().unwrap_or_default(), &found.child)),
    }
}

/// Moves what a path names to another place among the occurrences of its field.
///
/// # Errors
/// A path that names nothing or no occurrence, or a place that is not there.
pub fn move_to(document: &Document, lens: &Lens, path: &Path, index: u64) -> Result<Edit, PlanError> {
    let found = match target::find_record(document, lens, path)? {
        Target::Found(found) => found,
        Target::Root | Target::Absent(_) => {
            return Err(PlanError::Refused(format!("{path} is not there: nothing can be moved")));
        }
    };
    let parent = found.address.parent().unwrap_or_default();
    let message = document.message(&parent).map_err(absent)?.unwrap_or_else(|| document.root());
    let values = values_of(document, lens, &message, &found)?;
    let name = found.field.as_ref().map_or_else(|| format!("#{}", found.child.record.number), Field::path_name);
    let count = values.len() as u64;
    let to = usize::try_from(index).ok().and_then(|it| values.get(it));
    let Some(to) = to else { return Err(TargetError::OutOfRange { name, index, count }.into()) };
    let is_it =
        |it: &&Value| it.child.place == found.child.place && it.element.map(|e| e.at) == found.element.map(|e| e.at);
    let Some(from) = values.iter().position(|it| is_it(&it)) else {
        return Err(PlanError::Refused(format!("{path} is a packed run: name the element to move, as {name}[0]")));
    };
    let goes_back = index as usize > from;
    match (&found.element, &to.element) {
        (None, None) => {
            let place = if goes_back { to.child.after() } else { to.child.place };
            let is_there = to.child.place == found.child.place;
            Ok(if is_there { Edit::Several(Vec::new()) } else { Edit::move_record(parent, &found.child, place) })
        }
        (Some(element), Some(other)) if to.child.place == found.child.place => {
            rotate_elements(document, &found, *element, *other)
        }
        _ => Err(PlanError::Refused(format!(
            "{path} and {name}[{index}] stand in different records, one of them packed: delete one and append it"
        ))),
    }
}

/// Gives a record, or an element of a packed one, a value. The value that stands changes no byte; the other members
/// of its oneof go.
///
/// # Errors
/// Bytes that cannot be read.
pub fn set_found(document: &Document, lens: &Lens, found: &Found, encoded: &Encoded) -> Result<Edit, PlanError> {
    if let Some(element) = &found.element {
        return match &found.field {
            Some(field) if !element.is_cut && same_number(&field.kind(), element.raw, encoded) => {
                Ok(Edit::Several(Vec::new()))
            }
            _ => splice_elements(document, found, element.at, element.len, &encoded.payload),
        };
    }
    let (record, parent) = (&found.child.record, found.address.parent().unwrap_or_default());
    let change = if record.wire_type != encoded.wire_type {
        let span = document.bytes().push(&record_bytes(record.number, encoded));
        Some(Edit::replace(parent.clone(), &found.child, Records::from_span(document.bytes(), span)))
    } else if stands(document, found, encoded)? {
        None
    } else {
        Some(Edit::set_payload(found.address.clone(), document.bytes().push(&encoded.payload)))
    };
    let message = document.message(&parent).map_err(absent)?.unwrap_or_else(|| document.root());
    let siblings = siblings(document, lens, &message, found.field.as_ref(), &found.parent)?;
    Ok(with_siblings_gone(parent, siblings, change.map(|edit| (found.child.place, edit))))
}

/// Adds a field to a message as a new record at its end; the other members of its oneof go.
///
/// # Errors
/// No message at the address, or bytes that cannot be read.
pub fn add(
    document: &Document,
    lens: &Lens,
    message: &Address,
    field: &Field,
    encoded: &Encoded,
) -> Result<Edit, PlanError> {
    let ty = match target::at(document, lens, message).map_err(absent)? {
        Some(found) => found.field.as_ref().and_then(Field::message),
        None => lens.root().clone(),
    };
    let number = u64::from(field.number());
    let spec = Spec { number, field: Some(field.clone()), index: None, parent: ty.clone(), ty: field.message() };
    add_absent(document, lens, &Absent { message: message.clone(), ty, missing: vec![spec] }, encoded)
}

/// The value a field has when it is added without one: zero, empty, the enum's first, the schema's default.
pub fn default_value(field: &Field) -> Encoded {
    let default = match field {
        Field::Declared(it) => it.default_value(),
        Field::Extension(it) => it.default_value(),
        Field::Chosen(it) => prost_reflect::Value::default_value(&it.kind),
    };
    let number = |value: u64| {
        let mut payload = Vec::new();
        varint::push(value, &mut payload);
        payload
    };
    let payload = match (field.wire_type(), default) {
        (WireType::Varint, prost_reflect::Value::Bool(it)) => number(u64::from(it)),
        (WireType::Varint, prost_reflect::Value::I32(it)) if field.kind() == Kind::Sint32 => {
            number(varint::to_zigzag(it.into()))
        }
        (WireType::Varint, prost_reflect::Value::I64(it)) if field.kind() == Kind::Sint64 => {
            number(varint::to_zigzag(it))
        }
        (WireType::Varint, prost_reflect::Value::I32(it) | prost_reflect::Value::EnumNumber(it)) => {
            number(i64::from(it) as u64)
        }
        (WireType::Varint, prost_reflect::Value::I64(it)) => number(it as u64),
        (WireType::Varint, prost_reflect::Value::U32(it)) => number(it.into()),
        (WireType::Varint, prost_reflect::Value::U64(it)) => number(it),
        (WireType::Varint, _) => match field.kind() {
            Kind::Enum(enumeration) => number(i64::from(enumeration.default_value().number()) as u64),
            _ => number(0),
        },
        (WireType::Fixed32, prost_reflect::Value::F32(it)) => it.to_le_bytes().to_vec(),
        (WireType::Fixed32, prost_reflect::Value::U32(it)) => it.to_le_bytes().to_vec(),
        (WireType::Fixed32, prost_reflect::Value::I32(it)) => it.to_le_bytes().to_vec(),
        (WireType::Fixed64, prost_reflect::Value::F64(it)) => it.to_le_bytes().to_vec(),
        (WireType::Fixed64, prost_reflect::Value::U64(it)) => it.to_le_bytes().to_vec(),
        (WireType::Fixed64, prost_reflect::Value::I64(it)) => it.to_le_bytes().to_vec(),
        (WireType::Fixed32, _) => vec![0; 4],
        (WireType::Fixed64, _) => vec![0; 8],
        (_, prost_reflect::Value::String(it)) => it.into_bytes(),
        (_, prost_reflect::Value::Bytes(it)) => it.to_vec(),
        _ => Vec::new(),
    };
    Encoded { wire_type: field.wire_type(), payload }
}

/// The bytes of a whole record: tag, length, payload, end tag.
pub fn record_bytes(number: u64, encoded: &Encoded) -> Vec<u8> {
    let mut out = Vec::with_capacity(encoded.payload.len() + 12);
    varint::push(number << 3 | encoded.wire_type.number().unwrap_or(2), &mut out);
    if encoded.wire_type == WireType::Len {
        varint::push(encoded.payload.len() as u64, &mut out);
    }
    out.extend_from_slice(&encoded.payload);
    if encoded.wire_type == WireType::Group {
        varint::push(number << 3 | 4, &mut out);
    }
    out
}

fn slot_of(found: &Found) -> Slot {
    match &found.field {
        Some(field) => Slot::Field(field.clone()),
        None => Slot::Unknown { number: found.child.record.number, wire_type: Some(found.child.record.wire_type) },
    }
}

fn leaf_slot(absent: &Absent) -> Slot {
    let Some(leaf) = absent.missing.last() else { return Slot::Unknown { number: 0, wire_type: None } };
    leaf.known().map_or(Slot::Unknown { number: leaf.number, wire_type: None }, Slot::Field)
}

fn one_or_several(mut edits: Vec<Edit>) -> Edit {
    match edits.pop() {
        Some(only) if edits.is_empty() => only,
        Some(last) => {
            edits.push(last);
            Edit::Several(edits)
        }
        None => Edit::Several(edits),
    }
}

fn replace_all(document: &Document, payload: &[u8]) -> Result<Edit, PlanError> {
    if document.len() == payload.len() as u64 && document.to_vec()? == payload {
        return Ok(Edit::Several(Vec::new()));
    }
    let span = document.bytes().push(payload);
    let to = walk_to_end(document, &document.root())?.end;
    let with = Records::from_span(document.bytes(), span);
    Ok(Edit::Splice { parent: Address::ROOT, from: Step::default(), to, with })
}

/// Of a packed run that is meant as a whole, its last element: the one that wins.
fn last_element(document: &Document, mut found: Found) -> Result<Found, PlanError> {
    let Some(field) = found.field.as_ref().filter(|it| it.is_packable()) else { return Ok(found) };
    if found.element.is_none() && found.child.record.wire_type == WireType::Len {
        let mut last = Element { at: 0, len: 0, raw: 0, is_cut: true };
        for element in Elements::new(document, found.child.record.payload.clone(), &field.kind()) {
            last = element?;
        }
        found.element = Some(last);
    }
    Ok(found)
}

fn splice_elements(document: &Document, found: &Found, at: u64, len: u64, with: &[u8]) -> Result<Edit, PlanError> {
    let payload = document.spliced_payload(&found.child.record.payload, at, len, with)?;
    Ok(Edit::Payload { record: found.address.clone(), payload })
}

/// The payload with one element moved to the place of another.
fn rotate_elements(document: &Document, found: &Found, element: Element, to: Element) -> Result<Edit, PlanError> {
    let payload = &found.child.record.payload;
    let mut bytes = vec![0; usize::try_from(element.len).unwrap_or(0)];
    document.read_body(payload, element.at, &mut bytes)?;
    let without = document.spliced_payload(payload, element.at, element.len, &[])?;
    let at = if to.at > element.at { to.at + to.len - element.len } else { to.at };
    let payload = document.spliced_payload(&without, at, 0, &bytes)?;
    Ok(if to.at == element.at {
        Edit::Several(Vec::new())
    } else {
        Edit::Payload { record: found.address.clone(), payload }
    })
}

fn is_payload(document: &Document, child: &Child, bytes: &[u8]) -> Result<bool, PlanError> {
    let payload = &child.record.payload;
    Ok(payload.len() == bytes.len() as u64 && document.body_bytes(payload)? == bytes)
}

/// True when the value to be set is the one that stands, however it is written.
fn stands(document: &Document, found: &Found, encoded: &Encoded) -> Result<bool, PlanError> {
    if is_payload(document, &found.child, &encoded.payload)? {
        return Ok(true);
    }
    let payload = &found.child.record.payload;
    if found.child.record.wire_type != WireType::Varint {
        return Ok(false);
    }
    let Some(raw) = varint::whole(&document.body_start(payload, 16)?) else { return Ok(false) };
    let kind = found.field.as_ref().map_or(Kind::Uint64, Field::kind);
    Ok(same_number(&kind, raw, encoded))
}

fn same_number(kind: &Kind, raw: u64, encoded: &Encoded) -> bool {
    let Some(new) = value::raw_number(encoded.wire_type, &encoded.payload) else { return false };
    match kind {
        Kind::Float | Kind::Double => raw == new,
        kind => value::of_number(kind, raw) == value::of_number(kind, new),
    }
}

fn append_after(document: &Document, lens: &Lens, found: &Found, encoded: &Encoded) -> Result<Edit, PlanError> {
    let (record, parent) = (&found.child.record, found.address.parent().unwrap_or_default());
    if record.flaws.is_open() {
        let missing = vec![Spec {
            number: record.number,
            field: found.field.clone(),
            index: None,
            parent: found.parent.clone(),
            ty: None,
        }];
        let absent = Absent { message: parent, ty: found.parent.clone(), missing };
        return insert_absent(document, &absent, encoded, &[]);
    }
    let mut encoded = encoded.clone();
    if let Reading::Packed(field) = lens.read(&found.parent, record) {
        if !ends_cut(document, &field, &found.child)? {
            return splice_elements(document, found, record.payload.len(), 0, &encoded.payload);
        }
        // A run of its own, behind one that cannot be gone on with.
        encoded.wire_type = WireType::Len;
    }
    let span = document.bytes().push(&record_bytes(record.number, &encoded));
    Ok(Edit::insert(parent, found.child.after(), Records::from_span(document.bytes(), span)))
}

/// True when the last element of a packed run is not whole, so that what stood behind it would become part of it.
fn ends_cut(document: &Document, field: &Field, child: &Child) -> Result<bool, PlanError> {
    for element in Elements::new(document, child.record.payload.clone(), &field.kind()) {
        if element?.is_cut {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Makes what is absent, and takes out the oneof members that it replaces.
fn add_absent(document: &Document, lens: &Lens, absent_: &Absent, encoded: &Encoded) -> Result<Edit, PlanError> {
    let message = document.message(&absent_.message).map_err(absent)?.unwrap_or_else(|| document.root());
    let first = absent_.missing.first().and_then(Spec::known);
    let siblings = siblings(document, lens, &message, first.as_ref(), &absent_.ty)?;
    insert_absent(document, absent_, encoded, &siblings)
}

fn insert_absent(
    document: &Document,
    absent_: &Absent,
    encoded: &Encoded,
    siblings: &[Child],
) -> Result<Edit, PlanError> {
    let message = document.message(&absent_.message).map_err(absent)?.unwrap_or_else(|| document.root());
    let mut bytes = Vec::new();
    for (i, spec) in absent_.missing.iter().rev().enumerate() {
        bytes = if i == 0 { leaf_bytes(spec, encoded) } else { parent_bytes(spec, &bytes) };
    }
    let span = document.bytes().push(&bytes);
    let place = walk_to_end(document, &message)?.place;
    let insert = Edit::insert(absent_.message.clone(), place, Records::from_span(document.bytes(), span));
    Ok(with_siblings_gone(absent_.message.clone(), siblings.to_vec(), Some((place, insert))))
}

fn leaf_bytes(spec: &Spec, encoded: &Encoded) -> Vec<u8> {
    let is_packed = spec.known().is_some_and(|it| it.is_packed()) && encoded.wire_type != WireType::Len;
    if is_packed {
        return record_bytes(spec.number, &Encoded { wire_type: WireType::Len, payload: encoded.payload.clone() });
    }
    record_bytes(spec.number, encoded)
}

fn parent_bytes(spec: &Spec, inner: &[u8]) -> Vec<u8> {
    let mut payload = key_bytes(spec).unwrap_or_default();
    payload.extend_from_slice(inner);
    let wire_type = spec.known().map_or(WireType::Len, |it| it.wire_type());
    record_bytes(spec.number, &Encoded { wire_type, payload })
}

/// The key record of a map's new entry.
fn key_bytes(spec: &Spec) -> Option<Vec<u8>> {
    let kind = spec.field.as_ref().filter(|it| it.is_map())?.message()?.map_entry_key_field().kind();
    let index = spec.index.as_ref()?;
    let raw = match index {
        Index::Key(Key::Text(text)) => {
            let encoded = Encoded { wire_type: WireType::Len, payload: text.as_bytes().to_vec() };
            return Some(record_bytes(1, &encoded));
        }
        Index::Key(Key::Word(word)) => u64::from(word == "true"),
        Index::Key(Key::Number(number)) => *number as u64,
        Index::At(number) => *number,
    };
    let mut payload = Vec::new();
    let wire_type = super::field::wire_type_of(&kind);
    match (wire_type, &kind) {
        (WireType::Fixed32, _) => payload.extend_from_slice(&(raw as u32).to_le_bytes()),
        (WireType::Fixed64, _) => payload.extend_from_slice(&raw.to_le_bytes()),
        (_, Kind::Sint32 | Kind::Sint64) => varint::push(varint::to_zigzag(raw as i64), &mut payload),
        _ => varint::push(raw, &mut payload),
    }
    Some(record_bytes(1, &Encoded { wire_type, payload }))
}

/// The records of a message that belong to other members of the field's oneof.
fn siblings(
    document: &Document,
    lens: &Lens,
    message: &Message,
    field: Option<&Field>,
    ty: &Type,
) -> Result<Vec<Child>, PlanError> {
    let Some(oneof) = field.and_then(Field::oneof) else { return Ok(Vec::new()) };
    let own = field.map(Field::number);
    let mut siblings = Vec::new();
    for child in document.children(message) {
        let child = child.map_err(absent)?;
        let reading = lens.read(ty, &child.record);
        let is_member =
            reading.fitting_field().is_some_and(|it| Some(it.number()) != own && it.oneof().as_ref() == Some(&oneof));
        if is_member {
            siblings.push(child);
        }
    }
    Ok(siblings)
}

/// The change and the deletions in one edit, from the back so that the places before stay what they are.
fn with_siblings_gone(parent: Address, siblings: Vec<Child>, change: Option<(Step, Edit)>) -> Edit {
    let mut steps: Vec<(Step, Edit)> =
        siblings.iter().map(|child| (child.place, Edit::delete(parent.clone(), child))).collect();
    steps.extend(change);
    // Stable: an insertion at a sibling's own place comes after its deletion, which is nearer the end.
    steps.sort_by_key(|(place, _)| std::cmp::Reverse(place.at));
    one_or_several(steps.into_iter().map(|(_, edit)| edit).collect())
}

struct End {
    /// Behind the last record.
    end: Step,
    /// Where a new record goes: before one that would take it up.
    place: Step,
}

fn walk_to_end(document: &Document, message: &Message) -> Result<End, PlanError> {
    if let Body::Raw(span) = &message.body {
        let mut level = Level::new(*span);
        if let wire::Progress::Absent(span) = level.extend(document.bytes(), u64::MAX) {
            return Err(absent(span));
        }
        let end = Step { row: level.rows(), at: span.len };
        let place = level.open().map_or(end, |mark| Step { row: mark.row, at: mark.at });
        return Ok(End { end, place });
    }
    let (mut end, mut place) = (Step::default(), None);
    for child in document.children(message) {
        let child = child.map_err(absent)?;
        end = child.after();
        let is_open = child.record.flaws.without(Flaws::MISFIT).is_open();
        place = if is_open { place.or(Some(child.place)) } else { None };
    }
    Ok(End { end, place: place.unwrap_or(end) })
}

struct Value {
    child: Child,
    element: Option<Element>,
}

/// All values of the found one's field in its message, elements of packed runs one by one.
fn values_of(document: &Document, lens: &Lens, message: &Message, found: &Found) -> Result<Vec<Value>, PlanError> {
    let mut values = Vec::new();
    for child in document.children(message) {
        let child = child.map_err(absent)?;
        let record = &child.record;
        if record.number != found.child.record.number || record.wire_type == WireType::Undecoded {
            continue;
        }
        let reading = lens.read(&found.parent, record);
        match (&found.field, reading) {
            (Some(_), Reading::Packed(field)) => {
                for element in Elements::new(document, record.payload.clone(), &field.kind()) {
                    values.push(Value { child: child.clone(), element: Some(element?) });
                }
            }
            (Some(_), Reading::Mismatch(_)) => {}
            _ => values.push(Value { child, element: None }),
        }
    }
    Ok(values)
}

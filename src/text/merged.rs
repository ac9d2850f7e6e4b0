//! A message as protobuf's own readers see it, over records that stay as they are: which fields it has, in order of
//! number, and where their values stand. Records of a singular message field are pieces of one message, the last of
//! several scalar values counts, a member of a oneof removes those before it. What no field takes is unknown.
//!
//! Holds places, never values: memory goes by the number of distinct fields, not by the number of records (only the
//! keys of a map that is being sorted are held).

use std::collections::BTreeMap;

use prost_reflect::{Kind, OneofDescriptor};

use crate::schema::packed::Elements;
use crate::schema::{Field, Lens, Reading, Type, Value, of_number, raw_number};
use crate::wire::{Body, Child, Cursor, Document, Flaws, Message, Missing, Reader, Record, Step};

/// The longest tag that protobuf's readers take: of its bits they keep 32.
const TAG_MAX: u64 = 5;
/// No number takes more bytes.
const NUMBER_MAX: u64 = crate::wire::varint::MAX_LEN as u64;

/// A record's place in a message that may come in pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    piece: usize,
    place: Step,
}

/// A field that a message has.
#[derive(Clone, Debug)]
pub(super) struct Present {
    pub field: Field,
    /// The record that decides the value of a field that is not repeated.
    pub child: Option<Child>,
    first: Spot,
    last: Spot,
}

/// A message read as one.
#[derive(Clone, Debug, Default)]
pub(super) struct Merged {
    pub ty: Type,
    pub pieces: Vec<Message>,
    /// By number.
    pub fields: Vec<Present>,
    /// From the first to the last unknown record.
    unknown: Option<(Spot, Spot)>,
    /// How many records are unknown, or hold something unknown.
    pub unknown_count: u64,
}

/// What a record is to its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Of a field.
    Known,
    /// Of none.
    Unknown,
    /// A packed run of which some elements are values of its closed enum and some are not.
    Both,
    /// Not to be read at all.
    Nothing,
}

impl Sort {
    pub fn has_known(self) -> bool {
        matches!(self, Self::Known | Self::Both)
    }

    pub fn has_unknown(self) -> bool {
        matches!(self, Self::Unknown | Self::Both)
    }
}

/// A record and what it is.
pub(super) struct Found {
    pub child: Child,
    pub reading: Reading,
    pub sort: Sort,
}

/// Walks the records from one place to another.
#[derive(Clone, Debug)]
pub(super) struct Records {
    cursor: Cursor,
    at: usize,
    last: Spot,
}

/// The key of a map's entry, in the order that maps are written in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MapKey {
    Int(i64),
    Uint(u64),
    Bool(bool),
    Text(Vec<u8>),
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: MapKey,
    pub message: Message,
    /// True when something in it is neither key nor value.
    pub is_odd: bool,
}

/// What stands in an entry of a map.
#[derive(Clone, Debug)]
pub(super) struct EntryParts {
    /// The last key.
    pub key: Option<Child>,
    /// The last value.
    pub value: Option<Child>,
    /// All values, where they are messages.
    pub pieces: Vec<Message>,
    /// True when something in it is neither key nor value, or a number that the closed enum does not have.
    pub is_odd: bool,
    /// True when its value is a number that its closed enum does not have.
    pub is_unknown: bool,
}

/// Reads the messages of a document through a lens.
pub(super) struct Merger<'a> {
    pub document: &'a Document,
    pub lens: &'a Lens,
    pub reader: Reader<'a>,
}

impl<'a> Merger<'a> {
    pub fn new(document: &'a Document, lens: &'a Lens) -> Self {
        Self { document, lens, reader: Reader::new(document.bytes()) }
    }

    /// Reads a message that comes in pieces.
    pub fn merge(&mut self, pieces: Vec<Message>, ty: Type) -> Result<Merged, Missing> {
        let mut fields = BTreeMap::new();
        let mut oneofs = Vec::new();
        let mut merged = Merged { ty, ..Merged::default() };
        for (piece, message) in pieces.iter().enumerate() {
            let mut cursor = Cursor::new(message);
            while let Some(found) = self.next_of(&mut cursor, &merged.ty)? {
                let spot = Spot { piece, place: found.child.place };
                if found.sort.has_unknown() {
                    merged.unknown = Some((merged.unknown.map_or(spot, |(first, _)| first), spot));
                    merged.unknown_count += 1;
                }
                if let Some(field) = found.reading.fitting_field().filter(|_| found.sort.has_known()) {
                    add(&mut fields, &mut oneofs, field, spot, found.child);
                }
            }
        }
        merged.pieces = pieces;
        merged.fields = fields.into_values().collect();
        Ok(merged)
    }

    /// The next record of a message of type `ty`.
    fn next_of(&mut self, cursor: &mut Cursor, ty: &Type) -> Result<Option<Found>, Missing> {
        let Some(mut child) = cursor.next(&mut self.reader).map_err(Missing::Absent)? else { return Ok(None) };
        child.record.number = number(&child.record);
        // The text is that of the schema, however a person chose to look at the records.
        let reading = self.lens.declared(ty, &child.record);
        let sort = self.sort(&reading, &child)?;
        Ok(Some(Found { child, reading, sort }))
    }

    fn sort(&mut self, reading: &Reading, child: &Child) -> Result<Sort, Missing> {
        Ok(match reading {
            Reading::Undecoded => Sort::Nothing,
            Reading::Unknown | Reading::Mismatch(_) if is_cut_number(&child.record) => Sort::Nothing,
            Reading::Unknown | Reading::Mismatch(_) => Sort::Unknown,
            Reading::Value(_) if is_cut_number(&child.record) => Sort::Nothing,
            Reading::Value(field) => match closed_enum(field) {
                Some(kind) if !is_named(&kind, self.raw(child)?) => Sort::Unknown,
                _ => Sort::Known,
            },
            Reading::Packed(field) => self.sort_packed(field, child)?,
            Reading::Message(field, _) if field.is_map() && has_closed_values(field) => {
                if self.entry_parts(field, &child.message())?.is_unknown { Sort::Unknown } else { Sort::Known }
            }
            Reading::Message(..) => Sort::Known,
        })
    }

    fn sort_packed(&self, field: &Field, child: &Child) -> Result<Sort, Missing> {
        let closed = closed_enum(field);
        let (mut has_known, mut has_unknown) = (false, false);
        for element in Elements::new(self.document, child.record.payload.clone(), &field.kind()) {
            let element = element?;
            if element.is_cut {
                break;
            }
            match &closed {
                None => return Ok(Sort::Known),
                Some(kind) if is_named(kind, element.raw) => has_known = true,
                Some(_) => has_unknown = true,
            }
            if has_known && has_unknown {
                break;
            }
        }
        Ok(match (has_known, has_unknown) {
            (true, true) => Sort::Both,
            (true, false) => Sort::Known,
            (false, true) => Sort::Unknown,
            (false, false) => Sort::Nothing,
        })
    }

    /// The records of a field.
    pub fn records(&self, merged: &Merged, present: &Present) -> Option<Records> {
        Records::new(merged, present.first, present.last)
    }

    /// The records from the first to the last unknown one.
    pub fn unknown(&self, merged: &Merged) -> Option<Records> {
        let (first, last) = merged.unknown?;
        Records::new(merged, first, last)
    }

    /// The next record.
    pub fn next(&mut self, merged: &Merged, records: &mut Records) -> Result<Option<Found>, Missing> {
        loop {
            if records.at == records.last.piece && records.cursor.place().row > records.last.place.row {
                return Ok(None);
            }
            if let Some(found) = self.next_of(&mut records.cursor, &merged.ty)? {
                return Ok(Some(found));
            }
            records.at += 1;
            match merged.pieces.get(records.at) {
                Some(piece) if records.at <= records.last.piece => records.cursor = Cursor::new(piece),
                _ => return Ok(None),
            }
        }
    }

    /// The next record of a field.
    pub fn next_known(
        &mut self,
        merged: &Merged,
        records: &mut Records,
        field: &Field,
    ) -> Result<Option<Found>, Missing> {
        while let Some(found) = self.next(merged, records)? {
            if found.sort.has_known() && found.child.record.number == u64::from(field.number()) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The pieces of a singular message.
    pub fn pieces(&mut self, merged: &Merged, present: &Present) -> Result<Vec<Message>, Missing> {
        if let Some(child) = present.child.as_ref().filter(|_| present.first == present.last) {
            return Ok(vec![child.message()]);
        }
        let mut pieces = Vec::new();
        let Some(mut records) = self.records(merged, present) else { return Ok(pieces) };
        while let Some(found) = self.next_known(merged, &mut records, &present.field)? {
            pieces.push(found.child.message());
        }
        Ok(pieces)
    }

    /// The entries of a map, sorted by key; those of one key in the order they came in.
    pub fn entries(&mut self, merged: &Merged, present: &Present) -> Result<Vec<Entry>, Missing> {
        let mut entries = Vec::new();
        let Some(mut records) = self.records(merged, present) else { return Ok(entries) };
        while let Some(found) = self.next_known(merged, &mut records, &present.field)? {
            let message = found.child.message();
            let parts = self.entry_parts(&present.field, &message)?;
            let key = self.map_key(&present.field, &parts)?;
            entries.push(Entry { key, message, is_odd: parts.is_odd });
        }
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(entries)
    }

    /// What stands in an entry.
    pub fn entry_parts(&mut self, field: &Field, entry: &Message) -> Result<EntryParts, Missing> {
        let mut parts = EntryParts { key: None, value: None, pieces: Vec::new(), is_odd: false, is_unknown: false };
        let ty = field.message();
        let mut cursor = Cursor::new(entry);
        while let Some(mut child) = cursor.next(&mut self.reader).map_err(Missing::Absent)? {
            child.record.number = number(&child.record);
            match self.lens.declared(&ty, &child.record) {
                Reading::Undecoded => {}
                Reading::Value(_) if is_cut_number(&child.record) => {}
                Reading::Value(part) if part.number() == 1 => parts.key = Some(child),
                Reading::Value(part) => {
                    parts.is_unknown = match closed_enum(&part) {
                        Some(kind) => !is_named(&kind, self.raw(&child)?),
                        None => false,
                    };
                    parts.is_odd |= parts.is_unknown;
                    parts.value = Some(child);
                }
                Reading::Message(..) => {
                    parts.pieces.push(child.message());
                    parts.value = Some(child);
                }
                Reading::Packed(_) | Reading::Mismatch(_) | Reading::Unknown => parts.is_odd = true,
            }
        }
        Ok(parts)
    }

    fn map_key(&mut self, field: &Field, parts: &EntryParts) -> Result<MapKey, Missing> {
        let kind = field.message().map_or(Kind::String, |entry| entry.map_entry_key_field().kind());
        if kind == Kind::String {
            return Ok(MapKey::Text(match &parts.key {
                Some(key) => self.document.body_bytes(&key.record.payload)?,
                None => Vec::new(),
            }));
        }
        let raw = match &parts.key {
            Some(key) => self.raw(key)?,
            None => 0,
        };
        Ok(MapKey::of_number(&kind, raw))
    }

    /// The bits of a number's record.
    pub fn raw(&mut self, child: &Child) -> Result<u64, Missing> {
        let Record { wire_type, payload, .. } = &child.record;
        let raw = match payload {
            Body::Raw(span) => {
                let bytes = self.reader.at(span.area, span.start, span.len.min(NUMBER_MAX), span.end())?;
                let len = bytes.len().min(span.len.min(NUMBER_MAX) as usize);
                raw_number(*wire_type, bytes.get(..len).unwrap_or(bytes))
            }
            Body::Edited(_) => raw_number(*wire_type, &self.document.body_start(payload, NUMBER_MAX)?),
        };
        Ok(raw.unwrap_or(0))
    }
}

impl MapKey {
    pub fn of_number(kind: &Kind, raw: u64) -> Self {
        match of_number(kind, raw) {
            Value::Bool(value) => Self::Bool(value),
            Value::Int(value) => Self::Int(value),
            Value::Uint(value) => Self::Uint(value),
            _ => Self::Uint(raw),
        }
    }
}

impl Records {
    fn new(merged: &Merged, first: Spot, last: Spot) -> Option<Self> {
        let piece = merged.pieces.get(first.piece)?;
        Some(Self { cursor: Cursor::new_at(piece, first.place), at: first.piece, last })
    }
}

/// The field number as protobuf's readers take it: they keep 32 bits of a tag.
pub(super) fn number(record: &Record) -> u64 {
    if record.flaws.has(Flaws::BAD_NUMBER) && record.tag.len <= TAG_MAX {
        return u64::from(((record.number << 3) as u32) >> 3);
    }
    record.number
}

/// True for a number of fixed width that is not all there.
pub(super) fn is_cut_number(record: &Record) -> bool {
    record.flaws.has(Flaws::TRUNCATED) && record.wire_type != crate::wire::WireType::Len
}

/// The field's enum, where it takes no other numbers than those it names.
fn closed_enum(field: &Field) -> Option<Kind> {
    Some(field.kind()).filter(|kind| matches!(kind, Kind::Enum(_)) && !field.is_open_enum())
}

fn has_closed_values(map: &Field) -> bool {
    map.message().is_some_and(|entry| closed_enum(&Field::Declared(entry.map_entry_value_field())).is_some())
}

/// True for a default of a kind that has no presence; `raw` is a text's length.
pub(super) fn is_zero(kind: &Kind, raw: u64) -> bool {
    match kind {
        Kind::Float => raw as u32 == 0,
        Kind::Int32 | Kind::Uint32 | Kind::Sint32 | Kind::Enum(_) => raw as u32 == 0,
        _ => raw == 0,
    }
}

/// True for a number that an enum names, or of another kind.
pub(super) fn is_named(kind: &Kind, raw: u64) -> bool {
    match kind {
        Kind::Enum(enumeration) => enumeration.get_value(raw as i32).is_some(),
        _ => true,
    }
}

fn add(
    fields: &mut BTreeMap<u32, Present>,
    oneofs: &mut Vec<(OneofDescriptor, u32)>,
    field: &Field,
    spot: Spot,
    child: Child,
) {
    let number = field.number();
    if let Some(present) = fields.get_mut(&number) {
        present.last = spot;
        if present.child.is_some() {
            present.child = Some(child);
        }
        return;
    }
    // A member of a oneof that is there already is the one that is set.
    if let Some(oneof) = field.oneof() {
        match oneofs.iter_mut().find(|(known, _)| *known == oneof) {
            Some((_, member)) => {
                fields.remove(member);
                *member = number;
            }
            None => oneofs.push((oneof, number)),
        }
    }
    let child = Some(child).filter(|_| !field.is_repeated());
    fields.insert(number, Present { field: field.clone(), child, first: spot, last: spot });
}

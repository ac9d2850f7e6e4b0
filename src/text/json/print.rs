//! Prints a document as JSON. A frame on the heap for every brace that is open, so depth costs no call stack.

use std::fmt::Write;

use prost_reflect::Kind;

use super::escape::{self, Text};
use super::wellknown::{self, Special};
use crate::schema::packed::Elements;
use crate::schema::{Field, Lens, Reading, Type, Value, of_number};
use crate::text::merged::{self, Entry, Found, MapKey, Merged, Merger, Present, Records};
use crate::text::{Limits, PrintError};
use crate::wire::{Body, Child, Document, Message, Problem, Severity, WireType};

/// Text is read and written by pieces of this size, a multiple of three.
const PIECE: u64 = 12 << 10;

/// Is given a piece of a payload, and whether it is the last.
type OnPiece<'a> = &'a mut dyn FnMut(&[u8], bool, &mut dyn Write) -> std::fmt::Result;
type Result<T = ()> = std::result::Result<T, PrintError>;

/// What the JSON does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// How many records no field takes, and entries of maps with such records in them.
    pub unknown: u64,
}

/// Prints a document as its lens reads it, and tells `on` what could not be written as it should be. Records that no
/// field takes are counted.
///
/// # Errors
/// Bytes that are missing, or a writer that takes no more.
pub fn print(
    document: &Document,
    lens: &Lens,
    limits: Limits,
    on: &mut dyn FnMut(Problem),
    out: &mut dyn Write,
) -> Result<Printed> {
    let merger = Merger::new(document, lens);
    let mut printer =
        Printer { merger, out, on, limits, stack: Vec::new(), open: Vec::new(), printed: Printed::default() };
    printer.message(vec![document.root()], lens.root().clone())?;
    while let Some(frame) = printer.stack.pop() {
        match frame {
            Frame::Object(level) => printer.go_on_object(level)?,
            Frame::List(list) => printer.go_on_list(*list)?,
            Frame::Entries(value, entries) => printer.go_on_entries(value, entries)?,
            Frame::Closing => printer.close('}')?,
        }
    }
    printer.out.write_char('\n')?;
    Ok(printer.printed)
}

/// Something that is being printed.
enum Frame {
    /// A message by its fields.
    Object(Box<Level>),
    /// The values of a `ListValue`.
    List(Box<List>),
    /// The entries of a map.
    Entries(Field, std::vec::IntoIter<Entry>),
    /// All is printed but the closing brace.
    Closing,
}

struct Level {
    merged: Merged,
    fields: std::vec::IntoIter<Present>,
    /// The rest of a repeated field, whose bracket is open.
    elements: Option<(Field, Records)>,
}

impl Level {
    fn new(mut merged: Merged) -> Self {
        let fields = std::mem::take(&mut merged.fields).into_iter();
        Self { merged, fields, elements: None }
    }
}

struct List {
    merged: Merged,
    field: Field,
    records: Records,
}

struct Printer<'a, 'o> {
    merger: Merger<'a>,
    out: &'o mut dyn Write,
    on: &'o mut dyn FnMut(Problem),
    limits: Limits,
    stack: Vec<Frame>,
    /// For each open brace whether something stands in it.
    open: Vec<bool>,
    printed: Printed,
}

impl Printer<'_, '_> {
    /// Prints a message, or begins to.
    fn message(&mut self, pieces: Vec<Message>, ty: Type) -> Result {
        let start = pieces.first().map_or(0, |it| it.start);
        if self.open.len() > self.limits.max_depth {
            let what = format!("nested deeper than {} levels: not printed", self.limits.max_depth);
            self.report(start, &what);
            return Ok(self.out.write_str("null")?);
        }
        let merged = self.merger.merge(pieces, ty)?;
        self.printed.unknown += merged.unknown_count;
        let form = merged.ty.as_ref().and_then(|it| wellknown::special(it.full_name()));
        match form {
            None => self.object(merged),
            Some(Special::Any) => self.any(merged),
            Some(Special::Timestamp) => self.time(merged, start, wellknown::timestamp),
            Some(Special::Duration) => self.time(merged, start, wellknown::duration),
            Some(Special::FieldMask) => self.field_mask(merged, start),
            Some(Special::Struct) => match merged.fields.first().cloned() {
                Some(fields) => self.entries(&merged, &fields),
                None => Ok(self.out.write_str("{}")?),
            },
            Some(Special::ListValue) => self.list(merged),
            Some(Special::Value) => self.value(&merged),
            Some(Special::Wrapper) => self.wrapper(&merged),
        }
    }

    fn object(&mut self, merged: Merged) -> Result {
        self.open('{')?;
        self.stack.push(Frame::Object(Box::new(Level::new(merged))));
        Ok(())
    }

    fn go_on_object(&mut self, mut level: Box<Level>) -> Result {
        loop {
            if let Some((field, records)) = &mut level.elements {
                match self.merger.next_known(&level.merged, records, field)? {
                    None => {
                        level.elements = None;
                        self.close(']')?;
                    }
                    Some(Found { child, reading: Reading::Message(_, ty), .. }) => {
                        self.member()?;
                        self.stack.push(Frame::Object(level));
                        return self.message(vec![child.message()], Some(ty));
                    }
                    Some(found) => self.elements(&found)?,
                }
                continue;
            }
            let Some(present) = level.fields.next() else { return self.close('}') };
            if present.field.is_map() {
                let entries = self.kept_entries(&level.merged, &present)?;
                if !entries.is_empty() {
                    self.key(&name(&present.field))?;
                    self.stack.push(Frame::Object(level));
                    return self.open_entries(&present.field, entries);
                }
            } else if present.field.is_repeated() {
                let records = self.merger.records(&level.merged, &present);
                self.key(&name(&present.field))?;
                self.open('[')?;
                level.elements = records.map(|records| (present.field, records));
            } else if let Some(ty) = present.field.message() {
                self.key(&name(&present.field))?;
                let pieces = self.merger.pieces(&level.merged, &present)?;
                self.stack.push(Frame::Object(level));
                return self.message(pieces, Some(ty));
            } else if let Some(child) = self.said(&present)? {
                self.key(&name(&present.field))?;
                self.scalar(&present.field.kind(), &child)?;
            }
        }
    }

    /// The record of a singular field, unless it is the default that goes without saying.
    fn said(&mut self, present: &Present) -> Result<Option<Child>> {
        let Some(child) = present.child.clone() else { return Ok(None) };
        if present.field.has_presence() {
            return Ok(Some(child));
        }
        let is_said = match present.field.kind() {
            Kind::String | Kind::Bytes => !child.record.payload.is_empty(),
            kind => !merged::is_zero(&kind, self.merger.raw(&child)?),
        };
        Ok(Some(child).filter(|_| is_said))
    }

    /// The value of a record of a repeated field, or its packed values.
    fn elements(&mut self, found: &Found) -> Result {
        match &found.reading {
            Reading::Value(field) => {
                self.member()?;
                self.scalar(&field.kind(), &found.child)
            }
            Reading::Packed(field) => {
                let kind = field.kind();
                for element in Elements::new(self.merger.document, found.child.record.payload.clone(), &kind) {
                    let element = element?;
                    if !element.is_cut && (field.is_open_enum() || merged::is_named(&kind, element.raw)) {
                        self.member()?;
                        self.number(&kind, element.raw)?;
                    }
                }
                Ok(())
            }
            Reading::Message(..) | Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => Ok(()),
        }
    }

    fn list(&mut self, merged: Merged) -> Result {
        let records = merged.fields.first().and_then(|it| Some((it.field.clone(), self.merger.records(&merged, it)?)));
        self.open('[')?;
        match records {
            Some((field, records)) => self.stack.push(Frame::List(Box::new(List { merged, field, records }))),
            None => self.close(']')?,
        }
        Ok(())
    }

    fn go_on_list(&mut self, mut list: List) -> Result {
        let Some(found) = self.merger.next_known(&list.merged, &mut list.records, &list.field)? else {
            return self.close(']');
        };
        let ty = list.field.message();
        self.stack.push(Frame::List(Box::new(list)));
        self.member()?;
        self.message(vec![found.child.message()], ty)
    }

    fn entries(&mut self, merged: &Merged, present: &Present) -> Result {
        let entries = self.kept_entries(merged, present)?;
        self.open_entries(&present.field, entries)
    }

    fn open_entries(&mut self, field: &Field, entries: Vec<Entry>) -> Result {
        self.open('{')?;
        self.stack.push(Frame::Entries(field.clone(), entries.into_iter()));
        Ok(())
    }

    /// The entries that count: of one key the last. One with something in it that is neither key nor value is taken
    /// for unknown as a whole, as Python's reader does.
    fn kept_entries(&mut self, merged: &Merged, present: &Present) -> Result<Vec<Entry>> {
        let mut entries = self.merger.entries(merged, present)?;
        let all = entries.len();
        entries.retain(|it| !it.is_odd);
        self.printed.unknown += (all - entries.len()) as u64;
        entries.reverse();
        entries.dedup_by(|a, b| a.key == b.key);
        entries.reverse();
        Ok(entries)
    }

    fn go_on_entries(&mut self, field: Field, mut entries: std::vec::IntoIter<Entry>) -> Result {
        let Some(entry) = entries.next() else { return self.close('}') };
        self.stack.push(Frame::Entries(field.clone(), entries));
        let parts = self.merger.entry_parts(&field, &entry.message)?;
        self.map_key(&entry.key)?;
        let kind = field.message().map_or(Kind::Bytes, |it| it.map_entry_value_field().kind());
        match (kind, &parts.value) {
            (Kind::Message(message), _) => self.message(parts.pieces, Some(message)),
            (kind, Some(child)) => self.scalar(&kind, child),
            (Kind::String | Kind::Bytes, None) => Ok(self.out.write_str("\"\"")?),
            (Kind::Enum(enumeration), None) => {
                let number = enumeration.default_value().number();
                self.number(&Kind::Enum(enumeration), i64::from(number) as u64)
            }
            (kind, None) => self.number(&kind, 0),
        }
    }

    fn map_key(&mut self, key: &MapKey) -> Result {
        match key {
            MapKey::Text(text) => {
                self.member()?;
                self.out.write_char('"')?;
                Text::default().write(text, true, self.out)?;
                Ok(self.out.write_str("\": ")?)
            }
            MapKey::Bool(value) => self.key(&value.to_string()),
            MapKey::Int(value) => self.key(&value.to_string()),
            MapKey::Uint(value) => self.key(&value.to_string()),
        }
    }

    /// An Any: the fields of its message behind its type, where the pool has that type.
    fn any(&mut self, merged: Merged) -> Result {
        if merged.fields.is_empty() {
            return Ok(self.out.write_str("{}")?);
        }
        let url = last_of(&merged, 1).cloned();
        let value = last_of(&merged, 2).cloned();
        self.open('{')?;
        self.key("@type")?;
        let name = match &url {
            Some(child) => {
                self.text(child)?;
                let url = self.merger.document.body_bytes(&child.record.payload)?;
                String::from_utf8_lossy(&url).rsplit('/').next().unwrap_or("").to_owned()
            }
            None => {
                self.out.write_str("\"\"")?;
                String::new()
            }
        };
        let pieces: Vec<Message> = value.iter().map(Child::message).collect();
        match (self.merger.lens.pool().descriptors().get_message_by_name(&name), value) {
            (Some(_), None) => self.close('}'),
            (Some(ty), Some(_)) if wellknown::special(ty.full_name()).is_some() => {
                self.key("value")?;
                self.stack.push(Frame::Closing);
                self.message(pieces, Some(ty))
            }
            (Some(ty), Some(_)) => {
                let merged = self.merger.merge(pieces, Some(ty))?;
                self.printed.unknown += merged.unknown_count;
                self.stack.push(Frame::Object(Box::new(Level::new(merged))));
                Ok(())
            }
            (None, value) => {
                if let Some(child) = value {
                    self.key("value")?;
                    self.bytes(&child.record.payload)?;
                }
                self.close('}')
            }
        }
    }

    /// A `Value`: what its one field says.
    fn value(&mut self, merged: &Merged) -> Result {
        let Some(present) = merged.fields.last() else { return Ok(self.out.write_str("null")?) };
        if let Some(ty) = present.field.message() {
            let pieces = self.merger.pieces(merged, present)?;
            return self.message(pieces, Some(ty));
        }
        let Some(child) = &present.child else { return Ok(self.out.write_str("null")?) };
        if present.field.kind() == Kind::Double {
            let number = f64::from_bits(self.merger.raw(child)?);
            if !number.is_finite() {
                self.report(child.start, "a google.protobuf.Value holds no number that is not finite in JSON");
            }
        }
        self.scalar(&present.field.kind(), child)
    }

    fn wrapper(&mut self, merged: &Merged) -> Result {
        if let Some(Present { field, child: Some(child), .. }) = merged.fields.first() {
            return self.scalar(&field.kind(), child);
        }
        match merged.ty.as_ref().and_then(|it| Field::by_number(it, 1)).map(|it| it.kind()) {
            Some(Kind::String | Kind::Bytes) | None => Ok(self.out.write_str("\"\"")?),
            Some(kind) => self.number(&kind, 0),
        }
    }

    fn time(
        &mut self,
        merged: Merged,
        start: u64,
        write: fn(i64, i32) -> std::result::Result<String, &'static str>,
    ) -> Result {
        let seconds = self.raw_of(&merged, 1)? as i64;
        let nanos = self.raw_of(&merged, 2)? as i32;
        match write(seconds, nanos) {
            Ok(text) => Ok(write!(self.out, "\"{text}\"")?),
            Err(why) => self.as_object(merged, start, why),
        }
    }

    fn field_mask(&mut self, merged: Merged, start: u64) -> Result {
        let mut paths = Vec::new();
        if let Some(present) = merged.fields.first().cloned()
            && let Some(mut records) = self.merger.records(&merged, &present)
        {
            while let Some(found) = self.merger.next_known(&merged, &mut records, &present.field)? {
                let path = self.merger.document.body_bytes(&found.child.record.payload)?;
                match wellknown::mask_path(&String::from_utf8_lossy(&path)) {
                    Ok(path) => paths.push(path),
                    Err(why) => return self.as_object(merged, start, why),
                }
            }
        }
        self.out.write_char('"')?;
        escape::escape(&paths.join(","), self.out)?;
        Ok(self.out.write_char('"')?)
    }

    /// A well-known type whose value has no form in JSON: by its fields.
    fn as_object(&mut self, merged: Merged, start: u64, why: &str) -> Result {
        self.report(start, &format!("{why}: written by its fields"));
        self.object(merged)
    }

    fn raw_of(&mut self, merged: &Merged, number: u32) -> Result<u64> {
        match last_of(merged, number) {
            Some(child) => Ok(self.merger.raw(child)?),
            None => Ok(0),
        }
    }

    fn scalar(&mut self, kind: &Kind, child: &Child) -> Result {
        match kind {
            Kind::String => self.text(child),
            Kind::Bytes => self.bytes(&child.record.payload),
            kind => {
                let raw = self.merger.raw(child)?;
                self.number(kind, raw)
            }
        }
    }

    fn number(&mut self, kind: &Kind, raw: u64) -> Result {
        let is_wide = crate::schema::wire_type_of(kind) == WireType::Fixed64
            || matches!(kind, Kind::Int64 | Kind::Uint64 | Kind::Sint64);
        Ok(match of_number(kind, raw) {
            Value::Bool(value) => write!(self.out, "{value}"),
            Value::Int(value) if is_wide => write!(self.out, "\"{value}\""),
            Value::Uint(value) if is_wide => write!(self.out, "\"{value}\""),
            Value::Int(value) => write!(self.out, "{value}"),
            Value::Uint(value) => write!(self.out, "{value}"),
            Value::Float(value) if value.is_finite() => write!(self.out, "{value:?}"),
            Value::Double(value) if value.is_finite() => write!(self.out, "{value:?}"),
            Value::Float(value) => self.out.write_str(not_finite(f64::from(value))),
            Value::Double(value) => self.out.write_str(not_finite(value)),
            Value::Enum { .. } if is_null(kind) => self.out.write_str("null"),
            Value::Enum { name: Some(name), .. } => write!(self.out, "\"{name}\""),
            Value::Enum { number, name: None } => write!(self.out, "{number}"),
            _ => self.out.write_str("null"),
        }?)
    }

    fn text(&mut self, child: &Child) -> Result {
        let mut text = Text::default();
        self.out.write_char('"')?;
        self.pieces(&child.record.payload, &mut |piece, is_last, out| text.write(piece, is_last, out))?;
        self.out.write_char('"')?;
        if text.replaced > 0 {
            let what = format!("is no UTF-8 in {} places: U+FFFD is written there", text.replaced);
            self.report(child.start, &what);
        }
        Ok(())
    }

    fn bytes(&mut self, payload: &Body) -> Result {
        self.out.write_char('"')?;
        self.pieces(payload, &mut |piece, _, out| escape::base64(piece, out))?;
        Ok(self.out.write_char('"')?)
    }

    fn pieces(&mut self, payload: &Body, on: OnPiece<'_>) -> Result {
        let mut piece = Vec::new();
        let mut at = 0;
        while at < payload.len() {
            piece.resize((payload.len() - at).min(PIECE) as usize, 0);
            self.merger.document.read_body(payload, at, &mut piece)?;
            at += piece.len() as u64;
            on(&piece, at == payload.len(), self.out)?;
        }
        Ok(())
    }

    fn report(&mut self, offset: u64, what: &str) {
        (self.on)(Problem::new(offset, Severity::Warning, crate::wire::Kind::OutOfRange, what));
    }

    fn open(&mut self, brace: char) -> Result {
        self.open.push(false);
        Ok(self.out.write_char(brace)?)
    }

    fn close(&mut self, brace: char) -> Result {
        if self.open.pop() == Some(true) {
            self.new_line()?;
        }
        Ok(self.out.write_char(brace)?)
    }

    /// Goes to the place of the next value in the open brace.
    fn member(&mut self) -> Result {
        if let Some(has_members) = self.open.last_mut()
            && std::mem::replace(has_members, true)
        {
            self.out.write_char(',')?;
        }
        self.new_line()
    }

    fn key(&mut self, name: &str) -> Result {
        self.member()?;
        self.out.write_char('"')?;
        escape::escape(name, self.out)?;
        Ok(self.out.write_str("\": ")?)
    }

    fn new_line(&mut self) -> Result {
        self.out.write_char('\n')?;
        for _ in 0..self.open.len() {
            self.out.write_str("  ")?;
        }
        Ok(())
    }
}

/// The record that decides the value of a field.
fn last_of(merged: &Merged, number: u32) -> Option<&Child> {
    merged.fields.iter().find(|it| it.field.number() == number)?.child.as_ref()
}

fn name(field: &Field) -> String {
    match field {
        Field::Declared(_) => field.json_name(),
        Field::Extension(_) | Field::Chosen(_) => field.path_name(),
    }
}

fn is_null(kind: &Kind) -> bool {
    matches!(kind, Kind::Enum(it) if it.full_name() == "google.protobuf.NullValue")
}

fn not_finite(value: f64) -> &'static str {
    match value {
        _ if value.is_nan() => "\"NaN\"",
        _ if value > 0.0 => "\"Infinity\"",
        _ => "\"-Infinity\"",
    }
}

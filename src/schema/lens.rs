//! A lens: a document read through a schema. It says what records mean and what is odd about them, and changes none.

use std::sync::Arc;

use prost_reflect::{Kind, MessageDescriptor};

use super::field::{Chosen, Field, wire_type_of};
use super::packed::Elements;
use super::pool::Pool;
use super::readings::{ReadAs, Readings};
use super::value::{self, Value};
use crate::wire::{self, Document, Missing, Problem, Record, Severity, WireType, guess};

/// The type of a message; `None` where the schema does not know it.
pub type Type = Option<MessageDescriptor>;

/// At most this much of a payload is read to show its value.
const SHOWN: u64 = 4 << 10;
/// At most this many elements of a packed run are shown.
const SHOWN_ELEMENTS: usize = 64;
/// Text is looked through for its encoding by pieces of this size.
const TEXT_PIECE: u64 = 64 << 10;

/// A pool and the type of the outermost message. A clone is cheap.
#[derive(Clone, Debug)]
pub struct Lens {
    pool: Pool,
    root: Type,
    /// What is read in another way than the schema says; `None` where nothing is.
    readings: Option<Arc<Readings>>,
}

/// What a record is to the schema.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// One value of a field that is no message.
    Value(Field),
    /// A message or group.
    Message(Field, MessageDescriptor),
    /// Several values of a field, packed.
    Packed(Field),
    /// A known field whose wire type is not that of its type.
    Mismatch(Field),
    /// A number the schema does not have, or a message without a type.
    Unknown,
    /// No record: undecoded bytes.
    Undecoded,
}

impl Reading {
    /// The field, where the schema has one of that number.
    pub fn field(&self) -> Option<&Field> {
        match self {
            Self::Value(field) | Self::Message(field, _) | Self::Packed(field) | Self::Mismatch(field) => Some(field),
            Self::Unknown | Self::Undecoded => None,
        }
    }

    /// The field, where the record is readable as one.
    pub fn fitting_field(&self) -> Option<&Field> {
        self.field().filter(|_| !matches!(self, Self::Mismatch(_)))
    }

    /// The type as a person names it; for a record without a field the wire type.
    pub fn type_name(&self, record: &Record) -> String {
        match self {
            Self::Value(field) | Self::Message(field, _) => match field.chosen() {
                Some(time @ ReadAs::Time(_)) => time.to_string(),
                _ => field.type_name(),
            },
            Self::Packed(field) => format!("packed {}", field.type_name()),
            Self::Mismatch(_) | Self::Unknown | Self::Undecoded => wire_name(record.wire_type).to_owned(),
        }
    }
}

fn wire_name(wire_type: WireType) -> &'static str {
    match wire_type {
        WireType::Varint => "varint",
        WireType::Fixed64 => "fixed64",
        WireType::Len => "bytes",
        WireType::Group => "group",
        WireType::Fixed32 => "fixed32",
        WireType::Undecoded => "undecoded",
    }
}

impl Lens {
    /// A lens of a pool; `root` is the type of the outermost message.
    pub fn new(pool: Pool, root: Type) -> Self {
        Self { pool, root, readings: None }
    }

    /// A lens that knows no types.
    pub fn without_type(pool: Pool) -> Self {
        Self::new(pool, None)
    }

    /// The type of the outermost message.
    pub fn root(&self) -> &Type {
        &self.root
    }

    /// The pool it reads with.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The readings that a person chose.
    pub fn readings(&self) -> Readings {
        self.readings.as_deref().cloned().unwrap_or_default()
    }

    /// The same lens with other readings.
    #[must_use]
    pub fn with_readings(&self, readings: Readings) -> Self {
        let readings = Some(readings).filter(|it| !it.is_empty()).map(Arc::new);
        Self { pool: self.pool.clone(), root: self.root.clone(), readings }
    }

    /// What a record of a message of type `parent` is: as a person chose, or else as the schema says.
    pub fn read(&self, parent: &Type, record: &Record) -> Reading {
        if let Some(readings) = &self.readings {
            if let Some(reading) = readings.of(parent, record).and_then(|it| self.read_as(parent, record, it)) {
                return reading;
            }
            if let Some(ty) = readings.any_of(record) {
                return self.any_value(parent, record, ty);
            }
        }
        self.declared(parent, record)
    }

    /// The value of an Any as a message of the type beside it.
    fn any_value(&self, parent: &Type, record: &Record, ty: &MessageDescriptor) -> Reading {
        match self.declared(parent, record) {
            Reading::Value(field) if field.kind() == Kind::Bytes => {
                let reading = ReadAs::Message(ty.full_name().to_owned());
                let kind = Kind::Message(ty.clone());
                let chosen = Chosen { number: field.number(), declared: Some(field), kind, reading };
                Reading::Message(Field::Chosen(Arc::new(chosen)), ty.clone())
            }
            declared => declared,
        }
    }

    /// The reading that a person chose for a record, or for its field.
    pub fn chosen(&self, parent: &Type, record: &Record) -> Option<&ReadAs> {
        self.readings.as_ref()?.of(parent, record)
    }

    /// The reading that a person chose for a field of a type.
    pub(super) fn field_reading(&self, type_name: &str, number: u32) -> Option<&ReadAs> {
        self.readings.as_ref()?.of_field(type_name, number)
    }

    /// A record in a reading; `None` where its wire type cannot be read so.
    pub fn read_as(&self, parent: &Type, record: &Record, reading: &ReadAs) -> Option<Reading> {
        if *reading == ReadAs::Untyped {
            let has_payload = !matches!(record.wire_type, WireType::Undecoded | WireType::Group);
            return has_payload.then_some(Reading::Unknown);
        }
        let kind = reading.kind(record.wire_type, &self.pool)?;
        let number = u32::try_from(record.number).ok()?;
        let declared = parent.as_ref().and_then(|it| Field::by_number(it, record.number));
        let chosen = Chosen { number, declared, kind: kind.clone(), reading: reading.clone() };
        let field = Field::Chosen(Arc::new(chosen));
        Some(match (reading, kind) {
            (ReadAs::Packed(_), _) => Reading::Packed(field),
            (_, Kind::Message(ty)) => Reading::Message(field, ty),
            _ => Reading::Value(field),
        })
    }

    /// What a record of a message of type `parent` is to the schema.
    pub fn declared(&self, parent: &Type, record: &Record) -> Reading {
        if record.wire_type == WireType::Undecoded {
            return Reading::Undecoded;
        }
        let Some(field) = parent.as_ref().and_then(|it| Field::by_number(it, record.number)) else {
            return Reading::Unknown;
        };
        if record.wire_type == field.wire_type() {
            return match field.message() {
                Some(message) => Reading::Message(field, message),
                None => Reading::Value(field),
            };
        }
        if record.wire_type == WireType::Len && field.is_packable() {
            return Reading::Packed(field);
        }
        Reading::Mismatch(field)
    }

    /// The value of a record, as much of it as is shown; for a record without a field what its bytes look like.
    ///
    /// # Errors
    /// Bytes that have to be fetched first, or are gone.
    pub fn value(&self, document: &Document, reading: &Reading, record: &Record) -> Result<Value, Missing> {
        let kind = match reading {
            Reading::Value(field) => Some(field.kind()),
            Reading::Packed(field) => return packed_value(document, &field.kind(), record),
            Reading::Message(..) => return Ok(Value::Message { len: record.payload.len() }),
            Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => None,
        };
        let start = document.body_start(&record.payload, SHOWN)?;
        let len = record.payload.len();
        Ok(match kind {
            Some(kind) => value::of_kind(&kind, &start, len),
            None => unknown_value(record.wire_type, &start, len),
        })
    }

    /// The type of a record's payload as a message; `None` where it is a value. What the schema does not know is a
    /// message where it looks like one and `guesses`; a payload that cannot be read now is none.
    pub fn inner(
        &self,
        document: &Document,
        parent: &Type,
        record: &Record,
        reading: &Reading,
        guesses: bool,
    ) -> Option<Type> {
        if let Some(ty) = wire::Shape::message(self, parent, record) {
            return Some(ty);
        }
        let is_open_question = *reading == Reading::Unknown && record.wire_type == WireType::Len && guesses;
        if !is_open_question || record.payload.is_empty() {
            return None;
        }
        let start = document.body_start(&record.payload, guess::LOOKED_AT).ok()?;
        (guess::payload(&start, record.payload.len()) == guess::Guess::Message).then_some(None)
    }

    /// What is odd about a record by itself, on the wire and to the schema. Duplicates and missing fields are its
    /// message's matter: [`super::check`].
    ///
    /// # Errors
    /// Bytes that have to be fetched first.
    pub fn problems(&self, document: &Document, parent: &Type, child: &wire::Child) -> Result<Vec<Problem>, Missing> {
        let mut problems = child.problems();
        let reading = self.read(parent, &child.record);
        self.problems_of(document, parent, child, &reading, &mut problems)?;
        Ok(problems)
    }

    /// Adds what is odd to the schema.
    pub(crate) fn problems_of(
        &self,
        document: &Document,
        parent: &Type,
        child: &wire::Child,
        reading: &Reading,
        out: &mut Vec<Problem>,
    ) -> Result<(), Missing> {
        match reading {
            Reading::Undecoded | Reading::Message(..) => Ok(()),
            Reading::Unknown => {
                if let Some(parent) = parent.as_ref().filter(|it| Field::by_number(it, child.record.number).is_none()) {
                    let what = format!("{} has no field {}", parent.name(), child.record.number);
                    out.push(Problem::new(child.start, Severity::Info, wire::Kind::UnknownField, what));
                }
                Ok(())
            }
            Reading::Mismatch(field) => {
                let what = format!(
                    "{} is {}: wire type {} expected, {} found",
                    field.path_name(),
                    field.type_name(),
                    field.wire_type().name(),
                    child.record.wire_type.name()
                );
                out.push(Problem::new(child.start, Severity::Warning, wire::Kind::WrongWireType, what));
                Ok(())
            }
            Reading::Packed(field) => packed_problems(document, field, child, out),
            Reading::Value(field) => value_problems(document, field, child, out),
        }
    }
}

impl wire::Shape for Lens {
    type Type = Type;

    fn message(&self, parent: &Type, record: &Record) -> Option<Type> {
        match self.read(parent, record) {
            Reading::Message(_, message) => Some(Some(message)),
            Reading::Mismatch(_) | Reading::Unknown => (record.wire_type == WireType::Group).then_some(None),
            Reading::Value(_) | Reading::Packed(_) | Reading::Undecoded => None,
        }
    }
}

fn packed_value(document: &Document, kind: &Kind, record: &Record) -> Result<Value, Missing> {
    let mut values = Vec::new();
    let mut elements = Elements::new(document, record.payload.clone(), kind);
    for element in elements.by_ref().take(SHOWN_ELEMENTS) {
        let element = element?;
        if !element.is_cut {
            values.push(value::of_number(kind, element.raw));
        }
    }
    Ok(Value::Packed { values, is_whole: elements.is_at_end() })
}

fn unknown_value(wire_type: WireType, start: &[u8], len: u64) -> Value {
    match wire_type {
        WireType::Varint => match wire::varint::whole(start) {
            Some(value) => Value::Uint(value),
            None => Value::bytes(start, len),
        },
        WireType::Fixed64 => value::fixed64(start).map_or_else(|| Value::bytes(start, len), Value::Hex64),
        WireType::Fixed32 => value::fixed32(start).map_or_else(|| Value::bytes(start, len), Value::Hex32),
        WireType::Group => Value::Message { len },
        WireType::Len => match guess::payload(start, len) {
            guess::Guess::Text => value::text(start, len),
            guess::Guess::Message | guess::Guess::Bytes => Value::bytes(start, len),
        },
        WireType::Undecoded => Value::bytes(start, len),
    }
}

fn value_problems(
    document: &Document,
    field: &Field,
    child: &wire::Child,
    out: &mut Vec<Problem>,
) -> Result<(), Missing> {
    let (record, at) = (&child.record, child.start);
    match field.kind() {
        Kind::String => {
            if let Some(bad) = invalid_utf8(document, record)? {
                let severity = if field.demands_utf8() { Severity::Error } else { Severity::Warning };
                let what = format!("{} is not UTF-8 from byte {bad} of its text on", field.path_name());
                out.push(Problem::new(at, severity, wire::Kind::InvalidUtf8, what));
            }
        }
        Kind::Bytes | Kind::Message(_) => {}
        kind => {
            if let Some(raw) = value::raw_number(record.wire_type, &document.body_start(&record.payload, 16)?) {
                number_problems(field, &kind, raw, at, out);
            }
        }
    }
    Ok(())
}

/// One problem a sort, however many elements have it.
fn packed_problems(
    document: &Document,
    field: &Field,
    child: &wire::Child,
    out: &mut Vec<Problem>,
) -> Result<(), Missing> {
    let kind = field.kind();
    let is_varint = wire_type_of(&kind) == WireType::Varint;
    let mut found: Vec<(Problem, u64)> = Vec::new();
    for (i, element) in Elements::new(document, child.record.payload.clone(), &kind).enumerate() {
        let element = element?;
        let mut here = Vec::new();
        if element.is_cut {
            let what = match wire_type_of(&kind) {
                WireType::Fixed32 => "has fewer than 4 bytes",
                WireType::Fixed64 => "has fewer than 8 bytes",
                _ => "is a varint that does not end",
            };
            here.push(Problem::new(child.start, Severity::Error, wire::Kind::PackedMismatch, what));
        } else {
            number_problems(field, &kind, element.raw, child.start, &mut here);
            if is_varint && element.len > wire::varint::len(element.raw) as u64 {
                let what = format!("value in {} bytes", element.len);
                here.push(Problem::new(child.start, Severity::Info, wire::Kind::Overlong, what));
            }
        }
        for mut problem in here {
            match found.iter_mut().find(|(it, _)| it.kind == problem.kind) {
                Some((_, more)) => *more += 1,
                None => {
                    problem.message = format!("element {i}: {}", problem.message);
                    found.push((problem, 0));
                }
            }
        }
    }
    out.extend(found.into_iter().map(|(mut problem, more)| {
        if more > 0 {
            problem.message.push_str(&format!(", and {more} more like it"));
        }
        problem
    }));
    Ok(())
}

fn number_problems(field: &Field, kind: &Kind, raw: u64, at: u64, out: &mut Vec<Problem>) {
    if !value::is_in_range(kind, raw) {
        let read = value::of_number(kind, raw);
        let what = format!("{raw} does not fit {}: it is read as {read}", field.type_name());
        out.push(Problem::new(at, Severity::Warning, wire::Kind::OutOfRange, what));
    }
    if let Kind::Enum(enumeration) = kind
        && enumeration.get_value(raw as i32).is_none()
    {
        let severity = if field.is_open_enum() { Severity::Info } else { Severity::Warning };
        let what = format!("{} has no value {}", enumeration.name(), raw as i32);
        out.push(Problem::new(at, severity, wire::Kind::UnknownEnum, what));
    }
}

/// The offset in the payload of the first byte that is not UTF-8.
fn invalid_utf8(document: &Document, record: &Record) -> Result<Option<u64>, Missing> {
    let len = record.payload.len();
    let (mut at, mut kept) = (0u64, Vec::new());
    while at < len {
        let take = TEXT_PIECE.min(len - at);
        let from = kept.len();
        kept.resize(from + take as usize, 0);
        document.read_body(&record.payload, at, kept.get_mut(from..).unwrap_or_default())?;
        let start = at - from as u64;
        at += take;
        if let Err(error) = std::str::from_utf8(&kept) {
            if error.error_len().is_some() || at == len {
                return Ok(Some(start + error.valid_up_to() as u64));
            }
            kept.drain(..error.valid_up_to());
        } else {
            kept.clear();
        }
    }
    Ok(None)
}

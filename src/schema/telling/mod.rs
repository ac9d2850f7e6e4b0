//! Telling: a record in one line, in the language of its field: a digest as its short hash and size, a time as people
//! write it, a size with its unit, a message by its telling fields. Reads a few records and a few KiB at most, whatever
//! the record holds.

mod fields;
mod json_like;
mod sizes;
mod wellknown;

use prost_reflect::MessageDescriptor;

pub use self::wellknown::any_type_name;

use self::fields::Fields;
use super::words;
use super::{Field, Lens, ReadAs, Reading, Value};
use crate::wire::{Document, Message, Missing, Record};

/// Letters of a line: no row is wider.
const LETTERS: usize = 400;
/// Records that are looked at for one line, with those of the messages in it.
const RECORDS: usize = 96;
/// Messages in messages are told so deep at most.
const DEPTH: u32 = 3;

/// What a value is, for its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Text.
    Text,
    /// A number.
    Number,
    /// An enum.
    Enum,
    /// Bytes.
    Bytes,
    /// A bool.
    Bool,
    /// A moment or a span of time.
    Time,
    /// A reference to a blob.
    Digest,
    /// A message's line, and what is said in place of a value.
    #[default]
    Quiet,
}

/// A record in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// What it is.
    pub sort: Sort,
    /// The colour of its chip, from its hash.
    pub chip: Option<u32>,
    /// What is said beside it.
    pub note: String,
    /// What the line leaves out: the whole hash, the exact number. Bounded.
    pub whole: String,
    /// Seconds and nanoseconds since 1970, of a moment.
    pub moment: Option<(i64, i32)>,
}

impl Line {
    fn new(text: impl Into<String>, sort: Sort) -> Self {
        Self { text: text.into(), sort, ..Self::default() }
    }

    /// In place of bytes that are not there.
    pub fn missing(missing: Missing) -> Self {
        match missing {
            Missing::Absent(_) => Self::new("reading…", Sort::Quiet),
            Missing::Gone(_) => Self::new("gone: the file was truncated or replaced", Sort::Quiet),
        }
    }
}

/// The line of a record.
pub fn line(document: &Document, lens: &Lens, reading: &Reading, record: &Record) -> Line {
    let found = match reading {
        Reading::Message(field, ty) => {
            let message = Message { body: record.payload.clone(), start: 0 };
            Teller::new(document, lens).message_line(Some(field), ty, &message)
        }
        Reading::Value(field) => match field.chosen() {
            Some(ReadAs::Time(unit)) => {
                lens.value(document, reading, record).map(|value| wellknown::count(*unit, &value))
            }
            _ => lens.value(document, reading, record).map(|value| value_line_of(&field.path_name(), &value)),
        },
        Reading::Packed(_) | Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => {
            lens.value(document, reading, record).map(|value| value_line(&value))
        }
    };
    found.unwrap_or_else(Line::missing)
}

/// The line of a number by its bits, as of an element of a packed run.
pub fn number_line(kind: &prost_reflect::Kind, raw: u64) -> Line {
    value_line(&super::of_number(kind, raw))
}

/// The line of a whole payload of a kind that is no message.
pub fn payload_line(kind: &prost_reflect::Kind, payload: &[u8]) -> Line {
    value_line(&super::value::of_kind(kind, payload, payload.len() as u64))
}

/// What is looked at for one line, and how much more may be.
struct Teller<'a> {
    document: &'a Document,
    lens: &'a Lens,
    records: usize,
    depth: u32,
}

impl<'a> Teller<'a> {
    fn new(document: &'a Document, lens: &'a Lens) -> Self {
        Self { document, lens, records: RECORDS, depth: 0 }
    }

    fn message_line(
        &mut self,
        field: Option<&Field>,
        ty: &MessageDescriptor,
        message: &Message,
    ) -> Result<Line, Missing> {
        if let Some(line) = self.json_like(ty, message)? {
            return Ok(line);
        }
        let fields = Fields::read(self, ty, message)?;
        if field.is_some_and(Field::is_map) {
            return Ok(fields.entry());
        }
        match self.well_known(ty, &fields)? {
            Some(line) => Ok(line),
            None => Ok(fields.summary(ty, message.body.len())),
        }
    }
}

/// The line of a value whose field is not told by its name.
fn value_line(value: &Value) -> Line {
    let sort = match value {
        Value::Bool(_) => Sort::Bool,
        Value::Int(_) | Value::Uint(_) | Value::Hex32(_) | Value::Hex64(_) | Value::Float(_) | Value::Double(_) => {
            Sort::Number
        }
        Value::Enum { name: None, number } => {
            return Line { note: "no such value".to_owned(), ..Line::new(number.to_string(), Sort::Enum) };
        }
        Value::Enum { .. } => Sort::Enum,
        Value::Text { .. } => Sort::Text,
        Value::Bytes { start, len } => return bytes_line(start, *len),
        Value::Message { .. } => Sort::Quiet,
        Value::Packed { values, .. } => match values.first() {
            Some(Value::Enum { .. }) => Sort::Enum,
            Some(Value::Bool(_)) => Sort::Bool,
            _ => Sort::Number,
        },
    };
    let text = cut(&value.to_string(), LETTERS);
    let note = match value {
        Value::Text { len, .. } if *len > 1024 => words::size(*len),
        _ => String::new(),
    };
    Line { note, ..Line::new(text, sort) }
}

/// The line of a value of a field: sizes with their unit.
fn value_line_of(name: &str, value: &Value) -> Line {
    match sizes::of(name, value) {
        Some((size, exact)) => {
            let note = if size >= 1024 { words::grouped(size) } else { String::new() };
            Line { note, whole: exact, ..Line::new(words::size(size), Sort::Number) }
        }
        None => value_line(value),
    }
}

/// Bytes as text where that reads better.
fn bytes_line(start: &[u8], len: u64) -> Line {
    let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    let is_printable = |text: &&str| !text.is_empty() && !text.chars().any(is_odd);
    match std::str::from_utf8(start).ok().filter(is_printable) {
        Some(text) => {
            let more = if len > start.len() as u64 { "…" } else { "" };
            let text = cut(&format!("\"{}\"{more}", super::escape_text(text)), LETTERS);
            Line { note: words::bytes(len), ..Line::new(text, Sort::Bytes) }
        }
        None if len == 0 => Line::new("empty", Sort::Quiet),
        None => Line::new(Value::Bytes { start: start.to_vec(), len }.to_string(), Sort::Bytes),
    }
}

/// At most `letters` letters of a text, with dots where it goes on.
fn cut(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or(text)),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;

//! Values in one line, in the language of their field: a digest as its short hash and size, a time as people write
//! it, a message by its telling fields. Reads a bounded number of records. Knows no window.

use prost_reflect::{Kind, MessageDescriptor};

use super::time;
use crate::schema::{Field, Lens, Reading, Value};
use crate::ui::words;
use crate::wire::{Document, Message, Missing, Record};

/// At most so many records of a message are looked at for its line.
const LOOKED_AT: usize = 48;
/// Parts of a message's line.
const PARTS: usize = 4;
/// Letters of a text in a message's line.
const PART_LETTERS: usize = 28;
/// Letters of a value: no row is wider.
const LETTERS: usize = 400;
/// Digits of a hash that are shown.
const HASH: usize = 12;

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

/// A value in one line.
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
            message_line(document, lens, field, ty, &message)
        }
        Reading::Value(_) | Reading::Packed(_) | Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => {
            lens.value(document, reading, record).map(|value| value_line(&value))
        }
    };
    found.unwrap_or_else(Line::missing)
}

fn value_line(value: &Value) -> Line {
    let sort = match value {
        Value::Bool(_) => Sort::Bool,
        Value::Int(_) | Value::Uint(_) | Value::Hex32(_) | Value::Hex64(_) | Value::Float(_) | Value::Double(_) => {
            Sort::Number
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
    Line::new(cut(&value.to_string(), LETTERS), sort)
}

/// Bytes as text where that reads better.
fn bytes_line(start: &[u8], len: u64) -> Line {
    let is_printable = |text: &&str| !text.is_empty() && !text.chars().any(char::is_control);
    match std::str::from_utf8(start).ok().filter(is_printable) {
        Some(text) => {
            let more = if len > start.len() as u64 { "…" } else { "" };
            let text = cut(&format!("\"{}\"{more}", crate::schema::escape_text(text)), LETTERS);
            Line { note: words::bytes(len), ..Line::new(text, Sort::Bytes) }
        }
        None if len == 0 => Line::new("empty", Sort::Quiet),
        None => Line::new(Value::Bytes { start: start.to_vec(), len }.to_string(), Sort::Bytes),
    }
}

fn message_line(
    document: &Document,
    lens: &Lens,
    field: &Field,
    ty: &MessageDescriptor,
    message: &Message,
) -> Result<Line, Missing> {
    let fields = Fields::read(document, lens, ty, message)?;
    if field.is_map() {
        return Ok(fields.entry());
    }
    let known = match ty.full_name() {
        "google.protobuf.Timestamp" => {
            time::moment(fields.number(1), fields.number(2) as i32).map(|it| Line::new(it, Sort::Time))
        }
        "google.protobuf.Duration" => {
            time::span(fields.number(1), fields.number(2) as i32).map(|it| Line::new(it, Sort::Time))
        }
        "google.protobuf.Any" => fields.text(1).map(|it| Line::new(words::own_name(it).to_owned(), Sort::Quiet)),
        name if name.starts_with("google.protobuf.") && name.ends_with("Value") && ty.fields().len() == 1 => {
            fields.values.iter().find(|it| it.number == 1).and_then(|it| it.value.as_ref()).map(value_line)
        }
        name if name.ends_with(".Digest") => fields.digest(),
        _ => None,
    };
    Ok(known.unwrap_or_else(|| fields.summary(message.body.len())))
}

/// The first records of a message, read.
struct Fields {
    values: Vec<Read>,
    is_whole: bool,
}

struct Read {
    number: u64,
    name: String,
    is_repeated: bool,
    kind: Option<Kind>,
    /// `None` for a message.
    value: Option<Value>,
    /// A message's own line, where it is one of a few kinds that say all in one word.
    line: Option<Line>,
}

impl Fields {
    fn read(document: &Document, lens: &Lens, ty: &MessageDescriptor, message: &Message) -> Result<Self, Missing> {
        let mut values = Vec::new();
        let mut children = document.children(message);
        for child in children.by_ref().take(LOOKED_AT) {
            let child = child.map_err(Missing::Absent)?;
            let reading = lens.read(&Some(ty.clone()), &child.record);
            let told = values.iter().filter(|it: &&Read| it.line.is_some()).count();
            let (value, line) = match &reading {
                Reading::Message(_, inner) if told < PARTS => {
                    (None, one_word(document, lens, inner, &child.message())?)
                }
                Reading::Message(..) => (None, None),
                Reading::Value(_) => (Some(lens.value(document, &reading, &child.record)?), None),
                Reading::Packed(_) | Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => continue,
            };
            let Some(field) = reading.field() else { continue };
            values.push(Read {
                number: child.record.number,
                name: field.path_name(),
                is_repeated: field.is_repeated(),
                kind: Some(field.kind()),
                value,
                line,
            });
        }
        Ok(Self { values, is_whole: children.next().is_none() })
    }

    /// The last value of a field, which is the one that counts.
    fn value(&self, number: u64) -> Option<&Value> {
        self.values.iter().rev().find(|it| it.number == number).and_then(|it| it.value.as_ref())
    }

    fn number(&self, number: u64) -> i64 {
        match self.value(number) {
            Some(Value::Int(n)) => *n,
            Some(Value::Uint(n)) => *n as i64,
            _ => 0,
        }
    }

    fn text(&self, number: u64) -> Option<&str> {
        match self.value(number) {
            Some(Value::Text { text, .. }) => Some(text),
            _ => None,
        }
    }

    /// A digest by the start of its hash and its size, with a chip made from the hash.
    fn digest(&self) -> Option<Line> {
        let hash = self.text(1)?;
        let is_hex = !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hex {
            return None;
        }
        let size = self.number(2);
        let short = hash.get(..HASH.min(hash.len())).unwrap_or(hash);
        let dots = if short.len() < hash.len() { "…" } else { "" };
        let chip = hash.get(..hash.len().min(8)).and_then(|it| u32::from_str_radix(it, 16).ok());
        let note = match size {
            0 => "empty blob".to_owned(),
            1024.. => words::size(size as u64),
            _ => String::new(),
        };
        Some(Line { chip, note, ..Line::new(format!("{short}{dots}/{size}"), Sort::Digest) })
    }

    /// A map's entry: its value after its key.
    fn entry(&self) -> Line {
        match self.values.iter().rev().find(|it| it.number == 2) {
            Some(Read { value: Some(value), .. }) => value_line(value),
            Some(Read { line: Some(line), .. }) => line.clone(),
            Some(_) | None => self.summary(0),
        }
    }

    /// A message by its telling fields.
    fn summary(&self, len: u64) -> Line {
        let mut parts: Vec<String> = Vec::new();
        let mut counted: Vec<u64> = Vec::new();
        for read in &self.values {
            if parts.len() == PARTS {
                break;
            }
            if read.is_repeated {
                if !counted.contains(&read.number) {
                    counted.push(read.number);
                    let count = self.values.iter().filter(|it| it.number == read.number).count();
                    let more = if self.is_whole { "" } else { "+" };
                    parts.push(format!("{count}{more} {}", read.name));
                }
                continue;
            }
            parts.extend(read.part());
        }
        let text = match (parts.is_empty(), self.values.is_empty(), len) {
            (false, ..) => parts.join(" · "),
            (true, _, 0) => "empty".to_owned(),
            (true, true, len) => words::bytes(len),
            (true, false, _) => self.names(),
        };
        Line::new(cut(&text, LETTERS), Sort::Quiet)
    }

    /// The fields a message has, where no value of them tells in a word.
    fn names(&self) -> String {
        let names: Vec<&str> = self.values.iter().take(PARTS).map(|it| it.name.as_str()).collect();
        names.join(", ")
    }
}

impl Read {
    /// What the field adds to its message's line.
    fn part(&self) -> Option<String> {
        if let Some(line) = &self.line {
            return Some(line.text.clone());
        }
        match self.value.as_ref()? {
            Value::Bool(true) => Some(self.name.clone()),
            Value::Bool(false) | Value::Bytes { .. } | Value::Message { .. } | Value::Packed { .. } => None,
            Value::Enum { name: Some(name), .. } => Some(name.clone()),
            Value::Text { text, .. } if text.is_empty() => None,
            Value::Text { text, .. } => Some(cut(&crate::schema::escape_text(text), PART_LETTERS)),
            number => Some(format!("{} {number}", self.name)),
        }
        .filter(|_| self.kind.is_some())
    }
}

/// The line of a message inside another: only of those that say all in one word.
fn one_word(
    document: &Document,
    lens: &Lens,
    ty: &MessageDescriptor,
    message: &Message,
) -> Result<Option<Line>, Missing> {
    let name = ty.full_name();
    if !matches!(name, "google.protobuf.Duration") && !name.ends_with(".Digest") {
        return Ok(None);
    }
    let fields = Fields::read(document, lens, ty, message)?;
    Ok(match name {
        "google.protobuf.Duration" => {
            time::span(fields.number(1), fields.number(2) as i32).map(|it| Line::new(it, Sort::Time))
        }
        _ => fields.digest(),
    })
}

/// At most `letters` letters of a text, with dots where it goes on.
fn cut(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or(text)),
        None => text.to_owned(),
    }
}

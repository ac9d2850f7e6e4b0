//! What is known of a record, as text. Knows no window.

use prost_reflect::{Cardinality, Kind};

use crate::app::{OpenDocument, RecordRow};
use crate::schema::{self, Reading};
use crate::ui::words;
use crate::wire::{Document, Problem, WireType};

/// At most so many bytes of a payload are shown to be edited.
pub const EDITED: u64 = 64 << 10;

/// Letters of a fact.
const FACT: usize = 400;

/// A fact of the record's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireFact {
    /// What it is about.
    pub label: &'static str,
    /// What it says.
    pub text: String,
    /// True for words, false for values.
    pub is_prose: bool,
}

impl WireFact {
    /// A value.
    pub fn new(label: &'static str, text: String) -> Self {
        Self { label, text, is_prose: false }
    }

    /// Words.
    pub fn prose(label: &'static str, text: impl Into<String>) -> Self {
        Self { label, text: text.into(), is_prose: true }
    }
}

/// How the value is edited here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// One line to type in.
    Line,
    /// Several lines to type in, as text or as hex.
    Text,
    /// Bytes, as text or as hex.
    Bytes,
    /// True or false.
    Bool,
    /// A list.
    Enum,
    /// Not here: a message, or too long.
    None,
}

/// What is known of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// Its name.
    pub name: String,
    /// Its type and where it belongs.
    pub about: String,
    /// How its value is edited.
    pub means: Means,
    /// Why a value is shown and not typed here.
    pub shut: Option<&'static str>,
    /// The documentation of its field, or of its type.
    pub documentation: Option<String>,
    /// What the schema says of it, and where it stands.
    pub field: Vec<WireFact>,
    /// A number in other forms.
    pub forms: Vec<WireFact>,
    /// Its bytes.
    pub wire: Vec<WireFact>,
    /// What is odd about it.
    pub problems: Vec<Problem>,
}

impl Inspected {
    /// What is known of a row.
    pub fn new(document: &OpenDocument, row: &RecordRow) -> Self {
        let line = crate::ui::tree::TreeLine::new(document, &crate::app::Row::Record(row.clone()));
        Self {
            name: row.name.clone(),
            about: about(row),
            means: means(row),
            shut: shut(row),
            documentation: row.reading.field().and_then(schema::docs_of_field),
            field: field_facts(document, row),
            forms: forms(document.snapshot(), row),
            wire: wire_facts(document.snapshot(), row),
            problems: line.problems,
        }
    }
}

/// What the schema says of a record, how it is read, and its path.
fn field_facts(document: &OpenDocument, row: &RecordRow) -> Vec<WireFact> {
    let fact = WireFact::new;
    let mut facts = vec![fact("Path", cut(document.path_of(&row.address)))];
    if let Some(field) = row.reading.field() {
        facts.extend(presence(field).map(|it| WireFact::prose("Presence", it)));
        let default = crate::ui::tree::default_of(field);
        facts.extend(default.map(|it| fact("Default", it.trim_start_matches("default ").to_owned())));
    }
    let chosen = document.lens().chosen(&row.parent, &row.child.record);
    facts.extend(chosen.map(|it| WireFact::prose("Read as", format!("{it}, as chosen"))));
    facts
}

/// Whether a field that is not set differs from one that has its default.
fn presence(field: &schema::Field) -> Option<&'static str> {
    match field.cardinality() {
        Cardinality::Repeated => None,
        Cardinality::Required => Some("required"),
        Cardinality::Optional if field.has_presence() => Some("explicit: not set differs from the default"),
        Cardinality::Optional => Some("implicit: not set is the default"),
    }
}

/// The bits of a number read in other ways.
fn forms(document: &Document, row: &RecordRow) -> Vec<WireFact> {
    let record = &row.child.record;
    let is_number = matches!(record.wire_type, WireType::Varint | WireType::Fixed32 | WireType::Fixed64);
    let is_told = matches!(&row.reading, Reading::Value(field) if matches!(field.kind(), Kind::Bool | Kind::Enum(_)));
    let payload = document.body_start(&record.payload, 16).unwrap_or_default();
    let Some(raw) = schema::bits(record.wire_type, &payload).filter(|_| is_number && !is_told) else {
        return Vec::new();
    };
    let fact = WireFact::new;
    let mut facts = vec![fact("Unsigned", raw.to_string())];
    match record.wire_type {
        WireType::Fixed32 => {
            facts.push(fact("Signed", (raw as u32 as i32).to_string()));
            facts.push(fact("Hex", format!("0x{raw:08x}")));
            facts.push(fact("Float", schema::Value::Float(f32::from_bits(raw as u32)).to_string()));
        }
        WireType::Fixed64 => {
            facts.push(fact("Signed", (raw as i64).to_string()));
            facts.push(fact("Hex", format!("0x{raw:016x}")));
            facts.push(fact("Double", schema::Value::Double(f64::from_bits(raw)).to_string()));
        }
        _ => {
            facts.push(fact("Signed", (raw as i64).to_string()));
            facts.push(fact("Hex", format!("0x{raw:x}")));
            facts.push(fact("Zigzag", crate::wire::varint::from_zigzag(raw).to_string()));
        }
    }
    facts
}

/// A text that may be long, for a fact.
fn cut(text: String) -> String {
    match text.char_indices().nth(FACT) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or(&text)),
        None => text,
    }
}

fn about(row: &RecordRow) -> String {
    let ty = row.reading.type_name(&row.child.record);
    let message = row.parent.as_ref().map(|it| it.name().to_owned());
    let Some(field) = row.reading.field() else {
        return match message {
            Some(message) => format!("{ty} · {message} has no field {}", row.child.record.number),
            None => format!("{ty} · field {} of a message without a type", row.child.record.number),
        };
    };
    let label = match field.cardinality() {
        Cardinality::Repeated if field.is_map() => "",
        Cardinality::Repeated => "repeated ",
        Cardinality::Required => "required ",
        Cardinality::Optional => "",
    };
    let member = field.oneof().map(|it| format!(", one of {}", it.name())).unwrap_or_default();
    format!("{label}{ty} · field {} of {}{member}", field.number(), message.unwrap_or_default())
}

fn means(row: &RecordRow) -> Means {
    let is_long = row.child.record.payload.len() > EDITED;
    match &row.reading {
        Reading::Value(field) => match field.kind() {
            Kind::Bool => Means::Bool,
            Kind::Enum(_) => Means::Enum,
            Kind::String if !is_long => Means::Text,
            Kind::Bytes if !is_long => Means::Bytes,
            Kind::String | Kind::Bytes | Kind::Message(_) => Means::None,
            _ => Means::Line,
        },
        Reading::Unknown | Reading::Mismatch(_) => match row.child.record.wire_type {
            WireType::Len if !is_long => Means::Bytes,
            WireType::Varint | WireType::Fixed32 | WireType::Fixed64 => Means::Line,
            WireType::Len | WireType::Group | WireType::Undecoded => Means::None,
        },
        Reading::Message(field, _) if schema::is_time(field) && !is_long => Means::Line,
        Reading::Packed(_) if !is_long => Means::Line,
        Reading::Packed(_) | Reading::Message(..) | Reading::Undecoded => Means::None,
    }
}

/// Why a value that is no message cannot be typed here.
fn shut(row: &RecordRow) -> Option<&'static str> {
    let is_value = crate::ui::tree::is_value(row);
    let is_long = row.child.record.payload.len() > EDITED;
    match &row.reading {
        Reading::Undecoded => Some("Undecoded bytes are changed in the bytes pane"),
        _ if is_value && is_long => Some("Longer than 64 KiB, so only its start shows here, and it is not typed"),
        _ => None,
    }
}

fn wire_facts(document: &Document, row: &RecordRow) -> Vec<WireFact> {
    let (child, record) = (&row.child, &row.child.record);
    let fact = WireFact::new;
    let mut facts = vec![fact("Record", format!("0x{:x}, {}", child.start, words::bytes(record.len())))];
    if record.wire_type == WireType::Undecoded {
        return facts;
    }
    let wire_type = record.wire_type.name();
    let tag = hex(document, child.start, record.tag.len);
    facts.push(fact("Tag", format!("{tag} · field {}, {wire_type}", record.number)));
    if record.wire_type == WireType::Len {
        let at = child.start + record.tag.len;
        let prefix = hex(document, at, child.payload_start() - at);
        facts.push(fact("Length", format!("{prefix} · {}", record.length())));
    }
    let payload = record.payload.len();
    facts.push(fact("Payload", format!("0x{:x}, {}", child.payload_start(), words::bytes(payload))));
    if !record.end.is_empty() {
        let at = child.payload_start() + payload;
        facts.push(fact("End", format!("{} · at 0x{at:x}", hex(document, at, record.end.len))));
    }
    facts
}

/// The bytes of a tag or a length, which are few.
fn hex(document: &Document, at: u64, len: u64) -> String {
    let mut bytes = vec![0; len.min(16) as usize];
    match document.read(at, &mut bytes) {
        Ok(()) => to_hex(&bytes),
        Err(_) => "…".to_owned(),
    }
}

/// Bytes as pairs of digits.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// Bytes from pairs of digits, with any space between them.
///
/// # Errors
/// What is wrong with the text.
pub fn from_hex(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut high = None;
    for (i, c) in text.chars().enumerate() {
        if c.is_whitespace() {
            continue;
        }
        let Some(digit) = c.to_digit(16) else {
            return Err(format!("{c:?} at character {} is no hex digit", i + 1));
        };
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push((high << 4 | digit) as u8),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err("the last byte has one digit only".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_read_as_it_is_written() {
        assert_eq!(from_hex(&to_hex(&[0, 0x0a, 0xff])).unwrap(), [0, 0x0a, 0xff]);
        assert_eq!(from_hex("0a0B\n 0c").unwrap(), [10, 11, 12]);
        assert!(from_hex("").unwrap().is_empty());
        assert_eq!(from_hex("0a 0").unwrap_err(), "the last byte has one digit only");
        assert_eq!(from_hex("0g").unwrap_err(), "'g' at character 2 is no hex digit");
    }
}

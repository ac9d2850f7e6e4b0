//! Values as a person types them in place: how a text becomes bytes and how a value becomes the text to begin with.
//! Text fields are taken as they are, without quotes; bytes are hex, or text in quotes; enums go by name or number;
//! packed runs are lists.

use std::str::Chars;

use prost_reflect::{EnumDescriptor, Kind};

use crate::schema::plan::{Encoded, Slot};
use crate::schema::{self, Reading, Value};
use crate::wire::{Child, Document, Missing, WireType, varint};

/// Values longer than this are not edited as text.
const LONGEST: u64 = 1 << 20;

/// The bytes that a text stands for.
///
/// # Errors
/// Why it is no value of the slot.
pub(super) fn parse(slot: &Slot, text: &str) -> Result<Encoded, String> {
    match slot {
        Slot::Field(field) => parse_kind(&field.kind(), text, field.is_group()),
        Slot::Message(_) => Err("a message is edited field by field".to_owned()),
        Slot::Unknown { wire_type, .. } => parse_unknown(*wire_type, text),
    }
}

/// The payload of a packed run that a list stands for.
///
/// # Errors
/// Which element is no value.
pub(super) fn parse_packed(kind: &Kind, text: &str) -> Result<Encoded, String> {
    let text = text.trim();
    let inner = text.strip_prefix('[').map_or(text, |it| it.strip_suffix(']').unwrap_or(it)).trim();
    let mut payload = Vec::new();
    if !inner.is_empty() {
        for (at, element) in inner.split(',').enumerate() {
            let encoded = parse_kind(kind, element.trim(), false).map_err(|it| format!("element {}: {it}", at + 1))?;
            payload.extend(encoded.payload);
        }
    }
    Ok(Encoded { wire_type: WireType::Len, payload })
}

fn parse_kind(kind: &Kind, text: &str, is_group: bool) -> Result<Encoded, String> {
    let word = text.trim();
    let encoded = |wire_type, payload| Ok(Encoded { wire_type, payload });
    match kind {
        Kind::String => encoded(WireType::Len, text.as_bytes().to_vec()),
        Kind::Bytes => encoded(WireType::Len, parse_bytes(word)?),
        Kind::Message(_) if is_group => Err("a group is edited field by field".to_owned()),
        Kind::Message(_) => Err("a message is edited field by field".to_owned()),
        Kind::Bool => encoded(WireType::Varint, vec![u8::from(parse_bool(word)?)]),
        Kind::Enum(enumeration) => {
            encoded(WireType::Varint, varint_of(i64::from(parse_enum(enumeration, word)?) as u64))
        }
        Kind::Float => encoded(WireType::Fixed32, parse_float(word)?.to_le_bytes().to_vec()),
        Kind::Double => encoded(WireType::Fixed64, parse_double(word)?.to_le_bytes().to_vec()),
        Kind::Int32 => encoded(WireType::Varint, varint_of(i64::from(parse_int::<i32>(word, "int32")?) as u64)),
        Kind::Int64 => encoded(WireType::Varint, varint_of(parse_int::<i64>(word, "int64")? as u64)),
        Kind::Uint32 => encoded(WireType::Varint, varint_of(parse_int::<u32>(word, "uint32")?.into())),
        Kind::Uint64 => encoded(WireType::Varint, varint_of(parse_int::<u64>(word, "uint64")?)),
        Kind::Sint32 => encoded(
            WireType::Varint,
            varint_of(varint::to_zigzag(parse_int::<i32>(word, "sint32")?.into()) & 0xffff_ffff),
        ),
        Kind::Sint64 => encoded(WireType::Varint, varint_of(varint::to_zigzag(parse_int(word, "sint64")?))),
        Kind::Fixed32 => encoded(WireType::Fixed32, parse_int::<u32>(word, "fixed32")?.to_le_bytes().to_vec()),
        Kind::Sfixed32 => encoded(WireType::Fixed32, parse_int::<i32>(word, "sfixed32")?.to_le_bytes().to_vec()),
        Kind::Fixed64 => encoded(WireType::Fixed64, parse_int::<u64>(word, "fixed64")?.to_le_bytes().to_vec()),
        Kind::Sfixed64 => encoded(WireType::Fixed64, parse_int::<i64>(word, "sfixed64")?.to_le_bytes().to_vec()),
    }
}

fn parse_unknown(wire_type: Option<WireType>, text: &str) -> Result<Encoded, String> {
    let word = text.trim();
    match wire_type {
        Some(WireType::Varint) => parse_kind(&Kind::Uint64, word, false),
        Some(WireType::Fixed32) => parse_kind(&Kind::Fixed32, word, false),
        Some(WireType::Fixed64) => parse_kind(&Kind::Fixed64, word, false),
        Some(WireType::Group) => Err("a group is edited field by field".to_owned()),
        Some(wire_type @ (WireType::Len | WireType::Undecoded)) => {
            Ok(Encoded { wire_type, payload: parse_bytes(word)? })
        }
        None => Ok(Encoded { wire_type: WireType::Len, payload: parse_bytes(word)? }),
    }
}

fn varint_of(value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    varint::push(value, &mut out);
    out
}

/// An integer type that a text may be out of the range of.
trait Whole: TryFrom<i128> {
    const MIN: i128;
    const MAX: i128;
}

macro_rules! whole {
    ($($ty:ty),*) => {$(
        impl Whole for $ty {
            const MIN: i128 = <$ty>::MIN as i128;
            const MAX: i128 = <$ty>::MAX as i128;
        }
    )*};
}

whole!(i32, i64, u32, u64);

fn parse_int<T: Whole>(word: &str, name: &str) -> Result<T, String> {
    let (is_negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(format!("a whole number expected, as 42 or 0x2a: {name}"));
    }
    let range = || format!("{name} goes from {} to {}", T::MIN, T::MAX);
    let size = i128::from_str_radix(digits, radix).map_err(|_| range())?;
    T::try_from(if is_negative { -size } else { size }).map_err(|_| range())
}

fn parse_bool(word: &str) -> Result<bool, String> {
    match word {
        "true" | "True" | "t" | "1" => Ok(true),
        "false" | "False" | "f" | "0" => Ok(false),
        _ => Err("true or false expected".to_owned()),
    }
}

fn parse_double(word: &str) -> Result<f64, String> {
    let lower = word.to_ascii_lowercase();
    match lower.as_str() {
        "inf" | "+inf" | "infinity" => return Ok(f64::INFINITY),
        "-inf" | "-infinity" => return Ok(f64::NEG_INFINITY),
        "nan" => return Ok(f64::NAN),
        _ => {}
    }
    match lower.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err("too large: the largest double is about 1.8e308".to_owned()),
        Err(_) => Err("a number expected, as 0.25, 1e9, inf or nan".to_owned()),
    }
}

fn parse_float(word: &str) -> Result<f32, String> {
    let lower = word.to_ascii_lowercase();
    match (lower.parse::<f32>(), parse_double(&lower)?) {
        (Ok(value), wide) if value.is_finite() || !wide.is_finite() => Ok(value),
        (Ok(_), _) => Err("too large: the largest float is about 3.4e38".to_owned()),
        (Err(_), wide) => Ok(wide as f32),
    }
}

fn parse_enum(enumeration: &EnumDescriptor, word: &str) -> Result<i32, String> {
    if let Some(value) = enumeration.get_value_by_name(word) {
        return Ok(value.number());
    }
    let is_number = word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
    if is_number {
        return parse_int::<i32>(word, "an enum's number");
    }
    Err(format!("{} has no value of that name", enumeration.name()))
}

/// Hex digits, with or without spaces; or text in quotes with the escapes that the text format has.
fn parse_bytes(word: &str) -> Result<Vec<u8>, String> {
    if let Some(quoted) = word.strip_prefix('"') {
        let inner = quoted.strip_suffix('"').ok_or("a closing quote expected")?;
        return unescape(inner);
    }
    let digits: Vec<char> = word.chars().filter(|c| !c.is_whitespace()).collect();
    let digits = digits.strip_prefix(&['0', 'x']).unwrap_or(&digits);
    if !digits.len().is_multiple_of(2) {
        return Err("an even number of hex digits expected".to_owned());
    }
    let pair = |pair: &[char]| pair.iter().try_fold(0, |byte, c| Some(byte << 4 | c.to_digit(16)? as u8));
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(pair).collect();
    bytes.ok_or_else(|| "hex expected, as 0a ff, or text in quotes".to_owned())
}

fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' => return Err("a quote in the text is written \\\"".to_owned()),
            '\\' => escape(&mut rest, &mut out)?,
            c => push_char(c, &mut out),
        }
    }
    Ok(out)
}

fn push_char(c: char, out: &mut Vec<u8>) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

fn escape(rest: &mut Chars<'_>, out: &mut Vec<u8>) -> Result<(), String> {
    let byte = match rest.next() {
        Some('n') => b'\n',
        Some('r') => b'\r',
        Some('t') => b'\t',
        Some(c @ ('\\' | '"' | '\'')) => c as u8,
        Some('x') => byte_of(digits(rest, 16, 2, 0))?,
        Some(c) if c.is_digit(8) => byte_of(digits(rest, 8, 2, c.to_digit(8).unwrap_or(0)))?,
        Some('u') => {
            let code = digits(rest, 16, 4, 0);
            push_char(char::from_u32(code).ok_or("no such character")?, out);
            return Ok(());
        }
        _ => return Err("an escape expected: \\n \\r \\t \\\\ \\\" \\x41 \\101 \\u00e4".to_owned()),
    };
    out.push(byte);
    Ok(())
}

fn digits(rest: &mut Chars<'_>, radix: u32, max: usize, first: u32) -> u32 {
    let mut value = first;
    for _ in 0..max {
        let Some(digit) = rest.clone().next().and_then(|it| it.to_digit(radix)) else { break };
        value = value * radix + digit;
        rest.next();
    }
    value
}

fn byte_of(value: u32) -> Result<u8, String> {
    u8::try_from(value).map_err(|_| "an escape goes up to \\377".to_owned())
}

/// The text to begin editing a record's value with; `None` where it cannot be edited as text.
///
/// # Errors
/// Bytes that have to be fetched first, or are gone.
pub(super) fn text(
    document: &Document,
    lens: &schema::Lens,
    child: &Child,
    reading: &Reading,
) -> Result<Option<String>, Missing> {
    let record = &child.record;
    if record.payload.len() > LONGEST || matches!(record.wire_type, WireType::Group | WireType::Undecoded) {
        return Ok(None);
    }
    let kind = match reading {
        Reading::Message(..) => return Ok(None),
        Reading::Value(field) | Reading::Packed(field) => Some(field.kind()),
        Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => None,
    };
    if matches!(reading, Reading::Value(_)) && kind == Some(Kind::String) {
        return Ok(String::from_utf8(document.body_bytes(&record.payload)?).ok());
    }
    let is_bytes = record.wire_type == WireType::Len && !matches!(reading, Reading::Packed(_));
    if is_bytes {
        return Ok(Some(text_of_bytes(&document.body_bytes(&record.payload)?)));
    }
    Ok(match lens.value(document, reading, record)? {
        Value::Packed { values, is_whole: true } => {
            Some(values.iter().map(text_of_number).collect::<Vec<_>>().join(", "))
        }
        Value::Packed { .. } | Value::Message { .. } => None,
        value => Some(text_of_number(&value)),
    })
}

fn text_of_number(value: &Value) -> String {
    match value {
        Value::Enum { name: Some(name), .. } => name.clone(),
        value => value.to_string(),
    }
}

/// Text in quotes where the bytes are readable, else hex.
fn text_of_bytes(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_empty() && !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) => {
            format!("\"{}\"", schema::escape_text(text))
        }
        _ => hex(bytes),
    }
}

/// Hex digits by pairs.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(kind: &Kind, text: &str) -> Vec<u8> {
        parse_kind(kind, text, false).unwrap().payload
    }

    fn reason(kind: &Kind, text: &str) -> String {
        parse_kind(kind, text, false).unwrap_err()
    }

    #[test]
    fn numbers_are_read_and_their_ranges_kept() {
        assert_eq!(payload(&Kind::Int32, " -1 "), varint_of(u64::MAX));
        assert_eq!(payload(&Kind::Uint32, "0xff"), [0xff, 1]);
        assert_eq!(payload(&Kind::Sint32, "-2147483648"), varint_of(0xffff_ffff));
        assert_eq!(payload(&Kind::Sint64, "-1"), [1]);
        assert_eq!(payload(&Kind::Sfixed32, "-2"), [0xfe, 0xff, 0xff, 0xff]);
        assert_eq!(payload(&Kind::Double, "-inf"), f64::NEG_INFINITY.to_le_bytes());
        assert_eq!(payload(&Kind::Float, "0.1"), 0.1f32.to_le_bytes());
        assert_eq!(reason(&Kind::Int32, "2147483648"), "int32 goes from -2147483648 to 2147483647");
        assert_eq!(reason(&Kind::Uint64, "-1"), "uint64 goes from 0 to 18446744073709551615");
        assert!(reason(&Kind::Int32, "1.5").contains("whole number"));
        assert!(reason(&Kind::Int64, "").contains("whole number"));
        assert!(reason(&Kind::Float, "1e39").contains("too large"));
        assert!(reason(&Kind::Double, "1e309").contains("too large"));
        assert!(parse_int::<i32>(&"9".repeat(60), "int32").is_err());
    }

    #[test]
    fn text_is_taken_as_it_is_and_bytes_as_hex_or_quoted() {
        assert_eq!(payload(&Kind::String, " a \"b\" "), b" a \"b\" ");
        assert_eq!(payload(&Kind::Bytes, "0a ff"), [10, 255]);
        assert_eq!(payload(&Kind::Bytes, "0x0AFF"), [10, 255]);
        assert_eq!(payload(&Kind::Bytes, r#""a\n\x01\377\u00e4\"""#), [b'a', 10, 1, 255, 0xc3, 0xa4, b'"']);
        assert_eq!(payload(&Kind::Bytes, ""), [0u8; 0]);
        for bad in ["0", "0g", "\"a", "\"\\q\"", "\"\\777\""] {
            assert!(parse_kind(&Kind::Bytes, bad, false).is_err(), "{bad}");
        }
    }

    #[test]
    fn bytes_are_shown_as_they_are_read() {
        for bytes in [&b"plain \"text\"\n"[..], &[0, 1, 255], b"", "ä\u{202e}".as_bytes()] {
            assert_eq!(parse_bytes(&text_of_bytes(bytes)).unwrap(), bytes);
        }
    }

    #[test]
    fn packed_runs_are_lists() {
        assert_eq!(parse_packed(&Kind::Int32, "[1, 2, 300]").unwrap().payload, [1, 2, 0xac, 2]);
        assert_eq!(parse_packed(&Kind::Int32, " ").unwrap().payload, [0u8; 0]);
        assert!(parse_packed(&Kind::Int32, "1, x").unwrap_err().starts_with("element 2"));
    }
}

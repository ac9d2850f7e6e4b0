//! Values as a person types them in place: how a text becomes bytes, and the text to begin with. As the command line
//! writes them ([`text::value`]), but bytes are taken as hex too, and packed runs as lists.

use prost_reflect::Kind;

use crate::schema::packed::{Element, Elements};
use crate::schema::plan::{Encoded, Slot};
use crate::schema::{self, Field, Lens, Reading, Value};
use crate::text::{self, literal::Notation};
use crate::wire::{Body, Child, Document, Missing, WireType, varint};

/// Values longer than this are not edited as text.
pub(super) const LONGEST: u64 = 1 << 20;

/// A form in which bytes are typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PayloadForm {
    /// As a value is typed in place; bytes as text in quotes with escapes.
    #[default]
    Text,
    /// Pairs of digits.
    Hex,
    /// Base64.
    Base64,
}

/// The bytes that a text in base64 stands for: the standard or the URL alphabet, padded or not.
///
/// # Errors
/// What is wrong with it.
pub fn base64_bytes(typed: &str) -> Result<Vec<u8>, String> {
    let digits: String = typed.split_whitespace().collect();
    if digits.is_empty() {
        return Ok(Vec::new());
    }
    text::clip::read_as(&digits, text::clip::Form::Base64).ok_or_else(|| "base64 expected, as SGVsbG8=".to_owned())
}

/// The text of a record's bytes in a form; `None` where they are too long, or a message.
///
/// # Errors
/// Bytes that have to be fetched first, or are gone.
pub(super) fn bytes_text(
    document: &Document,
    lens: &Lens,
    child: &Child,
    reading: &Reading,
    form: PayloadForm,
) -> Result<Option<String>, Missing> {
    let payload = &child.record.payload;
    if payload.len() > LONGEST {
        return Ok(None);
    }
    match form {
        PayloadForm::Hex => Ok(Some(hex(&document.body_bytes(payload)?))),
        PayloadForm::Base64 => {
            let mut out = String::new();
            // Writing to a text does not fail.
            _ = text::literal::print(&document.of_body(payload.clone()), Notation::Base64, &mut out);
            Ok(Some(out.trim_end().to_owned()))
        }
        PayloadForm::Text => {
            let typed = text(document, lens, child, reading)?;
            let is_bytes = matches!(reading, Reading::Value(field) if field.kind() == Kind::Bytes)
                || matches!(reading, Reading::Unknown | Reading::Mismatch(_))
                    && child.record.wire_type == WireType::Len;
            if !is_bytes || typed.as_ref().is_none_or(|it| it.starts_with('"')) {
                return Ok(typed);
            }
            Ok(Some(format!("\"{}\"", schema::escape_bytes(&document.body_bytes(payload)?))))
        }
    }
}

/// The bytes that a text stands for.
///
/// # Errors
/// Why it is no value of the slot.
pub(super) fn parse(slot: &Slot, typed: &str) -> Result<Encoded, String> {
    let bytes_in = match slot {
        Slot::Field(field) => (field.kind() == Kind::Bytes).then_some(WireType::Len),
        Slot::Unknown { wire_type, .. } => wire_type.filter(|it| matches!(it, WireType::Len | WireType::Undecoded)),
        Slot::Message(_) => None,
    };
    match bytes_in {
        Some(wire_type) if !typed.trim_start().starts_with(['"', '\'', '{', '<']) => {
            Ok(Encoded { wire_type, payload: parse_hex(typed)? })
        }
        _ => text::value::parse(slot, typed),
    }
}

/// The elements of a packed run that a list stands for.
///
/// # Errors
/// Which element is no value.
pub(super) fn parse_packed(field: &Field, typed: &str) -> Result<Vec<Vec<u8>>, String> {
    let typed = typed.trim();
    let inner = typed.strip_prefix('[').map_or(typed, |it| it.strip_suffix(']').unwrap_or(it)).trim();
    let slot = Slot::Field(field.clone());
    let mut elements = Vec::new();
    if !inner.is_empty() {
        for (at, element) in inner.split(',').enumerate() {
            let encoded = text::value::parse(&slot, element.trim()).map_err(|it| format!("element {at}: {it}"))?;
            elements.push(encoded.payload);
        }
    }
    Ok(elements)
}

/// A packed payload whose elements are to be `new`: elements whose value stands keep their bytes, the same ones at both
/// ends, and those between them where as many come as go. `None` where nothing changes.
///
/// # Errors
/// Bytes that have to be fetched first, or are gone.
pub(super) fn repacked(
    document: &Document,
    payload: &Body,
    field: &Field,
    new: &[Vec<u8>],
) -> Result<Option<Body>, Missing> {
    let kind = field.kind();
    let old = Elements::new(document, payload.clone(), &kind).collect::<Result<Vec<_>, _>>()?;
    let is_same = |old: &Element, new: &Vec<u8>| {
        let raw = raw_of(field.wire_type(), new);
        !old.is_cut
            && (raw == Some(old.raw)
                || raw.is_some_and(|it| {
                    text::value::print_number(&kind, it) == text::value::print_number(&kind, old.raw)
                }))
    };
    let head = old.iter().zip(new).take_while(|(old, new)| is_same(old, new)).count();
    let (old, new) = (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| is_same(old, new)).count();
    let (old, new) = (old.get(..old.len() - tail).unwrap_or_default(), new.get(..new.len() - tail).unwrap_or_default());
    let after = old.last().map(|it| it.at + it.len);
    let (at, len) = match (old.first(), after) {
        (Some(first), Some(after)) => (first.at, after - first.at),
        _ if new.is_empty() => return Ok(None),
        _ => (place_of(document, payload, &kind, head)?, 0),
    };
    let mut with = Vec::new();
    for (i, element) in new.iter().enumerate() {
        match old.get(i).filter(|it| old.len() == new.len() && is_same(it, element)) {
            Some(stands) => {
                let from = with.len();
                with.resize(from + stands.len as usize, 0);
                document.read_body(payload, stands.at, with.get_mut(from..).unwrap_or_default())?;
            }
            None => with.extend_from_slice(element),
        }
    }
    document.spliced_payload(payload, at, len, &with).map(Some)
}

/// Where the element after the first `count` begins.
fn place_of(document: &Document, payload: &Body, kind: &Kind, count: usize) -> Result<u64, Missing> {
    let last = Elements::new(document, payload.clone(), kind).take(count).last().transpose()?;
    Ok(last.map_or(0, |it| it.at + it.len))
}

/// The bits of one encoded element.
fn raw_of(wire_type: WireType, encoded: &[u8]) -> Option<u64> {
    match wire_type {
        WireType::Varint => varint::whole(encoded),
        _ => (encoded.len() <= 8).then(|| encoded.iter().rev().fold(0, |raw, byte| raw << 8 | u64::from(*byte))),
    }
}

/// Hex digits, with or without spaces.
fn parse_hex(typed: &str) -> Result<Vec<u8>, String> {
    let digits: Vec<char> = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let digits = digits.strip_prefix(&['0', 'x']).unwrap_or(&digits);
    let pair = |pair: &[char]| pair.iter().try_fold(0, |byte, c| Some(byte << 4 | c.to_digit(16)? as u8));
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(pair).collect();
    let bytes = bytes.ok_or("hex expected, as 0a ff, or text in quotes")?;
    if digits.len().is_multiple_of(2) { Ok(bytes) } else { Err("an even number of hex digits expected".to_owned()) }
}

/// Hex digits by pairs.
pub(super) fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 3);
    for byte in bytes {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend([byte >> 4, byte & 15].into_iter().filter_map(|it| char::from_digit(it.into(), 16)));
    }
    out
}

/// The text to begin editing a record's value with; `None` where it cannot be edited as text.
///
/// # Errors
/// Bytes that have to be fetched first, or are gone.
pub(super) fn text(
    document: &Document,
    lens: &Lens,
    child: &Child,
    reading: &Reading,
) -> Result<Option<String>, Missing> {
    let is_short = match reading {
        Reading::Packed(_) => {
            let value = lens.value(document, reading, &child.record)?;
            matches!(value, Value::Packed { is_whole: true, .. })
        }
        _ => true,
    };
    if !is_short || child.record.payload.len() > LONGEST {
        return Ok(None);
    }
    whole_text(document, child, reading)
}

/// The text of a record's value, however long; `None` for messages and for what cannot be written as a value.
///
/// # Errors
/// Bytes that have to be fetched first, or are gone.
pub(super) fn whole_text(document: &Document, child: &Child, reading: &Reading) -> Result<Option<String>, Missing> {
    let record = &child.record;
    let slot = match reading {
        Reading::Message(field, _) => return time_text(document, child, field),
        Reading::Packed(field) => return packed_text(document, child, field),
        Reading::Value(field) => Slot::Field(field.clone()),
        Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => {
            Slot::Unknown { number: record.number, wire_type: Some(record.wire_type) }
        }
    };
    let payload = document.body_bytes(&record.payload)?;
    let is_plain =
        |it: &&str| !it.is_empty() && !it.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
    let is_string = matches!(&slot, Slot::Field(field) if field.kind() == Kind::String);
    if matches!(record.wire_type, WireType::Len | WireType::Undecoded) && !is_string {
        // Letters as letters, as the tree shows them.
        let text = std::str::from_utf8(&payload).ok().filter(is_plain);
        return Ok(Some(text.map_or_else(|| hex(&payload), text::value::quoted_text)));
    }
    Ok(text::value::print(&slot, record.wire_type, &payload))
}

/// A moment or a span of time as people write it; `None` for other messages, and for one that holds more than that.
fn time_text(document: &Document, child: &Child, field: &Field) -> Result<Option<String>, Missing> {
    let Some(ty) = field.message().filter(|_| schema::is_time(field)) else { return Ok(None) };
    let (mut seconds, mut nanos) = (0, 0);
    for (i, part) in document.children(&child.message()).enumerate() {
        let part = part.map_err(Missing::Absent)?;
        let payload = document.body_start(&part.record.payload, 16)?;
        let value = varint::whole(&payload).filter(|_| part.record.wire_type == WireType::Varint && i < 2);
        match (part.record.number, value) {
            (1, Some(value)) => seconds = value as i64,
            (2, Some(value)) => nanos = value as i32,
            _ => return Ok(None),
        }
    }
    let is_moment = ty.name() == "Timestamp";
    Ok(if is_moment { schema::time::moment(seconds, nanos) } else { schema::time::span(seconds, nanos) })
}

fn packed_text(document: &Document, child: &Child, field: &Field) -> Result<Option<String>, Missing> {
    let mut elements = Vec::new();
    for element in Elements::new(document, child.record.payload.clone(), &field.kind()) {
        let element = element?;
        if element.is_cut {
            return Ok(None);
        }
        elements.push(text::value::print_number(&field.kind(), element.raw));
    }
    Ok(Some(elements.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Pool;

    fn field(message: &str, name: &str) -> Field {
        Field::by_name(&Pool::bundled().find(message).unwrap(), name).unwrap()
    }

    fn payload(message: &str, name: &str, typed: &str) -> Result<Vec<u8>, String> {
        parse(&Slot::Field(field(message, name)), typed).map(|it| it.payload)
    }

    #[test]
    fn bytes_are_taken_as_hex_and_in_quotes() {
        let contents = |typed: &str| payload("OutputFile", "contents", typed);
        assert_eq!(contents("0a ff").unwrap(), [10, 255]);
        assert_eq!(contents("0x0AFF").unwrap(), [10, 255]);
        assert_eq!(contents(r#""a\n\377""#).unwrap(), [b'a', 10, 255]);
        assert_eq!(contents("").unwrap(), [0u8; 0]);
        for bad in ["0", "0g", "\"a", "ö"] {
            assert!(contents(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn text_and_numbers_are_taken_as_the_command_line_takes_them() {
        assert_eq!(payload("OutputFile", "path", "a b").unwrap(), b"a b");
        assert_eq!(payload("v2.Digest", "size_bytes", "-1").unwrap().len(), 10);
        assert!(payload("v2.Digest", "size_bytes", "many").unwrap_err().contains("int64"));
    }

    #[test]
    fn readable_bytes_begin_as_letters_and_come_back_as_they_were() {
        let contents = "grün \"a\\b\"\n\u{202e}日".as_bytes();
        let mut bytes = vec![0x7a, contents.len() as u8];
        bytes.extend_from_slice(contents);
        let document = Document::from_bytes(bytes);
        let child = document.children(&document.root()).next().unwrap().unwrap();
        let typed = whole_text(&document, &child, &Reading::Unknown).unwrap().unwrap();
        assert!(typed.starts_with("\"grün ") && typed.ends_with("日\""), "{typed}");
        let slot = Slot::Unknown { number: 15, wire_type: Some(WireType::Len) };
        assert_eq!(parse(&slot, &typed).unwrap().payload, contents);
    }

    #[test]
    fn packed_runs_are_lists() {
        let numbers = field("google.protobuf.SourceCodeInfo.Location", "path");
        assert_eq!(parse_packed(&numbers, "[1, 2, 300]").unwrap(), [vec![1], vec![2], vec![0xac, 2]]);
        assert!(parse_packed(&numbers, " ").unwrap().is_empty());
        assert!(parse_packed(&numbers, "1, x").unwrap_err().starts_with("element 1"));
    }

    #[test]
    fn elements_whose_value_stands_keep_their_bytes() {
        let numbers = field("google.protobuf.SourceCodeInfo.Location", "path");
        // 1, 2 and 3, the first and the last longer than they need be.
        let document = Document::from_bytes(vec![0x81, 0, 2, 0x83, 0]);
        let typed = |typed: &str| {
            let new = parse_packed(&numbers, typed).unwrap();
            let body = repacked(&document, &document.root().body, &numbers, &new).unwrap();
            body.map(|it| document.body_bytes(&it).unwrap())
        };
        assert_eq!(typed("1, 2, 3"), None);
        for (text, bytes) in [
            ("1, 5, 3", &[0x81, 0, 5, 0x83, 0][..]),
            ("1, 2, 4", &[0x81, 0, 2, 4]),
            ("7, 2, 3", &[7, 2, 0x83, 0]),
            ("1, 3", &[0x81, 0, 0x83, 0]),
            ("1, 2, 9, 3", &[0x81, 0, 2, 9, 0x83, 0]),
            ("1, 2, 3, 4", &[0x81, 0, 2, 0x83, 0, 4]),
            ("0, 1, 2, 3", &[0, 0x81, 0, 2, 0x83, 0]),
            ("3, 2, 1", &[3, 2, 1]),
            ("", &[]),
        ] {
            assert_eq!(typed(text).as_deref(), Some(bytes), "{text}");
        }
        let document = Document::from_bytes(vec![8, 0x81, 0, 9]);
        let new = parse_packed(&numbers, "7, 1, 6").unwrap();
        let body = repacked(&document, &document.root().body, &numbers, &new).unwrap().unwrap();
        assert_eq!(document.body_bytes(&body).unwrap(), [7, 0x81, 0, 6]);
    }

    #[test]
    fn bytes_are_shown_in_each_form_and_read_back() {
        let ty = Pool::bundled().find("google.protobuf.BytesValue").unwrap();
        let lens = Lens::new(Pool::bundled(), Some(ty));
        let document = Document::from_bytes(vec![0x0a, 3, 1, b'a', 0xff]);
        let child = document.children(&document.root()).next().unwrap().unwrap();
        let reading = lens.read(lens.root(), &child.record);
        let shown = |form| bytes_text(&document, &lens, &child, &reading, form).unwrap().unwrap();
        assert_eq!(shown(PayloadForm::Hex), "01 61 ff");
        assert_eq!(shown(PayloadForm::Base64), "AWH/");
        assert_eq!(shown(PayloadForm::Text), r#""\001a\377""#);
        assert_eq!(base64_bytes(" AW H/\n"), Ok(vec![1, b'a', 0xff]));
        assert_eq!(base64_bytes("AWH_"), Ok(vec![1, b'a', 0xff]));
        assert_eq!(base64_bytes(""), Ok(Vec::new()));
        assert!(base64_bytes("?").is_err());
        let slot = Slot::Field(reading.field().unwrap().clone());
        assert_eq!(parse(&slot, &shown(PayloadForm::Text)).unwrap().payload, [1, b'a', 0xff]);
    }

    #[test]
    fn what_is_shown_for_editing_reads_back() {
        let ty = Pool::bundled().find("OutputFile").unwrap();
        let lens = Lens::new(Pool::bundled(), Some(ty));
        for (number, wire) in
            [(1u8, "plain"), (1, "two\nlines"), (1, "\"quoted\""), (5, "text"), (5, "\0\u{1}"), (15, "?")]
        {
            let mut bytes = vec![number << 3 | 2, wire.len() as u8];
            bytes.extend(wire.as_bytes());
            let document = Document::from_bytes(bytes);
            let child = document.children(&document.root()).next().unwrap().unwrap();
            let reading = lens.read(lens.root(), &child.record);
            let typed = text(&document, &lens, &child, &reading).unwrap().unwrap();
            let slot = match reading.field() {
                Some(field) => Slot::Field(field.clone()),
                None => Slot::Unknown { number: 15, wire_type: Some(WireType::Len) },
            };
            assert_eq!(parse(&slot, &typed).unwrap().payload, wire.as_bytes(), "{typed}");
        }
    }
}

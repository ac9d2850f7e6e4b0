//! One value as a person writes it, for a field or for a record that no field takes; and the value that stands, written
//! so that it can be changed and read again.

use std::fmt::Write as _;

use prost_reflect::Kind;

use super::ParseError;
use super::build::varint_payload;
use super::json::{parse_duration, parse_timestamp};
use super::number;
use super::textproto::{Token, Tokens, escape, in_braces, scalar, untyped};
use crate::schema::plan::{Encoded, Slot};
use crate::schema::{Field, Value, escape_text, of_number, raw_number};
use crate::wire::WireType;

/// Reads a value for a slot: as in the text format, and for a string also as it is.
///
/// # Errors
/// What the slot takes and what was found.
pub fn parse(slot: &Slot, text: &str) -> Result<Encoded, String> {
    match slot {
        Slot::Field(field) if field.kind() == Kind::String && !is_quoted(text) => {
            Ok(Encoded { wire_type: WireType::Len, payload: text.as_bytes().to_vec() })
        }
        Slot::Field(field) if !text.trim_start().starts_with(['{', '<']) => match parse_time(field, text.trim()) {
            Some(payload) => Ok(Encoded { wire_type: field.wire_type(), payload: payload? }),
            None => parse_tokens(slot, text).map_err(|error| said(text, error)),
        },
        _ => parse_tokens(slot, text).map_err(|error| said(text, error)),
    }
}

/// The payload of a moment or a span of time as people write it; `None` for fields of other types.
fn parse_time(field: &Field, text: &str) -> Option<Result<Vec<u8>, String>> {
    let parts = match field.message()?.full_name() {
        "google.protobuf.Timestamp" => parse_timestamp(text),
        "google.protobuf.Duration" => parse_duration(text),
        _ => return None,
    };
    Some(parts.map_err(str::to_owned).map(|(seconds, nanos)| {
        let mut payload = Vec::new();
        for (tag, value) in [(8, seconds), (16, i64::from(nanos))] {
            if value != 0 {
                payload.push(tag);
                payload.extend(varint_payload(value as u64));
            }
        }
        payload
    }))
}

fn parse_tokens(slot: &Slot, text: &str) -> Result<Encoded, ParseError> {
    let mut tokens = Tokens::new(text)?;
    let encoded = match slot {
        Slot::Message(ty) => {
            if !matches!(tokens.peek(), Token::Sign('{' | '<')) {
                let payload = super::textproto::parse(text, ty)?;
                return Ok(Encoded { wire_type: WireType::Len, payload });
            }
            Encoded { wire_type: WireType::Len, payload: in_braces(&mut tokens, Some(ty.clone()))? }
        }
        Slot::Field(field) => {
            let name = field.path_name();
            let payload = match field.message() {
                Some(ty) => {
                    if !matches!(tokens.peek(), Token::Sign('{' | '<')) {
                        let written = format!("{name} takes {{ … }}, a {}", field.type_name());
                        return Err(tokens.unexpected(&written));
                    }
                    in_braces(&mut tokens, Some(ty))?
                }
                None => scalar::parse(&mut tokens, field)?,
            };
            Encoded { wire_type: field.wire_type(), payload }
        }
        Slot::Unknown { number, wire_type } => unknown(&mut tokens, *number, *wire_type)?,
    };
    if *tokens.peek() != Token::End {
        return Err(tokens.error(format!("{} follows the value", tokens.found())));
    }
    Ok(encoded)
}

/// A value for a record that no field takes: as its wire type takes it, else as its looks say.
fn unknown(tokens: &mut Tokens<'_>, number: u64, wire_type: Option<WireType>) -> Result<Encoded, ParseError> {
    let name = format!("#{number}");
    let start = tokens.offset();
    if matches!(tokens.peek(), Token::Sign('{' | '<'))
        && matches!(wire_type, None | Some(WireType::Len | WireType::Group))
    {
        let payload = in_braces(tokens, None)?;
        return Ok(Encoded { wire_type: wire_type.unwrap_or(WireType::Len), payload });
    }
    let expected = match wire_type {
        Some(WireType::Fixed32) => return fixed(tokens, &name, &Kind::Fixed32, &Kind::Float, WireType::Fixed32),
        Some(WireType::Fixed64) => return fixed(tokens, &name, &Kind::Fixed64, &Kind::Double, WireType::Fixed64),
        Some(WireType::Group) => return Err(tokens.unexpected(&format!("{name} is a group and takes {{ … }}"))),
        Some(WireType::Undecoded) => {
            return Err(tokens.error(format!("{name} is undecoded: set its bytes with --set-raw")));
        }
        Some(WireType::Len) => "is length-delimited and takes text in quotes",
        Some(WireType::Varint) => "is a varint and takes a whole number",
        None => "",
    };
    let found = tokens.found();
    let (looks, payload) = untyped(tokens, &name)?;
    match wire_type {
        Some(WireType::Varint) if looks != WireType::Len => {}
        Some(wanted) if wanted != looks => {
            return Err(tokens.error_at(start, format!("{name} {expected}, {found} found")));
        }
        // A whole number is a varint, however it is written.
        None if looks != WireType::Len => {}
        _ => return Ok(Encoded { wire_type: looks, payload }),
    }
    let value = match looks {
        WireType::Varint => return Ok(Encoded { wire_type: looks, payload }),
        _ => raw_number(looks, &payload).unwrap_or(0),
    };
    Ok(Encoded { wire_type: WireType::Varint, payload: varint_payload(value) })
}

/// A whole number, or one with a point, in so many bytes.
fn fixed(
    tokens: &mut Tokens<'_>,
    name: &str,
    whole: &Kind,
    real: &Kind,
    wire_type: WireType,
) -> Result<Encoded, ParseError> {
    let mut ahead = tokens.clone();
    ahead.take_sign('-')?;
    let is_real = match ahead.peek() {
        Token::Number(digits) => !digits.starts_with("0x") && digits.contains(['.', 'e', 'E']),
        Token::Word(_) => true,
        _ => false,
    };
    let payload = scalar::of_kind(tokens, if is_real { real } else { whole }, name)?;
    Ok(Encoded { wire_type, payload })
}

fn is_quoted(text: &str) -> bool {
    text.starts_with(['"', '\''])
}

/// True for text that can be written as it is.
fn is_plain(text: &str) -> bool {
    !is_quoted(text) && escape_text(text).len() == text.len() + text.matches(['"', '\\']).count()
}

/// A value stands on one line mostly, and the place is worth naming only far in.
fn said(text: &str, error: ParseError) -> String {
    match (error.line, error.column) {
        (0, _) => error.reason,
        (1, column) if !text.contains('\n') && (column == 1 || text.len() < 20) => error.reason,
        (1, column) if !text.contains('\n') => format!("{}, at character {column} of the value", error.reason),
        (line, column) => format!("{}, at line {line}, column {column} of the value", error.reason),
    }
}

/// Writes the value that stands in a slot, so that [`parse`] reads the same payload from it; `None` for messages and
/// for payloads that are no value of their field.
pub fn print(slot: &Slot, wire_type: WireType, payload: &[u8]) -> Option<String> {
    let kind = match slot {
        Slot::Field(field) if field.wire_type() == wire_type => field.kind(),
        Slot::Field(_) | Slot::Unknown { .. } => return print_unknown(wire_type, payload),
        Slot::Message(_) => return None,
    };
    match &kind {
        Kind::Message(_) => None,
        Kind::String => Some(match std::str::from_utf8(payload) {
            Ok(text) if is_plain(text) => text.to_owned(),
            Ok(text) => quoted_text(text),
            Err(_) => quoted(payload),
        }),
        Kind::Bytes => Some(quoted(payload)),
        kind => raw_number(wire_type, payload).map(|raw| print_number(kind, raw)),
    }
}

fn print_unknown(wire_type: WireType, payload: &[u8]) -> Option<String> {
    match wire_type {
        WireType::Len => Some(quoted(payload)),
        WireType::Varint => raw_number(wire_type, payload).map(|raw| raw.to_string()),
        WireType::Fixed32 => raw_number(wire_type, payload).map(|raw| format!("0x{raw:08x}")),
        WireType::Fixed64 => raw_number(wire_type, payload).map(|raw| format!("0x{raw:016x}")),
        WireType::Group | WireType::Undecoded => None,
    }
}

/// A number of a kind, from its bits.
pub fn print_number(kind: &Kind, raw: u64) -> String {
    match of_number(kind, raw) {
        Value::Float(value) => number::float(value),
        Value::Double(value) => number::double(value),
        Value::Enum { name: Some(name), .. } => name,
        Value::Enum { number, name: None } => number.to_string(),
        value => value.to_string(),
    }
}

/// A text in quotes, its letters as they are: [`parse`] gives its bytes again.
pub fn quoted_text(text: &str) -> String {
    format!("\"{}\"", escape_text(text))
}

fn quoted(payload: &[u8]) -> String {
    let mut out = String::with_capacity(payload.len() + 2);
    out.push('"');
    _ = escape(payload, &mut out);
    out.push('"');
    out
}

/// What a field takes, in a few words: for a hint beside the value that is being written.
pub fn takes(field: &Field) -> String {
    let mut out = field.type_name();
    if let Some(enumeration) = field.enumeration() {
        for (i, value) in enumeration.values().enumerate() {
            _ = write!(out, "{}{}", if i == 0 { ": " } else { ", " }, value.name());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Pool;

    fn slot(message: &str, field: &str) -> Slot {
        let ty = Pool::bundled().find(message).unwrap();
        Slot::Field(Field::by_name(&ty, field).unwrap())
    }

    fn payload(slot: &Slot, text: &str) -> Result<Vec<u8>, String> {
        parse(slot, text).map(|it| it.payload)
    }

    #[test]
    fn a_string_takes_a_bare_word_and_quoted_text() {
        let path = slot("OutputFile", "path");
        assert_eq!(payload(&path, "out/größe.o").unwrap(), "out/größe.o".as_bytes());
        assert_eq!(payload(&path, r#""a\n\303\251" 'b'"#).unwrap(), "a\néb".as_bytes());
        assert_eq!(payload(&path, "").unwrap(), b"");
        assert!(payload(&path, "\"open").unwrap_err().contains("no closing"));
        assert!(payload(&path, r#""\377""#).unwrap_err().contains("UTF-8"));
    }

    #[test]
    fn what_does_not_fit_says_what_is_taken_and_what_was_found() {
        let size = slot("v2.Digest", "size_bytes");
        assert_eq!(
            payload(&size, "many").unwrap_err(),
            "size_bytes takes an int64 from -9223372036854775808 to 9223372036854775807, many found"
        );
        assert_eq!(payload(&size, "1 2").unwrap_err(), "2 follows the value");
        let flag = slot("OutputFile", "is_executable");
        assert_eq!(payload(&flag, "yes").unwrap_err(), "is_executable takes true or false, yes found");
        let digest = slot("OutputFile", "digest");
        assert_eq!(payload(&digest, "abc").unwrap_err(), "digest takes { … }, a Digest, abc found");
    }

    #[test]
    fn a_message_is_written_in_braces() {
        let digest = slot("OutputFile", "digest");
        assert_eq!(payload(&digest, r#"{ size_bytes: 3 hash: "ab" }"#).unwrap(), b"\x0a\x02ab\x10\x03");
        assert_eq!(payload(&digest, "<>").unwrap(), b"");
        assert!(payload(&digest, "{ hash: \"a\"").unwrap_err().contains("closes"));
        assert!(payload(&digest, "{ hash: \"a\" hash: \"b\" }").unwrap_err().contains("set already"));
    }

    #[test]
    fn a_record_without_a_field_takes_what_its_wire_type_takes() {
        let unknown = |wire_type| Slot::Unknown { number: 15, wire_type };
        let read = |text: &str, wire_type| parse(&unknown(wire_type), text).map(|it| (it.wire_type, it.payload));
        assert_eq!(read("5", None).unwrap(), (WireType::Varint, vec![5]));
        assert_eq!(read("0x00000005", None).unwrap(), (WireType::Varint, vec![5]));
        assert_eq!(read("\"5\"", None).unwrap(), (WireType::Len, b"5".to_vec()));
        assert_eq!(read("{ 1: 5 }", None).unwrap(), (WireType::Len, vec![8, 5]));
        assert_eq!(read("5", Some(WireType::Fixed32)).unwrap(), (WireType::Fixed32, vec![5, 0, 0, 0]));
        assert_eq!(read("1.5", Some(WireType::Fixed64)).unwrap().1, 1.5f64.to_le_bytes());
        assert_eq!(read("0x00000005", Some(WireType::Varint)).unwrap(), (WireType::Varint, vec![5]));
        assert!(read("word", None).is_err());
        assert!(read("5", Some(WireType::Len)).unwrap_err().contains("takes text in quotes"));
        assert!(read("\"5\"", Some(WireType::Varint)).unwrap_err().contains("takes a whole number"));
    }

    #[test]
    fn what_is_written_reads_back() {
        let path = slot("OutputFile", "path");
        for text in ["plain", "", "a b", "\"q\"", "'q", "back\\slash", "new\nline", "\u{202e}", "é", "# no"] {
            let written = print(&path, WireType::Len, text.as_bytes()).unwrap();
            assert_eq!(payload(&path, &written).unwrap(), text.as_bytes(), "{written}");
        }
        let bytes = slot("OutputFile", "contents");
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(payload(&bytes, &print(&bytes, WireType::Len, &all).unwrap()).unwrap(), all);
        let stage = slot("ExecuteOperationMetadata", "stage");
        assert_eq!(print(&stage, WireType::Varint, &[2]).unwrap(), "QUEUED");
        assert_eq!(payload(&stage, "QUEUED").unwrap(), [2]);
        assert_eq!(payload(&stage, "-1").unwrap().len(), 10);
        assert!(payload(&stage, "RUNNING").unwrap_err().contains("CACHE_CHECK"));
    }
}

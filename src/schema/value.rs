//! Values: what a payload says when read as a type, and how that is written in one line.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use prost_reflect::Kind;

use crate::wire::{WireType, is_invisible, varint};

/// A value as far as it is shown: long text and bytes are cut.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A bool.
    Bool(bool),
    /// A signed integer of any width.
    Int(i64),
    /// An unsigned integer of any width.
    Uint(u64),
    /// Four bytes without a type.
    Hex32(u32),
    /// Eight bytes without a type.
    Hex64(u64),
    /// A float.
    Float(f32),
    /// A double.
    Double(f64),
    /// An enum's number, and its name where it has one.
    Enum {
        /// The number.
        number: i32,
        /// The name.
        name: Option<String>,
    },
    /// Text; `len` bytes in all.
    Text {
        /// As much as was read.
        text: String,
        /// Bytes in all.
        len: u64,
        /// False when the text goes on.
        is_whole: bool,
    },
    /// Bytes; `len` in all.
    Bytes {
        /// As many as were read.
        start: Vec<u8>,
        /// Bytes in all.
        len: u64,
    },
    /// A message or group of `len` bytes.
    Message {
        /// Bytes in all.
        len: u64,
    },
    /// The elements of a packed run.
    Packed {
        /// As many as were read.
        values: Vec<Value>,
        /// False when the run goes on.
        is_whole: bool,
    },
}

impl Value {
    pub(crate) fn bytes(start: &[u8], len: u64) -> Self {
        Self::Bytes { start: start.to_vec(), len }
    }
}

/// The value of a payload that begins with `start` and is `len` bytes long; bytes where it does not fit the kind.
pub(crate) fn of_kind(kind: &Kind, start: &[u8], len: u64) -> Value {
    match kind {
        Kind::String => text(start, len),
        Kind::Bytes => Value::bytes(start, len),
        Kind::Message(_) => Value::Message { len },
        kind => match raw_number(super::field::wire_type_of(kind), start) {
            Some(raw) => of_number(kind, raw),
            None => Value::bytes(start, len),
        },
    }
}

/// The bits of a number's payload.
pub fn raw_number(wire_type: WireType, payload: &[u8]) -> Option<u64> {
    match wire_type {
        WireType::Varint => varint::whole(payload),
        WireType::Fixed32 => fixed32(payload).map(u64::from),
        WireType::Fixed64 => fixed64(payload),
        WireType::Len | WireType::Group | WireType::Undecoded => None,
    }
}

/// The value of a number from its bits, cut to the kind's width as every reader cuts them.
pub(crate) fn of_number(kind: &Kind, raw: u64) -> Value {
    match kind {
        Kind::Bool => Value::Bool(raw != 0),
        Kind::Int32 | Kind::Sfixed32 => Value::Int(i64::from(raw as i32)),
        Kind::Sint32 => Value::Int(varint::from_zigzag(raw & u64::from(u32::MAX))),
        Kind::Int64 | Kind::Sfixed64 => Value::Int(raw as i64),
        Kind::Sint64 => Value::Int(varint::from_zigzag(raw)),
        Kind::Uint32 | Kind::Fixed32 => Value::Uint(u64::from(raw as u32)),
        Kind::Uint64 | Kind::Fixed64 => Value::Uint(raw),
        Kind::Float => Value::Float(f32::from_bits(raw as u32)),
        Kind::Double => Value::Double(f64::from_bits(raw)),
        Kind::Enum(enumeration) => {
            let number = raw as i32;
            let name = enumeration.get_value(number).map(|it| it.name().to_owned());
            Value::Enum { number, name }
        }
        Kind::String | Kind::Bytes | Kind::Message(_) => Value::Uint(raw),
    }
}

/// True when cutting a varint to the kind's width loses nothing.
pub(crate) fn is_in_range(kind: &Kind, raw: u64) -> bool {
    match kind {
        Kind::Bool => raw <= 1,
        Kind::Int32 | Kind::Enum(_) => i32::try_from(raw as i64).is_ok(),
        Kind::Uint32 | Kind::Sint32 => u32::try_from(raw).is_ok(),
        _ => true,
    }
}

pub(crate) fn fixed32(payload: &[u8]) -> Option<u32> {
    payload.try_into().ok().map(u32::from_le_bytes)
}

pub(crate) fn fixed64(payload: &[u8]) -> Option<u64> {
    payload.try_into().ok().map(u64::from_le_bytes)
}

/// Text where the bytes read are UTF-8 (a letter cut by the reading aside), else bytes.
pub(crate) fn text(start: &[u8], len: u64) -> Value {
    let is_whole = start.len() as u64 == len;
    let valid = match std::str::from_utf8(start) {
        Ok(text) => Some(text),
        Err(error) if !is_whole && error.error_len().is_none() => {
            start.get(..error.valid_up_to()).and_then(|it| std::str::from_utf8(it).ok())
        }
        Err(_) => None,
    };
    match valid {
        Some(text) => Value::Text { text: text.to_owned(), len, is_whole },
        None => Value::bytes(start, len),
    }
}

impl fmt::Display for Value {
    /// One line: text quoted with its control characters escaped, bytes in hex, numbers exact.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Uint(value) => write!(f, "{value}"),
            Self::Hex32(value) => write!(f, "0x{value:08x}"),
            Self::Hex64(value) => write!(f, "0x{value:016x}"),
            Self::Float(value) => {
                write!(f, "{}", shortest(&value.to_string(), value.is_finite(), value.fract() == 0.0))
            }
            Self::Double(value) => {
                write!(f, "{}", shortest(&value.to_string(), value.is_finite(), value.fract() == 0.0))
            }
            Self::Enum { number, name: Some(name) } => write!(f, "{name} ({number})"),
            Self::Enum { number, name: None } => write!(f, "{number}"),
            Self::Text { text, is_whole, .. } => {
                write!(f, "\"{}\"{}", escape_text(text), if *is_whole { "" } else { "…" })
            }
            Self::Bytes { start, len } => {
                let shown = start.get(..start.len().min(64)).unwrap_or(start);
                for (i, byte) in shown.iter().enumerate() {
                    write!(f, "{}{byte:02x}", if i > 0 { " " } else { "" })?;
                }
                if *len > shown.len() as u64 { write!(f, " … {len} bytes") } else { Ok(()) }
            }
            Self::Message { len: 1 } => f.write_str("1 byte"),
            Self::Message { len } => write!(f, "{len} bytes"),
            Self::Packed { values, is_whole } => {
                f.write_char('[')?;
                for (i, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(if *is_whole { "]" } else { ", …]" })
            }
        }
    }
}

/// Rust's shortest round-trip digits, with the names that protobuf has for what is no number.
fn shortest(digits: &str, is_finite: bool, is_integer: bool) -> String {
    match digits {
        "NaN" => "nan".to_owned(),
        digits if !is_finite => digits.to_owned(),
        digits if is_integer && digits.len() > 22 => {
            format!("{:e}", digits.parse::<f64>().unwrap_or(f64::INFINITY))
        }
        digits => digits.to_owned(),
    }
}

/// Text with quotes, backslashes, control characters, line separators and direction marks escaped, so that it stays
/// on one line and shows what is in it.
pub fn escape_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c => push_visible(&mut out, c),
        }
    }
    out
}

/// A text on one line with all in it seen, not in quotes: what [`escape_text`] escapes is escaped, but for quotes and
/// backslashes. Borrowed where nothing is.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c.is_control() || is_invisible(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    text.chars().for_each(|c| push_visible(&mut out, c));
    Cow::Owned(out)
}

fn push_visible(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if (c as u32) < 0x20 || c as u32 == 0x7f => _ = write!(out, "\\x{:02x}", c as u32),
        c if is_invisible(c) && (c as u32) > 0xffff => _ = write!(out, "\\U{:08x}", c as u32),
        c if is_invisible(c) => _ = write!(out, "\\u{:04x}", c as u32),
        c => out.push(c),
    }
}

/// Bytes as a text-format string has them: printable ASCII as it is, the rest as escapes.
pub fn escape_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x20..=0x7e => out.push(char::from(byte)),
            _ => _ = write!(out, "\\{byte:03o}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_on_one_line_and_show_what_is_in_them() {
        let text = |s: &str| text(s.as_bytes(), s.len() as u64).to_string();
        assert_eq!(text("a\n\"b\"\u{202e}c\u{1}"), r#""a\n\"b\"\u202ec\x01""#);
        assert_eq!(Value::Float(0.1).to_string(), "0.1");
        assert_eq!(Value::Double(1e300).to_string(), "1e300");
        assert_eq!(Value::Float(f32::NEG_INFINITY).to_string(), "-inf");
        assert_eq!(Value::Double(-0.0).to_string(), "-0");
        assert_eq!(Value::bytes(&[0, 255], 2).to_string(), "00 ff");
    }

    #[test]
    fn numbers_are_cut_as_every_reader_cuts_them() {
        assert_eq!(of_number(&Kind::Int32, 0xffff_ffff), Value::Int(-1));
        assert!(!is_in_range(&Kind::Int32, 0xffff_ffff));
        assert!(is_in_range(&Kind::Int32, u64::MAX));
        assert_eq!(of_number(&Kind::Bool, 2), Value::Bool(true));
        assert_eq!(of_number(&Kind::Sint32, 1), Value::Int(-1));
    }
}

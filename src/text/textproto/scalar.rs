//! Scalar values of the text format: exact, and in the range of their field.

use prost_reflect::{EnumDescriptor, Kind};

use super::token::{Token, Tokens};
use crate::schema::{Field, kind_name};
use crate::text::ParseError;
use crate::text::build::number_payload;

/// The payload of the value that comes next, for a field that is no message.
pub(crate) fn parse(tokens: &mut Tokens<'_>, field: &Field) -> Result<Vec<u8>, ParseError> {
    let name = field.path_name();
    match field.kind() {
        Kind::String if !field.demands_utf8() => quoted(tokens, &format!("{name} takes text in quotes")),
        kind => of_kind(tokens, &kind, &name),
    }
}

/// The payload of the value that comes next, for a kind that is no message. `name` is the field's.
pub(crate) fn of_kind(tokens: &mut Tokens<'_>, kind: &Kind, name: &str) -> Result<Vec<u8>, ParseError> {
    match kind {
        Kind::String => {
            let start = tokens.offset();
            let bytes = quoted(tokens, &format!("{name} takes text in quotes"))?;
            match std::str::from_utf8(&bytes) {
                Ok(_) => Ok(bytes),
                Err(_) => {
                    Err(tokens.error_at(start, format!("{name} is a string and takes UTF-8: these bytes are not")))
                }
            }
        }
        Kind::Bytes => quoted(tokens, &format!("{name} takes bytes in quotes, as \"\\x00\\xff\"")),
        Kind::Message(message) => Err(tokens.unexpected(&format!("{name} takes {{ … }}, a {}", message.name()))),
        Kind::Bool => {
            let bits = match tokens.peek() {
                Token::Word("true" | "True" | "t") | Token::Number("1" | "0x1" | "01") => 1,
                Token::Word("false" | "False" | "f") | Token::Number("0" | "0x0" | "00") => 0,
                _ => return Err(tokens.unexpected(&format!("{name} takes true or false"))),
            };
            tokens.take()?;
            Ok(number_payload(kind, bits))
        }
        Kind::Float | Kind::Double => float(tokens, kind, name),
        Kind::Enum(enumeration) => enumerated(tokens, enumeration, name),
        _ => integer(tokens, kind, name),
    }
}

/// Quoted texts, as many as follow one another.
pub(crate) fn quoted(tokens: &mut Tokens<'_>, expected: &str) -> Result<Vec<u8>, ParseError> {
    let Token::Quoted(_) = tokens.peek() else { return Err(tokens.unexpected(expected)) };
    let mut all = Vec::new();
    while let Token::Quoted(bytes) = tokens.peek() {
        all.extend_from_slice(bytes);
        tokens.take()?;
    }
    Ok(all)
}

/// A sign and a number as written, if one comes next.
fn signed<'a>(tokens: &mut Tokens<'a>, expected: &str) -> Result<(bool, &'a str), ParseError> {
    let is_negative = tokens.take_sign('-')?;
    match *tokens.peek() {
        Token::Number(digits) => {
            tokens.take()?;
            Ok((is_negative, digits))
        }
        _ => Err(tokens.unexpected(expected)),
    }
}

fn integer(tokens: &mut Tokens<'_>, kind: &Kind, name: &str) -> Result<Vec<u8>, ParseError> {
    let (least, most) = range(kind);
    let expected = format!("{name} takes {} {} from {least} to {most}", article(kind), kind_name(kind));
    let start = tokens.offset();
    let (is_negative, digits) = signed(tokens, &expected)?;
    let shown = format!("{}{digits}", if is_negative { "-" } else { "" });
    let value = magnitude(digits).map(|it| if is_negative { -it } else { it });
    match value.filter(|it| (least..=most).contains(it)) {
        Some(value) => Ok(number_payload(kind, value as u64)),
        None => Err(tokens.error_at(start, format!("{expected}, {shown} found"))),
    }
}

fn enumerated(tokens: &mut Tokens<'_>, enumeration: &EnumDescriptor, name: &str) -> Result<Vec<u8>, ParseError> {
    let kind = Kind::Enum(enumeration.clone());
    let expected = format!("{name} takes a value of {}: {}", enumeration.name(), some_names(enumeration));
    if let Token::Word(word) = *tokens.peek() {
        let Some(value) = enumeration.get_value_by_name(word) else { return Err(tokens.unexpected(&expected)) };
        tokens.take()?;
        return Ok(number_payload(&kind, i64::from(value.number()) as u64));
    }
    let start = tokens.offset();
    let (is_negative, digits) = signed(tokens, &expected)?;
    let value = magnitude(digits).map(|it| if is_negative { -it } else { it });
    match value.and_then(|it| i32::try_from(it).ok()) {
        Some(value) => Ok(number_payload(&kind, i64::from(value) as u64)),
        None => Err(tokens.error_at(start, format!("{expected}, or a number that fits an int32; {digits} found"))),
    }
}

/// Names of an enum's values, not more than a line takes.
fn some_names(enumeration: &EnumDescriptor) -> String {
    const SHOWN: usize = 8;
    let mut names: Vec<String> = enumeration.values().take(SHOWN).map(|it| it.name().to_owned()).collect();
    if enumeration.values().len() > SHOWN {
        names.push("…".to_owned());
    }
    names.join(", ")
}

fn float(tokens: &mut Tokens<'_>, kind: &Kind, name: &str) -> Result<Vec<u8>, ParseError> {
    let expected = format!("{name} takes a {}: a number, inf or nan", kind_name(kind));
    let start = tokens.offset();
    let is_negative = tokens.take_sign('-')?;
    let written = match *tokens.peek() {
        Token::Word(word) if ["inf", "infinity", "nan"].iter().any(|it| word.eq_ignore_ascii_case(it)) => word,
        Token::Number(digits) => digits.strip_suffix(['f', 'F']).unwrap_or(digits),
        _ => return Err(tokens.unexpected(&expected)),
    };
    let sign = if is_negative { "-" } else { "" };
    let signed = format!("{sign}{written}");
    // Rust reads the same digits, exponents and words, rounded as they should be.
    let bits = match kind {
        Kind::Float => signed.parse::<f32>().ok().map(|it| u64::from(it.to_bits())),
        _ => signed.parse::<f64>().ok().map(f64::to_bits),
    };
    // A leading zero would be octal, which no float is.
    let is_octal = written.len() > 1 && written.starts_with('0') && written.bytes().all(|it| it.is_ascii_digit());
    match bits.filter(|_| !written.contains('_') && !is_octal) {
        Some(bits) => {
            tokens.take()?;
            Ok(number_payload(kind, bits))
        }
        None => Err(tokens.error_at(start, format!("{expected}, {signed} found"))),
    }
}

/// The least and the most that an integer kind holds.
fn range(kind: &Kind) -> (i128, i128) {
    match kind {
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => (i32::MIN.into(), i32::MAX.into()),
        Kind::Uint32 | Kind::Fixed32 => (0, u32::MAX.into()),
        Kind::Uint64 | Kind::Fixed64 => (0, u64::MAX.into()),
        _ => (i64::MIN.into(), i64::MAX.into()),
    }
}

fn article(kind: &Kind) -> &'static str {
    if matches!(kind, Kind::Int32 | Kind::Int64) { "an" } else { "a" }
}

/// The number that digits stand for: decimal, `0x` hex or `0` octal; `None` where they are none, or no 64 bits hold it.
pub(crate) fn magnitude(digits: &str) -> Option<i128> {
    let (digits, radix) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None if digits.len() > 1 && digits.starts_with('0') => (digits.get(1..).unwrap_or(""), 8),
        None => (digits, 10),
    };
    u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+')).map(i128::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, kind: &Kind) -> Result<Vec<u8>, String> {
        let mut tokens = Tokens::new(text).unwrap();
        let payload = of_kind(&mut tokens, kind, "x").map_err(|it| it.reason)?;
        if *tokens.peek() == Token::End { Ok(payload) } else { Err(format!("{} left", tokens.found())) }
    }

    #[test]
    fn integers_are_exact_and_in_range() {
        assert_eq!(read("-1", &Kind::Sint64).unwrap(), [1]);
        assert_eq!(read("0x10", &Kind::Uint32).unwrap(), [16]);
        assert_eq!(read("010", &Kind::Int32).unwrap(), [8]);
        assert_eq!(read("-9223372036854775808", &Kind::Sfixed64).unwrap(), [0, 0, 0, 0, 0, 0, 0, 0x80]);
        assert_eq!(read("18446744073709551615", &Kind::Fixed64).unwrap(), [255; 8]);
        let said = read("2147483648", &Kind::Int32).unwrap_err();
        assert_eq!(said, "x takes an int32 from -2147483648 to 2147483647, 2147483648 found");
        for (text, kind) in [
            ("-1", Kind::Uint32),
            ("1.0", Kind::Int32),
            ("08", Kind::Int32),
            ("18446744073709551616", Kind::Uint64),
            ("\"1\"", Kind::Int32),
            ("true", Kind::Int32),
            ("1a", Kind::Int32),
        ] {
            assert!(read(text, &kind).is_err(), "{text}");
        }
    }

    #[test]
    fn floats_take_what_c_takes() {
        assert_eq!(read("1.5f", &Kind::Float).unwrap(), 1.5f32.to_le_bytes());
        assert_eq!(read("-inf", &Kind::Double).unwrap(), f64::NEG_INFINITY.to_le_bytes());
        assert_eq!(read("16777217", &Kind::Float).unwrap(), 16_777_216f32.to_le_bytes());
        assert_eq!(read(".5e1", &Kind::Double).unwrap(), 5f64.to_le_bytes());
        assert!(read("nan", &Kind::Double).is_ok());
        assert!(read("one", &Kind::Double).is_err());
        assert!(read("0x10", &Kind::Double).is_err());
        assert!(read("010", &Kind::Double).is_err());
    }
}

//! Scalar values of ProtoJSON: numbers exact and in the range of their field, enums by name, bytes in base64.

use prost_reflect::{EnumDescriptor, Kind};

use super::tape::{Kind as Json, Tape};
use crate::schema::kind_name;
use crate::text::ParseError;
use crate::text::build::number_payload;

/// The payload of a value for a kind that is no message. `name` is the field's.
pub(super) fn payload(tape: &Tape<'_>, index: usize, kind: &Kind, name: &str) -> Result<Vec<u8>, ParseError> {
    let found = tape.item(index).kind;
    let refuse =
        |expected: &str| Err(tape.error(index, format!("{name} takes {expected}, {} found", tape.found(index))));
    match kind {
        Kind::String => match tape.string(index) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => refuse("text in quotes"),
        },
        Kind::Bytes => match tape.string(index).and_then(|it| from_base64(&it)) {
            Some(bytes) => Ok(bytes),
            None => refuse("bytes in base64"),
        },
        Kind::Bool => match found {
            Json::Bool(value) => Ok(number_payload(kind, u64::from(value))),
            _ => refuse("true or false"),
        },
        Kind::Float | Kind::Double => match written(tape, index).and_then(|it| float_bits(kind, &it)) {
            Some(bits) => Ok(number_payload(kind, bits)),
            None => refuse(&format!("a {} or \"NaN\", \"Infinity\", \"-Infinity\"", kind_name(kind))),
        },
        Kind::Enum(enumeration) => match enum_number(tape, index, enumeration) {
            Some(number) => Ok(number_payload(kind, i64::from(number) as u64)),
            None => refuse(&format!("the name or number of a value of {}", enumeration.name())),
        },
        Kind::Message(message) => refuse(&format!("a {}", message.name())),
        kind => match written(tape, index).and_then(|it| integer(&it)).filter(|it| is_in_range(kind, *it)) {
            Some(value) => Ok(number_payload(kind, value as u64)),
            None => refuse(&format!("a whole number that fits {}", kind_name(kind))),
        },
    }
}

/// The payload of a map's key, which is always text.
pub(super) fn key_payload(tape: &Tape<'_>, index: usize, kind: &Kind, name: &str) -> Result<Vec<u8>, ParseError> {
    match (kind, tape.string(index).as_deref()) {
        (Kind::Bool, Some(word @ ("true" | "false"))) => Ok(number_payload(kind, u64::from(word == "true"))),
        (Kind::Bool, _) => {
            Err(tape.error(index, format!("a key of {name} is \"true\" or \"false\", {} found", tape.found(index))))
        }
        _ => payload(tape, index, kind, &format!("a key of {name}")),
    }
}

/// A number, in quotes or not.
fn written(tape: &Tape<'_>, index: usize) -> Option<String> {
    tape.number(index).map(str::to_owned).or_else(|| tape.string(index).map(|it| it.into_owned()))
}

fn enum_number(tape: &Tape<'_>, index: usize, enumeration: &EnumDescriptor) -> Option<i32> {
    if let Some(name) = tape.string(index) {
        return enumeration.get_value_by_name(&name).map(|it| it.number());
    }
    i32::try_from(integer(tape.number(index)?)?).ok()
}

/// The whole number that digits stand for: `5`, `-5`, `5.0`, `5e2`.
fn integer(text: &str) -> Option<i128> {
    if let Ok(value) = text.parse::<i128>() {
        return Some(value).filter(|_| !text.starts_with('+'));
    }
    let is_plain = text.bytes().all(|it| it.is_ascii_digit() || matches!(it, b'.' | b'e' | b'E' | b'+' | b'-'));
    let value = text.parse::<f64>().ok().filter(|_| is_plain)?;
    // Beyond 2^64 no field takes it.
    (value.fract() == 0.0 && value.abs() < 2e19).then_some(value as i128)
}

fn is_in_range(kind: &Kind, value: i128) -> bool {
    match kind {
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => i32::try_from(value).is_ok(),
        Kind::Uint32 | Kind::Fixed32 => u32::try_from(value).is_ok(),
        Kind::Uint64 | Kind::Fixed64 => u64::try_from(value).is_ok(),
        _ => i64::try_from(value).is_ok(),
    }
}

/// The bits of a float; none for a number that it cannot hold.
fn float_bits(kind: &Kind, text: &str) -> Option<u64> {
    let (double, is_finite) = match text {
        "NaN" => (f64::NAN, false),
        "Infinity" => (f64::INFINITY, false),
        "-Infinity" => (f64::NEG_INFINITY, false),
        _ if text.bytes().any(|it| it.is_ascii_alphabetic() && !matches!(it, b'e' | b'E')) => return None,
        _ => (text.parse().ok()?, true),
    };
    if *kind == Kind::Double {
        return (double.is_finite() || !is_finite).then_some(double.to_bits());
    }
    let float = if is_finite { text.parse::<f32>().ok()? } else { double as f32 };
    (float.is_finite() || !is_finite).then_some(u64::from(float.to_bits()))
}

/// Bytes from base64 of either alphabet, padded or not.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    if text.len() - digits.len() > 2 || digits.len() % 4 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() * 3 / 4);
    for four in digits.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for i in 0..4 {
            bits = bits << 6 | u32::from(four.get(i).map_or(Some(0), |it| sextet(*it))?);
        }
        let bytes = bits.to_be_bytes();
        out.extend_from_slice(bytes.get(1..four.len()).unwrap_or_default());
    }
    Some(out)
}

fn sextet(letter: u8) -> Option<u8> {
    Some(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str, kind: &Kind) -> Result<Vec<u8>, String> {
        payload(&Tape::read(json).unwrap(), 0, kind, "x").map_err(|it| it.reason)
    }

    #[test]
    fn numbers_are_exact_whether_quoted_or_not() {
        assert_eq!(read("\"18446744073709551615\"", &Kind::Fixed64).unwrap(), [255; 8]);
        assert_eq!(read("18446744073709551615", &Kind::Fixed64).unwrap(), [255; 8]);
        assert_eq!(read("5e1", &Kind::Int32).unwrap(), [50]);
        assert_eq!(read("-1", &Kind::Sint32).unwrap(), [1]);
        assert_eq!(read("3.4028235e+38", &Kind::Float).unwrap(), f32::MAX.to_le_bytes());
        assert_eq!(read("\"-Infinity\"", &Kind::Float).unwrap(), f32::NEG_INFINITY.to_le_bytes());
        assert_eq!(
            read("2147483648", &Kind::Int32).unwrap_err(),
            "x takes a whole number that fits int32, 2147483648 found"
        );
        for (json, kind) in
            [("1.5", Kind::Int32), ("\"\"", Kind::Int32), ("1e39", Kind::Float), ("1e400", Kind::Double)]
        {
            assert!(read(json, &kind).is_err(), "{json}");
        }
    }

    #[test]
    fn bytes_are_read_from_base64_of_either_kind() {
        assert_eq!(read("\"Zm8=\"", &Kind::Bytes).unwrap(), b"fo");
        assert_eq!(read("\"Zm8\"", &Kind::Bytes).unwrap(), b"fo");
        assert_eq!(read("\"__-_\"", &Kind::Bytes).unwrap(), read("\"//+/\"", &Kind::Bytes).unwrap());
        assert!(read("\"Z\"", &Kind::Bytes).is_err());
        assert!(read("\"Zm!=\"", &Kind::Bytes).is_err());
    }
}

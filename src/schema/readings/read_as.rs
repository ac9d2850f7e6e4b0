//! A way to read a record, and its name.

use std::fmt;
use std::str::FromStr;

use prost_reflect::Kind;

use super::super::field::wire_type_of;
use super::super::{Pool, kind_name};
use crate::wire::WireType;

/// A way to read a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReadAs {
    /// A message of the type with this full name.
    Message(String),
    /// Text.
    Text,
    /// Bytes, whatever is in them.
    Bytes,
    /// A number.
    Number(Number),
    /// Numbers, one after the other.
    Packed(Number),
    /// A moment, counted from the start of 1970.
    Time(TimeUnit),
    /// As if the schema did not know it: what its bytes look like.
    Untyped,
}

/// A number's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of protobuf's types")]
pub enum Number {
    Bool,
    Int32,
    Int64,
    Uint32,
    Uint64,
    Sint32,
    Sint64,
    Fixed32,
    Sfixed32,
    Float,
    Fixed64,
    Sfixed64,
    Double,
}

/// What a moment is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimeUnit {
    /// Seconds.
    Seconds,
    /// Thousandths.
    Millis,
    /// Millionths.
    Micros,
    /// Billionths.
    Nanos,
}

impl Number {
    /// All, the most usual of each wire type first.
    pub const ALL: [Self; 13] = [
        Self::Int64,
        Self::Uint64,
        Self::Int32,
        Self::Uint32,
        Self::Sint64,
        Self::Sint32,
        Self::Bool,
        Self::Float,
        Self::Fixed32,
        Self::Sfixed32,
        Self::Double,
        Self::Fixed64,
        Self::Sfixed64,
    ];

    /// As the schema has it.
    pub fn kind(self) -> Kind {
        match self {
            Self::Bool => Kind::Bool,
            Self::Int32 => Kind::Int32,
            Self::Int64 => Kind::Int64,
            Self::Uint32 => Kind::Uint32,
            Self::Uint64 => Kind::Uint64,
            Self::Sint32 => Kind::Sint32,
            Self::Sint64 => Kind::Sint64,
            Self::Fixed32 => Kind::Fixed32,
            Self::Sfixed32 => Kind::Sfixed32,
            Self::Float => Kind::Float,
            Self::Fixed64 => Kind::Fixed64,
            Self::Sfixed64 => Kind::Sfixed64,
            Self::Double => Kind::Double,
        }
    }

    /// The wire type of one.
    pub fn wire_type(self) -> WireType {
        wire_type_of(&self.kind())
    }
}

impl TimeUnit {
    /// All, longest first.
    pub const ALL: [Self; 4] = [Self::Seconds, Self::Millis, Self::Micros, Self::Nanos];

    /// How many make a second.
    pub fn in_second(self) -> i64 {
        match self {
            Self::Seconds => 1,
            Self::Millis => 1_000,
            Self::Micros => 1_000_000,
            Self::Nanos => 1_000_000_000,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Millis => "milliseconds",
            Self::Micros => "microseconds",
            Self::Nanos => "nanoseconds",
        }
    }

    /// Seconds and nanoseconds of a count.
    pub fn split(self, count: i64) -> (i64, i32) {
        let per_second = self.in_second();
        let rest = count.rem_euclid(per_second) * (1_000_000_000 / per_second);
        (count.div_euclid(per_second), rest as i32)
    }
}

impl ReadAs {
    /// What a record of a wire type read so is; `None` where that wire type cannot be read so, or the type is not
    /// known to the pool.
    pub(crate) fn kind(&self, wire_type: WireType, pool: &Pool) -> Option<Kind> {
        let is_len = wire_type == WireType::Len;
        match self {
            Self::Message(name) if is_len => pool.descriptors().get_message_by_name(name).map(Kind::Message),
            Self::Text if is_len => Some(Kind::String),
            Self::Bytes if is_len => Some(Kind::Bytes),
            Self::Packed(number) if is_len => Some(number.kind()),
            Self::Number(number) if number.wire_type() == wire_type => Some(number.kind()),
            Self::Time(_) => match wire_type {
                WireType::Varint => Some(Kind::Int64),
                WireType::Fixed64 => Some(Kind::Sfixed64),
                WireType::Fixed32 => Some(Kind::Fixed32),
                WireType::Len | WireType::Group | WireType::Undecoded => None,
            },
            Self::Message(_) | Self::Text | Self::Bytes | Self::Packed(_) | Self::Number(_) | Self::Untyped => None,
        }
    }
}

impl fmt::Display for ReadAs {
    /// As [`FromStr`] reads it, and as a person does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(name) => write!(f, "message {name}"),
            Self::Text => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::Number(number) => f.write_str(&kind_name(&number.kind())),
            Self::Packed(number) => write!(f, "packed {}", kind_name(&number.kind())),
            Self::Time(unit) => write!(f, "{} since 1970", unit.name()),
            Self::Untyped => f.write_str("untyped"),
        }
    }
}

/// Not the name of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReadAsError(String);

impl fmt::Display for ParseReadAsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no way to read a record", self.0)
    }
}

impl std::error::Error for ParseReadAsError {}

impl FromStr for ReadAs {
    type Err = ParseReadAsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |name: &str| Number::ALL.into_iter().find(|it| kind_name(&it.kind()) == name);
        let unit = |name: &str| TimeUnit::ALL.into_iter().find(|it| it.name() == name);
        match text {
            "string" => return Ok(Self::Text),
            "bytes" => return Ok(Self::Bytes),
            "untyped" => return Ok(Self::Untyped),
            _ => {}
        }
        let found =
            match (text.strip_prefix("message "), text.strip_prefix("packed "), text.strip_suffix(" since 1970")) {
                (Some(name), ..) if !name.is_empty() => Some(Self::Message(name.to_owned())),
                (_, Some(name), _) => number(name).map(Self::Packed),
                (.., Some(name)) => unit(name).map(Self::Time),
                _ => number(text).map(Self::Number),
            };
        found.ok_or_else(|| ParseReadAsError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_is_read_from_its_name() {
        let all = Number::ALL.map(ReadAs::Number).into_iter().chain(Number::ALL.map(ReadAs::Packed));
        let all = all.chain(TimeUnit::ALL.map(ReadAs::Time));
        let rest = [ReadAs::Text, ReadAs::Bytes, ReadAs::Untyped, ReadAs::Message("a.B".into())];
        for reading in all.chain(rest) {
            assert_eq!(reading.to_string().parse(), Ok(reading));
        }
        assert!("packed string".parse::<ReadAs>().is_err());
        assert!("message ".parse::<ReadAs>().is_err());
    }

    #[test]
    fn a_count_is_split_into_seconds_and_the_rest() {
        assert_eq!(TimeUnit::Seconds.split(-3), (-3, 0));
        assert_eq!(TimeUnit::Millis.split(1_500), (1, 500_000_000));
        assert_eq!(TimeUnit::Nanos.split(-1), (-1, 999_999_999));
    }
}

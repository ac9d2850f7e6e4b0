//! Records: one tag and its payload, exactly as found. Knows no schema: what a payload means is not said here.

use super::body::Body;
use super::problem::{Kind, Problem, Severity};
use super::span::{Area, Span};
use super::varint;

/// The largest field number there is.
pub const MAX_NUMBER: u64 = (1 << 29) - 1;

/// How a record's payload is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WireType {
    /// Wire type 0.
    Varint,
    /// Wire type 1: eight bytes.
    Fixed64,
    /// Wire type 2: a length, then that many bytes.
    Len,
    /// Wire types 3 and 4: records up to the end tag.
    Group,
    /// Wire type 5: four bytes.
    Fixed32,
    /// None: bytes that cannot be read as a record, up to the end of the message.
    Undecoded,
}

impl WireType {
    /// The number in a tag (a group's is that of its start); undecoded bytes have none.
    pub const fn number(self) -> Option<u64> {
        match self {
            Self::Varint => Some(0),
            Self::Fixed64 => Some(1),
            Self::Len => Some(2),
            Self::Group => Some(3),
            Self::Fixed32 => Some(5),
            Self::Undecoded => None,
        }
    }

    /// The short name of protobuf's own documentation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Varint => "VARINT",
            Self::Fixed64 => "I64",
            Self::Len => "LEN",
            Self::Group => "SGROUP",
            Self::Fixed32 => "I32",
            Self::Undecoded => "undecoded",
        }
    }
}

/// What is odd about a record on the wire, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flaws(u16);

impl Flaws {
    /// Nothing odd.
    pub const NONE: Self = Self(0);
    /// The tag is longer than it need be.
    pub const OVERLONG_TAG: Self = Self(1);
    /// The length is longer than it need be.
    pub const OVERLONG_LENGTH: Self = Self(1 << 1);
    /// The varint value is longer than it need be.
    pub const OVERLONG_VALUE: Self = Self(1 << 2);
    /// The payload should go on past the end of the message.
    pub const TRUNCATED: Self = Self(1 << 3);
    /// Field number 0, or above the largest.
    pub const BAD_NUMBER: Self = Self(1 << 4);
    /// A group without its end.
    pub const UNCLOSED: Self = Self(1 << 5);
    /// Undecoded: wire type 6 or 7.
    pub const BAD_WIRE_TYPE: Self = Self(1 << 6);
    /// Undecoded: an end tag that closes nothing.
    pub const STRAY_END: Self = Self(1 << 7);
    /// Undecoded: a varint of more than ten bytes.
    pub const ENDLESS_VARINT: Self = Self(1 << 8);
    /// Undecoded: the message ends inside a varint.
    pub const CUT_VARINT: Self = Self(1 << 9);
    /// Undecoded: the bytes are lost.
    pub const GONE: Self = Self(1 << 10);
    /// The payload, edited as raw bytes, is not what the wire type asks for.
    pub const MISFIT: Self = Self(1 << 11);
    /// A group's end tag is longer than it need be.
    pub const OVERLONG_END: Self = Self(1 << 12);

    const OPEN: Self = Self(
        Self::TRUNCATED.0
            | Self::UNCLOSED.0
            | Self::BAD_WIRE_TYPE.0
            | Self::STRAY_END.0
            | Self::ENDLESS_VARINT.0
            | Self::CUT_VARINT.0
            | Self::GONE.0
            | Self::MISFIT.0,
    );

    /// Both sets.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set less the other.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// True when the other set lies in this one.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// True without any.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// True when bytes that follow would be read as part of the record.
    pub const fn is_open(self) -> bool {
        self.0 & Self::OPEN.0 != 0
    }
}

/// Each flaw as a problem: how much it matters, and its sort.
const FLAWS: [(Flaws, Severity, Kind); 13] = [
    (Flaws::BAD_NUMBER, Severity::Error, Kind::BadTag),
    (Flaws::TRUNCATED, Severity::Error, Kind::Truncated),
    (Flaws::UNCLOSED, Severity::Error, Kind::GroupMismatch),
    (Flaws::BAD_WIRE_TYPE, Severity::Error, Kind::BadTag),
    (Flaws::STRAY_END, Severity::Error, Kind::GroupMismatch),
    (Flaws::ENDLESS_VARINT, Severity::Error, Kind::BadVarint),
    (Flaws::CUT_VARINT, Severity::Error, Kind::Truncated),
    (Flaws::GONE, Severity::Error, Kind::Gone),
    (Flaws::MISFIT, Severity::Error, Kind::BadVarint),
    (Flaws::OVERLONG_TAG, Severity::Info, Kind::Overlong),
    (Flaws::OVERLONG_END, Severity::Info, Kind::Overlong),
    (Flaws::OVERLONG_LENGTH, Severity::Info, Kind::Overlong),
    (Flaws::OVERLONG_VALUE, Severity::Info, Kind::Overlong),
];

/// A length prefix as found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// Its bytes; empty for a record without one.
    pub span: Span,
    /// The length it states.
    pub declared: u64,
    /// How many payload bytes were there when it was read.
    pub found: u64,
}

impl Prefix {
    /// For records that are not length-delimited.
    pub const NONE: Self = Self { span: Span::EMPTY, declared: 0, found: 0 };
}

/// One record. A clone is cheap: it holds spans.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag's bytes, which are also the record's identity; empty for undecoded bytes.
    pub tag: Span,
    /// The field number in the tag, up to 2^61.
    pub number: u64,
    /// How the payload is delimited.
    pub wire_type: WireType,
    /// The length prefix of a length-delimited record.
    pub prefix: Prefix,
    /// What the tag and the length introduce: for a group its records without the end tag.
    pub payload: Body,
    /// A group's end tag; empty where there is none.
    pub end: Span,
    /// What is odd.
    pub flaws: Flaws,
}

/// What tells a record from all others of its document, also after edits around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId {
    /// The area the record's first byte stands in.
    pub area: Area,
    /// The offset of that byte in the area.
    pub offset: u64,
}

impl Record {
    /// Its identity.
    pub fn id(&self) -> RecordId {
        let first = if self.wire_type == WireType::Undecoded { self.payload.first_span() } else { self.tag };
        RecordId { area: first.area, offset: first.start }
    }

    /// The length prefix to be written: as found while the payload's length is what was found; else a minimal one
    /// stays minimal, an over-long one keeps its width where the length fits, and a broken one changes by the
    /// difference.
    pub fn written_prefix(&self) -> WrittenPrefix {
        let len = self.payload.len();
        let Prefix { span, declared, found } = self.prefix;
        if self.wire_type != WireType::Len {
            return WrittenPrefix::Found(Span::EMPTY);
        }
        if len == found && !span.is_empty() {
            return WrittenPrefix::Found(span);
        }
        let width = if span.len as usize > varint::len(declared) { span.len as usize } else { 0 };
        WrittenPrefix::Made(varint::Written::wide(self.length(), width))
    }

    /// The length that a length-delimited record states now: that of its payload, or where it was wrong when found,
    /// wrong by as much.
    pub fn length(&self) -> u64 {
        let Prefix { declared, found, .. } = self.prefix;
        let len = self.payload.len();
        if len >= found { declared.saturating_add(len - found) } else { declared.saturating_sub(found - len) }
    }

    /// Bytes before the payload.
    pub fn head_len(&self) -> u64 {
        self.tag.len + self.written_prefix().len()
    }

    /// Bytes in all.
    pub fn len(&self) -> u64 {
        self.head_len() + self.payload.len() + self.end.len
    }

    /// True without a byte (never for a record that was scanned).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The problems that the wire alone shows, for a record that begins at `start`.
    pub fn problems(&self, start: u64) -> Vec<Problem> {
        if self.flaws.is_none() {
            return Vec::new();
        }
        let found = FLAWS.iter().filter(|(flaw, ..)| self.flaws.has(*flaw));
        found.map(|(flaw, severity, kind)| Problem::new(start, *severity, *kind, self.description(*flaw))).collect()
    }

    /// What a flaw is about in this record.
    fn description(&self, flaw: Flaws) -> String {
        let (len, number, length) = (self.payload.len(), self.number, self.length());
        let rest = |why: &str| format!("{why}: the remaining {len} bytes are kept as they are");
        match flaw {
            Flaws::BAD_NUMBER if (1..=MAX_NUMBER).contains(&number) => "the tag does not fit in 64 bits".to_owned(),
            Flaws::BAD_NUMBER => format!("field number {number} is not between 1 and {MAX_NUMBER}"),
            Flaws::TRUNCATED => match self.wire_type {
                WireType::Len => format!("length {length} reaches past the end: {len} bytes are there"),
                WireType::Fixed32 => format!("4 bytes expected, {len} are there"),
                _ => format!("8 bytes expected, {len} are there"),
            },
            Flaws::UNCLOSED => format!("group {number} is not closed"),
            Flaws::BAD_WIRE_TYPE => rest("wire type 6 or 7 does not exist"),
            Flaws::STRAY_END => rest("an end of group closes no open group"),
            Flaws::ENDLESS_VARINT => rest("a varint does not end within 10 bytes"),
            Flaws::CUT_VARINT => rest("the message ends inside a varint"),
            Flaws::GONE => "the bytes are gone: the file was truncated or replaced".to_owned(),
            Flaws::OVERLONG_TAG => format!("tag in {} bytes", self.tag.len),
            Flaws::OVERLONG_END => format!("end tag in {} bytes", self.end.len),
            Flaws::OVERLONG_LENGTH => format!("length in {} bytes", self.head_len() - self.tag.len),
            Flaws::OVERLONG_VALUE => format!("value in {len} bytes"),
            _ => "the payload does not fit the wire type".to_owned(),
        }
    }
}

/// The bytes of a length prefix: those found, or new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenPrefix {
    /// As found (or none at all: an empty span).
    Found(Span),
    /// Written anew.
    Made(varint::Written),
}

impl WrittenPrefix {
    /// Number of bytes.
    pub fn len(&self) -> u64 {
        match self {
            Self::Found(span) => span.len,
            Self::Made(written) => written.as_bytes().len() as u64,
        }
    }

    /// True without a prefix.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

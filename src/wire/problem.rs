//! Problems: what is odd about data. A value beside the data, never a failure to read it.

use std::fmt;

/// How much a problem matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; every reader copes.
    Info,
    /// Readers may differ, or the value is not what its field promises.
    Warning,
    /// Readers refuse the message.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// What sort of oddity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A length or value reaches past the end of its message.
    Truncated,
    /// A varint that does not end within ten bytes.
    BadVarint,
    /// Wire type 6 or 7, or a field number that cannot be.
    BadTag,
    /// A group that is not closed, or an end that closes none.
    GroupMismatch,
    /// A packed run whose last element is cut.
    PackedMismatch,
    /// A required field that is not there.
    MissingRequired,
    /// Text that is not UTF-8.
    InvalidUtf8,
    /// A known field with a wire type its type does not have.
    WrongWireType,
    /// A value its field cannot hold.
    OutOfRange,
    /// A number the enum does not name.
    UnknownEnum,
    /// A singular field that occurs again later.
    Duplicate,
    /// A field the schema does not have.
    UnknownField,
    /// A varint longer than it need be.
    Overlong,
    /// Bytes that were there at opening and are no more.
    Gone,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truncated => "truncated",
            Self::BadVarint => "bad-varint",
            Self::BadTag => "bad-tag",
            Self::GroupMismatch => "group-mismatch",
            Self::PackedMismatch => "packed-mismatch",
            Self::MissingRequired => "missing-required",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::WrongWireType => "wrong-wire-type",
            Self::OutOfRange => "out-of-range",
            Self::UnknownEnum => "unknown-enum",
            Self::Duplicate => "duplicate",
            Self::UnknownField => "unknown-field",
            Self::Overlong => "overlong",
            Self::Gone => "gone",
        })
    }
}

/// One oddity: where, how bad, what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Offset of the byte it begins at, in the document as it would be saved now.
    pub offset: u64,
    /// How much it matters.
    pub severity: Severity,
    /// What sort.
    pub kind: Kind,
    /// What was expected and what was found: plain words, no offset.
    pub message: String,
}

impl Problem {
    /// A problem at `offset`.
    pub fn new(offset: u64, severity: Severity, kind: Kind, message: impl Into<String>) -> Self {
        Self { offset, severity, kind, message: message.into() }
    }
}

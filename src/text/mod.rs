//! Documents as text and text as documents: one folder per format, print and parse side by side. Knows `wire` and
//! `schema`; does no IO: printing writes piece by piece into what it is given, parsing reads a text in memory.
//!
//! What is printed as one value follows protobuf's own readers ([`merged`]): records of a field merge, the last of
//! several wins. How deep messages nest costs heap, not stack.

mod build;
pub mod clip;
mod error;
pub mod hex;
pub mod json;
pub mod literal;
mod merged;
mod number;
pub mod textproto;
pub mod tree;
pub mod value;

use std::fmt;

pub use error::ParseError;

use crate::wire::Missing;

/// Why printing stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintError {
    /// Bytes that have to be fetched first, or are gone.
    Missing(Missing),
    /// What it is written into takes no more.
    Write,
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(Missing::Absent(span)) => write!(f, "the bytes at 0x{:x} are not read yet", span.start),
            Self::Missing(Missing::Gone(span)) => {
                write!(f, "the bytes at 0x{:x} are gone: the file was truncated or replaced", span.start)
            }
            Self::Write => f.write_str("the text cannot be written"),
        }
    }
}

impl std::error::Error for PrintError {}

impl From<Missing> for PrintError {
    fn from(missing: Missing) -> Self {
        Self::Missing(missing)
    }
}

impl From<fmt::Error> for PrintError {
    fn from(_: fmt::Error) -> Self {
        Self::Write
    }
}

/// How far printing goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Messages nested deeper than this are named, not printed.
    pub max_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_depth: 10_000 }
    }
}

//! Going to a path: the field it is typed in, and what a path leads to.

use super::command::Command;
use crate::schema::Lens;
use crate::schema::target::{self, Target, TargetError};
use crate::wire::path::Path;
use crate::wire::{Address, Document, Missing, Span};

/// The field that a path is typed in, while it shows. The text typed so far is the pane's own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathEntry {
    /// Why the last path led nowhere.
    pub note: Option<PathNote>,
}

/// Why a path led nowhere.
#[derive(Clone, Debug, PartialEq)]
pub struct PathNote {
    /// The reason, to stand beside the field.
    pub text: String,
    /// What would add the field that is absent.
    pub add: Option<Command>,
}

/// What a path leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Led {
    /// A record.
    Record(Address),
    /// The whole message.
    Root,
    /// A field that is not set; with the message to add it to and its number, where it alone is missing.
    Absent(Option<(Address, u64)>),
    /// Nothing, with the reason.
    Nowhere(String),
}

/// Finds what a path leads to; walks the messages on the way.
///
/// # Errors
/// The span that has to be fetched first.
pub fn lead(document: &Document, lens: &Lens, text: &str) -> Result<Led, Span> {
    let path = match Path::parse(text.trim()) {
        Ok(path) => path,
        Err(error) => return Ok(Led::Nowhere(error.to_string())),
    };
    Ok(match target::find_record(document, lens, &path) {
        Ok(Target::Found(found)) => Led::Record(found.address),
        Ok(Target::Root) => Led::Root,
        Ok(Target::Absent(absent)) => Led::Absent(match absent.missing.as_slice() {
            [only] if only.index.is_none() => Some((absent.message, only.number)),
            _ => None,
        }),
        Err(TargetError::Missing(Missing::Absent(span))) => return Err(span),
        Err(error) => Led::Nowhere(error.to_string()),
    })
}

//! What goes on the clipboard: the selected records in a form that a person asked for, and the exact bytes of the
//! records beside it, so that pasting the same text here gives the same bytes. Pure: small copies are printed at once,
//! long ones by a job.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use super::value_edit;
use crate::schema::{Lens, Reading};
use crate::text::literal::{self, Notation};
use crate::text::{Limits, PrintError, json, textproto};
use crate::wire::{Child, Document};

/// Text longer than this does not go on the clipboard.
const LONGEST: usize = 64 << 20;
/// Records and texts up to this size are remembered, so that they paste as the bytes they were.
pub(super) const REMEMBERED: u64 = 4 << 20;

/// A form in which records go on the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CopyForm {
    /// The value as it is typed in place; a message as text format.
    Value,
    /// The path: `result.output_files[2].path`.
    Path,
    /// ProtoJSON of a message, or of the message that would hold the selected records alone.
    Json,
    /// The text format, in the same way.
    Text,
    /// The bytes: of one record its payload, of several the records whole, with tags and lengths.
    Bytes(Notation),
    /// The `wirebench edit` command that gives the selected fields these values.
    EditCommand,
}

/// A copy to be printed.
#[derive(Clone)]
pub struct Copying {
    /// What is printed, one after the other, each on lines of its own.
    pub(super) parts: Vec<Part>,
    /// The selected records, whole.
    pub(super) records: Document,
    /// What they are records of.
    pub(super) source: Source,
}

/// A part of a copy.
#[derive(Clone)]
pub(super) enum Part {
    /// Words that are known.
    Said(String),
    /// A value.
    Value(Document, Box<Child>, Reading),
    /// A message in the text format.
    Text(Document, Lens),
    /// A message as ProtoJSON.
    Json(Document, Lens),
    /// Bytes.
    Bytes(Document, Notation),
}

/// Where copied records come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    /// The full name of the type of their message, where it is known.
    pub parent: Option<String>,
    /// The field's number, of one record alone that is a value.
    pub value_of: Option<u64>,
    /// How many records.
    pub count: u64,
}

/// A copy that was printed.
#[derive(Clone, Debug)]
pub struct Copied {
    /// The text for the clipboard.
    pub text: String,
    /// The bytes of the records, where they are few enough to be remembered.
    pub(super) records: Option<Vec<u8>>,
    pub(super) source: Source,
}

/// Why nothing was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyError {
    /// A person stopped it.
    Stopped,
    /// Bytes have to be fetched first.
    Absent,
    /// What stands in the way.
    Because(String),
}

impl From<PrintError> for CopyError {
    fn from(error: PrintError) -> Self {
        match error {
            PrintError::Missing(crate::wire::Missing::Absent(_)) => Self::Absent,
            error => Self::Because(error.to_string()),
        }
    }
}

impl From<crate::wire::Missing> for CopyError {
    fn from(missing: crate::wire::Missing) -> Self {
        PrintError::Missing(missing).into()
    }
}

/// A text that stops growing at a bound, or when it is told to.
struct Bounded<'a> {
    text: String,
    is_too_long: bool,
    is_stopped: bool,
    go_on: &'a mut dyn FnMut(usize) -> ControlFlow<()>,
}

impl Write for Bounded<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.is_too_long = self.text.len() + part.len() > LONGEST;
        self.is_stopped = (self.go_on)(self.text.len()).is_break();
        if self.is_too_long || self.is_stopped {
            return Err(fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}

impl Copying {
    /// Bytes that have to be read for it.
    pub(super) fn len(&self) -> u64 {
        self.records.len()
    }

    /// The same, its original bytes asked for in another way. The source must answer the same bytes.
    #[must_use]
    pub(super) fn with_source(&self, source: &std::sync::Arc<dyn crate::wire::Source>) -> Self {
        let with = |it: &Document| it.with_source(source.clone());
        let parts = self.parts.iter().map(|part| match part {
            Part::Said(text) => Part::Said(text.clone()),
            Part::Value(document, child, reading) => Part::Value(with(document), child.clone(), reading.clone()),
            Part::Text(document, lens) => Part::Text(with(document), lens.clone()),
            Part::Json(document, lens) => Part::Json(with(document), lens.clone()),
            Part::Bytes(document, notation) => Part::Bytes(with(document), *notation),
        });
        Self { parts: parts.collect(), records: with(&self.records), source: self.source.clone() }
    }

    /// Prints it. `go_on` is told how long the text is from time to time, and may stop it.
    ///
    /// # Errors
    /// It was stopped, bytes are missing, or the text would be too long.
    pub fn print(&self, go_on: &mut dyn FnMut(usize) -> ControlFlow<()>) -> Result<Copied, CopyError> {
        let mut out = Bounded { text: String::new(), is_too_long: false, is_stopped: false, go_on };
        for (i, part) in self.parts.iter().enumerate() {
            let printed = self.part(part, i > 0, &mut out);
            if out.is_stopped {
                return Err(CopyError::Stopped);
            }
            if out.is_too_long {
                return Err(CopyError::Because(format!("It is more than {} MiB of text", LONGEST >> 20)));
            }
            printed?;
        }
        let mut text = out.text;
        // Forms of lines end with a line end that is not wanted in the middle of other text.
        text.truncate(text.trim_end_matches('\n').len());
        let is_small = text.len() as u64 <= REMEMBERED && self.records.len() <= REMEMBERED;
        let records = if is_small { Some(self.records.to_vec()?) } else { None };
        Ok(Copied { text, records, source: self.source.clone() })
    }

    fn part(&self, part: &Part, is_behind: bool, out: &mut Bounded<'_>) -> Result<(), CopyError> {
        if is_behind && !out.text.ends_with('\n') {
            out.write_char('\n').map_err(PrintError::from)?;
        }
        match part {
            Part::Said(text) => out.write_str(text).map_err(PrintError::from)?,
            Part::Value(document, child, reading) => {
                let text = match value_edit::whole_text(document, child, reading)? {
                    Some(text) => text,
                    // What cannot be written as a value goes as its bytes.
                    None => value_edit::hex(&document.body_bytes(&child.record.payload)?),
                };
                out.write_str(&text).map_err(PrintError::from)?;
            }
            Part::Text(document, lens) => textproto::print(document, lens, Limits::default(), out)?,
            Part::Json(document, lens) => {
                json::print(document, lens, Limits::default(), &mut |_| {}, out)?;
            }
            Part::Bytes(document, notation) => literal::print(document, *notation, out)?,
        }
        Ok(())
    }
}

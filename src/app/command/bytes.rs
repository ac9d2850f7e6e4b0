//! Commands among the bytes of the active document.

use std::fmt::{self, Write as _};
use std::ops::Range;

use super::super::App;
use super::super::caret::{ByteColumn, ByteForm};
use super::super::short::{Elided, Short};

/// What a person may ask among the bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum ByteCommand {
    /// Put the caret on a byte and select its record; or, to extend, make a range from where it was.
    Place {
        /// The byte; the document's length for the place behind the last.
        at: u64,
        /// True for a range from where the caret was.
        extends: bool,
    },
    /// Choose a range of bytes.
    Select(Range<u64>),
    /// Type in a column.
    Column(ByteColumn),
    /// Type a hex digit at the caret.
    Digit(u8),
    /// Type bytes at the caret: one step of undo with those typed before.
    Type(Vec<u8>),
    /// Put the bytes that a text stands for at the caret.
    Paste(String),
    /// Take out the range, or the byte at the caret, or the one before it.
    Delete {
        /// True for the one before.
        is_back: bool,
    },
    /// Put the range on the clipboard and take it out.
    Cut,
    /// Put the range, or the bytes of the selected record, on the clipboard.
    Copy(ByteForm),
    /// Repeat bytes over the range, or over the bytes of the selected record.
    Fill(Vec<u8>),
    /// From overwriting bytes to putting them in and back.
    ToggleInsert,
    /// From lengths that follow bytes put in or taken out to lengths left as they are, and back.
    ToggleLengths,
    /// From offsets in hex to offsets in decimal, and back.
    ToggleDecimal,
    /// Ask for an offset to go to.
    AskOffset,
    /// Ask for the bytes to fill the range with.
    AskFill,
    /// Ask no more.
    AskNothing,
    /// Go to the offset that a text means; see [`App::offset_check`].
    GoTo(String),
}

impl ByteCommand {
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::Place { .. }
            | Self::Select(_)
            | Self::Column(_)
            | Self::Digit(_)
            | Self::Type(_)
            | Self::AskOffset
            | Self::AskFill
            | Self::AskNothing => false,
            Self::Paste(_)
            | Self::Delete { .. }
            | Self::Cut
            | Self::Copy(_)
            | Self::Fill(_)
            | Self::ToggleInsert
            | Self::ToggleLengths
            | Self::ToggleDecimal
            | Self::GoTo(_) => true,
        }
    }

    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::Place { .. } => "Move caret",
            Self::Select(_) => "Select bytes",
            Self::Column(_) => "Switch column",
            Self::Digit(_) | Self::Type(_) => "Type bytes",
            Self::Paste(_) => "Paste bytes",
            Self::Delete { .. } => "Delete bytes",
            Self::Cut => "Cut bytes",
            Self::Copy(_) => "Copy bytes",
            Self::Fill(_) | Self::AskFill => "Fill bytes",
            Self::ToggleInsert => "Insert mode",
            Self::ToggleLengths => "Lengths follow",
            Self::ToggleDecimal => "Decimal offsets",
            Self::AskOffset | Self::GoTo(_) => "Go to offset",
            Self::AskNothing => "Hide field",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::Place { at, .. } => write!(out, " {at}"),
            Self::Select(range) => write!(out, " {range:?}"),
            Self::Column(column) => write!(out, " {column:?}"),
            Self::Copy(form) => write!(out, " {form:?}"),
            Self::Type(bytes) | Self::Fill(bytes) => write!(out, " {} bytes", bytes.len()),
            Self::Paste(text) => write!(out, " of {} bytes", text.len()),
            Self::GoTo(text) => write!(out, " {}", Elided(text)),
            Self::Delete { is_back } => write!(out, "{}", if *is_back { " back" } else { "" }),
            Self::Digit(_)
            | Self::Cut
            | Self::ToggleInsert
            | Self::ToggleLengths
            | Self::AskOffset
            | Self::AskFill
            | Self::ToggleDecimal
            | Self::AskNothing => Ok(()),
        }
    }

    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        match self {
            Self::ToggleInsert | Self::ToggleLengths | Self::ToggleDecimal => true,
            Self::Place { .. }
            | Self::Select(_)
            | Self::Column(_)
            | Self::Digit(_)
            | Self::Type(_)
            | Self::Paste(_)
            | Self::AskOffset
            | Self::GoTo(_) => document.is_some(),
            Self::Delete { .. } => document.is_some_and(|it| !it.snapshot().is_empty()),
            Self::Cut | Self::Copy(_) | Self::Fill(_) | Self::AskFill => {
                document.is_some_and(|it| it.chosen_bytes().is_some())
            }
            Self::AskNothing => app.byte_prompt().is_some(),
        }
    }
}

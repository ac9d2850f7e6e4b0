//! Commands that put in, take out and move whole records.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::short::{Short, Way};
use crate::wire::Address;

/// What a person may ask that puts in, takes out or moves records.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordCommand {
    /// Take out the selected records.
    DeleteRecord,
    /// Put a copy of the selected records behind them, byte for byte.
    Duplicate,
    /// Move the selected records among the records of their message, in wire order.
    MoveRecords(Shift),
    /// Move the selected records of one message before the record in a row of that message, as it stands now; behind
    /// the last one where the row is the number of records.
    MoveBefore {
        /// The message.
        message: Address,
        /// The row in it.
        row: u64,
    },
    /// Add another value of the selected repeated field before the selected record.
    InsertBefore,
    /// The same behind it.
    InsertAfter,
}

/// A way for records to move in their message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// Before the record above.
    Up,
    /// Behind the record below.
    Down,
    /// To the start.
    First,
    /// To the end.
    Last,
}

impl RecordCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::DeleteRecord
            | Self::Duplicate
            | Self::MoveRecords(_)
            | Self::MoveBefore { .. }
            | Self::InsertBefore
            | Self::InsertAfter => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::DeleteRecord => "Delete",
            Self::Duplicate => "Duplicate",
            Self::MoveRecords(_) | Self::MoveBefore { .. } => "Move",
            Self::InsertBefore => "Insert before",
            Self::InsertAfter => "Insert after",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::MoveRecords(shift) => write!(out, " {shift:?}"),
            Self::MoveBefore { message, row } => write!(out, " before row {row} of {}", Way(message)),
            Self::DeleteRecord | Self::Duplicate | Self::InsertBefore | Self::InsertAfter => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        let has_selection = document.is_some_and(|it| it.selection().is_some());
        match self {
            Self::DeleteRecord | Self::Duplicate | Self::MoveBefore { .. } => has_selection,
            Self::InsertBefore | Self::InsertAfter => app.is_repeated_selected(),
            Self::MoveRecords(shift) => app.can_move(*shift),
        }
    }
}

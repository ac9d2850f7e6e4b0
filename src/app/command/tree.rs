//! Commands that select and fold rows of the tree.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::Selection;
use super::super::short::{Elided, Short, Way};
use crate::wire::Address;

/// What a person may ask of the rows of the tree.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeCommand {
    /// Select what is at a place.
    Select(Pick),
    /// Move the selection through the rows of the tree.
    MoveSelection(Motion),
    /// Select all rows from the one where extending began to the one that a motion leads to.
    ExtendSelection(Motion),
    /// The same to a visible row.
    ExtendTo(u64),
    /// Move the primary record and leave the others that are selected.
    MoveCursor(Motion),
    /// Add the record at an address, or the primary one, to what is selected, or take it out.
    ToggleSelected(Option<Address>),
    /// Select all records of the message around the primary one.
    SelectSiblings,
    /// Select the primary record alone again.
    SelectOne,
    /// Fold the message at an address open, or the selected one; where it is open already, go to its first record.
    Unfold(Option<Address>),
    /// Fold the message at an address, or the selected one; where it is folded already, go to the message around it.
    Fold(Option<Address>),
    /// Fold the message at an address, or the selected one, the other way.
    ToggleFold(Option<Address>),
    /// Fold all messages open, up to a bound.
    UnfoldAll,
    /// Fold all messages.
    FoldAll,
    /// Show or hide the fields of open messages that are not in the bytes.
    ToggleAbsent,
}

/// Something to select.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// A visible row of the tree.
    Row(u64),
    /// A record.
    Record(Address),
    /// The innermost record that holds a byte of the document as it would be saved now; the tree opens down to it.
    Byte(u64),
    /// What a path names: `result.output_files[2].path`.
    Path(String),
    /// Nothing.
    Nothing,
}

/// A way for the selection to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// By so many rows; back where negative.
    Rows(i64),
    /// To the first row.
    First,
    /// To the last row.
    Last,
    /// To the message around it.
    Parent,
}

impl TreeCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::Select(_)
            | Self::MoveSelection(_)
            | Self::ExtendSelection(_)
            | Self::ExtendTo(_)
            | Self::MoveCursor(_)
            | Self::ToggleSelected(_)
            | Self::SelectSiblings
            | Self::SelectOne
            | Self::Unfold(_)
            | Self::Fold(_)
            | Self::ToggleFold(_) => false,
            Self::UnfoldAll | Self::FoldAll | Self::ToggleAbsent => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::Select(_) => "Select",
            Self::MoveSelection(_) => "Move selection",
            Self::ExtendSelection(_) | Self::ExtendTo(_) => "Extend selection",
            Self::MoveCursor(_) => "Move cursor",
            Self::ToggleSelected(_) => "Toggle selected",
            Self::SelectSiblings => "Select all",
            Self::SelectOne => "Select one",
            Self::Unfold(_) => "Unfold",
            Self::Fold(_) => "Fold",
            Self::ToggleFold(_) => "Toggle fold",
            Self::UnfoldAll => "Unfold all",
            Self::FoldAll => "Fold all",
            Self::ToggleAbsent => "Absent fields",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::Select(Pick::Row(row)) | Self::ExtendTo(row) => write!(out, " row {row}"),
            Self::Select(Pick::Byte(byte)) => write!(out, " byte {byte}"),
            Self::Select(Pick::Path(path)) => write!(out, " {}", Elided(path)),
            Self::Select(Pick::Nothing) => write!(out, " nothing"),
            Self::Select(Pick::Record(address))
            | Self::ToggleSelected(Some(address))
            | Self::Unfold(Some(address))
            | Self::Fold(Some(address))
            | Self::ToggleFold(Some(address)) => write!(out, " {}", Way(address)),
            Self::MoveSelection(motion) | Self::ExtendSelection(motion) | Self::MoveCursor(motion) => {
                write!(out, " {motion:?}")
            }
            Self::ToggleSelected(None)
            | Self::SelectSiblings
            | Self::SelectOne
            | Self::Unfold(None)
            | Self::Fold(None)
            | Self::ToggleFold(None)
            | Self::UnfoldAll
            | Self::FoldAll
            | Self::ToggleAbsent => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        let has_selection = document.is_some_and(|it| it.selection().is_some());
        match self {
            Self::SelectSiblings => has_selection,
            // What is selected alone stays so.
            Self::ToggleSelected(None) | Self::SelectOne => {
                document.and_then(|it| it.selection()).is_some_and(Selection::is_several)
            }
            Self::ToggleSelected(Some(_)) | Self::ExtendTo(_) => document.is_some(),
            Self::Select(_) | Self::UnfoldAll | Self::FoldAll => document.is_some(),
            Self::MoveSelection(Motion::Parent)
            | Self::ExtendSelection(Motion::Parent)
            | Self::MoveCursor(Motion::Parent) => has_selection,
            Self::MoveSelection(Motion::Rows(_) | Motion::First | Motion::Last)
            | Self::ExtendSelection(Motion::Rows(_) | Motion::First | Motion::Last)
            | Self::MoveCursor(Motion::Rows(_) | Motion::First | Motion::Last) => {
                document.is_some_and(|it| it.row_count().rows > 0)
            }
            Self::Unfold(address) | Self::Fold(address) | Self::ToggleFold(address) => {
                document.is_some() && (address.is_some() || has_selection)
            }
            Self::ToggleAbsent => true,
        }
    }
}

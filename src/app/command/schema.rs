//! Commands about types and ways to read.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::short::{Short, Way, named};
use crate::schema::ReadAs;
use crate::wire::Address;

/// What a person may ask about types and ways to read.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaCommand {
    /// Show the ways to read the selected record.
    ShowReadings,
    /// Hide them.
    HideReadings,
    /// Read a record, or all records of its field, in another way; `None` as the schema says.
    ReadAs {
        /// The record.
        address: Address,
        /// The way.
        reading: Option<ReadAs>,
        /// Which records.
        scope: ReadScope,
    },
    /// Show the types to choose from.
    ShowTypePicker,
    /// Hide them.
    HideTypePicker,
    /// Read the document as a type, by full name or a tail of one; as none by numbers alone.
    ChooseType(Option<String>),
    /// Guess the type anew.
    GuessType,
}

/// Which records a reading is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadScope {
    /// The record alone, in its document.
    Record,
    /// Every record of its field in messages of its type, in all documents; remembered.
    Field,
}

impl SchemaCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::ShowReadings | Self::HideReadings | Self::ShowTypePicker | Self::HideTypePicker => false,
            Self::ReadAs { .. } | Self::ChooseType(_) | Self::GuessType => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::ShowTypePicker => "Choose type",
            Self::HideTypePicker => "Hide type picker",
            Self::ShowReadings => "Read as",
            Self::HideReadings => "Hide readings",
            Self::ReadAs { .. } => "Read as",
            Self::ChooseType(_) => "Choose type",
            Self::GuessType => "Guess type",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::ReadAs { address, reading, scope } => write!(out, " {}: {reading:?}, {scope:?}", Way(address)),
            Self::ChooseType(name) => named(out, name.as_deref()),
            Self::ShowReadings | Self::HideReadings | Self::ShowTypePicker | Self::HideTypePicker | Self::GuessType => {
                Ok(())
            }
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        match self {
            Self::ShowTypePicker | Self::GuessType => document.is_some(),
            Self::ShowReadings => app.can_read_selected_otherwise(),
            Self::HideReadings => app.is_reading_picker_shown,
            Self::ReadAs { .. } => document.is_some(),
            Self::HideTypePicker => app.is_type_picker_shown,
            Self::ChooseType(name) => document.is_some_and(|it| it.type_name() != name.as_deref()),
        }
    }
}

//! Commands that edit values, and take edits back.

use std::fmt::{self, Write as _};
use std::path::PathBuf;

use super::super::short::{Elided, Short, Way};
use super::super::{App, OpenDocument, ValueAt};
use crate::wire::Address;

/// What a person may ask that edits values, or takes edits back.
#[derive(Clone, Debug, PartialEq)]
pub enum EditCommand {
    /// Take the last step back.
    Undo,
    /// Take the step forth again.
    Redo,
    /// Edit the selected value in place.
    BeginEdit,
    /// Type the selected value in a field beside the tree: what is typed from now on is one step of undo.
    BeginTyping,
    /// Leave the value being typed as it is now; what was typed is one step of undo.
    EndEdit,
    /// Leave the value being typed as it was before.
    CancelEdit,
    /// Give a field the value that a text says; see [`super::App::edit_check`].
    SetValue {
        /// The record.
        address: Address,
        /// What was typed.
        text: String,
    },
    /// Give a record a payload, byte for byte.
    SetPayload {
        /// The record.
        address: Address,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Give an element of a packed run the value that a text says.
    SetElement {
        /// The run.
        record: Address,
        /// Which element.
        index: u64,
        /// What was typed.
        text: String,
    },
    /// Turn the bool at an address, or the selected one.
    ToggleBool(Option<Address>),
    /// Give an enum field a number.
    SetEnum {
        /// The record.
        address: Address,
        /// The number.
        number: i32,
    },
    /// Show the fields that the selected message, or the one around the selection, can take.
    ShowFieldPicker,
    /// Hide them.
    HideFieldPicker,
    /// Add a field with its default value at the end of a message.
    AddField {
        /// The message; the root address for the outermost.
        message: Address,
        /// The field's number.
        number: u64,
    },
    /// Take back or make again as many steps as lead to the state after so many of them.
    GoToStep(usize),
    /// Choose a file, and give the selected record its bytes.
    ValueFromFile,
    /// Choose a name, and write the selected record's bytes there.
    ValueToFile,
    /// Write a record's bytes to a file, whatever stands there.
    WriteValue {
        /// The record.
        at: ValueAt,
        /// The file.
        path: PathBuf,
    },
}

impl EditCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::BeginTyping
            | Self::SetValue { .. }
            | Self::SetElement { .. }
            | Self::ShowFieldPicker
            | Self::HideFieldPicker => false,
            Self::Undo
            | Self::Redo
            | Self::BeginEdit
            | Self::EndEdit
            | Self::CancelEdit
            | Self::SetPayload { .. }
            | Self::ToggleBool(_)
            | Self::SetEnum { .. }
            | Self::AddField { .. }
            | Self::GoToStep(_)
            | Self::ValueFromFile
            | Self::ValueToFile
            | Self::WriteValue { .. } => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::BeginEdit => "Edit value",
            Self::BeginTyping => "Type value",
            Self::EndEdit => "End edit",
            Self::CancelEdit => "Cancel edit",
            Self::SetValue { .. } => "Set value",
            Self::SetPayload { .. } => "Set payload",
            Self::ToggleBool(_) => "Toggle bool",
            Self::SetEnum { .. } => "Set enum",
            Self::ShowFieldPicker => "Add field",
            Self::HideFieldPicker => "Hide field picker",
            Self::AddField { .. } => "Add field",
            Self::GoToStep(_) => "Go to step",
            Self::SetElement { .. } => "Set element",
            Self::ValueFromFile => "Value from file",
            Self::ValueToFile | Self::WriteValue { .. } => "Value to file",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::SetValue { address, text } => write!(out, " {}: {}", Way(address), Elided(text)),
            Self::WriteValue { path, .. } => write!(out, " {}", path.display()),
            Self::SetPayload { address, bytes } => write!(out, " {}: {} bytes", Way(address), bytes.len()),
            Self::SetElement { record, index, text } => write!(out, " {}[{index}]: {}", Way(record), Elided(text)),
            Self::ToggleBool(Some(address)) => write!(out, " {}", Way(address)),
            Self::SetEnum { address, number } => write!(out, " {}: {number}", Way(address)),
            Self::AddField { message, number } => write!(out, " {number} to {}", Way(message)),
            Self::GoToStep(step) => write!(out, " {step}"),
            Self::Undo
            | Self::Redo
            | Self::BeginEdit
            | Self::BeginTyping
            | Self::EndEdit
            | Self::CancelEdit
            | Self::ToggleBool(None)
            | Self::ShowFieldPicker
            | Self::HideFieldPicker
            | Self::ValueFromFile
            | Self::ValueToFile => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        match self {
            Self::Undo => document.is_some_and(OpenDocument::can_undo),
            Self::Redo => document.is_some_and(OpenDocument::can_redo),
            Self::BeginEdit | Self::BeginTyping => app.can_edit_selected(),
            Self::EndEdit | Self::CancelEdit => document.is_some_and(|it| it.is_typing()),
            Self::SetValue { .. } | Self::SetPayload { .. } | Self::SetEnum { .. } => document.is_some(),
            Self::ToggleBool(Some(_)) => document.is_some(),
            Self::ToggleBool(None) => app.is_bool_selected(),
            Self::ShowFieldPicker => app.field_picker_target().is_some(),
            Self::HideFieldPicker => app.is_field_picker_shown,
            Self::AddField { .. } => document.is_some(),
            Self::GoToStep(done) => document.is_some_and(|it| *done < it.states() && *done != it.state_now()),
            Self::SetElement { .. } => document.is_some(),
            Self::ValueFromFile | Self::ValueToFile => app.is_payload_selected(),
            Self::WriteValue { at, .. } => app.document(at.document).is_some(),
        }
    }
}

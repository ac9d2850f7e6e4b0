//! Commands of the clipboard.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::copying::CopyForm;
use super::super::short::Short;

/// What a person may ask of the clipboard.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipCommand {
    /// Put the selected records on the clipboard: a value as it is typed, messages and several records in the text
    /// format; pasted here, they are the bytes they were.
    Copy,
    /// The same, and take them out.
    Cut,
    /// Put the selected records on the clipboard in a form.
    CopyAs(CopyForm),
    /// Take what is on the clipboard for what it looks like: fields for the selected message, or the selected value.
    Paste,
    /// The same, taken for a form.
    PasteAs(PasteForm),
    /// What was on the clipboard.
    PasteText {
        /// The text.
        text: String,
        /// What it is taken for; as was asked before, or what it looks like, where that is not said.
        form: Option<PasteForm>,
    },
    /// Put a text on the clipboard.
    CopyText(String),
}

/// What a text on the clipboard is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PasteForm {
    /// ProtoJSON.
    Json,
    /// The text format.
    Text,
    /// Hex, a dump of it, an array or a string literal of source code.
    Hex,
    /// Base64.
    Base64,
    /// The text's own bytes, in UTF-8.
    Raw,
}

impl PasteForm {
    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Text => "text format",
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Raw => "text",
        }
    }
}

impl ClipCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::PasteText { .. } | Self::CopyText(_) => false,
            Self::Copy | Self::Cut | Self::CopyAs(_) | Self::Paste | Self::PasteAs(_) => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::Copy => "Copy",
            Self::Cut => "Cut",
            Self::CopyAs(_) => "Copy as",
            Self::Paste | Self::PasteText { .. } => "Paste",
            Self::PasteAs(_) => "Paste as",
            Self::CopyText(_) => "Copy text",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::CopyAs(form) => write!(out, " {form:?}"),
            Self::PasteAs(form) => write!(out, " {form:?}"),
            Self::PasteText { text, .. } | Self::CopyText(text) => write!(out, " of {} bytes", text.len()),
            Self::Copy | Self::Cut | Self::Paste => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        let has_selection = document.is_some_and(|it| it.selection().is_some());
        match self {
            Self::CopyText(_) => true,
            Self::Copy | Self::Cut | Self::CopyAs(_) => has_selection,
            Self::Paste | Self::PasteAs(_) | Self::PasteText { .. } => document.is_some(),
        }
    }
}

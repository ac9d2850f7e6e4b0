//! Commands about tabs.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::short::Short;

/// What a person may ask about tabs.
#[derive(Clone, Debug, PartialEq)]
pub enum TabCommand {
    /// Close the active tab.
    CloseTab,
    /// Close a tab, by its place.
    CloseTabAt(usize),
    /// The next tab.
    NextTab,
    /// The previous tab.
    PreviousTab,
    /// Show a tab, by its place.
    ActivateTab(usize),
    /// Open the file whose tab was closed last.
    ReopenTab,
    /// Show the open documents and recent files to choose from.
    ShowDocumentPicker,
    /// Hide them.
    HideDocumentPicker,
}

impl TabCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::NextTab
            | Self::PreviousTab
            | Self::ActivateTab(_)
            | Self::ShowDocumentPicker
            | Self::HideDocumentPicker => false,
            Self::CloseTab | Self::CloseTabAt(_) | Self::ReopenTab => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::CloseTab | Self::CloseTabAt(_) => "Close tab",
            Self::NextTab => "Next tab",
            Self::PreviousTab => "Previous tab",
            Self::ActivateTab(_) => "Show tab",
            Self::ReopenTab => "Reopen tab",
            Self::ShowDocumentPicker => "Go to document",
            Self::HideDocumentPicker => "Hide document picker",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::CloseTabAt(at) | Self::ActivateTab(at) => write!(out, " {at}"),
            Self::CloseTab
            | Self::NextTab
            | Self::PreviousTab
            | Self::ReopenTab
            | Self::ShowDocumentPicker
            | Self::HideDocumentPicker => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        match self {
            Self::ShowDocumentPicker => true,
            Self::CloseTab => !app.layout.is_bare(),
            Self::CloseTabAt(place) => *place < app.tabs().len() && !app.layout.is_bare(),
            Self::NextTab | Self::PreviousTab => app.tabs().len() > 1,
            Self::ActivateTab(place) => *place < app.tabs().len(),
            Self::ReopenTab => !app.closed.is_empty(),
            Self::HideDocumentPicker => app.is_document_picker_shown,
        }
    }
}

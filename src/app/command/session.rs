//! Commands about what is open at the next start, and the unsaved edits that were left.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::journal::JournalId;
use super::super::short::Short;

/// What a person may ask about the next start, and what the last one left.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionCommand {
    /// Open again at the next start what is open, or not.
    ToggleSession,
    /// Show the unsaved edits that were left.
    ShowRecovery,
    /// Hide them; they stay for the next start.
    HideRecovery,
    /// Recover unsaved edits that were left: these, or all that can be.
    Recover(Option<JournalId>),
    /// Throw unsaved edits away that were left: these, or all.
    DiscardJournal(Option<JournalId>),
}

impl SessionCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::ShowRecovery | Self::HideRecovery => false,
            Self::ToggleSession | Self::Recover(_) | Self::DiscardJournal(_) => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::ToggleSession => "Open last files again",
            Self::ShowRecovery | Self::HideRecovery => "Unsaved edits",
            Self::Recover(_) => "Recover",
            Self::DiscardJournal(_) => "Discard unsaved edits",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::Recover(Some(id)) | Self::DiscardJournal(Some(id)) => write!(out, " {}", id.0),
            Self::ToggleSession
            | Self::ShowRecovery
            | Self::HideRecovery
            | Self::Recover(None)
            | Self::DiscardJournal(None) => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        match self {
            Self::ToggleSession => true,
            Self::ShowRecovery => !app.left.is_empty(),
            Self::HideRecovery => app.is_recovery_shown(),
            Self::Recover(id) | Self::DiscardJournal(id) => app.left.iter().any(|it| id.is_none_or(|id| id == it.id)),
        }
    }
}

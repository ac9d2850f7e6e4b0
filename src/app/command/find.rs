//! Commands that find something, and go to it.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::short::{Elided, Short};
use crate::schema::find::Query;

/// What a person may ask that finds something, or goes to it.
#[derive(Clone, Debug, PartialEq)]
pub enum FindCommand {
    /// Type a path to go to, in place of the one that shows.
    ShowPathEntry,
    /// Give it up.
    HidePathEntry,
    /// Show the bar to find with.
    ShowFind,
    /// Show it, to find in all open documents.
    ShowFindEverywhere,
    /// Hide it, and stop a search under way.
    HideFind,
    /// Find something: in the active document or in all, as the bar says.
    Find(Query),
    /// Find the same once more.
    FindAgain,
    /// Go to the next hit.
    NextHit,
    /// Go to the hit before.
    PreviousHit,
    /// Go to a hit, by its place in the list.
    GoToHit(usize),
}

impl FindCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::Find(_)
            | Self::NextHit
            | Self::PreviousHit
            | Self::GoToHit(_)
            | Self::ShowPathEntry
            | Self::HidePathEntry
            | Self::ShowFind
            | Self::ShowFindEverywhere
            | Self::HideFind => false,
            Self::FindAgain => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::ShowFind | Self::Find(_) => "Find",
            Self::ShowFindEverywhere => "Find in all open documents",
            Self::HideFind => "Hide find",
            Self::ShowPathEntry => "Go to path",
            Self::HidePathEntry => "Hide the path",
            Self::FindAgain => "Find again",
            Self::NextHit => "Next hit",
            Self::PreviousHit => "Previous hit",
            Self::GoToHit(_) => "Go to hit",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::Find(query) => write!(out, " {:?} {}", query.mode, Elided(&query.text)),
            Self::GoToHit(at) => write!(out, " {at}"),
            Self::ShowPathEntry
            | Self::HidePathEntry
            | Self::ShowFindEverywhere
            | Self::ShowFind
            | Self::HideFind
            | Self::FindAgain
            | Self::NextHit
            | Self::PreviousHit => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        match self {
            Self::HidePathEntry => app.path_entry.is_some(),
            Self::ShowPathEntry | Self::ShowFind | Self::ShowFindEverywhere | Self::Find(_) => document.is_some(),
            Self::HideFind => app.is_find_shown,
            Self::FindAgain => app.results().is_some(),
            Self::NextHit | Self::PreviousHit => {
                app.results().is_some_and(|it| !it.hits.is_empty() || it.job().is_some())
            }
            Self::GoToHit(at) => app.results().is_some_and(|it| *at < it.hits.len()),
        }
    }
}

//! Commands that go from problem to problem.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::short::{Short, Way};
use crate::wire::Address;

/// What a person may ask of the problems.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemCommand {
    /// Select the record of the next problem behind the selection; from the last one on to the first.
    NextProblem,
    /// Select the record of the problem before the selection; from the first one back to the last.
    PreviousProblem,
    /// Select the record of a problem, by its place in the list.
    ShowProblem(usize),
    /// Show the problems below, with the first one of a record selected in them.
    ShowProblemsOf(Address),
}

impl ProblemCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::NextProblem | Self::PreviousProblem | Self::ShowProblem(_) | Self::ShowProblemsOf(_) => false,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::NextProblem => "Next problem",
            Self::PreviousProblem => "Previous problem",
            Self::ShowProblem(_) => "Show problem",
            Self::ShowProblemsOf(_) => "Show problems",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::ShowProblem(at) => write!(out, " {at}"),
            Self::ShowProblemsOf(address) => write!(out, " {}", Way(address)),
            Self::NextProblem | Self::PreviousProblem => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        match self {
            Self::NextProblem | Self::PreviousProblem => {
                document.is_some_and(|it| !it.problems().found.list.is_empty())
            }
            Self::ShowProblem(at) => document.is_some_and(|it| *at < it.problems().found.list.len()),
            Self::ShowProblemsOf(_) => document.is_some(),
        }
    }
}

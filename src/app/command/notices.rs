//! Commands about notices and jobs.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::ids::{JobId, NoticeId};
use super::super::short::Short;

/// What a person may ask about notices and jobs.
#[derive(Clone, Debug, PartialEq)]
pub enum NoticeCommand {
    /// Dismiss a notice.
    Dismiss(NoticeId),
    /// Dismiss all notices.
    DismissAll,
    /// Do what a notice offers, to the document it is about, and dismiss it.
    Remedy {
        /// The notice.
        notice: NoticeId,
        /// Which of its actions.
        action: usize,
    },
    /// Stop a job.
    StopJob(JobId),
}

impl NoticeCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::Dismiss(_) => false,
            Self::DismissAll | Self::Remedy { .. } | Self::StopJob(_) => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::Dismiss(_) => "Dismiss notice",
            Self::DismissAll => "Dismiss all notices",
            Self::Remedy { .. } => "Remedy",
            Self::StopJob(_) => "Stop job",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::Dismiss(id) => write!(out, " {}", id.0),
            Self::Remedy { notice, action } => write!(out, " {} {action}", notice.0),
            Self::StopJob(id) => write!(out, " {}", id.0),
            Self::DismissAll => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        match self {
            Self::DismissAll => !app.notices.is_empty(),
            Self::Dismiss(id) => app.notices.iter().any(|it| it.id == *id),
            Self::Remedy { notice, action } => {
                app.notices.iter().any(|it| it.id == *notice && *action < it.actions.len())
            }
            Self::StopJob(id) => app.jobs.iter().any(|it| it.id == *id && it.can_stop),
        }
    }
}

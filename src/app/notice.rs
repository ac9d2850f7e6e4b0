//! Notices: what went wrong or needs saying: what, where, why, and what to do, with the action as a button. They stay
//! until dismissed, and are in the log as well.

use super::command::Command;
use super::ids::{DocumentId, NoticeId};
use crate::wire::Severity;

/// A notice as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Its identity.
    pub id: NoticeId,
    /// How much it matters.
    pub severity: Severity,
    /// The document it is about.
    pub document: Option<DocumentId>,
    /// What happened, in a few words: `her.bin was not saved`.
    pub what: String,
    /// Where: a path, a field; empty where it has no place.
    pub place: String,
    /// Why.
    pub why: String,
    /// What to do next.
    pub remedy: String,
    /// The remedies as buttons, the likeliest first: label and what it does. Pressing one is [`super::NoticeCommand::Remedy`].
    pub actions: Vec<(String, Command)>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Counts from 0 since the start.
    pub number: u64,
    /// How much it matters.
    pub severity: Severity,
    /// What happened.
    pub text: String,
}

/// The log: the last lines, oldest first.
#[derive(Debug, Default)]
pub struct Log {
    lines: std::collections::VecDeque<LogLine>,
    next: u64,
}

/// Lines kept.
const KEPT: usize = 2_000;

impl Log {
    /// The lines kept, oldest first.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &LogLine> + DoubleEndedIterator {
        self.lines.iter()
    }

    pub(super) fn push(&mut self, severity: Severity, text: impl Into<String>) {
        if self.lines.len() >= KEPT {
            self.lines.pop_front();
        }
        let text = crate::schema::visible(&text.into()).into_owned();
        self.lines.push_back(LogLine { number: self.next, severity, text });
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_the_last_lines() {
        let mut log = Log::default();
        for i in 0..KEPT + 3 {
            log.push(Severity::Info, i.to_string());
        }
        assert_eq!(log.lines().len(), KEPT);
        assert_eq!(log.lines().next().map(|it| it.number), Some(3));
    }
}

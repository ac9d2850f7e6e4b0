//! The log: what was said, and every Command, Effect and Event in short form. What a person reads (what was said, and
//! what they asked for that changed something) and the rest are kept apart, each within its bound, so that scrolling
//! does not push an error out. Lines that would repeat are counted.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::short::short;
use super::{Command, Effect, Event};
use crate::wire::Severity;

/// Lines kept of each sort.
const KEPT: usize = 2_000;
/// How far back the line is looked for that a new one would repeat: a key may come with an Effect and its answer.
const NEAR: usize = 8;

/// What a line of the log is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// What happened, in words.
    Said,
    /// What a person asked for.
    Command,
    /// What the program asked of the outside.
    Effect,
    /// What the outside said.
    Event,
}

impl LineKind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Said => "Message",
            Self::Command => "Command",
            Self::Effect => "Effect",
            Self::Event => "Event",
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Counts from 0 since the start.
    pub number: u64,
    /// How much it matters.
    pub severity: Severity,
    /// What it is about.
    pub kind: LineKind,
    /// What happened; the last time, where it happened more than once.
    pub text: String,
    /// How many times in a row, or nearly so.
    pub count: u64,
}

impl LogLine {
    /// What happened, and how often.
    pub fn words(&self) -> Cow<'_, str> {
        match self.count {
            1 => Cow::Borrowed(&self.text),
            count => Cow::Owned(format!("{} × {count}", self.text)),
        }
    }
}

/// The log: the last lines, oldest first.
#[derive(Debug, Default)]
pub struct Log {
    lines: VecDeque<LogLine>,
    /// The lines of the rest, each with the name that makes another a repetition of it.
    rest: VecDeque<(String, LogLine)>,
    next: u64,
}

impl Log {
    /// The lines kept that a person reads: what was said, and the commands that changed something; oldest first.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &LogLine> + DoubleEndedIterator {
        self.lines.iter()
    }

    /// All lines kept, in order of their beginning; no more than twice the bound.
    pub fn all(&self) -> Vec<&LogLine> {
        let mut all: Vec<_> = self.lines.iter().chain(self.rest.iter().map(|(_, line)| line)).collect();
        all.sort_by_key(|it| it.number);
        all
    }

    pub(super) fn push(&mut self, severity: Severity, text: impl Into<String>) {
        let line = self.line(severity, LineKind::Said, &text.into());
        self.keep(line);
    }

    pub(super) fn command(&mut self, command: &Command) {
        if command.is_logged() {
            let line = self.line(Severity::Info, LineKind::Command, &command.brief());
            return self.keep(line);
        }
        self.keep_rest(LineKind::Command, command.short_name(), &command.brief());
    }

    pub(super) fn effects(&mut self, effects: &[Effect]) {
        for effect in effects {
            let text = short(effect);
            self.keep_rest(LineKind::Effect, first_word(&text), &text);
        }
    }

    pub(super) fn event(&mut self, event: &Event) {
        let text = short(event);
        self.keep_rest(LineKind::Event, first_word(&text), &text);
    }

    fn line(&mut self, severity: Severity, kind: LineKind, text: &str) -> LogLine {
        let number = self.next;
        self.next += 1;
        LogLine { number, severity, kind, text: crate::schema::visible(text).into_owned(), count: 1 }
    }

    fn keep(&mut self, line: LogLine) {
        if self.lines.len() >= KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// Keeps a line of the rest, or counts it with one like it since the last line that a person reads.
    fn keep_rest(&mut self, kind: LineKind, name: &str, text: &str) {
        let since = self.lines.back().map_or(0, |it| it.number);
        let near = self.rest.iter_mut().rev().take(NEAR).take_while(|(_, line)| line.number >= since);
        let like = near.into_iter().find(|(other, line)| line.kind == kind && other == name);
        if let Some((_, line)) = like {
            line.count += 1;
            line.text = crate::schema::visible(text).into_owned();
            return;
        }
        if self.rest.len() >= KEPT {
            self.rest.pop_front();
        }
        let line = self.line(Severity::Info, kind, text);
        self.rest.push_back((name.to_owned(), line));
    }
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::{EditCommand, FileEffect, JobId, Motion, TreeCommand};
    use super::*;

    fn texts(log: &Log) -> Vec<String> {
        log.all().into_iter().map(|it| format!("{}: {}", it.kind.name(), it.words())).collect()
    }

    #[test]
    fn the_log_keeps_the_last_lines() {
        let mut log = Log::default();
        for i in 0..KEPT + 3 {
            log.push(Severity::Info, i.to_string());
        }
        assert_eq!(log.lines().len(), KEPT);
        assert_eq!(log.lines().next().map(|it| it.number), Some(3));
    }

    #[test]
    fn what_would_repeat_is_counted_and_pushes_nothing_out() {
        let mut log = Log::default();
        log.push(Severity::Error, "her.bin was not saved");
        for row in 0..100_000 {
            log.command(&Command::Tree(TreeCommand::ExtendTo(row)));
            log.effects(&[Effect::Stop(JobId(row))]);
            log.event(&Event::Stopped { job: JobId(row) });
        }
        assert_eq!(
            texts(&log),
            [
                "Message: her.bin was not saved",
                "Command: Extend selection row 99999 × 100000",
                "Effect: Stop 99999 × 100000",
                "Event: Stopped 99999 × 100000",
            ]
        );
    }

    #[test]
    fn what_comes_behind_a_line_to_be_read_is_a_line_of_its_own() {
        let mut log = Log::default();
        let down = Command::Tree(TreeCommand::MoveSelection(Motion::Parent));
        for command in [down.clone(), Command::Edit(EditCommand::Undo), down.clone(), down] {
            log.command(&command);
        }
        assert_eq!(
            texts(&log),
            ["Command: Move selection Parent", "Command: Undo", "Command: Move selection Parent × 2"]
        );
        assert_eq!(log.lines().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["Undo"]);
    }

    #[test]
    fn the_rest_is_bounded_and_leaves_what_was_said() {
        let mut log = Log::default();
        log.push(Severity::Error, "her.bin was not saved");
        for i in 0..(KEPT + 3) as u64 {
            // No two of these are alike within reach.
            log.keep_rest(LineKind::Event, &i.to_string(), "told");
        }
        assert_eq!(log.all().len(), KEPT + 1);
        assert_eq!(log.lines().next().map(|it| it.text.as_str()), Some("her.bin was not saved"));
    }

    #[test]
    fn hostile_names_are_made_visible() {
        let mut log = Log::default();
        let path = "/\u{202e}nib.\n\u{1b}[31mx".to_owned();
        log.effects(&[Effect::File(FileEffect::ListFolder(path))]);
        assert_eq!(texts(&log), ["Effect: ListFolder /\\u202enib.\\n\\x1b[31mx"]);
    }
}

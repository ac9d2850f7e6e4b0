//! What is said on stderr beside the result, and how much of it.

use std::io::{IsTerminal, Write};

use super::args::When;
use crate::schema::check::Found;
use crate::text::tree::one_line;
use crate::wire::Severity;

/// At most so many problems are told one by one.
const TOLD: u64 = 50;

/// What a person wants to hear.
pub struct Notes {
    is_quiet: bool,
    is_verbose: bool,
    color: When,
}

impl Notes {
    /// As the flags say.
    pub fn new(is_quiet: bool, is_verbose: bool, color: When) -> Self {
        Self { is_quiet, is_verbose, color }
    }

    /// Says something about a file that is no failure.
    pub fn note(&self, file: &str, what: &str) {
        if !self.is_quiet {
            line(&format!("{}: {}", one_line(file), one_line(what)));
        }
    }

    /// True when what is printed may have colours.
    pub fn has_colour(&self, is_terminal: bool) -> bool {
        match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()),
        }
    }

    /// True when stdout is a terminal.
    pub fn is_terminal(&self) -> bool {
        std::io::stdout().is_terminal()
    }

    /// Counts and tells the problems of a file.
    pub fn problems<'a>(&'a self, file: &'a str) -> Problems<'a> {
        Problems { notes: self, file, told: 0, untold: 0, has_errors: false }
    }
}

/// The problems of a file.
pub struct Problems<'a> {
    notes: &'a Notes,
    file: &'a str,
    told: u64,
    untold: u64,
    /// True once one of severity error was met.
    pub has_errors: bool,
}

impl Problems<'_> {
    /// Tells a problem: errors and warnings, with -v all.
    pub fn meet(&mut self, found: &Found) {
        let problem = &found.problem;
        self.has_errors |= problem.severity == Severity::Error;
        if problem.severity == Severity::Info && !self.notes.is_verbose {
            return;
        }
        if self.told == TOLD {
            self.untold += 1;
            return;
        }
        self.told += 1;
        let at = if found.path == "." { String::new() } else { format!(" in {}", found.path) };
        let what = format!("{}: {}, at 0x{:x}{at}", problem.kind, problem.message, problem.offset);
        self.notes.note(self.file, &what);
    }

    /// Says something else about the file.
    pub fn note(&self, what: &str) {
        self.notes.note(self.file, what);
    }

    /// Says how many were not told.
    pub fn finish(&self) {
        if self.untold > 0 {
            self.note(&format!("{} more problems: list them with `wirebench check`", self.untold));
        }
    }
}

/// Writes a line to stderr; one that cannot be written is lost.
pub fn line(text: &str) {
    _ = writeln!(std::io::stderr(), "wirebench: {text}");
}

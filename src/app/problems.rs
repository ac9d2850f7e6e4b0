//! What a check has found of a document, as far as it has come.

use crate::wire::{Problem, Severity};

/// Problems listed at most; more are counted only.
pub const LISTED: usize = 10_000;

/// A problem and the record it stands at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The path of the record.
    pub path: String,
    /// The problem; its offset is that in the document when it was checked.
    pub problem: Problem,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// In the order of the document, [`LISTED`] at most.
    pub list: Vec<Finding>,
    /// How many of severity error.
    pub errors: u64,
    /// How many of severity warning.
    pub warnings: u64,
    /// How many of severity info.
    pub infos: u64,
    /// True when there were so many that the check ended before the document did.
    pub is_cut: bool,
}

impl Found {
    /// Adds one; false when the list is full and it is counted only.
    pub fn push(&mut self, finding: Finding) -> bool {
        match finding.problem.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Info => self.infos += 1,
        }
        let has_room = self.list.len() < LISTED;
        if has_room {
            self.list.push(finding);
        }
        has_room
    }

    /// How many in all.
    pub fn total(&self) -> u64 {
        self.errors + self.warnings + self.infos
    }
}

/// The problems of a document as they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// What was found so far.
    pub found: Found,
    /// False while a check is under way, was stopped or has not begun.
    pub is_whole: bool,
    /// True while what is shown belongs to the document before its last edit.
    pub is_stale: bool,
}

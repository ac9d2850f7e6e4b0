//! Why a text does not parse.

use std::fmt;

/// Where a text stops being what it should be, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1; 0 where no place is known.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What was expected and what was found.
    pub reason: String,
}

impl ParseError {
    /// An error at a byte of a text.
    pub(super) fn at(text: &str, offset: usize, reason: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        let line = before.matches('\n').count() + 1;
        let column = before.get(line_start..).unwrap_or("").chars().count() + 1;
        Self { line, column, reason: reason.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.reason),
            line => write!(f, "line {line}, column {}: {}", self.column, self.reason),
        }
    }
}

impl std::error::Error for ParseError {}

//! Bytes wherever they stand: a document is looked through as it would be saved now, window by window, at the speed of
//! memory. What is found may lie across records, in lengths, and where nothing can be decoded.

use memchr::memmem;

use super::way::unless_gone;
use crate::wire::{Document, Missing};

/// A window.
const WINDOW: usize = 1 << 20;
/// Where bytes are lost, the next window begins so much further on.
const SKIPPED: u64 = 4 << 10;

/// Occurrences of bytes, none over another, in order.
pub(super) struct Raw<'a> {
    document: &'a Document,
    finder: memmem::Finder<'static>,
    window: Vec<u8>,
    /// Where the window begins.
    start: u64,
    /// The next place looked at.
    at: u64,
}

/// What a look into a window gave.
pub(super) enum Look {
    /// The bytes stand here.
    Found(u64),
    /// Not in this window.
    Windowed,
    /// Nowhere any more.
    Over,
}

impl<'a> Raw<'a> {
    pub fn new(document: &'a Document, bytes: &[u8]) -> Self {
        let finder = memmem::Finder::new(bytes).into_owned();
        Self { document, finder, window: Vec::new(), start: 0, at: 0 }
    }

    /// How far it has come.
    pub fn at(&self) -> u64 {
        self.at
    }

    pub fn len(&self) -> usize {
        self.finder.needle().len()
    }

    /// The next occurrence, or one window less to look through.
    pub fn look(&mut self) -> Result<Look, Missing> {
        let end = self.start + self.window.len() as u64;
        if let Some(rest) = self.at.checked_sub(self.start).and_then(|from| self.window.get(from as usize..))
            && let Some(found) = self.finder.find(rest)
        {
            let at = self.at + found as u64;
            self.at = at + self.len() as u64;
            return Ok(Look::Found(at));
        }
        let total = self.document.len();
        if end >= total {
            self.at = total;
            return Ok(Look::Over);
        }
        // What begins in the last bytes of a window goes on in the next one.
        let next = end.saturating_sub(self.len() as u64 - 1).max(self.at);
        let len = (WINDOW + self.len()).min((total - next) as usize);
        self.window.resize(len, 0);
        (self.start, self.at) = (next, next);
        let read = unless_gone(self.document.read(next, &mut self.window));
        if !matches!(read, Ok(Some(()))) {
            self.window.clear();
        }
        if read?.is_none() {
            (self.start, self.at) = ((next + SKIPPED).min(total), (next + SKIPPED).min(total));
        }
        Ok(Look::Windowed)
    }
}

//! The caret among the bytes of a document, the range made from it, and how what is typed is taken. Knows no keys.

use std::ops::Range;

/// Which of its two columns is typed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteColumn {
    /// The bytes as hex digits.
    #[default]
    Hex,
    /// The bytes as characters.
    Text,
}

/// A form in which bytes go on the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteForm {
    /// `0a 03 66`.
    Hex,
    /// Base64 of the standard alphabet, padded.
    Base64,
    /// An array of C source code.
    CArray,
    /// The text that they are in UTF-8; what is none shows as U+FFFD.
    Text,
}

/// Where bytes are typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caret {
    /// The byte it stands on, an offset in the document as it would be saved now; the length of the document for the
    /// place behind the last byte.
    pub at: u64,
    /// The column that is typed in.
    pub column: ByteColumn,
    /// True when the first digit of the byte here was typed and the second comes next.
    pub is_half: bool,
    /// The byte that a range was begun on, while there is one.
    pub anchor: Option<u64>,
}

impl Caret {
    /// The range between the byte it was begun on and the caret, both in it; `None` where none was made.
    pub fn range(&self, len: u64) -> Option<Range<u64>> {
        let anchor = self.anchor?;
        let range = anchor.min(self.at)..(anchor.max(self.at) + 1).min(len);
        (!range.is_empty()).then_some(range)
    }

    /// The caret after the record it stands in moved from `before` to `now`: where those are the same it stays as it is.
    pub(super) fn following(self, before: &Range<u64>, now: &Range<u64>) -> Self {
        if before.start == now.start || !before.contains(&self.at) {
            return self;
        }
        self.moved_to((now.start + (self.at - before.start)).min(now.end))
    }

    /// The caret on another byte, without a range.
    #[must_use]
    pub(super) fn moved_to(self, at: u64) -> Self {
        Self { at, anchor: None, is_half: false, ..self }
    }
}

/// How bytes that are typed are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypingMode {
    /// True to put bytes in before the caret, false to overwrite those that stand there.
    pub is_insert: bool,
    /// True when the lengths around bytes that come or go are to follow; false to leave all other bytes as they are.
    pub do_lengths_follow: bool,
}

impl Default for TypingMode {
    fn default() -> Self {
        Self { is_insert: false, do_lengths_follow: true }
    }
}

/// What a run of typing does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunKind {
    Overwrite,
    Insert,
    Delete,
    Fill,
}

/// Bytes typed one after the other: one step of undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByteRun {
    /// No two runs share a number.
    pub id: u64,
    pub kind: RunKind,
    /// Where it begins.
    pub at: u64,
    /// Bytes in all.
    pub len: u64,
    /// Where the caret stands behind it, and whether on half a byte.
    pub caret: (u64, bool),
}

impl ByteRun {
    /// Its name in the history: `Overwrite 3 bytes at 0x4a`.
    pub fn name(&self) -> String {
        let verb = match self.kind {
            RunKind::Overwrite => "Overwrite",
            RunKind::Insert => "Insert",
            RunKind::Delete => "Delete",
            RunKind::Fill => "Fill",
        };
        let noun = if self.len == 1 { "byte" } else { "bytes" };
        format!("{verb} {} {noun} at 0x{:x}", self.len, self.at)
    }

    /// True when what is typed at the caret now goes on with it.
    pub fn goes_on(&self, kind: RunKind, caret: &Caret) -> bool {
        self.kind == kind && self.caret == (caret.at, caret.is_half) && caret.anchor.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_holds_the_bytes_at_both_its_ends() {
        let caret = |anchor, at| Caret { at, anchor, ..Caret::default() };
        assert_eq!(caret(Some(2), 5).range(100), Some(2..6));
        assert_eq!(caret(Some(5), 2).range(100), Some(2..6));
        assert_eq!(caret(Some(98), 100).range(100), Some(98..100));
        assert_eq!(caret(Some(100), 100).range(100), None);
        assert_eq!(caret(None, 5).range(100), None);
    }

    #[test]
    fn a_run_is_named_by_what_it_does() {
        let run = ByteRun { id: 1, kind: RunKind::Overwrite, at: 0x4a, len: 3, caret: (0x4d, false) };
        assert_eq!(run.name(), "Overwrite 3 bytes at 0x4a");
        assert_eq!(ByteRun { kind: RunKind::Delete, len: 1, ..run }.name(), "Delete 1 byte at 0x4a");
    }
}

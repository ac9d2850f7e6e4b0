//! The index of a message's records: sparse marks, found by walking the message at its own level, from which a row
//! or an offset is reached by a short re-scan. Depends on the bytes alone, so one index serves every schema and
//! every snapshot.

use std::collections::HashMap;

use super::occurrence::Occurrences;
use super::reader::Reader;
use super::record::WireType;
use super::scan;
use super::source::Bytes;
use super::span::Span;

/// A mark stands every so many bytes of input at least.
const MARK_BYTES: u64 = 16 << 10;
/// A mark stands every so many records, where they are longer than a few bytes.
const MARK_ROWS: u64 = 64;
/// Marks stand no closer than this, so that an index stays under 1 % of its message, room to grow included.
const MARK_BYTES_MIN: u64 = 4 << 10;

/// A record whose row and offset are both known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Its offset from the start of the message.
    pub at: u64,
    /// Records before it.
    pub row: u64,
}

/// How far an index has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The whole message is walked.
    Done,
    /// The budget is used up.
    More,
    /// This span has to be fetched first.
    Absent(Span),
}

/// The index of one message, as far as it has been walked.
#[derive(Clone, Debug)]
pub struct Level {
    span: Span,
    marks: Vec<Mark>,
    walked: Mark,
    is_done: bool,
    /// The first record that is open: it ends the message, and nothing can stand behind it.
    open: Option<Mark>,
    occurrences: Occurrences,
}

impl Level {
    /// The index of the message at `span`, nothing walked yet.
    pub fn new(span: Span) -> Self {
        Self {
            span,
            marks: vec![Mark::default()],
            walked: Mark::default(),
            is_done: span.is_empty(),
            open: None,
            occurrences: Occurrences::default(),
        }
    }

    /// The message.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Records found so far.
    pub fn rows(&self) -> u64 {
        self.walked.row
    }

    /// Bytes walked so far.
    pub fn walked(&self) -> u64 {
        self.walked.at
    }

    /// True when the whole message is walked.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Where the message's open record begins, if it has one and the walk has come to it.
    pub fn open(&self) -> Option<Mark> {
        self.open
    }

    /// Records of a field number among the first `row`; `None` where the walk has not come so far, or the numbers
    /// change too often.
    pub fn count_before(&self, number: u64, row: u64) -> Option<u64> {
        if row > self.walked.row { None } else { self.occurrences.count_before(number, row) }
    }

    /// The records in all: exact when the walk is done, else estimated from the mean length of those found.
    pub fn estimated_rows(&self) -> u64 {
        if self.is_done || self.walked.at == 0 {
            return self.walked.row;
        }
        let mean = self.walked.at as f64 / self.walked.row.max(1) as f64;
        self.walked.row + ((self.span.len - self.walked.at) as f64 / mean) as u64
    }

    /// Walks on for about `budget` bytes.
    pub fn extend(&mut self, bytes: &Bytes, budget: u64) -> Progress {
        let mut reader = Reader::of_walk(bytes);
        let stop = self.walked.at.saturating_add(budget);
        let mut last = self.marks.last().copied().unwrap_or_default();
        while !self.is_done {
            let Mark { at, row } = self.walked;
            if at >= stop {
                return Progress::More;
            }
            if at - last.at >= MARK_BYTES || (row - last.row >= MARK_ROWS && at - last.at >= MARK_BYTES_MIN) {
                last = self.walked;
                self.marks.push(last);
            }
            match scan::head(&mut reader, self.span.area, self.span.start + at, self.span.end()) {
                Err(span) => return Progress::Absent(span),
                Ok(None) => self.is_done = true,
                Ok(Some(head)) => {
                    if head.flaws.is_open() && self.open.is_none() {
                        self.open = Some(self.walked);
                    }
                    let is_undecoded = head.wire_type == WireType::Undecoded;
                    self.occurrences.note((!is_undecoded).then_some(head.number), row);
                    self.walked = Mark { at: head.next - self.span.start, row: row + 1 };
                    self.is_done = self.walked.at >= self.span.len;
                }
            }
        }
        Progress::Done
    }

    /// The last mark at or before a row.
    pub fn mark_at_row(&self, row: u64) -> Mark {
        self.before(|mark| mark.row <= row)
    }

    /// The last mark at or before an offset from the start of the message.
    pub fn mark_at(&self, at: u64) -> Mark {
        self.before(|mark| mark.at <= at)
    }

    fn before(&self, is_before: impl Fn(&Mark) -> bool) -> Mark {
        let idx = self.marks.partition_point(is_before).saturating_sub(1);
        self.marks.get(idx).copied().unwrap_or_default()
    }

    /// Takes over what another walk over the same message has found, if it has come further.
    pub fn advance_to(&mut self, further: Level) {
        if further.span == self.span && further.walked.at >= self.walked.at {
            *self = further;
        }
    }
}

/// The indexes of a document's messages, as many as were looked at.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    levels: HashMap<Span, Level>,
}

impl Levels {
    /// The index of the message at `span`.
    pub fn get(&self, span: Span) -> Option<&Level> {
        self.levels.get(&span)
    }

    /// Walks the message at `span` on for about `budget` bytes.
    pub fn extend(&mut self, bytes: &Bytes, span: Span, budget: u64) -> Progress {
        self.levels.entry(span).or_insert_with(|| Level::new(span)).extend(bytes, budget)
    }

    /// Takes over an index made elsewhere.
    pub fn insert(&mut self, level: Level) {
        match self.levels.get_mut(&level.span) {
            Some(known) => known.advance_to(level),
            None => {
                self.levels.insert(level.span, level);
            }
        }
    }
}

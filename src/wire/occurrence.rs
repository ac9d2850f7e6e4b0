//! Which occurrence of its field a record is, found without walking its message: `output_files[3]`. An index keeps
//! the stretches of records of one number, which are few in all but odd messages. Depends on the bytes alone.

use std::collections::HashMap;

use super::body::Body;
use super::chunk::Levels;
use super::document::{Document, Message};
use super::reader::Reader;
use super::record::WireType;
use super::rope::{Piece, Run, Step};
use super::scan;
use super::source::Bytes;

/// How many stretches an index keeps; what comes later has no answer.
const STRETCHES: usize = 4096;
/// How many pieces of an edited message are looked at for one answer.
const PIECES: usize = 4096;
/// How many bytes without an index are walked for one answer.
const WALKED: u64 = 16 << 10;

/// Records of one number that stand one after the other.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    first_row: u64,
    /// The row behind the last one; the largest there is while the stretch goes on.
    end: u64,
    /// Records of this number before it.
    before: u64,
}

/// The stretches of a message's records, as far as it has been walked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occurrences {
    by_number: HashMap<u64, Vec<Stretch>>,
    stretches: usize,
    current: Option<u64>,
    /// The first row without an answer.
    covered: Option<u64>,
}

impl Occurrences {
    /// Takes in the next record: its number, or `None` for undecoded bytes.
    #[inline]
    pub fn note(&mut self, number: Option<u64>, row: u64) {
        if number != self.current {
            self.change(number, row);
        }
    }

    fn change(&mut self, number: Option<u64>, row: u64) {
        if let Some(last) = self.current.and_then(|it| self.by_number.get_mut(&it)).and_then(|it| it.last_mut()) {
            last.end = last.end.min(row);
        }
        self.current = number;
        if self.covered.is_some() {
            return;
        }
        let Some(number) = number else { return };
        if self.stretches == STRETCHES {
            self.covered = Some(row);
            return;
        }
        self.stretches += 1;
        let stretches = self.by_number.entry(number).or_default();
        let before = stretches.last().map_or(0, |it| it.before + (it.end - it.first_row));
        stretches.push(Stretch { first_row: row, end: u64::MAX, before });
    }

    /// Records of `number` among the first `row`, which have been taken in.
    pub fn count_before(&self, number: u64, row: u64) -> Option<u64> {
        if self.covered.is_some_and(|covered| row > covered) {
            return None;
        }
        let Some(stretches) = self.by_number.get(&number) else { return Some(0) };
        let idx = stretches.partition_point(|it| it.first_row < row);
        let Some(last) = idx.checked_sub(1).and_then(|it| stretches.get(it)) else { return Some(0) };
        Some(last.before + (last.end.min(row) - last.first_row))
    }
}

impl Document {
    /// How many records of `number` stand before a place of a message: for a record there, which occurrence of its
    /// field it is. `None` where the index has not come so far, or the numbers change too often.
    pub fn occurrence(&self, message: &Message, place: Step, number: u64, levels: &Levels) -> Option<u64> {
        let mut counter = Counter { bytes: self.bytes(), levels, number, budget: WALKED };
        let rope = match &message.body {
            Body::Raw(base) => {
                return counter.count(&Run {
                    base: *base,
                    from: 0,
                    len: place.at,
                    first_row: 0,
                    rows: Some(place.row),
                });
            }
            Body::Edited(rope) => rope,
        };
        let mut count = 0;
        for (i, (start, piece)) in rope.pieces_from(0).enumerate() {
            if start.at >= place.at {
                break;
            }
            count += match piece {
                _ if i >= PIECES => return None,
                Piece::Changed(changed) => {
                    let record = changed.record();
                    u64::from(record.number == number && record.wire_type != WireType::Undecoded)
                }
                Piece::Run(run) => {
                    let rows = run.rows.unwrap_or(u64::MAX).min(place.row.saturating_sub(start.row));
                    counter.count(&Run { len: run.len.min(place.at - start.at), rows: Some(rows), ..*run })?
                }
            };
        }
        Some(count)
    }
}

struct Counter<'a> {
    bytes: &'a Bytes,
    levels: &'a Levels,
    number: u64,
    /// Bytes that may still be walked.
    budget: u64,
}

impl Counter<'_> {
    /// Records of the number in a run whose rows are counted.
    fn count(&mut self, run: &Run) -> Option<u64> {
        self.indexed(run).or_else(|| self.walked(run))
    }

    fn indexed(&self, run: &Run) -> Option<u64> {
        let level = self.levels.get(run.base)?;
        let before = |row: u64| level.count_before(self.number, row);
        Some(before(run.first_row + run.rows?)? - before(run.first_row)?)
    }

    fn walked(&mut self, run: &Run) -> Option<u64> {
        self.budget = self.budget.checked_sub(run.len)?;
        let mut reader = Reader::new(self.bytes);
        let (span, mut count) = (run.span(), 0);
        let mut offset = span.start;
        // The end is that of the message: the record at the place is not cut short.
        while offset < span.end() {
            let head = scan::head(&mut reader, span.area, offset, run.base.end()).ok()??;
            count += u64::from(head.number == self.number && head.wire_type != WireType::Undecoded);
            offset = head.next;
        }
        Some(count)
    }
}

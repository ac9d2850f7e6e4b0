//! A trail: the path of each record of a walk, kept while walking and written out only when asked for.

use std::fmt::Write as _;

use super::counts::Counts;
use super::lens::Reading;
use super::packed::Elements;
use crate::wire::{Child, Document, path};

/// Of a path of more fields than twice this, the middle is left out when it is written.
const WRITTEN: usize = 128;

/// The path of the record a walk stands at.
#[derive(Default)]
pub struct Trail {
    frames: Vec<Frame>,
    here: Segment,
}

#[derive(Default)]
struct Frame {
    segment: Segment,
    /// What was met so far, by field number.
    counts: Counts,
}

#[derive(Default, Clone)]
struct Segment {
    name: String,
    index: Option<path::Index>,
    /// True for a map's entry, whose value goes by the path of the entry.
    is_entry: bool,
    /// True for the value in a map's entry.
    is_entry_value: bool,
}

impl Trail {
    /// A trail that stands before the first record.
    pub fn new() -> Self {
        Self { frames: vec![Frame::default()], here: Segment::default() }
    }

    /// Moves to the next record of the message entered last.
    pub fn step(&mut self, document: &Document, reading: &Reading, child: &Child) {
        let number = child.record.number;
        let is_entry_value = self.frames.last().is_some_and(|it| it.segment.is_entry) && number == 2;
        let Some(frame) = self.frames.last_mut() else { return };
        let occurrence = frame.counts.of(number).and_then(|count| {
            let occurrence = if reading.fitting_field().is_some() { count.values } else { Some(count.records) };
            let values = match reading {
                Reading::Packed(field) => {
                    Elements::new(document, child.record.payload.clone(), &field.kind()).count_whole().unwrap_or(0)
                }
                Reading::Value(_) | Reading::Message(..) => 1,
                Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => 0,
            };
            count.records += 1;
            count.values = count.values.map(|it| it + values);
            occurrence
        });
        self.here = segment(document, reading, child, occurrence);
        self.here.is_entry_value = is_entry_value && matches!(reading, Reading::Message(..));
    }

    /// Enters the record moved to.
    pub fn enter(&mut self) {
        let segment = std::mem::take(&mut self.here);
        self.frames.push(Frame { segment, counts: Counts::default() });
    }

    /// Leaves the message entered last.
    pub fn leave(&mut self) {
        if self.frames.len() > 1
            && let Some(frame) = self.frames.pop()
        {
            self.here = frame.segment;
        }
    }

    /// The path of the message entered last; `.` for the outermost.
    pub fn message_path(&self) -> String {
        self.written(None)
    }

    /// The path of the record moved to.
    pub fn path(&self) -> String {
        self.written(Some(&self.here))
    }

    fn written(&self, last: Option<&Segment>) -> String {
        let mut out = String::new();
        let n = self.frames.len();
        let count = n - 1 + usize::from(last.is_some());
        let mut next = 0;
        while next < count {
            let i = next;
            next += 1;
            let Some(segment) = self.frames.get(next).map(|it| &it.segment).or(last) else { break };
            // A map's value goes by the entry's path, unless the path ends with it.
            if segment.is_entry_value && next < count {
                continue;
            }
            if !out.is_empty() {
                out.push('.');
            }
            if n > 2 * WRITTEN && i == WRITTEN {
                _ = write!(out, "({} more)", n - 2 * WRITTEN);
                // Not even looked at: there may be a million.
                next = n - WRITTEN;
                continue;
            }
            out.push_str(&segment.name);
            if let Some(index) = &segment.index {
                let name = path::Name::Field(String::new());
                _ = write!(out, "{}", path::Segment { name, index: Some(index.clone()) });
            }
        }
        if out.is_empty() { ".".to_owned() } else { out }
    }
}

fn segment(document: &Document, reading: &Reading, child: &Child, occurrence: Option<u64>) -> Segment {
    let is_later = occurrence.is_some_and(|it| it > 0);
    let by_number = || Segment { name: format!("#{}", child.record.number), ..Segment::default() };
    let at = |name: String| Segment { name, index: occurrence.map(path::Index::At), ..Segment::default() };
    match reading {
        Reading::Undecoded => Segment { name: "(undecoded)".to_owned(), ..Segment::default() },
        Reading::Unknown | Reading::Mismatch(_) if is_later => at(by_number().name),
        Reading::Unknown | Reading::Mismatch(_) => by_number(),
        Reading::Packed(field) => Segment { name: field.path_name(), ..Segment::default() },
        Reading::Message(field, _) if field.is_map() => {
            let index = super::target::entry_key(document, field, child).or(occurrence.map(path::Index::At));
            Segment { name: field.path_name(), index, is_entry: true, is_entry_value: false }
        }
        Reading::Value(field) | Reading::Message(field, _) if field.is_repeated() || is_later => at(field.path_name()),
        Reading::Value(field) | Reading::Message(field, _) => Segment { name: field.path_name(), ..Segment::default() },
    }
}

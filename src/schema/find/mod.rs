//! Finding: a snapshot is walked through its lens, in wire order and in bounded steps, for records that a query means.
//! Memory goes by depth and by what was found, not by the document.
//!
//! A hit is a record, found by one part of it; bytes are found wherever they stand, each occurrence a hit in the
//! innermost record that holds it. Hits come in the order of the document. The first of them are kept whole, a bounded
//! number; the rest are counted.

mod query;
mod raw;
mod value;
mod way;

use std::ops::Range;

use super::lens::Lens;
use super::telling;
use super::value::escape_bytes;
use crate::wire::{Document, Missing};

use query::Needle;
pub use query::{Mode, Query, QueryError};
use raw::{Look, Raw};
use value::{Shown, Values};
use way::{Here, Way, unless_gone};

/// Hits kept.
pub const KEPT: u64 = 100_000;
/// Bytes of text kept with them.
pub const KEPT_TEXT: usize = 32 << 20;
/// Letters of a value in a list of hits.
const LETTERS: usize = 160;
/// Bytes shown before and after those that were found.
const AROUND: (u64, u64) = (8, 16);

/// The part of a record that a query was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The field's name.
    Name,
    /// The field's number.
    Number,
    /// The type.
    Type,
    /// The value.
    Value,
    /// Its bytes.
    Bytes,
}

/// Something found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The offset of the record in the document searched; where bytes were looked for, of those.
    pub at: u64,
    /// The record's path.
    pub path: String,
    /// The field's number.
    pub number: u64,
    /// The type as a person names it.
    pub type_name: String,
    /// The value in one line; where bytes were looked for, those and some around them.
    pub value: String,
    /// What was found in.
    pub part: Part,
    /// Where in that part, in bytes of its text; of a name in the path.
    pub mark: Range<usize>,
}

impl Hit {
    /// Bytes of its text.
    pub fn text_len(&self) -> usize {
        self.path.len() + self.type_name.len() + self.value.len()
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The step's budget is used up.
    More,
    /// All is searched.
    Done,
}

/// The part of a record that a query means, where in that it was found, and the value where it was that.
type Meant = (Part, Range<usize>, Option<String>);

/// A search under way.
pub struct Search<'a> {
    document: &'a Document,
    lens: &'a Lens,
    needle: Needle,
    way: Way<'a>,
    raw: Option<Raw<'a>>,
    at: u64,
    total: u64,
    kept: u64,
    kept_text: usize,
}

impl<'a> Search<'a> {
    /// A search of a snapshot, before its first record.
    ///
    /// # Errors
    /// What was expected of the query.
    pub fn new(document: &'a Document, lens: &'a Lens, query: &Query) -> Result<Self, QueryError> {
        let needle = Needle::new(query)?;
        let raw = (query.mode == Mode::Bytes).then(|| Raw::new(document, &needle.bytes));
        let way = Way::new(document, lens);
        Ok(Self { document, lens, needle, way, raw, at: 0, total: 0, kept: 0, kept_text: 0 })
    }

    /// The offset it has come to.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// How many hits there are so far, kept or not.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Searches on: `budget` records, or windows of bytes. Hits that are kept go to `out`.
    ///
    /// # Errors
    /// Bytes that have to be fetched first; the search goes on with the next step.
    pub fn step(&mut self, budget: u64, out: &mut Vec<Hit>) -> Result<Progress, Missing> {
        for _ in 0..budget {
            let progress = if self.raw.is_some() { self.look(out)? } else { self.meet(out)? };
            if progress == Progress::Done {
                return Ok(progress);
            }
        }
        Ok(Progress::More)
    }

    fn meet(&mut self, out: &mut Vec<Hit>) -> Result<Progress, Missing> {
        if !self.way.step().map_err(Missing::Absent)? {
            self.at = self.document.len();
            return Ok(Progress::Done);
        }
        let Some(here) = self.way.here() else { return Ok(Progress::More) };
        self.at = here.child.start;
        let Some((part, mark, value)) = self.part_of(here)? else { return Ok(Progress::More) };
        self.total += 1;
        if self.is_keeping() {
            let hit = self.hit(here, part, mark, value);
            self.keep(hit, out);
        }
        Ok(Progress::More)
    }

    fn is_keeping(&self) -> bool {
        self.kept < KEPT && self.kept_text < KEPT_TEXT
    }

    fn keep(&mut self, hit: Hit, out: &mut Vec<Hit>) {
        self.kept += 1;
        self.kept_text += hit.text_len();
        out.push(hit);
    }

    /// What the query means of a record.
    fn part_of(&self, here: &Here) -> Result<Option<Meant>, Missing> {
        let (needle, mode) = (&self.needle, self.needle.mode);
        let looks_at = |it: Mode| mode == it || mode == Mode::Anything;
        if looks_at(Mode::Name)
            && let Some(mark) = needle.text.find(&name(here))
        {
            return Ok(Some((Part::Name, mark, None)));
        }
        let is_record = here.child.record.wire_type.number().is_some();
        if looks_at(Mode::Number) && is_record && needle.field_number == Some(here.child.record.number) {
            return Ok(Some((Part::Number, 0..0, None)));
        }
        if looks_at(Mode::Type)
            && let Some(mark) = self.type_mark(here)
        {
            return Ok(Some((Part::Type, mark, None)));
        }
        if looks_at(Mode::Value) {
            let values = Values { document: self.document, lens: self.lens, needle };
            if let Some(Shown { text, mark }) = values.find(here)? {
                return Ok(Some((Part::Value, mark, Some(text))));
            }
        }
        Ok(None)
    }

    /// Where the query stands in the type's name; all of it where only the full name has it.
    fn type_mark(&self, here: &Here) -> Option<Range<usize>> {
        let shown = here.reading.type_name(&here.child.record);
        let field = here.reading.fitting_field();
        let full = || {
            let message = field.and_then(|it| it.message()).filter(|it| !it.is_map_entry());
            let full = message.map(|it| it.full_name().to_owned());
            full.or_else(|| field?.enumeration().map(|it| it.full_name().to_owned()))
        };
        let in_full = || full().and_then(|it| self.needle.text.find(&it)).map(|_| 0..shown.len());
        self.needle.text.find(&shown).or_else(in_full)
    }

    fn hit(&self, here: &Here, part: Part, mark: Range<usize>, value: Option<String>) -> Hit {
        let (path, own) = self.way.path();
        let line = || telling::line(self.document, self.lens, &here.reading, &here.child.record).text;
        let value = value.unwrap_or_else(|| cut(line()));
        let mark = match part {
            // A name that the path does not end with, as an extension's in the middle of a cut one, is marked whole.
            Part::Name if own.start + mark.end <= own.end => own.start + mark.start..own.start + mark.end,
            Part::Name => own,
            Part::Number | Part::Type | Part::Value | Part::Bytes => mark,
        };
        Hit {
            at: here.child.start,
            path,
            number: here.child.record.number,
            type_name: here.reading.type_name(&here.child.record),
            value,
            part,
            mark,
        }
    }

    fn look(&mut self, out: &mut Vec<Hit>) -> Result<Progress, Missing> {
        let Some(raw) = &mut self.raw else { return Ok(Progress::Done) };
        let looked = raw.look()?;
        let len = raw.len() as u64;
        self.at = raw.at();
        let at = match looked {
            Look::Over => return Ok(Progress::Done),
            Look::Windowed => return Ok(Progress::More),
            Look::Found(at) => at,
        };
        self.total += 1;
        if !self.is_keeping() {
            return Ok(Progress::More);
        }
        let is_in_record = self.way.seek(at).map_err(Missing::Absent)?;
        let (value, mark) = self.bytes_around(at, len)?;
        let hit = match self.way.here().filter(|_| is_in_record) {
            Some(here) => Hit { at, ..self.hit(here, Part::Bytes, mark, Some(value)) },
            None => {
                let (path, type_name) = (".".to_owned(), "undecoded".to_owned());
                Hit { at, path, number: 0, type_name, value, part: Part::Bytes, mark }
            }
        };
        self.keep(hit, out);
        Ok(Progress::More)
    }

    /// The bytes found with some around them, as they were typed: as hex or as text.
    fn bytes_around(&self, at: u64, len: u64) -> Result<(String, Range<usize>), Missing> {
        let shown = len.min(LETTERS as u64 / 3);
        let from = at.saturating_sub(AROUND.0);
        let to = (at + shown + AROUND.1).min(self.document.len());
        let mut bytes = vec![0; (to - from) as usize];
        if unless_gone(self.document.read(from, &mut bytes))?.is_none() {
            return Ok((String::new(), 0..0));
        }
        let (start, end) = ((at - from) as usize, (at - from + shown) as usize);
        let write = |range: Range<usize>| {
            let part = bytes.get(range).unwrap_or_default();
            if self.needle.are_bytes_text { escape_bytes(part) } else { hex(part) }
        };
        let gap = if self.needle.are_bytes_text { "" } else { " " };
        let mut text = write(0..start);
        if !text.is_empty() {
            text.push_str(gap);
        }
        let begin = text.len();
        text.push_str(&write(start..end));
        let mark = begin..text.len();
        let after = write(end..bytes.len());
        if !after.is_empty() {
            text.push_str(gap);
            text.push_str(&after);
        }
        Ok((text, mark))
    }
}

/// The name of a record's field, or its number as paths write it.
fn name(here: &Here) -> String {
    match here.reading.fitting_field() {
        Some(field) => field.path_name(),
        None if here.child.record.wire_type.number().is_some() => format!("#{}", here.child.record.number),
        None => "(undecoded)".to_owned(),
    }
}

fn hex(bytes: &[u8]) -> String {
    let parts: Vec<String> = bytes.iter().map(|it| format!("{it:02x}")).collect();
    parts.join(" ")
}

fn cut(text: String) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests;

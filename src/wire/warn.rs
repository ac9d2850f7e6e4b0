//! What an edit does to records that it does not name: which of them will read as something else once the document
//! is opened again. Knows no schema.
//!
//! A record that is not open reads the same wherever it stands, so all depends on the open ones. One that is put in
//! warns when something follows it, and in a closed group, whose end tag does; a payload that its wire type does not
//! allow always does, and so does an end tag of the unclosed group it is put in. One that stands there already warns
//! when an edit is the first to put something behind it. Else nothing does.

use super::chunk::Levels;
use super::edit::{EditError, Warning};
use super::reader::Reader;
use super::record::{Flaws, Record, WireType};
use super::rope::{Piece, Rope, Run};
use super::scan;
use super::span::{Area, Span};
use super::varint::{self, Varint};

/// What ends the message that is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// The end of the document, or a length.
    Ended,
    /// An end tag.
    Closed,
    /// Nothing, but the end tag of this number would.
    Unclosed(u64),
}

impl Context {
    /// What ends the message that a record holds.
    pub fn of(record: &Record) -> Self {
        match record.wire_type {
            WireType::Group if record.flaws.has(Flaws::UNCLOSED) => Self::Unclosed(record.number),
            WireType::Group => Self::Closed,
            _ => Self::Ended,
        }
    }
}

/// An edit of one message: `with` comes between `before` and `behind`, where `gone` was.
pub(crate) struct Placed<'a> {
    pub before: &'a Rope,
    pub gone: &'a Rope,
    pub with: &'a Rope,
    pub behind: &'a Rope,
}

/// An open record: where it begins in its piece, and what stands there.
struct Open {
    at: u64,
    flaws: Flaws,
    /// Its first byte, for undecoded bytes.
    first: Span,
}

/// Finds what to warn of.
pub(crate) struct Warner<'r, 'a> {
    reader: &'r mut Reader<'a>,
    levels: &'r Levels,
}

impl<'r, 'a> Warner<'r, 'a> {
    pub fn new(reader: &'r mut Reader<'a>, levels: &'r Levels) -> Self {
        Self { reader, levels }
    }

    /// What an edit of the message that begins at `start` warns of.
    pub fn warn(&mut self, context: Context, start: u64, placed: &Placed<'_>) -> Result<Vec<Warning>, EditError> {
        let Placed { before, gone, with, behind } = *placed;
        let mut warnings = Vec::new();
        let is_first_behind = !with.is_empty() && gone.is_empty() && behind.is_empty() && context != Context::Closed;
        if is_first_behind && let Some(last) = before.last() {
            let last_start = start + before.len() - last.len();
            warnings.extend(self.open_in(last)?.map(|open| warning(last_start, &open)));
        }
        for (place, piece) in with.pieces_from(0) {
            let is_last = behind.is_empty() && place.at + piece.len() == with.len();
            let matters = !is_last || context != Context::Ended || is_misfit(piece);
            if matters && let Some(open) = self.open_in(piece)? {
                let piece_start = start + before.len() + place.at;
                match context {
                    Context::Unclosed(number) if is_last && !open.flaws.has(Flaws::MISFIT) => {
                        if self.closes(&open, number)? {
                            warnings.push(Warning { offset: piece_start + open.at, reason: CLOSES.into() });
                        }
                    }
                    _ => warnings.push(warning(piece_start, &open)),
                }
            }
        }
        Ok(warnings)
    }

    /// The open record of a piece; there is at most one, and only as the last of its message.
    fn open_in(&mut self, piece: &Piece) -> Result<Option<Open>, EditError> {
        let run = match piece {
            Piece::Changed(changed) => {
                let Record { flaws, payload, .. } = changed.record();
                return Ok(flaws.is_open().then(|| Open { at: 0, flaws: *flaws, first: payload.first_span() }));
            }
            Piece::Run(run) => run,
        };
        if run.from + run.len < run.base.len {
            return Ok(None);
        }
        let mut offset = run.base.start + self.last_known(run);
        while let Some(head) =
            scan::head(self.reader, run.base.area, offset, run.base.end()).map_err(EditError::Absent)?
        {
            if head.flaws.is_open() {
                let at = offset - run.span().start;
                return Ok(Some(Open { at, flaws: head.flaws, first: Span::new(run.base.area, offset, 1) }));
            }
            offset = head.next;
        }
        Ok(None)
    }

    /// The offset in its base of a record of the run, as near before the open one as the index tells.
    fn last_known(&self, run: &Run) -> u64 {
        let Some(level) = self.levels.get(run.base) else { return run.from };
        let known = match level.open() {
            Some(open) => open.at,
            None if level.is_done() => run.base.len,
            None => level.mark_at(run.base.len).at,
        };
        known.max(run.from)
    }

    /// True when undecoded bytes begin with the end tag of group `number`.
    fn closes(&mut self, open: &Open, number: u64) -> Result<bool, EditError> {
        if !open.flaws.has(Flaws::STRAY_END) {
            return Ok(false);
        }
        let Span { area, start, .. } = open.first;
        let end = start.saturating_add(varint::MAX_LEN as u64);
        Ok(self.tag_at(area, start, end).is_some_and(|tag| tag >> 3 == number))
    }

    fn tag_at(&mut self, area: Area, start: u64, end: u64) -> Option<u64> {
        // Shorter where the area ends first: the tag is there, it was read before.
        (1..=end - start).rev().find_map(|len| {
            match varint::read(self.reader.at(area, start, len, start + len).ok()?) {
                Varint::Whole { value, .. } => Some(value),
                Varint::Cut | Varint::Endless => None,
            }
        })
    }
}

fn is_misfit(piece: &Piece) -> bool {
    matches!(piece, Piece::Changed(changed) if changed.record().flaws.has(Flaws::MISFIT))
}

fn warning(start: u64, open: &Open) -> Warning {
    Warning { offset: start + open.at, reason: reason(open.flaws).to_owned() }
}

const CLOSES: &str = "is the end of the group it stands in: when the file is opened again, it closes that group";

fn reason(flaws: Flaws) -> &'static str {
    if flaws.has(Flaws::MISFIT) {
        "has a payload that its wire type does not allow: when the file is opened again, it is read as something else"
    } else if flaws.has(Flaws::TRUNCATED) {
        "has a length that reaches past its end: when the file is opened again, what follows is read as part of it"
    } else if flaws.has(Flaws::UNCLOSED) {
        "is a group that is not closed: when the file is opened again, what follows is read as part of it"
    } else {
        "cannot be decoded: when the file is opened again, what follows cannot be decoded either"
    }
}

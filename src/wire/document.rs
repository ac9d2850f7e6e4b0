//! The document: a snapshot of a message as it stands now, over bytes that never change. Knows no schema and
//! no view: what is folded open is not its matter.

use std::sync::Arc;

use super::body::Body;
use super::chunk::Levels;
use super::edit::Address;
use super::reader::Reader;
use super::record::{Record, RecordId};
use super::rope::{Piece, Rope, Run, Step};
use super::scan;
use super::source::{Bytes, Missing, Source};
use super::span::{Area, Span};
use super::splice::{Part, Parts};

/// A snapshot. A clone is cheap; edits make new ones and leave this as it is.
#[derive(Clone)]
pub struct Document {
    pub(crate) bytes: Bytes,
    pub(crate) root: Body,
}

/// The content of a message and the offset it begins at, as the document would be saved now.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its content.
    pub body: Body,
    /// Offset of its first byte.
    pub start: u64,
}

/// A record in its message.
#[derive(Clone, Debug)]
pub struct Child {
    /// The record.
    pub record: Record,
    /// Where in its message it stands.
    pub place: Step,
    /// Its offset in the document as it would be saved now.
    pub start: u64,
}

impl Child {
    /// Its identity.
    pub fn id(&self) -> RecordId {
        self.record.id()
    }

    /// The place behind it.
    pub fn after(&self) -> Step {
        Step { row: self.place.row + 1, at: self.place.at + self.record.len() }
    }

    /// Its payload as a message.
    pub fn message(&self) -> Message {
        Message { body: self.record.payload.clone(), start: self.payload_start() }
    }

    /// Offset of its payload.
    pub fn payload_start(&self) -> u64 {
        self.start + self.record.head_len()
    }

    /// The problems that the wire alone shows.
    pub fn problems(&self) -> Vec<super::problem::Problem> {
        self.record.problems(self.start)
    }
}

/// How many records a message has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Records counted.
    pub counted: u64,
    /// The best estimate of all of them; the same as `counted` when that is all.
    pub estimated: u64,
    /// True when all are counted.
    pub is_exact: bool,
}

impl Document {
    /// A document over a source.
    pub fn new(source: Arc<dyn Source>) -> Self {
        let root = Body::Raw(Span::new(Area::Original, 0, source.len()));
        Self { bytes: Bytes::new(source), root }
    }

    /// A document over bytes in memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self::new(Arc::new(bytes))
    }

    /// Some of its records as a document of their own; nothing is copied.
    pub fn of_records(&self, records: super::edit::Records) -> Self {
        self.of_body(Body::Edited(records.0))
    }

    /// A payload as a document of its own; nothing is copied.
    pub fn of_body(&self, root: Body) -> Self {
        Self { bytes: self.bytes.clone(), root }
    }

    /// Both areas its spans point into.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The same snapshot, its original bytes asked for in another way. The source must answer the same bytes.
    pub fn with_source(&self, source: Arc<dyn Source>) -> Self {
        Self { bytes: self.bytes.with_source(source), root: self.root.clone() }
    }

    /// A snapshot over the same areas that reads as `spans`, one after the other.
    pub fn with_spans(&self, spans: &[Span]) -> Self {
        let root = match spans {
            [span] => *span,
            spans => self.bytes.join(spans),
        };
        Self { bytes: self.bytes.clone(), root: Body::Raw(root) }
    }

    /// Bytes in all, as it would be saved now.
    pub fn len(&self) -> u64 {
        self.root.len()
    }

    /// True for an empty message.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The outermost message.
    pub fn root(&self) -> Message {
        Message { body: self.root.clone(), start: 0 }
    }

    /// The records of a message, in wire order.
    pub fn children(&self, message: &Message) -> Children<'_> {
        Children { reader: Reader::new(&self.bytes), cursor: Cursor::new(message) }
    }

    /// The records of a message from a place on.
    pub fn children_from(&self, message: &Message, place: Step) -> Children<'_> {
        Children { reader: Reader::new(&self.bytes), cursor: Cursor::new_at(message, place) }
    }

    /// The records of a message from row `row` on, found through the index where there is one; none where the
    /// message has fewer rows.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn children_from_row(&self, message: &Message, row: u64, levels: &Levels) -> Result<Children<'_>, Span> {
        let start = match &message.body {
            Body::Raw(span) => nearest(
                levels,
                &Run { base: *span, from: 0, len: span.len, first_row: 0, rows: None },
                Step::default(),
                |l| l.mark_at_row(row),
            ),
            Body::Edited(rope) => match rope.pieces_from_row(row).next() {
                Some((start, Piece::Run(run))) => {
                    nearest(levels, run, start, |l| l.mark_at_row(run.first_row.saturating_add(row - start.row)))
                }
                Some((start, Piece::Changed(_))) => start,
                None => Step { row, at: rope.len() },
            },
        };
        let mut children = self.children_from(message, start);
        children.skip_until(|child| child.place.row >= row)?;
        Ok(children)
    }

    /// The record of a message that holds the byte at `at`, an offset from the start of the message.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn child_at(&self, message: &Message, at: u64, levels: &Levels) -> Result<Option<Child>, Span> {
        let start = match &message.body {
            Body::Raw(span) => nearest(
                levels,
                &Run { base: *span, from: 0, len: span.len, first_row: 0, rows: None },
                Step::default(),
                |l| l.mark_at(at),
            ),
            Body::Edited(rope) => match rope.pieces_from(at).next() {
                Some((start, Piece::Run(run))) => {
                    nearest(levels, run, start, |l| l.mark_at(run.from + (at - start.at)))
                }
                Some((start, Piece::Changed(_))) => start,
                None => return Ok(None),
            },
        };
        let mut children = self.children_from(message, start);
        children.skip_until(|child| child.after().at > at)?;
        children.next().transpose()
    }

    /// How many records a message has, as far as the indexes tell.
    pub fn rows(&self, message: &Message, levels: &Levels) -> Rows {
        let (base, known, first_row) = match &message.body {
            Body::Raw(span) => (*span, 0, 0),
            Body::Edited(rope) => match rope.last() {
                Some(Piece::Run(run @ Run { rows: None, .. })) => (run.base, rope.rows(), run.first_row),
                _ => return Rows { counted: rope.rows(), estimated: rope.rows(), is_exact: true },
            },
        };
        if base.is_empty() {
            return Rows { is_exact: true, ..Rows::default() };
        }
        let Some(level) = levels.get(base) else { return Rows { counted: known, estimated: known, is_exact: false } };
        let of = |rows: u64| known + rows.saturating_sub(first_row);
        Rows { counted: of(level.rows()), estimated: of(level.estimated_rows()), is_exact: level.is_done() }
    }

    /// The span whose index tells how many records a message has, where that is not known from its pieces.
    pub fn uncounted(&self, message: &Message) -> Option<Span> {
        match &message.body {
            Body::Raw(span) => Some(*span).filter(|it| !it.is_empty()),
            Body::Edited(rope) => match rope.last() {
                Some(Piece::Run(Run { rows: None, base, .. })) => Some(*base),
                _ => None,
            },
        }
    }

    /// The record at an address, and `None` where none stands there.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn child(&self, address: &Address) -> Result<Option<Child>, Span> {
        let mut reader = Reader::new(&self.bytes);
        let mut message = self.root();
        let mut found = None;
        for step in address.steps() {
            let Some(child) = Cursor::new_at(&message, *step).next(&mut reader)? else { return Ok(None) };
            message = child.message();
            found = Some(child);
        }
        Ok(found)
    }

    /// The message at an address: the payload of that record, or the outermost message for the empty address.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn message(&self, address: &Address) -> Result<Option<Message>, Span> {
        if address.is_root() {
            return Ok(Some(self.root()));
        }
        Ok(self.child(address)?.map(|child| child.message()))
    }

    /// Fills `into` with the document's bytes from `offset`, as they would be saved now.
    pub fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), Missing> {
        self.read_body(&self.root, offset, into)
    }

    /// Fills `into` with a body's bytes from `offset`; what lies past its end is left as it is.
    pub fn read_body(&self, body: &Body, offset: u64, into: &mut [u8]) -> Result<(), Missing> {
        if let Body::Raw(span) = body {
            let n = into.len().min(usize::try_from(span.len.saturating_sub(offset)).unwrap_or(usize::MAX));
            return into.get_mut(..n).map_or(Ok(()), |into| self.bytes.read(span.part(offset, n as u64), into));
        }
        let mut rest = into;
        for part in Parts::of_body(body, offset) {
            if rest.is_empty() {
                break;
            }
            let n = rest.len().min(usize::try_from(part.len()).unwrap_or(usize::MAX));
            let (now, later) = std::mem::take(&mut rest).split_at_mut(n);
            match &part {
                Part::Span(span) => self.bytes.read(*span, now)?,
                Part::Made(bytes) => now.copy_from_slice(bytes.get(..n).unwrap_or(&[])),
            }
            rest = later;
        }
        Ok(())
    }

    /// At most `limit` first bytes of a body.
    pub fn body_start(&self, body: &Body, limit: u64) -> Result<Vec<u8>, Missing> {
        let len = usize::try_from(body.len().min(limit)).unwrap_or(usize::MAX);
        let mut out = vec![0; len];
        self.read_body(body, 0, &mut out)?;
        Ok(out)
    }

    /// All bytes of a body, for those that are known to be short or wanted whole.
    pub fn body_bytes(&self, body: &Body) -> Result<Vec<u8>, Missing> {
        self.body_start(body, u64::MAX)
    }

    /// All bytes, as they would be saved now.
    pub fn to_vec(&self) -> Result<Vec<u8>, Missing> {
        self.body_bytes(&self.root)
    }

    /// The bytes to be saved, in order.
    pub fn parts(&self) -> Parts {
        Parts::of_body(&self.root, 0)
    }

    /// The bytes of one record, in order.
    pub fn record_bytes(&self, record: &Record) -> Result<Vec<u8>, Missing> {
        let rope = Rope::from_piece(Piece::Changed(super::rope::Changed::new(record.clone())));
        self.body_bytes(&Body::Edited(rope))
    }
}

/// The place to start from inside a run: its own start, or a mark that comes later.
fn nearest(levels: &Levels, run: &Run, start: Step, mark: impl Fn(&super::chunk::Level) -> super::chunk::Mark) -> Step {
    let Some(level) = levels.get(run.base) else { return start };
    let mark = mark(level);
    if mark.at <= run.from || mark.row < run.first_row {
        return start;
    }
    Step { row: start.row + (mark.row - run.first_row), at: start.at + (mark.at - run.from) }
}

/// Where a walk through a message stands; holds no buffer.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    body: Body,
    body_start: u64,
    place: Step,
    /// The stretch of untouched bytes being scanned: the area, the next offset, the end.
    run: Option<(Area, u64, u64)>,
}

impl Cursor {
    pub fn new(message: &Message) -> Self {
        Self::new_at(message, Step::default())
    }

    pub fn new_at(message: &Message, place: Step) -> Self {
        Self { body: message.body.clone(), body_start: message.start, place, run: None }
    }

    /// The place of the next record.
    pub fn place(&self) -> Step {
        self.place
    }

    /// The next record; `None` at the end.
    #[inline]
    pub fn next(&mut self, reader: &mut Reader<'_>) -> Result<Option<Child>, Span> {
        if self.place.at >= self.body.len() {
            return Ok(None);
        }
        let run = match self.run.filter(|(_, offset, end)| offset < end) {
            Some(run) => run,
            None => match self.next_run() {
                Next::Run(run) => run,
                Next::Record(record) => {
                    let len = record.len();
                    return Ok(Some(self.child(record, len)));
                }
                Next::End => return Ok(None),
            },
        };
        self.scan(reader, run)
    }

    #[inline]
    fn scan(&mut self, reader: &mut Reader<'_>, (area, offset, end): (Area, u64, u64)) -> Result<Option<Child>, Span> {
        let Some(head) = scan::head(reader, area, offset, end)? else { return Ok(None) };
        self.run = Some((area, head.next, end));
        Ok(Some(self.child(head.to_record(area), head.next - offset)))
    }

    #[inline]
    fn child(&mut self, record: Record, len: u64) -> Child {
        let child = Child { start: self.body_start + self.place.at, place: self.place, record };
        self.place = Step { row: self.place.row + 1, at: self.place.at + len };
        child
    }

    fn next_run(&self) -> Next {
        let at = self.place.at;
        let run_of = |span: Span| Next::Run((span.area, span.start, span.end()));
        match &self.body {
            Body::Raw(span) => run_of(span.part(at, span.len)),
            Body::Edited(rope) => match rope.pieces_from(at).next() {
                Some((start, Piece::Run(run))) => run_of(run.span().part(at - start.at, run.len)),
                Some((_, Piece::Changed(changed))) => Next::Record(changed.record().clone()),
                None => Next::End,
            },
        }
    }
}

enum Next {
    Run((Area, u64, u64)),
    Record(Record),
    End,
}

/// The records of a message in wire order. An `Err` names the span that has to be fetched first; the same record is
/// tried again by the next call.
pub struct Children<'a> {
    reader: Reader<'a>,
    cursor: Cursor,
}

impl Children<'_> {
    fn skip_until(&mut self, is_reached: impl Fn(&Child) -> bool) -> Result<(), Span> {
        loop {
            let (place, run) = (self.cursor.place, self.cursor.run);
            match self.cursor.next(&mut self.reader)? {
                Some(child) if !is_reached(&child) => {}
                Some(_) => {
                    (self.cursor.place, self.cursor.run) = (place, run);
                    return Ok(());
                }
                None => return Ok(()),
            }
        }
    }

    /// The place of the next record.
    pub fn place(&self) -> Step {
        self.cursor.place
    }
}

impl Iterator for Children<'_> {
    type Item = Result<Child, Span>;

    fn next(&mut self) -> Option<Self::Item> {
        self.cursor.next(&mut self.reader).transpose()
    }
}

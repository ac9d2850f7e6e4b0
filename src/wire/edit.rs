//! Edits: values that say what changes, hold spans and never copies, and have an inverse. Applying one makes a new
//! snapshot and leaves the old one as it is; it costs the path to the change, not the document.

use std::fmt;
use std::sync::Arc;

use super::body::Body;
use super::document::{Child, Cursor, Document, Message};
use super::reader::Reader;
use super::record::{Flaws, Record, WireType};
use super::rope::{Changed, Piece, Rope, Run, Step};
use super::scan;
use super::source::{Bytes, Missing};
use super::span::Span;
use super::varint::{self, Varint};

/// Payloads up to this size are copied whole when changed in the middle; longer ones become several spans.
const COPIED_PAYLOAD: u64 = 1 << 20;

/// The way from the outermost message to a record: its place in each message on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Address(Vec<Step>);

impl Address {
    /// The outermost message itself.
    pub const ROOT: Self = Self(Vec::new());

    /// True for the outermost message.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The places on the way, outermost first.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The record at `place` of the message here.
    #[must_use]
    pub fn child(&self, place: Step) -> Self {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(place);
        Self(steps)
    }

    /// The message that holds the record here; `None` for the outermost.
    pub fn parent(&self) -> Option<Self> {
        let (_, rest) = self.0.split_last()?;
        Some(Self(rest.to_vec()))
    }

    /// Its place in its own message.
    pub fn last(&self) -> Option<Step> {
        self.0.last().copied()
    }
}

impl From<Vec<Step>> for Address {
    fn from(steps: Vec<Step>) -> Self {
        Self(steps)
    }
}

/// Records to be put somewhere: new ones, or some of a document with all changes in them. A clone is cheap.
#[derive(Clone, Debug, Default)]
pub struct Records(Rope);

impl Records {
    /// None.
    pub fn none() -> Self {
        Self::default()
    }

    /// The records that the bytes of `span` hold.
    pub fn from_span(bytes: &Bytes, span: Span) -> Self {
        if span.is_empty() {
            return Self::none();
        }
        let mut rows = 0;
        let mut reader = Reader::new(bytes);
        let mut offset = span.start;
        while let Ok(Some(head)) = scan::head(&mut reader, span.area, offset, span.end()) {
            offset = head.next;
            rows += 1;
        }
        Self(Rope::from_piece(Piece::Run(Run { base: span, from: 0, len: span.len, first_row: 0, rows: Some(rows) })))
    }

    /// Bytes in all.
    pub fn len(&self) -> u64 {
        self.0.len()
    }

    /// True without records.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many records.
    pub fn rows(&self) -> u64 {
        self.0.rows()
    }
}

/// A change of a document. Only applying one alters what a document says.
#[derive(Clone, Debug)]
pub enum Edit {
    /// The records from `from` up to `to` of the message at `parent` give way to `with`.
    Splice {
        /// The message.
        parent: Address,
        /// The place of the first record to go.
        from: Step,
        /// The place behind the last one to go.
        to: Step,
        /// What comes instead.
        with: Records,
    },
    /// The record at `record` gets another payload; tag and end stay, the length follows.
    Payload {
        /// The record.
        record: Address,
        /// Its new payload.
        payload: Body,
    },
    /// One after the other; addresses hold when those before have been applied.
    Several(Vec<Edit>),
}

impl Edit {
    /// Puts records at a place.
    pub fn insert(parent: Address, place: Step, with: Records) -> Self {
        Self::Splice { parent, from: place, to: place, with }
    }

    /// Takes a record out.
    pub fn delete(parent: Address, child: &Child) -> Self {
        Self::Splice { parent, from: child.place, to: child.after(), with: Records::none() }
    }

    /// Puts records in the place of one.
    pub fn replace(parent: Address, child: &Child, with: Records) -> Self {
        Self::Splice { parent, from: child.place, to: child.after(), with }
    }

    /// Gives a record the bytes of `payload`.
    pub fn set_payload(record: Address, payload: Span) -> Self {
        Self::Payload { record, payload: Body::Raw(payload) }
    }

    /// Moves a record before the one at `to`, a place in the same message as it stands before the move.
    pub fn move_record(parent: Address, child: &Child, to: Step) -> Self {
        let with = Records(Rope::from_piece(Piece::Changed(Changed::new(child.record.clone()))));
        let goes_back = to.at > child.place.at;
        let place = if goes_back { Step { row: to.row - 1, at: to.at - child.record.len() } } else { to };
        Self::Several(vec![Self::delete(parent.clone(), child), Self::insert(parent, place, with)])
    }

    /// True when it changes nothing, whatever it is applied to.
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Splice { from, to, with, .. } => from == to && with.is_empty(),
            Self::Payload { .. } => false,
            Self::Several(edits) => edits.iter().all(Self::is_nothing),
        }
    }
}

/// Why an edit cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// No record stands at the address: it was made for another snapshot.
    NoRecord(Address),
    /// The bytes have to be fetched first.
    Absent(Span),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRecord(address) => match address.last() {
                Some(step) => write!(f, "no record stands at byte {} of its message: select it again", step.at),
                None => write!(f, "the whole message is no record: name a field in it"),
            },
            Self::Absent(span) => write!(f, "the bytes at 0x{:x} are not read yet: try again in a moment", span.start),
        }
    }
}

impl std::error::Error for EditError {}

/// An edit that changes how other records parse when the document is opened again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Offset of the record that takes up what follows.
    pub offset: u64,
    /// What is open about it.
    pub reason: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the record at 0x{:x} {}: when the file is opened again, what follows is read as part of it",
            self.offset, self.reason
        )
    }
}

/// What applying an edit gives.
#[derive(Clone)]
pub struct Applied {
    /// The new snapshot.
    pub document: Document,
    /// The edit that takes it back.
    pub inverse: Edit,
    /// What the edit does to records it does not name.
    pub warnings: Vec<Warning>,
}

impl Document {
    /// The document with the edit made.
    ///
    /// # Errors
    /// No record at an address, or bytes that have to be fetched first; the document is as it was.
    pub fn apply(&self, edit: &Edit) -> Result<Applied, EditError> {
        match edit {
            Edit::Splice { parent, from, to, with } => self.apply_splice(parent, *from, *to, with),
            Edit::Payload { record, payload } => self.apply_payload(record, payload),
            Edit::Several(edits) => {
                let mut applied =
                    Applied { document: self.clone(), inverse: Edit::Several(Vec::new()), warnings: Vec::new() };
                let mut inverses = Vec::with_capacity(edits.len());
                for edit in edits {
                    let next = applied.document.apply(edit)?;
                    inverses.push(next.inverse);
                    applied.document = next.document;
                    applied.warnings.extend(next.warnings);
                }
                inverses.reverse();
                applied.inverse = Edit::Several(inverses);
                Ok(applied)
            }
        }
    }

    /// Some records of a message, with all changes in them.
    pub fn records(&self, message: &Message, from: Step, to: Step) -> Records {
        let (head, _) = message.body.to_rope().split(to);
        Records(head.split(from).1)
    }

    /// The payload `body` with `len` bytes from `at` on replaced by `with`.
    ///
    /// # Errors
    /// Bytes that cannot be read.
    pub fn spliced_payload(&self, body: &Body, at: u64, len: u64, with: &[u8]) -> Result<Body, Missing> {
        let (at, len) = (at.min(body.len()), len.min(body.len().saturating_sub(at)));
        if body.len() - len + with.len() as u64 <= COPIED_PAYLOAD {
            let old = self.body_bytes(body)?;
            let (from, to) = (at as usize, (at + len) as usize);
            let new = [old.get(..from).unwrap_or(&[]), with, old.get(to..).unwrap_or(&[])].concat();
            return Ok(Body::Raw(self.bytes.push(&new)));
        }
        let spans = match body {
            Body::Raw(span) => vec![*span],
            Body::Spliced(spans) => spans.to_vec(),
            Body::Edited(_) => vec![self.bytes.push(&self.body_bytes(body)?)],
        };
        let mut out = Vec::with_capacity(spans.len() + 2);
        cut(&spans, 0, at, &mut out);
        out.push(self.bytes.push(with));
        cut(&spans, at + len, u64::MAX, &mut out);
        out.retain(|span| !span.is_empty());
        Ok(Body::Spliced(Arc::from(out)))
    }

    fn apply_splice(&self, parent: &Address, from: Step, to: Step, with: &Records) -> Result<Applied, EditError> {
        let way = Way::to(self, parent)?;
        let old = way.body().to_rope();
        if from.at > to.at || to.at > old.len() || !is_boundary(&old, from) || !is_boundary(&old, to) {
            return Err(EditError::NoRecord(parent.child(from)));
        }
        let (head, tail) = old.split(to);
        let (before, gone) = head.split(from);
        let behind = Step { row: from.row + with.rows(), at: from.at + with.len() };
        let warnings = open_before(self, &way, &before, &with.0, &tail);
        let body = before.concat(&with.0).concat(&tail);
        Ok(Applied {
            document: way.rebuilt(self, Body::Edited(body)),
            inverse: Edit::Splice { parent: parent.clone(), from, to: behind, with: Records(gone) },
            warnings,
        })
    }

    fn apply_payload(&self, address: &Address, payload: &Body) -> Result<Applied, EditError> {
        let (Some(parent), Some(place)) = (address.parent(), address.last()) else {
            return Err(EditError::NoRecord(address.clone()));
        };
        let way = Way::to(self, &parent)?;
        let mut record = record_at(self, way.body(), place)?.ok_or_else(|| EditError::NoRecord(address.clone()))?;
        let old_len = record.len();
        let old_payload = std::mem::replace(&mut record.payload, payload.clone());
        refit(self, &mut record);
        let (before, rest) = way.body().to_rope().split(place);
        let (_, tail) = rest.split(Step { row: 1, at: old_len });
        let changed = if record.is_empty() {
            Rope::default()
        } else {
            Rope::from_piece(Piece::Changed(Changed::new(record.clone())))
        };
        let warnings = open_before(self, &way, &before, &changed, &tail);
        let inverse = if record.is_empty() {
            record.payload = old_payload;
            refit(self, &mut record);
            let with = Records(Rope::from_piece(Piece::Changed(Changed::new(record))));
            Edit::insert(parent, place, with)
        } else {
            Edit::Payload { record: address.clone(), payload: old_payload }
        };
        let body = Body::Edited(before.concat(&changed).concat(&tail));
        Ok(Applied { document: way.rebuilt(self, body), inverse, warnings })
    }
}

/// The records on the way to a message, each with its place, from the outermost in.
struct Way {
    root: Body,
    records: Vec<(Step, Record, u64)>,
    start: u64,
}

impl Way {
    fn to(document: &Document, address: &Address) -> Result<Self, EditError> {
        let mut way =
            Self { root: document.root.clone(), records: Vec::with_capacity(address.steps().len()), start: 0 };
        for (depth, place) in address.steps().iter().enumerate() {
            let no_record = || EditError::NoRecord(Address(address.steps().get(..=depth).unwrap_or_default().to_vec()));
            let record = record_at(document, way.body(), *place)?.ok_or_else(no_record)?;
            let len = record.len();
            way.start += place.at + record.head_len();
            way.records.push((*place, record, len));
        }
        Ok(way)
    }

    fn body(&self) -> &Body {
        self.records.last().map_or(&self.root, |(_, record, _)| &record.payload)
    }

    fn is_in_closed_group(&self) -> bool {
        self.records.last().is_some_and(|(_, it, _)| it.wire_type == WireType::Group && !it.flaws.has(Flaws::UNCLOSED))
    }

    /// The document with `body` for the message at the end of the way.
    fn rebuilt(mut self, document: &Document, body: Body) -> Document {
        let mut body = body;
        while let Some((place, mut record, old_len)) = self.records.pop() {
            record.payload = body;
            let (before, rest) = self.body().to_rope().split(place);
            let (_, behind) = rest.split(Step { row: 1, at: old_len });
            let changed = Rope::from_piece(Piece::Changed(Changed::new(record)));
            body = Body::Edited(before.concat(&changed).concat(&behind));
        }
        Document { bytes: document.bytes.clone(), root: body }
    }
}

fn record_at(document: &Document, body: &Body, place: Step) -> Result<Option<Record>, EditError> {
    if let Body::Edited(rope) = body
        && !is_boundary(rope, place)
    {
        return Ok(None);
    }
    let message = Message { body: body.clone(), start: 0 };
    let mut reader = Reader::new(&document.bytes);
    let child = Cursor::new_at(&message, place).next(&mut reader).map_err(EditError::Absent)?;
    Ok(child.map(|child| child.record))
}

/// False for a place inside a changed record: no edit may cut one.
fn is_boundary(rope: &Rope, place: Step) -> bool {
    match rope.pieces_from(place.at).next() {
        Some((start, Piece::Changed(_))) => start.at == place.at,
        Some((_, Piece::Run(_))) => true,
        None => place.at <= rope.len(),
    }
}

fn cut(spans: &[Span], from: u64, to: u64, out: &mut Vec<Span>) {
    let mut start = 0u64;
    for span in spans {
        let end = start + span.len;
        let (a, b) = (from.clamp(start, end), to.clamp(start, end));
        out.push(span.part(a - start, b - a));
        start = end;
    }
}

/// Says anew what is odd about a record whose payload was replaced.
fn refit(document: &Document, record: &mut Record) {
    let len = record.payload.len();
    let flaws = record.flaws.without(Flaws::OVERLONG_VALUE).without(Flaws::MISFIT);
    let fixed = |width: u64| match len.cmp(&width) {
        std::cmp::Ordering::Less => flaws.with(Flaws::TRUNCATED),
        std::cmp::Ordering::Equal => flaws.without(Flaws::TRUNCATED),
        std::cmp::Ordering::Greater => flaws.with(Flaws::MISFIT),
    };
    record.flaws = match record.wire_type {
        WireType::Varint => {
            match document.body_start(&record.payload, varint::MAX_LEN as u64).map(|it| varint::read(&it)) {
                Ok(Varint::Whole { value, len: n, is_exact }) if u64::from(n) == len => {
                    let is_long = usize::from(n) > varint::len(value) || !is_exact;
                    if is_long { flaws.with(Flaws::OVERLONG_VALUE) } else { flaws }
                }
                _ => flaws.with(Flaws::MISFIT),
            }
        }
        WireType::Fixed32 => fixed(4),
        WireType::Fixed64 => fixed(8),
        WireType::Group if !record.flaws.has(Flaws::UNCLOSED) && has_open(document, &record.payload) => {
            flaws.with(Flaws::MISFIT)
        }
        WireType::Len | WireType::Group => flaws,
        WireType::Undecoded => record.flaws,
    };
}

fn has_open(document: &Document, body: &Body) -> bool {
    let mut reader = Reader::new(&document.bytes);
    let mut cursor = Cursor::new(&Message { body: body.clone(), start: 0 });
    while let Ok(Some(child)) = cursor.next(&mut reader) {
        if child.record.flaws.is_open() {
            return true;
        }
    }
    false
}

/// The open records that something follows once `with` stands between `before` and `behind`.
fn open_before(document: &Document, way: &Way, before: &Rope, with: &Rope, behind: &Rope) -> Vec<Warning> {
    let must_close = way.is_in_closed_group();
    let mut warnings = Vec::new();
    let mut look = |rope: &Rope, start: u64, is_followed: bool| {
        for (place, piece) in rope.pieces_from(0) {
            let is_last = place.at + piece.len() == rope.len();
            if is_last && !is_followed && !must_close {
                continue;
            }
            if let Some((at, flaws)) = open_in(document, piece) {
                warnings.push(Warning { offset: way.start + start + place.at + at, reason: reason(flaws).to_owned() });
            }
        }
    };
    if (!with.is_empty() || !behind.is_empty() || must_close) && before.last().is_some_and(may_be_open) {
        let last = before.last().cloned().map(Rope::from_piece).unwrap_or_default();
        look(&last, before.len() - last.len(), !with.is_empty() || !behind.is_empty());
    }
    look(with, before.len(), !behind.is_empty());
    warnings
}

fn may_be_open(piece: &Piece) -> bool {
    match piece {
        Piece::Run(run) => run.from + run.len == run.base.len,
        Piece::Changed(changed) => changed.record().flaws.is_open(),
    }
}

/// The open record of a piece: where in it, and what is open about it.
fn open_in(document: &Document, piece: &Piece) -> Option<(u64, Flaws)> {
    match piece {
        Piece::Changed(changed) => Some((0, changed.record().flaws)).filter(|(_, flaws)| flaws.is_open()),
        Piece::Run(run) if run.from + run.len < run.base.len => None,
        Piece::Run(run) => {
            let (span, mut reader) = (run.span(), Reader::new(&document.bytes));
            let mut offset = span.start;
            while let Ok(Some(head)) = scan::head(&mut reader, span.area, offset, span.end()) {
                if head.flaws.is_open() {
                    return Some((offset - span.start, head.flaws));
                }
                offset = head.next;
            }
            None
        }
    }
}

fn reason(flaws: Flaws) -> &'static str {
    if flaws.has(Flaws::TRUNCATED) {
        "has a length that reaches past its end"
    } else if flaws.has(Flaws::UNCLOSED) {
        "is a group that is not closed"
    } else if flaws.has(Flaws::MISFIT) {
        "has a payload that its wire type does not allow"
    } else {
        "cannot be decoded"
    }
}

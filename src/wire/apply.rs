//! Applies edits. A new snapshot shares all that the edit did not touch, so it costs the path to the change and not
//! the document. Knows no schema.

use super::body::Body;
use super::chunk::Levels;
use super::document::{Cursor, Document, Message};
use super::edit::{Address, Applied, Edit, EditError, Records};
use super::reader::Reader;
use super::record::{Flaws, Record, WireType};
use super::rope::{Changed, Piece, Rope, Run, Step};
use super::source::Missing;
use super::splice::{Part, Parts};
use super::varint::{self, Varint};
use super::warn::{Context, Placed, Warner};

/// Payloads up to this size are copied whole when changed in the middle; longer ones are joined from their parts.
const COPIED_PAYLOAD: u64 = 16 << 10;

impl Document {
    /// The document with the edit made.
    ///
    /// # Errors
    /// No record at an address, or bytes that have to be fetched first; the document is as it was.
    pub fn apply(&self, edit: &Edit) -> Result<Applied, EditError> {
        self.apply_with(edit, &Levels::default())
    }

    /// The same, where indexes spare a walk to a message's end: what is appended to a long message may follow a
    /// record that takes it up, and that has to be known.
    ///
    /// # Errors
    /// As `apply`.
    pub fn apply_with(&self, edit: &Edit, levels: &Levels) -> Result<Applied, EditError> {
        match edit {
            Edit::Splice { parent, from, to, with } => self.apply_splice(parent, *from, *to, with, levels),
            Edit::Payload { record, payload } => self.apply_payload(record, payload, levels),
            Edit::Several(edits) => self.apply_several(edits, levels),
        }
    }

    fn apply_several(&self, edits: &[Edit], levels: &Levels) -> Result<Applied, EditError> {
        let mut document = self.clone();
        let mut warnings = Vec::new();
        let mut inverses = Vec::with_capacity(edits.len());
        for edit in edits {
            let next = document.apply_with(edit, levels)?;
            inverses.push(next.inverse);
            document = next.document;
            warnings.extend(next.warnings);
        }
        inverses.reverse();
        Ok(Applied { document, inverse: Edit::Several(inverses), warnings })
    }

    fn apply_splice(
        &self,
        parent: &Address,
        from: Step,
        to: Step,
        with: &Records,
        levels: &Levels,
    ) -> Result<Applied, EditError> {
        let mut way = Way::to(self, parent)?;
        let old = way.body().to_rope();
        if from.at > to.at || to.at > old.len() || !is_boundary(&old, from) || !is_boundary(&old, to) {
            return Err(EditError::NoRecord(parent.child(from)));
        }
        let (head, behind) = old.split(to);
        let (before, gone) = head.split(from);
        let placed = Placed { before: &before, gone: &gone, with: &with.0, behind: &behind };
        let context = way.context();
        let warnings = Warner::new(&mut way.reader, levels).warn(context, way.start, &placed)?;
        let row = if with.0.is_counted() { from.row + with.rows() } else { Step::UNCOUNTED };
        let after = Step { row, at: from.at + with.len() };
        let body = before.concat(&with.0).concat(&behind);
        Ok(Applied {
            document: way.rebuilt(self, Body::Edited(body)),
            inverse: Edit::Splice { parent: parent.clone(), from, to: after, with: Records(gone) },
            warnings,
        })
    }

    fn apply_payload(&self, address: &Address, payload: &Body, levels: &Levels) -> Result<Applied, EditError> {
        let no_record = || EditError::NoRecord(address.clone());
        let (parent, place) = address.parent().zip(address.last()).ok_or_else(no_record)?;
        let mut way = Way::to(self, &parent)?;
        let mut record = way.record_at(place)?.ok_or_else(no_record)?;
        let after = Step { row: place.row + 1, at: place.at + record.len() };
        if record.wire_type == WireType::Undecoded {
            // Such bytes are no one's payload: the new ones are read as what they are.
            let with = Records::from_body(self, payload)?;
            return self.apply_splice(&parent, place, after, &with, levels);
        }
        let old_payload = std::mem::replace(&mut record.payload, payload.clone());
        refit(self, &mut record);
        let (head, behind) = way.body().to_rope().split(after);
        let (before, gone) = head.split(place);
        let mut warner = Warner::new(&mut way.reader, levels);
        let mut warnings = Vec::new();
        if record.wire_type == WireType::Group {
            let start = way.start + place.at + record.head_len();
            let (none, with) = (Rope::default(), payload.to_rope());
            let placed = Placed { before: &none, gone: &none, with: &with, behind: &none };
            warnings = warner.warn(Context::of(&record), start, &placed)?;
        }
        let context = way.records.last().map_or(Context::Ended, |it| Context::of(&it.record));
        let changed = Rope::from_piece(Piece::Changed(Changed::new(record)));
        let placed = Placed { before: &before, gone: &gone, with: &changed, behind: &behind };
        warnings.extend(warner.warn(context, way.start, &placed)?);
        let inverse = Edit::Payload { record: address.clone(), payload: old_payload };
        let body = Body::Edited(before.concat(&changed).concat(&behind));
        Ok(Applied { document: way.rebuilt(self, body), inverse, warnings })
    }

    /// Some records of a message, with all changes in them.
    pub fn records(&self, message: &Message, from: Step, to: Step) -> Records {
        let (head, _) = message.body.to_rope().split(to);
        Records(head.split(from).1)
    }

    /// Copies of some records of a message: the same bytes, but other records, with an identity of their own. Reads and
    /// copies nothing, however many they are.
    pub fn copies(&self, message: &Message, from: Step, to: Step) -> Records {
        let records = self.records(message, from, to);
        let parts = Parts::of_body(&Body::Edited(records.0), 0).map(|part| match part {
            Part::Span(span) => span,
            Part::Made(made) => self.bytes.push(&made),
        });
        let base = self.bytes.join(&parts.collect::<Vec<_>>());
        let rows = Some(to.row.saturating_sub(from.row));
        Records(Rope::from_piece(Piece::Run(Run { base, from: 0, len: base.len, first_row: 0, rows })))
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
        let old = self.joined(body);
        let parts = [old.part(0, at), self.bytes.push(with), old.part(at + len, old.len)];
        Ok(Body::Raw(self.bytes.join(&parts)))
    }

    /// One span that reads as `body` does.
    pub(crate) fn joined(&self, body: &Body) -> super::span::Span {
        if let Some(span) = body.as_raw() {
            return span;
        }
        let spans: Vec<_> = Parts::of_body(body, 0)
            .map(|part| match part {
                Part::Span(span) => span,
                Part::Made(made) => self.bytes.push(&made),
            })
            .collect();
        self.bytes.join(&spans)
    }
}

/// A record on the way to a message, and its place and length before the edit.
struct OnWay {
    place: Step,
    record: Record,
    old_len: u64,
}

/// The records on the way to a message, from the outermost in.
struct Way<'a> {
    reader: Reader<'a>,
    root: Body,
    records: Vec<OnWay>,
    /// Offset of the message in the document.
    start: u64,
}

impl<'a> Way<'a> {
    fn to(document: &'a Document, address: &Address) -> Result<Self, EditError> {
        let steps = address.steps();
        let mut way = Self {
            reader: Reader::new(&document.bytes),
            root: document.root.clone(),
            records: Vec::with_capacity(steps.len()),
            start: 0,
        };
        for (depth, place) in steps.iter().enumerate() {
            let record = way
                .record_at(*place)?
                .filter(|it| matches!(it.wire_type, WireType::Len | WireType::Group))
                .ok_or_else(|| EditError::NoRecord(Address(steps.get(..=depth).unwrap_or_default().to_vec())))?;
            way.start += place.at + record.head_len();
            way.records.push(OnWay { place: *place, old_len: record.len(), record });
        }
        Ok(way)
    }

    fn body(&self) -> &Body {
        self.records.last().map_or(&self.root, |it| &it.record.payload)
    }

    fn context(&self) -> Context {
        self.records.last().map_or(Context::Ended, |it| Context::of(&it.record))
    }

    fn record_at(&mut self, place: Step) -> Result<Option<Record>, EditError> {
        let body = self.body();
        if let Body::Edited(rope) = body
            && !is_boundary(rope, place)
        {
            return Ok(None);
        }
        let mut cursor = Cursor::new_at(&Message { body: body.clone(), start: 0 }, place);
        Ok(cursor.next(&mut self.reader).map_err(EditError::Absent)?.map(|child| child.record))
    }

    /// The document with `body` for the message at the end of the way.
    fn rebuilt(mut self, document: &Document, body: Body) -> Document {
        let mut body = body;
        while let Some(OnWay { place, mut record, old_len }) = self.records.pop() {
            record.payload = body;
            refit_length(&mut record);
            let (before, rest) = self.body().to_rope().split(place);
            let (_, behind) = rest.split(Step { row: 1, at: old_len });
            let changed = Rope::from_piece(Piece::Changed(Changed::new(record)));
            body = Body::Edited(before.concat(&changed).concat(&behind));
        }
        Document { bytes: document.bytes.clone(), root: body }
    }
}

/// False for a place inside a changed record: no edit may cut one.
fn is_boundary(rope: &Rope, place: Step) -> bool {
    match rope.pieces_from(place.at).next() {
        Some((start, Piece::Changed(_))) => start.at == place.at,
        Some((_, Piece::Run(_))) => true,
        None => place.at <= rope.len(),
    }
}

/// Says anew what is odd about a record whose payload was replaced.
fn refit(document: &Document, record: &mut Record) {
    let len = record.payload.len();
    let flaws = record.flaws.without(Flaws::OVERLONG_VALUE).without(Flaws::MISFIT);
    let fixed = |width: u64| match len.cmp(&width) {
        std::cmp::Ordering::Less => flaws.with(Flaws::TRUNCATED),
        std::cmp::Ordering::Equal => flaws.without(Flaws::TRUNCATED),
        std::cmp::Ordering::Greater => flaws.without(Flaws::TRUNCATED).with(Flaws::MISFIT),
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
        WireType::Len => return refit_length(record),
        WireType::Group | WireType::Undecoded => record.flaws,
    };
}

/// Says anew whether the length of a record whose payload has changed is longer than it need be.
fn refit_length(record: &mut Record) {
    if record.wire_type != WireType::Len {
        return;
    }
    let width = record.written_prefix().len();
    let is_long = width > 1 && width > varint::len(record.length()) as u64;
    let flaws = record.flaws.without(Flaws::OVERLONG_LENGTH);
    record.flaws = if is_long { flaws.with(Flaws::OVERLONG_LENGTH) } else { flaws };
}

//! Edits: values that say what changes, hold spans and never copies, and have an inverse. What applying one does is
//! said in `apply`, what it warns of in `warn`.

use std::fmt;

use super::body::Body;
use super::document::{Child, Document};
use super::reader::Reader;
use super::rope::{Changed, Piece, Rope, Run, Step};
use super::scan;
use super::source::Bytes;
use super::span::Span;

/// The way from the outermost message to a record: its place in each message on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Address(pub(crate) Vec<Step>);

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
pub struct Records(pub(crate) Rope);

impl Records {
    /// None.
    pub fn none() -> Self {
        Self::default()
    }

    /// The records that the bytes of `span` hold; the bytes have to be there already.
    pub fn from_span(bytes: &Bytes, span: Span) -> Self {
        Self::counted(bytes, span).unwrap_or_else(|(counted, _)| counted)
    }

    /// The records that a body holds.
    pub(crate) fn from_body(document: &Document, body: &Body) -> Result<Self, EditError> {
        let span = match body {
            Body::Edited(rope) if rope.is_counted() => return Ok(Self(rope.clone())),
            Body::Edited(_) => document.joined(body),
            Body::Raw(span) => *span,
        };
        Self::counted(document.bytes(), span).map_err(|(_, absent)| EditError::Absent(absent))
    }

    /// The records in a span, or as many as could be counted and the span that has to be fetched first.
    fn counted(bytes: &Bytes, span: Span) -> Result<Self, (Self, Span)> {
        let run = |rows| Run { base: span, from: 0, len: span.len, first_row: 0, rows: Some(rows) };
        let records = |rows| Self(Rope::from_piece(Piece::Run(run(rows))));
        let mut reader = Reader::new(bytes);
        let (mut rows, mut offset) = (0, span.start);
        loop {
            match scan::head(&mut reader, span.area, offset, span.end()) {
                Ok(Some(head)) => (rows, offset) = (rows + 1, head.next),
                Ok(None) => return Ok(records(rows)),
                Err(absent) => return Err((records(rows), absent)),
            }
        }
    }

    /// These and then `next`.
    #[must_use]
    pub fn followed_by(&self, next: &Self) -> Self {
        Self(self.0.concat(&next.0))
    }

    /// Bytes in all.
    pub fn len(&self) -> u64 {
        self.0.len()
    }

    /// True without records.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many records, as far as they are counted.
    pub fn rows(&self) -> u64 {
        self.0.rows()
    }

    /// False for all records up to the end of a message while their number is not known.
    pub fn is_counted(&self) -> bool {
        self.0.is_counted()
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
        let place = if goes_back {
            Step { row: to.row.saturating_sub(1), at: to.at.saturating_sub(child.record.len()) }
        } else {
            to
        };
        Self::Several(vec![Self::delete(parent.clone(), child), Self::insert(parent, place, with)])
    }

    /// Puts all of `document` in the place of all that stands, whatever it is: for who follows the change from one
    /// snapshot to another over the same areas. The snapshot is there already; this is not to be applied.
    pub fn whole(document: &Document) -> Self {
        let end = Step { row: u64::MAX, at: u64::MAX };
        let with = Records(document.root.to_rope());
        Self::Splice { parent: Address::ROOT, from: Step::default(), to: end, with }
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
    /// Offset of the record that will not read as it stands.
    pub offset: u64,
    /// What is odd about it, and what comes of that.
    pub reason: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the record at 0x{:x} {}", self.offset, self.reason)
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

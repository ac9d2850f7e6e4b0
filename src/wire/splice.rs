//! Emits a document: its bytes as they would be saved, as a list of parts. Untouched spans come out as they are,
//! so saving a gigabyte after one edit copies a gigabyte and makes a few bytes.

use super::body::Body;
use super::record::{Record, WrittenPrefix};
use super::rope::{Piece, Rope};
use super::span::Span;

/// A stretch of the bytes to be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Bytes that stand in one of the document's areas.
    Span(Span),
    /// Bytes made now: a length that had to follow.
    Made(Vec<u8>),
}

impl Part {
    /// Number of bytes.
    pub fn len(&self) -> u64 {
        match self {
            Self::Span(span) => span.len,
            Self::Made(bytes) => bytes.len() as u64,
        }
    }

    /// True without bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

enum Task {
    Body(Body, u64),
    Rope(Rope, u64),
    Ready(Part),
}

/// The parts of a body in order; heap, not stack, for what is nested.
pub struct Parts {
    tasks: Vec<Task>,
}

impl Parts {
    /// The bytes of `body` from `offset` on.
    pub fn of_body(body: &Body, offset: u64) -> Self {
        Self { tasks: vec![Task::Body(body.clone(), offset)] }
    }

    fn push_span(&mut self, span: Span, skip: u64) {
        let rest = span.part(skip, span.len);
        if !rest.is_empty() {
            self.tasks.push(Task::Ready(Part::Span(rest)));
        }
    }

    fn push_record(&mut self, record: &Record, skip: u64) {
        let prefix = record.written_prefix();
        let after_tag = skip.saturating_sub(record.tag.len);
        let after_prefix = after_tag.saturating_sub(prefix.len());
        self.push_span(record.end, after_prefix.saturating_sub(record.payload.len()));
        self.tasks.push(Task::Body(record.payload.clone(), after_prefix));
        match prefix {
            WrittenPrefix::Found(span) => self.push_span(span, after_tag),
            WrittenPrefix::Made(written) => {
                let skipped = usize::try_from(after_tag).unwrap_or(usize::MAX);
                if let Some(rest) = written.as_bytes().get(skipped..).filter(|it| !it.is_empty()) {
                    self.tasks.push(Task::Ready(Part::Made(rest.to_vec())));
                }
            }
        }
        self.push_span(record.tag, skip);
    }

    fn push_body(&mut self, body: Body, offset: u64) {
        match body {
            Body::Raw(span) => self.push_span(span, offset),
            Body::Edited(rope) => self.tasks.push(Task::Rope(rope, offset)),
        }
    }

    fn push_piece_at(&mut self, rope: Rope, at: u64) {
        let Some((start, piece)) = rope.pieces_from(at).next().map(|(start, piece)| (start.at, piece.clone())) else {
            return;
        };
        let end = start + piece.len();
        if end < rope.len() {
            self.tasks.push(Task::Rope(rope, end));
        }
        match piece {
            Piece::Run(run) => self.push_span(run.span(), at - start),
            Piece::Changed(changed) => self.push_record(changed.record(), at - start),
        }
    }
}

impl Iterator for Parts {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        loop {
            match self.tasks.pop()? {
                Task::Ready(part) => return Some(part),
                Task::Body(body, offset) => self.push_body(body, offset),
                Task::Rope(rope, at) => self.push_piece_at(rope, at),
            }
        }
    }
}

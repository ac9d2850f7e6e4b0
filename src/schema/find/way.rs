//! The way down to a record: the messages around it, how far each was walked, and what each record on the way is
//! called. Kept on the heap, so that depth costs no stack, and bounded: of messages in messages beyond a hundred the
//! names in the middle are forgotten.

use std::ops::Range;

use super::super::counts::Counts;
use super::super::lens::{Lens, Reading, Type};
use super::super::packed::Elements;
use super::super::target::entry_key;
use crate::wire::path::{Index, Name, Segment};
use crate::wire::{Child, Cursor, Document, Missing, Reader, Span, WireType};

/// No message deeper than this is entered.
const DEEPEST: usize = 1 << 20;
/// Messages that the bytes alone look like are entered as deep as the tree shows them.
const GUESSED_DEEPEST: usize = 128;
/// So many names are kept at each end of a way.
const NAMED: usize = 128;
/// Longer packed runs are not counted.
const COUNTED_RUN: u64 = 64 << 10;
/// No path is longer, in bytes; of a longer one the end is kept.
const PATH: usize = 2_000;

/// A record met.
pub(super) struct Here {
    pub child: Child,
    /// The type of its message.
    pub parent: Type,
    pub reading: Reading,
    /// Which occurrence of its field it is; `None` where that was too much to count.
    occurrence: Option<u64>,
    /// Its own type as a message.
    pub inner: Option<Type>,
}

struct Frame {
    cursor: Cursor,
    ty: Type,
    counts: Counts,
    /// The record met last; not kept in the middle of a very deep way.
    here: Option<Box<Here>>,
    /// The offset behind its last byte.
    end: u64,
}

/// A place in a document and the way to it.
pub(super) struct Way<'a> {
    document: &'a Document,
    lens: &'a Lens,
    reader: Reader<'a>,
    frames: Vec<Frame>,
}

impl<'a> Way<'a> {
    /// Before the first record.
    pub fn new(document: &'a Document, lens: &'a Lens) -> Self {
        let root = document.root();
        let frame = Frame {
            cursor: Cursor::new(&root),
            ty: lens.root().clone(),
            counts: Counts::default(),
            here: None,
            end: document.len(),
        };
        Self { document, lens, reader: Reader::of_walk(document.bytes()), frames: vec![frame] }
    }

    /// The record at hand.
    pub fn here(&self) -> Option<&Here> {
        self.frames.last()?.here.as_deref()
    }

    /// Moves to the next record in wire order, into the one at hand where it is a message; false at the end.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn step(&mut self) -> Result<bool, Span> {
        self.enter();
        while let Some(frame) = self.frames.last_mut() {
            match frame.cursor.next(&mut self.reader)? {
                Some(child) => {
                    self.meet(child);
                    return Ok(true);
                }
                None if self.frames.len() == 1 => return Ok(false),
                None => _ = self.frames.pop(),
            }
        }
        Ok(false)
    }

    /// Moves to the innermost record that holds a byte, which stands no earlier than the record at hand; false where
    /// none does.
    ///
    /// # Errors
    /// The span that has to be fetched first.
    pub fn seek(&mut self, offset: u64) -> Result<bool, Span> {
        while self.frames.len() > 1 && self.frames.last().is_some_and(|it| it.end <= offset) {
            self.frames.pop();
        }
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(false) };
            let holds = |it: &Here| offset < it.child.start + it.child.record.len();
            if let Some(here) = frame.here.as_deref().filter(|it| holds(it)) {
                let payload = here.child.payload_start();
                let is_inside = (payload..payload + here.child.record.payload.len()).contains(&offset);
                if !is_inside || !self.enter() {
                    return Ok(true);
                }
                continue;
            }
            match frame.cursor.next(&mut self.reader)? {
                Some(child) => self.meet(child),
                // An end tag belongs to the group.
                None if self.frames.len() > 1 => {
                    self.frames.pop();
                    return Ok(self.here().is_some());
                }
                None => return Ok(false),
            }
        }
    }

    /// Enters the record at hand; false where it is no message, or too deep.
    fn enter(&mut self) -> bool {
        let depth = self.frames.len();
        let Some(here) = self.here().filter(|_| depth < DEEPEST) else { return false };
        let Some(ty) = here.inner.clone() else { return false };
        let message = here.child.message();
        let end = message.start + message.body.len();
        self.frames.push(Frame { cursor: Cursor::new(&message), ty, counts: Counts::default(), here: None, end });
        // What stands in the middle is named by nobody.
        if let Some(middle) = self.frames.len().checked_sub(NAMED).filter(|it| *it >= NAMED)
            && let Some(frame) = self.frames.get_mut(middle)
        {
            frame.here = None;
        }
        true
    }

    fn meet(&mut self, child: Child) {
        let depth = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return };
        let reading = self.lens.read(&frame.ty, &child.record);
        let is_near = depth <= GUESSED_DEEPEST;
        let inner = self.lens.inner(self.document, &frame.ty, &child.record, &reading, is_near);
        let occurrence = occurrence(self.document, &mut frame.counts, &child, &reading);
        frame.here = Some(Box::new(Here { child, parent: frame.ty.clone(), reading, occurrence, inner }));
    }

    /// The path of the record at hand, and where in it the record's own name stands.
    pub fn path(&self) -> (String, Range<usize>) {
        let mut out = String::new();
        let mut own = 0..0;
        let mut is_in_entry = false;
        let last = self.frames.len().saturating_sub(1);
        let mut hidden = 0usize;
        // Those between the first and the last are not even looked at: there may be a million, and as many hits.
        let tail = NAMED.max((last + 1).saturating_sub(NAMED));
        for depth in (0..NAMED.min(last + 1)).chain(tail..=last) {
            if depth == tail {
                hidden += tail - NAMED;
            }
            let Some(here) = self.frames.get(depth).and_then(|it| it.here.as_deref()) else {
                hidden += 1;
                continue;
            };
            if hidden > 0 {
                out.push_str(&format!("{}({hidden} more)", if out.is_empty() { "" } else { "." }));
                hidden = 0;
            }
            let is_message = matches!(here.reading, Reading::Message(..));
            let is_entry_value = is_in_entry && here.child.record.number == 2 && is_message;
            is_in_entry = matches!(&here.reading, Reading::Message(field, _) if field.is_map());
            // A map's value goes by the entry's path, unless the path ends with it.
            if is_entry_value && depth < last {
                continue;
            }
            if !out.is_empty() {
                out.push('.');
            }
            let start = out.len();
            self.push_name(here, &mut out);
            own = start..out.len();
        }
        cut(out, own)
    }

    fn push_name(&self, here: &Here, out: &mut String) {
        let Here { child, reading, occurrence, .. } = here;
        let number = || format!("#{}", child.record.number);
        let (name, index) = match reading {
            Reading::Undecoded => ("(undecoded)".to_owned(), None),
            Reading::Unknown | Reading::Mismatch(_) if occurrence.is_none() => (number() + "[…]", None),
            Reading::Unknown | Reading::Mismatch(_) => (number(), occurrence.filter(|it| *it > 0).map(Index::At)),
            Reading::Packed(field) => (field.path_name(), None),
            Reading::Message(field, _) if field.is_map() => {
                let key = entry_key(self.document, field, child);
                (field.path_name(), key.or(occurrence.map(Index::At)))
            }
            Reading::Value(field) | Reading::Message(field, _) => {
                let is_indexed = field.is_repeated() || occurrence.is_some_and(|it| it > 0);
                (field.path_name(), occurrence.filter(|_| is_indexed).map(Index::At))
            }
        };
        out.push_str(&name);
        if let Some(index) = index {
            out.push_str(&Segment { name: Name::Field(String::new()), index: Some(index) }.to_string());
        }
    }
}

/// Keeps the end of a long path.
fn cut(path: String, own: Range<usize>) -> (String, Range<usize>) {
    if path.len() <= PATH {
        return (path, own);
    }
    let from = path.ceil_char_boundary(path.len() - PATH);
    let kept = format!("…{}", path.get(from..).unwrap_or_default());
    let moved = |at: usize| (at + '…'.len_utf8()).saturating_sub(from).clamp('…'.len_utf8(), kept.len());
    let own = moved(own.start)..moved(own.end);
    (kept, own)
}

/// Which occurrence of its field a record is, as paths count: values of the field, or records where they do not fit.
fn occurrence(document: &Document, counts: &mut Counts, child: &Child, reading: &Reading) -> Option<u64> {
    let count = counts.of(child.record.number)?;
    let occurrence = if reading.fitting_field().is_some() { count.values } else { Some(count.records) };
    let values = match reading {
        Reading::Packed(field) => {
            let payload = &child.record.payload;
            let is_short = payload.len() <= COUNTED_RUN || field.wire_type() != WireType::Varint;
            let elements = Elements::new(document, payload.clone(), &field.kind());
            is_short.then(|| elements.count_whole().ok()).flatten()
        }
        Reading::Value(_) | Reading::Message(..) => Some(1),
        Reading::Mismatch(_) | Reading::Unknown | Reading::Undecoded => Some(0),
    };
    count.records += 1;
    count.values = count.values.zip(values).map(|(before, here)| before + here);
    occurrence
}

/// What of a failed read is worth stopping for: bytes that are lost hold nothing to be found.
pub(super) fn unless_gone<T>(read: Result<T, Missing>) -> Result<Option<T>, Missing> {
    match read {
        Ok(it) => Ok(Some(it)),
        Err(Missing::Gone(_)) => Ok(None),
        Err(absent @ Missing::Absent(_)) => Err(absent),
    }
}

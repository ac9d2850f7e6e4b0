//! Raw edits: bytes of a message give way to others, whatever records they belong to, and the records there are
//! scanned anew. Planned as a splice of records, so a raw edit is an edit like any other: a value with an inverse.
//! Costs the records from the first that is touched to the first that reads as before; where none does so soon, the
//! rest of the message is one untouched run, counted later as that of an opened file is.

use std::ops::Range;
use std::sync::Arc;

use super::body::Body;
use super::chunk::Levels;
use super::document::{Cursor, Document, Message};
use super::edit::{Address, Edit, EditError, Records};
use super::reader::Reader;
use super::record::WireType;
use super::rope::{Piece, Rope, Run, Step};
use super::scan;
use super::source::{Answer, Bytes, Missing, Source};
use super::span::{Area, Span};
use super::splice::{Part, Parts};

/// Records that are scanned for one that reads as before, old and new ones together.
const SCANNED: usize = 4096;
/// Stretches up to this size are copied; longer ones are joined from their parts.
const COPIED: u64 = 16 << 10;

/// A raw edit, ready to be applied.
#[derive(Clone, Debug)]
pub struct RawEdit {
    /// The edit.
    pub edit: Edit,
    /// Offset in the document, as it stands before the edit, of the first record that has none of the bytes replaced
    /// and reads as something else behind the edit; `None` where all others read as before.
    pub reread: Option<u64>,
}

impl Document {
    /// The edit that puts `with` in the place of bytes of the message at `message`; `range` counts from the start of
    /// that message and is cut to it. Lengths around the message follow. Where the edit changes where a group ends,
    /// the message around the group is scanned anew.
    ///
    /// # Errors
    /// No message at the address, or bytes that have to be fetched first.
    pub fn replace_bytes(
        &self,
        message: &Address,
        range: Range<u64>,
        with: &[u8],
        levels: &Levels,
    ) -> Result<RawEdit, EditError> {
        let with: Arc<[u8]> = Arc::from(with);
        let mut address = message.clone();
        let mut range = range;
        loop {
            let around = match address.is_root() {
                true => None,
                false => Some(self.child(&address).map_err(EditError::Absent)?.ok_or_else(|| no_record(&address))?),
            };
            let inner = around.as_ref().map_or_else(|| self.root(), super::Child::message);
            let is_group = around.as_ref().is_some_and(|it| it.record.wire_type == WireType::Group);
            let replacing = Replacing::new(self, &inner, range.clone(), with.clone(), levels)?;
            if let Some(replaced) = replacing.planned(is_group)? {
                let Replaced { from, to, with, reread } = replaced;
                return Ok(RawEdit { edit: Edit::Splice { parent: address, from, to, with }, reread });
            }
            let Some((around, parent)) = around.zip(address.parent()) else { return Err(no_record(&address)) };
            let before = around.place.at + around.record.head_len();
            range = before + range.start..before + range.end.min(inner.body.len());
            address = parent;
        }
    }
}

fn no_record(address: &Address) -> EditError {
    EditError::NoRecord(address.clone())
}

/// What a raw edit comes to in one message.
struct Replaced {
    from: Step,
    to: Step,
    with: Records,
    reread: Option<u64>,
}

/// The bytes of a message from `from` on, those of `range` replaced.
struct Spliced {
    document: Document,
    body: Body,
    from: u64,
    range: Range<u64>,
    with: Arc<[u8]>,
}

impl Spliced {
    /// Bytes before those replaced.
    fn before(&self) -> u64 {
        self.range.start - self.from
    }

    /// Offset of the first byte behind those put in.
    fn behind(&self) -> u64 {
        self.before() + self.with.len() as u64
    }

    /// The offset in the message, as it stands, of a byte behind those put in.
    fn old(&self, at: u64) -> u64 {
        at - self.behind() + self.range.end
    }

    fn read_all(&self, offset: u64, into: &mut [u8]) -> Result<(), Missing> {
        let mut at = offset;
        let mut rest = into;
        while !rest.is_empty() {
            let (n, place) = if at < self.before() {
                (self.before() - at, Some(self.from + at))
            } else if at < self.behind() {
                (self.behind() - at, None)
            } else {
                (u64::MAX, Some(self.old(at)))
            };
            let n = rest.len().min(usize::try_from(n).unwrap_or(usize::MAX));
            let (now, later) = std::mem::take(&mut rest).split_at_mut(n);
            match place {
                Some(place) => self.document.read_body(&self.body, place, now)?,
                None => {
                    let skipped = (at - self.before()) as usize;
                    now.copy_from_slice(self.with.get(skipped..skipped + n).unwrap_or_default());
                }
            }
            at += n as u64;
            rest = later;
        }
        Ok(())
    }

    /// One span that holds the first `len` bytes.
    fn kept(&self, len: u64) -> Result<Span, EditError> {
        let bytes = self.document.bytes();
        if len <= COPIED {
            let mut copy = vec![0; len as usize];
            return match self.read_all(0, &mut copy) {
                Ok(()) => Ok(bytes.push(&copy)),
                Err(Missing::Absent(span)) => Err(EditError::Absent(span)),
                // What is lost stays a span: it reads as lost.
                Err(Missing::Gone(_)) => Ok(self.joined(len)),
            };
        }
        Ok(self.joined(len))
    }

    fn joined(&self, len: u64) -> Span {
        let bytes = self.document.bytes();
        let mut spans = Vec::new();
        let mut old = |from: u64, to: u64| {
            let mut rest = to.saturating_sub(from);
            for part in Parts::of_body(&self.body, from) {
                let span = match part {
                    _ if rest == 0 => break,
                    Part::Span(span) => span.part(0, rest),
                    Part::Made(made) => bytes.push(&made).part(0, rest),
                };
                rest -= span.len;
                spans.push(span);
            }
            std::mem::take(&mut spans)
        };
        let mut all = old(self.from, self.range.start);
        all.push(bytes.push(&self.with));
        if len > self.behind() {
            all.extend(old(self.range.end, self.old(len)));
        }
        bytes.join(&all).part(0, len)
    }
}

impl Source for Spliced {
    fn len(&self) -> u64 {
        self.behind() + self.body.len() - self.range.end
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        match self.read_all(offset, into) {
            Ok(()) => Answer::Bytes,
            Err(Missing::Absent(_)) => Answer::Absent,
            Err(Missing::Gone(_)) => Answer::Gone,
        }
    }
}

/// A raw edit of one message.
struct Replacing<'a> {
    document: &'a Document,
    message: &'a Message,
    from: Step,
    spliced: Arc<Spliced>,
}

/// Where the new records meet the old ones again.
struct Met {
    /// The place among the old records.
    old: Step,
    /// Bytes and records of the new ones.
    new: Step,
    /// The first old record behind the bytes replaced that was not met.
    reread: Option<u64>,
}

impl<'a> Replacing<'a> {
    fn new(
        document: &'a Document,
        message: &'a Message,
        range: Range<u64>,
        with: Arc<[u8]>,
        levels: &Levels,
    ) -> Result<Self, EditError> {
        let len = message.body.len();
        let start = range.start.min(len);
        let range = start..range.end.clamp(start, len);
        let touched = start.min(len.saturating_sub(1));
        let from = match document.child_at(message, touched, levels).map_err(EditError::Absent)? {
            // What is appended may be taken up by an open record, and by no other.
            Some(last) if start == len && !last.record.flaws.is_open() => last.after(),
            Some(first) => first.place,
            None => Step::default(),
        };
        let (document_then, body) = (document.clone(), message.body.clone());
        let spliced = Arc::new(Spliced { document: document_then, body, from: from.at, range, with });
        Ok(Self { document, message, from, spliced })
    }

    /// The splice; `None` where it changes where the group that this message is ends.
    fn planned(&self, is_group: bool) -> Result<Option<Replaced>, EditError> {
        let scratch = Bytes::new(self.spliced.clone());
        let met = match self.meet(&scratch, is_group)? {
            Meeting::Met(met) => met,
            Meeting::Not { .. } if is_group => return Ok(None),
            Meeting::Not { reread } => {
                let span = self.spliced.kept(self.spliced.len())?;
                let to = Step { row: Step::UNCOUNTED, at: self.message.body.len() };
                return Ok(Some(Replaced { from: self.from, to, with: Records(Rope::from_raw(span)), reread }));
            }
        };
        let span = self.spliced.kept(met.new.at)?;
        let run = Run { base: span, from: 0, len: span.len, first_row: 0, rows: Some(met.new.row) };
        let with = Records(Rope::from_piece(Piece::Run(run)));
        Ok(Some(Replaced { from: self.from, to: met.old, with, reread: met.reread }))
    }

    /// Scans the new records and walks the old ones until one of each begins at the same byte.
    fn meet(&self, scratch: &Bytes, is_group: bool) -> Result<Meeting, EditError> {
        let absent = EditError::Absent;
        let (spliced, len) = (&self.spliced, self.spliced.len());
        let mut old_reader = Reader::new(self.document.bytes());
        let mut cursor = Cursor::new_at(self.message, self.from);
        let mut reader = Reader::new(scratch);
        let mut new = Step::default();
        let mut reread = None;
        for _ in 0..SCANNED {
            let old = cursor.place();
            let behind = (new.at >= spliced.behind()).then(|| spliced.old(new.at));
            if old.at >= spliced.range.end {
                if behind == Some(old.at) {
                    return Ok(Meeting::Met(Met { old, new, reread }));
                }
                let is_passed = behind.is_some_and(|behind| behind > old.at);
                if is_passed && reread.is_none() {
                    reread = Some(self.message.start + old.at);
                }
            }
            if behind.is_some_and(|behind| behind > old.at) {
                if cursor.next(&mut old_reader).map_err(absent)?.is_none() {
                    break;
                }
                continue;
            }
            let Some(head) = scan::head(&mut reader, Area::Original, new.at, len).map_err(absent)? else { break };
            if is_group && head.flaws.is_open() {
                break;
            }
            new = Step { row: new.row + 1, at: head.next };
        }
        Ok(Meeting::Not { reread })
    }
}

enum Meeting {
    Met(Met),
    Not { reread: Option<u64> },
}

#[cfg(test)]
mod tests {
    use super::super::Applied;
    use super::*;

    fn replaced(document: &Document, range: Range<u64>, with: &[u8]) -> (Applied, Option<u64>) {
        let raw = document.replace_bytes(&Address::ROOT, range, with, &Levels::default()).unwrap();
        (document.apply(&raw.edit).unwrap(), raw.reread)
    }

    fn numbers(document: &Document) -> Vec<u64> {
        document.children(&document.root()).map(|it| it.unwrap().record.number).collect()
    }

    #[test]
    fn only_the_records_touched_are_new() {
        let document = Document::from_bytes([8, 1].repeat(100));
        let (applied, reread) = replaced(&document, 50..51, &[0x10]);
        assert_eq!(reread, None);
        let ids = |document: &Document| -> Vec<_> {
            document.children(&document.root()).map(|it| it.unwrap().id()).collect()
        };
        let (before, after) = (ids(&document), ids(&applied.document));
        let differing: Vec<usize> = (0..100).filter(|row| before[*row] != after[*row]).collect();
        assert_eq!(differing, [25]);
        assert_eq!(numbers(&applied.document)[25], 2);
    }

    #[test]
    fn a_length_that_reaches_further_says_which_record_reads_as_something_else() {
        let document = Document::from_bytes(vec![0x0a, 1, b'x', 8, 1, 8, 2]);
        let (applied, reread) = replaced(&document, 1..2, &[3]);
        assert_eq!(reread, Some(3));
        assert_eq!(numbers(&applied.document), [1, 1]);
        let undone = applied.document.apply(&applied.inverse).unwrap();
        assert_eq!(numbers(&undone.document), [1, 1, 1]);
    }

    #[test]
    fn where_nothing_reads_as_before_the_rest_is_not_walked() {
        // Records of two bytes that become records of three once the first byte is another.
        let mut bytes = vec![8, 0x80, 8];
        bytes.extend([0x80, 8].repeat(100_000));
        bytes.push(1);
        let document = Document::from_bytes(bytes.clone());
        let (applied, reread) = replaced(&document, 0..1, &[]);
        assert!(reread.is_some());
        assert!(!applied.document.root().body.to_rope().is_counted());
        bytes.remove(0);
        assert_eq!(applied.document.to_vec().unwrap(), bytes);
        let scanned = Document::from_bytes(bytes);
        assert_eq!(numbers(&applied.document), numbers(&scanned));
        let undone = applied.document.apply(&applied.inverse).unwrap();
        assert_eq!(numbers(&undone.document), numbers(&document));
        let again = undone.document.apply(&undone.inverse).unwrap();
        assert_eq!(numbers(&again.document), numbers(&scanned));
    }

    #[test]
    fn an_end_tag_put_into_a_group_ends_it_there() {
        let document = Document::from_bytes(vec![0x0b, 8, 1, 8, 2, 0x0c, 8, 3]);
        let group = document.children(&document.root()).next().unwrap().unwrap();
        let address = Address::ROOT.child(group.place);
        let raw = document.replace_bytes(&address, 2..2, &[0x0c], &Levels::default()).unwrap();
        let applied = document.apply(&raw.edit).unwrap();
        assert_eq!(applied.document.to_vec().unwrap(), [0x0b, 8, 1, 0x0c, 8, 2, 0x0c, 8, 3]);
        assert_eq!(numbers(&applied.document), [1, 1, 0]);
        assert!(applied.warnings.is_empty());
    }
}

//! What each byte in view is: tag, length or payload of which record, how deep. Knows no window; read as text in
//! tests. Only the records in view are read, however large the document.

use std::fmt::Write as _;
use std::ops::Range;

use crate::app::is_offset_near;
use crate::schema::Lens;
use crate::wire::{Address, Child, Document, Levels, Message, Missing, Shape, Span, WireType};

/// Bytes in a row.
pub const WIDTH: u64 = 16;
/// Messages are entered so deep and no deeper: what is deeper shows as payload.
const DEEPEST: usize = 100;

/// What a byte is to its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A tag, or the end tag of a group.
    Tag,
    /// A length prefix.
    Length,
    /// A value.
    Payload,
    /// No record: undecoded.
    Undecoded,
}

/// A byte in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The byte; `None` where it is not read yet, or gone.
    pub byte: Option<u8>,
    /// What it is.
    pub part: Part,
    /// How many messages it stands in; 0 in the outermost.
    pub depth: usize,
}

/// A row of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The offset of its first byte.
    pub offset: u64,
    /// Its bytes, at most sixteen.
    pub cells: Vec<Cell>,
}

/// How many rows a document has.
pub fn rows(len: u64) -> u64 {
    len.div_ceil(WIDTH)
}

/// The row that holds an offset.
pub fn row_of(offset: u64) -> u64 {
    offset / WIDTH
}

/// Rows of bytes, and what they lack.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// The rows.
    pub rows: Vec<Row>,
    /// The span that has to be fetched before they are complete.
    pub absent: Option<Span>,
    /// Messages that have to be indexed before the records in them can be told apart: plain payload until then.
    pub unindexed: Vec<Message>,
}

/// The bytes of the rows in `range`, row by row.
pub fn cells(document: &Document, lens: &Lens, levels: &Levels, range: Range<u64>) -> Cells {
    let end = range.end.saturating_mul(WIDTH).min(document.len());
    let start = range.start.saturating_mul(WIDTH).min(end);
    let mut all = vec![Cell { byte: None, part: Part::Payload, depth: 0 }; (end - start) as usize];
    let mut absent = fill(document, start, &mut all);
    let mut view = View { document, lens, levels, start, end, cells: &mut all, unindexed: Vec::new() };
    absent = absent.or(view.mark_all());
    let unindexed = view.unindexed;
    let rows = all
        .chunks(WIDTH as usize)
        .zip(0..)
        .map(|(cells, i)| Row { offset: start + i * WIDTH, cells: cells.to_vec() })
        .collect();
    Cells { rows, absent, unindexed }
}

/// Reads the bytes; those that are missing stay unknown.
fn fill(document: &Document, start: u64, cells: &mut [Cell]) -> Option<Span> {
    let mut absent = None;
    let mut bytes = [0; WIDTH as usize];
    for (row, at) in cells.chunks_mut(WIDTH as usize).zip((start..).step_by(WIDTH as usize)) {
        let into = bytes.get_mut(..row.len()).unwrap_or_default();
        match document.read(at, into) {
            Ok(()) => row.iter_mut().zip(into.iter()).for_each(|(cell, byte)| cell.byte = Some(*byte)),
            Err(Missing::Absent(span)) => absent = absent.or(Some(span)),
            Err(Missing::Gone(_)) => {}
        }
    }
    absent
}

struct View<'a> {
    document: &'a Document,
    lens: &'a Lens,
    levels: &'a Levels,
    start: u64,
    end: u64,
    cells: &'a mut [Cell],
    unindexed: Vec<Message>,
}

/// A message whose records are still to be marked.
struct Open {
    message: Message,
    ty: crate::schema::Type,
    depth: usize,
}

impl View<'_> {
    fn mark_all(&mut self) -> Option<Span> {
        let mut open = vec![Open { message: self.document.root(), ty: self.lens.root().clone(), depth: 0 }];
        let mut absent = None;
        while let Some(next) = open.pop() {
            if let Err(span) = self.mark_message(&next, &mut open) {
                absent = absent.or(Some(span));
            }
        }
        absent
    }

    fn mark_message(&mut self, it: &Open, open: &mut Vec<Open>) -> Result<(), Span> {
        let from = self.start.saturating_sub(it.message.start);
        if !is_offset_near(self.document, self.levels, &it.message, from) {
            self.unindexed.push(it.message.clone());
            return Ok(());
        }
        let Some(first) = self.document.child_at(&it.message, from, self.levels)? else { return Ok(()) };
        for child in self.document.children_from(&it.message, first.place) {
            let child = child?;
            if child.start >= self.end {
                break;
            }
            self.mark_record(&child, it.depth);
            let ends_before = child.payload_start() + child.record.payload.len() <= self.start;
            if it.depth + 1 < DEEPEST
                && !ends_before
                && child.payload_start() < self.end
                && let Some(ty) = self.lens.message(&it.ty, &child.record)
            {
                open.push(Open { message: child.message(), ty, depth: it.depth + 1 });
            }
        }
        Ok(())
    }

    fn mark_record(&mut self, child: &Child, depth: usize) {
        let record = &child.record;
        let (tag_end, payload) = (child.start + record.tag.len, child.payload_start());
        let payload_end = payload + record.payload.len();
        let payload_part = if record.wire_type == WireType::Undecoded { Part::Undecoded } else { Part::Payload };
        self.mark(child.start..tag_end, Part::Tag, depth);
        self.mark(tag_end..payload, Part::Length, depth);
        self.mark(payload..payload_end, payload_part, depth);
        self.mark(payload_end..payload_end + record.end.len, Part::Tag, depth);
    }

    fn mark(&mut self, range: Range<u64>, part: Part, depth: usize) {
        let index = |offset: u64| (offset.clamp(self.start, self.end) - self.start) as usize;
        for cell in self.cells.get_mut(index(range.start)..index(range.end)).unwrap_or_default() {
            cell.part = part;
            cell.depth = depth;
        }
    }
}

/// The address of the innermost record that holds the byte at `offset`.
///
/// # Errors
/// The span that has to be fetched first.
pub fn record_at(document: &Document, lens: &Lens, levels: &Levels, offset: u64) -> Result<Option<Address>, Span> {
    let (mut message, mut ty, mut address) = (document.root(), lens.root().clone(), Address::ROOT);
    let mut found = None;
    for _ in 0..DEEPEST {
        let Some(child) = document.child_at(&message, offset - message.start, levels)? else { break };
        address = address.child(child.place);
        found = Some(address.clone());
        let payload = child.payload_start()..child.payload_start() + child.record.payload.len();
        match lens.message(&ty, &child.record) {
            Some(inner) if payload.contains(&offset) => (message, ty) = (child.message(), inner),
            _ => break,
        }
    }
    Ok(found)
}

/// An offset as the first column shows it.
pub fn offset_text(offset: u64, len: u64) -> String {
    let digits = if len > u64::from(u32::MAX) { 12 } else { 8 };
    format!("{offset:0digits$x}")
}

/// The printable letters of bytes, and dots.
pub fn text_of(cells: &[Cell]) -> String {
    cells
        .iter()
        .map(|cell| match cell.byte {
            Some(byte @ 0x20..=0x7e) => char::from(byte),
            Some(_) => '·',
            None => ' ',
        })
        .collect()
}

impl Row {
    /// The row as a person would copy it: offset, bytes, letters.
    pub fn to_text(&self, len: u64) -> String {
        let mut out = offset_text(self.offset, len);
        for (i, cell) in self.cells.iter().enumerate() {
            out.push_str(if i % 8 == 0 { "  " } else { " " });
            match cell.byte {
                Some(byte) => _ = write!(out, "{byte:02x}"),
                None => out.push_str(".."),
            }
        }
        out.push_str("  ");
        out.push_str(&text_of(&self.cells));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Pool;

    fn drawn(bytes: &[u8], ty: &str) -> String {
        let document = Document::from_bytes(bytes.to_vec());
        let pool = Pool::bundled();
        let root = pool.find(ty).unwrap();
        let lens = Lens::new(pool, Some(root));
        let Cells { rows, absent, .. } = cells(&document, &lens, &Levels::default(), 0..rows(document.len()));
        assert_eq!(absent, None);
        let mut out = String::new();
        for row in &rows {
            for cell in &row.cells {
                let part = match cell.part {
                    Part::Tag => 't',
                    Part::Length => 'l',
                    Part::Payload => 'p',
                    Part::Undecoded => 'u',
                };
                _ = write!(out, "{part}{} ", cell.depth);
            }
        }
        out.trim_end().to_owned()
    }

    #[test]
    fn every_byte_knows_what_it_is() {
        // action_digest { hash: "ab" size_bytes: 3 }, then an unknown varint.
        let bytes = [0x0a, 6, 0x0a, 2, b'a', b'b', 0x10, 3, 0x78, 0x96, 0x01];
        assert_eq!(drawn(&bytes, "HistoricalExecuteResponse"), "t0 l0 t1 l1 p1 p1 t1 p1 t0 p0 p0");
    }

    #[test]
    fn groups_end_in_a_tag_and_undecoded_bytes_say_so() {
        assert_eq!(drawn(&[0x7b, 0x08, 1, 0x7c, 0x06, 9], "v2.Digest"), "t0 t1 p1 t0 u0 u0");
    }

    #[test]
    fn a_view_in_the_middle_marks_only_what_it_shows() {
        let mut bytes = vec![0x0a, 40, 0x0a, 38];
        bytes.resize(42, b'x');
        let document = Document::from_bytes(bytes);
        let pool = Pool::bundled();
        let root = pool.find("HistoricalExecuteResponse").unwrap();
        let lens = Lens::new(pool, Some(root));
        let rows = cells(&document, &lens, &Levels::default(), 1..9).rows;
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().flat_map(|row| &row.cells).all(|it| (it.part, it.depth) == (Part::Payload, 1)));
        assert_eq!(rows[1].to_text(42), "00000020  78 78 78 78 78 78 78 78  78 78  xxxxxxxxxx");
    }

    #[test]
    fn far_in_a_message_that_is_not_indexed_bytes_are_plain_payload() {
        let mut bytes = vec![0x32, 0xc0, 0x8d, 0xb7, 0x01];
        bytes.extend(b"\x0a\x04\x1a\x02xx".repeat(500_000));
        let document = Document::from_bytes(bytes);
        let pool = Pool::bundled();
        let root = pool.find("google.protobuf.Value").unwrap();
        let lens = Lens::new(pool, Some(root));
        let at = row_of(2 << 20);
        let mut levels = Levels::default();
        levels.extend(document.bytes(), document.uncounted(&document.root()).unwrap(), 1);
        let shown = cells(&document, &lens, &levels, at..at + 1);
        assert!(shown.rows[0].cells.iter().all(|it| (it.part, it.depth) == (Part::Payload, 0)));
        assert_eq!(shown.unindexed.len(), 1);
        levels.extend(document.bytes(), document.uncounted(&shown.unindexed[0]).unwrap(), u64::MAX);
        let shown = cells(&document, &lens, &levels, at..at + 1);
        assert!(shown.unindexed.is_empty() && shown.rows[0].cells.iter().any(|it| it.part == Part::Tag));
    }

    #[test]
    fn the_record_under_a_byte_is_the_innermost() {
        let document = Document::from_bytes(vec![0x0a, 6, 0x0a, 2, b'a', b'b', 0x10, 3, 0x78, 0x96, 0x01]);
        let pool = Pool::bundled();
        let root = pool.find("HistoricalExecuteResponse").unwrap();
        let lens = Lens::new(pool, Some(root));
        let depth = |offset| {
            let found = record_at(&document, &lens, &Levels::default(), offset).unwrap().unwrap();
            (found.steps().len(), document.child(&found).unwrap().unwrap().record.number)
        };
        assert_eq!(depth(0), (1, 1));
        assert_eq!(depth(1), (1, 1));
        assert_eq!(depth(2), (2, 1));
        assert_eq!(depth(5), (2, 1));
        assert_eq!(depth(7), (2, 2));
        assert_eq!(depth(10), (1, 15));
        assert_eq!(record_at(&document, &lens, &Levels::default(), 11).unwrap(), None);
    }

    #[test]
    fn a_message_deeper_than_is_shown_costs_no_stack() {
        let mut bytes: Vec<u8> = Vec::new();
        for _ in 0..2000 {
            let mut outer = vec![0x0a];
            crate::wire::varint::push(bytes.len() as u64, &mut outer);
            outer.extend_from_slice(&bytes);
            bytes = outer;
        }
        let document = Document::from_bytes(bytes);
        let lens = Lens::without_type(Pool::bundled());
        let rows = cells(&document, &lens, &Levels::default(), 0..4).rows;
        assert_eq!(rows.len(), 4);
    }
}

//! What each byte in view is: tag, length or payload of which record, how deep. Knows no window; read as text in
//! tests. Only the records in view are read, however large the document.

use std::fmt::Write as _;
use std::ops::Range;

use crate::app::is_offset_near;
use crate::schema::Lens;
use crate::wire::{Child, Document, Levels, Message, Missing, Shape, Span, WireType, varint};

/// Bytes in a row where there is no room for more.
pub const WIDTH: u64 = 16;
/// Bytes in a group.
pub const GROUP: u64 = 8;
/// Bytes are read by so many.
const READ: usize = 16;
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

/// A byte, as far as it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// It is there.
    Read(u8),
    /// Not read yet.
    Absent,
    /// Lost: the file was truncated or replaced.
    Gone,
}

/// A byte in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The byte.
    pub byte: Byte,
    /// What it is.
    pub part: Part,
    /// How many messages it stands in; 0 in the outermost.
    pub depth: usize,
    /// True in a record that was asked about: see [`cells`].
    pub is_selected: bool,
}

/// A row of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The offset of its first byte.
    pub offset: u64,
    /// Its bytes.
    pub cells: Vec<Cell>,
}

/// How many rows a document has.
pub fn rows(len: u64, width: u64) -> u64 {
    // The place behind the last byte has a row as well: what is typed there is appended.
    len / width + 1
}

/// The row that holds an offset.
pub fn row_of(offset: u64, width: u64) -> u64 {
    offset / width
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
    /// True when some of the bytes are gone.
    pub is_gone: bool,
}

/// The bytes of the rows in `range`, row by row. `is_held` says of a record, by the rows on the way to it, whether it is
/// selected with others.
pub fn cells(
    document: &Document,
    lens: &Lens,
    levels: &Levels,
    range: Range<u64>,
    width: u64,
    is_held: &dyn Fn(&[u64]) -> bool,
) -> Cells {
    let end = range.end.saturating_mul(width).min(document.len());
    let start = range.start.saturating_mul(width).min(end);
    let mut all =
        vec![Cell { byte: Byte::Absent, part: Part::Payload, depth: 0, is_selected: false }; (end - start) as usize];
    let mut absent = fill(document, start, &mut all);
    let mut view = View { document, lens, levels, start, end, cells: &mut all, unindexed: Vec::new(), is_held };
    absent = absent.or(view.mark_all());
    let unindexed = view.unindexed;
    let mut rows: Vec<Row> = all
        .chunks(width as usize)
        .zip(0..)
        .map(|(cells, i)| Row { offset: start + i * width, cells: cells.to_vec() })
        .collect();
    // The place behind the last byte stands in a row of its own where the last row is full.
    let at_end = document.len() / width;
    if document.len().is_multiple_of(width) && range.contains(&at_end) {
        rows.push(Row { offset: document.len(), cells: Vec::new() });
    }
    let is_gone = all.iter().any(|cell| cell.byte == Byte::Gone);
    Cells { rows, absent, unindexed, is_gone }
}

/// Reads the bytes; those that are missing stay unknown.
fn fill(document: &Document, start: u64, cells: &mut [Cell]) -> Option<Span> {
    let mut absent = None;
    let mut bytes = [0; READ];
    for (row, at) in cells.chunks_mut(READ).zip((start..).step_by(READ)) {
        let into = bytes.get_mut(..row.len()).unwrap_or_default();
        match document.read(at, into) {
            Ok(()) => row.iter_mut().zip(into.iter()).for_each(|(cell, byte)| cell.byte = Byte::Read(*byte)),
            Err(Missing::Absent(span)) => absent = absent.or(Some(span)),
            Err(Missing::Gone(_)) if row.len() == 1 => row.iter_mut().for_each(|cell| cell.byte = Byte::Gone),
            // Some of the row may be there.
            Err(Missing::Gone(_)) => {
                for (cell, at) in row.iter_mut().zip(at..) {
                    absent = absent.or(fill(document, at, std::slice::from_mut(cell)));
                }
            }
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
    is_held: &'a dyn Fn(&[u64]) -> bool,
}

/// A message whose records are still to be marked.
struct Open {
    message: Message,
    ty: crate::schema::Type,
    /// The rows on the way to it: as many as it is deep.
    way: Vec<u64>,
}

impl View<'_> {
    fn mark_all(&mut self) -> Option<Span> {
        let mut open = vec![Open { message: self.document.root(), ty: self.lens.root().clone(), way: Vec::new() }];
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
            let depth = it.way.len();
            self.mark_record(&child, depth);
            let way: Vec<u64> = it.way.iter().copied().chain([child.place.row]).collect();
            if (self.is_held)(&way) {
                let cells = self.cells_in(child.start..child.start + child.record.len());
                cells.iter_mut().for_each(|it| it.is_selected = true);
            }
            let ends_before = child.payload_start() + child.record.payload.len() <= self.start;
            if depth + 1 < DEEPEST
                && !ends_before
                && child.payload_start() < self.end
                && let Some(ty) = self.lens.message(&it.ty, &child.record)
            {
                open.push(Open { message: child.message(), ty, way });
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

    /// The bytes in view of a range.
    fn cells_in(&mut self, range: Range<u64>) -> &mut [Cell] {
        let index = |offset: u64| (offset.clamp(self.start, self.end) - self.start) as usize;
        self.cells.get_mut(index(range.start)..index(range.end)).unwrap_or_default()
    }

    fn mark(&mut self, range: Range<u64>, part: Part, depth: usize) {
        for cell in self.cells_in(range) {
            cell.part = part;
            cell.depth = depth;
        }
    }
}

/// What the bytes at a place are as numbers: little-endian of every width that is there, and as a varint.
pub fn numbers(bytes: &[u8]) -> String {
    let mut out = String::new();
    for width in [1, 2, 4, 8] {
        let Some(part) = bytes.get(..width) else { break };
        let value = part.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte));
        _ = write!(out, "u{} {value}   ", width * 8);
    }
    if let varint::Varint::Whole { value, .. } = varint::read(bytes) {
        let zigzag = (value >> 1) as i64 ^ -((value & 1) as i64);
        _ = write!(out, "varint {value}   zigzag {zigzag}");
    }
    out.trim_end().to_owned()
}

/// An offset as the first column shows it: all of a document take the same room.
pub fn offset_text(offset: u64, len: u64, is_decimal: bool) -> String {
    if is_decimal {
        let digits = len.to_string().len().max(8);
        return format!("{offset:0digits$}");
    }
    let digits = if len > u64::from(u32::MAX) { 12 } else { 8 };
    format!("{offset:0digits$x}")
}

/// The printable letters of bytes, and dots.
pub fn text_of(cells: &[Cell]) -> String {
    cells
        .iter()
        .map(|cell| match cell.byte {
            Byte::Read(byte @ 0x20..=0x7e) => char::from(byte),
            Byte::Read(_) => '·',
            Byte::Absent | Byte::Gone => ' ',
        })
        .collect()
}

impl Row {
    /// The row as a person would copy it: offset, bytes, letters.
    pub fn to_text(&self, len: u64) -> String {
        let mut out = offset_text(self.offset, len, false);
        for (i, cell) in self.cells.iter().enumerate() {
            out.push_str(if i % 8 == 0 { "  " } else { " " });
            match cell.byte {
                Byte::Read(byte) => _ = write!(out, "{byte:02x}"),
                Byte::Absent => out.push_str(".."),
                Byte::Gone => out.push_str("--"),
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
        let Cells { rows, absent, .. } =
            cells(&document, &lens, &Levels::default(), 0..rows(document.len(), WIDTH), WIDTH, &|_| false);
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
    fn records_selected_together_are_marked_with_all_that_is_in_them() {
        // Three digests { hash: "ab" }, the last with a size: the first is selected, and the size of the third.
        let bytes = b"\x0a\x04\x0a\x02ab\x0a\x04\x0a\x02ab\x0a\x06\x0a\x02ab\x10\x07".to_vec();
        let document = Document::from_bytes(bytes);
        let pool = Pool::bundled();
        let root = pool.find("HistoricalExecuteResponse").unwrap();
        let lens = Lens::new(pool, Some(root));
        let is_held = |way: &[u64]| matches!(way, [0, ..] | [2, 1]);
        let shown = cells(&document, &lens, &Levels::default(), 0..2, WIDTH, &is_held);
        let marks: String =
            shown.rows.iter().flat_map(|it| &it.cells).map(|it| if it.is_selected { '#' } else { '.' }).collect();
        assert_eq!(marks, "######............##");
    }

    #[test]
    fn offsets_are_as_wide_in_decimal_as_the_longest_of_the_document() {
        assert_eq!(offset_text(74, 738, false), "0000004a");
        assert_eq!(offset_text(74, 738, true), "00000074");
        assert_eq!(offset_text(74, 11 << 30, false), "00000000004a");
        assert_eq!(offset_text(74, 11 << 30, true), "00000000074");
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
        let rows = cells(&document, &lens, &Levels::default(), 1..9, WIDTH, &|_| false).rows;
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
        let at = row_of(2 << 20, WIDTH);
        let mut levels = Levels::default();
        levels.extend(document.bytes(), document.uncounted(&document.root()).unwrap(), 1);
        let shown = cells(&document, &lens, &levels, at..at + 1, WIDTH, &|_| false);
        assert!(shown.rows[0].cells.iter().all(|it| (it.part, it.depth) == (Part::Payload, 0)));
        assert_eq!(shown.unindexed.len(), 1);
        levels.extend(document.bytes(), document.uncounted(&shown.unindexed[0]).unwrap(), u64::MAX);
        let shown = cells(&document, &lens, &levels, at..at + 1, WIDTH, &|_| false);
        assert!(shown.unindexed.is_empty() && shown.rows[0].cells.iter().any(|it| it.part == Part::Tag));
    }

    #[test]
    fn bytes_are_told_as_numbers_of_every_width_that_is_there() {
        assert_eq!(numbers(&[]), "");
        assert_eq!(numbers(&[0x96, 0x01, 2]), "u8 150   u16 406   varint 150   zigzag 75");
        assert_eq!(numbers(&[3; 10]), "u8 3   u16 771   u32 50529027   u64 217020518514230019   varint 3   zigzag -2");
        assert_eq!(numbers(&[0xff]), "u8 255");
    }

    #[test]
    fn wider_rows_hold_more_and_the_end_has_a_row() {
        let document = Document::from_bytes(vec![b'x'; 48]);
        let lens = Lens::without_type(Pool::bundled());
        let shown = cells(&document, &lens, &Levels::default(), 0..9, 24, &|_| false).rows;
        assert_eq!(
            shown.iter().map(|row| (row.offset, row.cells.len())).collect::<Vec<_>>(),
            [(0, 24), (24, 24), (48, 0)]
        );
        assert_eq!((rows(48, 24), row_of(48, 24), rows(0, 16)), (3, 2, 1));
    }

    #[test]
    fn bytes_that_are_gone_are_told_from_those_not_read_yet() {
        struct Half;
        impl crate::wire::Source for Half {
            fn len(&self) -> u64 {
                32
            }

            fn read(&self, offset: u64, into: &mut [u8]) -> crate::wire::Answer {
                into.fill(b'x');
                match offset + into.len() as u64 {
                    0..=8 => crate::wire::Answer::Bytes,
                    9..=16 => crate::wire::Answer::Gone,
                    _ => crate::wire::Answer::Absent,
                }
            }
        }
        let document = Document::new(std::sync::Arc::new(Half));
        let lens = Lens::without_type(Pool::bundled());
        let shown = cells(&document, &lens, &Levels::default(), 0..2, WIDTH, &|_| false);
        assert!(shown.is_gone && shown.absent.is_some());
        assert_eq!(
            shown.rows[0].to_text(32),
            "00000000  78 78 78 78 78 78 78 78  -- -- -- -- -- -- -- --  xxxxxxxx        "
        );
        assert!(shown.rows[1].to_text(32).contains(".. .."));
    }

    #[test]
    fn a_message_deeper_than_is_shown_costs_no_stack() {
        let mut bytes: Vec<u8> = Vec::new();
        for _ in 0..2000 {
            let mut outer = vec![0x0a];
            varint::push(bytes.len() as u64, &mut outer);
            outer.extend_from_slice(&bytes);
            bytes = outer;
        }
        let document = Document::from_bytes(bytes);
        let lens = Lens::without_type(Pool::bundled());
        let rows = cells(&document, &lens, &Levels::default(), 0..4, WIDTH, &|_| false).rows;
        assert_eq!(rows.len(), 4);
    }
}

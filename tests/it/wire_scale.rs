//! A message of a gigabyte, made as it is read: what opening it, jumping in it and editing it may read and allocate.
//! Exact, not timed.

use std::sync::LazyLock;

use wirebench::wire::{
    Address, Answer, Child, Document, Edit, Level, Levels, Progress, Rows, Source, Visit, Walk, WireType,
};

use super::wire_alloc::{Allocated, measured};
use super::wire_records::Everything;
use super::wire_source::Counted;

const GIB: u64 = 1 << 30;
/// A checkpoint stands at least every so many bytes.
const CHECKPOINT: u64 = 16 << 10;

/// A Directory of as many FileNodes as a gigabyte holds, all of one length; their names count them.
struct Directory;

/// FileNode { name: "file............", digest: { hash: 64 hex digits, size_bytes: 3 byte varint }, is_executable }
const NODE: &[u8; 94] = b"\x0a\x5c\x0a\x10file000000000000\x12\x46\x0a\x40\
0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\x10\x80\x80\x04\x20\x01";
const NODE_LEN: u64 = NODE.len() as u64;
const NODES: u64 = GIB / NODE_LEN;
/// Where in a node the last eight of its digits stand.
const DIGITS: std::ops::Range<usize> = 12..20;

fn node(row: u64) -> [u8; 94] {
    let mut node = *NODE;
    for (i, digit) in node[DIGITS].iter_mut().enumerate() {
        *digit = b"0123456789abcdef"[(row >> (28 - 4 * i)) as usize & 15];
    }
    node
}

impl Source for Directory {
    fn len(&self) -> u64 {
        NODES * NODE_LEN
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        let mut row = offset / NODE_LEN;
        let mut skip = (offset % NODE_LEN) as usize;
        let mut rest = into;
        while !rest.is_empty() {
            let node = node(row);
            let n = rest.len().min(node.len() - skip);
            let (now, later) = rest.split_at_mut(n);
            now.copy_from_slice(&node[skip..skip + n]);
            (rest, row, skip) = (later, row + 1, 0);
        }
        Answer::Bytes
    }
}

/// The index of the whole message, and what making it allocated.
static INDEX: LazyLock<(Levels, Allocated)> = LazyLock::new(|| {
    let source = Counted::new(Directory);
    let document = Document::new(source.clone());
    let (level, allocated) = measured(|| {
        let mut level = Level::new(document.root().body.as_raw().unwrap());
        while level.extend(document.bytes(), 64 << 20) == Progress::More {}
        level
    });
    assert!(level.is_done());
    let reads = source.take_reads();
    assert!(reads < GIB / (128 << 10), "an index reads in large pieces: {reads}");
    let mut levels = Levels::default();
    levels.insert(level);
    (levels, allocated)
});

/// Rows as a screen shows them: the record, and up to 64 bytes of its payload.
fn screen(document: &Document, from: u64, levels: &Levels) -> Vec<(Child, Vec<u8>)> {
    let rows = document.children_from_row(&document.root(), from, levels).unwrap().take(50);
    rows.map(|child| {
        let child = child.unwrap();
        let preview = document.body_start(&child.record.payload, 64).unwrap();
        (child, preview)
    })
    .collect()
}

#[test]
fn the_first_screen_reads_under_128_kib() {
    let source = Counted::new(Directory);
    let document = Document::new(source.clone());
    let rows = screen(&document, 0, &Levels::default());
    assert_eq!(rows.len(), 50);
    for (row, (child, preview)) in rows.iter().enumerate() {
        assert_eq!((child.start, child.record.number), (row as u64 * NODE_LEN, 1));
        assert_eq!(preview, &node(row as u64)[2..66]);
    }
    let read = source.take_read();
    assert!(read < 128 << 10, "{read}");
}

#[test]
fn the_first_screen_of_an_open_tree_reads_under_128_kib() {
    let source = Counted::new(Directory);
    let document = Document::new(source.clone());
    let visits: Vec<_> = Walk::new(&document, &Everything, ())
        .filter(|visit| !matches!(visit, Ok(Visit::Leave)))
        .take(50)
        .map(Result::unwrap)
        .collect();
    assert_eq!(visits.len(), 50);
    let read = source.take_read();
    assert!(read < 128 << 10, "{read}");
}

#[test]
fn a_jump_reads_at_most_two_checkpoints() {
    let source = Counted::new(Directory);
    let document = Document::new(source.clone());
    let (levels, _) = &*INDEX;
    for row in [5_000_000, 5_000_001, 5_000_063, 7_654_321, NODES - 1] {
        let child = document.children_from_row(&document.root(), row, levels).unwrap().next().unwrap().unwrap();
        assert_eq!((child.start, child.place.row), (row * NODE_LEN, row));
        let read = source.take_read();
        assert!(read <= 2 * CHECKPOINT, "row {row} reads {read}");

        let child = document.child_at(&document.root(), row * NODE_LEN + 7, levels).unwrap().unwrap();
        assert_eq!((child.start, child.place.row), (row * NODE_LEN, row));
        let read = source.take_read();
        assert!(read <= 2 * CHECKPOINT, "offset of row {row} reads {read}");
    }
}

#[test]
fn a_screen_in_the_middle_reads_at_most_two_checkpoints_and_its_previews() {
    let source = Counted::new(Directory);
    let document = Document::new(source.clone());
    let rows = screen(&document, 5_000_000, &INDEX.0);
    assert_eq!(rows.len(), 50);
    assert_eq!(rows[49].1, node(5_000_049)[2..66]);
    let read = source.take_read();
    assert!(read <= 2 * CHECKPOINT + 50 * 64, "{read}");
}

#[test]
fn an_edit_in_the_middle_and_its_undo_allocate_under_64_kib() {
    let document = Document::new(Counted::new(Directory));
    let levels = &INDEX.0;
    let row = 5_000_000;
    let node = document.children_from_row(&document.root(), row, levels).unwrap().next().unwrap().unwrap();
    let name = document.children(&node.message()).next().unwrap().unwrap();
    let ((applied, undone), allocated) = measured(|| {
        let address = Address::ROOT.child(node.place).child(name.place);
        let edit = Edit::set_payload(address, document.bytes().push(b"another name"));
        let applied = document.apply_with(&edit, levels).unwrap();
        let undone = applied.document.apply_with(&applied.inverse, levels).unwrap();
        (applied, undone)
    });
    assert!(allocated.in_all < 64 << 10, "{allocated:?}");
    assert_eq!(applied.document.len(), document.len() - 4);
    assert_eq!(undone.document.len(), document.len());
    let mut there = [0; 12];
    applied.document.read(row * NODE_LEN + 4, &mut there).unwrap();
    assert_eq!(&there, b"another name");
    let mut there = [0; 16];
    undone.document.read(row * NODE_LEN + 4, &mut there).unwrap();
    assert_eq!(there, self::node(row)[4..20]);
}

#[test]
fn a_record_taken_out_put_in_or_appended_reads_and_allocates_little() {
    let source = Counted::new(Directory);
    let document = Document::new(source.clone());
    let levels = &INDEX.0;
    let jump = |row| document.children_from_row(&document.root(), row, levels).unwrap().next().unwrap().unwrap();
    let (first, last) = (jump(1), jump(NODES - 1));
    source.take_read();
    let records = document.records(&document.root(), first.place, first.after());
    let edits = [
        Edit::delete(Address::ROOT, &first),
        Edit::insert(Address::ROOT, first.place, records.clone()),
        Edit::insert(Address::ROOT, last.after(), records),
        Edit::move_record(Address::ROOT, &first, last.after()),
    ];
    for edit in edits {
        let (applied, allocated) = measured(|| document.apply_with(&edit, levels).unwrap());
        assert!(allocated.in_all < 64 << 10, "{edit:?}: {allocated:?}");
        assert!(applied.warnings.is_empty());
        let undone = applied.document.apply_with(&applied.inverse, levels).unwrap().document;
        assert_eq!(undone.len(), document.len());
        assert_eq!(undone.rows(&undone.root(), levels).counted, NODES);
        let read = source.take_read();
        assert!(read < 64 << 10, "{edit:?} and its undo read {read}");
    }
}

#[test]
fn opened_scanned_and_read_at_its_end_it_holds_under_one_percent_and_64_mb() {
    let (levels, index) = &*INDEX;
    let ((), used) = measured(|| {
        let document = Document::new(Counted::new(Directory));
        let rows = document.rows(&document.root(), levels);
        assert_eq!(rows, Rows { counted: NODES, estimated: NODES, is_exact: true });
        assert_eq!(screen(&document, NODES - 50, levels).len(), 50);
    });
    let most = GIB / 100 + (64 << 20);
    assert!(index.peak + used.peak < most, "{index:?} {used:?}");
    // What it really holds is far less.
    assert!(index.live < 8 << 20, "{index:?}");
}

/// The smallest records there are: two bytes each.
struct Smallest;

impl Source for Smallest {
    fn len(&self) -> u64 {
        GIB / 16
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        for (i, byte) in into.iter_mut().enumerate() {
            *byte = if (offset + i as u64).is_multiple_of(2) { 0x08 } else { 0x01 };
        }
        Answer::Bytes
    }
}

#[test]
fn an_index_of_the_smallest_records_is_under_one_percent_of_them() {
    let document = Document::new(Counted::new(Smallest));
    let (mut levels, span) = (Levels::default(), document.root().body.as_raw().unwrap());
    let (progress, allocated) = measured(|| levels.extend(document.bytes(), span, u64::MAX));
    assert_eq!(progress, Progress::Done);
    assert_eq!(levels.get(span).unwrap().rows(), GIB / 32);
    assert!(allocated.live < (GIB / 16 / 100) as i64, "{allocated:?}");
    let child = document.children_from_row(&document.root(), 12_345_678, &levels).unwrap().next().unwrap().unwrap();
    assert_eq!((child.start, child.record.wire_type), (2 * 12_345_678, WireType::Varint));
}

/// Records of one length: 0x0a, a length in four bytes, and a payload that is made of zeros.
struct Uniform {
    len: u64,
    records: u64,
}

impl Source for Uniform {
    fn len(&self) -> u64 {
        self.len * self.records
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        into.fill(0);
        let payload = self.len - 5;
        let head = [0x0a, payload as u8 | 0x80, (payload >> 7) as u8 | 0x80, (payload >> 14) as u8 | 0x80, 0];
        let end = offset + into.len() as u64;
        for row in offset / self.len..=(end - 1) / self.len {
            for (i, byte) in head.iter().enumerate() {
                let at = row * self.len + i as u64;
                if at >= offset && at < end {
                    into[(at - offset) as usize] = *byte;
                }
            }
        }
        Answer::Bytes
    }
}

const LENGTHS: [u64; 20] = [
    5, 20, 94, 300, 1000, 1500, 2000, 2048, 2500, 2600, 3000, 4096, 4097, 5000, 9000, 17_000, 20_000, 60_000, 100_000,
    1_000_000,
];

#[test]
fn the_first_screen_reads_under_128_kib_however_long_records_are() {
    for len in LENGTHS {
        let source = Counted::new(Uniform { len, records: 1000 });
        let document = Document::new(source.clone());
        assert_eq!(screen(&document, 0, &Levels::default()).len(), 50);
        let read = source.take_read();
        assert!(read < 128 << 10, "records of {len} read {read}");
    }
}

#[test]
fn a_walk_reads_in_large_pieces_unless_it_skips_larger_ones() {
    for len in LENGTHS {
        let source = Counted::new(Uniform { len, records: (64 << 20) / len });
        let document = Document::new(source.clone());
        assert_eq!(document.children(&document.root()).count() as u64, (64 << 20) / len);
        let (read, reads) = (source.take_read(), source.take_reads());
        assert!(reads < 64 + 2 * read / (128 << 10) || read < document.len() / 10, "{len}: {reads} reads of {read}");
    }
}

#[test]
fn a_jump_reads_at_most_two_checkpoints_however_long_records_are() {
    for len in LENGTHS {
        let source = Counted::new(Uniform { len, records: (4 << 20) / len + 100 });
        let document = Document::new(source.clone());
        let (mut levels, span) = (Levels::default(), document.root().body.as_raw().unwrap());
        assert_eq!(levels.extend(document.bytes(), span, u64::MAX), Progress::Done);
        let rows = levels.get(span).unwrap().rows();
        assert_eq!(rows * len, document.len());
        source.take_read();
        for row in (0..rows).step_by(1 + rows as usize / 300) {
            let child = document.children_from_row(&document.root(), row, &levels).unwrap().next().unwrap().unwrap();
            assert_eq!((child.start, child.place.row), (row * len, row));
            let read = source.take_read();
            assert!(read <= 2 * CHECKPOINT, "row {row} of records of {len} reads {read}");
            let child = document.child_at(&document.root(), row * len + len / 2, &levels).unwrap().unwrap();
            assert_eq!((child.start, child.place.row), (row * len, row));
            let read = source.take_read();
            assert!(read <= 2 * CHECKPOINT, "offset of row {row} of records of {len} reads {read}");
        }
    }
}

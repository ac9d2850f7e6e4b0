//! Documents as text, so that two can be compared and a difference read.

use std::fmt::{self, Write};

use wirebench::wire::{Child, Document, Flaws, Message, Record, Shape, Visit, Walk, WireType, WrittenPrefix};

/// The shape in which everything that can hold records does.
pub struct Everything;

impl Shape for Everything {
    type Type = ();

    fn message(&self, (): &(), record: &Record) -> Option<()> {
        holds_records(record).then_some(())
    }
}

/// True for groups and length-delimited records.
pub fn holds_records(record: &Record) -> bool {
    matches!(record.wire_type, WireType::Len | WireType::Group)
}

/// The records of a message.
pub fn children(document: &Document, message: &Message) -> Vec<Child> {
    document.children(message).map(|child| child.expect("nothing is absent")).collect()
}

const FLAWS: [(Flaws, &str); 13] = [
    (Flaws::OVERLONG_TAG, "overlong-tag"),
    (Flaws::OVERLONG_LENGTH, "overlong-length"),
    (Flaws::OVERLONG_VALUE, "overlong-value"),
    (Flaws::TRUNCATED, "truncated"),
    (Flaws::BAD_NUMBER, "bad-number"),
    (Flaws::UNCLOSED, "unclosed"),
    (Flaws::BAD_WIRE_TYPE, "bad-wire-type"),
    (Flaws::STRAY_END, "stray-end"),
    (Flaws::ENDLESS_VARINT, "endless-varint"),
    (Flaws::CUT_VARINT, "cut-varint"),
    (Flaws::GONE, "gone"),
    (Flaws::MISFIT, "misfit"),
    (Flaws::OVERLONG_END, "overlong-end"),
];

pub fn flaws(flaws: Flaws) -> String {
    let names: Vec<_> = FLAWS.iter().filter(|(flaw, _)| flaws.has(*flaw)).map(|it| it.1).collect();
    names.join(" ")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn prefix(document: &Document, record: &Record) -> Vec<u8> {
    match record.written_prefix() {
        WrittenPrefix::Found(span) => document.bytes().to_vec(span).unwrap(),
        WrittenPrefix::Made(written) => written.as_bytes().to_vec(),
    }
}

/// A record as a line: where it stands, what of it is there, all that is odd about it.
pub struct Line<'a> {
    pub document: &'a Document,
    pub child: &'a Child,
    pub depth: usize,
    /// True where its records come next instead of its payload.
    pub is_entered: bool,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { document, child, depth, is_entered } = *self;
        let record = &child.record;
        let bytes = |span| hex(&document.bytes().to_vec(span).unwrap());
        write!(f, "{:indent$}0x{:x} row {}", "", child.start, child.place.row, indent = 2 * depth)?;
        write!(f, ": #{} {} tag [{}]", record.number, record.wire_type.name(), bytes(record.tag))?;
        if record.wire_type == WireType::Len {
            write!(f, " length {} [{}]", record.length(), hex(&prefix(document, record)))?;
        }
        write!(f, " payload {}", record.payload.len())?;
        if !is_entered {
            write!(f, " [{}]", hex(&document.body_bytes(&record.payload).unwrap()))?;
        }
        if !record.end.is_empty() {
            write!(f, " end [{}]", bytes(record.end))?;
        }
        if !record.flaws.is_none() {
            write!(f, " {}", flaws(record.flaws))?;
        }
        for problem in child.problems() {
            write!(f, "; 0x{:x} {} {} {}", problem.offset, problem.severity, problem.kind, problem.message)?;
        }
        writeln!(f)
    }
}

/// All records of a document, into everything that can hold some.
pub fn dump(document: &Document) -> String {
    lines(document, |_| String::new())
}

/// The same with each record's identity and place.
pub fn dump_with_ids(document: &Document) -> String {
    lines(document, |child| format!("{:?} {:?}\n", child.id(), child.place))
}

fn lines(document: &Document, more: impl Fn(&Child) -> String) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for visit in Walk::new(document, &Everything, ()) {
        let (child, is_entered) = match visit.expect("nothing is absent") {
            Visit::Leave => {
                depth -= 1;
                continue;
            }
            Visit::Enter(child, ()) => (child, true),
            Visit::Leaf(child, ()) => (child, false),
        };
        let _ = write!(out, "{}{}", Line { document, child: &child, depth, is_entered }, more(&child));
        depth += usize::from(is_entered);
    }
    out
}

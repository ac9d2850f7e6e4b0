//! Documents as text, so that two can be compared and a difference read.

use std::fmt::Write;

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

const FLAWS: [(Flaws, &str); 12] = [
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

/// A line a record: where it stands, all of its bytes, all that is odd about it.
pub fn dump(document: &Document) -> String {
    dump_with(document, false)
}

/// The same with each record's identity.
pub fn dump_with_ids(document: &Document) -> String {
    dump_with(document, true)
}

fn dump_with(document: &Document, with_ids: bool) -> String {
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
        let record = &child.record;
        let bytes = |span| hex(&document.bytes().to_vec(span).unwrap());
        let _ = write!(
            out,
            "{:indent$}0x{:x} row {} at {}: #{} {} tag {} length {} payload {}",
            "",
            child.start,
            child.place.row,
            child.place.at,
            record.number,
            record.wire_type.name(),
            bytes(record.tag),
            hex(&prefix(document, record)),
            record.payload.len(),
            indent = 2 * depth,
        );
        if !is_entered {
            let _ = write!(out, " {}", hex(&document.body_bytes(&record.payload).unwrap()));
        }
        let _ = write!(out, " end {} [{}]", bytes(record.end), flaws(record.flaws));
        if with_ids {
            let _ = write!(out, " {:?}", record.id());
        }
        for problem in child.problems() {
            let _ = write!(out, "; 0x{:x} {} {} {}", problem.offset, problem.severity, problem.kind, problem.message);
        }
        out.push('\n');
        depth += usize::from(is_entered);
    }
    out
}

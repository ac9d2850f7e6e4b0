//! The three properties that decide the document, on generated documents and edits:
//! scan then emit is the identity; apply then apply the inverse is the identity; scanning what an edit emits gives the
//! records of the edited document, for every edit without a warning. And the bytes are those of the reference.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::FileFailurePersistence;
use wirebench::wire::{Address, Applied, Body, Child, Document, Edit, Levels, Message, Records, Span, Step};

use super::wire_gen::{self, Op, Spot};
use super::wire_model::{self as model, Node};
use super::wire_records::{children, dump, dump_with_ids, holds_records};

const SEEDS: &str = "tests/it/wire_properties.proptest-regressions";

/// So many cases, or `PROPTEST_CASES` where it is set; what fails is kept in `seeds`, and tried again first.
pub fn config(cases: u32, seeds: &'static str) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(cases);
    let failure_persistence = Some(Box::new(FileFailurePersistence::Direct(seeds)) as _);
    ProptestConfig { cases, failure_persistence, ..ProptestConfig::default() }
}

/// A message of a document, found.
pub struct Place {
    pub address: Address,
    /// The row of each record on the way.
    rows: Vec<u64>,
    pub message: Message,
    pub children: Vec<Child>,
}

pub fn find(document: &Document, descend: &[Index]) -> Place {
    let root = document.root();
    let mut place =
        Place { address: Address::ROOT, rows: Vec::new(), children: children(document, &root), message: root };
    for index in descend {
        let inner: Vec<_> = place.children.iter().filter(|child| holds_records(&child.record)).collect();
        if inner.is_empty() {
            break;
        }
        let child = inner[index.index(inner.len())];
        let message = child.message();
        place = Place {
            address: place.address.child(child.place),
            rows: [place.rows.as_slice(), &[child.place.row]].concat(),
            children: children(document, &message),
            message,
        };
    }
    place
}

impl Place {
    /// The place before record `row`, or at the end.
    fn step(&self, row: usize) -> Step {
        match self.children.get(row) {
            Some(child) => child.place,
            None => self.children.last().map_or(Step::default(), Child::after),
        }
    }
}

fn pushed(document: &Document, bytes: &[u8]) -> Records {
    Records::from_span(document.bytes(), document.bytes().push(bytes))
}

fn span_of(body: &Body) -> Span {
    body.as_raw().expect("a spliced payload is one span")
}

/// The edit that an op means in this document; does the same to the reference. `None` where there is no record for it.
pub fn resolve(document: &Document, reference: &mut Vec<Node>, (spot, op): &(Spot, Op)) -> Option<Edit> {
    let place = find(document, &spot.descend);
    let nodes = model::message(reference, &place.rows);
    let n = place.children.len();
    let parent = place.address.clone();
    if let Op::Insert(bytes) = op {
        let row = spot.at.index(n + 1);
        nodes.splice(row..row, model::parse(bytes));
        return Some(Edit::insert(parent, place.step(row), pushed(document, bytes)));
    }
    if let Op::Raw(at, len, with) = op {
        let all = place.message.body.len() as usize;
        let at = at.index(all + 1);
        let to = (at + len).min(all);
        model::replace_bytes(reference, &place.rows, at, to - at, with);
        let raw = document.replace_bytes(&parent, at as u64..to as u64, with, &Levels::default()).unwrap();
        return Some(raw.edit);
    }
    if n == 0 {
        return None;
    }
    let row = spot.at.index(n);
    let child = &place.children[row];
    Some(match op {
        Op::Insert(_) | Op::Raw(..) => unreachable!(),
        Op::Delete(count) => {
            let to = (row + count).min(n);
            nodes.drain(row..to);
            Edit::Splice { parent, from: child.place, to: place.step(to), with: Records::none() }
        }
        Op::Replace(bytes) => {
            nodes.splice(row..=row, model::parse(bytes));
            Edit::replace(parent, child, pushed(document, bytes))
        }
        Op::Move(to) => {
            let to = to.index(n + 1);
            let node = nodes.remove(row);
            nodes.insert(if to > row { to - 1 } else { to }, node);
            Edit::move_record(parent, child, place.step(to))
        }
        Op::SetPayload(bytes) => {
            model::set_payload(nodes, row as u64, bytes);
            Edit::set_payload(place.address.child(child.place), document.bytes().push(bytes))
        }
        Op::Splice(at, len, with) => {
            let old = nodes[row].payload_bytes();
            let at = at.index(old.len() + 1);
            let to = (at + len).min(old.len());
            model::set_payload(nodes, row as u64, &[&old[..at], with, &old[to..]].concat());
            let payload = document.spliced_payload(&child.record.payload, at as u64, *len as u64, with).unwrap();
            Edit::set_payload(place.address.child(child.place), span_of(&payload))
        }
        Op::Copy(count, to) => {
            let end = (row + count).min(n);
            let copied = nodes[row..end].to_vec();
            let records = document.records(&place.message, child.place, place.step(end));
            let target = find(document, &to.descend);
            let at = to.at.index(target.children.len() + 1);
            model::message(reference, &target.rows).splice(at..at, copied);
            Edit::insert(target.address.clone(), target.step(at), records)
        }
        Op::Rewrite => {
            let end = place.step(n);
            let with = document.records(&place.message, Step::default(), end);
            Edit::Splice { parent, from: Step::default(), to: end, with }
        }
    })
}

fn bytes(document: &Document) -> Vec<u8> {
    document.to_vec().unwrap()
}

fn rescanned(document: &Document) -> String {
    dump(&Document::from_bytes(bytes(document)))
}

fn check_inverse(before: &Document, applied: &Applied) {
    let undone = applied.document.apply(&applied.inverse).unwrap();
    assert_eq!(bytes(&undone.document), bytes(before), "undo gives the bytes back");
    assert_eq!(dump_with_ids(&undone.document), dump_with_ids(before), "undo gives the records back");
    let redone = undone.document.apply(&undone.inverse).unwrap();
    assert_eq!(bytes(&redone.document), bytes(&applied.document), "redo gives the bytes back");
    assert_eq!(dump_with_ids(&redone.document), dump_with_ids(&applied.document), "redo gives the records back");
}

/// Makes the edits one after the other and checks each; `None` for a document where nothing could be edited.
fn check_edits(original: &[u8], edits: &[(Spot, Op)]) {
    let first = Document::from_bytes(original.to_vec());
    let mut reference = model::parse(original);
    let mut document = first.clone();
    let mut made = Vec::new();
    let mut is_true = true;
    for op in edits {
        let Some(edit) = resolve(&document, &mut reference, op) else { continue };
        let (old_bytes, old_dump) = (bytes(&document), dump_with_ids(&document));
        let applied = document.apply(&edit).unwrap();
        assert_eq!(bytes(&applied.document), model::to_bytes(&reference), "the bytes are those of the reference");
        assert_eq!(bytes(&document), old_bytes, "the old snapshot keeps its bytes");
        assert_eq!(dump_with_ids(&document), old_dump, "the old snapshot keeps its records");
        check_inverse(&document, &applied);
        let is_same = dump(&applied.document) == rescanned(&applied.document);
        if is_true && applied.warnings.is_empty() {
            assert_eq!(dump(&applied.document), rescanned(&applied.document), "without a warning, what is shown is so");
        }
        if is_true && !matches!(edit, Edit::Several(_)) {
            assert!(!is_same || applied.warnings.is_empty(), "a warning has its reason: {:?}", applied.warnings);
        }
        is_true &= is_same;
        document = applied.document;
        made.push(edit);
    }
    let all = first.apply(&Edit::Several(made)).unwrap();
    assert_eq!(dump_with_ids(&all.document), dump_with_ids(&document), "several at once are one after the other");
    check_inverse(&first, &all);
}

/// All bytes of a document, put together from its records alone.
fn emitted(document: &Document) -> Vec<u8> {
    use wirebench::wire::{Visit, Walk};
    let mut out = Vec::new();
    let mut ends = Vec::new();
    for visit in Walk::new(document, &super::wire_records::Everything, ()) {
        let (child, is_entered) = match visit.unwrap() {
            Visit::Leave => {
                out.extend(document.bytes().to_vec(ends.pop().unwrap()).unwrap());
                continue;
            }
            Visit::Enter(child, ()) => (child, true),
            Visit::Leaf(child, ()) => (child, false),
        };
        assert_eq!(child.start, out.len() as u64, "a record stands where it says");
        out.extend(document.bytes().to_vec(child.record.tag).unwrap());
        out.extend(document.bytes().to_vec(child.record.prefix.span).unwrap());
        if is_entered {
            ends.push(child.record.end);
        } else {
            out.extend(document.body_bytes(&child.record.payload).unwrap());
        }
    }
    out
}

pub fn check_identity(input: &[u8]) {
    let document = Document::from_bytes(input.to_vec());
    assert_eq!(emitted(&document), input);
    assert_eq!(bytes(&document), input);
    let nodes = model::parse(input);
    let found: Vec<_> = children(&document, &document.root())
        .iter()
        .map(|child| (child.record.number, document.record_bytes(&child.record).unwrap()))
        .collect();
    let expected: Vec<_> = nodes.iter().map(|node| (node.number, node.to_bytes())).collect();
    assert_eq!(found, expected, "the records are those of the reference");
}

proptest! {
    #![proptest_config(config(1500, SEEDS))]

    #[test]
    fn scan_then_emit_is_the_identity(input in wire_gen::documents()) {
        check_identity(&input);
    }

    #[test]
    fn scan_then_emit_is_the_identity_wherever_a_message_is_cut(input in wire_gen::message(), at in any::<Index>()) {
        check_identity(&input[..at.index(input.len() + 1)]);
    }
}

proptest! {
    #![proptest_config(config(1500, SEEDS))]

    #[test]
    fn an_edit_has_its_inverse_and_shows_what_it_saves(
        input in wire_gen::documents(),
        edits in prop::collection::vec(wire_gen::edits(), 1..6),
    ) {
        check_edits(&input, &edits);
    }
}

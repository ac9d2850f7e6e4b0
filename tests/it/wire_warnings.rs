//! What an edit warns of, and what it does not: only a record that takes up what follows, or will be read as something
//! else, is worth a word, and only when this edit made it so.

use proptest::prelude::*;
use wirebench::wire::{Address, Child, Document, Edit, EditError, Records, Step};

use super::wire_gen;
use super::wire_model as model;
use super::wire_properties::{config, resolve};
use super::wire_records::children;

const SEEDS: &str = "tests/it/wire_warnings.proptest-regressions";

/// A varint, then a length that says 9 where 2 bytes are.
const CUT_TAIL: &[u8] = b"\x08\x01\x12\x09ab";
/// A varint, then a group without an end that holds a varint.
const UNCLOSED_TAIL: &[u8] = b"\x08\x01\x13\x08\x05";
/// A varint, then wire type 7.
const UNDECODED_TAIL: &[u8] = b"\x08\x01\x0f\x01";
const TAILS: [&[u8]; 3] = [CUT_TAIL, UNCLOSED_TAIL, UNDECODED_TAIL];

/// A document and the records of one of its messages.
struct Case {
    document: Document,
    message: Address,
    children: Vec<Child>,
}

/// The message that the rows lead to.
fn case(bytes: &[u8], rows: &[usize]) -> Case {
    let document = Document::from_bytes(bytes.to_vec());
    let (mut message, mut at) = (Address::ROOT, document.root());
    for row in rows {
        let child = children(&document, &at).remove(*row);
        (message, at) = (message.child(child.place), child.message());
    }
    let children = children(&document, &at);
    Case { document, message, children }
}

impl Case {
    fn records(&self, bytes: &[u8]) -> Records {
        Records::from_span(self.document.bytes(), self.document.bytes().push(bytes))
    }

    fn end(&self) -> Step {
        self.children.last().map_or(Step::default(), Child::after)
    }

    /// The warnings of an edit, as they are shown.
    fn warnings(&self, edit: &Edit) -> Vec<String> {
        self.document.apply(edit).unwrap().warnings.iter().map(ToString::to_string).collect()
    }

    fn insert(&self, place: Step, bytes: &[u8]) -> Vec<String> {
        self.warnings(&Edit::insert(self.message.clone(), place, self.records(bytes)))
    }

    fn set(&self, row: usize, payload: &[u8]) -> Vec<String> {
        let record = self.message.child(self.children[row].place);
        self.warnings(&Edit::set_payload(record, self.document.bytes().push(payload)))
    }
}

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn what_comes_before_an_open_tail_may_change() {
    for tail in TAILS {
        let case = case(tail, &[]);
        assert_eq!(case.insert(case.children[1].place, b"\x18\x07"), none());
        assert_eq!(case.set(0, b"\x80\x01"), none());
        assert_eq!(case.warnings(&Edit::delete(Address::ROOT, &case.children[0])), none());
    }
}

#[test]
fn an_open_tail_may_go_or_give_way_or_get_another_payload() {
    for tail in TAILS {
        let case = case(tail, &[]);
        let last = &case.children[1];
        assert_eq!(case.warnings(&Edit::delete(Address::ROOT, last)), none());
        assert_eq!(case.warnings(&Edit::replace(Address::ROOT, last, case.records(b"\x18\x07"))), none());
        assert_eq!(case.warnings(&Edit::replace(Address::ROOT, last, case.records(CUT_TAIL))), none());
        assert_eq!(case.warnings(&Edit::move_record(Address::ROOT, last, case.end())), none());
        assert_eq!(case.set(1, b"\x18\x07"), none());
    }
}

#[test]
fn what_an_open_tail_holds_may_change() {
    let inside = case(UNCLOSED_TAIL, &[1]);
    assert_eq!(inside.insert(inside.end(), b"\x18\x07"), none());
    assert_eq!(inside.set(0, b"\x07"), none());
    let inside = case(b"\x12\x09\x08\x01", &[0]);
    assert_eq!(inside.insert(inside.end(), b"\x18\x07"), none());
}

#[test]
fn an_open_record_may_end_a_message_that_a_length_ends() {
    let inside = case(b"\x0a\x02\x08\x01\x10\x02", &[0]);
    assert_eq!(inside.insert(inside.end(), CUT_TAIL), none());
}

#[test]
fn nothing_is_said_of_an_open_tail_elsewhere() {
    let first = case(b"\x0a\x02\x08\x01\x12\x03\x0f\x01\x02\x18\x01", &[0]);
    assert_eq!(first.insert(first.end(), b"\x18\x07"), none());
}

#[test]
fn what_comes_behind_an_open_tail_is_warned_of() {
    let takes = "when the file is opened again, what follows is read as part of it";
    let expected = [
        format!("the record at 0x2 has a length that reaches past its end: {takes}"),
        format!("the record at 0x2 is a group that is not closed: {takes}"),
        "the record at 0x2 cannot be decoded: when the file is opened again, what follows cannot be decoded either"
            .to_owned(),
    ];
    for (tail, expected) in TAILS.iter().zip(expected) {
        let case = case(tail, &[]);
        assert_eq!(case.insert(case.end(), b"\x18\x07"), [expected.as_str()]);
        let first = &case.children[0];
        assert_eq!(case.warnings(&Edit::move_record(Address::ROOT, first, case.end())).len(), 1);
    }
}

#[test]
fn an_open_record_before_others_is_warned_of() {
    for tail in TAILS {
        let case = case(tail, &[]);
        assert_eq!(case.insert(Step::default(), tail).len(), 1);
        assert_eq!(case.warnings(&Edit::move_record(Address::ROOT, &case.children[1], Step::default())).len(), 1);
    }
}

#[test]
fn an_open_record_in_a_closed_group_is_warned_of() {
    for tail in TAILS {
        let inside = case(b"\x0b\x08\x01\x0c\x10\x02", &[0]);
        assert_eq!(inside.insert(inside.end(), tail).len(), 1);
        let outside = case(b"\x0b\x08\x01\x0c\x10\x02", &[]);
        assert_eq!(outside.set(0, tail).len(), 1);
        assert_eq!(outside.set(0, b"\x18\x07"), none());
    }
}

#[test]
fn the_end_of_an_unclosed_group_put_in_it_is_warned_of() {
    let inside = case(UNCLOSED_TAIL, &[1]);
    let closes = "the record at 0x5 is the end of the group it stands in: when the file is opened again, it closes \
                  that group";
    assert_eq!(inside.insert(inside.end(), b"\x14"), [closes]);
    assert_eq!(inside.insert(inside.end(), b"\x1c"), none(), "the end of another group closes nothing");
}

#[test]
fn a_payload_that_its_wire_type_does_not_allow_is_warned_of() {
    let case = case(b"\x08\x01\x15\x01\x02\x03\x04", &[]);
    let misfit = "has a payload that its wire type does not allow: when the file is opened again, it is read as \
                  something else";
    assert_eq!(case.set(0, b"\x80"), [format!("the record at 0x0 {misfit}")]);
    assert_eq!(case.set(0, b"\x01\x02"), [format!("the record at 0x0 {misfit}")]);
    assert_eq!(case.set(1, b"\x01\x02\x03\x04\x05"), [format!("the record at 0x2 {misfit}")]);
    assert_eq!(case.set(1, b"\x01\x02"), none(), "one that is cut at the end reads as one that is cut");
}

#[test]
fn only_lengths_and_groups_hold_records() {
    let bytes = b"\x08\x01\x15\x01\x02\x03\x04\x0f";
    let case = case(bytes, &[]);
    for child in &case.children {
        let inside = Edit::insert(Address::ROOT.child(child.place), Step::default(), case.records(b"\x18\x07"));
        let error = case.document.apply(&inside).err().unwrap();
        assert_eq!(error, EditError::NoRecord(Address::ROOT.child(child.place)));
    }
}

proptest! {
    #![proptest_config(config(500, SEEDS))]

    #[test]
    fn an_edit_for_another_document_is_refused_or_undone(
        input in wire_gen::documents(),
        other in wire_gen::documents(),
        before in prop::collection::vec(wire_gen::edits(), 0..3),
        edit in wire_gen::edits(),
    ) {
        let mut document = Document::from_bytes(input.clone());
        let mut reference = model::parse(&input);
        for op in &before {
            if let Some(edit) = resolve(&document, &mut reference, op) {
                document = document.apply(&edit).unwrap().document;
            }
        }
        let elsewhere = Document::from_bytes(other.clone());
        let Some(edit) = resolve(&elsewhere, &mut model::parse(&other), &edit) else { return Ok(()) };
        if let Ok(applied) = document.apply(&edit) {
            let undone = applied.document.apply(&applied.inverse).unwrap().document;
            prop_assert_eq!(undone.to_vec().ok(), document.to_vec().ok());
        }
    }
}

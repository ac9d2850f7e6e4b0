//! A document says the same however its bytes come: at once, through windows, or only after they were fetched. Bytes
//! that are lost are said to be lost, and take nothing else with them.

use proptest::prelude::*;
use proptest::sample::Index;
use wirebench::wire::{Address, Document, Edit, EditError, Flaws, Level, Missing, Part, Progress, Span, Visit, Walk};

use super::wire_gen;
use super::wire_model as model;
use super::wire_properties::{config, resolve};
use super::wire_records::{Everything, children, dump};
use super::wire_source::{Counted, Cut, Lazy};

const SEEDS: &str = "tests/it/wire_sources.proptest-regressions";

fn absent(error: EditError) -> Span {
    match error {
        EditError::Absent(span) => span,
        EditError::NoRecord(address) => unreachable!("no record at {address:?}"),
    }
}

fn missing(missing: Missing) -> Span {
    match missing {
        Missing::Absent(span) => span,
        Missing::Gone(span) => unreachable!("{span:?} is gone"),
    }
}

proptest! {
    #![proptest_config(config(100, SEEDS))]

    #[test]
    fn windows_change_nothing(input in wire_gen::long_documents()) {
        let source = Counted::new(input.clone());
        prop_assert_eq!(dump(&Document::new(source)), dump(&Document::from_bytes(input)));
    }

    #[test]
    fn bytes_that_were_absent_change_nothing(
        input in wire_gen::long_documents(),
        edits in prop::collection::vec(wire_gen::edits(), 1..4),
        budget in 1u64..40_000,
    ) {
        let source = Lazy::new(input.clone());
        let lazy = Document::new(source.clone());
        // A walk goes on where it stopped.
        let mut visits = 0;
        for visit in Walk::new(&lazy, &Everything, ()) {
            match visit {
                Ok(Visit::Enter(..) | Visit::Leaf(..)) => visits += 1,
                Ok(Visit::Leave) => {}
                Err(span) => source.fetch(span),
            }
        }
        let there = Document::from_bytes(input.clone());
        prop_assert_eq!(visits, dump(&there).lines().count());

        let source = Lazy::new(input.clone());
        let lazy = Document::new(source.clone());
        let mut level = Level::new(lazy.root().body.as_raw().unwrap());
        loop {
            match level.extend(lazy.bytes(), budget) {
                Progress::Done => break,
                Progress::More => {}
                Progress::Absent(span) => source.fetch(span),
            }
        }
        prop_assert_eq!(level.rows(), children(&there, &there.root()).len() as u64);

        // The edits are found in a document that is there, and made in one that is not.
        let (mut document, mut reference) = (there, model::parse(&input));
        for op in &edits {
            let Some(edit) = resolve(&document, &mut reference, op) else { continue };
            let source = Lazy::new(input.clone());
            let lazy = document.with_source(source.clone());
            let lazily = source.retry(|| lazy.apply(&edit).map_err(absent));
            let applied = document.apply(&edit).unwrap();
            prop_assert_eq!(&lazily.warnings, &applied.warnings);
            let all = source.retry(|| lazily.document.to_vec().map_err(missing));
            prop_assert!(all == applied.document.to_vec().unwrap());
            document = applied.document;
        }
    }

    #[test]
    fn lost_bytes_take_nothing_else_with_them(input in wire_gen::long_documents(), there in any::<Index>()) {
        let there = there.index(input.len() + 1);
        let whole = Document::from_bytes(input.clone());
        let cut = Document::new(Counted::new(Cut { bytes: input, there }));
        let (all, left) = (children(&whole, &whole.root()), children(&cut, &cut.root()));
        let is_there = |end: u64| end + 20 <= there as u64;
        let expected = all.iter().take_while(|child| is_there(child.after().at)).count();
        prop_assert!(left.len() >= expected.min(all.len()));
        prop_assert_eq!(left.last().map_or(0, |it| it.after().at), whole.len());
        for (a, b) in all.iter().zip(&left).take(expected) {
            prop_assert_eq!((a.place, a.record.flaws), (b.place, b.record.flaws));
        }
        if let Some(lost) = left.iter().find(|it| it.record.flaws.has(Flaws::GONE)) {
            prop_assert_eq!(lost.after().at, whole.len());
        }
    }
}

#[test]
fn a_part_of_a_long_payload_is_changed_without_copying_it() {
    let content: Vec<u8> = [0x08, 0x01].repeat(1 << 20);
    let input = [&[0x0a], wire_gen::varint(content.len() as u64, 0).as_slice(), &content, &[0x10, 0x07]].concat();
    let document = Document::from_bytes(input.clone());
    let child = children(&document, &document.root()).remove(0);
    let address = Address::ROOT.child(child.place);
    let payload = document.spliced_payload(&child.record.payload, 1 << 20, 2, b"\x12\x01x").unwrap();
    let applied = document.apply(&Edit::Payload { record: address.clone(), payload }).unwrap();
    let made: u64 = applied
        .document
        .parts()
        .map(|part| match part {
            Part::Span(_) => 0,
            Part::Made(bytes) => bytes.len() as u64,
        })
        .sum();
    assert_eq!(made, 4);
    let mut expected = input.clone();
    let at = child.payload_start() as usize + (1 << 20);
    expected.splice(at..at + 2, *b"\x12\x01x");
    expected.splice(1..child.payload_start() as usize, wire_gen::varint(content.len() as u64 + 1, 0));
    assert!(applied.document.to_vec().unwrap() == expected);
    assert!(dump(&applied.document) == dump(&Document::from_bytes(expected)));

    // And the message in it is edited like any other.
    let inner = children(&applied.document, &applied.document.root()).remove(0);
    let record = children(&applied.document, &inner.message()).remove((1 << 19) + 1);
    let edit = Edit::delete(address, &record);
    let again = applied.document.apply(&edit).unwrap();
    assert_eq!(again.document.len(), applied.document.len() - 3, "the record and a byte of the length are gone");
    assert!(dump(&again.document) == dump(&Document::from_bytes(again.document.to_vec().unwrap())));
    let undone = again.document.apply(&again.inverse).unwrap().document.apply(&applied.inverse).unwrap();
    assert!(undone.document.to_vec().unwrap() == input);
}

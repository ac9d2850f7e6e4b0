//! Random access gives what walking from the start gives: any bytes, any row, any offset, any count, on raw and edited
//! documents, with indexes that have come any way.

use proptest::prelude::*;
use proptest::sample::Index;
use wirebench::wire::{Child, Document, Levels, Progress, Span, WireType};

use super::wire_gen::{self, Spot};
use super::wire_model as model;
use super::wire_properties::{Place, config, find, resolve};
use super::wire_records::{children, holds_records};

const SEEDS: &str = "tests/it/wire_access.proptest-regressions";

/// How far the index of a message has come.
#[derive(Clone, Debug)]
enum State {
    None,
    Some(Vec<u64>),
    Done,
}

fn states() -> impl Strategy<Value = State> {
    prop_oneof![
        1 => Just(State::None),
        2 => prop::collection::vec(1u64..20_000, 1..4).prop_map(State::Some),
        2 => Just(State::Done),
    ]
}

fn extend(levels: &mut Levels, document: &Document, span: Span, state: &State) {
    match state {
        State::None => {}
        State::Some(budgets) => {
            for budget in budgets {
                levels.extend(document.bytes(), span, *budget);
            }
        }
        State::Done => assert_eq!(levels.extend(document.bytes(), span, u64::MAX), Progress::Done),
    }
}

/// Indexes of the outermost messages and some within.
fn indexed(document: &Document, states: &[State]) -> Levels {
    let mut levels = Levels::default();
    let root = document.root();
    let inner = children(document, &root).into_iter().filter(|it| holds_records(&it.record)).map(|it| it.message());
    for (message, state) in std::iter::once(root.clone()).chain(inner).zip(states.iter().cycle()) {
        extend(&mut levels, document, message.body.as_raw().unwrap(), state);
    }
    levels
}

fn same(a: &Child, b: &Child) -> bool {
    (a.id(), a.place, a.start, a.record.len()) == (b.id(), b.place, b.start, b.record.len())
}

fn check_rows(document: &Document, place: &Place, levels: &Levels, picks: &[Index]) {
    let (message, all) = (&place.message, &place.children);
    let known = document.rows(message, levels);
    assert!(known.counted <= all.len() as u64);
    assert!(!known.is_exact || known.counted == all.len() as u64);
    for pick in picks {
        let row = pick.index(all.len() + 3);
        let found: Vec<_> =
            document.children_from_row(message, row as u64, levels).unwrap().take(3).map(Result::unwrap).collect();
        let expected = all.iter().skip(row).take(3);
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(a, b)| same(a, b)), "row {row}");
    }
}

fn check_offsets(document: &Document, place: &Place, levels: &Levels, picks: &[Index]) {
    let len = place.message.body.len();
    for pick in picks {
        let at = pick.index(len as usize + 2) as u64;
        let found = document.child_at(&place.message, at, levels).unwrap();
        let expected = place.children.iter().find(|child| child.place.at <= at && at < child.after().at);
        assert_eq!(found.is_some(), expected.is_some(), "offset {at} of {len}");
        assert!(found.iter().zip(expected).all(|(a, b)| same(a, b)), "offset {at}");
    }
}

/// `is_complete` where every record must have an answer.
fn check_occurrences(document: &Document, place: &Place, levels: &Levels, is_complete: bool) {
    let mut seen = std::collections::BTreeMap::<u64, u64>::new();
    for child in &place.children {
        let number = child.record.number;
        let known = document.occurrence(&place.message, child.place, number, levels);
        let expected = *seen.entry(number).or_default();
        if let Some(known) = known {
            assert_eq!(known, expected, "row {}", child.place.row);
        }
        assert!(known.is_some() || !is_complete, "row {}", child.place.row);
        *seen.entry(number).or_default() += u64::from(child.record.wire_type != WireType::Undecoded);
    }
}

fn check_bytes(document: &Document, picks: &[Index]) {
    let all = document.to_vec().unwrap();
    let parts: u64 = document.parts().map(|part| part.len()).sum();
    assert_eq!((document.len(), parts), (all.len() as u64, all.len() as u64));
    for (from, to) in picks.iter().zip(picks.iter().rev()) {
        let from = from.index(all.len() + 1);
        let to = from + to.index(all.len() + 1 - from);
        let mut into = vec![0; to - from];
        document.read(from as u64, &mut into).unwrap();
        assert_eq!(into, all[from..to], "{from} to {to}");
    }
}

fn check(document: &Document, levels: &Levels, spots: &[Spot], picks: &[Index], is_complete: bool) {
    check_bytes(document, picks);
    for spot in spots {
        let place = find(document, &spot.descend);
        check_rows(document, &place, levels, picks);
        check_offsets(document, &place, levels, picks);
        check_occurrences(document, &place, levels, is_complete);
        let child = document.child(&place.address).unwrap();
        assert_eq!(child.map_or(0, |it| it.payload_start()), place.message.start);
    }
}

fn picks() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 12)
}

fn spots() -> impl Strategy<Value = Vec<Spot>> {
    prop::collection::vec(wire_gen::spots(), 1..4)
}

proptest! {
    #![proptest_config(config(150, SEEDS))]

    #[test]
    fn any_row_and_offset_is_found(
        input in wire_gen::long_documents(),
        states in prop::collection::vec(states(), 1..5),
        edits in prop::collection::vec(wire_gen::edits(), 0..6),
        spots in spots(),
        picks in picks(),
    ) {
        let mut document = Document::from_bytes(input.clone());
        let levels = indexed(&document, &states);
        check(&document, &levels, &spots, &picks, false);
        let mut reference = model::parse(&input);
        for op in &edits {
            if let Some(edit) = resolve(&document, &mut reference, op) {
                document = document.apply_with(&edit, &levels).unwrap().document;
                check(&document, &levels, &spots, &picks, false);
            }
        }
    }

    #[test]
    fn a_message_is_counted_once_its_index_is_done(
        input in wire_gen::long_documents(),
        edits in prop::collection::vec(wire_gen::edits(), 0..6),
        picks in picks(),
    ) {
        let mut document = Document::from_bytes(input.clone());
        let mut levels = indexed(&document, &[State::Done]);
        let mut reference = model::parse(&input);
        for op in &edits {
            if let Some(edit) = resolve(&document, &mut reference, op) {
                document = document.apply(&edit).unwrap().document;
            }
        }
        let place = find(&document, &picks[..2]);
        if let Some(span) = document.uncounted(&place.message) {
            extend(&mut levels, &document, span, &State::Done);
        }
        let rows = document.rows(&place.message, &levels);
        prop_assert_eq!(rows.counted, place.children.len() as u64);
        prop_assert_eq!(rows.estimated, rows.counted);
        prop_assert!(rows.is_exact);
        check_occurrences(&document, &place, &levels, place.message.body.len() < 4096);
    }

    #[test]
    fn an_index_answers_for_every_record_it_has_come_to(input in wire_gen::long_documents()) {
        let document = Document::from_bytes(input);
        let levels = indexed(&document, &[State::Done]);
        let root = find(&document, &[]);
        check_occurrences(&document, &root, &levels, root.children.len() < 4096);
    }
}

#[test]
fn numbers_that_change_too_often_have_no_answer_beyond_the_bound() {
    let bytes: Vec<u8> = (0..20_000).flat_map(|i| [0x08 << (i % 3), 0x01]).collect();
    let document = Document::from_bytes(bytes);
    let levels = indexed(&document, &[State::Done]);
    let root = find(&document, &[]);
    check_occurrences(&document, &root, &levels, false);
    let answer = |row: usize| {
        let child = &root.children[row];
        document.occurrence(&root.message, child.place, child.record.number, &levels)
    };
    assert_eq!(answer(4000), Some(1333));
    assert_eq!(answer(19_000), None);
}

//! Messages a million deep cost heap and linear time, never the stack: all that can be done to a document is done to
//! them on a thread with a stack of 256 KiB.

use wirebench::wire::{Address, Document, Edit, Records, Step, Visit, Walk};

use super::wire_gen::varint;
use super::wire_records::Everything;
use super::wire_source::Counted;

const DEPTH: usize = 1_000_000;
const STACK: usize = 256 << 10;

/// Length-delimited fields inside one another, the innermost with `content`.
fn nested_lengths(depth: usize, content: &[u8]) -> Vec<u8> {
    let mut reversed: Vec<u8> = content.iter().rev().copied().collect();
    for _ in 0..depth {
        let length = varint(reversed.len() as u64, 0);
        reversed.extend(length.iter().rev());
        reversed.push(0x0a);
    }
    reversed.reverse();
    reversed
}

fn nested_groups(depth: usize, content: &[u8]) -> Vec<u8> {
    [vec![0x0b; depth], content.to_vec(), vec![0x0c; depth]].concat()
}

fn unclosed_groups(depth: usize, content: &[u8]) -> Vec<u8> {
    [vec![0x0b; depth], content.to_vec()].concat()
}

fn mixed(depth: usize, content: &[u8]) -> Vec<u8> {
    (0..100).fold(content.to_vec(), |inner, i| {
        if i % 2 == 0 { nested_groups(depth / 100, &inner) } else { nested_lengths(depth / 100, &inner) }
    })
}

/// Where the innermost message is.
fn innermost(document: &Document) -> Address {
    let enters = |visit| match visit {
        Ok(Visit::Enter(child, ())) => Some(child.place),
        Ok(Visit::Leaf(..) | Visit::Leave) | Err(_) => None,
    };
    Address::from(Walk::new(document, &Everything, ()).map_while(enters).collect::<Vec<_>>())
}

/// Enters, values and leaves.
fn visits(document: &Document) -> (usize, usize, usize) {
    Walk::new(document, &Everything, ()).fold((0, 0, 0), |(enters, leaves, exits), visit| match visit.unwrap() {
        Visit::Enter(..) => (enters + 1, leaves, exits),
        Visit::Leaf(..) => (enters, leaves + 1, exits),
        Visit::Leave => (enters, leaves, exits + 1),
    })
}

fn check(make: fn(usize, &[u8]) -> Vec<u8>) {
    let input = make(DEPTH, b"\x10\x05");
    let expected = make(DEPTH, b"\x1d\x01\x02\x03\x04\x10\x05");
    let len = input.len() as u64;
    let source = Counted::new(input);
    let document = Document::new(source.clone());
    assert_eq!(visits(&document), (DEPTH, 1, DEPTH));
    assert!(source.take_read() < 4 * len, "a walk reads what is there about once");

    let address = innermost(&document);
    assert_eq!(address.steps().len(), DEPTH);
    source.take_read();
    let with = Records::from_span(document.bytes(), document.bytes().push(b"\x1d\x01\x02\x03\x04"));
    let applied = document.apply(&Edit::insert(address, Step::default(), with)).unwrap();
    assert!(source.take_read() < 4 * len, "an edit reads its way about once");
    assert!(applied.warnings.is_empty());
    assert_eq!(visits(&applied.document), (DEPTH, 2, DEPTH));
    assert!(applied.document.to_vec().unwrap() == expected, "the bytes are those of the longer content");

    let undone = applied.document.apply(&applied.inverse).unwrap();
    drop(applied);
    assert_eq!(visits(&undone.document), (DEPTH, 1, DEPTH));
    assert!(undone.document.to_vec().unwrap() == document.to_vec().unwrap(), "undo gives the bytes back");
    let mut parts = undone.document.parts();
    assert!(parts.nth(DEPTH / 2).is_some());
    drop(undone);
    drop(document);
    drop(parts);
}

fn on_a_small_stack(make: fn(usize, &[u8]) -> Vec<u8>) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || check(make)).unwrap();
    thread.join().unwrap();
}

#[test]
fn a_million_nested_lengths_need_no_stack() {
    on_a_small_stack(nested_lengths);
}

#[test]
fn a_million_nested_groups_need_no_stack() {
    on_a_small_stack(nested_groups);
}

#[test]
fn a_million_unclosed_groups_need_no_stack() {
    on_a_small_stack(unclosed_groups);
}

#[test]
fn a_million_groups_and_lengths_need_no_stack() {
    on_a_small_stack(mixed);
}

//! Files with the records they hold beside them. A new case is a new `NAME.bin`: run once with `UPDATE=1`, read the
//! `NAME.records` it writes, keep both. The run that writes still fails.

use std::fs;
use std::path::{Path, PathBuf};

use wirebench::wire::guess::{self, Guess};
use wirebench::wire::{Document, Record, Shape, Visit, Walk, WireType};

use super::wire_records::Line;

/// The shape in which what looks like a message is one.
struct Guessed<'a>(&'a Document);

impl Shape for Guessed<'_> {
    type Type = ();

    fn message(&self, (): &(), record: &Record) -> Option<()> {
        let start = || self.0.body_start(&record.payload, guess::LOOKED_AT).unwrap();
        match record.wire_type {
            WireType::Group => Some(()),
            WireType::Len => (guess::payload(&start(), record.payload.len()) == Guess::Message).then_some(()),
            WireType::Varint | WireType::Fixed64 | WireType::Fixed32 | WireType::Undecoded => None,
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/wire")
}

fn inputs() -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "bin"));
    paths.sort();
    assert!(paths.len() >= 40, "the corpus is there");
    paths
}

fn records(document: &Document) -> String {
    let mut lines = String::new();
    let mut depth = 0;
    for visit in Walk::new(document, &Guessed(document), ()) {
        match visit.unwrap() {
            Visit::Enter(child, ()) => {
                lines += &Line { document, child: &child, depth, is_entered: true }.to_string();
                depth += 1;
            }
            Visit::Leaf(child, ()) => lines += &Line { document, child: &child, depth, is_entered: false }.to_string(),
            Visit::Leave => depth -= 1,
        }
    }
    lines
}

#[test]
fn every_file_holds_the_records_written_beside_it() {
    let mut wrong = Vec::new();
    for path in inputs() {
        let found = records(&Document::from_bytes(fs::read(&path).unwrap()));
        let expectation = path.with_extension("records");
        if fs::read_to_string(&expectation).ok().as_deref() != Some(&found) {
            wrong.push(format!("{}:\n{found}", path.display()));
            if std::env::var_os("UPDATE").is_some() {
                fs::write(expectation, found).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "other records than expected (UPDATE=1 writes them):\n{}", wrong.join("\n"));
}

#[test]
fn every_file_cut_at_every_byte_comes_out_as_it_was() {
    for path in inputs() {
        let bytes = fs::read(&path).unwrap();
        for len in 0..=bytes.len() {
            super::wire_properties::check_identity(&bytes[..len]);
        }
    }
}

#[test]
fn every_expectation_has_its_file() {
    let inputs = inputs();
    for entry in fs::read_dir(folder()).unwrap() {
        assert!(inputs.contains(&entry.unwrap().path().with_extension("bin")));
    }
}

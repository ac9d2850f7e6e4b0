//! Documents as text: what protoc and Python's json_format write of the same bytes. A new case is a new file.

use wirebench::text::{Limits, textproto};
use wirebench::wire::Document;

use crate::corpus;

fn first_difference(found: &str, wanted: &str) -> String {
    for (i, (a, b)) in found.lines().zip(wanted.lines()).enumerate() {
        if a != b {
            return format!("line {}: {a:?} for {b:?}", i + 1);
        }
    }
    format!("{} lines for {}", found.lines().count(), wanted.lines().count())
}

#[test]
fn text_is_what_protoc_writes() {
    let mut failed = Vec::new();
    let mut count = 0;
    for case in corpus::cases() {
        let Some(wanted) = case.beside("txt") else { continue };
        let wanted = String::from_utf8(wanted).unwrap();
        let mut found = String::new();
        textproto::print(&case.document(), &case.lens(), Limits::default(), &mut found).unwrap();
        count += 1;
        if found != wanted {
            failed.push(format!("{}: {}", case.name(), first_difference(&found, &wanted)));
        }
    }
    assert!(count > 200, "{count} cases");
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n"));
}

/// Texts that say a key of a map twice, of which a parser keeps the last, or have unknown groups (by name of the case), which look like
/// length-delimited records.
const AMBIGUOUS: [&str; 3] = ["maps_duplicate_keys", "maps_many_duplicates", "known_struct_duplicate"];

fn is_ambiguous(name: &str) -> bool {
    AMBIGUOUS.contains(&name) || (name.starts_with("unknown_") && name.contains("group"))
}

#[test]
fn text_that_was_printed_parses_to_a_message_that_prints_the_same() {
    for case in corpus::cases() {
        let Some(wanted) = case.beside("txt").filter(|_| !is_ambiguous(&case.name())) else { continue };
        let wanted = String::from_utf8(wanted).unwrap();
        let lens = case.lens();
        let bytes = textproto::parse(&wanted, lens.root().as_ref().unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", case.name()));
        let mut found = String::new();
        textproto::print(&Document::from_bytes(bytes), &lens, Limits::default(), &mut found).unwrap();
        assert!(found == wanted, "{}: {}", case.name(), first_difference(&found, &wanted));
    }
}

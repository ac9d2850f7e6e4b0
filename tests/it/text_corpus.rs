//! Documents as text: what protoc and Python's json_format write of the same bytes. A new case is a new file.

use wirebench::text::{Limits, textproto};

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

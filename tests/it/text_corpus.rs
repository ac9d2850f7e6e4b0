//! Documents as text: what protoc and Python's json_format write of the same bytes. A new case is a new file.

use serde_json::Value;
use wirebench::text::{Limits, json, textproto};
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

/// True for texts with unknown groups, which look like length-delimited records.
fn is_ambiguous(name: &str) -> bool {
    name.starts_with("unknown_") && name.contains("group")
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

/// True when a reader takes both for the same: numbers by value, as floats where both are.
pub fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            a.to_bits() == b.to_bits() || (a as f32).to_bits() == (b as f32).to_bits()
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b)))
        }
        (a, b) => a == b,
    }
}

fn json_of(case: &corpus::Case) -> String {
    let mut found = String::new();
    json::print(&case.document(), &case.lens(), Limits::default(), &mut |_| {}, &mut found).unwrap();
    found
}

#[test]
fn json_is_what_python_writes() {
    let mut count = 0;
    for case in corpus::cases() {
        let found: Value = serde_json::from_str(&json_of(&case)).unwrap_or_else(|it| panic!("{}: {it}", case.name()));
        let Some(wanted) = case.beside("json") else { continue };
        let wanted: Value = serde_json::from_slice(&wanted).unwrap();
        count += 1;
        assert!(is_same(&found, &wanted), "{}:\n{found:#}\nfor\n{wanted:#}", case.name());
    }
    assert!(count > 200, "{count} cases");
}

#[test]
fn json_that_was_printed_parses_to_a_message_that_prints_the_same() {
    let mut failed = Vec::new();
    for case in corpus::cases() {
        let Some(wanted) = case.beside("json") else { continue };
        let (lens, wanted_text) = (case.lens(), String::from_utf8(wanted).unwrap());
        let wanted: Value = serde_json::from_str(&wanted_text).unwrap();
        let bytes = match json::parse(&wanted_text, lens.root().as_ref().unwrap()) {
            Ok(bytes) => bytes,
            Err(error) => {
                failed.push(format!("{}: {error}", case.name()));
                continue;
            }
        };
        let mut found = String::new();
        json::print(&Document::from_bytes(bytes), &lens, Limits::default(), &mut |_| {}, &mut found).unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        if !is_same(&found, &wanted) {
            failed.push(format!("{}:\n{found:#}\nfor\n{wanted:#}", case.name()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

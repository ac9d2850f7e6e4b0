//! Nesting costs heap, not stack, in every form; and what is too deep to print is named.

use wirebench::schema::{Lens, Pool};
use wirebench::text::{Limits, hex, json, textproto, tree};
use wirebench::wire::Document;

use crate::corpus;

/// A message nested so deep: `DescriptorProto.nested_type` in itself.
fn nested(depth: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    // Built from the inside, back to front.
    for _ in 0..depth {
        let mut len = Vec::new();
        let mut rest = bytes.len();
        while rest > 0x7f {
            len.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        len.push(rest as u8);
        bytes.extend(len.iter().rev());
        bytes.push(0x1a);
    }
    bytes.reverse();
    bytes
}

fn lens() -> Lens {
    let pool = Pool::bundled();
    let ty = pool.find("google.protobuf.DescriptorProto").unwrap();
    Lens::new(pool, Some(ty))
}

#[test]
fn five_thousand_levels_print_and_parse() {
    const DEPTH: usize = 5_000;
    let (document, lens) = (Document::from_bytes(nested(DEPTH)), lens());
    let ty = lens.root().clone().unwrap();
    let mut text = String::new();
    textproto::print(&document, &lens, Limits::default(), &mut text).unwrap();
    assert_eq!(text.lines().count(), 2 * DEPTH);
    assert_eq!(textproto::parse(&text, &ty).unwrap(), document.to_vec().unwrap());
    let mut text = String::new();
    json::print(&document, &lens, Limits::default(), &mut |it| panic!("{}", it.message), &mut text).unwrap();
    assert_eq!(json::parse(&text, &ty).unwrap(), document.to_vec().unwrap());
    let mut text = String::new();
    let rows = tree::Rows::default();
    tree::print(&document, &lens, rows, &mut |_| std::ops::ControlFlow::Continue(()), &mut text).unwrap();
    assert_eq!(text.lines().count(), DEPTH);
}

#[test]
fn what_is_too_deep_is_named() {
    let (document, lens) = (Document::from_bytes(nested(200_000)), lens());
    let limits = Limits { max_depth: 100 };
    let mut text = String::new();
    textproto::print(&document, &lens, limits, &mut text).unwrap();
    assert_eq!(text.lines().count(), 203);
    assert!(text.contains("bytes nested deeper than 100 levels"), "{text}");
    textproto::parse(&text, lens.root().as_ref().unwrap()).unwrap();
    let (mut text, mut told) = (String::new(), 0);
    json::print(&document, &lens, limits, &mut |_| told += 1, &mut text).unwrap();
    assert_eq!(told, 1);
    serde_json::from_str::<serde_json::Value>(&text).unwrap();
    let mut text = String::new();
    let rows = tree::Rows { limits, ..tree::Rows::default() };
    tree::print(&document, &lens, rows, &mut |_| std::ops::ControlFlow::Continue(()), &mut text).unwrap();
    assert!(text.lines().count() < 110, "{}", text.lines().count());
}

#[test]
fn unknown_groups_nest_as_deep() {
    const DEPTH: usize = 9_000;
    let bytes = [vec![0x0b; DEPTH], vec![0x0c; DEPTH]].concat();
    let document = Document::from_bytes(bytes);
    let mut text = String::new();
    textproto::print(&document, &Lens::without_type(corpus::pool()), Limits::default(), &mut text).unwrap();
    assert_eq!(text.lines().count(), 2 * DEPTH);
    let mut text = String::new();
    hex::print(&document, None, &mut text).unwrap();
    assert_eq!(text.lines().count(), 2 * DEPTH / 16);
}

#[test]
fn braces_without_end_are_no_matter_of_the_stack() {
    let ty = lens().root().clone().unwrap();
    let open = "nested_type {".repeat(100_000);
    let error = textproto::parse(&open, &ty).unwrap_err();
    assert!(error.reason.contains("closes"), "{error}");
    let open = "{\"nestedType\":[".repeat(100_000);
    json::parse(&open, &ty).unwrap_err();
    let open = "[".repeat(100_000) + &"]".repeat(100_000);
    let list = Pool::bundled().find("google.protobuf.ListValue").unwrap();
    assert!(!json::parse(&open, &list).unwrap().is_empty());
}

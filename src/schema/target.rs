//! Targets: what a path names in a document.

use prost_reflect::Kind;

use super::field::Field;
use super::value::{self, Value};
use crate::wire::path::{Index, Key};
use crate::wire::{Child, Document};

/// At most this much of a map key is read.
const KEY_READ: u64 = 4 << 10;
/// At most so many records of an entry are looked at for its key.
const ENTRY_ROWS: usize = 64;

/// The key of a map's entry as a path has it: the last key in it, or the default where it has none.
pub(crate) fn entry_key(document: &Document, field: &Field, entry: &Child) -> Option<Index> {
    let kind = field.message()?.map_entry_key_field().kind();
    let mut key = None;
    for child in document.children(&entry.message()).take(ENTRY_ROWS) {
        let child = child.ok()?;
        if child.record.number == 1 && child.record.wire_type == super::field::wire_type_of(&kind) {
            let start = document.body_start(&child.record.payload, KEY_READ).ok()?;
            key = Some(value::of_kind(&kind, &start, child.record.payload.len()));
        }
    }
    match key {
        Some(value) => index_of(value),
        None if kind == Kind::String => Some(Index::Key(Key::Text(String::new()))),
        None => index_of(value::of_number(&kind, 0)),
    }
}

fn index_of(key: Value) -> Option<Index> {
    match key {
        Value::Text { text, is_whole: true, .. } => Some(Index::Key(Key::Text(text))),
        Value::Bool(value) => Some(Index::Key(Key::Word(value.to_string()))),
        Value::Uint(value) => Some(Index::At(value)),
        Value::Int(value) => Some(u64::try_from(value).map_or(Index::Key(Key::Number(value)), Index::At)),
        _ => None,
    }
}

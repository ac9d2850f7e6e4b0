//! Records read in another way than the schema says: seen by rows, values and edits alike, and never a change.

use super::*;
use crate::schema::{Number, ReadAs, TimeUnit};

const DIGEST: &str = "build.bazel.remote.execution.v2.Digest";

fn read(desk: &mut Desk, path: &str, reading: Option<ReadAs>, scope: ReadScope) {
    let address = desk.address(path);
    desk.ask(SchemaCommand::ReadAs { address, reading, scope });
}

#[test]
fn a_record_is_read_as_chosen_and_no_byte_changes() {
    // A hash that is a message, and an unknown varint.
    let bytes = vec![0x0a, 2, 8, 1, 0x78, 3];
    let mut desk = Desk::with_bytes(bytes.clone(), Some(DIGEST));
    read(&mut desk, "hash", Some(ReadAs::Message("google.protobuf.Int32Value".into())), ReadScope::Record);
    read(&mut desk, "#15", Some(ReadAs::Number(Number::Sint64)), ReadScope::Record);
    assert_eq!(desk.rows(), "▸ hash  Int32Value  2 bytes\n  #15  sint64  -2\n");
    let address = desk.document().rows(0..1)[0].record().unwrap().address.clone();
    desk.ask(TreeCommand::Unfold(Some(address)));
    assert_eq!(desk.rows(), "▾ hash  Int32Value  2 bytes\n    value  int32  1\n  #15  sint64  -2\n");
    assert_eq!(desk.bytes(), bytes);
    assert!(!desk.document().is_edited());
    read(&mut desk, "hash", None, ReadScope::Record);
    assert_eq!(desk.rows(), "  hash  string  \"\\x08\\x01\"\n  #15  sint64  -2\n");
}

#[test]
fn what_is_typed_is_written_as_it_is_read() {
    let mut desk = Desk::with_bytes(vec![0x78, 3], Some(DIGEST));
    read(&mut desk, "#15", Some(ReadAs::Number(Number::Sint64)), ReadScope::Record);
    desk.set("#15", "-3");
    assert_eq!(desk.bytes(), [0x78, 5]);
    let address = desk.address("#15");
    assert_eq!(desk.app.edit_text(&address).as_deref(), Some("-3"));
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.rows(), "  #15  sint64  -2\n", "the reading is of the record and stays");
}

#[test]
fn a_field_is_read_so_in_every_record_and_every_document() {
    let mut desk = Desk::with_bytes(vec![0x10, 60, 0x10, 2], Some(DIGEST));
    read(&mut desk, "size_bytes[1]", Some(ReadAs::Time(TimeUnit::Seconds)), ReadScope::Field);
    let types = |desk: &Desk| -> Vec<String> {
        let rows = desk.document().rows(0..9);
        rows.iter().map(|it| it.record().unwrap()).map(|it| it.reading.type_name(&it.child.record)).collect()
    };
    assert_eq!(types(&desk), ["seconds since 1970"; 2]);
    desk.open("/folder/other.bin", Origin::in_memory(Arc::new(vec![0x10, 1])), Some(DIGEST));
    assert_eq!(types(&desk), ["seconds since 1970"]);
    read(&mut desk, "size_bytes", None, ReadScope::Field);
    assert_eq!(types(&desk), ["int64"]);
    desk.ask(TabCommand::PreviousTab);
    assert_eq!(types(&desk), ["int64"; 2]);
}

#[test]
fn bytes_are_read_as_packed_numbers_and_what_does_not_fit_is_refused() {
    let mut desk = Desk::with_bytes(vec![0x7a, 3, 1, 2, 3, 0x70, 1], Some(DIGEST));
    read(&mut desk, "#15", Some(ReadAs::Packed(Number::Uint32)), ReadScope::Record);
    assert!(desk.rows().starts_with("▸ #15  packed uint32  [1, 2, 3]\n") || desk.rows().starts_with("  #15"));
    assert!(desk.rows().contains("packed uint32  [1, 2, 3]"), "{}", desk.rows());
    desk.set("#15", "1, 7, 3");
    assert_eq!(desk.bytes(), [0x7a, 3, 1, 7, 3, 0x70, 1]);
    let before = desk.rows();
    read(&mut desk, "#14", Some(ReadAs::Text), ReadScope::Record);
    assert_eq!(desk.rows(), before);
    assert_eq!(desk.app.notices().len(), 1);
}

#[test]
fn a_known_field_can_be_looked_at_as_if_it_were_not() {
    let mut desk = Desk::with_bytes(vec![0x0a, 2, 8, 1], Some(DIGEST));
    read(&mut desk, "hash", Some(ReadAs::Untyped), ReadScope::Record);
    assert_eq!(desk.rows(), "▸ #1  bytes  08 01\n");
}

#[test]
fn readings_of_fields_are_kept_and_taken_in_again() {
    let mut desk = Desk::with_bytes(vec![0x10, 60], Some(DIGEST));
    read(&mut desk, "size_bytes", Some(ReadAs::Time(TimeUnit::Seconds)), ReadScope::Field);
    let mut kept = None;
    while let Some(effect) = desk.take("Keep") {
        if let Effect::Keep(KeepEffect::Keep { kind: Kept::Readings, bytes }) = effect {
            kept = Some(bytes);
        }
    }
    let kept = kept.expect("it is kept");
    let mut next = Desk::with_bytes(vec![0x10, 60], Some(DIGEST));
    crate::app::kept::take(&mut next.app, Kept::Readings, &kept).unwrap();
    let row = next.document().rows(0..1)[0].record().unwrap().clone();
    assert_eq!(row.reading.type_name(&row.child.record), "seconds since 1970");
}

#[test]
fn an_open_message_read_as_a_run_shows_elements_and_what_was_selected_in_it_gives_way_to_it() {
    // A message in a message, and a record behind both.
    let mut desk = Desk::with_bytes(vec![0x7a, 4, 0x7a, 2, 8, 1, 0x70, 3], Some(DIGEST));
    desk.select("#15.#15.#1");
    let address = desk.document().rows(0..1)[0].record().unwrap().address.clone();
    let reading = Some(ReadAs::Packed(Number::Uint32));
    desk.ask(SchemaCommand::ReadAs { address: address.clone(), reading, scope: ReadScope::Record });
    let document = desk.document();
    assert_eq!(document.row_count().rows, 6, "a run of four, and the record behind it");
    let last = document.rows(5..6)[0].record().unwrap().address.clone();
    assert_eq!((document.row_of(&last), document.selected_row()), (Some(5), Some(0)));
    assert_eq!(document.selection().unwrap().address, address);
}

#[test]
fn what_looks_like_a_message_no_more_after_an_edit_is_folded_shut() {
    let mut desk = Desk::with_bytes(vec![0x7a, 4, 0x7a, 2, 8, 1, 0x70, 3], Some(DIGEST));
    desk.select("#15.#15.#1");
    let address = desk.document().rows(0..1)[0].record().unwrap().address.clone();
    desk.ask(EditCommand::SetPayload { address, bytes: b"plain".to_vec() });
    assert_eq!(desk.document().row_count().rows, 2);
    desk.ask(TreeCommand::MoveSelection(Motion::Last));
    assert_eq!(desk.selected(), "#14");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.document().row_count().rows, 4, "what was open is open again");
}

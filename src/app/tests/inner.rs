//! Rows that are no records of their own: fields that are absent, elements of packed runs, messages in Any.

use super::*;

const DIGEST: &str = "build.bazel.remote.execution.v2.Digest";
const PATHS: &str = "google.protobuf.SourceCodeInfo.Location";

fn len(number: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    wire::varint::push(payload.len() as u64, &mut out);
    out.extend_from_slice(payload);
    out
}

/// What each row is, by its name; absent fields with a minus, elements with their value.
fn shown(desk: &Desk) -> Vec<String> {
    let document = desk.document();
    let count = document.row_count().rows;
    let name = |row: &Row| match row {
        Row::Record(row) => row.name.clone(),
        Row::Element(row) => format!("{} = {}", row.name, row.text()),
        Row::Absent(row) => format!("-{}", row.field.path_name()),
        Row::Reading { .. } => "reading…".to_owned(),
    };
    let all: Vec<String> = document.rows(0..count).iter().map(name).collect();
    assert_eq!(all.len() as u64, count);
    for from in 0..count {
        let part: Vec<String> = document.rows(from..from + 2).iter().map(name).collect();
        assert_eq!(part, all[from as usize..(from as usize + 2).min(all.len())], "from {from}");
    }
    all
}

fn select_row(desk: &mut Desk, row: u64) {
    desk.ask(TreeCommand::Select(Pick::Row(row)));
    assert_eq!(desk.document().selected_row(), Some(row));
}

#[test]
fn absent_fields_stand_behind_the_records_of_their_message() {
    let digest = len(2, &len(1, b"ab"));
    let mut desk = Desk::with_bytes([digest, len(1, b"p")].concat(), Some("v2.OutputFile"));
    desk.ask(TreeCommand::ToggleAbsent);
    let all = shown(&desk);
    assert_eq!(all[..3], ["digest", "path", "-is_executable"]);
    select_row(&mut desk, 0);
    desk.ask(TreeCommand::Unfold(None));
    assert_eq!(shown(&desk)[..5], ["digest", "hash", "-size_bytes", "path", "-is_executable"]);
    desk.ask(TreeCommand::ToggleAbsent);
    assert_eq!(shown(&desk), ["digest", "hash", "path"]);
}

#[test]
fn an_absent_field_is_set_in_one_step_and_given_up_without_a_trace() {
    let mut desk = Desk::with_bytes(len(1, b"ab"), Some(DIGEST));
    desk.ask(TreeCommand::ToggleAbsent);
    assert_eq!(shown(&desk), ["hash", "-size_bytes"]);
    select_row(&mut desk, 1);
    assert!(desk.document().selection().is_none(), "no record that a command could mean");
    desk.ask(EditCommand::BeginEdit);
    assert!(desk.document().is_editing());
    assert_eq!(desk.selected(), "size_bytes");
    let address = desk.document().selection().unwrap().address.clone();
    for text in ["3", "30"] {
        desk.ask(EditCommand::SetValue { address: address.clone(), text: text.into() });
    }
    desk.ask(EditCommand::EndEdit);
    assert_eq!(desk.bytes(), [&len(1, b"ab")[..], &[16, 30]].concat());
    assert_eq!(desk.document().history().steps().len(), 1);
    assert_eq!(desk.document().history().steps()[0].name, "Add size_bytes");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), len(1, b"ab"));
    select_row(&mut desk, 1);
    desk.ask(EditCommand::BeginEdit);
    desk.ask(EditCommand::CancelEdit);
    assert_eq!(desk.bytes(), len(1, b"ab"));
    assert!(!desk.document().is_edited());
    assert_eq!(desk.document().selected_row(), Some(1));
}

#[test]
fn an_absent_bool_is_turned_on_and_an_absent_enum_chosen_in_one_step() {
    let mut desk = Desk::with_bytes(len(1, b"p"), Some("v2.OutputFile"));
    desk.ask(TreeCommand::ToggleAbsent);
    let row = shown(&desk).iter().position(|it| it == "-is_executable").unwrap() as u64;
    select_row(&mut desk, row);
    desk.ask(EditCommand::ToggleBool(None));
    assert_eq!(desk.bytes(), [&len(1, b"p")[..], &[0x20, 1]].concat());
    assert_eq!(desk.document().history().steps().len(), 1);
}

#[test]
fn deleting_and_moving_mean_nothing_on_an_absent_field() {
    let bytes = len(2, &len(1, b"ab"));
    let mut desk = Desk::with_bytes(bytes.clone(), Some("v2.OutputFile"));
    desk.ask(TreeCommand::ToggleAbsent);
    select_row(&mut desk, 0);
    desk.ask(TreeCommand::Unfold(None));
    select_row(&mut desk, 2);
    for command in [
        Command::Records(RecordCommand::DeleteRecord),
        Command::Records(RecordCommand::Duplicate),
        Command::Clip(ClipCommand::Copy),
        Command::Tree(TreeCommand::Unfold(None)),
    ] {
        desk.ask(command);
    }
    assert_eq!(desk.bytes(), bytes);
    desk.ask(TreeCommand::Fold(None));
    assert_eq!(desk.selected(), "digest", "to the message it is absent in");
}

#[test]
fn a_member_of_a_oneof_that_is_set_takes_the_place_of_the_other() {
    let mut desk = Desk::with_bytes(vec![0x20, 1], Some("google.protobuf.Value"));
    desk.ask(TreeCommand::ToggleAbsent);
    let row = shown(&desk).iter().position(|it| it == "-string_value").unwrap() as u64;
    select_row(&mut desk, row);
    desk.ask(EditCommand::BeginEdit);
    assert_eq!(desk.bytes(), [0x1a, 0]);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), [0x20, 1]);
}

#[test]
fn elements_of_a_packed_run_are_rows_and_edited_one_by_one() {
    let bytes = len(1, &[1, 0x82, 0, 3]);
    let mut desk = Desk::with_bytes(bytes, Some(PATHS));
    select_row(&mut desk, 0);
    desk.ask(TreeCommand::Unfold(None));
    assert_eq!(shown(&desk), ["path", "path[0] = 1", "path[1] = 2", "path[2] = 3"]);
    desk.ask(TreeCommand::MoveSelection(Motion::Rows(3)));
    desk.ask(EditCommand::BeginEdit);
    let row = desk.document().selected_element().unwrap();
    assert!(desk.app.element_check(&row, "x").is_err());
    for text in ["4", "400"] {
        desk.ask(EditCommand::SetElement { record: row.record.clone(), index: 2, text: text.into() });
    }
    desk.ask(EditCommand::EndEdit);
    assert_eq!(desk.bytes(), len(1, &[1, 0x82, 0, 0x90, 3]), "the over-long one stays as it is");
    assert_eq!(desk.document().history().steps().len(), 1);
    assert_eq!(desk.document().history().steps()[0].name, "Set path[2]");
    select_row(&mut desk, 1);
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(shown(&desk), ["path", "path[0] = 2", "path[1] = 400"]);
    assert_eq!(desk.document().selected_row(), Some(1));
    desk.ask(TreeCommand::Fold(None));
    assert_eq!(desk.document().selected_row(), Some(0));
    desk.ask(EditCommand::Undo);
    assert_eq!(shown(&desk)[1], "path[0] = 1");
}

#[test]
fn a_million_elements_open_at_once_and_the_last_is_found() {
    let run: Vec<u8> = [0x80, 1].repeat(1_000_000);
    let mut desk = Desk::with_bytes([len(1, &[7]), len(1, &run)].concat(), Some(PATHS));
    select_row(&mut desk, 1);
    desk.ask(TreeCommand::Unfold(None));
    assert_eq!(desk.document().row_count().rows, 1_000_002);
    let rows = desk.document().rows(1_000_000..1_000_009);
    let names = rows.iter().map(|it| match it {
        Row::Element(row) => format!("{} = {}", row.name, row.text()),
        _ => String::new(),
    });
    assert_eq!(names.collect::<Vec<_>>(), ["path[999999] = 128", "path[1000000] = 128"]);
}

#[test]
fn an_any_is_opened_in_place_with_its_type() {
    let url = len(1, format!("type.googleapis.com/{DIGEST}").as_bytes());
    let any = [url, len(2, &len(1, b"ab"))].concat();
    let mut desk = Desk::with_bytes(len(3, &any), Some("google.rpc.Status"));
    select_row(&mut desk, 0);
    desk.ask(TreeCommand::Unfold(None));
    assert_eq!(shown(&desk), ["details[0]", "type_url", "value", "hash"]);
    let path = "type_url";
    let rows = desk.document().rows(1..2);
    let address = rows[0].record().unwrap().address.clone();
    assert_eq!(rows[0].record().unwrap().name, path);
    let before = desk.bytes();
    let hash = desk.document().rows(3..4)[0].record().unwrap().address.clone();
    desk.ask(EditCommand::SetValue { address: hash, text: "cd".into() });
    assert!(desk.bytes().ends_with(&len(1, b"cd")) && desk.bytes() != before);
    desk.ask(EditCommand::SetValue { address, text: "x/no.Such".into() });
    assert_eq!(shown(&desk), ["details[0]", "type_url", "value"], "of a type that is not known it is bytes");
    desk.ask(EditCommand::Undo);
    assert!(shown(&desk).len() >= 3);
}

#[test]
fn moments_and_spans_are_typed_as_people_write_them() {
    let moment = [8, 1];
    let mut desk = Desk::with_bytes(len(2, &moment), Some("v2.ExecutedActionMetadata"));
    let address = desk.address("queued_timestamp");
    assert_eq!(desk.app.edit_text(&address).as_deref(), Some("1970-01-01T00:00:01Z"));
    assert!(desk.app.edit_check(&address, "yesterday").unwrap_err().contains("2006-01-02"));
    desk.ask(EditCommand::SetValue { address: address.clone(), text: "1970-01-01T00:00:02.000000001Z".into() });
    assert_eq!(desk.bytes(), len(2, &[8, 2, 16, 1]));
    desk.ask(EditCommand::SetValue { address: address.clone(), text: "{ seconds: 3 }".into() });
    assert_eq!(desk.bytes(), len(2, &[8, 3]));
    // What holds more than a time is not typed as one: the rest would be lost.
    let mut desk = Desk::with_bytes(len(2, &[8, 1, 0x78, 1]), Some("v2.ExecutedActionMetadata"));
    let address = desk.address("queued_timestamp");
    assert_eq!(desk.app.edit_text(&address), None);
}

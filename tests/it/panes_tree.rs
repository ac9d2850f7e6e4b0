//! What the tree shows: values in the language of their field, marks, problems by key.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use wirebench::app::{FileCommand, Pick, Sample, TreeCommand};

use super::bench::{ask, bench, bench_on_bytes, press, press_with, rows, selected_path, settle};

#[test]
fn closed_messages_say_what_is_in_them() {
    let mut bench = bench();
    ask(&mut bench, FileCommand::OpenSample(Sample::ExecutionHistory));
    ask(&mut bench, TreeCommand::FoldAll);
    let rows = rows(&bench);
    let response = rows.iter().find(|row| row.starts_with("execute_response")).expect("it is there");
    assert!(response.contains("exit 0"), "{response}");
}

#[test]
fn f8_goes_through_what_is_odd() {
    let bytes = [0x7a, 1, 0, 0x0a, 1, 0xff, 0x12, 1, b'x'];
    let mut bench = bench_on_bytes(&bytes, "build.bazel.remote.execution.v2.Digest");
    ask(&mut bench, TreeCommand::Select(Pick::Nothing));
    let mut seen = Vec::new();
    for _ in 0..3 {
        press(&mut bench, Key::F8);
        seen.push(selected_path(&bench));
    }
    press_with(&mut bench, Modifiers::SHIFT, Key::F8);
    seen.push(selected_path(&bench));
    assert_eq!(seen, ["#15", "hash", "#2", "hash"]);
}

#[test]
fn rows_say_what_is_odd_about_them() {
    let bytes = [8, 1, 8, 0x82, 0];
    let bench = bench_on_bytes(&bytes, "google.protobuf.Int32Value");
    let rows = rows(&bench);
    assert!(rows[0].ends_with("overridden by a later one"), "{rows:?}");
    assert!(rows[1].contains("value in 2 bytes") && rows[1].ends_with("wins over 1 earlier"), "{rows:?}");
}

#[test]
fn a_record_is_read_as_something_else_by_keys_alone() {
    let bytes = [0x78, 3, 0x78, 5];
    let mut bench = bench_on_bytes(&bytes, "build.bazel.remote.execution.v2.Digest");
    press(&mut bench, Key::Home);
    press_with(&mut bench, Modifiers::COMMAND, Key::R);
    bench.get_by_label("This record");
    press_with(&mut bench, Modifiers::SHIFT, Key::Tab);
    press(&mut bench, Key::Space);
    press(&mut bench, Key::Tab);
    bench.event(egui::Event::Text("sint64".to_owned()));
    settle(&mut bench);
    press(&mut bench, Key::Enter);
    let shown = rows(&bench);
    assert!(shown[0].contains("sint64 -2") && shown[1].contains("sint64 -3"), "{shown:?}");
    assert!(bench.state().app().active_document().is_some_and(|it| !it.is_edited()));
}

#[test]
fn an_absent_field_is_set_by_typing_on_it() {
    let mut bench = bench_on_bytes(&[0x0a, 1, b'a'], "build.bazel.remote.execution.v2.Digest");
    press_with(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::A);
    let shown = rows(&bench);
    assert_eq!(shown[1], "size_bytes int64 not set default 0");
    press(&mut bench, Key::End);
    bench.event(egui::Event::Text("42".to_owned()));
    settle(&mut bench);
    press(&mut bench, Key::Enter);
    let document = bench.state().app().active_document().expect("it is open");
    assert_eq!(document.snapshot().to_vec().expect("its bytes are there"), [0x0a, 1, b'a', 0x10, 42]);
    assert_eq!(document.history().steps().len(), 1);
}

#[test]
fn elements_of_a_run_are_edited_where_they_stand() {
    let mut bench = bench_on_bytes(&[0x0a, 3, 1, 2, 3], "google.protobuf.SourceCodeInfo.Location");
    press(&mut bench, Key::Home);
    press(&mut bench, Key::ArrowRight);
    let shown = rows(&bench);
    assert_eq!(shown[1..4], ["path[0] int32 1", "path[1] int32 2", "path[2] int32 3"]);
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::Enter);
    bench.event(egui::Event::Text("7".to_owned()));
    settle(&mut bench);
    press(&mut bench, Key::Tab);
    bench.event(egui::Event::Text("8".to_owned()));
    settle(&mut bench);
    press(&mut bench, Key::Enter);
    let document = bench.state().app().active_document().expect("it is open");
    assert_eq!(document.snapshot().to_vec().expect("its bytes are there"), [0x0a, 3, 7, 8, 3]);
}

#[test]
fn what_is_typed_on_a_value_that_takes_no_text_is_not_for_the_next() {
    // A packed run too long for one line, and a string.
    let mut bytes = vec![0x0a, 105, 0x0a, 100];
    bytes.resize(104, 1);
    bytes.extend([0x1a, 1, b'a']);
    let mut bench = bench_on_bytes(&bytes, "google.protobuf.SourceCodeInfo");
    ask(&mut bench, TreeCommand::Select(Pick::Path("location[0].path".to_owned())));
    bench.event(egui::Event::Text("7".to_owned()));
    settle(&mut bench);
    ask(&mut bench, TreeCommand::Select(Pick::Path("location[0].leading_comments".to_owned())));
    press(&mut bench, Key::F2);
    press(&mut bench, Key::Enter);
    assert!(bench.state().app().active_document().is_some_and(|it| !it.is_edited()));
}

#[test]
fn the_inspector_shows_and_takes_bytes_as_base64() {
    let mut bench = bench_on_bytes(&[0x0a, 3, 1, 2, 0xff], "google.protobuf.BytesValue");
    press(&mut bench, Key::Home);
    bench.get_by_role_and_label(Role::Button, "Base64").click();
    settle(&mut bench);
    let field = bench.get_by_role_and_label(Role::MultilineTextInput, "Inspected value of value");
    assert_eq!(field.value().as_deref(), Some("AQL/"));
    field.focus();
    settle(&mut bench);
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    let bytes = |bench: &super::bench::Bench| {
        let document = bench.state().app().active_document().expect("open");
        document.snapshot().to_vec().expect("in memory")
    };
    bench.event(egui::Event::Text("aGk?".to_owned()));
    settle(&mut bench);
    assert_eq!(bytes(&bench), [0x0a, 3, 1, 2, 0xff], "what is no base64 changes nothing");
    press(&mut bench, Key::Backspace);
    assert_eq!(bytes(&bench), [0x0a, 2, b'h', b'i']);
}

#[test]
fn the_inspector_copies_in_every_form() {
    let mut bench = bench_on_bytes(&[0x0a, 2, b'h', b'i'], "google.protobuf.StringValue");
    press(&mut bench, Key::Home);
    bench.get_by_role_and_label(Role::Button, "Copy as…").click();
    settle(&mut bench);
    bench.get_by_label("Copy as hex").click();
    settle(&mut bench);
    let last = bench.state().app().log().lines().next_back().map(|it| it.text.clone());
    assert_eq!(last.as_deref(), Some("Copy as hex"));
}

#[test]
fn a_double_click_edits_a_value_turns_a_bool_and_opens_a_message() {
    let mut bench = bench();
    ask(&mut bench, FileCommand::OpenSample(Sample::ExecutionHistory));
    let twice = |bench: &mut super::bench::Bench, path: &str| {
        ask(bench, TreeCommand::Select(Pick::Path(path.to_owned())));
        let row = bench.get_by(|it| it.role() == Role::TreeItem && it.is_selected() == Some(true));
        let at = egui::pos2(row.rect().right() - 300.0, row.rect().center().y);
        bench.event(egui::Event::PointerMoved(at));
        settle(bench);
        let button = egui::PointerButton::Primary;
        let event = |pressed| egui::Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE };
        // In one frame, so that no time passes between the clicks.
        bench.input_mut().events.extend([true, false, true, false].map(event));
        settle(bench);
    };
    let is_editing =
        |bench: &super::bench::Bench| bench.state().app().active_document().is_some_and(|it| it.is_editing());
    for path in [
        "execute_response.result.execution_metadata.worker",
        "execute_response.result.execution_metadata.queued_timestamp",
        "execute_response.result.output_files[0].digest.size_bytes",
    ] {
        twice(&mut bench, path);
        assert!(is_editing(&bench), "{path} is edited");
        press(&mut bench, Key::Escape);
        assert!(!is_editing(&bench), "{path} is given up");
    }
    let count = |bench: &super::bench::Bench| bench.state().app().active_document().map(|it| it.row_count().rows);
    let before = count(&bench);
    twice(&mut bench, "execute_response.result.execution_metadata");
    assert!(count(&bench) < before, "a message folds");
    assert!(bench.state().app().notices().is_empty(), "{:?}", bench.state().app().notices());
    let mut bench = bench_on_bytes(&[8, 1], "google.protobuf.BoolValue");
    twice(&mut bench, "value");
    assert!(rows(&bench)[0].contains("false"), "{:?}", rows(&bench));
}

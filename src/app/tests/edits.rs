//! Edits, undo and redo, and what stays where it was.

use super::*;

#[test]
fn a_value_is_set_and_nothing_else_changes() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    let before = desk.bytes();
    desk.set("execute_response.result.output_files[0].digest.size_bytes", "7");
    let after = desk.bytes();
    assert_ne!(before, after);
    assert!(desk.document().is_edited());
    assert_eq!(desk.app.window_title(), "● historical_execute_response.bin — wirebench");
    let path = wire::path::Path::parse("execute_response.result.output_files[0].digest.size_bytes").unwrap();
    let document = wire::Document::from_bytes(before.clone());
    let lens = desk.document().lens();
    let edit = schema::plan::set(&document, lens, &path, &mut |slot| crate::text::value::parse(slot, "7")).unwrap();
    assert_eq!(document.apply(&edit).unwrap().document.to_vec().unwrap(), after);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), before);
    assert!(!desk.document().is_edited());
    desk.ask(EditCommand::Redo);
    assert_eq!(desk.bytes(), after);
    assert_eq!(desk.selected(), "execute_response.result.output_files[0].digest.size_bytes");
}

#[test]
fn setting_the_value_that_stands_is_no_step() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    let address = desk.address("execute_response.result.output_files[0].path");
    let text = desk.app.edit_text(&address).unwrap();
    assert_eq!(desk.app.edit_check(&address, &text), Ok(()));
    desk.ask(EditCommand::SetValue { address, text });
    assert!(desk.document().history().steps().is_empty());
}

#[test]
fn what_does_not_fit_is_said_and_changes_nothing() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    let address = desk.address("execute_response.result.output_files[0].digest.size_bytes");
    let before = desk.bytes();
    assert!(desk.app.edit_check(&address, "many").unwrap_err().contains("int64"));
    desk.ask(EditCommand::SetValue { address, text: "many".to_owned() });
    assert_eq!(desk.bytes(), before);
    assert_eq!(desk.app.notices().len(), 1);
}

#[test]
fn typing_in_one_field_is_one_step() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    let before = desk.bytes();
    let address = desk.address("execute_response.result.output_files[0].path");
    for _ in 0..2 {
        desk.ask(EditCommand::BeginEdit);
        assert!(desk.document().is_editing());
        for text in ["a", "ab", "abc"] {
            desk.ask(EditCommand::SetValue { address: address.clone(), text: text.to_owned() });
        }
        desk.ask(EditCommand::EndEdit);
    }
    assert_eq!(desk.document().history().steps().len(), 2);
    assert_eq!(desk.document().history().undo_step().map(|it| it.name.as_str()), Some("Set path"));
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.app.edit_text(&address).as_deref(), Some("abc"));
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), before);
    desk.ask(EditCommand::Redo);
    assert_eq!(desk.app.edit_text(&address).as_deref(), Some("abc"));
}

#[test]
fn typing_beside_the_tree_is_one_step_and_checked_once() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some("google.protobuf.StringValue"));
    let address = desk.address("value");
    let value = |text: &str| Command::Edit(EditCommand::SetValue { address: address.clone(), text: text.to_owned() });
    let payload =
        |bytes: &[u8]| Command::Edit(EditCommand::SetPayload { address: address.clone(), bytes: bytes.to_vec() });
    for typed in [[value("b"), value("bc")], [payload(b"d"), payload(b"de")]] {
        desk.effects.clear();
        desk.ask(EditCommand::BeginTyping);
        assert!(desk.document().is_typing() && !desk.document().is_editing());
        typed.into_iter().for_each(|it| desk.ask(it));
        assert!(desk.take("Check").is_none(), "not while it is typed");
        desk.ask(EditCommand::EndEdit);
        assert!(desk.take("Check").is_some() && desk.take("Check").is_none());
    }
    assert_eq!(desk.document().history().steps().len(), 2);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), b"\x0a\x02bc");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), b"\x0a\x01a");
    desk.ask(EditCommand::BeginTyping);
    desk.ask(value("x"));
    desk.ask(EditCommand::CancelEdit);
    assert_eq!(desk.bytes(), b"\x0a\x01a");
}

#[test]
fn what_is_typed_back_is_what_it_was_byte_for_byte() {
    let mut desk = Desk::with_bytes(vec![8, 0x81, 0], Some("google.protobuf.Int32Value"));
    let address = desk.address("value");
    desk.ask(EditCommand::BeginEdit);
    for text in ["12", "1"] {
        desk.ask(EditCommand::SetValue { address: address.clone(), text: text.to_owned() });
    }
    assert_eq!(desk.bytes(), [8, 0x81, 0]);
    // Field 1 of this one is packed: 1 in two bytes, then 2.
    let mut desk = Desk::with_bytes(vec![0x0a, 3, 0x81, 0, 2], Some("google.protobuf.SourceCodeInfo.Location"));
    let address = desk.address("path");
    desk.ask(EditCommand::BeginEdit);
    for text in ["31, 2", "3, 1, 2"] {
        desk.ask(EditCommand::SetValue { address: address.clone(), text: text.to_owned() });
    }
    assert_eq!(desk.bytes(), [0x0a, 4, 3, 0x81, 0, 2]);
    desk.ask(EditCommand::EndEdit);
    desk.ask(EditCommand::Undo);
    desk.ask(EditCommand::SetValue { address, text: "1, 3".to_owned() });
    assert_eq!(desk.bytes(), [0x0a, 3, 0x81, 0, 3]);
    assert_eq!(desk.document().history().steps().len(), 1);
}

#[test]
fn giving_up_takes_back_what_was_typed() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    let before = desk.bytes();
    let address = desk.address("execute_response.result.output_files[0].digest.size_bytes");
    desk.ask(EditCommand::CancelEdit);
    desk.ask(EditCommand::BeginEdit);
    desk.ask(EditCommand::SetValue { address, text: "12345678".to_owned() });
    assert_ne!(desk.bytes(), before);
    desk.ask(EditCommand::CancelEdit);
    assert_eq!(desk.bytes(), before);
    assert!(!desk.document().is_edited());
    assert!(desk.document().history().steps().is_empty());
    assert_eq!(desk.selected(), "execute_response.result.output_files[0].digest.size_bytes");
}

#[test]
fn undo_reaches_back_across_saves_and_knows_what_is_saved() {
    let mut desk = Desk::with_bytes(vec![8, 1], Some("google.protobuf.Int32Value"));
    desk.set("value", "2");
    desk.ask(FileCommand::Save);
    assert!(desk.document().is_saving());
    desk.set("value", "3");
    assert_eq!(desk.save_done(), [8, 2], "what was there when it was asked for");
    assert!(desk.document().is_edited(), "what was typed meanwhile is not saved");
    desk.ask(EditCommand::Undo);
    assert!(!desk.document().is_edited());
    desk.ask(EditCommand::Undo);
    assert!(desk.document().is_edited());
    assert_eq!(desk.bytes(), [8, 1]);
    desk.ask(EditCommand::Undo);
    desk.ask(EditCommand::Redo);
    assert!(!desk.document().is_edited());
    desk.ask(EditCommand::Undo);
    desk.set("value", "9");
    assert!(desk.document().is_edited(), "the saved state is reached no more");
    desk.ask(EditCommand::Undo);
    desk.ask(FileCommand::Save);
    assert_eq!(desk.save_done(), [8, 1]);
    assert!(!desk.document().is_edited());
}

#[test]
fn a_save_asked_for_during_another_follows_it() {
    let mut desk = Desk::with_bytes(vec![8, 1], Some("google.protobuf.Int32Value"));
    desk.set("value", "2");
    desk.ask(FileCommand::Save);
    desk.set("value", "3");
    assert!(desk.app.is_available(&Command::File(FileCommand::Save)));
    desk.ask(FileCommand::Save);
    assert_eq!(desk.save_done(), [8, 2]);
    assert_eq!(desk.save_done(), [8, 3]);
    assert!(!desk.document().is_edited() && desk.take("Save").is_none());
}

#[test]
fn what_was_open_and_selected_stays_so_through_edits() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[1].digest.hash");
    let rows = desk.document().row_count().rows;
    let id = desk.document().selection().unwrap().id;
    let file = desk.address("execute_response.result.output_files[0]");
    desk.select("execute_response.result.output_files[1].digest.hash");
    desk.ask(TreeCommand::Select(Pick::Record(file.clone())));
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(desk.document().row_count().rows, rows - 1);
    assert!(desk.rows().contains("▾ output_files[0]"), "{}", desk.rows());
    desk.ask(TreeCommand::Select(Pick::Path("execute_response.result.output_files[0].digest.hash".to_owned())));
    assert_eq!(desk.document().selection().unwrap().id, id, "the second is the first now");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.selected(), "execute_response.result.output_files[0]");
    assert_eq!(desk.document().row_count().rows, rows);
    assert!(desk.rows().contains("▾ output_files[1]"), "{}", desk.rows());
    assert!(desk.rows().contains("▸ output_files[0]"), "{}", desk.rows());
}

#[test]
fn what_was_open_in_a_deleted_record_is_open_when_it_is_back() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].digest.hash");
    let rows = desk.rows();
    desk.select("execute_response.result.output_files[0]");
    desk.ask(RecordCommand::DeleteRecord);
    assert!(!desk.rows().contains("hash"));
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.rows(), rows);
    desk.ask(EditCommand::Redo);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.rows(), rows);
}

#[test]
fn a_deleted_record_leaves_the_selection_near() {
    let mut desk = Desk::with_bytes(b"\x08\x01\x10\x02".to_vec(), None);
    desk.select("#2");
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(desk.selected(), "#1");
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(desk.selected(), "");
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(desk.bytes(), b"");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.selected(), "#1");
}

#[test]
fn a_field_is_added_selected_and_ready_to_be_edited() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].digest");
    desk.ask(EditCommand::ShowFieldPicker);
    assert!(desk.app.is_field_picker_shown());
    let (message, ty) = desk.app.field_picker_target().unwrap();
    assert_eq!(ty.name(), "Digest");
    desk.ask(EditCommand::AddField { message, number: 2 });
    assert!(!desk.app.is_field_picker_shown());
    assert_eq!(desk.selected(), "execute_response.result.output_files[0].digest.size_bytes[1]");
    assert!(desk.document().is_editing());
    assert_eq!(desk.app.edit_text(&desk.document().selection().unwrap().address).as_deref(), Some("0"));
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), Sample::ExecutionHistory.bytes());
}

#[test]
fn an_empty_document_takes_fields() {
    let mut desk = Desk::with_bytes(Vec::new(), Some("ExecuteResponse"));
    assert_eq!(desk.rows(), "");
    desk.ask(EditCommand::AddField { message: wire::Address::ROOT, number: 1 });
    assert_eq!(desk.selected(), "result");
    assert!(!desk.document().is_editing(), "a message is edited field by field");
    let message = desk.document().selection().unwrap().address.clone();
    desk.ask(EditCommand::AddField { message, number: 4 });
    assert_eq!(desk.selected(), "result.exit_code");
    assert_eq!(desk.bytes(), [10, 2, 32, 0]);
}

#[test]
fn setting_a_oneof_member_takes_its_siblings_out_in_one_step() {
    let mut desk = Desk::with_bytes(b"\x08\x01\x1a\x01x".to_vec(), Some("google.protobuf.Value"));
    desk.set("string_value", "y");
    assert_eq!(desk.bytes(), b"\x1a\x01y");
    assert_eq!(desk.selected(), "string_value");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), b"\x08\x01\x1a\x01x");
}

#[test]
fn bools_and_enums_have_their_own_ways() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a\x20\x01".to_vec(), Some("v2.OutputFile"));
    desk.select("path");
    assert!(!desk.app.is_available(&Command::Edit(EditCommand::ToggleBool(None))));
    desk.select("is_executable");
    assert!(desk.app.is_available(&Command::Edit(EditCommand::ToggleBool(None))));
    desk.ask(EditCommand::ToggleBool(None));
    desk.ask(EditCommand::ToggleBool(None));
    desk.ask(EditCommand::ToggleBool(None));
    assert_eq!(desk.bytes(), b"\x0a\x01a\x20\x00");
    let mut meta = Desk::with_bytes(vec![8, 2], Some("ExecuteOperationMetadata"));
    let address = meta.address("stage");
    assert_eq!(meta.app.edit_text(&address).as_deref(), Some("QUEUED"));
    meta.ask(EditCommand::SetEnum { address: address.clone(), number: 4 });
    assert_eq!(meta.app.edit_text(&address).as_deref(), Some("COMPLETED"));
    meta.ask(EditCommand::SetEnum { address, number: -1 });
    assert_eq!(meta.bytes().len(), 11);
}

#[test]
fn an_edit_that_changes_how_others_read_is_asked_about() {
    // Field 1, then a length that reaches past the end: what is put behind it would be read as part of it.
    let mut desk = Desk::with_bytes(b"\x08\x01\x12\x09ab".to_vec(), None);
    let before = desk.bytes();
    let address = desk.address("#1");
    desk.ask(EditCommand::SetPayload { address: address.clone(), bytes: vec![0x80] });
    assert!(matches!(desk.app.question(), Some(Question::Edit { warnings, .. }) if warnings.len() == 1));
    assert_eq!(desk.bytes(), before);
    desk.ask(FileCommand::Answer(Answer::Cancel));
    assert!(desk.app.question().is_none());
    assert_eq!(desk.bytes(), before);
    desk.ask(EditCommand::SetPayload { address, bytes: vec![0x80] });
    desk.ask(FileCommand::Answer(Answer::Proceed));
    assert_eq!(desk.bytes(), b"\x08\x80\x12\x09ab");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), before);
}

#[test]
fn a_check_follows_every_edit_and_the_old_one_is_stopped() {
    let mut desk = Desk::with_bytes(vec![8, 1], Some("google.protobuf.Int32Value"));
    let mut last = None;
    while let Some(Effect::Work(WorkEffect::Check { job, version, .. })) = desk.take("Check") {
        last = Some((job, version));
    }
    let (first, version) = last.unwrap();
    desk.set("value", "2");
    assert!(desk.effects.iter().any(|it| matches!(it, Effect::Stop(job) if *job == first)));
    let Some(Effect::Work(WorkEffect::Check { job, id, version: now, .. })) = desk.take("Check") else { panic!() };
    assert!(now > version);
    let found = |infos| Found { infos, ..Found::default() };
    desk.tell(Event::Checked { job: first, id, version, found: found(5), is_over: true });
    assert!(desk.document().problems().is_stale, "what the stopped one says is not heard");
    desk.tell(Event::Checked { job, id, version: now, found: found(1), is_over: true });
    let problems = desk.document().problems();
    assert!(problems.is_whole && !problems.is_stale && problems.found.total() == 1);
}

#[test]
fn a_value_too_long_to_edit_in_place_says_so() {
    let mut bytes = vec![0x0a];
    wire::varint::push(3 << 20, &mut bytes);
    bytes.resize(bytes.len() + (3 << 20), b'x');
    let mut desk = Desk::with_bytes(bytes, Some("google.protobuf.StringValue"));
    desk.select("value");
    desk.ask(EditCommand::BeginEdit);
    assert!(!desk.document().is_editing());
    assert!(desk.app.notices()[0].why.contains("3145728 bytes"), "{:?}", desk.app.notices());
}

#[test]
fn a_field_that_is_not_added_opens_no_editor() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[1].digest.hash");
    let nowhere = wire::Address::ROOT.child(wire::Step { row: 9000, at: 9_000_000 });
    let deep = desk.document().selection().unwrap().address.parent().unwrap();
    let message = deep.steps()[1..].iter().fold(nowhere, |at, step| at.child(*step));
    desk.ask(EditCommand::AddField { message, number: 2 });
    assert!(!desk.document().is_edited() && !desk.document().is_editing());
}

#[test]
fn a_stopped_save_is_not_done_again() {
    let mut desk = Desk::with_bytes(vec![8, 1], Some("google.protobuf.Int32Value"));
    desk.set("value", "2");
    desk.ask(FileCommand::Save);
    desk.set("value", "3");
    desk.ask(FileCommand::Save);
    let Save { job, .. } = desk.saves();
    desk.tell(Event::Stopped { job });
    desk.ask(FileCommand::Save);
    assert_eq!(desk.save_done(), [8, 3]);
    desk.set("value", "4");
    assert!(desk.take("Save").is_none());
    desk.ask(FileCommand::Save);
    desk.set("value", "5");
    let Save { job, .. } = desk.saves();
    desk.ask(FileCommand::Save);
    desk.tell(Event::Stopped { job });
    desk.ask(EditCommand::Undo);
    desk.ask(FileCommand::Save);
    desk.ask(EditCommand::Redo);
    desk.save_done();
    assert!(desk.take("Save").is_none(), "what was stopped asks for nothing any more");
}

#[test]
fn the_colours_turn_from_what_is_shown() {
    for (is_dark, turned) in [(true, Theme::Light), (false, Theme::Dark)] {
        let mut desk = Desk::new();
        desk.tell(Event::SystemTheme { is_dark });
        desk.ask(WindowCommand::ToggleTheme);
        assert_eq!(desk.app.settings().theme, turned);
    }
}

#[test]
fn what_is_not_typed_in_place_says_why() {
    // A packed run of a hundred elements; a moment with a field that no moment has.
    let mut bytes = vec![0x0a, 102, 0x0a, 100];
    bytes.resize(104, 1);
    let mut desk = Desk::with_bytes(bytes, Some("google.protobuf.SourceCodeInfo"));
    desk.select("location[0].path");
    desk.ask(EditCommand::BeginEdit);
    assert!(!desk.document().is_editing());
    assert_eq!(desk.app.notices()[0].what, "path is not edited in place");
    assert_eq!(desk.app.notices()[0].remedy, "Open it and edit its elements");
    let bytes = vec![0x22, 4, 0x08, 1, 0x78, 1];
    let mut desk = Desk::with_bytes(bytes, Some("build.bazel.remote.execution.v2.ExecutedActionMetadata"));
    desk.select("worker_completed_timestamp");
    desk.ask(EditCommand::BeginEdit);
    let notice = desk.app.notices().last().unwrap();
    assert!(notice.why.starts_with("It holds more than a time"), "{notice:?}");
}

#[test]
fn a_message_that_is_added_needs_no_excuse() {
    let mut desk = Desk::with_bytes(vec![8, 0], Some("build.bazel.remote.execution.v2.ActionResult"));
    desk.ask(EditCommand::AddField { message: wire::Address::ROOT, number: 9 });
    assert!(desk.document().is_edited());
    assert!(desk.app.notices().is_empty(), "{:?}", desk.app.notices());
}

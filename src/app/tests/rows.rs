//! The tree as rows.

use super::*;

#[test]
fn a_document_opens_with_a_screenful_folded_open() {
    let desk = Desk::with_sample(Sample::ExecutionHistory);
    let rows = desk.rows();
    assert!(rows.contains("▸ action_digest"), "a digest says all in its line: {rows}");
    assert!(rows.contains("\n  ▾ result  ActionResult"), "{rows}");
    assert!(rows.contains("\n    ▸ execution_metadata"), "that would be too many: {rows}");
    assert!(rows.lines().count() <= 24, "{rows}");
}

#[test]
fn a_sample_shows_its_records_in_wire_order() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    assert_eq!(desk.rows(), "▸ action_digest  Digest  69 bytes\n▸ execute_response  ExecuteResponse  664 bytes\n");
    desk.select("execute_response.result");
    desk.ask(TreeCommand::Unfold(None));
    let rows = desk.rows();
    assert!(rows.starts_with("▸ action_digest"), "{rows}");
    assert!(rows.contains("\n▾ execute_response"), "{rows}");
    assert!(rows.contains("\n  ▾ result  ActionResult"), "{rows}");
    assert!(rows.contains("\n    ▸ output_files[0]  OutputFile"), "{rows}");
    assert_eq!(desk.app.window_title(), "historical_execute_response.bin — wirebench");
}

#[test]
fn every_window_of_rows_is_part_of_the_whole() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    desk.ask(TreeCommand::UnfoldAll);
    let document = desk.document();
    let count = document.row_count();
    assert!(count.is_exact && count.rows > 20, "{count:?}");
    let all: Vec<String> = document.rows(0..count.rows).iter().map(|row| line(document, row)).collect();
    assert_eq!(all.len() as u64, count.rows);
    for from in 0..count.rows {
        let part: Vec<String> = document.rows(from..from + 3).iter().map(|row| line(document, row)).collect();
        let end = (from + 3).min(count.rows) as usize;
        assert_eq!(part, all[from as usize..end], "from {from}");
    }
    assert!(document.rows(count.rows..count.rows + 9).is_empty());
}

#[test]
fn arrows_move_and_fold() {
    let mut desk = Desk::with_folded_sample(Sample::ExecutionHistory);
    desk.ask(TreeCommand::MoveSelection(Motion::Last));
    assert_eq!(desk.selected(), "execute_response");
    desk.ask(TreeCommand::Unfold(None));
    assert!(desk.document().row_count().rows > 2);
    assert_eq!(desk.selected(), "execute_response", "opening does not move the selection");
    desk.ask(TreeCommand::Unfold(None));
    assert_eq!(desk.selected(), "execute_response.result", "it is open: to the first record");
    desk.ask(TreeCommand::MoveSelection(Motion::Rows(1)));
    desk.ask(TreeCommand::MoveSelection(Motion::Rows(-9)));
    assert_eq!(desk.selected(), "action_digest");
    desk.ask(TreeCommand::MoveSelection(Motion::Rows(1)));
    desk.ask(TreeCommand::MoveSelection(Motion::Rows(1)));
    desk.ask(TreeCommand::Fold(None));
    assert_eq!(desk.selected(), "execute_response", "a message that is shut gives way to the one around it");
    desk.ask(TreeCommand::Fold(None));
    assert_eq!(desk.document().row_count().rows, 2);
    desk.ask(TreeCommand::Fold(None));
    assert_eq!(desk.selected(), "execute_response");
}

#[test]
fn what_is_folded_away_leaves_the_selection_in_sight() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    desk.select("execute_response.result.output_files[0].path");
    let around = desk.document().selection().unwrap().address.steps()[0];
    desk.ask(TreeCommand::Fold(Some(wire::Address::ROOT.child(around))));
    assert_eq!(desk.selected(), "execute_response");
    desk.ask(TreeCommand::Unfold(None));
    assert!(desk.rows().contains("    ▾ output_files[0]"), "what was open in it is open again: {}", desk.rows());
    desk.ask(TreeCommand::FoldAll);
    assert_eq!(desk.document().row_count().rows, 2);
    assert_eq!(desk.selected(), "execute_response");
}

#[test]
fn a_byte_selects_the_innermost_record_that_holds_it() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    let len = desk.document().snapshot().len();
    for offset in 0..len {
        desk.ask(TreeCommand::Select(Pick::Byte(offset)));
        let selection = desk.document().selection().unwrap();
        assert!(selection.bytes.contains(&offset));
        let row = desk.document().selected_row().expect("the tree opens down to it");
        let rows = desk.document().rows(row..row + 1);
        assert_eq!(rows[0].record().unwrap().address, selection.address);
        assert_eq!(
            desk.document().shown_in(desk.app.layout().focused()).trail().len(),
            selection.address.steps().len()
        );
    }
    desk.ask(TreeCommand::Select(Pick::Byte(len)));
    desk.ask(TreeCommand::Select(Pick::Nothing));
    assert!(desk.document().selection().is_none());
}

#[test]
fn a_path_that_names_nothing_says_so() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    desk.ask(TreeCommand::Select(Pick::Path("execute_response.resolt".to_owned())));
    let notice = &desk.app.notices()[0];
    assert_eq!(notice.place, "execute_response.resolt");
    assert!(notice.why.contains("did you mean result"), "{}", notice.why);
    desk.ask(TreeCommand::Select(Pick::Path("a[".to_owned())));
    assert_eq!(desk.app.notices().len(), 2);
}

#[test]
fn repeated_fields_and_map_entries_are_named_by_what_they_are() {
    let mut desk = Desk::with_bytes(
        b"\x12\x02\x0a\x00\x12\x02\x0a\x00\x20\x00\x4a\x07\x0a\x03out\x12\x00".to_vec(),
        Some("ExecuteResponse"),
    );
    desk.ask(SchemaCommand::ChooseType(Some("v2.ActionResult".to_owned())));
    let rows = desk.rows();
    assert!(rows.contains("output_files[0]") && rows.contains("output_files[1]"), "{rows}");
    let mut logs = Desk::with_bytes(b"\x22\x0b\x0a\x03out\x12\x04\x0a\x02\x0a\x00".to_vec(), Some("ExecuteResponse"));
    assert!(logs.rows().contains("▸ server_logs[\"out\"]  map<string, LogFile>"), "{}", logs.rows());
    logs.select("server_logs[\"out\"].digest");
    assert!(logs.rows().contains("▸ digest  Digest"), "{}", logs.rows());
}

#[test]
fn without_a_type_what_looks_like_a_message_opens_all_the_same() {
    let mut desk = Desk::with_bytes(b"\x0a\x04\x08\x01\x10\x02\x12\x03abc".to_vec(), None);
    assert_eq!(desk.rows(), "▸ #1  bytes  08 01 10 02\n  #2  bytes  \"abc\"\n");
    desk.ask(TreeCommand::UnfoldAll);
    assert_eq!(desk.rows().lines().nth(1), Some("    #1  varint  1"));
    desk.ask(SchemaCommand::ChooseType(Some("google.protobuf.StringValue".to_owned())));
    assert_eq!(desk.rows().lines().count(), 2, "a string is no message: {}", desk.rows());
}

#[test]
fn the_guess_that_stands_out_is_taken_unless_a_person_chose() {
    let mut desk = Desk::with_bytes(Sample::ResourceUsage.bytes().to_vec(), None);
    let Some(Effect::Work(WorkEffect::Guess { job, id, .. })) = desk.take("Guess") else { panic!() };
    let candidate = Candidate { type_name: Sample::ResourceUsage.type_name().into(), score: 0.9, reason: "".into() };
    let guessed = |job| Event::Guessed {
        job,
        id,
        candidates: vec![candidate.clone()],
        standing_out: Some(candidate.type_name.clone()),
    };
    desk.tell(guessed(job));
    assert_eq!(desk.document().type_name(), Some(Sample::ResourceUsage.type_name()));
    desk.ask(SchemaCommand::ChooseType(None));
    desk.ask(SchemaCommand::GuessType);
    let Some(Effect::Work(WorkEffect::Guess { job, .. })) = desk.take("Guess") else { panic!() };
    desk.tell(guessed(job));
    assert_eq!(desk.document().type_name(), None);
    assert_eq!(desk.document().candidates().len(), 1);
    desk.ask(SchemaCommand::ChooseType(Some("Nonsense".to_owned())));
    assert!(desk.app.notices()[0].why.contains("no message type"), "{:?}", desk.app.notices());
}

#[test]
fn messages_in_one_another_are_followed_so_far_and_no_further() {
    let mut desk = Desk::with_bytes(vec![0x0b; 30_000], None);
    desk.ask(TreeCommand::Select(Pick::Byte(20_000)));
    let depth = desk.document().selection().unwrap().address.steps().len();
    assert!((100..10_000).contains(&depth), "{depth}");
    assert_eq!(desk.document().row_count().rows, depth as u64);
    desk.ask(TreeCommand::UnfoldAll);
    desk.ask(RecordCommand::DeleteRecord);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes().len(), 30_000);
}

#[test]
fn a_type_that_is_none_leaves_the_guess_its_say() {
    let mut desk = Desk::with_bytes(vec![8, 1], Some("Nonsense"));
    assert_eq!(desk.app.notices().len(), 1);
    let Some(Effect::Work(WorkEffect::Guess { job, id, .. })) = desk.take("Guess") else { panic!() };
    let standing_out = Some("google.protobuf.Int32Value".to_owned());
    desk.tell(Event::Guessed { job, id, candidates: Vec::new(), standing_out });
    assert_eq!(desk.rows(), "  value  int32  1\n");
}

#[test]
fn behind_a_long_packed_run_the_place_is_not_counted() {
    let bytes = |len: usize| {
        let mut bytes = vec![0x0a];
        wire::varint::push(len as u64, &mut bytes);
        bytes.resize(bytes.len() + len, 1);
        bytes.extend([0x08, 7]);
        bytes
    };
    let location = Some("google.protobuf.SourceCodeInfo.Location");
    let names = |len| {
        let desk = Desk::with_bytes(bytes(len), location);
        let rows = desk.document().rows(0..2);
        rows[1].record().unwrap().name.clone()
    };
    assert_eq!(names(64 << 10), "path[65536]");
    assert_eq!(names((64 << 10) + 1), "path[…]");
}

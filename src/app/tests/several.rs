//! Several records selected, and what is done to all of them as one step.

use super::*;
use crate::app::Shift;

/// Field 1 six times, 0 to 5; the third of them longer than it need be, then a group of field 3, an unknown field 15,
/// and field 1 once more.
const ODD: &[u8] = &[8, 0, 8, 1, 0x88, 0, 0x82, 0, 8, 3, 8, 4, 8, 5, 0x1b, 8, 9, 0x1c, 0x7a, 1, b'x', 8, 6];

fn desk() -> Desk {
    Desk::with_bytes(ODD.to_vec(), None)
}

fn pick(desk: &mut Desk, row: u64) {
    desk.ask(TreeCommand::Select(Pick::Row(row)));
}

/// The rows shown that are selected.
fn marked(desk: &Desk) -> Vec<u64> {
    let document = desk.document();
    let selection = document.selection().unwrap();
    let rows = document.rows(0..document.row_count().rows);
    rows.iter().filter_map(Row::record).filter(|it| selection.holds(&it.address)).map(|it| it.visible).collect()
}

fn steps(desk: &Desk) -> Vec<&str> {
    desk.document().history().steps().iter().map(|it| it.name.as_str()).collect()
}

#[test]
fn shift_and_arrows_select_a_range_and_back() {
    let mut desk = desk();
    pick(&mut desk, 2);
    for _ in 0..2 {
        desk.ask(TreeCommand::ExtendSelection(Motion::Rows(1)));
    }
    assert_eq!(marked(&desk), [2, 3, 4]);
    assert_eq!(desk.document().selection().unwrap().count(), 3);
    for _ in 0..3 {
        desk.ask(TreeCommand::ExtendSelection(Motion::Rows(-1)));
    }
    assert_eq!(marked(&desk), [1, 2], "the range turns around where it began");
    desk.ask(TreeCommand::ExtendTo(7));
    assert_eq!(marked(&desk), [2, 3, 4, 5, 6, 7]);
    desk.ask(TreeCommand::SelectOne);
    assert_eq!((marked(&desk), desk.document().selected_row()), (vec![7], Some(7)));
    desk.ask(TreeCommand::SelectSiblings);
    assert_eq!(desk.document().selection().unwrap().count(), 9);
    desk.ask(TreeCommand::MoveSelection(Motion::Rows(-1)));
    assert_eq!(marked(&desk), [6], "a plain move selects one");
}

#[test]
fn rows_are_added_and_taken_out_one_by_one() {
    let mut desk = desk();
    pick(&mut desk, 0);
    let address = |desk: &Desk, row: u64| desk.document().rows(row..row + 1)[0].record().unwrap().address.clone();
    for row in [2, 4, 2] {
        let address = address(&desk, row);
        desk.ask(TreeCommand::ToggleSelected(Some(address)));
    }
    assert_eq!(marked(&desk), [0, 4]);
    for _ in 0..3 {
        desk.ask(TreeCommand::MoveCursor(Motion::Rows(1)));
    }
    assert_eq!((marked(&desk), desk.document().selected_row()), (vec![0, 4], Some(5)));
    desk.ask(TreeCommand::ToggleSelected(None));
    assert_eq!(marked(&desk), [0, 4, 5]);
}

#[test]
fn several_records_are_deleted_as_one_step_and_the_next_row_is_selected() {
    let mut desk = desk();
    pick(&mut desk, 1);
    desk.ask(TreeCommand::ExtendTo(3));
    let address = desk.document().rows(6..7)[0].record().unwrap().address.clone();
    desk.ask(TreeCommand::ToggleSelected(Some(address)));
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(desk.bytes(), [8, 0, 8, 4, 8, 5, 0x7a, 1, b'x', 8, 6]);
    assert_eq!(steps(&desk), ["Delete 4 records"]);
    assert_eq!(marked(&desk), [3], "the row behind the last one chosen");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), ODD);
    assert_eq!(marked(&desk), [1, 2, 3, 6]);
    pick(&mut desk, 8);
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(marked(&desk), [7], "there is none behind the last");
    assert_eq!(steps(&desk), ["Delete #1[6]"]);
}

#[test]
fn copies_are_the_same_bytes_and_records_of_their_own() {
    let mut desk = desk();
    pick(&mut desk, 2);
    desk.ask(RecordCommand::Duplicate);
    let twice = [&ODD[..8], &ODD[4..8], &ODD[8..]].concat();
    assert_eq!(desk.bytes(), twice);
    assert_eq!((marked(&desk), steps(&desk)), (vec![3], vec!["Duplicate #1[2]"]));
    // Typing in the copy leaves the original as it is.
    let address = desk.document().selection().unwrap().address.clone();
    desk.ask(EditCommand::SetValue { address, text: "7".to_owned() });
    assert_eq!(desk.bytes(), [&ODD[..8], &[0x88, 0, 7], &ODD[8..]].concat());
    desk.ask(EditCommand::Undo);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), ODD);
    // A group, an unknown field, and what stands apart from them.
    pick(&mut desk, 6);
    desk.ask(TreeCommand::ExtendTo(7));
    let address = desk.document().rows(0..1)[0].record().unwrap().address.clone();
    desk.ask(TreeCommand::ToggleSelected(Some(address)));
    desk.ask(RecordCommand::Duplicate);
    assert_eq!(desk.bytes(), [&ODD[..2], &ODD[..2], &ODD[2..21], &ODD[14..21], &ODD[21..]].concat());
    assert_eq!(marked(&desk), [1, 9, 10]);
}

#[test]
fn records_move_past_their_neighbours_as_their_bytes() {
    let mut desk = desk();
    pick(&mut desk, 2);
    desk.ask(TreeCommand::ExtendTo(3));
    desk.ask(RecordCommand::MoveRecords(Shift::Down));
    assert_eq!(desk.bytes(), [&ODD[..4], &ODD[10..12], &ODD[4..10], &ODD[12..]].concat());
    assert_eq!((marked(&desk), steps(&desk)), (vec![3, 4], vec!["Move 2 records down"]));
    desk.ask(RecordCommand::MoveRecords(Shift::Up));
    assert_eq!(desk.bytes(), ODD);
    desk.ask(RecordCommand::MoveRecords(Shift::First));
    assert_eq!(desk.bytes(), [&ODD[4..10], &ODD[..4], &ODD[10..]].concat());
    desk.ask(RecordCommand::MoveRecords(Shift::Up));
    assert_eq!(desk.document().history().now(), 3, "the first goes no further up");
    desk.ask(RecordCommand::MoveRecords(Shift::Last));
    assert_eq!(desk.bytes(), [&ODD[..4], &ODD[10..], &ODD[4..10]].concat());
    for _ in 0..4 {
        desk.ask(EditCommand::Undo);
    }
    assert_eq!((desk.bytes(), marked(&desk)), (ODD.to_vec(), vec![2, 3]));
}

#[test]
fn what_stands_apart_is_brought_together_where_it_is_dropped() {
    let mut desk = desk();
    let address = |desk: &Desk, row: u64| desk.document().rows(row..row + 1)[0].record().unwrap().address.clone();
    pick(&mut desk, 0);
    for row in [3, 7] {
        let address = address(&desk, row);
        desk.ask(TreeCommand::ToggleSelected(Some(address)));
    }
    desk.ask(RecordCommand::MoveBefore { message: wire::Address::ROOT, row: 5 });
    let wanted = [&ODD[2..8], &ODD[10..12], &ODD[..2], &ODD[8..10], &ODD[18..21], &ODD[12..18], &ODD[21..]].concat();
    assert_eq!(desk.bytes(), wanted);
    assert_eq!((marked(&desk), steps(&desk)), (vec![3, 4, 5], vec!["Move 3 records"]));
    desk.ask(RecordCommand::MoveBefore { message: wire::Address::ROOT, row: 4 });
    assert_eq!(desk.document().history().now(), 1, "among themselves is where they are");
    desk.ask(RecordCommand::MoveBefore { message: wire::Address::ROOT, row: 9 });
    assert_eq!(&desk.bytes()[16..], [&ODD[..2], &ODD[8..10], &ODD[18..21]].concat());
}

#[test]
fn records_of_different_messages_are_deleted_but_not_moved() {
    let mut desk = Desk::with_sample(Sample::ExecutionHistory);
    let before = desk.bytes();
    let one = desk.address("execute_response.result.output_files[0].path");
    let other = desk.address("execute_response.result.output_files[1].digest.size_bytes");
    desk.ask(TreeCommand::Select(Pick::Record(one)));
    desk.ask(TreeCommand::ToggleSelected(Some(other)));
    desk.ask(RecordCommand::MoveRecords(Shift::Up));
    assert_eq!(desk.bytes(), before);
    assert!(desk.app.notices()[0].why.contains("different messages"), "{:?}", desk.app.notices());
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(steps(&desk), ["Delete 2 records"]);
    let (document, lens) = (wire::Document::from_bytes(before.clone()), desk.document().lens().clone());
    let mut wanted = document;
    for path in
        ["execute_response.result.output_files[1].digest.size_bytes", "execute_response.result.output_files[0].path"]
    {
        let edit = schema::plan::delete(&wanted, &lens, &wire::path::Path::parse(path).unwrap()).unwrap();
        wanted = wanted.apply(&edit).unwrap().document;
    }
    assert_eq!(desk.bytes(), wanted.to_vec().unwrap());
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), before);
}

#[test]
fn a_repeated_field_takes_a_value_before_and_behind() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a\x0a\x01b".to_vec(), Some("google.protobuf.FieldMask"));
    desk.select("paths[1]");
    assert!(desk.app.is_available(&Command::Records(RecordCommand::InsertBefore)));
    desk.ask(RecordCommand::InsertBefore);
    assert_eq!(desk.bytes(), b"\x0a\x01a\x0a\x00\x0a\x01b");
    assert!(desk.document().is_editing());
    assert_eq!(desk.selected(), "paths[1]");
    desk.select("paths[2]");
    desk.ask(RecordCommand::InsertAfter);
    assert_eq!(desk.bytes(), b"\x0a\x01a\x0a\x00\x0a\x01b\x0a\x00");
    assert_eq!(steps(&desk), ["Insert paths", "Insert paths"]);
}

#[test]
fn a_range_over_millions_is_selected_and_deleted_at_once() {
    let mut desk = Desk::new();
    desk.open("/f/many.bin", Origin::in_memory(Arc::new([8, 1].repeat(4_000_000))), None);
    let Some(Effect::Work(WorkEffect::Index { job, id, document, mut level })) = desk.take("Index") else {
        panic!("nothing is indexed")
    };
    level.extend(document.bytes(), u64::MAX);
    desk.tell(Event::Indexed { job, id, level, is_over: true });
    pick(&mut desk, 1);
    desk.ask(TreeCommand::ExtendSelection(Motion::Last));
    assert_eq!(desk.document().selection().unwrap().count(), 3_999_999);
    desk.ask(RecordCommand::MoveRecords(Shift::Up));
    desk.ask(RecordCommand::Duplicate);
    assert_eq!(desk.document().row_count().rows, 7_999_999);
    desk.ask(EditCommand::Undo);
    desk.ask(EditCommand::Undo);
    desk.ask(RecordCommand::DeleteRecord);
    assert_eq!(desk.bytes(), [8, 1]);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.document().row_count().rows, 4_000_000);
}

#[test]
fn any_step_of_thousands_is_gone_to_at_once() {
    let mut desk = Desk::with_bytes(b"\x0a\x01a".to_vec(), Some("google.protobuf.StringValue"));
    for i in 0..200 {
        desk.set("value", &i.to_string());
    }
    let text = |desk: &Desk| String::from_utf8_lossy(&desk.bytes()[2..]).into_owned();
    for done in [1, 150, 149, 0, 200] {
        desk.ask(EditCommand::GoToStep(done));
        assert_eq!(desk.document().history().now(), done);
        let wanted = done.checked_sub(1).map_or("a".to_owned(), |it| it.to_string());
        assert_eq!(text(&desk), wanted);
        assert_eq!(desk.document().is_edited(), done > 0);
    }
    desk.ask(EditCommand::GoToStep(201));
    assert_eq!(desk.document().history().now(), 200);
    desk.ask(FileCommand::Save);
    desk.save_done();
    desk.ask(EditCommand::GoToStep(20));
    assert_eq!(desk.document().history().saved(), Some(200));
    assert!(desk.document().is_edited());
    desk.set("value", "another way");
    assert_eq!(desk.document().history().saved(), None, "no undo nor redo leads there any more");
}

#[test]
fn what_would_change_nothing_is_not_offered() {
    let mut desk = desk();
    let shifts = [Shift::Up, Shift::First, Shift::Down, Shift::Last];
    let can = |desk: &Desk| shifts.map(|it| desk.app.is_available(&Command::Records(RecordCommand::MoveRecords(it))));
    pick(&mut desk, 0);
    assert_eq!(can(&desk), [false, false, true, true]);
    assert!(!desk.app.is_available(&Command::Tree(TreeCommand::ToggleSelected(None))));
    pick(&mut desk, 1);
    assert_eq!(can(&desk), [true; 4]);
    desk.ask(TreeCommand::MoveSelection(Motion::Last));
    assert_eq!(can(&desk), [true, true, false, false]);
    pick(&mut desk, 0);
    desk.ask(TreeCommand::MoveCursor(Motion::Rows(1)));
    assert!(desk.app.is_available(&Command::Tree(TreeCommand::ToggleSelected(None))));
}

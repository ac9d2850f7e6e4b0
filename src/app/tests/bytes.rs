//! Bytes typed, put in, taken out and copied, by Commands alone: byte for byte what comes of them.

use super::*;

/// `action_digest { hash: "ab" size_bytes: 3 }`, then an unknown varint.
const BYTES: [u8; 11] = [0x0a, 6, 0x0a, 2, b'a', b'b', 0x10, 3, 0x78, 0x96, 0x01];

fn desk() -> Desk {
    Desk::with_bytes(BYTES.to_vec(), Some("HistoricalExecuteResponse"))
}

fn at(desk: &mut Desk, at: u64) {
    desk.ask(ByteCommand::Place { at, extends: false });
}

fn digits(desk: &mut Desk, digits: &str) {
    for digit in digits.chars() {
        desk.ask(ByteCommand::Digit(digit.to_digit(16).unwrap() as u8));
    }
}

fn steps(desk: &Desk) -> Vec<String> {
    let history = desk.document().history();
    history.steps()[..history.now()].iter().map(|it| it.name.clone()).collect()
}

fn copied(desk: &mut Desk, form: ByteForm) -> String {
    desk.ask(ByteCommand::Copy(form));
    match desk.take("Copy") {
        Some(Effect::Window(WindowEffect::Copy(text))) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn digits_overwrite_bytes_and_are_one_step_where_they_go_on() {
    let mut desk = desk();
    at(&mut desk, 4);
    digits(&mut desk, "7");
    assert_eq!(desk.bytes()[4], 0x71, "the first digit is the high one");
    assert_eq!((desk.document().caret().at, desk.document().caret().is_half), (4, true));
    digits(&mut desk, "879");
    assert_eq!(desk.bytes()[4..6], [0x78, 0x79]);
    assert_eq!(steps(&desk), ["Overwrite 2 bytes at 0x4"]);
    assert_eq!(desk.document().caret().at, 6);
    at(&mut desk, 9);
    digits(&mut desk, "95");
    assert_eq!(steps(&desk), ["Overwrite 2 bytes at 0x4", "Overwrite 1 byte at 0x9"]);
    desk.ask(EditCommand::Undo);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), BYTES);
    assert_eq!(desk.document().caret().at, 4);
    desk.ask(EditCommand::Redo);
    assert_eq!(&desk.bytes()[4..6], b"xy");
}

#[test]
fn lengths_around_bytes_put_in_and_taken_out_follow() {
    let mut desk = desk();
    desk.ask(ByteCommand::ToggleInsert);
    at(&mut desk, 5);
    desk.ask(ByteCommand::Type(b"x".to_vec()));
    desk.ask(ByteCommand::Type(b"y".to_vec()));
    assert_eq!(desk.bytes(), [0x0a, 8, 0x0a, 4, b'a', b'x', b'y', b'b', 0x10, 3, 0x78, 0x96, 0x01]);
    assert_eq!(desk.selected(), "action_digest.hash");
    desk.ask(ByteCommand::Delete { is_back: true });
    desk.ask(ByteCommand::Delete { is_back: true });
    desk.ask(ByteCommand::Delete { is_back: false });
    assert_eq!(desk.bytes(), [0x0a, 5, 0x0a, 1, b'a', 0x10, 3, 0x78, 0x96, 0x01]);
    assert_eq!(steps(&desk), ["Insert 2 bytes at 0x5", "Delete 3 bytes at 0x5"]);
    desk.ask(EditCommand::Undo);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), BYTES);
}

#[test]
fn records_put_in_between_others_are_scanned_and_selected() {
    let mut desk = desk();
    desk.ask(ByteCommand::ToggleInsert);
    at(&mut desk, 6);
    desk.ask(ByteCommand::Paste("78 05".to_owned()));
    assert_eq!(desk.bytes(), [0x0a, 8, 0x0a, 2, b'a', b'b', 0x78, 5, 0x10, 3, 0x78, 0x96, 0x01]);
    assert_eq!(desk.selected(), "action_digest.size_bytes", "the record at the caret, which stands behind them");
    assert_eq!(steps(&desk), ["Insert 2 bytes at 0x6"]);
    assert!(desk.rows().contains("#15"), "{}", desk.rows());
}

#[test]
fn lengths_left_alone_are_asked_about_once_and_left_alone() {
    let mut desk = desk();
    desk.ask(ByteCommand::ToggleInsert);
    desk.ask(ByteCommand::ToggleLengths);
    at(&mut desk, 5);
    desk.ask(ByteCommand::Type(b"x".to_vec()));
    assert_eq!(desk.bytes(), BYTES);
    assert!(matches!(desk.app.question(), Some(Question::Edit { .. })));
    desk.ask(FileCommand::Answer(Answer::Proceed));
    assert_eq!(desk.bytes(), [0x0a, 6, 0x0a, 2, b'a', b'x', b'b', 0x10, 3, 0x78, 0x96, 0x01]);
    desk.ask(ByteCommand::Type(b"y".to_vec()));
    assert!(desk.app.question().is_none(), "a run is asked about once");
    assert_eq!(desk.bytes()[4..8], *b"axyb");
    assert_eq!(steps(&desk), ["Insert 2 bytes at 0x5"]);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), BYTES);
}

#[test]
fn an_overwritten_length_is_read_as_it_says() {
    let mut desk = desk();
    at(&mut desk, 1);
    digits(&mut desk, "09");
    assert_eq!(desk.bytes()[1], 9);
    let rows = desk.rows();
    assert_eq!(rows.lines().filter(|it| !it.starts_with(' ')).count(), 1, "it takes up what follows: {rows}");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), BYTES);
}

#[test]
fn overwriting_at_the_end_appends() {
    let mut desk = desk();
    at(&mut desk, 11);
    digits(&mut desk, "7801");
    assert_eq!(desk.bytes()[11..], [0x78, 1]);
    assert_eq!(steps(&desk), ["Overwrite 2 bytes at 0xb"]);
    let mut empty = Desk::with_bytes(Vec::new(), None);
    digits(&mut empty, "08 05".replace(' ', "").as_str());
    assert_eq!(empty.bytes(), [8, 5]);
    assert_eq!(empty.selected(), "#1");
}

#[test]
fn a_range_is_copied_filled_and_cut() {
    let mut desk = desk();
    assert_eq!(copied_of_record(&mut desk, "action_digest.hash"), "0a 02 61 62");
    desk.ask(ByteCommand::Select(4..6));
    assert_eq!(desk.document().chosen_bytes(), Some(4..6));
    assert_eq!(copied(&mut desk, ByteForm::Hex), "61 62");
    assert_eq!(copied(&mut desk, ByteForm::Base64), "YWI=");
    assert_eq!(copied(&mut desk, ByteForm::Text), "ab");
    assert!(copied(&mut desk, ByteForm::CArray).contains("0x61, 0x62,"));
    desk.ask(ByteCommand::Fill(vec![b'z']));
    assert_eq!(desk.bytes()[4..6], *b"zz");
    assert_eq!(steps(&desk), ["Fill 2 bytes at 0x4"]);
    desk.ask(ByteCommand::Select(4..6));
    desk.ask(ByteCommand::Cut);
    assert_eq!(desk.bytes(), [0x0a, 4, 0x0a, 0, 0x10, 3, 0x78, 0x96, 0x01]);
    assert!(matches!(desk.take("Copy"), Some(Effect::Window(WindowEffect::Copy(text))) if text == "7a 7a"));
}

fn copied_of_record(desk: &mut Desk, path: &str) -> String {
    desk.select(path);
    copied(desk, ByteForm::Hex)
}

#[test]
fn shift_makes_a_range_and_moving_on_gives_it_up() {
    let mut desk = desk();
    at(&mut desk, 4);
    desk.ask(ByteCommand::Place { at: 6, extends: true });
    desk.ask(ByteCommand::Place { at: 2, extends: true });
    assert_eq!(desk.document().caret().range(11), Some(2..5));
    desk.ask(ByteCommand::ToggleInsert);
    digits(&mut desk, "ff");
    assert_eq!(desk.bytes()[2], 0xff, "what is typed takes the place of the range");
    assert_eq!(desk.document().caret().range(9), None);
}

#[test]
fn an_offset_is_gone_to_and_its_record_selected() {
    let mut desk = desk();
    desk.ask(ByteCommand::AskOffset);
    assert_eq!(desk.app.byte_prompt(), Some(BytePrompt::Offset));
    desk.ask(ByteCommand::GoTo("0x5".to_owned()));
    assert_eq!(desk.app.byte_prompt(), None);
    assert_eq!((desk.document().caret().at, desk.selected().as_str()), (5, "action_digest.hash"));
    desk.ask(ByteCommand::GoTo("+2".to_owned()));
    assert_eq!((desk.document().caret().at, desk.selected().as_str()), (7, "action_digest.size_bytes"));
    desk.ask(ByteCommand::GoTo("end".to_owned()));
    assert_eq!(desk.document().caret().at, 11);
    desk.ask(ByteCommand::GoTo("12".to_owned()));
    assert_eq!(desk.document().caret().at, 11);
    assert!(desk.app.notices()[0].why.contains("ends at 0xb"));
    assert!(desk.app.offset_check("end-1").is_ok());
}

#[test]
fn the_caret_goes_where_the_selection_goes() {
    let mut desk = desk();
    desk.select("action_digest.size_bytes");
    assert_eq!(desk.document().caret().at, 6);
    at(&mut desk, 7);
    assert_eq!(desk.document().caret().at, 7);
    assert_eq!(desk.selected(), "action_digest.size_bytes");
}

#[test]
fn bytes_taken_out_of_a_varint_stay_in_its_message() {
    let mut desk = Desk::with_bytes(vec![0x0a, 3, 0x10, 0x80, 1, 8, 1], Some("HistoricalExecuteResponse"));
    at(&mut desk, 3);
    desk.ask(ByteCommand::Delete { is_back: false });
    assert_eq!(desk.bytes(), [0x0a, 2, 0x10, 1, 8, 1]);
    desk.ask(ByteCommand::Delete { is_back: false });
    assert_eq!(
        desk.bytes(),
        [0x0a, 1, 0x10, 8, 1],
        "a tag alone is undecoded, and takes up nothing behind its message"
    );
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), [0x0a, 3, 0x10, 0x80, 1, 8, 1]);
}

#[test]
fn a_far_offset_of_a_large_message_is_gone_to_at_once() {
    let (mut desk, _) = large::desk();
    desk.ask(ByteCommand::GoTo("0x20000005".to_owned()));
    assert_eq!(desk.document().caret().at, 0x2000_0005, "the bytes show before the record is found");
    large::index_to(&mut desk, 1 << 30);
    large::draw(&mut desk, 0..1);
    let selected = desk.document().selection().unwrap().bytes.clone();
    assert_eq!(selected, 0x2000_0000..0x2000_0400);
    desk.ask(ByteCommand::Digit(7));
    large::draw(&mut desk, 0..1);
    desk.ask(ByteCommand::Digit(9));
    assert_eq!(steps(&desk), ["Overwrite 1 byte at 0x20000005"]);
    let mut byte = [0];
    desk.document().snapshot().read(0x2000_0005, &mut byte).unwrap();
    assert_eq!(byte[0], 0x79);
    assert_eq!(desk.document().selection().unwrap().bytes, selected);
}

//! The bytes pane by keys and pointer: the caret, typing, ranges, going to an offset.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use wirebench::app::{ByteColumn, Pick, TreeCommand};
use wirebench::ui::hex;

use super::bench::{Bench, bench_on_bytes, bytes, document, press, press_with, selected_path, settle};

/// `action_digest { hash: "ab" size_bytes: 3 }`, an unknown varint, and a long unknown text.
fn message() -> Vec<u8> {
    let mut bytes = vec![0x0a, 6, 0x0a, 2, b'a', b'b', 0x10, 3, 0x78, 0x96, 0x01];
    bytes.extend([0x82, 0x01, 100]);
    bytes.extend([b'x'; 100]);
    bytes
}

/// A window on a file of these bytes, whose bytes have the keys.
fn hex_on(bytes: &[u8]) -> Bench {
    let mut bench = bench_on_bytes(bytes, "HistoricalExecuteResponse");
    bench.ctx.memory_mut(|memory| memory.request_focus(hex::list_id()));
    settle(&mut bench);
    bench
}

fn type_letters(bench: &mut Bench, text: &str) {
    for letter in text.chars() {
        bench.event(Event::Text(letter.to_string()));
        settle(bench);
    }
}

fn at(bench: &Bench) -> u64 {
    document(bench).caret().at
}

#[test]
fn the_caret_walks_by_keys_and_the_selection_with_it() {
    let mut bench = hex_on(&message());
    press_with(&mut bench, Modifiers::COMMAND, Key::Home);
    assert_eq!(at(&bench), 0);
    for _ in 0..4 {
        press(&mut bench, Key::ArrowRight);
    }
    assert_eq!((at(&bench), selected_path(&bench).as_str()), (4, "action_digest.hash"));
    press(&mut bench, Key::ArrowDown);
    assert_eq!(at(&bench), 28, "rows are of 24 bytes where there is room");
    press(&mut bench, Key::End);
    assert_eq!(at(&bench), 47);
    press(&mut bench, Key::Home);
    assert_eq!(at(&bench), 24);
    press_with(&mut bench, Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(document(&bench).caret().range(114), Some(24..26));
    press_with(&mut bench, Modifiers::COMMAND, Key::End);
    assert_eq!(at(&bench), 114);
}

#[test]
fn digits_overwrite_and_undo_takes_the_run_back() {
    let mut bench = hex_on(&message());
    bench.state_mut().ask(TreeCommand::Select(Pick::Byte(4)));
    settle(&mut bench);
    type_letters(&mut bench, "7a7b");
    assert_eq!(bytes(&bench)[4..6], *b"z{");
    assert_eq!(document(&bench).history().steps().len(), 1);
    press_with(&mut bench, Modifiers::COMMAND, Key::Z);
    assert_eq!(bytes(&bench), message());
}

#[test]
fn letters_are_typed_in_the_column_of_text_and_put_in_in_insert_mode() {
    let mut bench = hex_on(&message());
    bench.state_mut().ask(TreeCommand::Select(Pick::Byte(5)));
    settle(&mut bench);
    press(&mut bench, Key::Enter);
    assert_eq!(document(&bench).caret().column, ByteColumn::Text);
    press(&mut bench, Key::Insert);
    bench.get_by_role_and_label(Role::Button, "Insert");
    type_letters(&mut bench, "c d+");
    assert_eq!(bytes(&bench)[..12], *b"\x0a\x0a\x0a\x06ac d+b\x10\x03");
    press(&mut bench, Key::Backspace);
    press(&mut bench, Key::Delete);
    assert_eq!(bytes(&bench)[..10], *b"\x0a\x08\x0a\x04ac d\x10\x03");
    press(&mut bench, Key::Enter);
    assert_eq!(document(&bench).caret().column, ByteColumn::Hex);
}

#[test]
fn lengths_are_left_alone_on_request() {
    let mut bench = hex_on(&message());
    bench.get_by_role_and_label(Role::CheckBox, "Lengths follow").click();
    settle(&mut bench);
    assert!(!bench.state().app().typing_mode().do_lengths_follow);
    bench.ctx.memory_mut(|memory| memory.request_focus(hex::list_id()));
    bench.state_mut().ask(TreeCommand::Select(Pick::Byte(4)));
    settle(&mut bench);
    press(&mut bench, Key::Delete);
    bench.get_by_role_and_label(Role::Button, "Edit all the same").click();
    settle(&mut bench);
    assert_eq!(bytes(&bench)[..6], [0x0a, 6, 0x0a, 2, b'b', 0x10]);
}

#[test]
fn an_offset_is_asked_for_and_gone_to() {
    let mut bench = hex_on(&message());
    press_with(&mut bench, Modifiers::COMMAND, Key::G);
    let field = bench.get_by_role_and_label(Role::TextInput, "Offset");
    assert!(field.is_focused());
    bench.event(Event::Text("0x99".into()));
    settle(&mut bench);
    bench.get_by_label_contains("The document ends at 0x72");
    press(&mut bench, Key::Enter);
    bench.get_by_role_and_label(Role::TextInput, "Offset");
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    bench.event(Event::Text("end-1".into()));
    settle(&mut bench);
    press(&mut bench, Key::Enter);
    assert!(bench.query_by_role_and_label(Role::TextInput, "Offset").is_none());
    assert_eq!((at(&bench), selected_path(&bench).as_str()), (113, "#16"));
    type_letters(&mut bench, "79");
    assert_eq!(bytes(&bench)[113], b'y', "the bytes have the keys");
}

#[test]
fn a_drag_chooses_bytes_and_copies_them() {
    let mut bench = hex_on(&message());
    press_with(&mut bench, Modifiers::COMMAND, Key::Home);
    let row = bench.get_all_by_role(Role::ListBoxOption).next().expect("a row").rect();
    let letter = |bench: &Bench| bench.ctx.fonts_mut(|fonts| fonts.glyph_width(&egui::FontId::monospace(12.5), '0'));
    let first = row.left() + 32.0 + 8.0 * letter(&bench) + 13.0;
    let press_at = |bench: &mut Bench, x: f32, pressed: bool| {
        let pos = pos2(x, row.center().y);
        bench.event(Event::PointerMoved(pos));
        bench.step();
        bench.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
        bench.step();
    };
    press_at(&mut bench, first + 4.0 * 26.0, true);
    press_at(&mut bench, first + 6.0 * 26.0, false);
    settle(&mut bench);
    assert_eq!(document(&bench).caret().range(114), Some(4..7));
    bench.event(Event::Copy);
    bench.step();
    bench.step();
    let copied = bench
        .output()
        .platform_output
        .commands
        .iter()
        .any(|it| matches!(it, egui::OutputCommand::CopyText(text) if text == "61 62 10"));
    assert!(copied, "{:?}", bench.output().platform_output.commands);
    bench.event(Event::Paste("00 01 02".into()));
    settle(&mut bench);
    assert_eq!(bytes(&bench)[4..7], [0, 1, 2]);
}

#[test]
fn an_empty_message_is_typed_into() {
    let mut bench = hex_on(&[]);
    type_letters(&mut bench, "0805");
    assert_eq!(bytes(&bench), [8, 5]);
}

#[test]
fn the_bytes_say_their_numbers_and_their_row() {
    let mut bench = hex_on(&message());
    bench.state_mut().ask(TreeCommand::Select(Pick::Byte(9)));
    settle(&mut bench);
    let rows: Vec<_> =
        bench.get_all_by_role(Role::ListBoxOption).map(|it| it.accesskit_node().label().unwrap_or_default()).collect();
    assert!(rows[0].starts_with("00000000  0a 06 0a 02 61 62 10 03"), "{rows:?}");
}

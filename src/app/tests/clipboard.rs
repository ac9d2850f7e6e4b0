//! Copies in every form, and what a pasted text becomes.

use super::*;
use crate::app::{CopyForm, PasteForm};
use crate::text::literal::Notation;

/// `OutputFile` with a path whose length is longer than need be, a digest with an unknown field in it, and contents.
const OUTPUT: &[u8] = b"\x0a\x81\x00a\x12\x08\x0a\x02ab\x10\x07\x78\x05\x2a\x02\x00\xff";

fn output() -> Desk {
    Desk::with_bytes(OUTPUT.to_vec(), Some("v2.OutputFile"))
}

fn copied(desk: &mut Desk, command: impl Into<Command>) -> String {
    desk.ask(command);
    match desk.take("Copy") {
        Some(Effect::Window(WindowEffect::Copy(text))) => text,
        _ => panic!("nothing is copied: {:?}", desk.app.notices()),
    }
}

fn copied_as(desk: &mut Desk, form: CopyForm) -> String {
    copied(desk, ClipCommand::CopyAs(form))
}

fn paste(desk: &mut Desk, text: &str) {
    desk.ask(ClipCommand::PasteText { text: text.to_owned(), form: None });
}

fn paste_as(desk: &mut Desk, text: &str, form: PasteForm) {
    desk.ask(ClipCommand::PasteAs(form));
    assert!(desk.take("ReadClipboard").is_some());
    desk.tell(Event::Clipboard(Some(text.to_owned())));
}

/// Why the last paste changed nothing: the place and the reason.
#[track_caller]
fn refused(desk: &Desk, before: &[u8]) -> String {
    assert_eq!(desk.bytes(), before);
    let notice = desk.app.notices().last().unwrap();
    assert_eq!(notice.what, "Nothing was pasted");
    format!("{}: {}", notice.place, notice.why)
}

#[test]
fn a_message_is_copied_in_every_form() {
    let mut desk = output();
    desk.select("digest");
    assert_eq!(copied(&mut desk, Command::Clip(ClipCommand::Copy)), "hash: \"ab\"\nsize_bytes: 7\n15: 5");
    for (form, wanted) in [
        (CopyForm::Text, "hash: \"ab\"\nsize_bytes: 7\n15: 5"),
        (CopyForm::Path, "digest"),
        (CopyForm::Bytes(Notation::Hex), "0a 02 61 62 10 07 78 05"),
        (CopyForm::Bytes(Notation::Base64), "CgJhYhAHeAU="),
        (CopyForm::Bytes(Notation::Rust), r#"b"\x0a\x02ab\x10\x07x\x05""#),
        (CopyForm::Bytes(Notation::C), r#""\012\002ab\020\007x\005""#),
        (CopyForm::Bytes(Notation::Go), r#"[]byte("\x0a\x02ab\x10\x07x\x05")"#),
        (CopyForm::Bytes(Notation::Python), r#"b"\x0a\x02ab\x10\x07x\x05""#),
        (
            CopyForm::EditCommand,
            "wirebench edit -t build.bazel.remote.execution.v2.OutputFile --set \
             'digest={ hash: \"ab\" size_bytes: 7 15: 5 }' --in-place /folder/file.bin",
        ),
    ] {
        assert_eq!(copied_as(&mut desk, form), wanted, "{form:?}");
    }
    let json = copied_as(&mut desk, CopyForm::Json);
    assert_eq!(json.split_whitespace().collect::<String>(), r#"{"hash":"ab","sizeBytes":"7"}"#);
}

#[test]
fn a_path_whose_index_is_not_counted_says_so_and_is_not_copied() {
    // 1: 1 and 2: 1 in turns, so often that nothing counts them all.
    let bytes: Vec<u8> = [8, 1, 16, 1].into_iter().cycle().take(100_000).collect();
    let mut desk = Desk::with_bytes(bytes, None);
    desk.ask(TreeCommand::Select(Pick::Row(0)));
    assert_eq!(desk.selected(), "#1[0]", "without an index it would be the last one");
    assert_eq!(copied_as(&mut desk, CopyForm::Path), "#1[0]");
    let far = wire::Address::ROOT.child(wire::Step { row: 40_001, at: 80_002 });
    assert_eq!(desk.document().path_of(&far), "#2[…]");
    desk.ask(TreeCommand::Select(Pick::Record(far)));
    assert_eq!(desk.selected(), "#2[…]");
    for form in [CopyForm::Path, CopyForm::EditCommand] {
        desk.ask(ClipCommand::CopyAs(form));
        let notice = desk.app.notices().last().unwrap();
        assert_eq!(notice.what, "Nothing was copied", "{form:?}");
        assert!(notice.why.contains("#2[…]"), "{}", notice.why);
    }
}

#[test]
fn a_value_is_copied_as_it_is_typed_and_as_the_field_of_a_message() {
    let mut desk = output();
    desk.select("path");
    assert_eq!(copied(&mut desk, Command::Clip(ClipCommand::Copy)), "a");
    assert_eq!(copied_as(&mut desk, CopyForm::Text), "path: \"a\"");
    assert_eq!(copied_as(&mut desk, CopyForm::Json).split_whitespace().collect::<String>(), r#"{"path":"a"}"#);
    assert_eq!(copied_as(&mut desk, CopyForm::Bytes(Notation::Hex)), "61");
    desk.select("contents");
    assert_eq!(copied(&mut desk, Command::Clip(ClipCommand::Copy)), "00 ff");
    let command = copied_as(&mut desk, CopyForm::EditCommand);
    assert!(command.contains(r#"--set 'contents="\000\377"'"#), "{command}");
    // Two varints of which one is longer than need be: only its bytes say so.
    let mut desk = Desk::with_bytes(vec![8, 0x81, 0], Some("google.protobuf.Int32Value"));
    desk.select("value");
    let command = copied_as(&mut desk, CopyForm::EditCommand);
    assert!(command.contains("--set-raw value=8100"), "{command}");
}

#[test]
fn several_records_are_copied_as_one_text() {
    let mut desk = output();
    desk.select("path");
    desk.ask(TreeCommand::ExtendSelection(Motion::Rows(1)));
    let text = copied(&mut desk, Command::Clip(ClipCommand::Copy));
    assert_eq!(text, "path: \"a\"\ndigest {\n  hash: \"ab\"\n  size_bytes: 7\n  15: 5\n}");
    assert_eq!(copied_as(&mut desk, CopyForm::Path), "path\ndigest");
    let hex = copied_as(&mut desk, CopyForm::Bytes(Notation::Hex));
    assert_eq!(hex, "0a 81 00 61 12 08 0a 02 61 62 10 07 78 05", "several are copied whole");
}

#[test]
fn what_was_copied_here_pastes_as_the_bytes_it_was() {
    let mut desk = output();
    desk.select("path");
    desk.ask(TreeCommand::ExtendSelection(Motion::Rows(1)));
    let text = copied(&mut desk, Command::Clip(ClipCommand::Copy));
    desk.select("contents");
    paste(&mut desk, &text);
    assert_eq!(desk.bytes(), [OUTPUT, &OUTPUT[..14]].concat());
    assert_eq!(desk.document().history().undo_step().map(|it| it.name.as_str()), Some("Paste 2 records"));
    assert_eq!(desk.app.told(), Some("Pasted 2 records as copied, byte for byte"));
    assert_eq!(desk.document().selection().unwrap().count(), 2);
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), OUTPUT);
    // The same text from elsewhere, or changed, is only a text.
    paste_as(&mut desk, &text, PasteForm::Text);
    assert_ne!(desk.bytes(), [OUTPUT, &OUTPUT[..14]].concat());
}

#[test]
fn a_value_pastes_over_a_value_and_beside_one_of_its_own_repeated_field() {
    let mut desk = Desk::with_bytes(b"\x0a\x81\x00a\x0a\x01b".to_vec(), Some("google.protobuf.FieldMask"));
    desk.select("paths[0]");
    let text = copied(&mut desk, Command::Clip(ClipCommand::Copy));
    desk.select("paths[1]");
    paste(&mut desk, &text);
    assert_eq!(desk.bytes(), b"\x0a\x81\x00a\x0a\x01b\x0a\x81\x00a");
    let mut desk = output();
    desk.select("path");
    let text = copied(&mut desk, Command::Clip(ClipCommand::Copy));
    desk.select("digest.hash");
    paste(&mut desk, &text);
    assert_eq!(desk.selected(), "digest.hash");
    assert_eq!(desk.bytes(), [&OUTPUT[..5], b"\x07\x0a\x01a", &OUTPUT[10..]].concat());
}

#[test]
fn a_text_is_taken_for_what_it_looks_like() {
    let with = |text: &str, bytes: &[u8], what: &str| {
        let mut desk = Desk::with_bytes(vec![0x7a, 1, b'x'], Some("v2.Digest"));
        desk.ask(TreeCommand::Select(Pick::Nothing));
        paste(&mut desk, text);
        assert_eq!(desk.bytes(), [&[0x7a, 1, b'x'], bytes].concat(), "{text}: {:?}", desk.app.notices());
        assert!(desk.app.told().unwrap().ends_with(what), "{:?}", desk.app.told());
        desk.ask(EditCommand::Undo);
        assert_eq!(desk.bytes(), [0x7a, 1, b'x']);
    };
    with("{\"hash\": \"ab\", \"sizeBytes\": 7}", b"\x0a\x02ab\x10\x07", "JSON");
    with("hash: \"ab\" size_bytes: 7", b"\x0a\x02ab\x10\x07", "text format");
    with("0a 02 61 62", b"\x0a\x02ab", "hex");
    with("0x0a, 0x82, 0x00, 0x61, 0x62", b"\x0a\x82\x00ab", "hex");
    with("00000000: 0a02 6162 1007                           ..ab..\n", b"\x0a\x02ab\x10\x07", "a hex dump");
    with("{0x0a, 2, 97, 98}", b"\x0a\x02ab", "an array of bytes");
    with("CgJhYhAHeAU=", b"\x0a\x02ab\x10\x07\x78\x05", "base64");
    with("b\"\\x0a\\x02ab\"", b"\x0a\x02ab", "an escaped string");
}

#[test]
fn a_text_that_is_nothing_says_why_and_where() {
    let mut desk = output();
    desk.select("digest");
    for (text, why) in [
        ("{\"hash\": \"ab\",\n \"size\": 7}", "line 2, column 2: It is not JSON of this message"),
        ("hash: \"ab\"\nsize_bytes: x", "line 2, column 13: It is not text format of this message"),
        ("some words", "neither JSON, text format, hex nor base64"),
        ("0a 09 61", "Taken for hex, it is no whole message: at byte 0"),
        (" \n", "holds no text"),
    ] {
        paste(&mut desk, text);
        let said = refused(&desk, OUTPUT);
        assert!(said.contains(why), "{text}: {said}");
    }
    paste_as(&mut desk, "hash: \"ab\"", PasteForm::Json);
    assert!(refused(&desk, OUTPUT).contains("not JSON"));
    desk.select("digest.size_bytes");
    paste(&mut desk, "many");
    assert!(refused(&desk, OUTPUT).contains("int64"));
}

#[test]
fn pasted_fields_take_the_place_of_those_that_are_set() {
    let mut desk = output();
    desk.select("digest");
    paste(&mut desk, "{\"sizeBytes\": 300}");
    // The value alone is another, and the length around it; the unknown field stays.
    assert_eq!(desk.bytes(), b"\x0a\x81\x00a\x12\x09\x0a\x02ab\x10\xac\x02\x78\x05\x2a\x02\x00\xff");
    desk.ask(EditCommand::Undo);
    assert_eq!(desk.bytes(), OUTPUT);
    // Members of a oneof take the place of one another: a struct's value has one.
    let mut desk = Desk::with_bytes(b"\x1a\x01a\x7a\x01x".to_vec(), Some("google.protobuf.Value"));
    desk.ask(TreeCommand::Select(Pick::Nothing));
    paste_as(&mut desk, "bool_value: true", PasteForm::Text);
    assert_eq!(desk.bytes(), b"\x7a\x01x\x20\x01");
    assert_eq!(desk.document().history().steps().len(), 1);
}

#[test]
fn a_value_takes_text_json_and_bytes() {
    let mut desk = output();
    desk.select("contents");
    let contents = |desk: &Desk| desk.bytes()[16..].to_vec();
    paste(&mut desk, "AAEC/w==");
    assert_eq!(contents(&desk), b"\x00\x01\x02\xff");
    paste_as(&mut desk, "\"/w==\"", PasteForm::Json);
    assert_eq!(contents(&desk), b"\xff");
    paste_as(&mut desk, "ff", PasteForm::Raw);
    assert_eq!(contents(&desk), b"ff");
    desk.select("digest.size_bytes");
    paste_as(&mut desk, "\"0\"", PasteForm::Json);
    assert_eq!(desk.app.edit_text(&desk.document().selection().unwrap().address).as_deref(), Some("0"));
    paste(&mut desk, " 12\n");
    assert_eq!(desk.app.edit_text(&desk.document().selection().unwrap().address).as_deref(), Some("12"));
}

#[test]
fn a_message_without_a_type_takes_bytes_and_numbered_fields() {
    let mut desk = Desk::with_bytes(vec![8, 1], None);
    desk.ask(TreeCommand::Select(Pick::Nothing));
    paste(&mut desk, "15: \"x\" 1: 2");
    let bytes = desk.bytes();
    assert!(bytes.starts_with(&[8, 1]) && bytes.len() == 7, "{bytes:?} {:?}", desk.app.notices());
    desk.ask(TreeCommand::Select(Pick::Nothing));
    paste(&mut desk, "{\"a\": 1}");
    assert!(refused(&desk, &bytes).contains("not text format"), "{:?}", desk.app.notices());
}

#[test]
fn an_empty_clipboard_says_so_and_is_not_asked_again() {
    let mut desk = output();
    desk.ask(ClipCommand::PasteAs(PasteForm::Hex));
    desk.tell(Event::Clipboard(None));
    assert!(refused(&desk, OUTPUT).contains("holds no text"));
    desk.select("path");
    paste(&mut desk, "ff");
    assert_eq!(desk.bytes(), [b"\x0a\x82\x00ff", &OUTPUT[4..]].concat(), "the form was for that time alone");
}

#[test]
fn what_is_cut_is_copied_and_gone() {
    let mut desk = output();
    desk.select("digest");
    let text = copied(&mut desk, Command::Clip(ClipCommand::Cut));
    assert_eq!(desk.bytes(), [&OUTPUT[..4], &OUTPUT[14..]].concat());
    paste(&mut desk, &text);
    assert_eq!(desk.bytes(), [&OUTPUT[..4], &OUTPUT[14..], &OUTPUT[4..14]].concat());
}

#[test]
fn a_long_copy_is_printed_by_a_job() {
    let mut bytes = vec![0x0a];
    wire::varint::push(5 << 20, &mut bytes);
    bytes.resize(bytes.len() + (5 << 20), b'x');
    let mut desk = Desk::with_bytes(bytes, Some("google.protobuf.StringValue"));
    desk.select("value");
    desk.ask(ClipCommand::Copy);
    let Some(Effect::Work(WorkEffect::Print { job, copying, .. })) = desk.take("Print") else {
        panic!("nothing is printed")
    };
    assert_eq!(desk.app.jobs().iter().filter(|it| it.id == job).count(), 1);
    let result = copying.print(&mut |_| std::ops::ControlFlow::Continue(()));
    desk.tell(Event::Printed { job, result });
    let Some(Effect::Window(WindowEffect::Copy(text))) = desk.take("Copy") else { panic!("nothing is copied") };
    assert_eq!(text.len(), 5 << 20);
    let stopped = copying.print(&mut |_| std::ops::ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), CopyError::Stopped);
}

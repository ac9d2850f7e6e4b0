//! Editing in the tree with keys and clicks: several rows, moving, the history list.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use wirebench::app::{Bottom, WindowCommand};

use super::bench::{Bench, bench_on_bytes, bytes, press, press_with, row_of, selected_rows, settle, type_text};

/// Three paths and an unknown field; the second path's length is longer than it need be.
const MASK: &[u8] = b"\x0a\x01a\x0a\x81\x00b\x0a\x01c\x7a\x01x";

fn starts(of: &[String]) -> Vec<&str> {
    of.iter().map(|it| it.split(' ').next().unwrap_or_default()).collect()
}

#[test]
fn shift_and_ctrl_choose_several_rows_by_keys() {
    let mut bench = bench_on_bytes(MASK, "google.protobuf.FieldMask");
    press(&mut bench, Key::Home);
    press_with(&mut bench, Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(starts(&selected_rows(&bench)), ["paths[0]", "paths[1]"]);
    press_with(&mut bench, Modifiers::COMMAND, Key::ArrowDown);
    press_with(&mut bench, Modifiers::COMMAND, Key::ArrowDown);
    press_with(&mut bench, Modifiers::COMMAND, Key::Space);
    assert_eq!(starts(&selected_rows(&bench)), ["paths[0]", "paths[1]", "#15"]);
    bench.get_by_label_contains("3 records selected");
    press(&mut bench, Key::Escape);
    assert_eq!(starts(&selected_rows(&bench)), ["#15"]);
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    assert_eq!(selected_rows(&bench).len(), 4);
    press(&mut bench, Key::Home);
    press_with(&mut bench, Modifiers::SHIFT, Key::PageDown);
    assert_eq!(selected_rows(&bench).len(), 4, "a page is longer than what there is");
}

#[test]
fn shift_and_ctrl_choose_several_rows_by_clicks_and_one_key_acts_on_all() {
    let mut bench = bench_on_bytes(MASK, "google.protobuf.FieldMask");
    row_of(&bench, Role::TreeItem, "paths[0]").click();
    settle(&mut bench);
    row_of(&bench, Role::TreeItem, "paths[2]").click_modifiers(Modifiers::COMMAND);
    settle(&mut bench);
    assert_eq!(starts(&selected_rows(&bench)), ["paths[0]", "paths[2]"]);
    press(&mut bench, Key::Delete);
    assert_eq!(bytes(&bench), b"\x0a\x81\x00b\x7a\x01x");
    press_with(&mut bench, Modifiers::COMMAND, Key::Z);
    assert_eq!(bytes(&bench), MASK);
    row_of(&bench, Role::TreeItem, "paths[1]").click();
    settle(&mut bench);
    row_of(&bench, Role::TreeItem, "#15").click_modifiers(Modifiers::SHIFT);
    settle(&mut bench);
    assert_eq!(starts(&selected_rows(&bench)), ["paths[1]", "paths[2]", "#15"]);
    press_with(&mut bench, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(bytes(&bench), b"\x0a\x81\x00b\x0a\x01c\x7a\x01x\x0a\x01a");
    press_with(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    assert_eq!(bytes(&bench), b"\x0a\x81\x00b\x0a\x01c\x7a\x01x\x0a\x81\x00b\x0a\x01c\x7a\x01x\x0a\x01a");
}

#[test]
fn the_history_list_goes_to_any_step_by_click_and_by_keys() {
    let mut bench = bench_on_bytes(MASK, "google.protobuf.FieldMask");
    bench.state_mut().ask(WindowCommand::ShowBottom(Bottom::History));
    settle(&mut bench);
    press(&mut bench, Key::Home);
    for _ in 0..2 {
        press(&mut bench, Key::Delete);
    }
    press_with(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    let said: Vec<String> =
        bench.get_all_by_role(Role::ListBoxOption).filter_map(|it| it.accesskit_node().label()).collect();
    assert_eq!(said, ["As opened, saved", "Delete paths[0]", "Delete paths[0]", "Duplicate paths[0], current"]);
    row_of(&bench, Role::ListBoxOption, "As opened").click();
    settle(&mut bench);
    assert_eq!(bytes(&bench), MASK);
    row_of(&bench, Role::ListBoxOption, "Duplicate paths[0], taken back");
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::Enter);
    assert_eq!(bytes(&bench), &MASK[3..]);
    row_of(&bench, Role::ListBoxOption, "Delete paths[0], current");
}

/// The text that the last frames put on the clipboard.
fn clipboard(bench: &mut Bench, event: egui::Event) -> Option<String> {
    bench.event(event);
    let mut text = None;
    for _ in 0..3 {
        bench.step();
        for command in &bench.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(it) = command {
                text = Some(it.clone());
            }
        }
    }
    settle(bench);
    text
}

#[test]
fn copy_and_paste_go_by_the_keys_of_the_platform() {
    let mut bench = bench_on_bytes(MASK, "google.protobuf.FieldMask");
    press(&mut bench, Key::Home);
    press_with(&mut bench, Modifiers::SHIFT, Key::ArrowDown);
    let text = clipboard(&mut bench, egui::Event::Copy).expect("a text on the clipboard");
    assert_eq!(text, "paths: \"a\"\npaths: \"b\"");
    press(&mut bench, Key::End);
    bench.event(egui::Event::Paste(text));
    settle(&mut bench);
    assert_eq!(bytes(&bench), [MASK, &MASK[..7]].concat());
    assert_eq!(starts(&selected_rows(&bench)), ["paths[3]", "paths[4]"]);
    bench.get_by_label("Pasted 2 records as copied, byte for byte");
    let text = clipboard(&mut bench, egui::Event::Cut);
    assert!(text.is_some() && bytes(&bench) == MASK);
    bench.event(egui::Event::Paste("neither".to_owned()));
    settle(&mut bench);
    assert_eq!(bytes(&bench), MASK);
    bench.get_by_label_contains("Nothing was pasted");
}

#[test]
fn the_menu_of_a_row_copies_in_any_form_and_pastes_as_any() {
    let mut bench = bench_on_bytes(MASK, "google.protobuf.FieldMask");
    row_of(&bench, Role::TreeItem, "paths[0]").click();
    settle(&mut bench);
    row_of(&bench, Role::TreeItem, "paths[1]").click_secondary();
    settle(&mut bench);
    assert_eq!(starts(&selected_rows(&bench)), ["paths[1]"], "a row that is not selected is selected by its menu");
    bench.get_by_role_and_label(Role::MenuItem, "Copy as").hover();
    bench.run_steps(20);
    bench.get_by_role_and_label(Role::MenuItem, "Copy as JSON").click();
    let text = clipboard(&mut bench, egui::Event::PointerGone).expect("a text on the clipboard");
    assert_eq!(text.split_whitespace().collect::<String>(), "\"b\"");
}

#[test]
fn letters_typed_on_a_value_that_is_not_edited_in_place_go_nowhere() {
    let mut long = vec![0x0a, 0x81, 0x80, 0x40];
    long.extend(vec![b'x'; (1 << 20) + 1]);
    long.extend(b"\x0a\x01a");
    let mut bench = bench_on_bytes(&long, "google.protobuf.FieldMask");
    press(&mut bench, Key::Home);
    type_text(&mut bench, "z");
    bench.get_by_label_contains("is not edited in place");
    let said = bench.state().app().log().lines().len();
    press(&mut bench, Key::ArrowDown);
    let document = bench.state().app().active_document().expect("open");
    assert!(!document.is_editing() && !document.is_edited());
    assert_eq!(bench.state().app().log().lines().len(), said, "nothing is asked over and over");
    type_text(&mut bench, "z");
    assert!(bytes(&bench).ends_with(b"\x0a\x01z"));
}

//! Editing in the tree with keys and clicks: several rows, moving, the history list.

use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{By, NodeT, Queryable};
use wirebench::app::{Bottom, Command};
use wirebench::ui::Window;

use super::bench::Bench;
use super::program::Folder;

/// Three paths and an unknown field; the second path's length is longer than it need be.
const MASK: &[u8] = b"\x0a\x01a\x0a\x81\x00b\x0a\x01c\x7a\x01x";

fn bench_on(name: &str, bytes: &[u8], type_name: &str) -> Bench {
    let folder = Folder::new();
    let path = folder.file(&format!("{name}.bin"), bytes);
    let type_name = Some(type_name.to_owned());
    let build = Harness::builder().with_size([1280.0, 800.0]);
    let window = build.build_eframe(move |cc| Window::new(&cc.egui_ctx, vec![path], type_name));
    let mut bench = Bench::new(window, folder);
    settle(&mut bench);
    bench
}

fn settle(bench: &mut Bench) {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        bench.run_steps(3);
        if bench.state().app().jobs().is_empty() {
            break;
        }
        assert!(Instant::now() < until, "a job does not end: {:?}", bench.state().app().jobs());
        std::thread::yield_now();
    }
    bench.run_steps(3);
}

fn press(bench: &mut Bench, modifiers: Modifiers, key: Key) {
    bench.key_press_modifiers(modifiers, key);
    settle(bench);
}

fn bytes(bench: &Bench) -> Vec<u8> {
    bench.state().app().active_document().expect("a document").snapshot().to_vec().expect("its bytes")
}

/// The rows that say they are selected.
fn selected(bench: &Bench) -> Vec<String> {
    let is_selected = |row: &egui_kittest::Node<'_>| row.accesskit_node().is_selected() == Some(true);
    let rows = bench.get_all_by_role(Role::TreeItem).filter(is_selected);
    rows.map(|row| row.accesskit_node().label().unwrap_or_default()).collect()
}

fn row<'a>(bench: &'a Bench, role: Role, start: &'a str) -> egui_kittest::Node<'a> {
    bench.get(By::new().role(role).predicate(move |row| row.label().is_some_and(|label| label.starts_with(start))))
}

fn starts(of: &[String]) -> Vec<&str> {
    of.iter().map(|it| it.split(' ').next().unwrap_or_default()).collect()
}

#[test]
fn shift_and_ctrl_choose_several_rows_by_keys() {
    let mut bench = bench_on("keys", MASK, "google.protobuf.FieldMask");
    press(&mut bench, Modifiers::NONE, Key::Home);
    press(&mut bench, Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(starts(&selected(&bench)), ["paths[0]", "paths[1]"]);
    press(&mut bench, Modifiers::COMMAND, Key::ArrowDown);
    press(&mut bench, Modifiers::COMMAND, Key::ArrowDown);
    press(&mut bench, Modifiers::COMMAND, Key::Space);
    assert_eq!(starts(&selected(&bench)), ["paths[0]", "paths[1]", "#15"]);
    bench.get_by_label_contains("3 records selected");
    press(&mut bench, Modifiers::NONE, Key::Escape);
    assert_eq!(starts(&selected(&bench)), ["#15"]);
    press(&mut bench, Modifiers::COMMAND, Key::A);
    assert_eq!(selected(&bench).len(), 4);
    press(&mut bench, Modifiers::NONE, Key::Home);
    press(&mut bench, Modifiers::SHIFT, Key::PageDown);
    assert_eq!(selected(&bench).len(), 4, "a page is longer than what there is");
}

#[test]
fn shift_and_ctrl_choose_several_rows_by_clicks_and_one_key_acts_on_all() {
    let mut bench = bench_on("clicks", MASK, "google.protobuf.FieldMask");
    row(&bench, Role::TreeItem, "paths[0]").click();
    settle(&mut bench);
    row(&bench, Role::TreeItem, "paths[2]").click_modifiers(Modifiers::COMMAND);
    settle(&mut bench);
    assert_eq!(starts(&selected(&bench)), ["paths[0]", "paths[2]"]);
    press(&mut bench, Modifiers::NONE, Key::Delete);
    assert_eq!(bytes(&bench), b"\x0a\x81\x00b\x7a\x01x");
    press(&mut bench, Modifiers::COMMAND, Key::Z);
    assert_eq!(bytes(&bench), MASK);
    row(&bench, Role::TreeItem, "paths[1]").click();
    settle(&mut bench);
    row(&bench, Role::TreeItem, "#15").click_modifiers(Modifiers::SHIFT);
    settle(&mut bench);
    assert_eq!(starts(&selected(&bench)), ["paths[1]", "paths[2]", "#15"]);
    press(&mut bench, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(bytes(&bench), b"\x0a\x81\x00b\x0a\x01c\x7a\x01x\x0a\x01a");
    press(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    assert_eq!(bytes(&bench), b"\x0a\x81\x00b\x0a\x01c\x7a\x01x\x0a\x81\x00b\x0a\x01c\x7a\x01x\x0a\x01a");
}

#[test]
fn the_history_list_goes_to_any_step_by_click_and_by_keys() {
    let mut bench = bench_on("history", MASK, "google.protobuf.FieldMask");
    bench.state_mut().ask(Command::ShowBottom(Bottom::History));
    settle(&mut bench);
    press(&mut bench, Modifiers::NONE, Key::Home);
    for _ in 0..2 {
        press(&mut bench, Modifiers::NONE, Key::Delete);
    }
    press(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    let said: Vec<String> =
        bench.get_all_by_role(Role::ListBoxOption).filter_map(|it| it.accesskit_node().label()).collect();
    assert_eq!(said, ["As opened, saved", "Delete paths[0]", "Delete paths[0]", "Duplicate paths[0], current"]);
    row(&bench, Role::ListBoxOption, "As opened").click();
    settle(&mut bench);
    assert_eq!(bytes(&bench), MASK);
    row(&bench, Role::ListBoxOption, "Duplicate paths[0], taken back");
    press(&mut bench, Modifiers::NONE, Key::ArrowDown);
    press(&mut bench, Modifiers::NONE, Key::Enter);
    assert_eq!(bytes(&bench), &MASK[3..]);
    row(&bench, Role::ListBoxOption, "Delete paths[0], current");
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
    let mut bench = bench_on("clipboard", MASK, "google.protobuf.FieldMask");
    press(&mut bench, Modifiers::NONE, Key::Home);
    press(&mut bench, Modifiers::SHIFT, Key::ArrowDown);
    let text = clipboard(&mut bench, egui::Event::Copy).expect("a text on the clipboard");
    assert_eq!(text, "paths: \"a\"\npaths: \"b\"");
    press(&mut bench, Modifiers::NONE, Key::End);
    bench.event(egui::Event::Paste(text));
    settle(&mut bench);
    assert_eq!(bytes(&bench), [MASK, &MASK[..7]].concat());
    assert_eq!(starts(&selected(&bench)), ["paths[3]", "paths[4]"]);
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
    let mut bench = bench_on("row-menu", MASK, "google.protobuf.FieldMask");
    row(&bench, Role::TreeItem, "paths[0]").click();
    settle(&mut bench);
    row(&bench, Role::TreeItem, "paths[1]").click_secondary();
    settle(&mut bench);
    assert_eq!(starts(&selected(&bench)), ["paths[1]"], "a row that is not selected is selected by its menu");
    bench.get_by_role_and_label(Role::Button, "Copy as").hover();
    bench.run_steps(20);
    bench.get_by_role_and_label(Role::Button, "Copy as JSON").click();
    let text = clipboard(&mut bench, egui::Event::PointerGone).expect("a text on the clipboard");
    assert_eq!(text.split_whitespace().collect::<String>(), "\"b\"");
}

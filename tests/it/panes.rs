//! The window without a display: found by label and role, driven by keys and clicks as a person would.

use std::fs;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use wirebench::app::{FileCommand, Pick, Sample, Tab, TreeCommand, WindowCommand};
use wirebench::ui::Start;

use super::bench::{
    Bench, bench, bench_of, bench_on, bench_started, bytes, click, copy_of, press, press_with, row, rows, selected_row,
    selected_rows, settle, type_text,
};
use super::program::Folder;

#[test]
fn the_welcome_tab_opens_a_sample() {
    let mut bench = bench();
    for sample in Sample::ALL {
        bench.get_by_role_and_label(Role::Button, sample.title());
    }
    click(&mut bench, Role::Button, Sample::ExecutionHistory.title());
    let app = bench.state().app();
    assert_eq!(app.active_document().expect("it is open").type_name(), Some(Sample::ExecutionHistory.type_name()));
    assert!(rows(&bench).iter().any(|row| row.starts_with("action_digest Digest")), "{:?}", rows(&bench));
}

#[test]
fn the_welcome_tab_does_not_show_before_a_file_that_is_opened_at_the_start() {
    let folder = Folder::new();
    let files = vec![copy_of(Sample::ResourceUsage, &folder)];
    let mut bench = bench_started(Start { files, ..Start::default() }, [1280.0, 800.0]);
    assert!(bench.query_by_label(Sample::ResourceUsage.title()).is_none(), "in the first frame");
    settle(&mut bench);
    assert!(bench.state().app().active_document().is_some());
    let bench = bench_started(Start::default(), [1280.0, 800.0]);
    assert!(bench.query_by_label(Sample::ResourceUsage.title()).is_some(), "with nothing to open it is there at once");
}

#[test]
fn rows_fold_and_move_by_keys() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    press(&mut bench, Key::Home);
    let before = rows(&bench).len();
    press(&mut bench, Key::ArrowRight);
    assert!(rows(&bench).len() > before || !rows(&bench).is_empty());
    assert_eq!(row(&bench, "action_digest").accesskit_node().data().is_expanded(), Some(true));
    press(&mut bench, Key::ArrowRight);
    assert!(selected_rows(&bench)[0].starts_with("hash string"), "{:?}", selected_rows(&bench));
    press(&mut bench, Key::ArrowLeft);
    press(&mut bench, Key::ArrowLeft);
    assert_eq!(row(&bench, "action_digest").accesskit_node().data().is_expanded(), Some(false));
    press(&mut bench, Key::End);
    assert_eq!(selected_rows(&bench).len(), 1);
}

#[test]
fn a_value_is_edited_by_keys_and_taken_back() {
    let mut bench = bench_on(Sample::ResourceUsage);
    let original = bytes(&bench);
    press(&mut bench, Key::Home);
    press(&mut bench, Key::Enter);
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "4242");
    press(&mut bench, Key::Enter);
    assert!(selected_row(&bench).is_some_and(|row| row.contains("4242")), "{:?}", selected_row(&bench));
    assert!(bench.state().app().window_title().starts_with("● "));
    assert_ne!(bytes(&bench), original);
    assert_eq!(bench.state().app().active_document().expect("open").history().steps().len(), 1);
    press_with(&mut bench, Modifiers::COMMAND, Key::Z);
    assert_eq!(bytes(&bench), original);
    press_with(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!(selected_row(&bench).is_some_and(|row| row.contains("4242")));
}

#[test]
fn typing_begins_and_escape_gives_up() {
    let mut bench = bench_on(Sample::ResourceUsage);
    let original = bytes(&bench);
    press(&mut bench, Key::Home);
    type_text(&mut bench, "77");
    assert_eq!(bench.get_by_label_contains("Value of").value().as_deref(), Some("77"));
    press(&mut bench, Key::Escape);
    assert_eq!(bytes(&bench), original);
    assert!(!bench.state().app().active_document().expect("open").is_editing());
}

#[test]
fn a_text_that_is_no_value_says_why_and_changes_nothing() {
    let mut bench = bench_on(Sample::ResourceUsage);
    row(&bench, "peak_memory_kb").click();
    settle(&mut bench);
    let original = bytes(&bench);
    type_text(&mut bench, "x");
    assert!(bench.query_by_label_contains("x found").is_some() || bench.query_by_label_contains("expected").is_some());
    assert_eq!(bytes(&bench), original);
    press(&mut bench, Key::Enter);
    assert!(bench.state().app().active_document().expect("open").is_editing(), "it stays until it is a value");
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "5");
    assert!(bench.query_by_label_contains("expected").is_none());
    press(&mut bench, Key::Enter);
    assert!(selected_row(&bench).is_some_and(|row| row.ends_with(" 5")), "{:?}", selected_row(&bench));
}

#[test]
fn an_edit_saved_changes_nothing_else() {
    let folder = Folder::new();
    let path = copy_of(Sample::ResourceUsage, &folder);
    let mut bench = bench_of(vec![path.clone()], Some("ActionResourceUsage"), [1280.0, 800.0]);
    assert_eq!(bench.state().app().window_title(), "action_resource_usage.bin — wirebench");
    press(&mut bench, Key::Home);
    press(&mut bench, Key::Enter);
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "1");
    press(&mut bench, Key::Enter);
    let edited = bytes(&bench);
    press_with(&mut bench, Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read(&path).expect("it is saved"), edited);
    assert_eq!(bench.state().app().window_title(), "action_resource_usage.bin — wirebench");
}

#[test]
fn the_type_picker_offers_what_fits_and_searches_all() {
    let folder = Folder::new();
    let path = copy_of(Sample::ExecutionHistory, &folder);
    let mut bench = bench_of(vec![path], None, [1280.0, 800.0]);
    press_with(&mut bench, Modifiers::COMMAND, Key::T);
    bench.get_by_role_and_label(Role::TextInput, "Type");
    type_text(&mut bench, "resourceusage");
    press(&mut bench, Key::Enter);
    let type_name = bench.state().app().active_document().expect("open").type_name().map(str::to_owned);
    assert_eq!(type_name.as_deref(), Some(Sample::ResourceUsage.type_name()));
    assert!(!bench.state().app().is_type_picker_shown());
    press_with(&mut bench, Modifiers::COMMAND, Key::T);
    press(&mut bench, Key::Escape);
    assert!(!bench.state().app().is_type_picker_shown());
}

#[test]
fn fields_are_added_and_records_deleted() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    let original = bytes(&bench);
    press(&mut bench, Key::Home);
    press(&mut bench, Key::Insert);
    bench.get_by_role_and_label(Role::TextInput, "Field");
    type_text(&mut bench, "size");
    press(&mut bench, Key::Enter);
    assert!(bytes(&bench).len() > original.len());
    assert!(selected_rows(&bench)[0].starts_with("size_bytes"), "{:?}", selected_rows(&bench));
    press(&mut bench, Key::Delete);
    assert_eq!(bytes(&bench), original);
    press_with(&mut bench, Modifiers::COMMAND, Key::Z);
    press_with(&mut bench, Modifiers::COMMAND, Key::Z);
    assert_eq!(bytes(&bench), original);
}

#[test]
fn closing_with_edits_asks_once() {
    let mut bench = bench_on(Sample::ResourceUsage);
    press(&mut bench, Key::Home);
    type_text(&mut bench, "9");
    press(&mut bench, Key::Enter);
    press_with(&mut bench, Modifiers::COMMAND, Key::W);
    assert!(bench.state().app().question().is_some());
    click(&mut bench, Role::Button, "Cancel");
    assert!(bench.state().app().question().is_none());
    assert!(bench.state().app().active_document().is_some());
    press_with(&mut bench, Modifiers::COMMAND, Key::W);
    press(&mut bench, Key::Escape);
    assert!(bench.state().app().active_document().is_some());
    press_with(&mut bench, Modifiers::COMMAND, Key::W);
    click(&mut bench, Role::Button, "Discard");
    assert_eq!(bench.state().app().tabs(), [Tab::Welcome]);
}

#[test]
fn a_path_is_typed_where_there_is_no_dialog() {
    let folder = Folder::new();
    let path = copy_of(Sample::ResourceUsage, &folder);
    let mut bench = bench();
    press_with(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    let missing = folder.join("absent.bin");
    type_text(&mut bench, &missing.display().to_string());
    press(&mut bench, Key::Enter);
    let said: Vec<String> = bench.state().app().notices().iter().map(|it| it.what.clone()).collect();
    let note = bench.state().app().path_field().and_then(|it| it.note.clone());
    assert!(!said.is_empty() || note.is_some(), "a file that is not there is said");
    if bench.state().app().path_field().is_none() {
        press_with(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    }
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, &path.display().to_string());
    press(&mut bench, Key::Enter);
    assert!(bench.state().app().active_document().is_some());
}

#[test]
fn a_notice_stays_until_it_is_dismissed() {
    let folder = Folder::new();
    let mut bench = bench_of(vec![folder.join("absent.bin")], None, [1280.0, 800.0]);
    assert_eq!(bench.state().app().notices().len(), 1);
    click(&mut bench, Role::Button, "Dismiss");
    assert!(bench.state().app().notices().is_empty());
}

#[test]
fn a_click_on_a_byte_selects_its_record() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    let row = bench.get_all_by_role(Role::ListBoxOption).next().expect("bytes are in view").rect();
    // The first byte's cell stands behind the offset.
    bench.hover_at(row.left_center() + egui::vec2(104.0, 0.0));
    bench.drag_at(row.left_center() + egui::vec2(104.0, 0.0));
    bench.drop_at(row.left_center() + egui::vec2(104.0, 0.0));
    settle(&mut bench);
    assert!(selected_rows(&bench)[0].starts_with("action_digest"), "{:?}", selected_rows(&bench));
}

#[test]
fn help_lists_the_shortcuts_and_themes_turn() {
    let mut bench = bench();
    press(&mut bench, Key::F1);
    bench.get_by_label("Ctrl+Shift+S");
    press(&mut bench, Key::Escape);
    assert!(!bench.state().app().is_help_shown());
    bench.get_by_role_and_label(Role::Button, "Light theme").click();
    settle(&mut bench);
    bench.get_by_role_and_label(Role::Button, "Dark theme");
}

#[test]
fn tab_reaches_every_pane_and_the_tree_is_one_stop() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    // With a row selected, that row is said in place of the list.
    bench.state_mut().ask(TreeCommand::Select(Pick::Nothing));
    let mut seen = Vec::new();
    for _ in 0..60 {
        press(&mut bench, Key::Tab);
        let focused = bench.query(By::new().predicate(|it| it.is_focused()));
        let Some(node) = focused else { continue };
        let node = node.accesskit_node();
        seen.push(format!("{:?} {}", node.role(), node.label().unwrap_or_default()));
    }
    for wanted in ["Tree Records", "ListBoxOption 00000000", "Button Add field", "Tab Problems"] {
        assert!(seen.iter().any(|it| it.starts_with(wanted)), "{wanted} is not among {seen:#?}");
    }
    let stops = seen.iter().filter(|it| it.starts_with("TreeItem")).count();
    assert_eq!(stops, 0, "{seen:#?}");
}

#[test]
fn panes_hide_and_come_back() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    assert!(bench.query_by_role_and_label(Role::ListBox, "Bytes").is_some());
    press_with(&mut bench, Modifiers::COMMAND, Key::J);
    assert!(bench.query_by_role_and_label(Role::ListBox, "Bytes").is_none());
    press_with(&mut bench, Modifiers::COMMAND, Key::J);
    assert!(bench.query_by_role_and_label(Role::ListBox, "Bytes").is_some());
    press_with(&mut bench, Modifiers::COMMAND, Key::Equals);
    assert_eq!(bench.state().app().settings().zoom, 110);
}

#[test]
fn tab_goes_to_the_next_value_and_each_is_a_step() {
    let mut bench = bench_on(Sample::ResourceUsage);
    row(&bench, "peak_memory_kb").click();
    settle(&mut bench);
    type_text(&mut bench, "11");
    let before = selected_row(&bench);
    press(&mut bench, Key::Tab);
    assert_ne!(selected_row(&bench), before);
    let document = bench.state().app().active_document().expect("open");
    assert_eq!(document.history().steps().len(), 1);
    assert!(row(&bench, "peak_memory_kb").accesskit_node().label().is_some_and(|label| label.ends_with(" 11")));
}

#[test]
fn space_turns_a_bool_and_enter_does_too() {
    let mut bench = bench_on(Sample::ResourceUsage);
    let name = "sampled";
    row(&bench, name).click();
    settle(&mut bench);
    let value = |bench: &Bench| row(bench, name).accesskit_node().label().unwrap_or_default();
    let before = value(&bench);
    press(&mut bench, Key::Space);
    assert_ne!(value(&bench), before);
    assert!(!bench.state().app().active_document().expect("open").is_editing());
    press(&mut bench, Key::Enter);
    assert_eq!(value(&bench), before);
}

#[test]
fn an_enum_takes_a_name_from_the_list_or_any_number() {
    let folder = Folder::new();
    let path = folder.join("cancellations.bin");
    fs::write(&path, [0x0a, 2, 0x18, 2]).expect("the message is written");
    let mut bench = bench_of(vec![path], Some("GetCancellationsResponse"), [900.0, 600.0]);
    press(&mut bench, Key::Home);
    press(&mut bench, Key::ArrowRight);
    press(&mut bench, Key::ArrowRight);
    assert_eq!(selected_row(&bench).as_deref(), Some("reason Reason ERROR (2)"));
    press(&mut bench, Key::F2);
    type_text(&mut bench, "preem");
    press(&mut bench, Key::Enter);
    assert_eq!(selected_row(&bench).as_deref(), Some("reason Reason PREEMPTED (1)"));
    press(&mut bench, Key::F2);
    type_text(&mut bench, "77");
    press(&mut bench, Key::Enter);
    assert!(selected_rows(&bench)[0].starts_with("reason Reason 77"), "{:?}", selected_rows(&bench));
    assert_eq!(bytes(&bench), [0x0a, 2, 0x18, 77]);
    press(&mut bench, Key::F2);
    press(&mut bench, Key::Escape);
    assert_eq!(bytes(&bench), [0x0a, 2, 0x18, 77]);
}

#[test]
fn the_inspector_edits_bytes_as_hex() {
    let folder = Folder::new();
    let path = folder.join("unknown.bin");
    fs::write(&path, [0x7a, 2, 0xff, 0xfe]).expect("the message is written");
    let mut bench = bench_of(vec![path], Some("v2.Digest"), [1280.0, 800.0]);
    press(&mut bench, Key::Home);
    let field = bench.get_by_role_and_label(Role::MultilineTextInput, "Inspected value of #15");
    assert_eq!(field.value().as_deref(), Some("ff fe"));
    field.focus();
    settle(&mut bench);
    press_with(&mut bench, Modifiers::COMMAND, Key::A);
    type_text(&mut bench, "01 02 0");
    assert_eq!(bytes(&bench), [0x7a, 2, 0xff, 0xfe], "half a byte changes nothing");
    type_text(&mut bench, "3");
    assert_eq!(bytes(&bench), [0x7a, 3, 1, 2, 3]);
}

#[test]
fn arrows_move_through_the_bytes() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    press(&mut bench, Key::Home);
    let first = selected_row(&bench);
    bench.get_by_role_and_label(Role::ListBox, "Bytes").focus();
    settle(&mut bench);
    press(&mut bench, Key::ArrowRight);
    press(&mut bench, Key::ArrowRight);
    assert_ne!(selected_row(&bench), first, "the third byte is that of the first record inside");
    assert!(selected_rows(&bench)[0].starts_with("hash"), "{:?}", selected_rows(&bench));
    press_with(&mut bench, Modifiers::COMMAND, Key::End);
    let selection = bench.state().app().active_document().expect("open").selection().cloned().expect("selected");
    assert_eq!(selection.bytes.end, bytes(&bench).len() as u64);
}

#[test]
fn problems_lead_to_their_records() {
    let folder = Folder::new();
    let path = folder.join("odd.bin");
    fs::write(&path, [0x0a, 1, b'a', 0x7a, 1, 0, 0x10, 5]).expect("the message is written");
    let mut bench = bench_of(vec![path], Some("v2.Digest"), [1280.0, 800.0]);
    click(&mut bench, Role::Tab, "Problems");
    let found = bench.get(By::new().role(Role::ListBoxOption).label_contains("has no field 15"));
    found.click();
    settle(&mut bench);
    assert!(selected_rows(&bench)[0].starts_with("#15 not in schema"), "{:?}", selected_rows(&bench));
}

#[test]
fn rows_say_how_deep_they_are_and_which_is_active() {
    let mut bench = bench_on(Sample::ExecutionHistory);
    press(&mut bench, Key::Home);
    press(&mut bench, Key::ArrowRight);
    press(&mut bench, Key::ArrowRight);
    let hash = row(&bench, "hash").accesskit_node();
    assert_eq!(hash.level(), Some(2));
    assert_eq!(hash.data().size_of_set(), Some(2));
    let tree = bench.get_by_role_and_label(Role::Tree, "Records").accesskit_node();
    assert_eq!(tree.active_descendant().map(|it| it.id()), Some(hash.id()));
}

#[test]
fn every_sample_draws_in_both_themes_and_in_a_small_window() {
    for size in [[720.0, 480.0], [900.0, 600.0], [2400.0, 1400.0]] {
        let mut bench = bench_of(Vec::new(), None, size);
        for sample in Sample::ALL {
            bench.state_mut().ask(FileCommand::OpenSample(sample));
            bench.state_mut().ask(TreeCommand::UnfoldAll);
            bench.state_mut().ask(WindowCommand::ToggleTheme);
            settle(&mut bench);
            assert!(!rows(&bench).is_empty());
        }
        for _ in 0..7 {
            press_with(&mut bench, Modifiers::COMMAND, Key::Equals);
        }
        assert!(!rows(&bench).is_empty());
    }
}

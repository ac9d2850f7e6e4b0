//! Groups of tabs, the list at the left, going to a document, panes and their dividers: by label and role, by keys and
//! by what is dragged.

use std::fs;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, pos2, vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use wirebench::app::layout::Change;
use wirebench::app::{FileCommand, Pane, Sample, WindowCommand};

use super::bench::{Bench, ask, bench, bench_of, press, press_with, settle, type_text};
use super::program::Folder;

const CTRL: Modifiers = Modifiers::COMMAND;

fn bench_on_all(samples: &[Sample]) -> Bench {
    let mut bench = bench();
    for sample in samples {
        ask(&mut bench, FileCommand::OpenSample(*sample));
    }
    bench
}

fn drag(bench: &mut Bench, from: Pos2, to: Pos2) {
    bench.hover_at(from);
    bench.run_steps(1);
    bench.drag_at(from);
    bench.run_steps(1);
    for part in 1..=4 {
        bench.hover_at(from + (to - from) * (part as f32 / 4.0));
        bench.run_steps(1);
    }
    bench.drop_at(to);
    settle(bench);
}

/// The names of the tabs in view, by group from left to right, `*` before those that show.
fn tabs(bench: &Bench) -> Vec<String> {
    let layout = bench.state().app().layout();
    let text = |tab: &egui_kittest::Node<'_>| {
        let node = tab.accesskit_node();
        let mark = if node.is_selected() == Some(true) { "*" } else { "" };
        format!("{mark}{}", node.label().unwrap_or_default())
    };
    assert!(!layout.groups().is_empty());
    let mut lists: Vec<_> = bench.get_all_by_role_and_label(Role::TabList, "Tabs").collect();
    lists.sort_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
    lists.iter().map(|list| list.get_all_by_role(Role::Tab).map(|it| text(&it)).collect::<Vec<_>>().join(" ")).collect()
}

fn tab_rect(bench: &Bench, name: &str) -> egui::Rect {
    bench.get_by_role_and_label(Role::Tab, name).rect()
}

fn active(bench: &Bench) -> String {
    bench.state().app().active_document().map(|it| it.name()).unwrap_or_default()
}

/// What has the focus; the list, where a row of it stands for it.
fn focused_pane(bench: &Bench) -> Option<String> {
    let node = bench.query(By::new().predicate(|it| it.is_focused()))?;
    let mut node = node.accesskit_node();
    while matches!(node.role(), Role::TreeItem | Role::ListBoxOption | Role::GenericContainer) {
        node = node.parent()?;
    }
    node.label()
}

const USAGE: &str = "action_resource_usage.bin";
const ASSIGN: &str = "assign_tasks_request.bin";

#[test]
fn a_tab_dragged_to_the_right_splits() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage, Sample::AssignTasks]);
    assert_eq!(tabs(&bench), [format!("{USAGE} *{ASSIGN}")]);
    let tree = bench.get_by_role_and_label(Role::Tree, "Records").rect();
    let from = tab_rect(&bench, USAGE).left_center() + vec2(20.0, 0.0);
    drag(&mut bench, from, tree.right_center() - vec2(12.0, 0.0));
    assert_eq!(tabs(&bench), [format!("*{ASSIGN}"), format!("*{USAGE}")]);
    assert_eq!(active(&bench), USAGE, "what was moved has the focus");
    assert_eq!(bench.get_all_by_role_and_label(Role::Tree, "Records").count(), 2);
    // Back into the first group, before its tab.
    let from = tab_rect(&bench, USAGE).left_center() + vec2(20.0, 0.0);
    let to = tab_rect(&bench, ASSIGN).left_center() + vec2(8.0, 0.0);
    drag(&mut bench, from, to);
    assert_eq!(tabs(&bench), [format!("*{USAGE} {ASSIGN}")]);
}

#[test]
fn a_tab_let_go_where_it_was_stays() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage, Sample::AssignTasks]);
    let before = tabs(&bench);
    let from = tab_rect(&bench, USAGE).left_center() + vec2(20.0, 0.0);
    drag(&mut bench, from, pos2(4.0, 4.0));
    assert_eq!(tabs(&bench), before);
}

#[test]
fn groups_are_split_moved_and_left_by_keys() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage]);
    press_with(&mut bench, CTRL, Key::Backslash);
    assert_eq!(tabs(&bench), [format!("*{USAGE}"), format!("*{USAGE}")]);
    ask(&mut bench, FileCommand::OpenSample(Sample::AssignTasks));
    assert_eq!(tabs(&bench), [format!("*{USAGE}"), format!("{USAGE} *{ASSIGN}")]);
    press_with(&mut bench, CTRL | Modifiers::SHIFT, Key::F6);
    assert_eq!(tabs(&bench), [format!("{USAGE} *{ASSIGN}"), format!("*{USAGE}")]);
    assert_eq!(active(&bench), ASSIGN);
    press_with(&mut bench, CTRL | Modifiers::SHIFT, Key::PageUp);
    assert_eq!(tabs(&bench)[0], format!("*{ASSIGN} {USAGE}"));
    press_with(&mut bench, CTRL, Key::F6);
    assert_eq!(active(&bench), USAGE);
    press_with(&mut bench, CTRL, Key::W);
    assert_eq!(tabs(&bench), [format!("*{ASSIGN} {USAGE}")]);
    assert_eq!(active(&bench), ASSIGN, "the document stays open in the other group");
    press_with(&mut bench, CTRL, Key::Tab);
    assert_eq!(active(&bench), USAGE);
    press_with(&mut bench, CTRL | Modifiers::SHIFT, Key::W);
    assert_eq!(tabs(&bench), [format!("*{USAGE}")]);
}

#[test]
fn a_click_in_a_group_gives_it_the_focus_and_selects_there() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage]);
    ask(&mut bench, FileCommand::OpenSample(Sample::AssignTasks));
    press_with(&mut bench, CTRL | Modifiers::SHIFT, Key::F6);
    assert_eq!(active(&bench), ASSIGN);
    let mut rows: Vec<_> = bench.get_all_by_role(Role::TreeItem).collect();
    let place = |it: &egui_kittest::Node<'_>| (it.rect().left(), it.rect().top());
    rows.sort_by(|a, b| place(a).partial_cmp(&place(b)).expect("numbers"));
    rows[1].click();
    drop(rows);
    settle(&mut bench);
    assert_eq!(active(&bench), USAGE);
    let document = bench.state().app().active_document().expect("open");
    assert_eq!(document.selected_row(), Some(1));
}

#[test]
fn typing_edits_what_has_the_focus_and_no_other_group() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage]);
    press_with(&mut bench, CTRL, Key::Backslash);
    press(&mut bench, Key::Home);
    press(&mut bench, Key::Enter);
    assert_eq!(bench.get_all_by_label_contains("Value of").count(), 1, "one field to type in, though two show it");
    press_with(&mut bench, CTRL, Key::A);
    type_text(&mut bench, "4242");
    press(&mut bench, Key::Enter);
    let rows = bench.get_all_by_role(Role::TreeItem);
    let both = rows.filter(|it| it.accesskit_node().label().is_some_and(|it| it.contains("4242"))).count();
    assert_eq!(both, 2, "both show what it is now");
}

#[test]
fn a_document_is_gone_to_by_name() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage, Sample::AssignTasks, Sample::ExecutionHistory]);
    press_with(&mut bench, CTRL, Key::P);
    type_text(&mut bench, "usage");
    press(&mut bench, Key::Enter);
    assert_eq!(active(&bench), USAGE);
    press_with(&mut bench, CTRL, Key::P);
    press(&mut bench, Key::Escape);
    assert_eq!(active(&bench), USAGE);
    assert!(!bench.state().app().is_document_picker_shown());
}

#[test]
fn a_closed_file_is_opened_again() {
    let folder = Folder::new();
    let path = folder.join("again.bin");
    fs::write(&path, [8, 1]).expect("the file is written");
    let mut bench = bench_of(vec![path], None, [1280.0, 800.0]);
    press_with(&mut bench, CTRL, Key::W);
    assert_eq!(active(&bench), "");
    press_with(&mut bench, CTRL | Modifiers::SHIFT, Key::T);
    assert_eq!(active(&bench), "again.bin");
}

#[test]
fn the_list_at_the_left_is_used_by_keys() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage, Sample::AssignTasks]);
    press_with(&mut bench, CTRL, Key::B);
    // From the tree on: inspector, pane below, and around to the list.
    for _ in 0..3 {
        press(&mut bench, Key::F6);
    }
    assert_eq!(focused_pane(&bench).as_deref(), Some("Documents and files"));
    press(&mut bench, Key::Enter);
    assert_eq!(active(&bench), USAGE, "the first document is where the keys begin");
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::Enter);
    let first = Sample::ALL[0].file_name();
    assert_eq!(active(&bench), first, "the head between was passed over");
}

#[test]
fn panes_are_turned_to_by_keys_and_show_the_focus() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage]);
    assert_eq!(focused_pane(&bench).as_deref(), Some("Records"));
    press(&mut bench, Key::F6);
    assert_eq!(focused_pane(&bench).as_deref(), Some("Inspector"));
    press(&mut bench, Key::F6);
    assert_eq!(focused_pane(&bench).as_deref(), Some("Bytes"));
    press_with(&mut bench, Modifiers::SHIFT, Key::F6);
    assert_eq!(focused_pane(&bench).as_deref(), Some("Inspector"));
    press_with(&mut bench, Modifiers::SHIFT, Key::F6);
    assert_eq!(focused_pane(&bench).as_deref(), Some("Records"));
}

#[test]
fn dividers_move_by_pointer_and_keys_and_go_back() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage]);
    let of = |bench: &Bench, pane| bench.state().app().layout().sizes().of(pane);
    let usual = of(&bench, Pane::Inspector);
    let divider = bench.get_by_role_and_label(Role::Splitter, "Width of the inspector").rect().center();
    drag(&mut bench, divider, divider - vec2(60.0, 0.0));
    assert_eq!(of(&bench, Pane::Inspector), usual + 60);
    bench.get_by_role_and_label(Role::Splitter, "Height of the pane below").focus();
    settle(&mut bench);
    let before = of(&bench, Pane::Bottom);
    press(&mut bench, Key::ArrowUp);
    assert_eq!(of(&bench, Pane::Bottom), before + 16);
    press(&mut bench, Key::Home);
    assert_eq!(of(&bench, Pane::Bottom), before);
    ask(&mut bench, WindowCommand::TogglePane(Pane::Bottom));
    ask(&mut bench, Change::Reset);
    assert_eq!(of(&bench, Pane::Inspector), usual);
    assert!(bench.state().app().settings().is_bottom_shown);
}

#[test]
fn a_divider_between_groups_moves() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage]);
    press_with(&mut bench, CTRL, Key::Backslash);
    let width =
        |bench: &Bench| bench.get_all_by_role_and_label(Role::TabList, "Tabs").next().expect("a group").rect().width();
    let before = width(&bench);
    let divider = bench.get_by_role_and_label(Role::Splitter, "Width of the group").rect().center();
    drag(&mut bench, divider, divider + vec2(80.0, 0.0));
    assert!((width(&bench) - before - 80.0).abs() < 2.0, "{before} {}", width(&bench));
}

#[test]
fn enter_acts_on_the_first_row_at_once() {
    let mut bench = bench_on_all(&[Sample::ExecutionHistory]);
    let selected = |bench: &Bench| bench.state().app().active_document().and_then(|it| it.selected_row());
    assert_eq!(selected(&bench), Some(0));
    let is_open = |bench: &Bench| {
        bench.get_all_by_role(Role::TreeItem).next().and_then(|it| it.accesskit_node().data().is_expanded())
    };
    let before = is_open(&bench);
    press(&mut bench, Key::Enter);
    assert_ne!(is_open(&bench), before, "the first message folds");
}

#[test]
fn a_small_window_shows_every_pane() {
    let mut bench = bench_of(Vec::new(), None, [900.0, 600.0]);
    ask(&mut bench, FileCommand::OpenSample(Sample::ExecutionHistory));
    ask(&mut bench, WindowCommand::TogglePane(Pane::Rail));
    for zoom in 0..2 {
        let tree = bench.get_by_role_and_label(Role::Tree, "Records").rect();
        assert!(tree.width() > 90.0 && tree.height() >= 48.0, "{zoom}: {tree:?}");
        bench.get_by_role_and_label(Role::ListBox, "Bytes");
        for _ in 0..4 {
            ask(&mut bench, WindowCommand::ZoomIn);
        }
    }
}

#[test]
fn a_thousand_tabs_draw_what_shows() {
    let folder = Folder::new();
    let path = |number: usize| folder.join(format!("n{number}.bin"));
    for number in 0..1000 {
        fs::write(path(number), [8, 1]).expect("the file is written");
    }
    let mut bench = bench_of((0..1000).map(path).collect(), None, [1280.0, 800.0]);
    assert_eq!(bench.state().app().tabs().len(), 1000);
    let drawn = |bench: &Bench| tabs(bench)[0].split(' ').count();
    assert!(drawn(&bench) < 20, "{}", drawn(&bench));
    let name = active(&bench);
    let bar = bench.get_by_role_and_label(Role::TabList, "Tabs").rect();
    assert!(bar.contains_rect(tab_rect(&bench, &name)), "the active tab is in view");
    press_with(&mut bench, CTRL, Key::Tab);
    let name = active(&bench);
    assert!(bar.contains_rect(tab_rect(&bench, &name)), "so is the next, around the end");
}

#[test]
fn a_pane_is_turned_to_from_the_palette_too() {
    let mut bench = bench_on_all(&[Sample::ResourceUsage]);
    press_with(&mut bench, CTRL, Key::K);
    type_text(&mut bench, "Next pane");
    press(&mut bench, Key::Enter);
    assert_eq!(focused_pane(&bench).as_deref(), Some("Inspector"));
}

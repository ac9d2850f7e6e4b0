//! Menus and empty panes, without a mouse: every line is reached in every window, choices have their tick, and what a
//! pane with nothing to show offers works.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use wirebench::app::{Bottom, FileCommand, NewCommand, Pane, Pick, Sample, TreeCommand, WindowCommand};

use super::bench::{Bench, bench_of, bench_on, press, press_with, settle, type_text};

/// What has the keys: its name, and where it is.
fn focused(bench: &Bench) -> Option<(String, egui::Rect)> {
    let node = bench.query(By::new().predicate(|it| it.is_focused()))?;
    Some((node.accesskit_node().label().unwrap_or_default(), node.rect()))
}

fn focused_name(bench: &Bench) -> String {
    focused(bench).map(|it| it.0).unwrap_or_default()
}

#[test]
fn a_menu_taller_than_the_window_scrolls_to_what_has_the_keys() {
    let size = [360.0, 240.0];
    let mut bench = bench_of(Vec::new(), None, size);
    bench.state_mut().ask(FileCommand::OpenSample(Sample::ResourceUsage));
    settle(&mut bench);
    press(&mut bench, Key::F10);
    press(&mut bench, Key::ArrowRight);
    let mut seen = Vec::new();
    for _ in 0..60 {
        press(&mut bench, Key::ArrowDown);
        let Some((name, rect)) = focused(&bench) else { continue };
        assert!(rect.bottom() <= size[1] && rect.top() >= 0.0, "{name} is out of the window: {rect:?}");
        seen.push(name);
    }
    assert!(seen.iter().any(|it| it == "Go to offset…"), "{seen:?}");
}

#[test]
fn a_menu_shows_whole_where_the_window_has_the_room() {
    let mut bench = bench_on(Sample::ResourceUsage);
    press_with(&mut bench, Modifiers::ALT, Key::E);
    let (first, last) = (bench.get_by_label("Undo").rect(), bench.get_by_label("Go to offset…").rect());
    let lines = table_lines();
    assert!(last.bottom() - first.top() >= lines as f32 * 24.0, "{first:?} {last:?}");
    assert!(last.bottom() < 800.0);
}

/// The lines of the Edit menu and of what hangs from it in it.
fn table_lines() -> usize {
    wirebench::app::table::menu(wirebench::app::table::Menu::Edit).count() + 2
}

#[test]
fn alt_with_a_letter_opens_its_menu_and_types_nothing() {
    let mut bench = bench_on(Sample::ResourceUsage);
    bench.event(egui::Event::Text("h".to_owned()));
    press_with(&mut bench, Modifiers::ALT, Key::H);
    assert!(bench.query_by_label_contains("About wirebench").is_some());
    assert!(!bench.state().app().active_document().is_some_and(|it| it.is_typing()));
    press_with(&mut bench, Modifiers::ALT, Key::F);
    assert!(bench.query_by_label_contains("About wirebench").is_none());
    assert!(bench.query_by_label_contains("Save as…").is_some());
}

#[test]
fn menus_keep_still_under_a_dialog() {
    let mut bench = bench_on(Sample::ResourceUsage);
    press_with(&mut bench, Modifiers::COMMAND, Key::Comma);
    press_with(&mut bench, Modifiers::ALT, Key::F);
    assert!(bench.query_by_label_contains("Save as…").is_none());
}

#[test]
fn choices_of_a_menu_are_ticked() {
    let mut bench = bench_on(Sample::ResourceUsage);
    press_with(&mut bench, Modifiers::ALT, Key::V);
    let toggled =
        |bench: &Bench, name| bench.get_by_role_and_label(Role::MenuItemCheckBox, name).accesskit_node().toggled();
    assert_eq!(toggled(&bench, "Inspector"), Some(Toggled::True));
    assert_eq!(toggled(&bench, "Left rail"), Some(Toggled::False));
    bench.get_by_role_and_label(Role::MenuItem, "Unfold all");
    bench.get_by_role_and_label(Role::MenuItemCheckBox, "Inspector").click();
    settle(&mut bench);
    assert!(!bench.state().app().settings().is_shown(Pane::Inspector));
}

#[test]
fn what_an_empty_pane_offers_is_pressed_with_the_keys_that_go_there() {
    let mut bench = bench_on(Sample::ResourceUsage);
    for (bottom, first) in
        [(Bottom::Problems, "Choose type…"), (Bottom::Results, "Find…"), (Bottom::History, "Edit value")]
    {
        bench.state_mut().ask(WindowCommand::ShowBottom(bottom));
        bench.state_mut().ask(TreeCommand::Select(Pick::Row(0)));
        settle(&mut bench);
        for _ in 0..4 {
            if focused_name(&bench) == first {
                break;
            }
            press(&mut bench, Key::F6);
        }
        assert_eq!(focused_name(&bench), first, "{bottom:?}");
    }
    press(&mut bench, Key::Enter);
    type_text(&mut bench, "1");
    assert!(bench.state().app().active_document().is_some_and(|it| it.is_typing()), "Edit value begins to edit");
}

#[test]
fn an_empty_message_offers_a_field() {
    let mut bench = bench_of(Vec::new(), None, [1280.0, 800.0]);
    bench.state_mut().ask(NewCommand::NewMessage {
        type_name: Some("build.bazel.remote.execution.v2.Digest".to_owned()),
        fill: wirebench::app::Fill::Empty,
    });
    settle(&mut bench);
    bench.get_all_by_label("Add field…").next().expect("it is offered").click();
    settle(&mut bench);
    assert!(bench.state().app().is_field_picker_shown());
}

#[test]
fn a_pointer_that_rests_on_the_bar_leaves_the_menus_to_the_keys() {
    let mut bench = bench_on(Sample::ResourceUsage);
    let file = bench.get_by_role_and_label(Role::Button, "File").rect().center();
    bench.hover_at(file);
    settle(&mut bench);
    press_with(&mut bench, Modifiers::ALT, Key::H);
    assert!(bench.query_by_label_contains("About wirebench").is_some());
    bench.hover_at(file + egui::vec2(2.0, 0.0));
    settle(&mut bench);
    assert!(bench.query_by_label_contains("Save as…").is_some(), "one that moves opens what it is on");
}

#[test]
fn what_is_typed_to_save_as_takes_the_place_of_the_name_alone() {
    let mut bench = bench_on(Sample::ResourceUsage);
    press_with(&mut bench, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    let typed = |bench: &Bench| bench.get_by_role_and_label(Role::TextInput, "Path").value().unwrap_or_default();
    let before = typed(&bench);
    let (name, ending) = before.rsplit_once('.').expect("a name with an ending");
    type_text(&mut bench, "mine");
    let folder = name.rsplit_once('/').map_or("", |it| it.0);
    let slash = if folder.is_empty() { "" } else { "/" };
    assert_eq!(typed(&bench), format!("{folder}{slash}mine.{ending}"));
}

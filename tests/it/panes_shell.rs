//! The shell around the documents, without a mouse: palette, menus, settings, notices, names from anywhere, every
//! zoom.

use std::fs;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use wirebench::app::{
    Bottom, Command, EditCommand, FileCommand, Pick, Sample, SchemaCommand, Theme, TreeCommand, WindowCommand,
};

use super::bench::{Bench, ask, bench, bench_of, bench_on, focused, press, press_with, settle, type_text};
use super::program::Folder;

fn bench_on_first(sample: Sample) -> Bench {
    let mut bench = bench_on(sample);
    ask(&mut bench, TreeCommand::Select(Pick::Row(0)));
    bench
}

#[test]
fn the_palette_finds_runs_and_gives_the_keys_back() {
    let mut bench = bench_on_first(Sample::ResourceUsage);
    let before = focused(&bench);
    assert!(before.as_deref().is_some_and(|it| it.starts_with("TreeItem")), "{before:?}");
    press_with(&mut bench, Modifiers::COMMAND, Key::K);
    assert_eq!(focused(&bench).as_deref(), Some("TextInput Command"));
    type_text(&mut bench, "problems");
    press(&mut bench, Key::Enter);
    let app = bench.state().app();
    assert!(!app.is_palette_shown());
    assert_eq!(app.settings().bottom, Bottom::Problems);
    assert_eq!(focused(&bench), before);
    press_with(&mut bench, Modifiers::COMMAND, Key::K);
    let first = bench.get_all_by_role(Role::ListBoxOption).next().expect("commands are in view");
    assert!(
        first.accesskit_node().label().is_some_and(|it| it.starts_with("Problems")),
        "used last, first in the list"
    );
    press(&mut bench, Key::Escape);
    assert_eq!(focused(&bench), before);
}

#[test]
fn what_cannot_be_done_says_why_and_stays() {
    let mut bench = bench();
    press_with(&mut bench, Modifiers::COMMAND, Key::K);
    type_text(&mut bench, "undo");
    bench.get(By::new().role(Role::ListBoxOption).label_contains("No document is open"));
    press(&mut bench, Key::Enter);
    assert!(bench.state().app().is_palette_shown());
}

#[test]
fn the_box_in_the_menu_bar_opens_the_palette() {
    let mut bench = bench_on_first(Sample::ResourceUsage);
    bench.get_by_role_and_label(Role::Button, "Search commands").click();
    settle(&mut bench);
    assert!(bench.state().app().is_palette_shown());
}

#[test]
fn menus_are_walked_by_keys() {
    let mut bench = bench_on_first(Sample::ResourceUsage);
    press(&mut bench, Key::F10);
    assert!(bench.query_by_label_contains("Save as…").is_some(), "the first menu is open");
    press(&mut bench, Key::ArrowRight);
    press(&mut bench, Key::ArrowRight);
    assert!(bench.query_by_label_contains("Save as…").is_none());
    press(&mut bench, Key::ArrowDown);
    let was_shown = bench.state().app().settings().is_rail_shown;
    assert!(focused(&bench).is_some_and(|it| it.contains("Left rail")), "{:?}", focused(&bench));
    press(&mut bench, Key::Enter);
    assert_ne!(bench.state().app().settings().is_rail_shown, was_shown);
    assert!(focused(&bench).is_some_and(|it| it.starts_with("TreeItem")), "{:?}", focused(&bench));
    press(&mut bench, Key::F10);
    press(&mut bench, Key::ArrowLeft);
    assert!(bench.query_by_label_contains("About wirebench").is_some(), "left of the first is the last");
    press(&mut bench, Key::Escape);
    assert!(bench.query_by_label_contains("About wirebench").is_none());
    assert!(focused(&bench).is_some_and(|it| it.starts_with("TreeItem")), "{:?}", focused(&bench));
}

#[test]
fn alt_alone_opens_the_menus_and_alt_with_another_key_does_not() {
    let mut bench = bench_on_first(Sample::ResourceUsage);
    let alt = |pressed| egui::Event::Key {
        key: Key::AltLeft,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    bench.event(alt(true));
    bench.key_press_modifiers(Modifiers::ALT, Key::F11);
    bench.event(alt(false));
    settle(&mut bench);
    assert!(bench.query_by_label_contains("Save as…").is_none());
    bench.event(alt(true));
    bench.event(alt(false));
    settle(&mut bench);
    assert!(bench.query_by_label_contains("Save as…").is_some());
}

#[test]
fn the_menu_lists_recent_files() {
    let folder = Folder::new();
    let path = folder.join("seen.bin");
    fs::write(&path, Sample::ResourceUsage.bytes()).expect("the sample is written");
    let mut bench = bench_of(vec![path.clone()], None, [1280.0, 800.0]);
    press_with(&mut bench, Modifiers::COMMAND, Key::W);
    press(&mut bench, Key::F10);
    for _ in 0..8 {
        if focused(&bench).is_some_and(|it| it.contains("Recent files")) {
            break;
        }
        press(&mut bench, Key::ArrowDown);
    }
    press(&mut bench, Key::ArrowRight);
    press(&mut bench, Key::Enter);
    assert_eq!(bench.state().app().active_document().and_then(|it| it.path()), Some(path.as_path()));
}

#[test]
fn settings_act_at_once_and_reset() {
    let mut bench = bench_on_first(Sample::ResourceUsage);
    press_with(&mut bench, Modifiers::COMMAND, Key::Comma);
    bench.get_by_role_and_label(Role::RadioButton, "High contrast, light").click();
    settle(&mut bench);
    assert_eq!(bench.state().app().settings().theme, Theme::HighContrastLight);
    bench.get_by_role_and_label(Role::Button, "Larger").click();
    settle(&mut bench);
    assert_eq!(bench.state().app().settings().zoom, 110);
    bench.get_by_role_and_label(Role::Button, "Reset to defaults").click();
    settle(&mut bench);
    let app = bench.state().app();
    assert_eq!((app.settings().theme, app.settings().zoom), (Theme::System, 100));
    assert!(app.is_settings_shown());
    press(&mut bench, Key::Escape);
    assert!(!bench.state().app().is_settings_shown());
}

#[test]
fn help_is_searched() {
    let mut bench = bench();
    press(&mut bench, Key::F1);
    assert!(bench.query_by_label("Ctrl+O").is_some());
    type_text(&mut bench, "quit");
    assert!(bench.query_by_label("Ctrl+O").is_none());
    assert!(bench.query_by_label("Ctrl+Q").is_some());
    type_text(&mut bench, "zzz");
    assert!(bench.query_by_label_contains("No shortcut").is_some());
    press(&mut bench, Key::Escape);
    assert!(!bench.state().app().is_help_shown());
}

#[test]
fn about_says_version_and_licences() {
    let mut bench = bench();
    bench.state_mut().ask(WindowCommand::ShowAbout);
    settle(&mut bench);
    bench.get_by_label_contains(env!("CARGO_PKG_VERSION"));
    bench.get_by_label_contains("JetBrains Mono");
    press(&mut bench, Key::Escape);
    assert!(!bench.state().app().is_about_shown());
}

#[test]
fn notices_are_bounded_and_reached_by_keys() {
    let folder = Folder::new();
    let files = (0..6).map(|i| folder.join(format!("absent-{i}.bin"))).collect();
    let mut bench = bench_of(files, None, [1280.0, 800.0]);
    assert_eq!(bench.state().app().notices().len(), 6);
    assert_eq!(bench.query_all_by_role_and_label(Role::Button, "Dismiss").count(), 3);
    bench.get_by_label_contains("and 3 more");
    press(&mut bench, Key::F7);
    assert!(focused(&bench).is_some_and(|it| it.starts_with("Button")), "{:?}", focused(&bench));
    bench.get_by_role_and_label(Role::Button, "Dismiss all").click();
    settle(&mut bench);
    assert!(bench.state().app().notices().is_empty());
}

#[test]
fn names_from_anywhere_are_seen_whole_and_turn_nothing() {
    let folder = Folder::new();
    let path = folder.join("a\u{202e}nib\u{200d}\n.bin");
    fs::write(&path, Sample::ResourceUsage.bytes()).expect("the sample is written");
    let missing = folder.join("gone\u{202e}.bin");
    let mut bench = bench_of(vec![path, missing], None, [1280.0, 800.0]);
    let shown = "a\\u202enib\\u200d\\n.bin";
    assert!(bench.state().app().window_title().starts_with(shown), "{}", bench.state().app().window_title());
    bench.get_by_role_and_label(Role::Tab, shown);
    bench.state_mut().ask(WindowCommand::TogglePane(wirebench::app::Pane::Rail));
    bench.state_mut().ask(WindowCommand::ShowBottom(Bottom::Log));
    settle(&mut bench);
    let hidden = ['\u{202e}', '\u{200d}', '\n'];
    let labels = bench.query_all(By::new().predicate(|it| it.label().is_some_and(|it| it.contains(hidden))));
    let labels: Vec<_> = labels.map(|it| it.accesskit_node().label()).collect();
    assert!(labels.is_empty(), "{labels:?}");
    assert!(bench.query_all(By::new().label_contains("gone\\u202e.bin")).count() > 0);
}

#[test]
fn values_with_controls_show_them() {
    let folder = Folder::new();
    let path = folder.join("digest.bin");
    let text = "a\u{202e}b\u{0}c\u{200d}\nd";
    let mut bytes = vec![0x0a, text.len() as u8];
    bytes.extend(text.as_bytes());
    fs::write(&path, bytes).expect("the message is written");
    let mut bench = bench_of(vec![path], None, [1280.0, 800.0]);
    bench.state_mut().ask(SchemaCommand::ChooseType(Some("build.bazel.remote.execution.v2.Digest".into())));
    bench.state_mut().ask(TreeCommand::Select(Pick::Row(0)));
    settle(&mut bench);
    let shown = r#""a\u202eb\x00c\u200d\nd""#;
    assert!(bench.query_all(By::new().role(Role::TreeItem).label_contains(shown)).count() == 1);
}

/// Everything that stands over the window stays within it, and its buttons with it, up to 300 % of 900×600.
#[test]
fn dialogs_fit_at_every_zoom() {
    for zoom in [100u16, 200, 300] {
        let size = [900.0 * 100.0 / f32::from(zoom), 600.0 * 100.0 / f32::from(zoom)];
        let mut bench = bench_of(Vec::new(), None, size);
        bench.state_mut().ask(FileCommand::OpenSample(Sample::ExecutionHistory));
        bench.state_mut().ask(TreeCommand::Select(Pick::Row(0)));
        settle(&mut bench);
        let shown = [
            Command::Window(WindowCommand::ShowPalette),
            Command::Window(WindowCommand::ShowSettings),
            Command::Window(WindowCommand::ShowHelp),
            Command::Window(WindowCommand::ShowAbout),
            Command::Schema(SchemaCommand::ShowTypePicker),
            Command::Edit(EditCommand::ShowFieldPicker),
            Command::File(FileCommand::ShowPathField),
        ];
        for command in shown {
            bench.state_mut().ask(command.clone());
            settle(&mut bench);
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
            let dialog = bench.get_by_role(Role::Dialog);
            let named = ["Close", "Open", "Cancel", "Reset to defaults"];
            let is_kept_in_view = |role, label: Option<String>| match role {
                Role::Button => label.is_some_and(|it| named.contains(&it.as_str())),
                role => role == Role::TextInput,
            };
            let mut controls = 0;
            for node in dialog.query_all(By::new()) {
                let it = node.accesskit_node();
                if is_kept_in_view(it.role(), it.label()) {
                    assert!(window.contains_rect(node.rect()), "{command:?} at {zoom} %: {:?}", it.label());
                    controls += 1;
                }
            }
            assert!(controls > 0, "{command:?} at {zoom} % has nothing to press");
            press(&mut bench, Key::Escape);
        }
    }
}

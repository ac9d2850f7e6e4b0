//! Every command of the table without a mouse: through the palette and by its shortcut, with its effect seen or its
//! reason; and every control with a role and a name.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use wirebench::app::shortcut::{Key as OurKey, Shortcut};
use wirebench::app::table::{Entry, entries};
use wirebench::app::{
    Command, EditCommand, FileCommand, Motion, Pick, RecordCommand, Sample, SchemaCommand, TreeCommand, WindowCommand,
};

use super::bench::{Bench, ask, bench, settle};

/// Two documents; in the second a record is selected that was edited, and one edit was taken back.
fn bench_edited() -> Bench {
    let mut bench = bench();
    for command in [
        Command::File(FileCommand::OpenSample(Sample::ResourceUsage)),
        Command::File(FileCommand::OpenSample(Sample::ExecutionHistory)),
        Command::Tree(TreeCommand::Select(Pick::Path("execute_response.result.execution_metadata".into()))),
        Command::Records(RecordCommand::DeleteRecord),
        Command::Tree(TreeCommand::Select(Pick::Path("action_digest".into()))),
        Command::Records(RecordCommand::DeleteRecord),
        Command::Edit(EditCommand::Undo),
        Command::Tree(TreeCommand::UnfoldAll),
        Command::Tree(TreeCommand::Select(Pick::Path("execute_response.result.output_files[0].digest".into()))),
    ] {
        ask(&mut bench, command);
    }
    bench
}

/// All that a person can see or feel of what the program is: what stands in the window with its state, what has the
/// keys, and what went to the clipboard or to the window itself.
fn seen(bench: &Bench) -> String {
    let mut seen = String::new();
    for node in bench.query_all(By::new()) {
        let node = node.accesskit_node();
        let (label, value) = (node.label().unwrap_or_default(), node.value().unwrap_or_default());
        let state = (node.is_selected(), node.data().is_expanded(), node.is_focused());
        seen.push_str(&format!("{:?} {label} {value} {state:?}\n", node.role()));
    }
    let app = bench.state().app();
    // Menus and settings show these.
    seen.push_str(&format!("{:?} {:?} {}\n", app.settings(), app.typing_mode(), app.window_title()));
    seen
}

/// What was said to the world in the frames since: the clipboard, the end of the window.
fn told(bench: &mut Bench) -> bool {
    let mut is_told = false;
    for _ in 0..4 {
        bench.step();
        let output = bench.output();
        is_told |= !output.platform_output.commands.is_empty();
        let asks = [egui::ViewportCommand::Close, egui::ViewportCommand::RequestPaste];
        is_told |= output.viewport_output.values().any(|it| asks.iter().any(|ask| it.commands.contains(ask)));
    }
    settle(bench);
    is_told
}

/// Commands whose effect is not among what is drawn in this state, as it is so already or is for the clipboard: a line
/// of the log tells of them.
const TOLD_BY_THE_LOG: [&str; 9] = [
    "Guess type",
    "Open…",
    "Unfold all",
    "Bytes",
    "System theme",
    "Copy value",
    "Copy path",
    "Add to selection",
    "Reset layout",
];

/// Adding what is selected alone to the selection changes nothing.
fn is_so_already(entry: &Entry) -> bool {
    entry.command == Command::Tree(TreeCommand::ToggleSelected(None))
}

/// How often something was logged, lines that count others with them.
fn logged(bench: &Bench) -> u64 {
    bench.state().app().log().all().iter().map(|it| it.count).sum()
}

fn last_log_line(bench: &Bench) -> String {
    bench.state().app().log().lines().next_back().map(|it| it.text.clone()).unwrap_or_default()
}

fn run_by_palette(entry: &Entry, silent: &mut Vec<String>) {
    let mut bench = bench_edited();
    let why = bench.state().app().why_unavailable(&entry.command);
    let before = seen(&bench);
    let lines = logged(&bench);
    bench.key_press_modifiers(Modifiers::COMMAND, Key::K);
    settle(&mut bench);
    bench.event(egui::Event::Text(entry.name.to_owned()));
    settle(&mut bench);
    let is_first = |it: &egui_kittest::kittest::AccessKitNode<'_>| it.is_selected() == Some(true);
    let dialog = bench.get_by_role(Role::Dialog);
    let row = dialog.query(By::new().role(Role::ListBoxOption).predicate(is_first));
    let label = row.and_then(|it| it.accesskit_node().label()).unwrap_or_default();
    assert!(label.starts_with(entry.name), "{} is found by its name, but {label} is", entry.name);
    if let Some(why) = why {
        assert!(label.contains(why), "{label} says why: {why}");
    }
    bench.key_press(Key::Enter);
    let is_told = told(&mut bench);
    match why {
        Some(_) => assert!(bench.state().app().is_palette_shown(), "{} cannot be done and nothing happens", entry.name),
        None => {
            assert!(!bench.state().app().is_palette_shown(), "{} is run and the palette goes", entry.name);
            let is_logged = TOLD_BY_THE_LOG.contains(&entry.name) && logged(&bench) > lines;
            let is_changed = seen(&bench) != before;
            if !(is_told || is_changed || is_logged || is_so_already(entry)) {
                silent.push(format!("{}: nothing is seen, {}", entry.name, last_log_line(&bench)));
            }
        }
    }
}

#[test]
fn every_command_is_run_from_the_palette_or_says_why_not() {
    let mut silent = Vec::new();
    for entry in entries().filter(|it| it.command != Command::Window(WindowCommand::ShowPalette)) {
        run_by_palette(entry, &mut silent);
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

fn key_of(shortcut: &Shortcut) -> Option<(Modifiers, Key)> {
    let held = shortcut.modifiers;
    let modifiers =
        Modifiers { alt: held.alt, shift: held.shift, ctrl: held.command, command: held.command, ..Modifiers::NONE };
    let name = match shortcut.key {
        OurKey::Letter(letter) => letter.to_string(),
        OurKey::Digit(digit) => digit.to_string(),
        OurKey::Function(number) => format!("F{number}"),
        OurKey::Comma => "Comma".to_owned(),
        OurKey::Plus => "Plus".to_owned(),
        OurKey::Minus => "Minus".to_owned(),
        ref other => format!("{other:?}"),
    };
    Key::from_name(&name).map(|key| (modifiers, key))
}

#[test]
fn every_shortcut_of_a_command_that_can_be_done_does_it() {
    let mut silent = Vec::new();
    for entry in entries() {
        for shortcut in entry.shortcuts {
            let mut bench = bench_edited();
            if !bench.state().app().is_available(&entry.command) {
                continue;
            }
            let (modifiers, key) = key_of(shortcut).unwrap_or_else(|| panic!("{shortcut} is no key of the window"));
            let before = seen(&bench);
            let lines = logged(&bench);
            // The platform makes a wish to copy of these keys.
            if (modifiers, key) == (Modifiers::CTRL | Modifiers::COMMAND, Key::C) {
                bench.event(egui::Event::Copy);
            } else {
                bench.key_press_modifiers(modifiers, key);
            }
            let is_told = told(&mut bench);
            let is_logged = TOLD_BY_THE_LOG.contains(&entry.name) && logged(&bench) > lines;
            if !(is_told || is_logged || is_so_already(entry) || seen(&bench) != before) {
                silent.push(format!("{shortcut}, {}: nothing is seen", entry.name));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

/// The roles of what takes a click or a key.
fn is_control(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Link
            | Role::ListBox
            | Role::ListBoxOption
            | Role::MenuItem
            | Role::MultilineTextInput
            | Role::Slider
            | Role::SpinButton
            | Role::Switch
            | Role::Tab
            | Role::TextInput
            | Role::Tree
            | Role::TreeItem
    )
}

#[test]
fn every_control_has_a_role_and_a_name_whatever_is_open() {
    let shown = [
        Command::Tree(TreeCommand::Select(Pick::Row(2))),
        Command::Tree(TreeCommand::MoveSelection(Motion::Last)),
        Command::Window(WindowCommand::TogglePane(wirebench::app::Pane::Rail)),
        Command::Window(WindowCommand::ShowBottom(wirebench::app::Bottom::Problems)),
        Command::Window(WindowCommand::ShowBottom(wirebench::app::Bottom::Log)),
        Command::Window(WindowCommand::ShowBottom(wirebench::app::Bottom::Bytes)),
        Command::Window(WindowCommand::ShowPalette),
        Command::Window(WindowCommand::ShowSettings),
        Command::Window(WindowCommand::ShowHelp),
        Command::Window(WindowCommand::ShowAbout),
        Command::Schema(SchemaCommand::ShowTypePicker),
        Command::Edit(EditCommand::ShowFieldPicker),
        Command::File(FileCommand::ShowPathField),
    ];
    for command in shown {
        let mut bench = bench_edited();
        bench.state_mut().ask(command.clone());
        settle(&mut bench);
        let mut controls = 0;
        for node in bench.query_all(By::new()) {
            let node = node.accesskit_node();
            let takes_keys = node.data().supports_action(egui::accesskit::Action::Focus) && !node.is_hidden();
            if is_control(node.role()) {
                let name = node.label().unwrap_or_default();
                assert!(!name.trim().is_empty(), "{command:?}: a {:?} has no name", node.role());
                controls += 1;
            } else if takes_keys && node.role() == Role::Unknown {
                panic!("{command:?}: {:?} takes the keys and has no role", node.label());
            }
        }
        assert!(controls > 3, "{command:?}");
    }
}

#[test]
fn the_tree_says_level_place_and_what_is_open() {
    let bench = bench_edited();
    for row in bench.get_all_by_role(Role::TreeItem) {
        let node = row.accesskit_node();
        let data = node.data();
        let name = node.label().unwrap_or_default();
        assert!(node.level().is_some_and(|it| it >= 1), "{name} has a level");
        assert!(data.size_of_set().is_some_and(|of| data.position_in_set().is_some_and(|at| at < of)), "{name}");
    }
    let open =
        bench.get_all_by_role(Role::TreeItem).filter(|it| it.accesskit_node().data().is_expanded() == Some(true));
    assert!(open.count() > 0);
}

//! Shortcuts, names and scopes of the table.

use std::collections::BTreeMap;

use super::super::shortcut::{Modifiers, Scope};
use super::super::{FileCommand, Theme, WindowCommand};
use super::*;

#[test]
fn no_shortcuts_clash() {
    let mut seen: BTreeMap<(Modifiers, Key), &str> = BTreeMap::new();
    for entry in entries() {
        for shortcut in entry.shortcuts {
            // A pane's keys must not take what the window has: scopes share one space.
            let other = seen.insert((shortcut.modifiers, shortcut.key), entry.name);
            assert_eq!(other, None, "{shortcut} is {} and {}", other.unwrap_or(""), entry.name);
        }
    }
}

#[test]
fn keys_without_ctrl_hold_in_panes_only_but_function_keys() {
    for shortcut in entries().flat_map(|it| it.shortcuts) {
        let is_typed = !shortcut.modifiers.command && !matches!(shortcut.key, Key::Function(_));
        assert!(!is_typed || shortcut.scope == Scope::Pane, "{shortcut}");
    }
}

#[test]
fn names_are_unique_and_in_sentence_case() {
    let mut names: Vec<_> = entries().map(|it| it.name).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
    for entry in entries() {
        assert!(entry.name.starts_with(char::is_uppercase), "{}", entry.name);
        assert!(!entry.tooltip.ends_with('.'), "{}", entry.tooltip);
    }
}

#[test]
fn a_command_is_found_by_what_it_is() {
    assert_eq!(Command::File(FileCommand::Save).name(), "Save");
    assert_eq!(entry(&Command::Window(WindowCommand::SetTheme(Theme::Light))).map(|it| it.name), Some("Light theme"));
    assert!(entry(&Command::File(FileCommand::EnterPath(String::new()))).is_none());
}

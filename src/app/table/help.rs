//! The Help menu.

use super::super::command::{Command, WindowCommand};
use super::super::shortcut::{Key, Shortcut};
use super::{Entry, Menu, ctrl, entry_of};

pub(super) const PART: &[Entry] = &[
    entry_of(
        Command::Window(WindowCommand::ShowHelp),
        "Keyboard shortcuts",
        "List all shortcuts",
        &[Shortcut::alone(Key::Function(1))],
        Menu::Help,
        0,
    ),
    entry_of(
        Command::Window(WindowCommand::ShowPalette),
        "Search commands…",
        "Find any command by its name and run it",
        &[ctrl('K')],
        Menu::Help,
        0,
    ),
    entry_of(
        Command::Window(WindowCommand::ShowAbout),
        "About wirebench",
        "The version, the licences, and where settings are kept",
        &[],
        Menu::Help,
        1,
    ),
];

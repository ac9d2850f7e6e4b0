//! The Tabs menu.

use super::super::command::{Command, TabCommand};
use super::super::layout::{Change, Direction};
use super::super::shortcut::{Key, Shortcut};
use super::{Entry, Menu, ctrl, ctrl_shift, entry_of};

pub(super) const PART: &[Entry] = &[
    entry_of(
        Command::Tabs(TabCommand::ShowDocumentPicker),
        "Go to document…",
        "Choose among open documents and recent files",
        &[ctrl('P')],
        Menu::Tabs,
        0,
    ),
    entry_of(
        Command::Tabs(TabCommand::NextTab),
        "Next tab",
        "Show the tab to the right",
        &[Shortcut::command(Key::Tab), Shortcut::command(Key::PageDown)],
        Menu::Tabs,
        0,
    ),
    entry_of(
        Command::Tabs(TabCommand::PreviousTab),
        "Previous tab",
        "Show the tab to the left",
        &[Shortcut::command_shift(Key::Tab), Shortcut::command(Key::PageUp)],
        Menu::Tabs,
        0,
    ),
    entry_of(
        Command::Layout(Change::Shift(-1)),
        "Move tab left",
        "Move the active tab before the one to its left",
        &[Shortcut::command_shift(Key::PageUp)],
        Menu::Tabs,
        1,
    ),
    entry_of(
        Command::Layout(Change::Shift(1)),
        "Move tab right",
        "Move the active tab behind the one to its right",
        &[Shortcut::command_shift(Key::PageDown)],
        Menu::Tabs,
        1,
    ),
    entry_of(
        Command::Layout(Change::Split(Direction::Row, None)),
        "Split right",
        "Show the same document beside itself",
        &[Shortcut::command(Key::Backslash)],
        Menu::Tabs,
        2,
    ),
    entry_of(
        Command::Layout(Change::Split(Direction::Column, None)),
        "Split down",
        "Show the same document below itself",
        &[Shortcut::command_shift(Key::Backslash)],
        Menu::Tabs,
        2,
    ),
    entry_of(
        Command::Layout(Change::MoveToNextGroup(None)),
        "Move tab to next group",
        "Move the active tab to the next group, or to a new one at the right",
        &[Shortcut::command_shift(Key::Function(6))],
        Menu::Tabs,
        2,
    ),
    entry_of(
        Command::Layout(Change::FocusNextGroup),
        "Focus next group",
        "Give the keys to the next group of tabs",
        &[Shortcut::command(Key::Function(6))],
        Menu::Tabs,
        2,
    ),
    entry_of(
        Command::Layout(Change::CloseOthers(None)),
        "Close other tabs",
        "Close all tabs of the group but the active one",
        &[ctrl_shift('W')],
        Menu::Tabs,
        3,
    ),
    entry_of(
        Command::Layout(Change::CloseToTheRight(None)),
        "Close tabs to the right",
        "Close the tabs behind the active one",
        &[],
        Menu::Tabs,
        3,
    ),
    entry_of(
        Command::Tabs(TabCommand::ReopenTab),
        "Reopen closed tab",
        "Open the file whose tab was closed last",
        &[ctrl_shift('T')],
        Menu::Tabs,
        3,
    ),
];

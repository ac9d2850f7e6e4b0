//! The table of commands: name, tooltip, shortcuts and menu of each that needs nothing more said. Menus, palette, keys
//! and the list of shortcuts are drawn from it and from nowhere else.

use super::byte_command::ByteCommand;
use super::caret::ByteForm;
use super::command::{Command, Motion, PasteForm, Shift};
use super::copying::CopyForm;
use super::layout::{Change, Direction};
use super::settings::{Bottom, Focus, Pane, Theme};
use super::shortcut::{Key, Shortcut};
use crate::text::literal::Notation;

/// A menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Menu {
    /// File.
    File,
    /// Edit.
    Edit,
    /// View.
    View,
    /// Tabs.
    Tabs,
    /// Schema.
    Schema,
    /// Help.
    Help,
    /// Under Edit: the forms to copy in.
    CopyAs,
    /// Under Edit: the forms to paste as.
    PasteAs,
    /// In no menu: keys and palette alone.
    None,
}

impl Menu {
    /// The menus of the bar, in order.
    pub const BAR: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Tabs, Self::Schema, Self::Help];

    /// Its title; empty for none.
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Tabs => "Tabs",
            Self::Schema => "Schema",
            Self::Help => "Help",
            Self::CopyAs => "Copy as",
            Self::PasteAs => "Paste as",
            Self::None => "",
        }
    }

    /// The menus that hang from it, and the group behind which they do.
    pub const fn beneath(self) -> &'static [(Self, u8)] {
        match self {
            Self::Edit => &[(Self::CopyAs, 2), (Self::PasteAs, 2)],
            Self::File
            | Self::View
            | Self::Tabs
            | Self::Schema
            | Self::Help
            | Self::CopyAs
            | Self::PasteAs
            | Self::None => &[],
        }
    }
}

/// A command and how it is shown.
#[derive(Debug)]
pub struct Entry {
    /// The command.
    pub command: Command,
    /// Its name: sentence case, `…` when more is asked for.
    pub name: &'static str,
    /// One sentence about it.
    pub tooltip: &'static str,
    /// Its shortcuts; the first is the one that menus show.
    pub shortcuts: &'static [Shortcut],
    /// The menu it stands in.
    pub menu: Menu,
    /// A group in its menu: a line parts it from the next.
    pub group: u8,
}

const fn entry_of(
    command: Command,
    name: &'static str,
    tooltip: &'static str,
    shortcuts: &'static [Shortcut],
    menu: Menu,
    group: u8,
) -> Entry {
    Entry { command, name, tooltip, shortcuts, menu, group }
}

const fn as_copy(form: CopyForm, name: &'static str, tooltip: &'static str) -> Entry {
    entry_of(Command::CopyAs(form), name, tooltip, &[], Menu::CopyAs, 0)
}

const fn as_paste(form: PasteForm, name: &'static str, tooltip: &'static str) -> Entry {
    entry_of(Command::PasteAs(form), name, tooltip, &[], Menu::PasteAs, 0)
}

const fn ctrl(letter: char) -> Shortcut {
    Shortcut::command(Key::Letter(letter))
}

const fn ctrl_shift(letter: char) -> Shortcut {
    Shortcut::command_shift(Key::Letter(letter))
}

/// All of them, in the order of the menus.
pub const TABLE: &[Entry] = &[
    entry_of(
        Command::ShowNewMessage,
        "New message…",
        "Begin a message of a type, empty or with sample values",
        &[ctrl('N')],
        Menu::File,
        0,
    ),
    entry_of(Command::Open, "Open…", "Open a file in a new tab", &[ctrl('O')], Menu::File, 0),
    entry_of(Command::ShowPathField, "Open path…", "Open a file by typing its path", &[ctrl_shift('O')], Menu::File, 0),
    entry_of(
        Command::NewFromClipboard,
        "New from clipboard",
        "Make a document of the hex, base64 or text on the clipboard",
        &[],
        Menu::File,
        0,
    ),
    entry_of(Command::Save, "Save", "Write the document to its file", &[ctrl('S')], Menu::File, 1),
    entry_of(
        Command::SaveAs,
        "Save as…",
        "Write the document to another file and go on there",
        &[ctrl_shift('S')],
        Menu::File,
        1,
    ),
    entry_of(
        Command::ShowRecovery,
        "Recover unsaved edits…",
        "Show the unsaved edits that were left when wirebench ended without saving",
        &[],
        Menu::File,
        1,
    ),
    entry_of(
        Command::ShowSettings,
        "Settings…",
        "Colours, size and what the window remembers",
        &[Shortcut::command(Key::Comma)],
        Menu::File,
        2,
    ),
    entry_of(
        Command::ShowTemplateField,
        "Save as template…",
        "Keep the message to begin new ones with",
        &[],
        Menu::File,
        1,
    ),
    entry_of(Command::CloseTab, "Close tab", "Close the active tab", &[ctrl('W')], Menu::File, 3),
    entry_of(Command::Quit, "Quit", "Close all tabs and end", &[ctrl('Q')], Menu::File, 3),
    entry_of(Command::Undo, "Undo", "Take the last edit back", &[ctrl('Z')], Menu::Edit, 0),
    entry_of(Command::Redo, "Redo", "Make the edit again", &[ctrl_shift('Z'), ctrl('Y')], Menu::Edit, 0),
    entry_of(
        Command::BeginEdit,
        "Edit value",
        "Edit the selected value in place",
        &[Shortcut::in_pane(Key::Enter), Shortcut::in_pane(Key::Function(2))],
        Menu::Edit,
        1,
    ),
    entry_of(
        Command::ToggleBool(None),
        "Toggle bool",
        "Turn the selected bool",
        &[Shortcut::in_pane(Key::Space)],
        Menu::Edit,
        1,
    ),
    entry_of(
        Command::ShowFieldPicker,
        "Add field…",
        "Add a field to the selected message",
        &[Shortcut::in_pane(Key::Insert), Shortcut::in_pane(Key::Plus)],
        Menu::Edit,
        1,
    ),
    entry_of(
        Command::DeleteRecord,
        "Delete",
        "Take the selected records out of their message",
        &[Shortcut::in_pane(Key::Delete)],
        Menu::Edit,
        1,
    ),
    entry_of(
        Command::Duplicate,
        "Duplicate",
        "Put a copy of the selected records behind them",
        &[ctrl_shift('D')],
        Menu::Edit,
        3,
    ),
    entry_of(
        Command::InsertBefore,
        "Insert before",
        "Add another value of the repeated field before the selected one",
        &[Shortcut::alt_shift_in_pane(Key::Insert)],
        Menu::Edit,
        3,
    ),
    entry_of(
        Command::InsertAfter,
        "Insert after",
        "Add another value of the repeated field behind the selected one",
        &[Shortcut::alt_in_pane(Key::Insert)],
        Menu::Edit,
        3,
    ),
    entry_of(
        Command::MoveRecords(Shift::Up),
        "Move up",
        "Move the selected records before the one above, in wire order",
        &[Shortcut::alt_in_pane(Key::Up)],
        Menu::Edit,
        4,
    ),
    entry_of(
        Command::MoveRecords(Shift::Down),
        "Move down",
        "Move the selected records behind the one below, in wire order",
        &[Shortcut::alt_in_pane(Key::Down)],
        Menu::Edit,
        4,
    ),
    entry_of(
        Command::MoveRecords(Shift::First),
        "Move to the start",
        "Move the selected records to the start of their message",
        &[Shortcut::alt_in_pane(Key::Home)],
        Menu::Edit,
        4,
    ),
    entry_of(
        Command::MoveRecords(Shift::Last),
        "Move to the end",
        "Move the selected records to the end of their message",
        &[Shortcut::alt_in_pane(Key::End)],
        Menu::Edit,
        4,
    ),
    entry_of(
        Command::SelectSiblings,
        "Select all",
        "Select all records of the message around the selected one",
        &[Shortcut::command_in_pane(Key::Letter('A'))],
        Menu::Edit,
        5,
    ),
    entry_of(
        Command::Cut,
        "Cut",
        "Copy the selected records and take them out",
        &[Shortcut::command_in_pane(Key::Letter('X'))],
        Menu::Edit,
        2,
    ),
    entry_of(
        Command::Copy,
        "Copy",
        "Copy the selected value, or the selected records as text that pastes as their bytes",
        &[Shortcut::command_in_pane(Key::Letter('C'))],
        Menu::Edit,
        2,
    ),
    entry_of(
        Command::Paste,
        "Paste",
        "Paste fields into the selected message, or over the selected value",
        &[Shortcut::command_in_pane(Key::Letter('V'))],
        Menu::Edit,
        2,
    ),
    as_copy(CopyForm::Value, "Copy value", "Copy the value as it is typed"),
    entry_of(
        Command::CopyAs(CopyForm::Path),
        "Copy path",
        "Copy the path of the selected record",
        &[ctrl_shift('C')],
        Menu::CopyAs,
        0,
    ),
    as_copy(CopyForm::Json, "Copy as JSON", "Copy the message as ProtoJSON"),
    as_copy(CopyForm::Text, "Copy as text format", "Copy the message in the text format"),
    as_copy(CopyForm::Bytes(Notation::Hex), "Copy as hex", "Copy the payload in hex"),
    as_copy(CopyForm::Bytes(Notation::Base64), "Copy as base64", "Copy the payload in base64"),
    as_copy(CopyForm::Bytes(Notation::Rust), "Copy as Rust bytes", "Copy the payload as a byte string of Rust"),
    as_copy(CopyForm::Bytes(Notation::C), "Copy as C bytes", "Copy the payload as a string of C"),
    as_copy(CopyForm::Bytes(Notation::Go), "Copy as Go bytes", "Copy the payload as a byte slice of Go"),
    as_copy(CopyForm::Bytes(Notation::Python), "Copy as Python bytes", "Copy the payload as a bytes literal of Python"),
    as_copy(
        CopyForm::EditCommand,
        "Copy as edit command",
        "Copy the wirebench edit command that gives the field this value",
    ),
    as_paste(PasteForm::Json, "Paste as JSON", "Paste the clipboard as ProtoJSON"),
    as_paste(PasteForm::Text, "Paste as text format", "Paste the clipboard as text format"),
    as_paste(PasteForm::Hex, "Paste as hex", "Paste the clipboard as hex, a dump, an array or a string literal"),
    as_paste(PasteForm::Base64, "Paste as base64", "Paste the clipboard as base64"),
    as_paste(PasteForm::Raw, "Paste as raw bytes", "Paste the clipboard's text as the bytes it is"),
    entry_of(
        Command::ShowPathEntry,
        "Go to path…",
        "Type the path of a record and go there",
        &[ctrl('L')],
        Menu::Edit,
        3,
    ),
    entry_of(
        Command::ShowFind,
        "Find…",
        "Find fields by name, number, type, value or bytes",
        &[ctrl('F')],
        Menu::Edit,
        3,
    ),
    entry_of(Command::NextHit, "Next hit", "Go to the next hit", &[Shortcut::alone(Key::Function(3))], Menu::Edit, 3),
    entry_of(
        Command::PreviousHit,
        "Previous hit",
        "Go to the hit before",
        &[Shortcut::shift(Key::Function(3))],
        Menu::Edit,
        3,
    ),
    entry_of(Command::FindAgain, "Find again", "Search for the same once more", &[], Menu::Edit, 3),
    entry_of(
        Command::TogglePane(Pane::Rail),
        "Left rail",
        "Show or hide documents and recent files",
        &[ctrl('B')],
        Menu::View,
        0,
    ),
    entry_of(
        Command::TogglePane(Pane::Inspector),
        "Inspector",
        "Show or hide the inspector",
        &[ctrl('I')],
        Menu::View,
        0,
    ),
    entry_of(
        Command::TogglePane(Pane::Bottom),
        "Pane below",
        "Show or hide bytes, problems and log",
        &[ctrl('J')],
        Menu::View,
        0,
    ),
    entry_of(Command::ShowBottom(Bottom::Bytes), "Bytes", "Show the bytes below", &[], Menu::View, 1),
    entry_of(Command::ShowBottom(Bottom::Problems), "Problems", "Show the problems below", &[], Menu::View, 1),
    entry_of(Command::ShowBottom(Bottom::Results), "Results", "Show what was found below", &[], Menu::View, 1),
    entry_of(Command::ShowBottom(Bottom::Log), "Log", "Show the log below", &[], Menu::View, 1),
    entry_of(
        Command::ShowBottom(Bottom::History),
        "History",
        "Show the steps of the document below, to go to any of them",
        &[ctrl_shift('H')],
        Menu::View,
        1,
    ),
    entry_of(Command::UnfoldAll, "Unfold all", "Open every message", &[], Menu::View, 2),
    entry_of(Command::FoldAll, "Fold all", "Close every message", &[], Menu::View, 2),
    entry_of(Command::SetTheme(Theme::Dark), "Dark theme", "Dark colours", &[], Menu::View, 3),
    entry_of(Command::SetTheme(Theme::Light), "Light theme", "Light colours", &[], Menu::View, 3),
    entry_of(
        Command::SetTheme(Theme::HighContrastDark),
        "High contrast dark theme",
        "Dark colours, every text and line clearly seen",
        &[],
        Menu::View,
        3,
    ),
    entry_of(
        Command::SetTheme(Theme::HighContrastLight),
        "High contrast light theme",
        "Light colours, every text and line clearly seen",
        &[],
        Menu::View,
        3,
    ),
    entry_of(Command::SetTheme(Theme::System), "System theme", "The colours the system has", &[], Menu::View, 3),
    entry_of(Command::ToggleTheme, "Toggle theme", "From dark to light and back", &[ctrl_shift('L')], Menu::View, 3),
    entry_of(Command::ZoomIn, "Zoom in", "Make everything larger", &[Shortcut::command(Key::Plus)], Menu::View, 4),
    entry_of(Command::ZoomOut, "Zoom out", "Make everything smaller", &[Shortcut::command(Key::Minus)], Menu::View, 4),
    entry_of(
        Command::ZoomReset,
        "Reset zoom",
        "Make everything as large as it was",
        &[Shortcut::command(Key::Digit(0))],
        Menu::View,
        4,
    ),
    entry_of(
        Command::Layout(Change::TurnPane(1)),
        "Next pane",
        "Give the keys to the next pane",
        &[Shortcut::alone(Key::Function(6))],
        Menu::View,
        5,
    ),
    entry_of(
        Command::Layout(Change::TurnPane(-1)),
        "Previous pane",
        "Give the keys to the previous pane",
        &[Shortcut::shift(Key::Function(6))],
        Menu::View,
        5,
    ),
    entry_of(
        Command::Layout(Change::Reset),
        "Reset layout",
        "One group of tabs, every pane as it was at first",
        &[],
        Menu::View,
        5,
    ),
    entry_of(
        Command::ShowDocumentPicker,
        "Go to document…",
        "Choose among open documents and recent files",
        &[ctrl('P')],
        Menu::Tabs,
        0,
    ),
    entry_of(
        Command::NextTab,
        "Next tab",
        "Show the tab to the right",
        &[Shortcut::command(Key::Tab), Shortcut::command(Key::PageDown)],
        Menu::Tabs,
        0,
    ),
    entry_of(
        Command::PreviousTab,
        "Previous tab",
        "Show the tab to the left",
        &[Shortcut::command_shift(Key::Tab), Shortcut::command(Key::PageUp)],
        Menu::Tabs,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::AskOffset),
        "Go to offset…",
        "Put the caret on a byte of the document",
        &[ctrl('G')],
        Menu::Edit,
        3,
    ),
    entry_of(
        Command::Bytes(ByteCommand::ToggleInsert),
        "Insert mode",
        "Put typed bytes in, or overwrite with them",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::ToggleLengths),
        "Lengths follow",
        "Let lengths follow bytes put in or taken out, or leave them as they are",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Cut),
        "Cut bytes",
        "Copy the chosen bytes and take them out",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::AskFill),
        "Fill bytes…",
        "Repeat bytes over the chosen ones",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Copy(ByteForm::Hex)),
        "Copy bytes as hex",
        "Copy the chosen bytes as hex digits",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Copy(ByteForm::Base64)),
        "Copy bytes as base64",
        "Copy the chosen bytes in base64",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Copy(ByteForm::CArray)),
        "Copy bytes as C array",
        "Copy the chosen bytes as C source code",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Copy(ByteForm::Text)),
        "Copy bytes as text",
        "Copy the chosen bytes as the text they are",
        &[],
        Menu::None,
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
        Command::ReopenTab,
        "Reopen closed tab",
        "Open the file whose tab was closed last",
        &[ctrl_shift('T')],
        Menu::Tabs,
        3,
    ),
    entry_of(Command::ClearRecent, "Clear recent files", "Empty the list of recent files", &[], Menu::None, 0),
    entry_of(Command::ShowTypePicker, "Choose type…", "Read the document as a type", &[ctrl('T')], Menu::Schema, 0),
    entry_of(
        Command::ShowReadings,
        "Read as…",
        "Read the selected record in another way",
        &[ctrl('R')],
        Menu::Schema,
        1,
    ),
    entry_of(Command::GuessType, "Guess type", "Find the types that fit the bytes", &[], Menu::Schema, 0),
    entry_of(Command::ChooseType(None), "Read without type", "Show fields by number alone", &[], Menu::Schema, 0),
    entry_of(
        Command::ShowHelp,
        "Keyboard shortcuts",
        "List all shortcuts",
        &[Shortcut::alone(Key::Function(1))],
        Menu::Help,
        0,
    ),
    entry_of(
        Command::ToggleAbsent,
        "Absent fields",
        "Show the fields of open messages that are not in the bytes",
        &[ctrl_shift('A')],
        Menu::View,
        6,
    ),
    entry_of(
        Command::NextProblem,
        "Next problem",
        "Select what is odd next",
        &[Shortcut::alone(Key::Function(8))],
        Menu::View,
        6,
    ),
    entry_of(
        Command::PreviousProblem,
        "Previous problem",
        "Select what is odd before",
        &[Shortcut::shift(Key::Function(8))],
        Menu::View,
        6,
    ),
    entry_of(
        Command::ShowPalette,
        "Search commands…",
        "Find any command by its name and run it",
        &[ctrl('K')],
        Menu::Help,
        0,
    ),
    entry_of(
        Command::ShowAbout,
        "About wirebench",
        "The version, the licences, and where settings are kept",
        &[],
        Menu::Help,
        1,
    ),
    entry_of(
        Command::GoTo(Focus::Menus),
        "Go to menus",
        "Open the first menu; Alt alone does it too",
        &[Shortcut::alone(Key::Function(10))],
        Menu::None,
        0,
    ),
    entry_of(
        Command::GoTo(Focus::Notices),
        "Go to notices",
        "Give the keys to the newest notice",
        &[Shortcut::alone(Key::Function(7))],
        Menu::View,
        7,
    ),
    entry_of(
        Command::DismissAll,
        "Dismiss all notices",
        "Take all notices away; the log keeps them",
        &[],
        Menu::View,
        7,
    ),
    entry_of(Command::GoTo(Focus::Status), "Go to status bar", "Give the keys to the status bar", &[], Menu::None, 0),
    entry_of(
        Command::ResetSettings,
        "Reset settings",
        "Set everything as it was at the first start",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::MoveSelection(Motion::Rows(-1)),
        "Previous row",
        "Select the row above",
        &[Shortcut::in_pane(Key::Up)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::MoveSelection(Motion::Rows(1)),
        "Next row",
        "Select the row below",
        &[Shortcut::in_pane(Key::Down)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::MoveSelection(Motion::First),
        "First row",
        "Select the first row",
        &[Shortcut::in_pane(Key::Home)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::MoveSelection(Motion::Last),
        "Last row",
        "Select the last row",
        &[Shortcut::in_pane(Key::End)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Unfold(None),
        "Unfold",
        "Open the selected message, or go to its first record",
        &[Shortcut::in_pane(Key::Right)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Fold(None),
        "Fold",
        "Close the selected message, or go to the one around it",
        &[Shortcut::in_pane(Key::Left)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::ExtendSelection(Motion::Rows(-1)),
        "Extend selection up",
        "Select the row above too, or one less",
        &[Shortcut::shift_in_pane(Key::Up)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::ExtendSelection(Motion::Rows(1)),
        "Extend selection down",
        "Select the row below too, or one less",
        &[Shortcut::shift_in_pane(Key::Down)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::ExtendSelection(Motion::First),
        "Extend selection to the first row",
        "Select all rows up to the first",
        &[Shortcut::shift_in_pane(Key::Home)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::ExtendSelection(Motion::Last),
        "Extend selection to the last row",
        "Select all rows down to the last",
        &[Shortcut::shift_in_pane(Key::End)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::MoveCursor(Motion::Rows(-1)),
        "Row above without selecting",
        "Go to the row above and leave the selection as it is",
        &[Shortcut::command_in_pane(Key::Up)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::MoveCursor(Motion::Rows(1)),
        "Row below without selecting",
        "Go to the row below and leave the selection as it is",
        &[Shortcut::command_in_pane(Key::Down)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::ToggleSelected(None),
        "Add to selection",
        "Add the row to the selection, or take it out",
        &[Shortcut::command_in_pane(Key::Space)],
        Menu::None,
        0,
    ),
    entry_of(
        Command::SelectOne,
        "Select one row",
        "Back to one selected row",
        &[Shortcut::in_pane(Key::Escape)],
        Menu::None,
        0,
    ),
];

/// The entry of a command, where it has one.
pub fn entry(command: &Command) -> Option<&'static Entry> {
    TABLE.iter().find(|it| it.command == *command)
}

/// The commands of a menu, in order.
pub fn menu(menu: Menu) -> impl Iterator<Item = &'static Entry> {
    TABLE.iter().filter(move |it| it.menu == menu)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::shortcut::{Modifiers, Scope};
    use super::*;

    #[test]
    fn no_shortcuts_clash() {
        let mut seen: BTreeMap<(Modifiers, Key), &str> = BTreeMap::new();
        for entry in TABLE {
            for shortcut in entry.shortcuts {
                // A pane's keys must not take what the window has: scopes share one space.
                let other = seen.insert((shortcut.modifiers, shortcut.key), entry.name);
                assert_eq!(other, None, "{shortcut} is {} and {}", other.unwrap_or(""), entry.name);
            }
        }
    }

    #[test]
    fn keys_without_ctrl_hold_in_panes_only_but_function_keys() {
        for shortcut in TABLE.iter().flat_map(|it| it.shortcuts) {
            let is_typed = !shortcut.modifiers.command && !matches!(shortcut.key, Key::Function(_));
            assert!(!is_typed || shortcut.scope == Scope::Pane, "{shortcut}");
        }
    }

    #[test]
    fn names_are_unique_and_in_sentence_case() {
        let mut names: Vec<_> = TABLE.iter().map(|it| it.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
        for entry in TABLE {
            assert!(entry.name.starts_with(char::is_uppercase), "{}", entry.name);
            assert!(!entry.tooltip.ends_with('.'), "{}", entry.tooltip);
        }
    }

    #[test]
    fn a_command_is_found_by_what_it_is() {
        assert_eq!(Command::Save.name(), "Save");
        assert_eq!(entry(&Command::SetTheme(Theme::Light)).map(|it| it.name), Some("Light theme"));
        assert!(entry(&Command::EnterPath(String::new())).is_none());
    }
}

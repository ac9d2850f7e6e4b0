//! The File menu.

use super::super::command::{Command, FileCommand, NewCommand, SessionCommand, TabCommand, WindowCommand};
use super::super::shortcut::{Key, Shortcut};
use super::{Entry, Menu, ctrl, ctrl_shift, entry_of};

pub(super) const PART: &[Entry] = &[
    entry_of(
        Command::New(NewCommand::ShowNewMessage),
        "New message…",
        "Begin a message of a type, empty or with sample values",
        &[ctrl('N')],
        Menu::File,
        0,
    ),
    entry_of(Command::File(FileCommand::Open), "Open…", "Open a file in a new tab", &[ctrl('O')], Menu::File, 0),
    entry_of(
        Command::File(FileCommand::ShowPathField),
        "Open path…",
        "Open a file by typing its path",
        &[ctrl_shift('O')],
        Menu::File,
        0,
    ),
    entry_of(
        Command::File(FileCommand::NewFromClipboard),
        "New from clipboard",
        "Make a document of the hex, base64 or text on the clipboard",
        &[],
        Menu::File,
        0,
    ),
    entry_of(Command::File(FileCommand::Save), "Save", "Write the document to its file", &[ctrl('S')], Menu::File, 1),
    entry_of(
        Command::File(FileCommand::SaveAs),
        "Save as…",
        "Write the document to another file and go on there",
        &[ctrl_shift('S')],
        Menu::File,
        1,
    ),
    entry_of(
        Command::File(FileCommand::Reload),
        "Reload",
        "Read the file anew, as it stands on the disk",
        &[],
        Menu::File,
        1,
    ),
    entry_of(
        Command::New(NewCommand::ShowTemplateField),
        "Save as template…",
        "Keep the message to begin new ones with",
        &[],
        Menu::File,
        1,
    ),
    entry_of(
        Command::Session(SessionCommand::ShowRecovery),
        "Recover unsaved edits…",
        "Show the unsaved edits that were left when wirebench ended without saving",
        &[],
        Menu::File,
        1,
    ),
    entry_of(
        Command::Window(WindowCommand::ShowSettings),
        "Settings…",
        "Colours, size and what the window remembers",
        &[Shortcut::command(Key::Comma)],
        Menu::File,
        2,
    ),
    entry_of(Command::Tabs(TabCommand::CloseTab), "Close tab", "Close the active tab", &[ctrl('W')], Menu::File, 3),
    entry_of(Command::File(FileCommand::Quit), "Quit", "Close all tabs and end", &[ctrl('Q')], Menu::File, 3),
];

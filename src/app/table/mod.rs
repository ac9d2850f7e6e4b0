//! The table of commands: name, tooltip, shortcuts and menu of each that needs nothing more said. Menus, palette, keys
//! and the list of shortcuts are drawn from it and from nowhere else.

mod bytes;
mod edit;
mod file;
mod help;
mod keys;
mod menu;
mod schema;
mod tabs;
mod view;

use super::command::Command;
use super::shortcut::{Key, Shortcut};

pub use menu::Menu;

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

const fn ctrl(letter: char) -> Shortcut {
    Shortcut::command(Key::Letter(letter))
}

const fn ctrl_shift(letter: char) -> Shortcut {
    Shortcut::command_shift(Key::Letter(letter))
}

const PARTS: [&[Entry]; 8] =
    [file::PART, edit::PART, view::PART, tabs::PART, schema::PART, help::PART, bytes::PART, keys::PART];

/// All of them, in the order of the menus.
pub fn entries() -> impl Iterator<Item = &'static Entry> + Clone {
    PARTS.into_iter().flatten()
}

/// The entry of a command, where it has one.
pub fn entry(command: &Command) -> Option<&'static Entry> {
    entries().find(|it| it.command == *command)
}

/// The commands of a menu, in order.
pub fn menu(menu: Menu) -> impl Iterator<Item = &'static Entry> {
    entries().filter(move |it| it.menu == menu)
}

#[cfg(test)]
mod tests;

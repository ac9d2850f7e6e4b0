//! Keys: the shortcuts of the command table as egui has them, and which command a key press is.

use egui::{Event, Key, Modifiers, Ui};

use super::cx::Cx;
use crate::app::shortcut::{Key as OurKey, Scope, Shortcut};
use crate::app::table::{self, Entry};
use crate::app::{ClipCommand, Command, EditCommand, TreeCommand};

/// The panes whose keys act on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The tree.
    Tree,
    /// The bytes, where the arrows move through bytes.
    Bytes,
}

/// Asks for the commands whose keys were pressed, and takes those keys from all that is drawn after. Not to be called
/// while a question or a list to choose from is open: those have the keys.
pub fn press_ui(ui: &Ui, cx: &mut Cx, pane: Option<Pane>) {
    let is_typing = ui.ctx().text_edit_focused();
    let mut asked = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| match command_of(event, is_typing, pane) {
            // Escape is wanted by others too.
            Some(command) if is_escape(event) && !cx.app.is_available(command) => true,
            Some(command) => {
                asked.push(command.clone());
                false
            }
            None => true,
        });
    });
    // A key that was a command is no letter as well.
    if pane.is_some() && !is_typing && !asked.is_empty() {
        ui.input_mut(|input| input.events.retain(|event| !matches!(event, Event::Text(text) if is_key_text(text))));
    }
    for command in asked {
        let command = for_selection(cx, command);
        if cx.app.is_available(&command) {
            cx.ask(command);
        }
    }
}

/// Takes a text that is pasted where the selection is.
pub fn paste_ui(ui: &Ui, cx: &mut Cx, pane: Option<Pane>) {
    if pane != Some(Pane::Tree) || ui.ctx().text_edit_focused() {
        return;
    }
    let mut pasted = None;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Paste(text) = event else { return true };
            let is_taken = pasted.is_none();
            pasted.get_or_insert_with(|| text.clone());
            !is_taken
        });
    });
    if let Some(text) = pasted {
        cx.ask(ClipCommand::PasteText { text, form: None });
    }
}

fn is_escape(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Escape, .. })
}

fn is_key_text(text: &str) -> bool {
    matches!(text, " " | "+" | "=")
}

/// Enter on a bool turns it and on a message folds it: there is nothing to type.
fn for_selection(cx: &Cx, command: Command) -> Command {
    if command != Command::Edit(EditCommand::BeginEdit) || cx.app.is_available(&command) && !is_bool(cx) {
        return command;
    }
    if is_bool(cx) {
        Command::Edit(EditCommand::ToggleBool(None))
    } else {
        Command::Tree(TreeCommand::ToggleFold(None))
    }
}

fn is_bool(cx: &Cx) -> bool {
    cx.app.is_available(&Command::Edit(EditCommand::ToggleBool(None)))
}

fn command_of(input: &Event, is_typing: bool, pane: Option<Pane>) -> Option<&'static Command> {
    match input {
        Event::Key { key, pressed: true, modifiers, .. } => {
            let entry = entry_of(*key, *modifiers, is_typing, pane)?;
            Some(&entry.command)
        }
        // The platform's key for copying arrives under its own name.
        Event::Copy if pane == Some(Pane::Tree) && !is_typing => {
            table::entry(&Command::Clip(ClipCommand::Copy)).map(|it| &it.command)
        }
        Event::Cut if pane == Some(Pane::Tree) && !is_typing => {
            table::entry(&Command::Clip(ClipCommand::Cut)).map(|it| &it.command)
        }
        _ => None,
    }
}

fn entry_of(key: Key, modifiers: Modifiers, is_typing: bool, pane: Option<Pane>) -> Option<&'static Entry> {
    table::entries().find(|entry| {
        entry.shortcuts.iter().any(|shortcut| {
            let holds = match shortcut.scope {
                Scope::Window => !(is_typing && is_of_text(&entry.command)),
                Scope::Pane => match pane {
                    Some(Pane::Tree) => !is_typing,
                    // Among bytes these keys type and move the caret.
                    Some(Pane::Bytes) | None => false,
                },
            };
            holds && matches(shortcut, key, modifiers)
        })
    })
}

/// While text is typed, these are the text's own.
fn is_of_text(command: &Command) -> bool {
    matches!(command, Command::Edit(EditCommand::Undo) | Command::Edit(EditCommand::Redo))
}

fn matches(shortcut: &Shortcut, key: Key, modifiers: Modifiers) -> bool {
    let held = shortcut.modifiers;
    // `+` stands above `=` on many keyboards, with shift or without.
    let is_shift_free = shortcut.key == OurKey::Plus;
    modifiers.command == held.command
        && modifiers.alt == held.alt
        && (is_shift_free || modifiers.shift == held.shift)
        && is_key(shortcut.key, key)
}

fn is_key(ours: OurKey, key: Key) -> bool {
    match ours {
        OurKey::Plus => matches!(key, Key::Plus | Key::Equals),
        OurKey::Letter(letter) => key.symbol_or_name() == letter.encode_utf8(&mut [0; 4]),
        OurKey::Digit(digit) => key.symbol_or_name() == digit.to_string(),
        OurKey::Function(number) => key.symbol_or_name() == format!("F{number}"),
        OurKey::Minus => key == Key::Minus,
        OurKey::Comma => key == Key::Comma,
        OurKey::Backslash => matches!(key, Key::Backslash | Key::Pipe),
        OurKey::Enter => key == Key::Enter,
        OurKey::Escape => key == Key::Escape,
        OurKey::Delete => key == Key::Delete,
        OurKey::Insert => key == Key::Insert,
        OurKey::Space => key == Key::Space,
        OurKey::Tab => key == Key::Tab,
        OurKey::Up => key == Key::ArrowUp,
        OurKey::Down => key == Key::ArrowDown,
        OurKey::Left => key == Key::ArrowLeft,
        OurKey::Right => key == Key::ArrowRight,
        OurKey::PageUp => key == Key::PageUp,
        OurKey::PageDown => key == Key::PageDown,
        OurKey::Home => key == Key::Home,
        OurKey::End => key == Key::End,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(key: Key, modifiers: Modifiers, is_typing: bool, is_in_pane: bool) -> Option<&'static str> {
        entry_of(key, modifiers, is_typing, is_in_pane.then_some(Pane::Tree)).map(|it| it.name)
    }

    #[test]
    fn shift_tells_two_commands_apart() {
        assert_eq!(named(Key::S, Modifiers::COMMAND, false, false), Some("Save"));
        assert_eq!(named(Key::S, Modifiers::COMMAND | Modifiers::SHIFT, false, false), Some("Save as…"));
        assert_eq!(named(Key::S, Modifiers::NONE, false, true), None);
    }

    #[test]
    fn the_keys_of_a_pane_hold_only_there() {
        assert_eq!(named(Key::Delete, Modifiers::NONE, false, true), Some("Delete"));
        assert_eq!(named(Key::Delete, Modifiers::NONE, false, false), None);
        assert_eq!(named(Key::Delete, Modifiers::NONE, true, true), None);
    }

    #[test]
    fn typed_text_has_its_own_undo() {
        assert_eq!(named(Key::Z, Modifiers::COMMAND, true, false), None);
        assert_eq!(named(Key::Z, Modifiers::COMMAND, false, false), Some("Undo"));
        assert_eq!(named(Key::S, Modifiers::COMMAND, true, false), Some("Save"));
    }

    #[test]
    fn zooming_in_needs_no_shift() {
        for (key, modifiers) in [(Key::Equals, Modifiers::COMMAND), (Key::Plus, Modifiers::COMMAND | Modifiers::SHIFT)]
        {
            assert_eq!(named(key, modifiers, false, false), Some("Zoom in"));
        }
        assert_eq!(named(Key::F1, Modifiers::NONE, true, false), Some("Keyboard shortcuts"));
        assert_eq!(named(Key::Num0, Modifiers::COMMAND, false, false), Some("Reset zoom"));
    }

    #[test]
    fn every_shortcut_of_the_table_is_a_key_of_the_window() {
        for shortcut in table::entries().flat_map(|it| it.shortcuts) {
            assert!(Key::ALL.iter().any(|key| is_key(shortcut.key, *key)), "{shortcut}");
        }
    }
}

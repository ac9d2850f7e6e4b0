//! What keys mean among the bytes. Plain data in, commands out: read in tests without a window.

use egui::{Event, Key, Modifiers};

use crate::app::{ByteColumn, ByteCommand, ByteForm, Caret};

/// What the keys are read against.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// Where the caret stands.
    pub caret: Caret,
    /// Bytes in all.
    pub len: u64,
    /// Bytes in a row.
    pub width: u64,
    /// Rows that a page moves by.
    pub page: u64,
}

/// What was asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The commands, in order.
    pub commands: Vec<ByteCommand>,
}

impl Keys {
    /// Takes an event that means something here; false for one that is left to others.
    pub fn take(&mut self, input: &Event, asked: &mut Asked) -> bool {
        match input {
            Event::Key { key, pressed: true, modifiers, .. } => self.press(*key, *modifiers, asked),
            Event::Text(text) => {
                self.type_text(text, asked);
                true
            }
            Event::Copy => {
                asked.commands.push(ByteCommand::Copy(self.form()));
                true
            }
            Event::Cut => {
                asked.commands.push(ByteCommand::Cut);
                true
            }
            Event::Paste(text) => {
                asked.commands.push(ByteCommand::Paste(text.clone()));
                true
            }
            _ => false,
        }
    }

    fn form(&self) -> ByteForm {
        match self.caret.column {
            ByteColumn::Hex => ByteForm::Hex,
            ByteColumn::Text => ByteForm::Text,
        }
    }

    fn type_text(&mut self, text: &str, asked: &mut Asked) {
        match self.caret.column {
            ByteColumn::Hex => {
                let digits = text.chars().filter_map(|it| it.to_digit(16)).filter_map(|it| u8::try_from(it).ok());
                asked.commands.extend(digits.map(ByteCommand::Digit));
            }
            ByteColumn::Text => asked.commands.push(ByteCommand::Type(text.as_bytes().to_vec())),
        }
    }

    fn press(&mut self, key: Key, modifiers: Modifiers, asked: &mut Asked) -> bool {
        if modifiers.alt {
            return false;
        }
        if let Some(to) = self.moved(key, modifiers.command) {
            self.caret.at = to;
            asked.commands.push(ByteCommand::Place { at: to, extends: modifiers.shift });
            return true;
        }
        if modifiers.command {
            if key == Key::A && !modifiers.shift {
                asked.commands.push(ByteCommand::Select(0..self.len));
                return true;
            }
            return false;
        }
        match key {
            Key::Enter => self.switch(asked),
            Key::Insert => asked.commands.push(ByteCommand::ToggleInsert),
            Key::Delete => asked.commands.push(ByteCommand::Delete { is_back: false }),
            Key::Backspace => asked.commands.push(ByteCommand::Delete { is_back: true }),
            Key::Escape if self.caret.range(self.len).is_some() || self.caret.is_half => {
                asked.commands.push(ByteCommand::Place { at: self.caret.at, extends: false });
            }
            _ => return false,
        }
        true
    }

    /// Where a key moves the caret to.
    fn moved(&self, key: Key, is_command: bool) -> Option<u64> {
        let Self { caret: Caret { at, .. }, len, width, page } = *self;
        let row = at - at % width;
        let to = match (key, is_command) {
            (Key::ArrowLeft, false) => at.saturating_sub(1),
            (Key::ArrowRight, false) => at + 1,
            (Key::ArrowUp, false) => at.checked_sub(width).unwrap_or(at),
            (Key::ArrowDown, false) => {
                if at + width > len && row + width <= len {
                    len
                } else {
                    at + width
                }
            }
            (Key::ArrowDown | Key::PageDown | Key::End, true) => len,
            (Key::ArrowUp | Key::PageUp | Key::Home, true) => 0,
            (Key::PageUp, false) => at.checked_sub(width * page).unwrap_or(at % width),
            (Key::PageDown, false) => {
                let to = at + width * page;
                if to > len { (len - len % width + at % width).min(len) } else { to }
            }
            (Key::Home, false) => row,
            (Key::End, false) => row + width - 1,
            _ => return None,
        };
        let is_down_from_last_row = key == Key::ArrowDown && !is_command && row + width > len;
        Some(if is_down_from_last_row { at } else { to.min(len) })
    }

    /// From hex to text and back.
    fn switch(&mut self, asked: &mut Asked) {
        self.caret.column = match self.caret.column {
            ByteColumn::Hex => ByteColumn::Text,
            ByteColumn::Text => ByteColumn::Hex,
        };
        asked.commands.push(ByteCommand::Column(self.caret.column));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(at: u64) -> Keys {
        Keys { caret: Caret { at, ..Caret::default() }, len: 100, width: 16, page: 4 }
    }

    fn to(at: u64, key: Key, modifiers: Modifiers) -> (u64, bool) {
        let mut asked = Asked::default();
        assert!(keys(at).press(key, modifiers, &mut asked));
        match asked.commands.as_slice() {
            [ByteCommand::Place { at, extends }] => (*at, *extends),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_caret_moves_by_bytes_rows_pages_and_to_the_ends() {
        let plain = |at, key| to(at, key, Modifiers::NONE).0;
        assert_eq!(plain(20, Key::ArrowLeft), 19);
        assert_eq!(plain(0, Key::ArrowLeft), 0);
        assert_eq!(plain(20, Key::ArrowRight), 21);
        assert_eq!(plain(100, Key::ArrowRight), 100);
        assert_eq!(plain(20, Key::ArrowUp), 4);
        assert_eq!(plain(4, Key::ArrowUp), 4);
        assert_eq!(plain(20, Key::ArrowDown), 36);
        assert_eq!(plain(90, Key::ArrowDown), 100, "to the end where the row below is shorter");
        assert_eq!(plain(98, Key::ArrowDown), 98, "the last row is the last");
        assert_eq!(plain(20, Key::Home), 16);
        assert_eq!(plain(20, Key::End), 31);
        assert_eq!(plain(97, Key::End), 100);
        assert_eq!(plain(70, Key::PageUp), 6);
        assert_eq!(plain(30, Key::PageUp), 14);
        assert_eq!(plain(20, Key::PageDown), 84);
        assert_eq!(plain(60, Key::PageDown), 100);
        assert_eq!(to(60, Key::Home, Modifiers::COMMAND), (0, false));
        assert_eq!(to(60, Key::End, Modifiers::COMMAND | Modifiers::SHIFT), (100, true));
        assert_eq!(to(60, Key::ArrowLeft, Modifiers::SHIFT), (59, true));
    }

    #[test]
    fn what_is_typed_goes_by_the_column() {
        let mut keys = keys(0);
        let mut asked = Asked::default();
        keys.take(&Event::Text("4z".into()), &mut asked);
        keys.take(
            &Event::Key {
                key: Key::Enter,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
            },
            &mut asked,
        );
        keys.take(&Event::Text("é".into()), &mut asked);
        keys.take(&Event::Copy, &mut asked);
        assert_eq!(
            asked.commands,
            [
                ByteCommand::Digit(4),
                ByteCommand::Column(ByteColumn::Text),
                ByteCommand::Type("é".as_bytes().to_vec()),
                ByteCommand::Copy(ByteForm::Text),
            ]
        );
    }

    #[test]
    fn keys_of_the_window_are_left_to_it() {
        let mut asked = Asked::default();
        assert!(!keys(0).press(Key::S, Modifiers::COMMAND, &mut asked));
        assert!(!keys(0).press(Key::Tab, Modifiers::NONE, &mut asked), "the pane is one stop");
        assert!(!keys(0).press(Key::Escape, Modifiers::NONE, &mut asked));
        assert!(!keys(0).press(Key::ArrowLeft, Modifiers::ALT, &mut asked));
        assert_eq!(asked, Asked::default());
    }
}

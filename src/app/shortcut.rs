//! Shortcuts as data: the window maps them to its own keys, the tests prove that none clash.

use std::fmt;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A letter, upper case.
    Letter(char),
    /// A digit of the top row.
    Digit(u8),
    /// A function key.
    Function(u8),
    /// `+` (or `=`, which is the same key on many keyboards).
    Plus,
    /// `-`.
    Minus,
    /// `,`.
    Comma,
    /// `\`.
    Backslash,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// The space bar.
    Space,
    /// Tab.
    Tab,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
}

/// The keys held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Modifiers {
    /// Ctrl; on macOS Command.
    pub command: bool,
    /// Shift.
    pub shift: bool,
    /// Alt; on macOS Option.
    pub alt: bool,
}

impl Modifiers {
    /// None held.
    pub const NONE: Self = Self { command: false, shift: false, alt: false };
    /// Ctrl or Command.
    pub const COMMAND: Self = Self { command: true, shift: false, alt: false };
    /// Ctrl or Command, and Shift.
    pub const COMMAND_SHIFT: Self = Self { command: true, shift: true, alt: false };
    /// Shift.
    pub const SHIFT: Self = Self { command: false, shift: true, alt: false };
    /// Alt or Option, and Shift.
    pub const ALT_SHIFT: Self = Self { command: false, shift: true, alt: true };
    /// Alt or Option.
    pub const ALT: Self = Self { command: false, shift: false, alt: true };
}

/// Where a shortcut holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Everywhere in the window, also while typing.
    Window,
    /// While the tree (or another pane that shows the selection) has the focus and nothing is typed in.
    Pane,
}

/// A key with the keys held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shortcut {
    /// The keys held.
    pub modifiers: Modifiers,
    /// The key.
    pub key: Key,
    /// Where it holds.
    pub scope: Scope,
}

impl Shortcut {
    /// Ctrl and a key, everywhere.
    pub const fn command(key: Key) -> Self {
        Self { modifiers: Modifiers::COMMAND, key, scope: Scope::Window }
    }

    /// Ctrl, Shift and a key, everywhere.
    pub const fn command_shift(key: Key) -> Self {
        Self { modifiers: Modifiers::COMMAND_SHIFT, key, scope: Scope::Window }
    }

    /// A key alone, everywhere.
    pub const fn alone(key: Key) -> Self {
        Self { modifiers: Modifiers::NONE, key, scope: Scope::Window }
    }

    /// Shift and a key, everywhere.
    pub const fn shift(key: Key) -> Self {
        Self { modifiers: Modifiers::SHIFT, key, scope: Scope::Window }
    }

    /// A key alone, in a pane.
    pub const fn in_pane(key: Key) -> Self {
        Self { modifiers: Modifiers::NONE, key, scope: Scope::Pane }
    }

    /// Shift and a key, in a pane.
    pub const fn shift_in_pane(key: Key) -> Self {
        Self { modifiers: Modifiers::SHIFT, key, scope: Scope::Pane }
    }

    /// Alt and a key, in a pane.
    pub const fn alt_in_pane(key: Key) -> Self {
        Self { modifiers: Modifiers::ALT, key, scope: Scope::Pane }
    }

    /// Alt, Shift and a key, in a pane.
    pub const fn alt_shift_in_pane(key: Key) -> Self {
        Self { modifiers: Modifiers::ALT_SHIFT, key, scope: Scope::Pane }
    }

    /// Ctrl and a key, in a pane.
    pub const fn command_in_pane(key: Key) -> Self {
        Self { modifiers: Modifiers::COMMAND, key, scope: Scope::Pane }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Letter(letter) => return write!(f, "{letter}"),
            Self::Digit(digit) => return write!(f, "{digit}"),
            Self::Function(number) => return write!(f, "F{number}"),
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Comma => ",",
            Self::Backslash => "\\",
            Self::Enter => "Enter",
            Self::Escape => "Esc",
            Self::Delete => "Del",
            Self::Insert => "Ins",
            Self::Space => "Space",
            Self::Tab => "Tab",
            Self::Up => "Up",
            Self::Down => "Down",
            Self::Left => "Left",
            Self::Right => "Right",
            Self::PageUp => "PgUp",
            Self::PageDown => "PgDn",
            Self::Home => "Home",
            Self::End => "End",
        };
        f.write_str(name)
    }
}

impl fmt::Display for Shortcut {
    /// As a menu shows it off macOS: `Ctrl+Shift+S`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Modifiers { command, shift, alt } = self.modifiers;
        let held = [(command, "Ctrl+"), (alt, "Alt+"), (shift, "Shift+")];
        for (_, name) in held.iter().filter(|(is_held, _)| *is_held) {
            f.write_str(name)?;
        }
        write!(f, "{}", self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_read_as_menus_show_them() {
        assert_eq!(Shortcut::command_shift(Key::Letter('S')).to_string(), "Ctrl+Shift+S");
        assert_eq!(Shortcut::in_pane(Key::Function(2)).to_string(), "F2");
        assert_eq!(Shortcut::command(Key::Plus).to_string(), "Ctrl++");
    }
}

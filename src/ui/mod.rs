//! The window: draws `&App`, sends Commands. Names jobs here alone, and nothing of the command line.

mod cx;
mod dialogs;
pub mod fonts;
pub mod hex;
mod keys;
mod menu;
mod notices;
mod path_bar;
mod pickers;
mod side;
mod status;
mod tabs;
pub mod theme;
pub mod virtual_rows;
mod welcome;
pub mod widgets;
mod words;

//! The window: draws `&App`, sends Commands. Names jobs here alone, and nothing of the command line.

pub mod fonts;
pub mod hex;
pub mod theme;
pub mod virtual_rows;
pub mod widgets;

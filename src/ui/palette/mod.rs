//! The palette: all commands of the table, found by typing and run by Enter.

mod model;
mod view;

pub use model::matches;
pub use view::{PaletteState, palette_ui};

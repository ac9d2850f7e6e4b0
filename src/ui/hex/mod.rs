//! The bytes of a document: rows of sixteen or more, each byte tinted by what it is to its record; a caret among them,
//! typed at in hex and in text; the fields that ask for an offset and for bytes to fill with.

mod input;
mod model;
mod prompt;
mod strip;
mod view;

pub use model::{Byte, Cell, Cells, GROUP, Part, Row, WIDTH, cells, numbers, offset_text, row_of, rows, text_of};
pub use prompt::{PromptState, prompt_ui};
pub use view::{HexState, hex_ui, list_id};

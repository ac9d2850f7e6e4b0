//! The bytes of a document: rows of sixteen, each byte tinted by what it is to its record.

mod model;
mod view;

pub use model::{Cell, Part, Row, WIDTH, cells, offset_text, record_at, row_of, rows, text_of};
pub use view::{Hex, HexShown, HexState, list_id};

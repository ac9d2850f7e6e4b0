//! The tree of records: one row a record, in wire order.

mod columns;
mod edit;
mod hint;
mod model;
mod row_menu;
mod selecting;
mod view;

pub use columns::Widths;
pub use edit::enum_choices;
pub use model::{TreeLine, default_of, is_value, sort};

pub use crate::schema::telling::{Line, Sort, line};
pub use view::{Seat, TreeState, colour, list_id, tree_ui};

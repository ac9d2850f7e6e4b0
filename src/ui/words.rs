//! Wording that panes share: counts, sizes and names, always said the same way. What the schema says of values too
//! stands there.

pub use crate::schema::words::{bytes, counted, grouped, own_name, package, size};

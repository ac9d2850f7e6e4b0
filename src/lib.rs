//! wirebench: the desktop workbench for protobuf messages.

pub mod schema;
pub mod ui;
pub mod wire;

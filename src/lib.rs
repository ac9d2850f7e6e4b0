//! wirebench: the desktop workbench for protobuf messages.

pub mod app;
pub mod jobs;
pub mod schema;
pub mod ui;
pub mod wire;

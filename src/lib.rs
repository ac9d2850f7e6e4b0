//! wirebench: the desktop workbench for protobuf messages.

pub mod wire;

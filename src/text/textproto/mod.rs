//! Protobuf's text format. Printing gives what `protoc --decode` gives, byte for byte, and all that is readable where
//! protoc refuses a message.

mod print;
mod unknown;

pub use print::print;

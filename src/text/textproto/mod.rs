//! Protobuf's text format. Printing gives what `protoc --decode` gives, byte for byte, and all that is readable where
//! protoc refuses a message.

mod parse;
mod print;
pub(super) mod scalar;
mod token;
mod unknown;

pub(super) use parse::{in_braces, untyped};
pub use parse::{parse, parse_as};
pub(super) use print::escape;
pub use print::{print, print_message};
pub(super) use token::{Token, Tokens};

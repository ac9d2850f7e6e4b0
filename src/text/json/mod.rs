//! ProtoJSON. Printing gives, value for value, what Python's json_format gives, and valid JSON of all that is readable
//! where it refuses a message.

mod escape;
mod parse;
mod print;
mod scalar;
mod tape;
mod wellknown;

pub(super) use escape::base64;
pub use parse::parse;
pub use print::{Printed, print};
pub(super) use wellknown::{parse_duration, parse_timestamp};

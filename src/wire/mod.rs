//! The lossless document: bytes in, the same bytes out. Knows no schema, no files, no window, and does no IO.
//!
//! A document points into two areas, the original bytes and an append-only area of new ones ([`Bytes`]); all else
//! is spans into them. A message is a sequence of records exactly as found ([`Record`]); scanning never fails and
//! never drops a byte ([`Child`], [`Walk`]). An edit is a value with an inverse ([`Edit`]); applying it makes a new
//! snapshot ([`Document`]) that shares all it did not touch. What is emitted is a list of parts ([`Parts`]).
//! A gigabyte is reached through sparse marks ([`Level`]), never through an entry a field.
//!
//! Always holds: scan then emit is the identity on any bytes; apply then apply the inverse is the identity on any
//! document; scanning what an edit emits gives the records of the edited document, for every edit without a warning.

pub mod varint;

mod apply;
mod body;
mod chunk;
mod document;
mod edit;
mod group;
pub mod guess;
mod letter;
mod occurrence;
pub mod path;
mod problem;
mod raw;
mod reader;
mod record;
mod rope;
mod scan;
mod source;
mod span;
mod splice;
mod walk;
mod warn;

pub use body::Body;
pub use chunk::{Level, Levels, Mark, Progress};
pub(crate) use document::Cursor;
pub use document::{Child, Children, Document, Message, Rows};
pub use edit::{Address, Applied, Edit, EditError, Records, Warning};
pub use letter::is_invisible;
pub use path::Path;
pub use problem::{Kind, Problem, Severity};
pub use raw::RawEdit;
pub use reader::Reader;
pub use record::{Flaws, MAX_NUMBER, Prefix, Record, RecordId, WireType, WrittenPrefix};
pub use rope::{Rope, Step};
pub use source::{Answer, Bytes, Missing, Source};
pub use span::{Area, Span};
pub use splice::{Part, Parts};
pub use walk::{Groups, Shape, Visit, Walk};

//! Descriptors and how bytes read through them. Knows `wire`; does no IO, and never changes a record: a schema says
//! what records mean, not what they are.
//!
//! A [`Pool`] holds the types of one set of sources. A [`Lens`] is bound to one pool and one outermost type, and
//! reads a document: which field a record is ([`Field`]), what its payload is ([`Reading`]), its value ([`Value`])
//! and what is odd about it. [`check`] finds all that is odd in a document, [`guess`] the types that fit one,
//! [`target`] what a path names in one; [`plan`] makes the edits that a person asks for by path, [`sample`] messages
//! with values to begin with; [`telling`] says a record in one line, [`find`]
//! looks for records in a document.

pub mod check;
pub mod complete;
mod counts;
mod docs;
mod field;
pub mod find;
pub mod guess;
mod lens;
pub mod packed;
pub mod plan;
mod pool;
mod readings;
mod route;
pub mod sample;
pub mod target;
pub mod telling;
pub mod time;
mod trail;
mod value;
pub mod words;

pub use docs::{Declared, docs, docs_of_field};
pub use field::{Chosen, Field, is_time};
pub(crate) use field::{kind_name, wire_type_of};
pub use lens::{Lens, Reading, Type};
pub use pool::{FindError, Pool};
pub use readings::{ANY, Number, Offer, ParseReadAsError, ReadAs, Readings, TimeUnit, any_value, offers};
pub use trail::Trail;
pub use value::raw_number as bits;
pub use value::{Value, escape_bytes, escape_text, visible};
pub(crate) use value::{of_number, raw_number};

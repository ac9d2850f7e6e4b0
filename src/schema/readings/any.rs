//! The message in an Any: its type stands beside it.

use prost_reflect::MessageDescriptor;

use super::super::Pool;
use super::super::telling::any_type_name;
use crate::wire::{Body, Document, Message, Missing, RecordId, WireType};

/// The type of a message of any type.
pub const ANY: &str = "google.protobuf.Any";

/// Records of an Any that are looked at.
const ROWS: usize = 16;
/// Bytes of a type's URL that are read.
const URL: u64 = 1 << 10;

/// The value of an Any and its type, where the pool knows it; `None` without a value. What stands last counts.
///
/// # Errors
/// Bytes that have to be fetched first, or are gone.
pub fn any_value(
    document: &Document,
    pool: &Pool,
    message: &Message,
) -> Result<Option<(RecordId, Option<MessageDescriptor>)>, Missing> {
    let (mut url, mut value) = (None, None);
    for child in document.children(message).take(ROWS) {
        let child = child.map_err(Missing::Absent)?;
        match (child.record.number, child.record.wire_type) {
            (1, WireType::Len) => url = Some(child.record.payload.clone()),
            (2, WireType::Len) => value = Some(child.id()),
            _ => {}
        }
    }
    let Some(value) = value else { return Ok(None) };
    Ok(Some((value, pool.descriptors().get_message_by_name(&name_in(document, url)?))))
}

/// The full name of the type that an Any says; empty where it says none.
///
/// # Errors
/// Bytes that have to be fetched first, or are gone.
pub fn any_type(document: &Document, message: &Message) -> Result<String, Missing> {
    let mut url = None;
    for child in document.children(message).take(ROWS) {
        let child = child.map_err(Missing::Absent)?;
        if (child.record.number, child.record.wire_type) == (1, WireType::Len) {
            url = Some(child.record.payload.clone());
        }
    }
    name_in(document, url)
}

fn name_in(document: &Document, url: Option<Body>) -> Result<String, Missing> {
    let url = url.map(|it| document.body_start(&it, URL)).transpose()?.unwrap_or_default();
    Ok(any_type_name(std::str::from_utf8(&url).unwrap_or_default()).to_owned())
}

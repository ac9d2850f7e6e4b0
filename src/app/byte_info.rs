//! What a byte of a document is: of which record, which part of it, and what the record's value is.

use super::document::OpenDocument;
use crate::schema::Reading;
use crate::wire::WireType;

/// Values of payloads up to this size are told.
const TOLD: u64 = 256;

/// What a byte is to its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BytePart {
    /// A tag, or the end tag of a group.
    Tag,
    /// A length prefix.
    Length,
    /// A value.
    Payload,
    /// No record: undecoded.
    Undecoded,
}

/// A byte and the innermost record that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteInfo {
    /// The record's path.
    pub path: String,
    /// What the byte is to it.
    pub part: BytePart,
    /// The record's value; `None` for a message, and for what is too long to be told in a line.
    pub value: Option<String>,
}

impl OpenDocument {
    /// What stands at a byte of the document as it would be saved now; `None` past its end, and while what has to be
    /// read or indexed for it is not.
    pub fn byte_info(&self, offset: u64) -> Option<ByteInfo> {
        let view = self.view();
        let way = view.way_to_byte(offset).ok()?;
        let located = way.last()?;
        let (child, record) = (&located.child, &located.child.record);
        let payload = child.payload_start()..child.payload_start() + record.payload.len();
        let part = if record.wire_type == WireType::Undecoded {
            BytePart::Undecoded
        } else if payload.contains(&offset) {
            BytePart::Payload
        } else if offset < payload.start && offset >= child.start + record.tag.len {
            BytePart::Length
        } else {
            BytePart::Tag
        };
        let is_told = record.payload.len() <= TOLD && !matches!(located.reading, Reading::Message(..));
        let value = is_told.then(|| self.lens().value(self.snapshot(), &located.reading, record).ok()).flatten();
        Some(ByteInfo { path: view.path(&way), part, value: value.map(|it| it.to_string()) })
    }
}

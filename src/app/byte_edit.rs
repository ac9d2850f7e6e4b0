//! Plans edits of bytes by their offset in the document: which record's payload, or which message, gives way to what is
//! typed, so that the lengths around follow; or the whole document, so that they are left as they are.

use std::ops::Range;

use super::caret::ByteRun;
use super::document::OpenDocument;
use super::update::Refusal;
use super::view::{Far, Located};
use crate::wire::{Address, Edit, Warning, WireType};

/// A change of bytes, ready to be made.
#[derive(Clone)]
pub(super) struct BytesChange {
    pub edit: Edit,
    pub run: ByteRun,
    /// What it does to records that it does not touch.
    pub warnings: Vec<Warning>,
}

/// What putting bytes in the place of others comes to.
pub(super) struct Replaced {
    pub edit: Edit,
    pub warnings: Vec<Warning>,
}

/// The way to a byte; the index that is lacking is asked for.
///
/// # Errors
/// What has to come first.
pub(super) fn way_to(document: &OpenDocument, offset: u64) -> Result<Vec<Located>, Refusal> {
    document.view().way_to_byte(offset).map_err(|far| match far {
        Far::Absent => Refusal::Absent,
        Far::Unindexed(message) if document.is_unindexable(&message) => {
            "the message around it was not indexed to its end: open the file again and let the index end"
                .to_owned()
                .into()
        }
        Far::Unindexed(message) => {
            document.want_index(&message);
            Refusal::Absent
        }
    })
}

/// The edit that puts `with` in the place of `range`; `do_lengths_follow` as in [`super::TypingMode`].
///
/// # Errors
/// What has to come first, or why it cannot be done.
pub(super) fn replace(
    document: &OpenDocument,
    range: Range<u64>,
    with: &[u8],
    do_lengths_follow: bool,
) -> Result<Replaced, Refusal> {
    let snapshot = &document.snapshot;
    let is_of_same_length = range.end - range.start == with.len() as u64;
    let way = way_to(document, range.start.min(snapshot.len().saturating_sub(1)))?;
    let raw = |message: &Address, from: u64| {
        let within = range.start - from..range.end - from;
        snapshot.replace_bytes(message, within, with, &document.levels).map_err(Refusal::from)
    };
    if !is_of_same_length && !do_lengths_follow {
        let raw = raw(&Address::ROOT, 0)?;
        let warning =
            |offset| Warning { offset, reason: "begins elsewhere now and is read as something else".to_owned() };
        return Ok(Replaced { edit: raw.edit, warnings: raw.reread.map(warning).into_iter().collect() });
    }
    for located in way.iter().rev() {
        let child = &located.child;
        let start = child.payload_start();
        let end = start + child.record.payload.len();
        // Bytes put in before the one behind a payload are no part of it.
        let holds = start <= range.start && range.end <= end && range.start < end;
        if !holds {
            continue;
        }
        let is_message = document.view().inner(&located.parent, child, &located.reading).is_some();
        if is_message {
            return Ok(Replaced { edit: raw(&located.address, start)?.edit, warnings: Vec::new() });
        }
        if child.record.wire_type == WireType::Len {
            let len = range.end - range.start;
            let payload = snapshot.spliced_payload(&child.record.payload, range.start - start, len, with)?;
            let edit = Edit::Payload { record: located.address.clone(), payload };
            return Ok(Replaced { edit, warnings: Vec::new() });
        }
    }
    Ok(Replaced { edit: raw(&Address::ROOT, 0)?.edit, warnings: Vec::new() })
}

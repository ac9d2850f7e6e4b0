//! The selection: one thing, shared by tree, bytes, path and inspector.

use std::ops::Range;

use crate::wire::{Address, RecordId};

/// The selected record, in the snapshot shown now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Where it stands.
    pub address: Address,
    /// Which record it is, also after edits around it.
    pub id: RecordId,
    /// Its bytes in the document as it would be saved now: tag, length, payload and end.
    pub bytes: Range<u64>,
    /// The bytes of its payload.
    pub payload: Range<u64>,
}

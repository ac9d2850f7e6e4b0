//! The outline: which messages are folded open, and which record stands in which visible row. Belongs to the view, so
//! that two panes may show one document in two ways. Rows are counted in integers, to hundreds of millions.

use crate::{schema, wire};

/// How many rows there are to scroll through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCount {
    /// How many.
    pub rows: u64,
    /// False while a message is still being walked: then it is an estimate.
    pub is_exact: bool,
}

/// A visible row.
#[derive(Clone, Debug)]
pub enum Row {
    /// A record.
    Record(RecordRow),
    /// A record whose bytes are not read yet, or that is not found yet.
    Reading {
        /// Its place among the visible rows.
        visible: u64,
        /// How deep it stands: 0 in the outermost message.
        depth: u32,
    },
}

/// A record as the tree shows it.
#[derive(Clone, Debug)]
pub struct RecordRow {
    /// Its place among the visible rows.
    pub visible: u64,
    /// How deep it stands: 0 in the outermost message.
    pub depth: u32,
    /// Its address.
    pub address: wire::Address,
    /// The record.
    pub child: wire::Child,
    /// The type of its message.
    pub parent: schema::Type,
    /// What it is to the schema.
    pub reading: schema::Reading,
    /// Its name in its message as a path has it: `exit_code`, `output_files[2]`, `server_logs["stdout"]`, `#15`.
    pub name: String,
    /// True when it can be folded open.
    pub is_foldable: bool,
    /// True when it is.
    pub is_open: bool,
    /// How many records its message has.
    pub siblings: RowCount,
}

impl Row {
    /// Its place among the visible rows.
    pub fn visible(&self) -> u64 {
        match self {
            Self::Record(row) => row.visible,
            Self::Reading { visible, .. } => *visible,
        }
    }

    /// The record, where it is known.
    pub fn record(&self) -> Option<&RecordRow> {
        match self {
            Self::Record(row) => Some(row),
            Self::Reading { .. } => None,
        }
    }
}

/// Which messages are folded open.
#[derive(Clone, Debug, Default)]
pub struct Outline {}

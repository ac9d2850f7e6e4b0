//! The selection: one thing, shared by tree, bytes, path and inspector. One record is the primary one, which stays
//! the same through edits; others may be selected with it, held as ranges.

use std::ops::Range;

use super::siblings::{self, Siblings, follow_rows};
use super::view::{Located, View};
use crate::wire::{Address, Edit, RecordId};

/// What is selected, in the snapshot shown now: the primary record, and others with it.
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
    /// All that is selected where that is not the primary record alone, in the order of the rows: none stands in
    /// another. The primary one may be none of them while a person goes on choosing.
    pub marked: Vec<Siblings>,
    /// The rows on the way to the record that a range is extended from; the primary one where there is none.
    pub(super) anchor: Option<Vec<u64>>,
}

impl Selection {
    pub(super) fn of(located: &Located) -> Self {
        let child = &located.child;
        let payload = child.payload_start();
        Self {
            address: located.address.clone(),
            id: child.id(),
            bytes: child.start..child.start + child.record.len(),
            payload: payload..payload + child.record.payload.len(),
            marked: Vec::new(),
            anchor: None,
        }
    }

    /// How many records are selected; those inside a selected message are not counted.
    pub fn count(&self) -> u64 {
        if self.marked.is_empty() { 1 } else { siblings::count(&self.marked) }
    }

    /// True when others than the primary record are selected.
    pub fn is_several(&self) -> bool {
        !self.marked.is_empty()
    }

    /// True when a record is selected: as the primary one alone, or as one of several or inside one of them.
    pub fn holds(&self, address: &Address) -> bool {
        if self.marked.is_empty() {
            return self.address == *address;
        }
        siblings::is_held(&self.marked, &siblings::way_of(address))
    }

    /// The same of a record by the rows on the way to it, where several are selected.
    pub fn holds_way(&self, way: &[u64]) -> bool {
        siblings::is_held(&self.marked, way)
    }

    /// All that is selected.
    pub(super) fn all(&self) -> Vec<Siblings> {
        if self.marked.is_empty() {
            return Siblings::one(&siblings::way_of(&self.address)).into_iter().collect();
        }
        self.marked.clone()
    }

    /// The same with others marked; one that is the primary alone is no mark.
    #[must_use]
    pub(super) fn with_marked(mut self, marked: Vec<Siblings>) -> Self {
        let way = siblings::way_of(&self.address);
        let is_alone = siblings::count(&marked) == 1 && siblings::is_in(&marked, &way);
        self.marked = if is_alone { Vec::new() } else { marked };
        self
    }

    /// The selection after an edit; `view` is of the document with the edit made. Where its record is gone, the one
    /// that took its place, or the one before, or its message.
    ///
    /// # Errors
    /// The rows on the way to it, where its bytes are absent.
    pub(super) fn follow(&self, view: &View<'_>, edit: &Edit) -> Result<Option<Self>, Vec<u64>> {
        let mut rows = siblings::way_of(&self.address);
        follow_rows(edit, &mut rows);
        loop {
            let Ok(way) = view.way_by_rows(rows.iter().copied()) else { return Err(rows) };
            if way.len() == rows.len() {
                return Ok(way.last().map(Self::of));
            }
            // The message on the way may be no message any more.
            rows.truncate(way.len() + 1);
            match rows.last_mut() {
                Some(row) if *row > 0 => *row -= 1,
                Some(_) => {
                    rows.pop();
                }
                None => return Ok(None),
            }
        }
    }
}

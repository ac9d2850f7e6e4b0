//! The selection: one thing, shared by tree, bytes, path and inspector. It stays on its record through edits.

use std::ops::Range;

use super::view::{Located, View};
use crate::wire::{Address, Edit, RecordId};

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

impl Selection {
    pub(super) fn of(located: &Located) -> Self {
        let child = &located.child;
        let payload = child.payload_start();
        Self {
            address: located.address.clone(),
            id: child.id(),
            bytes: child.start..child.start + child.record.len(),
            payload: payload..payload + child.record.payload.len(),
        }
    }

    /// The selection after an edit; `view` is of the document with the edit made. Where its record is gone, the one
    /// that took its place, or the one before, or its message.
    ///
    /// # Errors
    /// The rows on the way to it, where its bytes are absent.
    pub(super) fn follow(&self, view: &View<'_>, edit: &Edit) -> Result<Option<Self>, Vec<u64>> {
        let mut rows: Vec<u64> = self.address.steps().iter().map(|it| it.row).collect();
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

/// Moves the rows on the way to a record as an edit moves them; where the record goes, the way ends at its row.
pub(super) fn follow_rows(edit: &Edit, rows: &mut Vec<u64>) {
    match edit {
        Edit::Splice { parent, from, to, with } => {
            let depth = parent.steps().len();
            let is_in_it = parent.steps().iter().map(|it| it.row).eq(rows.iter().copied().take(depth));
            let Some(row) = rows.get_mut(depth).filter(|_| is_in_it) else { return };
            if *row >= to.row {
                *row = *row - to.row + from.row + with.rows();
            } else if *row >= from.row {
                *row = from.row;
                rows.truncate(depth + 1);
            }
        }
        Edit::Payload { .. } => {}
        Edit::Several(edits) => edits.iter().for_each(|edit| follow_rows(edit, rows)),
    }
}

/// The rows on the way to the first record that an edit puts in, after all of it.
pub(super) fn inserted_rows(edit: &Edit) -> Option<Vec<u64>> {
    let edits = match edit {
        Edit::Several(edits) => edits.as_slice(),
        edit => std::slice::from_ref(edit),
    };
    let mut found: Option<Vec<u64>> = None;
    for edit in edits {
        match (&mut found, edit) {
            (Some(rows), edit) => follow_rows(edit, rows),
            (None, Edit::Splice { parent, from, with, .. }) if with.rows() > 0 => {
                found = Some(parent.steps().iter().map(|it| it.row).chain([from.row]).collect());
            }
            (None, Edit::Several(_)) => found = inserted_rows(edit),
            (None, Edit::Splice { .. } | Edit::Payload { .. }) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Document, Records, Step};

    fn rows(edit: &Edit, rows: &[u64]) -> Vec<u64> {
        let mut rows = rows.to_vec();
        follow_rows(edit, &mut rows);
        rows
    }

    #[test]
    fn rows_move_as_edits_move_them() {
        let document = Document::from_bytes(vec![8, 1, 8, 2]);
        let two = document.records(&document.root(), Step::default(), Step { row: 2, at: 4 });
        assert_eq!(two.rows(), 2);
        let at = |row| Step { row, at: row * 2 };
        let edit = Edit::Splice { parent: Address::ROOT, from: at(3), to: at(4), with: two };
        assert_eq!(rows(&edit, &[2, 7]), [2, 7]);
        assert_eq!(rows(&edit, &[3, 7]), [3]);
        assert_eq!(rows(&edit, &[4, 7]), [5, 7]);
        assert_eq!(inserted_rows(&edit), Some(vec![3]));
        let inner = Edit::insert(Address::ROOT.child(at(5)), at(1), Records::none());
        assert_eq!(rows(&inner, &[5, 7]), [5, 7]);
        let both = Edit::Several(vec![
            edit,
            Edit::Splice { parent: Address::ROOT, from: at(0), to: at(1), with: Records::none() },
        ]);
        assert_eq!(inserted_rows(&both), Some(vec![2]));
    }
}

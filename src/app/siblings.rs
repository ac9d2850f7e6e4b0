//! Records that stand one after the other in a message, by rows. However many they are, they are two numbers: what is
//! selected is held so, and nothing is made for each of its records.

use std::ops::Range;

use crate::wire::{Address, Edit};

/// Records of one message that stand one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Siblings {
    /// The rows on the way to the message; none for the outermost.
    pub parent: Vec<u64>,
    /// Their rows in it; never empty.
    pub rows: Range<u64>,
}

impl Siblings {
    /// One record, by the rows on the way to it; `None` for the outermost message.
    pub(super) fn one(way: &[u64]) -> Option<Self> {
        let (row, parent) = way.split_last()?;
        Some(Self { parent: parent.to_vec(), rows: *row..*row + 1 })
    }

    /// How many they are.
    pub fn count(&self) -> u64 {
        self.rows.end - self.rows.start
    }

    /// True when a record is one of them, or stands inside one.
    fn holds(&self, way: &[u64]) -> bool {
        way.get(..self.parent.len()) == Some(&self.parent)
            && way.get(self.parent.len()).is_some_and(|row| self.rows.contains(row))
    }

    /// True when a record is one of them.
    fn has(&self, way: &[u64]) -> bool {
        self.holds(way) && way.len() == self.parent.len() + 1
    }

    /// True when they stand inside a record.
    fn is_inside(&self, way: &[u64]) -> bool {
        self.parent.starts_with(way)
    }

    /// The rows on the way to the first of them.
    pub(super) fn first(&self) -> Vec<u64> {
        self.parent.iter().copied().chain([self.rows.start]).collect()
    }
}

/// The rows on the way to a record.
pub(super) fn way_of(address: &Address) -> Vec<u64> {
    address.steps().iter().map(|it| it.row).collect()
}

/// True when a record is in a list, or stands inside one that is.
pub(super) fn is_held(list: &[Siblings], way: &[u64]) -> bool {
    list.iter().any(|it| it.holds(way))
}

/// How many records a list has.
pub(super) fn count(list: &[Siblings]) -> u64 {
    list.iter().map(Siblings::count).sum()
}

/// The records from one to another in the order of the rows of the tree, both among them: a message stands for all in
/// it. `rows_in` tells how many records a message has, `None` where that is not known yet.
///
/// # Errors
/// Not all records were counted yet.
pub(super) fn between(
    one: &[u64],
    other: &[u64],
    rows_in: impl Fn(&[u64]) -> Option<u64>,
) -> Result<Vec<Siblings>, NotCounted> {
    let (first, last) = if one <= other { (one, other) } else { (other, one) };
    if last.starts_with(first) {
        return Ok(Siblings::one(first).into_iter().collect());
    }
    let shared = first.iter().zip(last).take_while(|(a, b)| a == b).count();
    let mut found = Vec::new();
    // From the innermost message around the first one outwards: all that comes behind.
    for depth in (shared..first.len()).rev() {
        let (Some(parent), Some(row)) = (first.get(..depth), first.get(depth)) else { continue };
        let from = if depth + 1 == first.len() { *row } else { *row + 1 };
        let to = match last.get(depth).filter(|_| depth == shared) {
            Some(row) => *row + 1,
            None => rows_in(parent).ok_or(NotCounted)?,
        };
        if from < to {
            found.push(Siblings { parent: parent.to_vec(), rows: from..to });
        }
    }
    found.sort_by_key(Siblings::first);
    Ok(found)
}

/// A message whose records are not all counted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotCounted;

/// Puts a record into a list, or takes it out where it is in: by itself, or with the message it stands in. True when
/// it was put in.
pub(super) fn toggle(list: &mut Vec<Siblings>, way: &[u64]) -> bool {
    if let Some(at) = list.iter().position(|it| it.holds(way)) {
        let held = list.remove(at);
        let Some(row) = way.get(held.parent.len()).copied() else { return false };
        for rows in [row + 1..held.rows.end, held.rows.start..row] {
            if !rows.is_empty() {
                list.insert(at, Siblings { parent: held.parent.clone(), rows });
            }
        }
        return false;
    }
    // What stands inside a message goes by it.
    list.retain(|it| !it.is_inside(way));
    let Some(new) = Siblings::one(way) else { return false };
    let at = list.partition_point(|it| it.first() < new.first());
    list.insert(at, new);
    join(list);
    true
}

/// Makes one of those that stand side by side.
fn join(list: &mut Vec<Siblings>) {
    list.dedup_by(|next, before| {
        let goes_on = next.parent == before.parent && next.rows.start == before.rows.end;
        if goes_on {
            before.rows.end = next.rows.end;
        }
        goes_on
    });
}

/// True when a record is in a list by itself.
pub(super) fn is_in(list: &[Siblings], way: &[u64]) -> bool {
    list.iter().any(|it| it.has(way))
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

/// The records that an edit puts in, after all of it.
pub(super) fn inserted(edit: &Edit) -> Vec<Siblings> {
    let mut found: Vec<Siblings> = Vec::new();
    put_in(edit, &mut found);
    found.sort_by_key(Siblings::first);
    join(&mut found);
    found
}

fn put_in(edit: &Edit, found: &mut Vec<Siblings>) {
    match edit {
        Edit::Splice { parent, from, with, .. } => {
            for it in found.iter_mut() {
                let mut way = it.first();
                follow_rows(edit, &mut way);
                if let (Some(row), true) = (way.pop(), way.len() == it.parent.len()) {
                    let count = it.count();
                    (it.parent, it.rows) = (way, row..row + count);
                }
            }
            if with.rows() > 0 {
                let rows = from.row..from.row + with.rows();
                found.push(Siblings { parent: parent.steps().iter().map(|it| it.row).collect(), rows });
            }
        }
        Edit::Payload { .. } => {}
        Edit::Several(edits) => edits.iter().for_each(|edit| put_in(edit, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Document, Records, Step};

    fn siblings(parent: &[u64], rows: Range<u64>) -> Siblings {
        Siblings { parent: parent.to_vec(), rows }
    }

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
        assert_eq!(inserted(&edit), [siblings(&[], 3..5)]);
        let inner = Edit::insert(Address::ROOT.child(at(5)), at(1), Records::none());
        assert_eq!(rows(&inner, &[5, 7]), [5, 7]);
        let both = Edit::Several(vec![
            edit,
            Edit::Splice { parent: Address::ROOT, from: at(0), to: at(1), with: Records::none() },
        ]);
        assert_eq!(inserted(&both), [siblings(&[], 2..4)]);
    }

    #[test]
    fn a_range_of_rows_is_a_few_ranges_of_siblings_however_long() {
        let million = |_: &[u64]| Some(1_000_000);
        let found = between(&[2, 5], &[9], million).unwrap();
        assert_eq!(found, [siblings(&[2], 5..1_000_000), siblings(&[], 3..10)]);
        assert_eq!(between(&[9], &[2, 5], million).unwrap(), found, "in either direction");
        assert_eq!(between(&[1], &[1, 4, 2], million).unwrap(), [siblings(&[], 1..2)], "a message holds what is in it");
        assert_eq!(between(&[1, 3], &[2, 4], million).unwrap(), [siblings(&[1], 3..1_000_000), siblings(&[], 2..3)]);
        assert_eq!(between(&[7], &[7], million).unwrap(), [siblings(&[], 7..8)]);
        assert_eq!(between(&[2, 5], &[9], |_| None), Err(NotCounted));
        assert_eq!(count(&found), 1_000_002);
        assert!(is_held(&found, &[4, 1, 1]) && !is_held(&found, &[2, 4]) && !is_held(&found, &[2]));
    }

    #[test]
    fn toggling_takes_one_out_of_a_range_and_puts_it_in_again() {
        let mut list = vec![siblings(&[], 2..6)];
        assert!(!toggle(&mut list, &[3]));
        assert_eq!(list, [siblings(&[], 2..3), siblings(&[], 4..6)]);
        assert!(toggle(&mut list, &[3]));
        assert_eq!(list, [siblings(&[], 2..6)]);
        // A record inside a message that is selected goes with it; a message takes over what is inside it.
        assert!(!toggle(&mut list, &[5, 1]));
        assert_eq!(list, [siblings(&[], 2..5)]);
        assert!(toggle(&mut list, &[9, 1]) && toggle(&mut list, &[9, 3]) && toggle(&mut list, &[9]));
        assert_eq!(list, [siblings(&[], 2..5), siblings(&[], 9..10)]);
    }
}

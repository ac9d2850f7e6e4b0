//! The arithmetic of folding: messages folded open as a tree of row numbers. Knows rows and identities, reads no
//! bytes. What is folded shut keeps what was open in it.

use crate::schema::packed::RunIndex;
use crate::schema::{Field, Type};
use crate::wire::{Body, RecordId, Rows};

/// A message in the tree.
pub(super) type At = usize;
/// The outermost message.
pub(super) const ROOT: At = 0;

/// A message that is open, or was.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub parent: Option<At>,
    /// Its content in the snapshot shown.
    pub body: Body,
    /// How many records it has.
    pub rows: Rows,
    /// Those of its records that are messages which are open, or were; by row.
    pub subs: Vec<Sub>,
    /// Visible rows below it.
    pub total: u64,
    /// What its rows are.
    pub content: Content,
    /// Fields of its type that are not in the bytes, shown behind its records; by number.
    pub absent: Vec<u32>,
}

/// What the rows of a node are.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// Records of a message of a type.
    Message(Type),
    /// Elements of a packed run.
    Run(Run),
}

/// A packed run.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub field: Field,
    /// `None` while its bytes are absent.
    pub index: Option<RunIndex>,
}

/// A record that is a message in the tree.
#[derive(Clone, Debug)]
pub(super) struct Sub {
    /// Its place in its message.
    pub row: u64,
    pub id: RecordId,
    pub node: At,
    pub is_open: bool,
    /// Visible rows that the messages before it add.
    before: u64,
}

/// A row of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub node: At,
    pub row: u64,
}

impl Node {
    fn new(parent: Option<At>, body: Body, rows: Rows) -> Self {
        let (content, absent) = (Content::Message(None), Vec::new());
        Self { parent, body, rows, subs: Vec::new(), total: rows.estimated, content, absent }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Option<Node>>,
    free: Vec<At>,
}

impl Tree {
    pub fn new(body: Body, rows: Rows) -> Self {
        let root = Node::new(None, body, rows);
        let mut tree = Self { nodes: vec![Some(root)], free: Vec::new() };
        tree.sum(ROOT);
        tree
    }

    pub fn get(&self, at: At) -> Option<&Node> {
        self.nodes.get(at).and_then(Option::as_ref)
    }

    pub fn get_mut(&mut self, at: At) -> Option<&mut Node> {
        self.nodes.get_mut(at).and_then(Option::as_mut)
    }

    fn total(&self, at: At) -> u64 {
        self.get(at).map_or(0, |node| node.total)
    }

    /// Messages in the tree, the outermost among them.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// All visible rows.
    pub fn rows(&self) -> u64 {
        self.total(ROOT)
    }

    /// True when no count of a visible message is an estimate.
    pub fn is_exact(&self) -> bool {
        let mut todo = vec![ROOT];
        while let Some(at) = todo.pop() {
            let Some(node) = self.get(at) else { continue };
            if !node.rows.is_exact {
                return false;
            }
            todo.extend(node.subs.iter().filter(|sub| sub.is_open).map(|sub| sub.node));
        }
        true
    }

    /// The messages in the tree.
    pub fn all(&self) -> impl Iterator<Item = (At, &Node)> {
        self.nodes.iter().enumerate().filter_map(|(at, node)| Some((at, node.as_ref()?)))
    }

    /// The row of a message that is visible as row `visible`.
    pub fn find(&self, visible: u64) -> Spot {
        let (mut at, mut rest) = (ROOT, visible);
        loop {
            let Some(node) = self.get(at) else { return Spot { node: at, row: rest } };
            let after = node.subs.partition_point(|sub| sub.row + sub.before <= rest);
            let Some(sub) = after.checked_sub(1).and_then(|it| node.subs.get(it)) else {
                return Spot { node: at, row: rest };
            };
            let behind = rest - (sub.row + sub.before);
            let inside = if sub.is_open { self.total(sub.node) } else { 0 };
            if behind > 0 && behind <= inside {
                (at, rest) = (sub.node, behind - 1);
            } else {
                return Spot { node: at, row: sub.row + behind.saturating_sub(inside) };
            }
        }
    }

    /// The visible row of the record that the rows on its way name; `None` in a folded message.
    pub fn visible(&self, rows: impl Iterator<Item = u64>) -> Option<u64> {
        let (mut at, mut first, mut here) = (Some(ROOT), 0, None);
        for row in rows {
            let node = self.get(at?)?;
            let idx = node.subs.partition_point(|sub| sub.row < row);
            let (before, sub) = match node.subs.get(idx) {
                Some(sub) => (sub.before, (sub.row == row && sub.is_open).then_some(sub.node)),
                None => (node.total.saturating_sub(node.rows.estimated + node.absent.len() as u64), None),
            };
            let visible = first + row + before;
            (at, first, here) = (sub, visible + 1, Some(visible));
        }
        here
    }

    /// The first visible row of what stands in an open message; `None` where it or one around it is folded.
    pub fn first_inside(&self, way: &[u64]) -> Option<(At, u64)> {
        let Some((last, parents)) = way.split_last() else { return Some((ROOT, 0)) };
        let at = self.node_at(parents.iter().copied())?;
        let sub = self.sub(at, *last).filter(|sub| sub.is_open)?;
        Some((sub.node, self.visible(way.iter().copied())? + 1))
    }

    /// The message that the rows on its way name, open or not.
    pub fn node_at(&self, rows: impl Iterator<Item = u64>) -> Option<At> {
        let mut at = ROOT;
        for row in rows {
            at = self.sub(at, row)?.node;
        }
        Some(at)
    }

    pub fn sub(&self, at: At, row: u64) -> Option<&Sub> {
        let subs = &self.get(at)?.subs;
        subs.binary_search_by_key(&row, |sub| sub.row).ok().and_then(|idx| subs.get(idx))
    }

    /// Adds a message in row `row` of another, or finds the one that is there; sums are made by [`Self::sum`].
    pub fn add(&mut self, parent: At, row: u64, id: RecordId, body: Body, rows: Rows) -> Option<At> {
        let idx = match self.get(parent)?.subs.binary_search_by_key(&row, |sub| sub.row) {
            Ok(idx) => return self.get(parent)?.subs.get(idx).map(|sub| sub.node),
            Err(idx) => idx,
        };
        let node = Node::new(Some(parent), body, rows);
        let at = match self.free.pop() {
            Some(at) => at,
            None => {
                self.nodes.push(None);
                self.nodes.len() - 1
            }
        };
        *self.nodes.get_mut(at)? = Some(node);
        self.get_mut(parent)?.subs.insert(idx, Sub { row, id, node: at, is_open: true, before: 0 });
        Some(at)
    }

    /// Folds a message open or shut; true when that changed something.
    pub fn set_open(&mut self, parent: At, row: u64, is_open: bool) -> bool {
        let Some(node) = self.get_mut(parent) else { return false };
        let Ok(idx) = node.subs.binary_search_by_key(&row, |sub| sub.row) else { return false };
        let Some(sub) = node.subs.get_mut(idx) else { return false };
        let has_changed = sub.is_open != is_open;
        sub.is_open = is_open;
        if has_changed {
            self.sum(parent);
        }
        has_changed
    }

    /// Takes messages out of another by row; they stay in the tree without a place.
    pub fn take(&mut self, parent: At, mut is_taken: impl FnMut(&Sub) -> bool) -> Vec<Sub> {
        let Some(node) = self.get_mut(parent) else { return Vec::new() };
        let (taken, kept) = std::mem::take(&mut node.subs).into_iter().partition(|sub| is_taken(sub));
        node.subs = kept;
        taken
    }

    /// Gives a message that was taken a place again.
    pub fn put(&mut self, parent: At, row: u64, mut sub: Sub) {
        let Some(node) = self.get_mut(parent) else { return };
        if let Err(idx) = node.subs.binary_search_by_key(&row, |sub| sub.row) {
            sub.row = row;
            let at = sub.node;
            node.subs.insert(idx, sub);
            if let Some(node) = self.get_mut(at) {
                node.parent = Some(parent);
            }
        } else {
            self.free(sub.node);
        }
    }

    /// Gives up a message that was taken, and all in it.
    pub fn free(&mut self, at: At) {
        let mut todo = vec![at];
        while let Some(at) = todo.pop() {
            if let Some(node) = self.nodes.get_mut(at).and_then(Option::take) {
                todo.extend(node.subs.iter().map(|sub| sub.node));
                self.free.push(at);
            }
        }
    }

    /// Makes the sums of a message and of those around it anew.
    pub fn sum(&mut self, at: At) {
        let mut next = Some(at);
        while let Some(at) = next {
            self.sum_one(at);
            next = self.get(at).and_then(|node| node.parent);
        }
    }

    /// Makes all sums anew.
    pub fn sum_all(&mut self) {
        let mut order = vec![ROOT];
        let mut done = 0;
        while let Some(at) = order.get(done).copied() {
            done += 1;
            order.extend(self.get(at).into_iter().flat_map(|node| &node.subs).map(|sub| sub.node));
        }
        for at in order.into_iter().rev() {
            self.sum_one(at);
        }
    }

    fn sum_one(&mut self, at: At) {
        let Some(mut node) = self.nodes.get_mut(at).and_then(Option::take) else { return };
        let mut sum = 0;
        for sub in &mut node.subs {
            sub.before = sum;
            sum += if sub.is_open { self.total(sub.node) } else { 0 };
        }
        // An estimate never says less than is known to be there.
        let least = u64::from(!node.rows.is_exact && !node.body.is_empty());
        let least = node.subs.last().map_or(least, |sub| sub.row + 1);
        node.rows.estimated = node.rows.estimated.max(least);
        node.total = node.rows.estimated + sum + node.absent.len() as u64;
        if let Some(place) = self.nodes.get_mut(at) {
            *place = Some(node);
        }
    }

    /// The rows on the way to a message, outermost first.
    pub fn way(&self, at: At) -> Vec<Spot> {
        let mut way = Vec::new();
        let mut here = at;
        while let Some(parent) = self.get(here).and_then(|node| node.parent) {
            let row = self.get(parent).and_then(|node| node.subs.iter().find(|sub| sub.node == here));
            way.push(Spot { node: parent, row: row.map_or(0, |sub| sub.row) });
            here = parent;
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Area, Span};

    fn rows(n: u64) -> Rows {
        Rows { counted: n, estimated: n, is_exact: true }
    }

    fn body() -> Body {
        Body::Raw(Span::EMPTY)
    }

    fn id(offset: u64) -> RecordId {
        RecordId { area: Area::Original, offset }
    }

    #[test]
    fn rows_and_records_are_found_from_one_another_among_a_hundred_million() {
        let n = 100_000_000;
        let mut tree = Tree::new(body(), rows(n));
        for row in [3, 50_000_000, 99_999_999] {
            let at = tree.add(ROOT, row, id(row), body(), rows(10)).unwrap();
            tree.add(at, 9, id(row), body(), rows(n)).unwrap();
        }
        tree.sum_all();
        assert_eq!(tree.rows(), 4 * n + 30);
        let one = tree.sub(ROOT, 3).unwrap().node;
        let two = tree.sub(one, 9).unwrap().node;
        for (visible, spot) in [
            (0, Spot { node: ROOT, row: 0 }),
            (3, Spot { node: ROOT, row: 3 }),
            (4, Spot { node: one, row: 0 }),
            (13, Spot { node: one, row: 9 }),
            (14, Spot { node: two, row: 0 }),
            (13 + n, Spot { node: two, row: n - 1 }),
            (14 + n, Spot { node: ROOT, row: 4 }),
            (10 + n + 50_000_000, Spot { node: ROOT, row: 50_000_000 }),
        ] {
            assert_eq!(tree.find(visible), spot);
            let way = tree.way(spot.node).into_iter().map(|it| it.row).chain([spot.row]);
            assert_eq!(tree.visible(way), Some(visible));
        }
    }

    #[test]
    fn what_is_folded_shut_takes_no_rows_and_keeps_what_was_open_in_it() {
        let mut tree = Tree::new(body(), rows(5));
        let at = tree.add(ROOT, 1, id(1), body(), rows(3)).unwrap();
        tree.add(at, 0, id(2), body(), rows(2)).unwrap();
        tree.sum_all();
        assert_eq!(tree.rows(), 10);
        assert!(tree.set_open(ROOT, 1, false));
        assert!(!tree.set_open(ROOT, 1, false));
        assert_eq!(tree.rows(), 5);
        assert_eq!(tree.find(2), Spot { node: ROOT, row: 2 });
        assert_eq!(tree.visible([1, 0].into_iter()), None);
        tree.set_open(ROOT, 1, true);
        assert_eq!(tree.rows(), 10);
    }

    #[test]
    fn what_is_given_up_makes_room() {
        let mut tree = Tree::new(body(), rows(5));
        let at = tree.add(ROOT, 1, id(1), body(), rows(3)).unwrap();
        tree.add(at, 0, id(2), body(), rows(2)).unwrap();
        for sub in tree.take(ROOT, |sub| sub.row == 1) {
            tree.free(sub.node);
        }
        tree.sum_all();
        assert_eq!((tree.len(), tree.rows()), (1, 5));
        assert_eq!(tree.add(ROOT, 4, id(3), body(), rows(1)).map(|at| at < 3), Some(true));
    }
}

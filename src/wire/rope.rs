//! A rope of pieces: the records of an edited message, as a balanced tree whose nodes are shared between snapshots.
//! Splitting and joining cost the height of the tree. Knows sums of bytes and rows, not what the rows hold.

use std::sync::Arc;

use super::body::drop_flat;
use super::record::Record;
use super::span::Span;

/// A stretch of records.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Untouched records of `base`.
    Run(Run),
    /// One record with changes in it.
    Changed(Changed),
}

/// Untouched records that stand one after the other in `base`, the span of a whole message as it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The message they come from.
    pub base: Span,
    /// Where they begin, from the start of `base`.
    pub from: u64,
    /// Their bytes.
    pub len: u64,
    /// The place of the first among the records of `base`.
    pub first_row: u64,
    /// How many they are; `None` for all up to the end of `base` while that has not been counted.
    pub rows: Option<u64>,
}

impl Run {
    /// The bytes of the run.
    pub fn span(&self) -> Span {
        self.base.part(self.from, self.len)
    }
}

/// A changed record, shared. Taking the last one apart costs no stack, however deep changes nest.
#[derive(Clone, Debug)]
pub(crate) struct Changed(Arc<Owned>);

#[derive(Debug)]
struct Owned {
    record: Record,
    len: u64,
}

impl Drop for Owned {
    fn drop(&mut self) {
        drop_flat(&mut self.record);
    }
}

impl Changed {
    pub fn new(record: Record) -> Self {
        let len = record.len();
        Self(Arc::new(Owned { record, len }))
    }

    pub fn record(&self) -> &Record {
        &self.0.record
    }
}

impl Piece {
    pub fn len(&self) -> u64 {
        match self {
            Self::Run(run) => run.len,
            Self::Changed(changed) => changed.0.len,
        }
    }

    /// Records in it, as far as they are counted.
    pub fn rows(&self) -> u64 {
        match self {
            Self::Run(run) => run.rows.unwrap_or(0),
            Self::Changed(_) => 1,
        }
    }

    fn is_counted(&self) -> bool {
        !matches!(self, Self::Run(Run { rows: None, .. }))
    }

    /// Both as one, where the second goes on where the first ends.
    fn joined(&self, next: &Self) -> Option<Self> {
        let (Self::Run(a), Self::Run(b)) = (self, next) else { return None };
        let goes_on =
            a.base == b.base && a.from + a.len == b.from && a.rows.is_some_and(|n| a.first_row + n == b.first_row);
        goes_on.then(|| Self::Run(Run { len: a.len + b.len, rows: b.rows.and_then(|n| Some(a.rows? + n)), ..*a }))
    }
}

/// Pieces in order.
#[derive(Clone, Debug, Default)]
pub struct Rope {
    root: Link,
}

type Link = Option<Arc<Node>>;

#[derive(Debug)]
struct Node {
    left: Link,
    piece: Piece,
    right: Link,
    height: u8,
    len: u64,
    rows: u64,
    is_counted: bool,
}

fn height(link: &Link) -> u8 {
    link.as_ref().map_or(0, |node| node.height)
}

fn node(left: Link, piece: Piece, right: Link) -> Link {
    let sum = |of: fn(&Node) -> u64| left.as_deref().map_or(0, of) + right.as_deref().map_or(0, of);
    let is_counted = |link: &Link| link.as_ref().is_none_or(|node| node.is_counted);
    Some(Arc::new(Node {
        height: height(&left).max(height(&right)) + 1,
        len: piece.len() + sum(|node| node.len),
        rows: piece.rows() + sum(|node| node.rows),
        is_counted: piece.is_counted() && is_counted(&left) && is_counted(&right),
        left,
        piece,
        right,
    }))
}

fn balanced(left: Link, piece: Piece, right: Link) -> Link {
    if height(&left) > height(&right) + 1
        && let Some(l) = left.as_deref()
    {
        if height(&l.left) >= height(&l.right) {
            return node(l.left.clone(), l.piece.clone(), node(l.right.clone(), piece, right));
        }
        if let Some(lr) = l.right.as_deref() {
            let outer = node(l.left.clone(), l.piece.clone(), lr.left.clone());
            return node(outer, lr.piece.clone(), node(lr.right.clone(), piece, right));
        }
    }
    if height(&right) > height(&left) + 1
        && let Some(r) = right.as_deref()
    {
        if height(&r.right) >= height(&r.left) {
            return node(node(left, piece, r.left.clone()), r.piece.clone(), r.right.clone());
        }
        if let Some(rl) = r.left.as_deref() {
            let outer = node(rl.right.clone(), r.piece.clone(), r.right.clone());
            return node(node(left, piece, rl.left.clone()), rl.piece.clone(), outer);
        }
    }
    node(left, piece, right)
}

fn join(left: Link, piece: Piece, right: Link) -> Link {
    match (left.as_deref(), right.as_deref()) {
        (Some(l), _) if l.height > height(&right) + 1 => {
            balanced(l.left.clone(), l.piece.clone(), join(l.right.clone(), piece, right))
        }
        (_, Some(r)) if r.height > height(&left) + 1 => {
            balanced(join(left, piece, r.left.clone()), r.piece.clone(), r.right.clone())
        }
        _ => node(left, piece, right),
    }
}

fn without_first(link: &Node) -> (Piece, Link) {
    match link.left.as_deref() {
        None => (link.piece.clone(), link.right.clone()),
        Some(left) => {
            let (first, rest) = without_first(left);
            (first, join(rest, link.piece.clone(), link.right.clone()))
        }
    }
}

fn without_last(link: &Node) -> (Link, Piece) {
    match link.right.as_deref() {
        None => (link.left.clone(), link.piece.clone()),
        Some(right) => {
            let (rest, last) = without_last(right);
            (join(link.left.clone(), link.piece.clone(), rest), last)
        }
    }
}

/// A place between two records of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Records before it.
    pub row: u64,
    /// Bytes before it.
    pub at: u64,
}

impl Step {
    /// The row of the end of a message whose records are not counted.
    pub const UNCOUNTED: u64 = u64::MAX;
}

fn split(link: &Link, place: Step) -> (Link, Link) {
    let Some(it) = link.as_deref() else { return (None, None) };
    let (left_len, left_rows) = it.left.as_deref().map_or((0, 0), |node| (node.len, node.rows));
    let (after_len, after_rows) = (left_len + it.piece.len(), left_rows + it.piece.rows());
    if place.at <= left_len {
        let (l, r) = split(&it.left, place);
        return (l, join(r, it.piece.clone(), it.right.clone()));
    }
    if place.at >= after_len {
        let beyond = Step { row: place.row.saturating_sub(after_rows), at: place.at - after_len };
        let (l, r) = split(&it.right, beyond);
        // Whoever names a place behind an uncounted run has counted it.
        let piece = match &it.piece {
            Piece::Run(run @ Run { rows: None, .. }) => {
                Piece::Run(Run { rows: Some(place.row.saturating_sub(left_rows)), ..*run })
            }
            piece @ (Piece::Run(_) | Piece::Changed(_)) => piece.clone(),
        };
        return (join(it.left.clone(), piece, l), r);
    }
    let inside = Step { row: place.row.saturating_sub(left_rows), at: place.at - left_len };
    match &it.piece {
        Piece::Run(run) => {
            let first = Run { len: inside.at, rows: Some(inside.row), ..*run };
            let second = Run {
                from: run.from + inside.at,
                len: run.len - inside.at,
                first_row: run.first_row + inside.row,
                rows: run.rows.map(|n| n.saturating_sub(inside.row)),
                ..*run
            };
            (join(it.left.clone(), Piece::Run(first), None), join(None, Piece::Run(second), it.right.clone()))
        }
        // No place inside a changed record is one between records: `edit` has refused it.
        Piece::Changed(_) => (join(it.left.clone(), it.piece.clone(), None), it.right.clone()),
    }
}

impl Rope {
    /// All records of the message at `base`, not yet counted.
    pub(crate) fn from_raw(base: Span) -> Self {
        Self::from_piece(Piece::Run(Run { base, from: 0, len: base.len, first_row: 0, rows: None }))
    }

    /// One piece.
    pub(crate) fn from_piece(piece: Piece) -> Self {
        if piece.len() == 0 && matches!(piece, Piece::Run(_)) {
            Self::default()
        } else {
            Self { root: node(None, piece, None) }
        }
    }

    /// Bytes in all.
    pub fn len(&self) -> u64 {
        self.root.as_ref().map_or(0, |node| node.len)
    }

    /// True without pieces.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Records, as far as they are counted: all but those of a last run whose end was not seen.
    pub fn rows(&self) -> u64 {
        self.root.as_ref().map_or(0, |node| node.rows)
    }

    /// True when every piece knows its number of records.
    pub fn is_counted(&self) -> bool {
        self.root.as_ref().is_none_or(|node| node.is_counted)
    }

    /// The pieces before and behind a place between two records.
    pub(crate) fn split(&self, place: Step) -> (Self, Self) {
        if place.row == Step::UNCOUNTED && place.at >= self.len() {
            return (self.clone(), Self::default());
        }
        let (left, right) = split(&self.root, place);
        (Self { root: left }, Self { root: right })
    }

    /// These pieces, then those.
    pub(crate) fn concat(&self, next: &Self) -> Self {
        let (Some(l), Some(r)) = (self.root.as_deref(), next.root.as_deref()) else {
            return if self.is_empty() { next.clone() } else { self.clone() };
        };
        let (rest, last) = without_last(l);
        let (first, behind) = without_first(r);
        match last.joined(&first) {
            Some(both) => Self { root: join(rest, both, behind) },
            None => Self { root: join(join(rest, last, None), first, behind) },
        }
    }

    /// The last piece.
    pub(crate) fn last(&self) -> Option<&Piece> {
        let mut node = self.root.as_deref()?;
        while let Some(right) = node.right.as_deref() {
            node = right;
        }
        Some(&node.piece)
    }

    pub(crate) fn first_span(&self) -> Span {
        match self.pieces_from(0).next() {
            Some((_, Piece::Run(run))) => run.span(),
            Some((_, Piece::Changed(changed))) => changed.record().tag,
            None => Span::EMPTY,
        }
    }

    /// The pieces from the one that holds byte `at` on, each with the place it begins at.
    pub(crate) fn pieces_from(&self, at: u64) -> Pieces<'_> {
        self.seek(|left_end, _| at < left_end)
    }

    /// The pieces from the one that holds record `row` on, each with the place it begins at. A last run that is not
    /// counted holds every row behind the others.
    pub(crate) fn pieces_from_row(&self, row: u64) -> Pieces<'_> {
        self.seek(|_, left_rows| row < left_rows)
    }

    fn seek(&self, is_before: impl Fn(u64, u64) -> bool) -> Pieces<'_> {
        let mut pieces = Pieces { stack: Vec::new(), start: Step::default() };
        let mut link = self.root.as_deref();
        while let Some(node) = link {
            let (left_len, left_rows) = node.left.as_deref().map_or((0, 0), |it| (it.len, it.rows));
            let end = Step { row: pieces.start.row + left_rows, at: pieces.start.at + left_len };
            let behind = Step { row: end.row + node.piece.rows(), at: end.at + node.piece.len() };
            if node.left.is_some() && is_before(end.at, end.row) {
                pieces.stack.push(node);
                link = node.left.as_deref();
            } else if is_before(behind.at, behind.row) || !node.piece.is_counted() {
                pieces.stack.push(node);
                pieces.start = end;
                break;
            } else {
                pieces.start = behind;
                link = node.right.as_deref();
            }
        }
        pieces
    }

    /// Gives each changed record that no other snapshot holds to `take`, and drops the rest.
    pub(crate) fn take_apart(self, mut take: impl FnMut(&mut Record)) {
        let mut links = vec![self.root];
        while let Some(link) = links.pop() {
            let Some(mut node) = link.and_then(Arc::into_inner) else { continue };
            links.extend([node.left.take(), node.right.take()]);
            if let Piece::Changed(changed) = &mut node.piece
                && let Some(owned) = Arc::get_mut(&mut changed.0)
            {
                take(&mut owned.record);
            }
        }
    }
}

/// Pieces in order, each with the place it begins at.
#[derive(Clone)]
pub(crate) struct Pieces<'a> {
    stack: Vec<&'a Node>,
    start: Step,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = (Step, &'a Piece);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.stack.pop()?;
        let start = self.start;
        self.start = Step { row: start.row + node.piece.rows(), at: start.at + node.piece.len() };
        let mut link = node.right.as_deref();
        while let Some(it) = link {
            self.stack.push(it);
            link = it.left.as_deref();
        }
        Some((start, &node.piece))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{Flaws, Prefix, WireType};
    use super::super::span::Area;
    use super::super::{Body, Record};
    use super::*;

    /// A changed record of `len` bytes that begins at `start`.
    fn changed(start: u64, len: u64) -> Rope {
        let span = Span::new(Area::Added, start, len);
        let record = Record {
            tag: span.part(0, 1),
            number: 1,
            wire_type: WireType::Varint,
            prefix: Prefix::NONE,
            payload: Body::Raw(span.part(1, len)),
            end: Span::EMPTY,
            flaws: Flaws::NONE,
        };
        Rope::from_piece(Piece::Changed(Changed::new(record)))
    }

    /// Ten records of two bytes each.
    fn run(start: u64) -> Rope {
        let base = Span::new(Area::Original, start, 20);
        Rope::from_piece(Piece::Run(Run { base, from: 0, len: 20, first_row: 0, rows: Some(10) }))
    }

    fn check(link: &Link) -> (u8, u64, u64) {
        let Some(node) = link.as_deref() else { return (0, 0, 0) };
        let (left, right) = (check(&node.left), check(&node.right));
        assert!(left.0.abs_diff(right.0) <= 1, "the tree is balanced");
        let sums = (left.0.max(right.0) + 1, left.1 + right.1 + node.piece.len(), left.2 + right.2 + node.piece.rows());
        assert_eq!((node.height, node.len, node.rows), sums);
        sums
    }

    /// The area and offset of every record of two bytes, in order.
    fn records(rope: &Rope) -> Vec<(Area, u64)> {
        let spans = rope.pieces_from(0).map(|(_, piece)| match piece {
            Piece::Run(run) => run.span(),
            Piece::Changed(changed) => Span { len: changed.record().len(), ..changed.record().tag },
        });
        spans.flat_map(|span| (0..span.len / 2).map(move |i| (span.area, span.start + 2 * i))).collect()
    }

    #[test]
    fn cut_and_joined_at_will_it_stays_balanced_and_in_order() {
        let mut random = 1u64;
        let mut below = |n: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % n
        };
        let (mut rope, mut model) = (Rope::default(), Vec::new());
        for i in 0..2000 {
            let rows = model.len() as u64;
            let (a, b) = (below(rows + 1), below(rows + 1));
            let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 3));
            let new = if i % 2 == 0 { run(100 * i) } else { changed(100 * i, 2) };
            let step = |row: u64| Step { row, at: 2 * row };
            let (head, behind) = rope.split(step(to));
            let (before, _) = head.split(step(from));
            model.splice(from as usize..to as usize, records(&new));
            rope = before.concat(&new).concat(&behind);
            check(&rope.root);
            assert_eq!((rope.len(), rope.rows()), (2 * model.len() as u64, model.len() as u64));
        }
        assert_eq!(records(&rope), model);
        for row in (0..rope.rows()).step_by(7) {
            let (start, piece) = rope.pieces_from_row(row).next().unwrap();
            assert!(start.at == 2 * start.row && (start.row..start.row + piece.rows()).contains(&row));
        }
    }

    #[test]
    fn what_was_cut_joins_into_one_run_again() {
        let rope = run(0);
        let (left, right) = rope.split(Step { row: 4, at: 8 });
        let (first, middle) = left.split(Step { row: 2, at: 4 });
        let again = first.concat(&middle).concat(&right);
        assert_eq!(again.pieces_from(0).count(), 1);
        assert_eq!(records(&again), records(&rope));
    }
}

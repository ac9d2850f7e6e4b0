//! The rows of the tree: reads from a document what is visible, and nothing else.

use std::ops::Range;

use super::super::view::{Counts, View};
use super::tree::{At, Spot, Tree};
use super::{RecordRow, Row, RowCount};
use crate::schema::Type;
use crate::wire::{Address, Child, Children, Message, Span};

/// A message that is being read, and the row that comes next in it.
struct Frame<'a> {
    node: At,
    message: Message,
    ty: Type,
    address: Address,
    row: u64,
    /// Made when the first row is asked for.
    reading: Option<(Children<'a>, Counts)>,
}

/// The rows of `tree` in `range`.
pub(super) fn read(tree: &Tree, view: &View<'_>, range: Range<u64>) -> Vec<Row> {
    let end = range.end.min(tree.rows());
    let mut rows = Vec::new();
    if range.start >= end {
        return rows;
    }
    let spot = tree.find(range.start);
    let Ok(mut frames) = frames_to(tree, view, spot) else {
        return waiting(range.start..end, tree.way(spot.node).len());
    };
    let mut visible = range.start;
    while visible < end {
        let Some(frame) = frames.last_mut() else { break };
        match next(tree, view, frame) {
            Err(_) => {
                let depth = frames.len() - 1;
                rows.extend(waiting(visible..end, depth));
                break;
            }
            Ok(None) => {
                frames.pop();
            }
            Ok(Some((child, occurrence))) => {
                let (row, inner) = row_of(tree, view, frames.as_slice(), child, visible, occurrence);
                rows.push(Row::Record(row));
                frames.extend(inner);
                visible += 1;
            }
        }
    }
    rows
}

fn waiting(range: Range<u64>, depth: usize) -> Vec<Row> {
    let depth = u32::try_from(depth).unwrap_or(u32::MAX);
    range.map(|visible| Row::Reading { visible, depth }).collect()
}

/// The messages on the way to a row, each with the row that comes next in it.
fn frames_to<'a>(tree: &Tree, view: &View<'a>, spot: Spot) -> Result<Vec<Frame<'a>>, Span> {
    let way = tree.way(spot.node);
    let located = view.way_by_rows(way.iter().map(|it| it.row))?;
    if located.len() < way.len() {
        return Err(Span::EMPTY);
    }
    let root = Frame {
        node: super::tree::ROOT,
        message: view.document.root(),
        ty: view.lens.root().clone(),
        address: Address::ROOT,
        row: 0,
        reading: None,
    };
    let mut frames = vec![root];
    for (depth, it) in located.iter().enumerate() {
        if let Some(frame) = frames.last_mut() {
            frame.row = it.child.place.row + 1;
        }
        let node = way.get(depth + 1).map_or(spot.node, |it| it.node);
        frames.push(Frame {
            node,
            message: it.child.message(),
            ty: view.inner(&it.parent, &it.child, &it.reading).flatten(),
            address: it.address.clone(),
            row: 0,
            reading: None,
        });
    }
    if let Some(frame) = frames.last_mut() {
        frame.row = spot.row;
    }
    Ok(frames)
}

/// The next record of a message, and which occurrence of its field it is.
fn next<'a>(tree: &Tree, view: &View<'a>, frame: &mut Frame<'a>) -> Result<Option<(Child, Option<u64>)>, Span> {
    let rows = tree.get(frame.node).map(|node| node.rows).unwrap_or_default();
    if rows.is_exact && frame.row >= rows.counted {
        return Ok(None);
    }
    if frame.reading.is_none() {
        if !view.is_row_near(&frame.message, frame.row) {
            return Err(Span::EMPTY);
        }
        let children = view.document.children_from_row(&frame.message, frame.row, view.levels)?;
        let counts = Counts::up_to(view, &frame.message, &frame.ty, frame.row);
        frame.reading = Some((children, counts));
    }
    let Some((children, counts)) = &mut frame.reading else { return Ok(None) };
    let Some(child) = children.next().transpose()? else { return Ok(None) };
    frame.row += 1;
    let reading = view.lens.read(&frame.ty, &child.record);
    let occurrence = counts.next(view, &frame.message, &child, &reading);
    Ok(Some((child, occurrence)))
}

/// The row of a record, and the message in it where that is open.
fn row_of<'a>(
    tree: &Tree,
    view: &View<'a>,
    frames: &[Frame<'a>],
    child: Child,
    visible: u64,
    occurrence: Option<u64>,
) -> (RecordRow, Option<Frame<'a>>) {
    let (node, ty, around) = match frames.last() {
        Some(frame) => (frame.node, frame.ty.clone(), frame.address.clone()),
        None => (super::tree::ROOT, None, Address::ROOT),
    };
    let reading = view.lens.read(&ty, &child.record);
    let standing = frames.last().map(|it| view.standing(&it.message, &child, &reading)).unwrap_or_default();
    let inner = view.inner(&ty, &child, &reading);
    let address = around.child(child.place);
    let open = tree.sub(node, child.place.row).filter(|sub| sub.is_open && sub.id == child.id());
    let frame = open.map(|sub| Frame {
        node: sub.node,
        message: child.message(),
        ty: inner.clone().flatten(),
        address: address.clone(),
        row: 0,
        reading: None,
    });
    let rows = tree.get(node).map(|node| node.rows).unwrap_or_default();
    let row = RecordRow {
        visible,
        depth: u32::try_from(frames.len().saturating_sub(1)).unwrap_or(u32::MAX),
        address,
        name: view.label_of(&reading, &child, occurrence).text,
        is_foldable: inner.is_some() && !child.record.payload.is_empty(),
        is_open: open.is_some(),
        siblings: RowCount { rows: rows.estimated, is_exact: rows.is_exact },
        standing,
        parent: ty,
        reading,
        child,
    };
    (row, frame)
}

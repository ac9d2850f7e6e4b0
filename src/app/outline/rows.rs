//! The rows of the tree: reads from a document what is visible, and nothing else.

use std::ops::Range;

use super::super::view::{Counts, View, indexed};
use super::tree::{At, Content, Run, Spot, Tree};
use super::{AbsentRow, ElementRow, RecordRow, Row, RowCount};
use crate::schema::packed::{Element, Elements, RunIndex};
use crate::schema::{Field, Reading, Type};
use crate::wire::path::Index;
use crate::wire::{Address, Child, Children, Message, Missing, Span};

/// A message that is being read, and the row that comes next in it.
struct Frame<'a> {
    node: At,
    message: Message,
    ty: Type,
    address: Address,
    row: u64,
    /// Made when the first row is asked for.
    reading: Option<Source<'a>>,
    /// Of a packed run: its place among the values of its field.
    base: Option<u64>,
}

/// What the rows of a node are read from.
enum Source<'a> {
    Records(Children<'a>, Counts),
    Elements(Elements<'a>),
}

/// The next row of a node.
enum Next {
    /// A record, and which occurrence of its field it is.
    Record(Child, Option<u64>),
    Element(Option<Element>),
    Absent(u32),
    End,
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
            Ok(Next::End) => {
                frames.pop();
            }
            Ok(Next::Record(child, occurrence)) => {
                let (row, inner) = row_of(tree, view, frames.as_slice(), child, visible, occurrence);
                rows.push(Row::Record(row));
                frames.extend(inner);
                visible += 1;
            }
            Ok(Next::Element(element)) => {
                rows.extend(element_row(tree, frames.as_slice(), element, visible).map(Row::Element));
                visible += 1;
            }
            Ok(Next::Absent(number)) => {
                rows.extend(absent_row(frames.as_slice(), number, visible).map(Row::Absent));
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
        base: None,
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
            base: match it.reading {
                Reading::Packed(_) => view.occurrence(&it.message, &it.parent, &it.child, &it.reading),
                _ => None,
            },
        });
    }
    if let Some(frame) = frames.last_mut() {
        frame.row = spot.row;
    }
    Ok(frames)
}

/// The next row of a node.
fn next<'a>(tree: &Tree, view: &View<'a>, frame: &mut Frame<'a>) -> Result<Next, Span> {
    let Some(node) = tree.get(frame.node) else { return Ok(Next::End) };
    if node.rows.is_exact && frame.row >= node.rows.counted {
        let place = (frame.row - node.rows.counted) as usize;
        frame.row += 1;
        return Ok(node.absent.get(place).map_or(Next::End, |number| Next::Absent(*number)));
    }
    match &node.content {
        Content::Message(_) => next_record(view, frame),
        Content::Run(run) => next_element(view, frame, run),
    }
}

fn next_element<'a>(view: &View<'a>, frame: &mut Frame<'a>, run: &Run) -> Result<Next, Span> {
    let Some(index) = &run.index else { return Err(Span::EMPTY) };
    let from = frame.row;
    frame.row += 1;
    if from >= index.count() {
        return Ok(Next::Element(None));
    }
    let body = &frame.message.body;
    let make = || Source::Elements(index.elements(view.document, body, &run.field.kind(), from));
    let Source::Elements(elements) = frame.reading.get_or_insert_with(make) else { return Ok(Next::End) };
    match elements.next().transpose() {
        Ok(element) => Ok(Next::Element(element)),
        Err(Missing::Absent(span)) => Err(span),
        Err(Missing::Gone(_)) => Ok(Next::Element(None)),
    }
}

fn next_record<'a>(view: &View<'a>, frame: &mut Frame<'a>) -> Result<Next, Span> {
    if frame.reading.is_none() {
        if !view.is_row_near(&frame.message, frame.row) {
            return Err(Span::EMPTY);
        }
        let children = view.document.children_from_row(&frame.message, frame.row, view.levels)?;
        let counts = Counts::up_to(view, &frame.message, &frame.ty, frame.row);
        frame.reading = Some(Source::Records(children, counts));
    }
    let Some(Source::Records(children, counts)) = &mut frame.reading else { return Ok(Next::End) };
    let Some(child) = children.next().transpose()? else { return Ok(Next::End) };
    frame.row += 1;
    let reading = view.lens.read(&frame.ty, &child.record);
    let occurrence = counts.next(view, &frame.message, &child, &reading);
    Ok(Next::Record(child, occurrence))
}

/// The row of an element of the run at hand; `None` for the element stands for all that is not listed.
fn element_row(tree: &Tree, frames: &[Frame<'_>], element: Option<Element>, visible: u64) -> Option<ElementRow> {
    let frame = frames.last()?;
    let Content::Run(run) = &tree.get(frame.node)?.content else { return None };
    let index = frame.row.checked_sub(1)?;
    let of = run.index.as_ref().map_or(0, RunIndex::count);
    let place = frame.base.map(|it| Index::At(it + index));
    Some(ElementRow {
        visible,
        depth: depth_of(frames),
        record: frame.address.clone(),
        name: if element.is_some() { indexed(&run.field, place) } else { "…".to_owned() },
        field: run.field.clone(),
        index,
        of,
        start: frame.message.start + element.map_or(0, |it| it.at),
        element,
        rest: run.index.as_ref().map_or(0, RunIndex::rest),
    })
}

/// The row of a field that the message at hand does not have.
fn absent_row(frames: &[Frame<'_>], number: u32, visible: u64) -> Option<AbsentRow> {
    let frame = frames.last()?;
    let field = Field::by_number(frame.ty.as_ref()?, u64::from(number))?;
    Some(AbsentRow { visible, depth: depth_of(frames), message: frame.address.clone(), field })
}

fn depth_of(frames: &[Frame<'_>]) -> u32 {
    u32::try_from(frames.len().saturating_sub(1)).unwrap_or(u32::MAX)
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
    let message = frames.last().map_or_else(|| view.document.root(), |it| it.message.clone());
    let standing = view.standing(&message, &child, &reading);
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
        base: occurrence,
    });
    let rows = tree.get(node).map(|node| node.rows).unwrap_or_default();
    let row = RecordRow {
        visible,
        depth: depth_of(frames),
        address,
        name: view.label_of(&message, &reading, &child, occurrence).text,
        is_foldable: view.is_foldable(&child, inner.as_ref(), &reading),
        is_open: open.is_some(),
        siblings: RowCount { rows: rows.estimated, is_exact: rows.is_exact },
        standing,
        parent: ty,
        reading,
        child,
    };
    (row, frame)
}

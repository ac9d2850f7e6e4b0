//! The outline: which messages are folded open, and which record stands in which visible row. Belongs to the view, so
//! that two panes may show one document in two ways. Rows are counted in integers, to hundreds of millions.

mod absent;
mod follow;
mod rows;
mod tree;

use std::collections::VecDeque;
use std::ops::Range;

use self::tree::{At, Content, ROOT, Run, Spot, Sub, Tree};
use super::view::{Located, Standing, View};
use crate::schema::packed::Element;
use crate::schema::{Field, Reading, Type};
use crate::wire::{Address, Body, Child, Message, Missing, RecordId, Rows, Span};

/// Messages in the tree at most; what is opened beyond that by itself is not.
const MESSAGES: usize = 10_000;
/// Opening all goes so deep at most.
const DEPTH: usize = 64;
/// A document opens with its messages folded open as far as they fill this many rows.
const FIRST_ROWS: u64 = 24;
/// Messages whose line says all there is to them: a document does not open with these folded open.
const TOLD_IN_A_LINE: [&str; 4] = [
    "google.protobuf.Timestamp",
    "google.protobuf.Duration",
    "google.protobuf.Any",
    "build.bazel.remote.execution.v2.Digest",
];
/// Records looked at when all is opened, at most.
const LOOKED_AT: usize = 100_000;

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
    /// An element of a packed run that is folded open.
    Element(ElementRow),
    /// A field of an open message's type that is not in the bytes.
    Absent(AbsentRow),
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
    pub address: Address,
    /// The record.
    pub child: Child,
    /// The type of its message.
    pub parent: Type,
    /// What it is to the schema.
    pub reading: Reading,
    /// Its name in its message as a path has it: `exit_code`, `output_files[2]`, `server_logs["stdout"]`, `#15`;
    /// `output_files[…]` while its place is not known.
    pub name: String,
    /// True when it can be folded open.
    pub is_foldable: bool,
    /// True when it is.
    pub is_open: bool,
    /// How many records its message has.
    pub siblings: RowCount,
    /// How it stands among those that occur with it.
    pub standing: Standing,
}

/// An element of a packed run as the tree shows it.
#[derive(Clone, Debug)]
pub struct ElementRow {
    /// Its place among the visible rows.
    pub visible: u64,
    /// How deep it stands.
    pub depth: u32,
    /// The address of the run.
    pub record: Address,
    /// The field it is a value of.
    pub field: Field,
    /// Which element of its run it is.
    pub index: u64,
    /// How many elements the run has.
    pub of: u64,
    /// Its name as a path has it: `values[3]`.
    pub name: String,
    /// Its offset in the document as it would be saved now.
    pub start: u64,
    /// Its bits; `None` for what stands behind the elements that are listed.
    pub element: Option<Element>,
    /// Bytes behind the elements that are listed.
    pub rest: u64,
}

impl ElementRow {
    /// Its value as it is typed; empty for one that is cut.
    pub fn text(&self) -> String {
        let raw = self.element.filter(|it| !it.is_cut).map(|it| it.raw);
        raw.map(|it| crate::text::value::print_number(&self.field.kind(), it)).unwrap_or_default()
    }
}

/// A field that is not in the bytes, as the tree shows it.
#[derive(Clone, Debug)]
pub struct AbsentRow {
    /// Its place among the visible rows.
    pub visible: u64,
    /// How deep it stands.
    pub depth: u32,
    /// The message it is absent in.
    pub message: Address,
    /// The field.
    pub field: Field,
}

/// What a visible row stands for where it is no record of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inner {
    /// An element of the packed run that is selected.
    Element(u64),
    /// A field that is absent in the message that the rows name.
    Absent(Vec<u64>, u32),
}

impl Row {
    /// Its place among the visible rows.
    pub fn visible(&self) -> u64 {
        match self {
            Self::Record(row) => row.visible,
            Self::Element(row) => row.visible,
            Self::Absent(row) => row.visible,
            Self::Reading { visible, .. } => *visible,
        }
    }

    /// The record, where it is known.
    pub fn record(&self) -> Option<&RecordRow> {
        match self {
            Self::Record(row) => Some(row),
            Self::Element(_) | Self::Absent(_) | Self::Reading { .. } => None,
        }
    }
}

/// Which messages are folded open.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    tree: Tree,
    /// What was open in records that an edit took out.
    parked: VecDeque<Sub>,
    /// Those of them that got a place again, until they are read.
    back: Vec<At>,
    /// True when bytes were absent that had to be read to follow an edit.
    is_behind: bool,
    /// True while fields that are not in the bytes are shown.
    is_absent_shown: bool,
}

impl Outline {
    /// The records of the outermost message, all folded shut.
    pub(super) fn new(view: &View<'_>) -> Self {
        let root = view.document.root();
        let rows = view.rows(&root);
        let mut outline = Self { tree: Tree::new(root.body.clone(), rows), ..Self::default() };
        outline.set_content(ROOT, Content::Message(view.lens.root().clone()));
        outline
    }

    fn set_content(&mut self, at: At, content: Content) {
        if let Some(node) = self.tree.get_mut(at) {
            node.content = content;
        }
    }

    /// The rows of a node are these from now on. What was open in it is no more, where it has no records.
    fn read_as(&mut self, at: At, content: Content) {
        if matches!(content, Content::Run(_)) {
            for sub in self.tree.take(at, |_| true) {
                self.tree.free(sub.node);
            }
        }
        self.set_content(at, content);
    }

    /// Reads anew how many rows a node has, and what is absent in it. What is not read yet is caught up with later.
    fn measure(&mut self, view: &View<'_>, at: At, message: &Message) {
        let is_absent_shown = self.is_absent_shown;
        let Some(node) = self.tree.get_mut(at) else { return };
        let is_same = node.body.as_raw().is_some() && node.body.as_raw() == message.body.as_raw();
        node.body = message.body.clone();
        node.absent = Vec::new();
        match &mut node.content {
            Content::Message(ty) => {
                let rows = view.rows(message);
                // What was counted without an index stays counted.
                if rows.is_exact || !node.rows.is_exact || !is_same {
                    node.rows = rows;
                }
                if is_absent_shown && node.rows.is_exact {
                    node.absent = ty.as_ref().map(|it| absent::fields(view, message, it)).unwrap_or_default();
                }
            }
            Content::Run(run) => {
                let index = view.run_index(&message.body, &run.field);
                self.is_behind |= matches!(index, Err(Missing::Absent(_)));
                run.index = index.ok();
                let rows = run.index.as_ref().map_or(0, |it| it.count() + u64::from(it.rest() > 0));
                node.rows = Rows { counted: rows, estimated: rows, is_exact: true };
            }
        }
    }

    /// Shows or hides the fields that are not in the bytes.
    pub(super) fn show_absent(&mut self, view: &View<'_>, is_shown: bool) {
        if self.is_absent_shown == is_shown {
            return;
        }
        self.is_absent_shown = is_shown;
        let all: Vec<(At, Body)> = self.tree.all().map(|(at, node)| (at, node.body.clone())).collect();
        for (at, body) in all {
            self.measure(view, at, &Message { body, start: 0 });
        }
        self.tree.sum_all();
    }

    /// The visible row of what is no record of its own; `run` is the way to the run that is selected.
    pub(super) fn row_of_inner(&self, run: &[u64], inner: &Inner) -> Option<u64> {
        match inner {
            Inner::Element(index) => {
                let (at, first) = self.tree.first_inside(run)?;
                let node = self.tree.get(at)?;
                let is_there = matches!(node.content, Content::Run(_)) && *index < node.rows.counted;
                is_there.then_some(first + index)
            }
            Inner::Absent(message, number) => {
                let (at, first) = self.tree.first_inside(message)?;
                let node = self.tree.get(at)?;
                let place = node.absent.iter().position(|it| it == number)?;
                Some(first + node.total - node.absent.len() as u64 + place as u64)
            }
        }
    }

    /// The ways to open messages of a type, so many at most.
    pub(super) fn open_messages_of(&self, type_name: &str, most: usize) -> Vec<Vec<u64>> {
        let is_it = |content: &Content| match content {
            Content::Message(Some(ty)) => ty.full_name() == type_name,
            Content::Message(None) | Content::Run(_) => false,
        };
        let found = self.tree.all().filter(|(_, node)| is_it(&node.content)).take(most);
        found.map(|(at, _)| self.tree.way(at).into_iter().map(|it| it.row).collect()).collect()
    }

    /// How many rows there are.
    pub fn row_count(&self) -> RowCount {
        RowCount { rows: self.tree.rows(), is_exact: self.tree.is_exact() }
    }

    /// The visible row of a record; `None` in a folded message.
    pub fn row_of(&self, address: &Address) -> Option<u64> {
        self.tree.visible(address.steps().iter().map(|it| it.row))
    }

    /// The same by the rows on the way to it.
    pub(super) fn row_by_way(&self, way: &[u64]) -> Option<u64> {
        self.tree.visible(way.iter().copied())
    }

    /// True when the message at an address is open.
    pub fn is_open(&self, address: &Address) -> bool {
        let Some((parent, last)) = address.parent().zip(address.last()) else { return true };
        let node = self.tree.node_at(parent.steps().iter().map(|it| it.row));
        node.and_then(|node| self.tree.sub(node, last.row)).is_some_and(|sub| sub.is_open)
    }

    pub(super) fn rows(&self, view: &View<'_>, range: Range<u64>) -> Vec<Row> {
        rows::read(&self.tree, view, range)
    }

    /// The record in a visible row, and the way to it: of an element its run, of an absent field its message.
    pub(super) fn way_to_row(&self, view: &View<'_>, visible: u64) -> Result<Vec<Located>, Span> {
        self.place_of_row(view, visible).map(|(way, _)| way)
    }

    /// The same, and what stands there where that is no record.
    pub(super) fn place_of_row(&self, view: &View<'_>, visible: u64) -> Result<(Vec<Located>, Option<Inner>), Span> {
        let spot = self.tree.find(visible);
        if let Some(inner) = self.inner_at(spot) {
            let way: Vec<u64> = self.tree.way(spot.node).into_iter().map(|it| it.row).collect();
            let located = view.way_by_rows(way.iter().copied())?;
            return if located.len() == way.len() { Ok((located, Some(inner))) } else { Ok((Vec::new(), None)) };
        }
        self.way_to_record(view, visible).map(|way| (way, None))
    }

    fn inner_at(&self, spot: Spot) -> Option<Inner> {
        let node = self.tree.get(spot.node)?;
        match &node.content {
            Content::Run(_) => Some(Inner::Element(spot.row)),
            Content::Message(_) => {
                let place = spot.row.checked_sub(node.rows.estimated)?;
                let number = node.absent.get(place as usize)?;
                Some(Inner::Absent(self.tree.way(spot.node).into_iter().map(|it| it.row).collect(), *number))
            }
        }
    }

    fn way_to_record(&self, view: &View<'_>, visible: u64) -> Result<Vec<Located>, Span> {
        if visible >= self.tree.rows() {
            return Ok(Vec::new());
        }
        let spot = self.tree.find(visible);
        let way = self.tree.way(spot.node);
        let rows: Vec<u64> = way.iter().map(|it| it.row).chain([spot.row]).collect();
        let mut found = view.way_by_rows(rows.iter().copied().take(way.len()))?;
        let message = found.last().map_or_else(|| view.document.root(), |it| it.child.message());
        if found.len() < way.len() {
            return Ok(Vec::new());
        }
        if !view.is_row_near(&message, spot.row) {
            return Err(Span::EMPTY);
        }
        let Some(child) = view.child_at_row(&message, spot.row)? else { return Ok(Vec::new()) };
        let (parent, around) = match found.last() {
            Some(it) => (view.inner(&it.parent, &it.child, &it.reading).flatten(), it.address.clone()),
            None => (view.lens.root().clone(), Address::ROOT),
        };
        let reading = view.lens.read(&parent, &child.record);
        found.push(Located { address: around.child(child.place), child, message, parent, reading });
        Ok(found)
    }

    /// Opens the messages on a way, all but the last record of it.
    pub(super) fn unfold_way(&mut self, view: &View<'_>, way: &[Located]) {
        let mut at = ROOT;
        for located in way {
            let Some(content) = content(view, &located.parent, &located.child, &located.reading) else { break };
            let (row, id) = (located.child.place.row, located.child.id());
            match self.open_in(view, at, row, id, &located.child.message(), content) {
                Some(node) => at = node,
                None => break,
            }
        }
        self.tree.sum_all();
    }

    fn open_in(
        &mut self,
        view: &View<'_>,
        at: At,
        row: u64,
        id: RecordId,
        message: &Message,
        content: Content,
    ) -> Option<At> {
        if self.tree.sub(at, row).is_some_and(|sub| sub.id != id) {
            for sub in self.tree.take(at, |sub| sub.row == row) {
                self.tree.free(sub.node);
            }
        }
        let node = self.tree.add(at, row, id, message.body.clone(), Rows::default())?;
        self.set_content(node, content);
        self.measure(view, node, message);
        self.tree.set_open(at, row, true);
        Some(node)
    }

    /// Folds the message at an address; true when it was open.
    pub(super) fn fold(&mut self, address: &Address) -> bool {
        let Some((parent, last)) = address.parent().zip(address.last()) else { return false };
        let node = self.tree.node_at(parent.steps().iter().map(|it| it.row));
        node.is_some_and(|node| self.tree.set_open(node, last.row, false))
    }

    /// Folds all.
    pub(super) fn fold_all(&mut self) {
        let all: Vec<At> = self.tree.all().map(|(at, _)| at).collect();
        for at in all {
            if let Some(node) = self.tree.get_mut(at) {
                node.subs.iter_mut().for_each(|sub| sub.is_open = false);
            }
        }
        self.tree.sum_all();
    }

    /// Opens all, as far as its bounds allow; false when they did not.
    pub(super) fn unfold_all(&mut self, view: &View<'_>) -> bool {
        let mut todo = VecDeque::from([(ROOT, view.document.root(), view.lens.root().clone(), 0)]);
        let (mut looked_at, mut is_all) = (0, true);
        while let Some((at, message, ty, depth)) = todo.pop_front() {
            for child in view.document.children(&message) {
                looked_at += 1;
                if looked_at > LOOKED_AT || self.tree.len() >= MESSAGES {
                    self.tree.sum_all();
                    return false;
                }
                let Ok(child) = child else {
                    is_all = false;
                    break;
                };
                let Some((inner, ty)) = inner(view, &ty, &child) else { continue };
                if depth >= DEPTH {
                    is_all = false;
                    continue;
                }
                let content = Content::Message(ty.clone());
                if let Some(node) = self.open_in(view, at, child.place.row, child.id(), &inner, content) {
                    todo.push_back((node, inner, ty, depth + 1));
                }
            }
        }
        self.tree.sum_all();
        is_all
    }

    /// True while no message was ever folded open.
    pub(super) fn is_untouched(&self) -> bool {
        self.tree.len() == 1
    }

    /// Opens what fits a first screen, outermost messages first.
    pub(super) fn unfold_first(&mut self, view: &View<'_>) {
        let mut todo = VecDeque::from([(ROOT, view.document.root(), view.lens.root().clone())]);
        let mut rows = view.rows(&view.document.root()).counted;
        while let Some((at, message, ty)) = todo.pop_front() {
            for child in view.document.children(&message).take(FIRST_ROWS as usize) {
                let Ok(child) = child else { return self.tree.sum_all() };
                let Some((inner, ty)) = inner(view, &ty, &child) else { continue };
                let is_told = ty.as_ref().is_some_and(|it| TOLD_IN_A_LINE.contains(&it.full_name()));
                // As many records as would fit, and one more: enough to know that they do not.
                let more = view.document.children(&inner).take(FIRST_ROWS as usize + 1).count() as u64;
                if is_told || rows + more > FIRST_ROWS {
                    continue;
                }
                let content = Content::Message(ty.clone());
                if let Some(node) = self.open_in(view, at, child.place.row, child.id(), &inner, content) {
                    // Few records: they are counted without an index.
                    self.count(view, node, &inner, more);
                    rows += more;
                    todo.push_back((node, inner, ty));
                }
            }
        }
        self.tree.sum_all();
    }

    /// Notes how many records a message has that is not indexed.
    fn count(&mut self, view: &View<'_>, at: At, message: &Message, rows: u64) {
        let is_absent_shown = self.is_absent_shown;
        let Some(node) = self.tree.get_mut(at).filter(|it| !it.rows.is_exact) else { return };
        node.rows = Rows { counted: rows, estimated: rows, is_exact: true };
        if let Content::Message(Some(ty)) = &node.content
            && is_absent_shown
        {
            node.absent = absent::fields(view, message, ty);
        }
    }

    /// Counts anew what was not counted to the end.
    pub(super) fn recount(&mut self, view: &View<'_>) {
        let open: Vec<(At, Body)> =
            self.tree.all().filter(|(_, node)| !node.rows.is_exact).map(|(at, node)| (at, node.body.clone())).collect();
        for (at, body) in open {
            self.measure(view, at, &Message { body, start: 0 });
        }
        self.tree.sum_all();
    }

    /// The messages in the tree that are not counted to the end.
    pub(super) fn uncounted(&self) -> Vec<Message> {
        let open = self.tree.all().filter(|(_, node)| !node.rows.is_exact);
        open.map(|(_, node)| Message { body: node.body.clone(), start: 0 }).collect()
    }

    /// Closes what is no message any more now that the document is read in another way.
    pub(super) fn reread(&mut self, view: &View<'_>) {
        self.set_content(ROOT, Content::Message(view.lens.root().clone()));
        let mut todo = vec![(ROOT, view.document.root(), view.lens.root().clone())];
        while let Some((at, message, ty)) = todo.pop() {
            self.measure(view, at, &message);
            let subs: Vec<(u64, At)> = match self.tree.get(at) {
                Some(node) => node.subs.iter().map(|sub| (sub.row, sub.node)).collect(),
                None => continue,
            };
            for (row, node) in subs {
                let child = view.child_at_row(&message, row).ok().flatten();
                let now = child.and_then(|child| {
                    let reading = view.lens.read(&ty, &child.record);
                    Some((content(view, &ty, &child, &reading)?, child.message()))
                });
                match now {
                    Some((content, message)) => {
                        let ty = match &content {
                            Content::Message(ty) => ty.clone(),
                            Content::Run(_) => None,
                        };
                        self.read_as(node, content);
                        todo.push((node, message, ty));
                    }
                    None => {
                        for sub in self.tree.take(at, |sub| sub.row == row) {
                            self.tree.free(sub.node);
                        }
                    }
                }
            }
        }
        self.tree.sum_all();
    }
}

/// What the rows of a record are, where it folds.
fn content(view: &View<'_>, parent: &Type, child: &Child, reading: &Reading) -> Option<Content> {
    match reading {
        Reading::Packed(field) => Some(Content::Run(Run { field: field.clone(), index: None })),
        reading => view.inner(parent, child, reading).map(Content::Message),
    }
}

/// A record as a message, where it is one with records in it.
fn inner(view: &View<'_>, parent: &Type, child: &Child) -> Option<(Message, Type)> {
    if child.record.payload.is_empty() {
        return None;
    }
    let reading = view.lens.read(parent, &child.record);
    view.inner(parent, child, &reading).map(|ty| (child.message(), ty))
}

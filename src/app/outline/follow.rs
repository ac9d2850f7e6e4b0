//! Follows edits: what was open before an edit is open after it, found again by the identity of its record. Costs the
//! messages that the edit touched, not all that are open.

use std::collections::BTreeMap;

use super::super::view::View;
use super::tree::{At, Content, ROOT, Sub};
use super::{Outline, content};
use crate::wire::guess::LOOKED_AT;
use crate::wire::{Address, Edit, Message, Missing, Span};

/// Messages that lost their place are kept so many at most, for an undo to bring them back.
const PARKED: usize = 1024;
/// Of so many inserted records it is looked up whether they were open before.
const LOOKED_UP: u64 = 256;

/// What an edit has touched.
#[derive(Default)]
struct Touched {
    /// Messages whose content is another, and whether all in them has to be looked at.
    nodes: BTreeMap<At, bool>,
    /// Records put into a message: the first row, and how many.
    inserted: Vec<(At, u64, u64)>,
}

impl Outline {
    /// Follows an edit; `view` is of the document with the edit made.
    pub(in crate::app) fn follow(&mut self, view: &View<'_>, edit: &Edit) {
        let mut touched = Touched::default();
        self.shift(edit, &mut touched);
        self.sync(view, &touched);
        self.tree.sum_all();
    }

    /// Reads anew what could not be read when an edit was followed.
    pub(in crate::app) fn catch_up(&mut self, view: &View<'_>) {
        if std::mem::take(&mut self.is_behind) {
            let nodes = self.tree.all().map(|(at, _)| (at, true)).collect();
            self.sync(view, &Touched { nodes, inserted: Vec::new() });
            self.tree.sum_all();
        }
    }

    /// Looks at all that is open after the document became another in many steps: what stands where it stood stays
    /// open.
    pub(in crate::app) fn look_anew(&mut self, view: &View<'_>) {
        self.is_behind = true;
        self.catch_up(view);
    }

    /// Moves rows as an edit moves them; reads nothing.
    fn shift(&mut self, edit: &Edit, touched: &mut Touched) {
        match edit {
            Edit::Splice { parent, from, to, with } => {
                let Some(node) = self.touch(parent, touched) else { return };
                let taken = self.tree.take(node, |sub| sub.row >= from.row && sub.row < to.row);
                self.park(taken);
                let moved = |row: u64| row - to.row + from.row + with.rows();
                for (at, row, _) in &mut touched.inserted {
                    if *at == node && *row >= to.row {
                        *row = moved(*row);
                    }
                }
                if let Some(node) = self.tree.get_mut(node) {
                    node.subs.iter_mut().filter(|sub| sub.row >= to.row).for_each(|sub| sub.row = moved(sub.row));
                }
                let inserted = if with.is_counted() { with.rows() } else { LOOKED_UP };
                if inserted > 0 {
                    touched.inserted.push((node, from.row, inserted));
                }
            }
            Edit::Payload { record, .. } => {
                if let Some(node) = self.touch(record, touched) {
                    touched.nodes.insert(node, true);
                }
            }
            Edit::Several(edits) => edits.iter().for_each(|edit| self.shift(edit, touched)),
        }
    }

    /// Notes the messages on the way to an address; the one at the address, where it is in the tree.
    fn touch(&self, address: &Address, touched: &mut Touched) -> Option<At> {
        let mut at = ROOT;
        touched.nodes.entry(at).or_insert(false);
        for step in address.steps() {
            at = self.tree.sub(at, step.row)?.node;
            touched.nodes.entry(at).or_insert(false);
        }
        Some(at)
    }

    fn park(&mut self, taken: Vec<Sub>) {
        self.parked.extend(taken);
        while self.parked.len() > PARKED {
            if let Some(sub) = self.parked.pop_front() {
                self.tree.free(sub.node);
            }
        }
    }

    /// Reads what was touched anew, from the outermost message in.
    fn sync(&mut self, view: &View<'_>, touched: &Touched) {
        let mut todo = vec![(ROOT, view.document.root(), false)];
        while let Some((at, message, is_all)) = todo.pop() {
            let is_all = is_all || touched.nodes.get(&at).copied().unwrap_or(false);
            self.measure(view, at, &message);
            for (_, first, count) in touched.inserted.iter().filter(|(node, ..)| *node == at) {
                self.bring_back(view, at, &message, *first, (*count).min(LOOKED_UP));
            }
            let is_looked_at = |sub: &Sub| is_all || touched.nodes.contains_key(&sub.node) || self.is_back(sub.node);
            let subs: Vec<(u64, At)> = match self.tree.get(at) {
                Some(node) => node.subs.iter().filter(|sub| is_looked_at(sub)).map(|it| (it.row, it.node)).collect(),
                None => continue,
            };
            for (row, node) in subs {
                match self.check(view, at, &message, row) {
                    Ok(Some((inner, content))) => {
                        self.read_as(node, content);
                        todo.push((node, inner, is_all || self.is_back(node)));
                    }
                    // Nothing is known of absent bytes: what was open stays so.
                    Err(_) => self.is_behind = true,
                    Ok(None) => {
                        let taken = self.tree.take(at, |sub| sub.row == row);
                        self.park(taken);
                    }
                }
            }
        }
        self.back.clear();
    }

    fn is_back(&self, at: At) -> bool {
        self.back.contains(&at)
    }

    /// The message in a row and what its rows are, where it is the one that was open there and can be open still.
    fn check(&self, view: &View<'_>, at: At, message: &Message, row: u64) -> Result<Option<(Message, Content)>, Span> {
        let Some(Content::Message(ty)) = self.tree.get(at).map(|node| &node.content) else { return Ok(None) };
        let Some(child) = view.child_at_row(message, row)? else { return Ok(None) };
        if self.tree.sub(at, row).is_none_or(|sub| sub.id != child.id()) {
            return Ok(None);
        }
        let reading = view.lens.read(ty, &child.record);
        let content = content(view, ty, &child, &reading);
        // What looks like a message is one only as long as it does: that its bytes say.
        if content.is_none()
            && let Err(Missing::Absent(span)) = view.document.body_start(&child.record.payload, LOOKED_AT)
        {
            return Err(span);
        }
        Ok(content.map(|content| (child.message(), content)))
    }

    /// Gives those of the inserted records that were open before their place again.
    fn bring_back(&mut self, view: &View<'_>, at: At, message: &Message, first: u64, count: u64) {
        if self.parked.is_empty() {
            return;
        }
        let Ok(children) = view.document.children_from_row(message, first, view.levels) else { return };
        for child in children.take(count as usize) {
            let Ok(child) = child else { return };
            let id = child.id();
            if let Some(idx) = self.parked.iter().rposition(|sub| sub.id == id)
                && let Some(sub) = self.parked.remove(idx)
            {
                self.back.push(sub.node);
                self.tree.put(at, child.place.row, sub);
            }
        }
    }
}

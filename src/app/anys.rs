//! Messages of any type: the type stands beside the value, so what is in them is read with the document at hand.

use std::iter;

use super::document::OpenDocument;
use super::view::{Located, View};
use crate::schema;
use crate::wire::{Address, Span};

/// So many open ones are read by their types.
const ANYS: usize = 1024;

impl OpenDocument {
    /// Reads the values of open messages of any type as the types beside them.
    pub(super) fn read_anys(&mut self) {
        let tabs = iter::once(&self.tab).chain(&self.others);
        let ways: Vec<_> = tabs.flat_map(|tab| tab.outline.open_messages_of(schema::ANY, ANYS)).collect();
        if ways.is_empty() {
            return;
        }
        let view = self.view();
        let (mut readings, mut is_changed) = (self.lens.readings(), false);
        for way in ways {
            let Ok(located) = view.way_by_rows(way.iter().copied()) else { continue };
            if located.len() != way.len() {
                continue;
            }
            let message = located.last().map_or_else(|| self.snapshot.root(), |it| it.child.message());
            if let Ok(Some((value, ty))) = schema::any_value(&self.snapshot, self.lens.pool(), &message) {
                is_changed |= readings.set_any(value, ty);
            }
        }
        if is_changed {
            self.lens = self.lens.with_readings(readings);
            self.reread();
        }
    }

    /// The records on the way to an address. The values of Any messages on it are read by their types, open or not.
    pub(super) fn way_into(&mut self, address: &Address) -> Result<Vec<Located>, Span> {
        loop {
            let way = self.view().way(address)?;
            if way.len() >= address.steps().len() || !self.read_any_at(&way) {
                return Ok(way);
            }
        }
    }

    /// Reads the last of a way by the type beside it, where it is the value of an Any; true when it is read as
    /// something else now.
    fn read_any_at(&mut self, way: &[Located]) -> bool {
        let Some(last) = way.last().filter(|it| it.parent.as_ref().is_some_and(|ty| ty.full_name() == schema::ANY))
        else {
            return false;
        };
        let Ok(Some((value, ty))) = schema::any_value(&self.snapshot, self.lens.pool(), &last.message) else {
            return false;
        };
        let mut readings = self.lens.readings();
        let is_changed = value == last.child.id() && ty.is_some() && readings.set_any(value, ty);
        if is_changed {
            self.lens = self.lens.with_readings(readings);
        }
        is_changed
    }

    /// Opens the message in an Any that was opened.
    pub(super) fn unfold_any_value(&mut self, any: &Located) {
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        let ty = view.inner(&any.parent, &any.child, &any.reading).flatten();
        if ty.is_none_or(|it| it.full_name() != schema::ANY) {
            return;
        }
        let found = schema::any_value(&self.snapshot, self.lens.pool(), &any.child.message());
        let Ok(Some((id, Some(_)))) = found else { return };
        let mut children = self.snapshot.children(&any.child.message());
        let value = children.find_map(|child| child.ok().filter(|it| it.id() == id));
        let Some(value) = value.filter(|it| !it.record.payload.is_empty()) else { return };
        let Ok(way) = view.way(&any.address.child(value.place)) else { return };
        self.index(&value.message());
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.tab.outline.unfold_way(&view, &way);
    }
}

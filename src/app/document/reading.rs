//! How a document is read, and what of it is folded open: the lens, and what follows when it is another one.

use super::super::selection::Selection;
use super::super::view::{Located, View};
use super::OpenDocument;
use crate::schema;

impl OpenDocument {
    /// Opens the messages on a way, the last one too.
    pub(in crate::app) fn unfold_way(&mut self, way: &[Located]) {
        for located in way.iter().filter(|it| !matches!(it.reading, schema::Reading::Packed(_))) {
            self.index(&located.child.message());
        }
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.tab.outline.unfold_way(&view, way);
        self.read_anys();
        if let Some(last) = way.last() {
            self.unfold_any_value(last);
        }
    }

    /// Reads it as another type.
    pub(in crate::app) fn set_type(&mut self, ty: schema::Type) {
        self.set_lens(schema::Lens::new(self.lens.pool().clone(), ty).with_readings(self.lens.readings()));
        self.each_tab(|view, tab| {
            if tab.outline.is_untouched() {
                tab.outline.unfold_first(view);
            }
        });
    }

    /// Shows or hides the fields that are not in the bytes.
    pub(in crate::app) fn show_absent(&mut self, is_shown: bool) {
        self.each_tab(|view, tab| tab.outline.show_absent(view, is_shown));
    }

    /// Reads records in other ways than the schema says.
    pub(in crate::app) fn set_readings(&mut self, readings: schema::Readings) {
        if readings != self.lens.readings() {
            self.set_lens(self.lens.with_readings(readings));
        }
    }

    fn set_lens(&mut self, lens: schema::Lens) {
        self.lens = lens;
        self.version += 1;
        self.problems.is_stale = true;
        self.reread();
    }

    /// Shows what the lens makes of it now. What was selected in a message that is none any more gives way to that.
    pub(in crate::app) fn reread(&mut self) {
        self.each_tab(|view, tab| tab.outline.reread(view));
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.others.iter_mut().for_each(|tab| tab.reselect(&view));
        let Some(address) = self.tab.selection.as_ref().map(|it| &it.address) else { return };
        if let Ok(way) = self.view().way(address)
            && way.len() < address.steps().len()
        {
            self.set_selection(way.last().map(Selection::of));
        }
    }
}

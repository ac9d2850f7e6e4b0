//! What a tab shows of its document, for drawing. The document's own methods of the same names mean its current tab.

use std::ops::Range;

use super::super::caret::Caret;
use super::super::layout::GroupId;
use super::super::outline::{AbsentRow, ElementRow, RecordRow, Row, RowCount};
use super::super::selection::Selection;
use super::super::siblings::way_of;
use super::{Crumb, OpenDocument, TabView};
use crate::wire;

/// A document as one of its tabs shows it.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    document: &'a OpenDocument,
    tab: &'a TabView,
}

impl<'a> Shown<'a> {
    /// The document.
    pub fn document(&self) -> &'a OpenDocument {
        self.document
    }

    /// What is selected.
    pub fn selection(&self) -> Option<&'a Selection> {
        self.tab.selection.as_ref()
    }

    /// How many rows the tree has now.
    pub fn row_count(&self) -> RowCount {
        self.tab.outline.row_count()
    }

    /// The rows of the tree in `range`, cut to those there are. Costs what is asked for, not what the document has.
    pub fn rows(&self, range: Range<u64>) -> Vec<Row> {
        self.tab.outline.rows(&self.document.view(), range)
    }

    /// The visible row that is selected; `None` where it stands in a folded message.
    pub fn selected_row(&self) -> Option<u64> {
        if let Some(row) = self.inner_row() {
            return Some(row);
        }
        self.tab.outline.row_of(&self.tab.selection.as_ref()?.address)
    }

    /// The way to the selection, outermost first, for the clickable path.
    pub fn trail(&self) -> Vec<Crumb> {
        let Some(selection) = &self.tab.selection else { return Vec::new() };
        let view = self.document.view();
        let way = view.way(&selection.address).unwrap_or_default();
        way.into_iter().map(|it| Crumb { name: view.label(&it).text, address: it.address }).collect()
    }

    /// The visible row of what is selected where that is no record.
    fn inner_row(&self) -> Option<u64> {
        let run = self.tab.selection.as_ref().map(|it| way_of(&it.address)).unwrap_or_default();
        self.tab.outline.row_of_inner(&run, self.tab.inner.as_ref()?)
    }

    fn inner_shown(&self) -> Option<Row> {
        let row = self.inner_row()?;
        self.rows(row..row + 1).into_iter().next()
    }
}

impl OpenDocument {
    /// It as the tab in a group shows it.
    pub fn shown_in(&self, group: GroupId) -> Shown<'_> {
        Shown { document: self, tab: self.tab_in(group) }
    }

    fn shown(&self) -> Shown<'_> {
        Shown { document: self, tab: &self.tab }
    }

    /// What is selected.
    pub fn selection(&self) -> Option<&Selection> {
        self.tab.selection.as_ref()
    }

    /// The caret among its bytes.
    pub fn caret(&self) -> Caret {
        self.tab.caret
    }

    /// The range of bytes that was made, or the bytes of the selected record.
    pub fn chosen_bytes(&self) -> Option<Range<u64>> {
        let made = self.tab.caret.range(self.snapshot.len());
        made.or_else(|| self.tab.selection.as_ref().map(|it| it.bytes.clone())).filter(|it| !it.is_empty())
    }

    /// The selected record as a row of the tree has it, also where its row is not shown (`visible` is 0 then); `None`
    /// also while its bytes are absent.
    pub fn selected(&self) -> Option<RecordRow> {
        self.row_at(&self.tab.selection.as_ref()?.address)
    }

    /// A record as a row of the tree has it, also where its row is not shown (`visible` is 0 then); `None` also while
    /// its bytes are absent.
    pub fn row_at(&self, address: &wire::Address) -> Option<RecordRow> {
        let view = self.view();
        let located = view.locate(address).ok()??;
        let rows = view.rows(&located.message);
        let inner = view.inner(&located.parent, &located.child, &located.reading);
        Some(RecordRow {
            visible: self.tab.outline.row_of(address).unwrap_or(0),
            depth: u32::try_from(address.steps().len().saturating_sub(1)).unwrap_or(u32::MAX),
            address: address.clone(),
            name: view.label(&located).text,
            is_foldable: view.is_foldable(&located.child, inner.as_ref(), &located.reading),
            is_open: self.tab.outline.is_open(address),
            siblings: RowCount { rows: rows.estimated, is_exact: rows.is_exact },
            standing: view.standing(&located.message, &located.child, &located.reading),
            child: located.child,
            parent: located.parent,
            reading: located.reading,
        })
    }

    /// The visible row that is selected; `None` where it stands in a folded message.
    pub fn selected_row(&self) -> Option<u64> {
        self.shown().selected_row()
    }

    /// True while the selected value is edited in place.
    pub fn is_editing(&self) -> bool {
        self.tab.is_editing
    }

    /// True while a value is typed in place or in a field of its own: what is typed is one step.
    pub fn is_typing(&self) -> bool {
        self.tab.is_editing || self.tab.is_typing
    }

    /// How many rows the tree has now.
    pub fn row_count(&self) -> RowCount {
        self.tab.outline.row_count()
    }

    /// The rows of the tree in `range`, cut to those there are. Costs what is asked for, not what the document has.
    pub fn rows(&self, range: Range<u64>) -> Vec<Row> {
        self.shown().rows(range)
    }

    /// The row that a record stands in now; `None` where a message around it is folded.
    pub fn row_of(&self, address: &wire::Address) -> Option<u64> {
        self.tab.outline.row_of(address)
    }

    /// The element that is selected, of the selected run.
    pub fn selected_element(&self) -> Option<ElementRow> {
        match self.shown().inner_shown()? {
            Row::Element(row) => Some(row).filter(|it| it.element.is_some()),
            Row::Record(_) | Row::Absent(_) | Row::Reading { .. } => None,
        }
    }

    /// The field that is selected and not in the bytes.
    pub fn selected_absent(&self) -> Option<AbsentRow> {
        match self.shown().inner_shown()? {
            Row::Absent(row) => Some(row),
            Row::Record(_) | Row::Element(_) | Row::Reading { .. } => None,
        }
    }

    /// True while what is selected is a row without a record of its own.
    pub fn is_inner_selected(&self) -> bool {
        self.tab.inner.is_some()
    }
}

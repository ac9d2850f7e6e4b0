//! What is selected in the tree where that is no record of its own: an element of a packed run, a field that is not in
//! the bytes.

use super::document::OpenDocument;
use super::outline::{AbsentRow, ElementRow, Row};
use super::siblings::way_of;

impl OpenDocument {
    /// The visible row of what is selected where that is no record.
    pub(super) fn inner_row(&self) -> Option<u64> {
        let run = self.selection.as_ref().map(|it| way_of(&it.address)).unwrap_or_default();
        self.outline.row_of_inner(&run, self.inner.as_ref()?)
    }

    fn inner_shown(&self) -> Option<Row> {
        let row = self.inner_row()?;
        self.rows(row..row + 1).into_iter().next()
    }

    /// The element that is selected, of the selected run.
    pub fn selected_element(&self) -> Option<ElementRow> {
        match self.inner_shown()? {
            Row::Element(row) => Some(row).filter(|it| it.element.is_some()),
            Row::Record(_) | Row::Absent(_) | Row::Reading { .. } => None,
        }
    }

    /// The field that is selected and not in the bytes.
    pub fn selected_absent(&self) -> Option<AbsentRow> {
        match self.inner_shown()? {
            Row::Absent(row) => Some(row),
            Row::Record(_) | Row::Element(_) | Row::Reading { .. } => None,
        }
    }

    /// True while what is selected is a row without a record of its own.
    pub fn is_inner_selected(&self) -> bool {
        self.inner.is_some()
    }
}

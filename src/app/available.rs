//! When a command would do something: menus show the others greyed.

use super::{App, Command, Shift};
use crate::schema::{Reading, Value};
use crate::wire::WireType;

impl App {
    /// True when a command would do something now; menus show others greyed.
    pub fn is_available(&self, command: &Command) -> bool {
        command.is_available(self)
    }

    /// True when the selected value can be edited as text; looks at no more than what kind it is.
    pub(super) fn can_edit_selected(&self) -> bool {
        if self.active_document().is_some_and(|it| it.is_inner_selected()) {
            return true;
        }
        let Some(row) = self.active_document().and_then(|it| it.selected()) else { return false };
        let is_message = matches!(&row.reading, Reading::Message(field, _) if !crate::schema::is_time(field));
        !is_message && !matches!(row.child.record.wire_type, WireType::Group | WireType::Undecoded)
    }

    /// True when there is somewhere to move the selected records to. Looks at no other record: at the end of a message
    /// as far as its records are counted.
    pub(super) fn can_move(&self, shift: Shift) -> bool {
        let Some(document) = self.active_document() else { return false };
        let Some(selection) = document.selection() else { return false };
        let all = selection.all();
        let [only] = all.as_slice() else { return true };
        match shift {
            Shift::Up | Shift::First => only.rows.start > 0,
            Shift::Down | Shift::Last if selection.is_several() => true,
            Shift::Down | Shift::Last => {
                document.selected().is_none_or(|row| !row.siblings.is_exact || only.rows.end < row.siblings.rows)
            }
        }
    }

    pub(super) fn is_repeated_selected(&self) -> bool {
        let row = self.active_document().and_then(|it| it.selected());
        row.is_some_and(|row| {
            matches!(row.reading, Reading::Value(_) | Reading::Message(..))
                && row.reading.field().is_some_and(crate::schema::Field::is_repeated)
        })
    }

    pub(super) fn can_read_selected_otherwise(&self) -> bool {
        let row = self.active_document().and_then(|it| it.selected());
        row.is_some_and(|row| !matches!(row.child.record.wire_type, WireType::Group | WireType::Undecoded))
    }

    /// True when one record is selected whose payload may be any bytes.
    pub(super) fn is_payload_selected(&self) -> bool {
        let Some(document) = self.active_document().filter(|it| !it.is_inner_selected()) else { return false };
        let is_one = document.selection().is_some_and(|it| !it.is_several());
        is_one && document.selected().is_some_and(|row| row.child.record.wire_type == WireType::Len)
    }

    pub(super) fn is_bool_selected(&self) -> bool {
        let Some(document) = self.active_document() else { return false };
        if let Some(row) = document.selected_absent() {
            return row.field.kind() == prost_reflect::Kind::Bool && !row.field.is_repeated();
        }
        let Some(row) = document.selected() else { return false };
        let is_bool = |field: &crate::schema::Field| field.kind() == prost_reflect::Kind::Bool;
        matches!(&row.reading, Reading::Value(field) if is_bool(field))
            && matches!(document.lens().value(document.snapshot(), &row.reading, &row.child.record), Ok(Value::Bool(_)))
    }
}

//! Several rows selected: which are, and the keys that need to know how many rows a page has.

use egui::{Key, Modifiers, Rect, StrokeKind, Ui, pos2};

use crate::app::{Motion, OpenDocument, Row, Shown, TreeCommand};
use crate::ui::cx::Cx;
use crate::ui::theme;
use crate::ui::virtual_rows::Row as ListRow;

/// Whether a row is one of several that are selected; `None` where one alone is.
pub fn is_marked(shown: Shown<'_>, row: &Row) -> Option<bool> {
    let selection = shown.selection().filter(|it| it.is_several())?;
    Some(row.record().is_some_and(|it| selection.holds(&it.address)))
}

/// Draws what is behind a row: selected, pointed at, and among several the one that the keys move from.
pub fn back_ui(ui: &Ui, row: &ListRow, is_marked: Option<bool>, has_focus: bool) {
    let (rect, palette) = (row.rect, theme::palette(ui));
    if is_marked.unwrap_or(row.is_selected) {
        ui.painter().rect_filled(rect, 0.0, palette.selection);
    } else if row.response.hovered() {
        ui.painter().rect_filled(rect, 0.0, palette.hover);
    }
    if row.is_selected && is_marked.is_some() {
        ui.painter().rect_stroke(rect, 0.0, palette.focus(), StrokeKind::Inside);
    } else if row.is_selected && has_focus {
        let edge = Rect::from_min_max(rect.min, pos2(rect.left() + 2.0, rect.bottom()));
        ui.painter().rect_filled(edge, 0.0, palette.accent);
    }
}

/// Extends the selection by pages of so many rows.
pub fn keys_ui(ui: &Ui, cx: &mut Cx, document: &OpenDocument, page: i64) {
    if document.selection().is_none() {
        return;
    }
    let page = (page - 1).max(1);
    ui.input_mut(|input| {
        for (key, by) in [(Key::PageDown, page), (Key::PageUp, -page)] {
            for _ in 0..input.count_and_consume_key(Modifiers::SHIFT, key) {
                cx.ask(TreeCommand::ExtendSelection(Motion::Rows(by)));
            }
        }
    });
}

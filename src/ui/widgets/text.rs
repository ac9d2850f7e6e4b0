//! Text that keeps to its room: elided with `…`, placed to the pixel, named for a screen reader.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Galley, Id, Rect, Response, Role, TextEdit, Ui, WidgetInfo, pos2};

use crate::ui::theme::{font, grid, size};

/// Says what a control is.
pub fn name_of(response: &Response, role: Role, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(role, response.enabled(), name));
}

/// One line of text that ends in `…` where `width` does.
pub fn elided(ui: &Ui, text: &str, font: FontId, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, Color32::PLACEHOLDER);
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    ui.painter().layout_job(job)
}

/// Draws one line of text, vertically centred at the left of `rect`; true when it was elided.
pub fn elided_ui(ui: &Ui, rect: Rect, text: &str, font: FontId, colour: Color32) -> bool {
    let galley = elided(ui, text, font, rect.width());
    let is_elided = galley.elided;
    galley_ui(ui, rect, Align2::LEFT_CENTER, galley, colour);
    is_elided
}

/// Draws laid-out text in `rect`.
pub fn galley_ui(ui: &Ui, rect: Rect, align: Align2, galley: Arc<Galley>, colour: Color32) {
    let at = align.align_size_within_rect(galley.size(), rect).min;
    let at = pos2(at.x, at.y.round());
    ui.painter().galley(at, galley, colour);
}

/// A line to type in, as wide as there is room.
pub fn wide_text_field<'t>(text: &'t mut String, id: Id, hint: &'static str) -> TextEdit<'t> {
    text_field(text, id, hint).desired_width(f32::INFINITY)
}

/// A line to type in.
pub fn text_field<'t>(text: &'t mut String, id: Id, hint: &'static str) -> TextEdit<'t> {
    TextEdit::singleline(text)
        .id(id)
        .hint_text(hint)
        .font(font::text())
        .margin(egui::vec2(grid(2), (size::CONTROL - size::TEXT * 1.2) / 2.0))
}

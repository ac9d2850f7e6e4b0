//! Heads and tabs that panes share.

use egui::{Align2, Color32, Response, Role, Sense, Ui, vec2};

use super::text::{galley_ui, name_of};
use crate::ui::theme::{self, font, grid, size};

/// A small head over a group.
pub fn section_ui(ui: &mut Ui, text: &str) {
    let palette = theme::palette(ui);
    ui.add_space(grid(3));
    ui.label(egui::RichText::new(text).font(font::label()).color(palette.muted));
    ui.add_space(grid(1));
}

/// A tab that is a word: the active one is bright, with the accent under it.
pub fn tab_word_ui(ui: &mut Ui, text: &str, note: &str, is_active: bool) -> Response {
    let palette = theme::palette(ui);
    let font_id = if is_active { font::strong() } else { font::text() };
    let word = ui.painter().layout_no_wrap(text.to_owned(), font_id, Color32::PLACEHOLDER);
    let note = ui.painter().layout_no_wrap(note.to_owned(), font::small(), Color32::PLACEHOLDER);
    let gap = if note.size().x > 0.0 { grid(1) } else { 0.0 };
    // The room of the bold word, so that nothing moves when another tab becomes active.
    let bold = ui.painter().layout_no_wrap(text.to_owned(), font::strong(), Color32::PLACEHOLDER).size().x;
    let room = vec2(bold + gap + note.size().x + grid(6), size::BAR);
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    name_of(&response, Role::Tab, text);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_selected(is_active));
    if response.has_focus() {
        let outline = rect.shrink(2.0);
        ui.painter().rect_stroke(outline, size::CORNER, palette.focus(), egui::StrokeKind::Inside);
    }
    let colour = if is_active || response.hovered() { palette.text } else { palette.muted };
    let inner = rect.shrink2(vec2(grid(3), 0.0));
    galley_ui(ui, inner, Align2::LEFT_CENTER, word, colour);
    galley_ui(ui, inner, Align2::RIGHT_CENTER, note, palette.muted);
    if is_active {
        let line = egui::Rect::from_min_max(inner.left_bottom() - vec2(0.0, 2.0), inner.right_bottom());
        ui.painter().rect_filled(line, 1.0, palette.accent);
    }
    response
}

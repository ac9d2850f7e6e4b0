//! Buttons: an icon alone, a word without a frame, the one that the eye should find first.

use egui::{Align2, Button, Color32, CornerRadius, FontId, Rect, Response, RichText, Role, Sense, Ui, Vec2, vec2};

use super::text::{galley_ui, name_of};
use crate::ui::theme::{self, font, grid, size};

/// Allocates a control and says what it is.
fn control(ui: &mut Ui, size: Vec2, role: Role, name: &str) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    name_of(&response, role, name);
    (rect, response)
}

/// The ground under a frameless control: none at rest, and the outline of the focus.
fn ground_ui(ui: &Ui, rect: Rect, response: &Response, is_on: bool) {
    let palette = theme::palette(ui);
    let corner = CornerRadius::same(size::CORNER);
    let fill = match (is_on, response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.raised,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, corner, fill);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, corner, palette.focus(), egui::StrokeKind::Inside);
    }
}

fn word_button(ui: &mut Ui, text: &str, font: FontId, rest: Color32, lit: Color32) -> Response {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    let room = vec2(galley.size().x + grid(4), size::CONTROL);
    let (rect, response) = control(ui, room, Role::Button, text);
    ground_ui(ui, rect, &response, false);
    let colour = match (response.enabled(), response.hovered() || response.has_focus()) {
        (false, _) => ui.visuals().disable(rest),
        (true, true) => lit,
        (true, false) => rest,
    };
    galley_ui(ui, rect, Align2::CENTER_CENTER, galley, colour);
    response
}

/// Lets what is drawn in `ui` after this have marks (the circle of a choice, the box of a tick) that are seen while they
/// are off: the line of other controls is as quiet as that.
pub fn clear_marks(ui: &mut Ui) {
    let muted = theme::palette(ui).muted;
    ui.visuals_mut().widgets.inactive.bg_stroke = egui::Stroke::new(1.0, muted);
}

/// An icon alone, named by its tooltip.
pub fn icon_button(ui: &mut Ui, icon: &str, name: &str) -> Response {
    let palette = theme::palette(ui);
    let (rect, response) = control(ui, Vec2::splat(size::CONTROL), Role::Button, name);
    ground_ui(ui, rect, &response, false);
    let colour = if response.hovered() { palette.text } else { palette.muted };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon, font::icon(), colour);
    response.on_hover_text(name)
}

/// An icon alone that stays lit while it is on, named by its tooltip.
pub fn icon_toggle(ui: &mut Ui, icon: &str, name: &str, is_on: bool) -> Response {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size::CONTROL), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(Role::Button, response.enabled(), is_on, name));
    ground_ui(ui, rect, &response, is_on);
    let colour = if is_on || response.hovered() { palette.text } else { palette.muted };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon, font::icon(), colour);
    response.on_hover_text(name)
}

/// A place of the rail: an icon that stays lit while its list shows.
pub fn rail_button(ui: &mut Ui, icon: &str, name: &str, is_on: bool) -> Response {
    let palette = theme::palette(ui);
    let (rect, response) = control(ui, Vec2::splat(size::RAIL - grid(3)), Role::Button, name);
    ground_ui(ui, rect, &response, is_on);
    let colour = if is_on || response.hovered() { palette.text } else { palette.muted };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon, font::rail_icon(), colour);
    response.on_hover_text(name)
}

/// A word that acts: quiet until it is pointed at.
pub fn action_button(ui: &mut Ui, text: &str) -> Response {
    let palette = theme::palette(ui);
    word_button(ui, text, font::text(), palette.muted, palette.text)
}

/// A word in the accent: the way on.
pub fn link_button(ui: &mut Ui, text: &str) -> Response {
    let palette = theme::palette(ui);
    word_button(ui, text, font::text(), palette.accent, palette.text)
}

/// The button that Enter presses.
pub fn main_button(ui: &mut Ui, text: &str) -> Response {
    let palette = theme::palette(ui);
    ui.add(
        Button::new(RichText::new(text).color(palette.on_accent))
            .fill(palette.accent)
            .min_size(vec2(0.0, size::CONTROL)),
    )
}

/// A row of the list at the left: an icon, a name, a quiet word at the right.
pub fn side_row(ui: &mut Ui, icon: &str, name: &str, note: &str, is_on: bool) -> Response {
    let palette = theme::palette(ui);
    let (rect, response) = control(ui, vec2(ui.available_width(), size::ROW), Role::Button, name);
    let fill = match (is_on, response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.raised,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 0.0, palette.focus(), egui::StrokeKind::Inside);
    }
    let inner = rect.shrink2(vec2(grid(3), 0.0));
    ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, icon, font::icon(), palette.muted);
    let note = ui.painter().layout_no_wrap(note.to_owned(), font::small(), palette.muted);
    let name_rect = Rect::from_min_max(
        inner.min + vec2(size::ICON + grid(2), 0.0),
        inner.max - vec2(if note.size().x > 0.0 { note.size().x + grid(2) } else { 0.0 }, 0.0),
    );
    galley_ui(ui, inner, Align2::RIGHT_CENTER, note, palette.muted);
    super::elided_ui(ui, name_rect, name, font::text(), palette.text);
    response
}

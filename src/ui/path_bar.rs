//! The path to the selection, each part of it to be clicked, and what can be done here.

use egui::{Align, Layout, RichText, Sense, Ui};

use super::cx::Cx;
use super::path_entry::path_entry_ui;
use super::theme::{self, font, grid, size};
use super::widgets::{action_button, name_of};
use crate::app::{Crumb, EditCommand, Pick, SchemaCommand, Shown, TreeCommand};

/// Between two parts.
const SEPARATOR: &str = "›";
/// Parts that are looked at.
const MOST: usize = 64;

/// Draws the bar. In the group that has the focus a path may be typed in it.
pub fn path_ui(ui: &mut Ui, cx: &mut Cx, shown: Shown<'_>, is_active: bool) {
    if is_active && cx.app.path_entry().is_some() {
        return path_entry_ui(ui, cx, shown.document());
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(grid(1));
        let has_room = ui.available_width() >= size::NARROW_PATH;
        if has_room && action_button(ui, "Type…").on_hover_text("Read the document as a type").clicked() {
            cx.ask(SchemaCommand::ShowTypePicker);
        }
        if has_room && action_button(ui, "Add field").on_hover_text("Add a field to the selected message").clicked() {
            cx.ask(EditCommand::ShowFieldPicker);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(grid(3));
            ui.spacing_mut().item_spacing.x = grid(1);
            crumbs_ui(ui, cx, &shown.trail());
        });
    });
}

/// How many of the first parts are left out for the last ones to fit in `room`.
fn left_out(widths: &[f32], between: f32, room: f32) -> usize {
    let mut used = 0.0;
    for (i, width) in widths.iter().enumerate().rev() {
        used += width + between;
        // Room for the dots before it, unless it is the first.
        let dots = if i == 0 { 0.0 } else { between * 2.0 };
        if used + dots > room {
            return (i + 1).min(widths.len().saturating_sub(1));
        }
    }
    0
}

fn crumbs_ui(ui: &mut Ui, cx: &mut Cx, trail: &[Crumb]) {
    let palette = theme::palette(ui);
    if trail.is_empty() {
        ui.label(RichText::new("Nothing selected").color(palette.muted));
        return;
    }
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font::strong(), palette.text).size().x;
    // Messages nest a million deep; a bar shows a few.
    let trail = trail.get(trail.len().saturating_sub(MOST)..).unwrap_or(trail);
    let widths: Vec<f32> = trail.iter().map(|it| width(&it.name)).collect();
    let between = width(SEPARATOR) + 2.0 * grid(1);
    let first = left_out(&widths, between, ui.available_width());
    if first > 0 {
        let hidden: Vec<&str> = trail.iter().take(first).map(|it| it.name.as_str()).collect();
        ui.label(RichText::new(format!("… {SEPARATOR}")).color(palette.muted)).on_hover_text(hidden.join(SEPARATOR));
    }
    for (i, crumb) in trail.iter().enumerate().skip(first) {
        let is_last = i + 1 == trail.len();
        let text = RichText::new(&crumb.name);
        let text = if is_last { text.font(font::strong()).color(palette.text) } else { text.color(palette.muted) };
        let response = ui.add(egui::Label::new(text).truncate().sense(Sense::click()));
        name_of(&response, egui::Role::Link, &crumb.name);
        if response.hovered() || response.has_focus() {
            let line = response.rect.bottom() - 1.0;
            ui.painter().hline(response.rect.x_range(), line, egui::Stroke::new(1.0, palette.muted));
        }
        if response.clicked() {
            cx.ask(TreeCommand::Select(Pick::Record(crumb.address.clone())));
        }
        if !is_last {
            ui.label(RichText::new(SEPARATOR).color(palette.muted));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_parts_stay_when_room_is_short() {
        let widths = [100.0, 50.0, 60.0];
        assert_eq!(left_out(&widths, 10.0, 300.0), 0);
        assert_eq!(left_out(&widths, 10.0, 170.0), 1);
        assert_eq!(left_out(&widths, 10.0, 100.0), 2);
        assert_eq!(left_out(&widths, 10.0, 5.0), 2);
        assert_eq!(left_out(&[], 10.0, 5.0), 0);
    }
}

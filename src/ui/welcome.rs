//! The welcome tab: what this is, the two ways in, a real sample for each job, what was open of late.

use egui::{Align2, Id, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};

use super::cx::Cx;
use super::fonts::icon;
use super::menu_items::keys_of;
use super::theme::{self, font, grid, size};
use super::widgets::{elided_ui, galley_ui, main_button, name_of, section_ui, side_row};
use super::words;
use crate::app::{FileCommand, NewCommand, Sample, WindowCommand, table};

/// Draws the tab.
pub fn welcome_ui(ui: &mut Ui, cx: &mut Cx) {
    let palette = theme::palette(ui);
    let room = ui.available_rect_before_wrap();
    ui.painter().rect_filled(room, 0.0, palette.background);
    let width = size::PROSE.min(room.width() - grid(12));
    let left = room.center().x - width / 2.0;
    let top = room.top() + (room.height() / 8.0).min(grid(18));
    let column = Rect::from_min_max(pos2(left, top), pos2(left + width, room.bottom()));
    let mut child = ui.new_child(UiBuilder::new().id_salt("welcome").max_rect(column));
    ScrollArea::vertical().id_salt("welcome").show(&mut child, |ui| {
        ui.set_width(width);
        head_ui(ui, cx);
        recent_ui(ui, cx);
        section_ui(ui, "Samples");
        samples_ui(ui, cx);
        ui.add_space(grid(6));
    });
}

fn head_ui(ui: &mut Ui, cx: &mut Cx) {
    let palette = theme::palette(ui);
    ui.label(RichText::new("wirebench").font(font::title()).color(palette.text));
    ui.add_space(grid(1));
    let about = "Opens protobuf messages, shows every field beside its bytes, edits them in place and saves them. \
                 What was not edited is saved as it was, byte for byte.";
    ui.label(RichText::new(about).color(palette.muted));
    ui.add_space(grid(4));
    ui.horizontal_wrapped(|ui| {
        if main_button(ui, "Open…").on_hover_text("Choose a file").clicked() {
            cx.ask(FileCommand::Open);
        }
        if ui.button("New message…").on_hover_text("Begin a message of a type").clicked() {
            cx.ask(NewCommand::ShowNewMessage);
        }
        if ui.button("Type a path…").on_hover_text("Open a file by its path").clicked() {
            cx.ask(FileCommand::ShowPathField);
        }
    });
    ui.add_space(grid(1));
    ui.label(RichText::new(hint()).font(font::small()).color(palette.muted));
    ui.add_space(grid(2));
}

/// The other ways on.
fn hint() -> String {
    let keys = |command: WindowCommand| table::entry(&command.into()).map(keys_of).unwrap_or_default();
    format!(
        "Files dropped on the window open too · {} finds every command · {} lists the shortcuts",
        keys(WindowCommand::ShowPalette),
        keys(WindowCommand::ShowHelp),
    )
}

fn samples_ui(ui: &mut Ui, cx: &mut Cx) {
    let width = ui.available_width();
    let columns = if width >= size::PROSE - grid(20) { 2 } else { 1 };
    let gap = grid(3);
    let card = vec2((width - gap * (columns as f32 - 1.0)) / columns as f32, size::CARD);
    for row in Sample::ALL.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for sample in row {
                if card_ui(ui, card, *sample) {
                    cx.ask(FileCommand::OpenSample(*sample));
                }
            }
        });
        ui.add_space(gap - grid(1));
    }
}

fn card_ui(ui: &mut Ui, room: egui::Vec2, sample: Sample) -> bool {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    name_of(&response, Role::Button, sample.title());
    let stroke = match (response.has_focus(), response.hovered()) {
        (true, _) => palette.focus(),
        (false, true) => egui::Stroke::new(1.0, palette.muted),
        (false, false) => palette.line(),
    };
    ui.painter().rect(rect, size::POPUP_CORNER, palette.panel, stroke, egui::StrokeKind::Inside);
    let inner = rect.shrink2(vec2(grid(3), grid(3)));
    let line =
        |at: f32, height: f32| Rect::from_min_size(pos2(inner.left(), inner.top() + at), vec2(inner.width(), height));
    let head = line(0.0, size::ICON);
    ui.painter().text(head.left_center(), Align2::LEFT_CENTER, icon::FLASK, font::icon(), palette.accent);
    let title = Rect::from_min_max(head.min + vec2(size::ICON + grid(2), 0.0), head.max);
    elided_ui(ui, title, sample.title(), font::strong(), palette.text);
    let mut job = egui::text::LayoutJob::simple(sample.about().into(), font::text(), palette.muted, inner.width());
    job.wrap.max_rows = 2;
    let about = ui.painter().layout_job(job);
    galley_ui(ui, line(grid(6), grid(9)), Align2::LEFT_TOP, about, palette.muted);
    let foot = Rect::from_min_max(pos2(inner.left(), inner.bottom() - grid(4)), inner.max);
    elided_ui(ui, foot, words::own_name(sample.type_name()), font::mono(), palette.muted);
    response.clicked()
}

fn recent_ui(ui: &mut Ui, cx: &mut Cx) {
    if cx.app.recent_files().is_empty() {
        return;
    }
    section_ui(ui, "Recent");
    for (i, path) in cx.app.recent_files().iter().take(8).enumerate() {
        let name = words::file_name(path);
        let folder = path.parent().map(words::path).unwrap_or_default();
        let open = ui.push_id(Id::unique(("recent", i)), |ui| side_row(ui, icon::CLOCK, &name, &folder, false)).inner;
        if open.clicked() {
            cx.ask(FileCommand::OpenFile { path: path.clone(), type_name: None });
        }
    }
}

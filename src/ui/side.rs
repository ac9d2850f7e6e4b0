//! The left of the window: the rail of icons, and the list of open documents, recent files and samples.

use egui::{Align, Layout, ScrollArea, Ui};

use super::cx::Cx;
use super::fonts::icon;
use super::theme::grid;
use super::widgets::{icon_button, rail_button, section_ui, side_row};
use super::words;
use crate::app::{Command, Pane, Sample, Tab};

/// Draws the rail.
pub fn rail_ui(ui: &mut Ui, cx: &mut Cx) {
    ui.vertical_centered(|ui| {
        ui.add_space(grid(2));
        let is_on = cx.app.settings().is_rail_shown;
        if rail_button(ui, icon::FILES, "Documents", is_on).clicked() {
            cx.ask(Command::TogglePane(Pane::Rail));
        }
    });
    ui.with_layout(Layout::bottom_up(Align::Center), |ui| {
        ui.add_space(grid(2));
        let (glyph, name) =
            if ui.visuals().dark_mode { (icon::SUN, "Light theme") } else { (icon::MOON, "Dark theme") };
        if icon_button(ui, glyph, name).clicked() {
            cx.ask(Command::ToggleTheme);
        }
        if icon_button(ui, icon::KEYBOARD, "Keyboard shortcuts").clicked() {
            cx.ask(Command::ShowHelp);
        }
    });
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, cx: &mut Cx) {
    ScrollArea::vertical().id_salt("documents").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        head_ui(ui, "Open");
        for (place, tab) in cx.app.tabs().iter().enumerate() {
            let is_on = cx.app.active_tab() == place;
            let (glyph, name, note) = match tab {
                Tab::Welcome => (icon::HOUSE, "Welcome".to_owned(), ""),
                Tab::Document(id) => match cx.app.document(*id) {
                    Some(document) => (icon::FILE, document.name(), if document.is_edited() { "●" } else { "" }),
                    None => continue,
                },
            };
            if side_row(ui, glyph, &name, note, is_on).clicked() {
                cx.ask(Command::ActivateTab(place));
            }
        }
        recent_ui(ui, cx);
        head_ui(ui, "Samples");
        for sample in Sample::ALL {
            if side_row(ui, icon::FLASK, sample.title(), "", false).on_hover_text(sample.about()).clicked() {
                cx.ask(Command::OpenSample(sample));
            }
        }
    });
}

fn recent_ui(ui: &mut Ui, cx: &mut Cx) {
    if cx.app.recent_files().is_empty() {
        return;
    }
    head_ui(ui, "Recent");
    for path in cx.app.recent_files().iter().take(12) {
        let row = side_row(ui, icon::CLOCK, &words::file_name(path), "", false);
        if row.on_hover_text(words::path(path)).clicked() {
            cx.ask(Command::OpenFile { path: path.clone(), type_name: None });
        }
    }
}

fn head_ui(ui: &mut Ui, text: &str) {
    ui.horizontal(|ui| {
        ui.add_space(grid(3));
        ui.vertical(|ui| section_ui(ui, text));
    });
}

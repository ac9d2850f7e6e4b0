//! Settings: what a person chooses about the window. Each acts at once.

use egui::{RichText, Ui, vec2};

use super::cx::Cx;
use super::theme::{self, font, grid, size};
use super::widgets::{Dialog, clear_marks, main_button};
use crate::app::{Command, SessionCommand, Settings, Theme, WindowCommand};

/// Draws the settings while they are open.
pub fn settings_ui(ui: &mut Ui, cx: &mut Cx, is_focused: &mut bool) {
    if !cx.app.is_settings_shown() {
        *is_focused = false;
        return;
    }
    let settings = cx.app.settings();
    let is_default = !cx.app.is_available(&Command::Window(WindowCommand::ResetSettings));
    let mut asked = Vec::new();
    let dialog = Dialog { id: "settings", title: "Settings", is_centred: false, width: size::DIALOG };
    let ((is_reset, is_closed), is_given_up) = dialog.show_parts_ui(
        ui.ctx(),
        |ui| {
            ui.spacing_mut().item_spacing.y = grid(2);
            theme_ui(ui, settings, &mut asked, is_focused);
            zoom_ui(ui, cx, settings, &mut asked);
            start_ui(ui, settings, &mut asked);
        },
        |ui| {
            let is_closed = main_button(ui, "Close").clicked();
            let reset = ui.add_enabled(!is_default, egui::Button::new("Reset to defaults"));
            (reset.on_hover_text("Set everything as it was at the first start").clicked(), is_closed)
        },
    );
    asked.extend(is_reset.then_some(Command::Window(WindowCommand::ResetSettings)));
    asked.extend((is_closed || is_given_up).then_some(Command::Window(WindowCommand::HideSettings)));
    asked.into_iter().for_each(|command| cx.ask(command));
}

/// A setting: its name at the left, what it takes at the right, or below where there is no room.
fn row_ui(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    let palette = theme::palette(ui);
    let label = |ui: &mut Ui| _ = ui.label(RichText::new(name).font(font::label()).color(palette.muted));
    if ui.available_width() < size::SETTING * 3.0 {
        label(ui);
        content(ui);
        return;
    }
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(size::SETTING, size::CONTROL), egui::Sense::hover());
        let mut at = ui
            .new_child(egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::left_to_right(egui::Align::Center)));
        label(&mut at);
        ui.vertical(content);
    });
}

fn theme_ui(ui: &mut Ui, settings: &Settings, asked: &mut Vec<Command>, is_focused: &mut bool) {
    row_ui(ui, "Colours", |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        clear_marks(ui);
        for theme in Theme::ALL {
            let is_on = settings.theme == theme;
            let response = ui.radio(is_on, theme.title());
            if is_on && !std::mem::replace(is_focused, true) {
                response.request_focus();
            }
            if response.clicked() {
                asked.push(Command::Window(WindowCommand::SetTheme(theme)));
            }
        }
    });
}

fn start_ui(ui: &mut Ui, settings: &Settings, asked: &mut Vec<Command>) {
    row_ui(ui, "At the start", |ui| {
        clear_marks(ui);
        let mut is_restored = settings.is_session_restored;
        if ui.checkbox(&mut is_restored, "Open last files again").changed() {
            asked.push(Command::Session(SessionCommand::ToggleSession));
        }
    });
}

fn zoom_ui(ui: &mut Ui, cx: &Cx, settings: &Settings, asked: &mut Vec<Command>) {
    row_ui(ui, "Size", |ui| {
        ui.horizontal(|ui| {
            let buttons = [
                ("−", "Smaller", Command::Window(WindowCommand::ZoomOut)),
                ("+", "Larger", Command::Window(WindowCommand::ZoomIn)),
            ];
            for (i, (sign, name, command)) in buttons.into_iter().enumerate() {
                let button = egui::Button::new(sign).min_size(vec2(size::CONTROL, size::CONTROL));
                let response = ui.add_enabled(cx.app.is_available(&command), button).on_hover_text(name);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, response.enabled(), name));
                if response.clicked() {
                    asked.push(command);
                }
                if i == 0 {
                    let (rect, _) = ui.allocate_exact_size(vec2(size::RAIL, size::CONTROL), egui::Sense::hover());
                    let text = format!("{} %", settings.zoom);
                    ui.put(rect, egui::Label::new(text));
                }
            }
        });
    });
}

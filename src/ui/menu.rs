//! The menu bar: drawn from the command table, with its shortcuts.

use egui::containers::menu::MenuBar;
use egui::{Button, RichText, Ui};

use super::cx::Cx;
use super::theme::{self, font, grid, size};
use crate::app::table::{self, Entry, Menu};
use crate::app::{Command, Settings};

/// Draws the bar.
pub fn menu_ui(ui: &mut Ui, cx: &mut Cx) {
    let palette = theme::palette(ui);
    MenuBar::new().ui(ui, |ui| {
        ui.spacing_mut().button_padding = egui::vec2(grid(2), grid(1));
        ui.add_space(grid(1));
        ui.label(RichText::new("wirebench").font(font::strong()).color(palette.text));
        ui.add_space(grid(1));
        for menu in Menu::BAR {
            ui.menu_button(menu.title(), |ui| {
                ui.set_min_width(size::MENU_WIDTH);
                items_ui(ui, cx, menu);
            });
        }
    });
}

fn items_ui(ui: &mut Ui, cx: &mut Cx, menu: Menu) {
    let mut group = None;
    for entry in table::menu(menu) {
        if group.is_some_and(|it| it != entry.group) {
            ui.separator();
        }
        group = Some(entry.group);
        item_ui(ui, cx, entry);
    }
}

fn item_ui(ui: &mut Ui, cx: &mut Cx, entry: &Entry) {
    let palette = theme::palette(ui);
    let keys = entry.shortcuts.first().map(|it| it.to_string()).unwrap_or_default();
    let mut button =
        Button::new(entry.name).shortcut_text(RichText::new(keys).font(font::small()).color(palette.muted));
    if let Some(is_on) = is_on(&entry.command, cx.app.settings()) {
        button = button.selected(is_on);
    }
    let response = ui.add_enabled(cx.app.is_available(&entry.command), button).on_hover_text(entry.tooltip);
    if response.clicked() {
        cx.ask(entry.command.clone());
        ui.close();
    }
}

/// Whether a choice is the one in force; `None` for what is no choice.
fn is_on(command: &Command, settings: &Settings) -> Option<bool> {
    if let Command::TogglePane(pane) = command {
        return Some(settings.is_shown(*pane));
    }
    if let Command::SetTheme(theme) = command {
        return Some(settings.theme == *theme);
    }
    if let Command::ShowBottom(bottom) = command {
        return Some(settings.is_bottom_shown && settings.bottom == *bottom);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{Bottom, Pane, Theme};

    #[test]
    fn choices_show_which_is_in_force() {
        let settings = Settings { theme: Theme::Light, is_bottom_shown: false, ..Settings::default() };
        assert_eq!(is_on(&Command::SetTheme(Theme::Light), &settings), Some(true));
        assert_eq!(is_on(&Command::SetTheme(Theme::Dark), &settings), Some(false));
        assert_eq!(is_on(&Command::ShowBottom(Bottom::Bytes), &settings), Some(false));
        assert_eq!(is_on(&Command::TogglePane(Pane::Inspector), &settings), Some(true));
        assert_eq!(is_on(&Command::Save, &settings), None);
    }
}

//! What menus are made of: rows as close as those of lists, a tick before the choice in force, what a command does
//! beside it. A menu taller than the window scrolls.

use egui::containers::menu::SubMenuButton;
use egui::{
    Align2, Atom, Atoms, Button, Id, IdSalt, RectAlign, Response, RichText, Role, ScrollArea, Tooltip, Ui, vec2,
};

use super::cx::Cx;
use super::fonts::icon;
use super::theme::{self, font, grid, size};
use crate::app::table::{self, Entry, Menu};
use crate::app::{App, ByteCommand, Command, SessionCommand, Settings, TreeCommand, WindowCommand};

/// What stands before the name of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing: no line of the menu is a choice.
    No,
    /// Room: others are choices.
    Room,
    /// A tick where it is true.
    Choice(bool),
}

/// A line of a menu.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// What it is called.
    pub name: &'a str,
    /// The keys that do the same.
    pub keys: &'a str,
    /// What it does.
    pub about: &'a str,
    /// Why it cannot be done now.
    pub why_not: Option<&'a str>,
    /// What stands before it.
    pub mark: Mark,
}

/// Draws what hangs down from a menu's title, or stands at the pointer.
pub fn menu_body_ui<T>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> T) -> T {
    let palette = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = size::ROW;
    ui.spacing_mut().button_padding = vec2(grid(2), 0.0);
    let active = &mut ui.visuals_mut().widgets.active;
    (active.weak_bg_fill, active.bg_stroke) = (palette.selection, palette.focus());
    let window = ui.ctx().content_rect().size();
    let most = (window.y - size::MENU - grid(4)).max(size::ROW * 2.0);
    // Popups have less room of themselves.
    ui.set_max_height(most);
    let scrolled = ScrollArea::vertical().id_salt("menu").max_height(most);
    scrolled
        .show(ui, |ui| {
            ui.set_min_width(size::MENU_WIDTH.min(window.x - grid(4)));
            content(ui)
        })
        .inner
}

impl Line<'_> {
    /// Draws it.
    pub fn show_ui(self, ui: &mut Ui) -> Response {
        let palette = theme::palette(ui);
        let mut words = Atoms::default();
        if self.mark != Mark::No {
            words.push_right(Atom::custom(IdSalt::new("mark"), vec2(size::ICON, size::ICON)));
        }
        words.push_right(self.name);
        let mut button = Button::new(words);
        if !self.keys.is_empty() {
            button = button.shortcut_text(RichText::new(self.keys).font(font::small()).color(palette.muted));
        }
        let response = ui.add_enabled(self.why_not.is_none(), button);
        let role = if matches!(self.mark, Mark::Choice(_)) { Role::MenuItemCheckBox } else { Role::MenuItem };
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_role(role);
            node.set_label(self.name);
            if let Mark::Choice(is_on) = self.mark {
                node.set_toggled(is_on.into());
            }
        });
        if self.mark == Mark::Choice(true) {
            let colour = if response.enabled() { palette.accent } else { ui.visuals().disable(palette.accent) };
            let at = response.rect.left_center() + vec2(ui.spacing().button_padding.x, 0.0);
            ui.painter().text(at, Align2::LEFT_CENTER, icon::CHECK, font::icon(), colour);
        }
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        hint_beside(&response, self.why_not.unwrap_or(self.about));
        response
    }
}

/// Words about a line of a menu, beside it: below it they would cover the next ones.
fn hint_beside(response: &Response, text: &str) {
    if text.is_empty() {
        return;
    }
    let mut hint = if response.enabled() { Tooltip::for_enabled(response) } else { Tooltip::for_disabled(response) };
    hint.popup = hint.popup.align(RectAlign::RIGHT).align_alternatives(&[RectAlign::LEFT, RectAlign::BOTTOM_START]);
    hint.gap(grid(3)).show(|ui| ui.label(text));
}

/// The keys that a menu shows beside a command.
pub fn keys_of(entry: &Entry) -> String {
    entry.shortcuts.first().map(ToString::to_string).unwrap_or_default()
}

/// Draws a command as a line of a menu.
pub fn entry_ui(ui: &mut Ui, cx: &mut Cx, entry: &Entry, has_marks: bool) -> Id {
    let mark = match is_on(&entry.command, cx.app) {
        Some(is_on) => Mark::Choice(is_on),
        None if has_marks => Mark::Room,
        None => Mark::No,
    };
    let why_not = cx.app.why_unavailable(&entry.command);
    let keys = keys_of(entry);
    let line = Line { name: entry.name, keys: &keys, about: entry.tooltip, why_not, mark };
    let response = line.show_ui(ui);
    if response.clicked() {
        cx.ask(entry.command.clone());
        ui.close();
    }
    response.id
}

/// Draws a menu that hangs from another; its title and its lines.
pub fn beneath_ui(ui: &mut Ui, cx: &mut Cx, menu: Menu, has_marks: bool) -> (Id, Vec<Id>) {
    let is_any = table::menu(menu).any(|entry| cx.app.is_available(&entry.command));
    title_beneath_ui(ui, menu.title(), is_any, "Nothing in it can be done now", has_marks, |ui| {
        table::menu(menu).map(|entry| entry_ui(ui, cx, entry, is_marked(menu, cx.app))).collect()
    })
}

/// Draws the title of a menu that hangs from another, and its lines while it is open; greyed where there is none.
pub fn title_beneath_ui(
    ui: &mut Ui,
    title: &str,
    is_any: bool,
    why_not: &str,
    has_marks: bool,
    lines: impl FnOnce(&mut Ui) -> Vec<Id>,
) -> (Id, Vec<Id>) {
    let mark = if has_marks { Mark::Room } else { Mark::No };
    if !is_any {
        let line = Line { name: title, keys: "", about: "", why_not: Some(why_not), mark };
        return (line.show_ui(ui).id, Vec::new());
    }
    let mut words = Atoms::default();
    if has_marks {
        words.push_right(Atom::custom(IdSalt::new("mark"), vec2(size::ICON, size::ICON)));
    }
    words.push_right(title);
    let (button, shown) = SubMenuButton::new(words).ui(ui, |ui| menu_body_ui(ui, lines));
    ui.ctx().accesskit_node_builder(button.id, |node| {
        node.set_role(Role::MenuItem);
        node.set_label(title);
    });
    if button.gained_focus() {
        button.scroll_to_me(None);
    }
    (button.id, shown.map(|it| it.inner).unwrap_or_default())
}

/// True for a menu in which something is a choice: all its lines leave room for the tick.
pub fn is_marked(menu: Menu, app: &App) -> bool {
    table::menu(menu).any(|entry| is_on(&entry.command, app).is_some())
}

/// Whether a choice is the one in force; `None` for what is no choice.
pub fn is_on(command: &Command, app: &App) -> Option<bool> {
    let settings = app.settings();
    match command {
        Command::Tree(TreeCommand::ToggleAbsent) => Some(settings.is_absent_shown),
        Command::Session(SessionCommand::ToggleSession) => Some(settings.is_session_restored),
        Command::Bytes(ByteCommand::ToggleLengths) => Some(app.typing_mode().do_lengths_follow),
        Command::Bytes(ByteCommand::ToggleDecimal) => Some(settings.is_offset_decimal),
        Command::Bytes(ByteCommand::ToggleInsert) => Some(app.typing_mode().is_insert),
        other => is_pane_on(other, settings),
    }
}

/// The same for what stands in the settings.
fn is_pane_on(command: &Command, settings: &Settings) -> Option<bool> {
    if let Command::Window(WindowCommand::TogglePane(pane)) = command {
        return Some(settings.is_shown(*pane));
    }
    if let Command::Window(WindowCommand::SetTheme(theme)) = command {
        return Some(settings.theme == *theme);
    }
    if let Command::Window(WindowCommand::ShowBottom(bottom)) = command {
        return Some(settings.is_bottom_shown && settings.bottom == *bottom);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{Bottom, FileCommand, Pane, Theme};

    #[test]
    fn choices_show_which_is_in_force() {
        let settings = Settings { theme: Theme::Light, is_bottom_shown: false, ..Settings::default() };
        assert_eq!(is_pane_on(&Command::Window(WindowCommand::SetTheme(Theme::Light)), &settings), Some(true));
        assert_eq!(is_pane_on(&Command::Window(WindowCommand::SetTheme(Theme::Dark)), &settings), Some(false));
        assert_eq!(is_pane_on(&Command::Window(WindowCommand::ShowBottom(Bottom::Bytes)), &settings), Some(false));
        assert_eq!(is_pane_on(&Command::Window(WindowCommand::TogglePane(Pane::Inspector)), &settings), Some(true));
        assert_eq!(is_pane_on(&Command::File(FileCommand::Save), &settings), None);
    }

    #[test]
    fn a_menu_with_a_choice_leaves_room_for_ticks() {
        let app = App::new();
        assert!(is_marked(Menu::View, &app));
        assert!(!is_marked(Menu::File, &app));
    }
}

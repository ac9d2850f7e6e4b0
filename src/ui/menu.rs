//! The menu bar: drawn from the command table, with its shortcuts, and at its right the way to all commands. Alt or F10
//! opens it, arrows move through it.

use egui::containers::menu::{MenuBar, MenuButton, SubMenuButton};
use egui::{Align, Align2, Button, FocusDirection, Id, Key, Layout, Modifiers, Popup, RichText, Sense, Ui, vec2};

use super::cx::Cx;
use super::focus::is_wanted;
use super::fonts::icon;
use super::theme::{self, font, grid, size};
use super::widgets::{elided_ui, galley_ui, icon_button, name_of};
use super::words;
use crate::app::table::{self, Entry, Menu};
use crate::app::{App, ByteCommand, Command, FileCommand, Focus, SessionCommand, Settings, TreeCommand, WindowCommand};

/// Recent files that the menu lists.
const RECENT: usize = 12;

/// What the bar remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct MenusState {
    /// The title of each menu and what hangs from it.
    titles: Vec<Title>,
    /// The button of the submenu, and its items.
    submenu: Vec<Id>,
    was_open: bool,
    /// What had the focus before a menu opened.
    before: Option<Id>,
    /// True while Alt is held and nothing else was done.
    is_alt_alone: bool,
}

#[derive(Clone, Copy, Debug)]
struct Title {
    button: Id,
    popup: Id,
}

/// Draws the bar.
pub fn menu_ui(ui: &mut Ui, cx: &mut Cx, state: &mut MenusState) {
    let palette = theme::palette(ui);
    let focused = ui.memory(|memory| memory.focused());
    if !state.was_open {
        state.before = focused.filter(|id| state.titles.iter().all(|it| it.button != *id));
    }
    keys(ui, cx, state);
    state.titles.clear();
    state.submenu.clear();
    MenuBar::new().ui(ui, |ui| {
        ui.spacing_mut().button_padding = vec2(grid(2), grid(1));
        ui.add_space(grid(1));
        if ui.available_width() > size::PROSE {
            ui.label(RichText::new("wirebench").font(font::strong()).color(palette.text));
            ui.add_space(grid(1));
        }
        for menu in Menu::BAR {
            let (response, _) = MenuButton::new(menu.title()).ui(ui, |ui| {
                menu_look(ui);
                items_ui(ui, cx, menu, state);
            });
            if response.clicked() {
                response.request_focus();
            }
            state.titles.push(Title { button: response.id, popup: Popup::default_response_id(&response) });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| search_ui(ui, cx));
    });
    give_back(ui, state);
}

/// Rows as close as those of lists, and what has the focus as clear as there.
pub fn menu_look(ui: &mut Ui) {
    let palette = theme::palette(ui);
    ui.set_min_width(size::MENU_WIDTH);
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = size::ROW;
    let active = &mut ui.visuals_mut().widgets.active;
    (active.weak_bg_fill, active.bg_stroke) = (palette.selection, palette.focus());
}

/// What had the focus before has it again when the menus are closed.
fn give_back(ui: &Ui, state: &mut MenusState) {
    let is_open = open_menu(ui, state).is_some();
    if state.was_open && !is_open {
        let focused = ui.memory(|memory| memory.focused());
        let is_ours = focused.is_none_or(|id| state.titles.iter().any(|it| it.button == id));
        match state.before {
            Some(before) if is_ours => ui.memory_mut(|memory| memory.request_focus(before)),
            Some(_) | None => {}
        }
    }
    state.was_open = is_open;
}

fn open_menu(ui: &Ui, state: &MenusState) -> Option<usize> {
    state.titles.iter().position(|it| Popup::is_id_open(ui.ctx(), it.popup))
}

fn open(ui: &Ui, title: Title) {
    Popup::open_id(ui.ctx(), title.popup);
    ui.memory_mut(|memory| {
        memory.move_focus(FocusDirection::None);
        memory.request_focus(title.button);
    });
}

/// Alt alone and F10 open and close; Left and Right go to the menu beside.
fn keys(ui: &Ui, cx: &Cx, state: &mut MenusState) {
    let now = open_menu(ui, state);
    let is_asked = is_asked(ui, cx, state);
    match (now, is_asked) {
        (Some(_), true) => Popup::close_all(ui.ctx()),
        (None, true) => {
            if let Some(first) = state.titles.first() {
                open(ui, *first);
            }
        }
        (Some(now), false) => {
            let focused = ui.memory(|memory| memory.focused());
            let in_submenu = focused.and_then(|id| state.submenu.iter().position(|it| *it == id));
            let count = state.titles.len();
            let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
            // Right opens a submenu, and Left leaves it.
            let next = match in_submenu {
                None if pressed(Key::ArrowRight) => Some(now + 1),
                None | Some(0) if pressed(Key::ArrowLeft) => Some(now + count - 1),
                None | Some(_) => None,
            };
            if let Some(title) = next.and_then(|next| state.titles.get(next % count)) {
                open(ui, *title);
            }
        }
        (None, false) => {}
    }
}

fn is_asked(ui: &Ui, cx: &Cx, state: &mut MenusState) -> bool {
    let is_tapped = alt_tapped(ui, &mut state.is_alt_alone);
    is_wanted(ui, cx, Focus::Menus) || is_tapped
}

/// True when Alt was pressed and let go with nothing between.
fn alt_tapped(ui: &Ui, is_alone: &mut bool) -> bool {
    let mut is_tapped = false;
    ui.input(|input| {
        for said in &input.events {
            if let egui::Event::Key { key: Key::AltLeft, pressed, repeat, .. } = said {
                is_tapped |= !pressed && *is_alone;
                *is_alone = *pressed && (!repeat || *is_alone);
            } else if is_deed(said) {
                *is_alone = false;
            }
        }
    });
    is_tapped
}

/// What makes a held Alt one of several keys.
fn is_deed(said: &egui::Event) -> bool {
    matches!(
        said,
        egui::Event::Key { .. }
            | egui::Event::Text(_)
            | egui::Event::PointerButton { .. }
            | egui::Event::WindowFocused(_)
    )
}

/// The way to all commands: a box where there is room, an icon where there is not.
fn search_ui(ui: &mut Ui, cx: &mut Cx) {
    const NAME: &str = "Search commands";
    let palette = theme::palette(ui);
    ui.add_space(grid(1));
    let (wanted, least) = size::SEARCH;
    let room = ui.available_width() - grid(2);
    if room < least {
        if icon_button(ui, icon::MAGNIFYING_GLASS, NAME).clicked() {
            cx.ask(WindowCommand::ShowPalette);
        }
        return;
    }
    let (rect, response) = ui.allocate_exact_size(vec2(wanted.min(room), size::ROW), Sense::click());
    name_of(&response, egui::Role::Button, NAME);
    let stroke = match (response.has_focus(), response.hovered()) {
        (true, _) => palette.focus(),
        (false, true) => egui::Stroke::new(1.0, palette.muted),
        (false, false) => palette.line(),
    };
    ui.painter().rect(rect, size::CORNER, palette.background, stroke, egui::StrokeKind::Inside);
    let inner = rect.shrink2(vec2(grid(2), 0.0));
    ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, icon::MAGNIFYING_GLASS, font::icon(), palette.muted);
    let keys = table::entry(&Command::Window(WindowCommand::ShowPalette)).map(keys_of).unwrap_or_default();
    let keys = ui.painter().layout_no_wrap(keys, font::small(), palette.muted);
    let mut text = inner;
    text.min.x += size::ICON + grid(2);
    text.max.x -= keys.size().x + grid(2);
    galley_ui(ui, inner, Align2::RIGHT_CENTER, keys, palette.muted);
    elided_ui(ui, text, NAME, font::text(), palette.muted);
    if response.on_hover_text("Find any command by its name and run it").clicked() {
        cx.ask(WindowCommand::ShowPalette);
    }
}

fn items_ui(ui: &mut Ui, cx: &mut Cx, menu: Menu, state: &mut MenusState) {
    let mut group = None;
    for entry in table::menu(menu) {
        if group.is_some_and(|it| it != entry.group) {
            if menu == Menu::File && group == Some(0) {
                recent_ui(ui, cx, state);
            }
            for (beneath, _) in menu.beneath().iter().filter(|(_, behind)| group == Some(*behind)) {
                let (button, items) = beneath_ui(ui, cx, *beneath);
                state.submenu.push(button);
                state.submenu.extend(items);
            }
            ui.separator();
        }
        group = Some(entry.group);
        _ = item_ui(ui, cx, entry);
    }
}

fn recent_ui(ui: &mut Ui, cx: &mut Cx, state: &mut MenusState) {
    let files = cx.app.recent_files();
    if files.is_empty() {
        ui.add_enabled(false, Button::new("Recent files")).on_disabled_hover_text("No file was opened yet");
        return;
    }
    let mut items = Vec::new();
    let (button, _) = SubMenuButton::new("Recent files").ui(ui, |ui| {
        menu_look(ui);
        ui.set_max_width(size::DIALOG);
        for path in files.iter().take(RECENT) {
            let name = words::file_name(path);
            let folder = path.parent().map(words::path).unwrap_or_default();
            let response = ui.add(Button::new(name).truncate()).on_hover_text(folder);
            items.push(response.id);
            if response.clicked() {
                cx.ask(FileCommand::OpenFile { path: path.clone(), type_name: None });
                ui.close();
            }
        }
    });
    state.submenu.push(button.id);
    state.submenu.extend(items);
}

/// Draws a menu that hangs from another; its button and its items.
pub fn beneath_ui(ui: &mut Ui, cx: &mut Cx, menu: Menu) -> (Id, Vec<Id>) {
    let is_any = table::menu(menu).any(|entry| cx.app.is_available(&entry.command));
    if !is_any {
        return (ui.add_enabled(false, Button::new(menu.title())).id, Vec::new());
    }
    let mut items = Vec::new();
    let (button, _) = SubMenuButton::new(menu.title()).ui(ui, |ui| {
        menu_look(ui);
        for entry in table::menu(menu) {
            items.push(item_ui(ui, cx, entry));
        }
    });
    (button.id, items)
}

fn keys_of(entry: &Entry) -> String {
    entry.shortcuts.first().map(ToString::to_string).unwrap_or_default()
}

/// Draws a command as an item of a menu.
pub fn item_ui(ui: &mut Ui, cx: &mut Cx, entry: &Entry) -> Id {
    let palette = theme::palette(ui);
    let mut button = Button::new(entry.name);
    let keys = keys_of(entry);
    if !keys.is_empty() {
        button = button.shortcut_text(RichText::new(keys).font(font::small()).color(palette.muted));
    }
    if let Some(is_on) = is_on(&entry.command, cx.app) {
        button = button.selected(is_on);
    }
    let why = cx.app.why_unavailable(&entry.command);
    let response = ui.add_enabled(why.is_none(), button).on_hover_text(entry.tooltip);
    let response = response.on_disabled_hover_text(why.unwrap_or_default());
    if response.clicked() {
        cx.ask(entry.command.clone());
        ui.close();
    }
    response.id
}

/// Whether a choice is the one in force; `None` for what is no choice.
fn is_on(command: &Command, app: &App) -> Option<bool> {
    let settings = app.settings();
    match command {
        Command::Tree(TreeCommand::ToggleAbsent) => Some(settings.is_absent_shown),
        Command::Session(SessionCommand::ToggleSession) => Some(settings.is_session_restored),
        Command::Bytes(ByteCommand::ToggleLengths) => Some(app.typing_mode().do_lengths_follow),
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
    use crate::app::{Bottom, Pane, Theme};

    #[test]
    fn choices_show_which_is_in_force() {
        let settings = Settings { theme: Theme::Light, is_bottom_shown: false, ..Settings::default() };
        assert_eq!(is_pane_on(&Command::Window(WindowCommand::SetTheme(Theme::Light)), &settings), Some(true));
        assert_eq!(is_pane_on(&Command::Window(WindowCommand::SetTheme(Theme::Dark)), &settings), Some(false));
        assert_eq!(is_pane_on(&Command::Window(WindowCommand::ShowBottom(Bottom::Bytes)), &settings), Some(false));
        assert_eq!(is_pane_on(&Command::Window(WindowCommand::TogglePane(Pane::Inspector)), &settings), Some(true));
        assert_eq!(is_pane_on(&Command::File(FileCommand::Save), &settings), None);
    }
}

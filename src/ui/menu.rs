//! The menu bar: drawn from the command table, with its shortcuts, and at its right the way to all commands. Alt or F10
//! opens it, Alt with the first letter of a title that menu, arrows move through it.

use egui::containers::menu::{MenuBar, MenuConfig};
use egui::os::OperatingSystem;
use egui::text::LayoutJob;
use egui::{
    Align, Align2, Color32, FocusDirection, Id, Key, Layout, Modifiers, Popup, RichText, Sense, Stroke, TextFormat, Ui,
    UiKind, UiStackInfo, vec2,
};

use super::cx::Cx;
use super::focus::is_wanted;
use super::fonts::icon;
use super::menu_items::{Line, Mark, beneath_ui, entry_ui, is_marked, keys_of, menu_body_ui, title_beneath_ui};
use super::theme::{self, font, grid, size};
use super::widgets::{elided_ui, galley_ui, icon_button, name_of};
use super::words;
use crate::app::table::{self, Menu};
use crate::app::{FileCommand, Focus, WindowCommand};

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

/// Draws the bar. It has no keys while something is over the window.
pub fn menu_ui(ui: &mut Ui, cx: &mut Cx, state: &mut MenusState, is_covered: bool) {
    let palette = theme::palette(ui);
    let focused = ui.memory(|memory| memory.focused());
    if !state.was_open {
        state.before = focused.filter(|id| state.titles.iter().all(|it| it.button != *id));
    }
    if is_covered {
        state.is_alt_alone = false;
    } else {
        keys(ui, cx, state);
    }
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
            title_ui(ui, cx, menu, state);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| search_ui(ui, cx));
    });
    give_back(ui, state);
}

/// Draws a title and the menu that hangs from it while it is open.
fn title_ui(ui: &mut Ui, cx: &mut Cx, menu: Menu, state: &mut MenusState) {
    let response = ui.button(title(ui, menu.title(), state.is_alt_alone));
    let popup = Popup::default_response_id(&response);
    if response.clicked() {
        response.request_focus();
    }
    // A pointer that moves over the bar opens menu after menu; one that rests there leaves it to the keys.
    let is_moved = ui.input(|input| input.pointer.delta() != egui::Vec2::ZERO);
    if state.was_open && is_moved && response.hovered() && !Popup::is_id_open(ui.ctx(), popup) {
        Popup::open_id(ui.ctx(), popup);
    }
    let config = MenuConfig::new();
    Popup::menu(&response)
        .close_behavior(config.close_behavior)
        .style(config.style.clone())
        .info(UiStackInfo::new(UiKind::Menu).with_tag_value(MenuConfig::MENU_CONFIG_TAG, config))
        .show(|ui| menu_body_ui(ui, |ui| items_ui(ui, cx, menu, state)));
    state.titles.push(Title { button: response.id, popup });
}

/// A title of the bar; while Alt is held the letter that opens it is underlined.
fn title(ui: &Ui, name: &str, is_alt_held: bool) -> LayoutJob {
    let mut job = LayoutJob::default();
    let plain = TextFormat { font_id: font::text(), color: Color32::PLACEHOLDER, ..TextFormat::default() };
    let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
    let line = if is_alt_held { Stroke::new(1.0, theme::palette(ui).text) } else { Stroke::NONE };
    job.append(first, 0.0, TextFormat { underline: line, ..plain.clone() });
    job.append(rest, 0.0, plain);
    job
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

/// Alt alone and F10 open and close, Alt with a letter opens; Left and Right go to the menu beside.
fn keys(ui: &Ui, cx: &Cx, state: &mut MenusState) {
    let now = open_menu(ui, state);
    if let Some(title) = lettered(ui).and_then(|at| state.titles.get(at)) {
        Popup::close_all(ui.ctx());
        return open(ui, *title);
    }
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

/// The menu whose first letter was pressed with Alt. On macOS such letters are typed.
fn lettered(ui: &Ui) -> Option<usize> {
    if ui.ctx().os() == OperatingSystem::Mac {
        return None;
    }
    let is_letter = |key: Key, title: &str| title.get(..1).is_some_and(|it| it == key.name());
    ui.input_mut(|input| {
        let pressed = |it: &egui::Event| match it {
            egui::Event::Key { key, pressed: true, modifiers, .. } if modifiers.matches_exact(Modifiers::ALT) => {
                Menu::BAR.iter().position(|menu| is_letter(*key, menu.title()))
            }
            _ => None,
        };
        let at = input.events.iter().position(|it| pressed(it).is_some())?;
        let menu = pressed(&input.events.remove(at));
        // What the platform would have typed.
        input.events.retain(|it| !matches!(it, egui::Event::Text(_)));
        menu
    })
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
        // A shortcut takes its key out of what is told; held down it is still.
        *is_alone &= input.keys_down.iter().all(|it| *it == Key::AltLeft);
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
        (false, true) => Stroke::new(1.0, palette.muted),
        (false, false) => palette.line(),
    };
    ui.painter().rect(rect, size::CORNER, palette.background, stroke, egui::StrokeKind::Inside);
    let inner = rect.shrink2(vec2(grid(2), 0.0));
    ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, icon::MAGNIFYING_GLASS, font::icon(), palette.muted);
    let keys = table::entry(&crate::app::Command::from(WindowCommand::ShowPalette)).map(keys_of).unwrap_or_default();
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
    let has_marks = is_marked(menu, cx.app);
    let mut group = None;
    for entry in table::menu(menu) {
        if group.is_some_and(|it| it != entry.group) {
            if menu == Menu::File && group == Some(0) {
                recent_ui(ui, cx, state);
            }
            for (beneath, _) in menu.beneath().iter().filter(|(_, behind)| group == Some(*behind)) {
                state.note(beneath_ui(ui, cx, *beneath, has_marks));
            }
            ui.separator();
        }
        group = Some(entry.group);
        _ = entry_ui(ui, cx, entry, has_marks);
    }
}

fn recent_ui(ui: &mut Ui, cx: &mut Cx, state: &mut MenusState) {
    let files = cx.app.recent_files();
    let shown = title_beneath_ui(ui, "Recent files", !files.is_empty(), "No file was opened yet", false, |ui| {
        ui.set_max_width(size::DIALOG);
        let mut lines = Vec::new();
        for path in files.iter().take(RECENT) {
            let (name, folder) = (words::file_name(path), path.parent().map(words::path).unwrap_or_default());
            let line = Line { name: &name, keys: "", about: &folder, why_not: None, mark: Mark::No }.show_ui(ui);
            lines.push(line.id);
            if line.clicked() {
                cx.ask(FileCommand::OpenFile { path: path.clone(), type_name: None });
                ui.close();
            }
        }
        lines
    });
    state.note(shown);
}

impl MenusState {
    /// Notes a menu beneath another: its title and its lines.
    fn note(&mut self, (title, lines): (Id, Vec<Id>)) {
        self.submenu.push(title);
        self.submenu.extend(lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_title_of_the_bar_begins_with_its_own_letter() {
        let mut letters: Vec<_> = Menu::BAR.iter().filter_map(|it| it.title().chars().next()).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), Menu::BAR.len());
    }
}

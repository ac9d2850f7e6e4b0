//! F1: all shortcuts, by menu, to be searched.

use egui::{Id, Key, Modifiers, RichText, Ui, vec2};

use super::cx::Cx;
use super::fonts::icon;
use super::palette;
use super::theme::{self, font, grid, size};
use super::widgets::{Dialog, elided, elided_ui, galley_ui, main_button, section_ui, wide_text_field};
use crate::app::WindowCommand;
use crate::app::table::{self, Entry, Menu};

/// What the list remembers while it is open.
#[derive(Clone, Debug, Default)]
pub struct HelpState {
    filter: String,
    is_focused: bool,
}

/// Draws the list while it is open.
pub fn help_ui(ui: &mut Ui, cx: &mut Cx, state: &mut HelpState) {
    if !cx.app.is_help_shown() {
        *state = HelpState::default();
        return;
    }
    let dialog = Dialog { id: "shortcuts", title: "Keyboard shortcuts", is_centred: false, width: size::PROSE };
    let HelpState { filter, is_focused } = state;
    let mut typed = filter.clone();
    let ((), is_given_up) = dialog.show_headed_ui(
        ui.ctx(),
        |ui| field_ui(ui, &mut typed, is_focused),
        |ui| {
            scroll_by_keys(ui);
            list_ui(ui, filter);
        },
        |ui| {
            if main_button(ui, "Close").clicked() {
                ui.close();
            }
        },
    );
    *filter = typed;
    if is_given_up {
        cx.ask(WindowCommand::HideHelp);
    }
}

fn field_ui(ui: &mut Ui, typed: &mut String, is_focused: &mut bool) {
    let field = wide_text_field(typed, Id::unique("shortcut filter"), "By name, key or what it does");
    let field = ui.add(field.prefix(icon::MAGNIFYING_GLASS)).accessible_name("Search shortcuts");
    if !std::mem::replace(is_focused, true) {
        field.request_focus();
    }
}

/// The field has the focus: the keys that mean nothing to it move the list.
fn scroll_by_keys(ui: &mut Ui) {
    let page = ui.clip_rect().height() - size::ROW;
    let by = ui.input_mut(|input| {
        let mut pressed = |key| input.count_and_consume_key(Modifiers::NONE, key) as f32;
        let rows = pressed(Key::ArrowUp) - pressed(Key::ArrowDown);
        rows * size::ROW + (pressed(Key::PageUp) - pressed(Key::PageDown)) * page
    });
    if by != 0.0 {
        ui.scroll_with_delta(vec2(0.0, by));
    }
}

fn list_ui(ui: &mut Ui, filter: &str) {
    let mut is_any = false;
    ui.spacing_mut().item_spacing.y = 0.0;
    for menu in Menu::BAR.into_iter().chain([Menu::CopyAs, Menu::PasteAs, Menu::None]) {
        let is_found = |it: &&Entry| !it.shortcuts.is_empty() && palette::matches(it, filter);
        let entries: Vec<&Entry> = table::menu(menu).filter(is_found).collect();
        if !entries.is_empty() {
            is_any = true;
            section_ui(ui, if menu == Menu::None { "In the tree and elsewhere" } else { menu.title() });
            entries.into_iter().for_each(|it| entry_ui(ui, it));
        }
    }
    if !is_any {
        ui.add_space(grid(2));
        ui.label(RichText::new("No shortcut has this in its name").color(theme::palette(ui).muted));
    }
}

fn entry_ui(ui: &mut Ui, entry: &Entry) {
    let palette = theme::palette(ui);
    let keys: Vec<String> = entry.shortcuts.iter().map(ToString::to_string).collect();
    let keys = keys.join(", ");
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &keys));
    let galley = ui.painter().layout_no_wrap(keys, font::mono(), palette.muted);
    let mut room = rect;
    room.max.x -= galley.size().x + grid(2);
    galley_ui(ui, rect.shrink2(vec2(grid(2), 0.0)), egui::Align2::RIGHT_CENTER, galley, palette.muted);
    let name = elided(ui, entry.name, font::text(), room.width());
    let mut about = room;
    about.min.x = (room.min.x + name.size().x + grid(3)).min(room.max.x);
    galley_ui(ui, room, egui::Align2::LEFT_CENTER, name, palette.text);
    let has_room = about.width() >= size::LEAST_TYPE;
    if !has_room || elided_ui(ui, about, entry.tooltip, font::small(), palette.muted) {
        response.on_hover_text(entry.tooltip);
    }
}

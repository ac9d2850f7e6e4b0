//! The tabs: one a document, with its type and the mark of what is not saved.

use egui::{Align2, Color32, CornerRadius, Id, Rect, Role, ScrollArea, Sense, Ui, pos2, vec2};

use super::cx::Cx;
use super::fonts::icon;
use super::theme::{self, Palette, font, grid, size};
use super::widgets::{galley_ui, name_of};
use super::words;
use crate::app::{App, Command, Tab};

/// A tab as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drawn {
    name: String,
    type_name: String,
    is_edited: bool,
    is_active: bool,
}

fn drawn(app: &App, place: usize, tab: Tab) -> Drawn {
    let is_active = app.active_tab() == place;
    match tab {
        Tab::Welcome => Drawn { name: "Welcome".into(), type_name: String::new(), is_edited: false, is_active },
        Tab::Document(id) => match app.document(id) {
            Some(document) => Drawn {
                name: document.name(),
                type_name: document.type_name().map(words::own_name).unwrap_or_default().to_owned(),
                is_edited: document.is_edited(),
                is_active,
            },
            None => Drawn { name: String::new(), type_name: String::new(), is_edited: false, is_active },
        },
    }
}

/// Draws the bar.
pub fn tabs_ui(ui: &mut Ui, cx: &mut Cx) {
    let bar = ScrollArea::horizontal()
        .id_salt("tabs")
        .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden);
    bar.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (place, tab) in cx.app.tabs().iter().enumerate() {
                tab_ui(ui, cx, place, &drawn(cx.app, place, *tab));
            }
        });
    });
}

fn tab_ui(ui: &mut Ui, cx: &mut Cx, place: usize, tab: &Drawn) {
    let palette = theme::palette(ui);
    let layout = |text: &str, font_id| ui.painter().layout_no_wrap(text.to_owned(), font_id, Color32::PLACEHOLDER);
    let name = layout(&tab.name, font::text());
    let type_name = layout(&tab.type_name, font::small());
    let gap = if tab.type_name.is_empty() { 0.0 } else { grid(3) };
    let close = size::ICON + grid(1);
    let width = grid(4) + name.size().x + gap + type_name.size().x + grid(2) + close + grid(2);
    let (rect, response) = ui.allocate_exact_size(vec2(width, size::BAR), Sense::click());
    name_of(&response, Role::Tab, &tab.name);
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_selected(tab.is_active);
        if tab.is_edited {
            node.set_description("edited");
        }
    });
    ground_ui(ui, palette, rect, tab.is_active, response.hovered());
    if response.has_focus() {
        let outline = rect.shrink(2.0);
        ui.painter().rect_stroke(outline, size::CORNER, palette.focus(), egui::StrokeKind::Inside);
    }
    let colour = if tab.is_active { palette.text } else { palette.muted };
    let inner = Rect::from_min_max(pos2(rect.left() + grid(4), rect.top()), rect.max);
    let after_name = inner.left() + name.size().x + gap;
    galley_ui(ui, inner, Align2::LEFT_CENTER, name, colour);
    let type_rect = Rect::from_min_max(pos2(after_name, rect.top()), rect.max);
    galley_ui(ui, type_rect, Align2::LEFT_CENTER, type_name, palette.muted);
    let close_rect =
        Rect::from_center_size(pos2(rect.right() - grid(2) - close / 2.0, rect.center().y), vec2(close, close));
    close_ui(ui, cx, palette, place, tab, close_rect, response.contains_pointer());
    if tab.is_active && is_newly_active(ui, place) {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        cx.ask(Command::ActivateTab(place));
    }
    if response.middle_clicked() {
        cx.ask(Command::CloseTabAt(place));
    }
}

/// True in the first frame of a tab.
fn is_newly_active(ui: &Ui, place: usize) -> bool {
    let id = Id::unique("active tab");
    ui.data_mut(|data| {
        let before = data.get_temp::<usize>(id);
        data.insert_temp(id, place);
        before != Some(place)
    })
}

fn ground_ui(ui: &Ui, palette: &Palette, rect: Rect, is_active: bool, is_hovered: bool) {
    let fill = match (is_active, is_hovered) {
        (true, _) => palette.background,
        (false, true) => palette.raised,
        (false, false) => palette.panel,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    ui.painter().vline(rect.right() - 0.5, rect.y_range(), palette.line());
    if is_active {
        let line = Rect::from_min_max(rect.min, pos2(rect.right(), rect.top() + 2.0));
        ui.painter().rect_filled(line, 0.0, palette.accent);
    }
}

/// The mark of an edited document, which is the button to close while it is pointed at.
fn close_ui(ui: &Ui, cx: &mut Cx, palette: &Palette, place: usize, tab: &Drawn, rect: Rect, is_tab_hovered: bool) {
    let response = ui.interact(rect, Id::unique(("close tab", place)), Sense::click());
    name_of(&response, Role::Button, &format!("Close {}", tab.name));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, CornerRadius::same(size::CORNER), palette.raised);
    }
    if tab.is_edited && !(response.hovered() || response.has_focus()) {
        ui.painter().circle_filled(rect.center(), size::DOT, palette.accent);
    } else if tab.is_active || is_tab_hovered || response.hovered() || response.has_focus() {
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon::X, font::text(), palette.muted);
    }
    if response.clicked() {
        cx.ask(Command::CloseTabAt(place));
    }
}

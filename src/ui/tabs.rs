//! The tabs of a group: one a document, with its type and the mark of what is not saved. Costs what shows: a thousand
//! tabs are as quick as ten.

use std::sync::Arc;

use egui::{
    Align2, CornerRadius, DragAndDrop, EventFilter, Galley, Id, Key, Modifiers, Rect, Role, Sense, Ui, UiBuilder, pos2,
    vec2,
};

use super::cx::Cx;
use super::fonts::icon;
use super::menu_items::{Line, Mark, keys_of, menu_body_ui};
use super::theme::{self, Palette, font, grid, size};
use super::widgets::{elided, galley_ui, icon_button, name_of};
use super::words;
use crate::app::layout::{Change, Direction, Group, TabAt, Target};
use crate::app::{App, ClipCommand, Command, Tab, TabCommand, table};

/// What a bar remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct BarState {
    /// The first tab of which something is seen.
    first: usize,
    /// How much of it is hidden at its left, in points.
    within: f32,
    /// The active tab, its place and the room there was when it was last brought into view.
    revealed: Option<(Tab, usize, u32)>,
    /// True while the keys move among the tabs: the focus goes with them.
    is_moving: bool,
}

/// The name of a tab.
pub fn name(app: &App, tab: Tab) -> String {
    match tab {
        Tab::Welcome => "Welcome".to_owned(),
        Tab::Document(id) => {
            let name = app.document(id).map(crate::app::OpenDocument::name).unwrap_or_default();
            words::visible(&name).into_owned()
        }
    }
}

/// A tab laid out.
struct Laid {
    name: Arc<Galley>,
    type_name: Arc<Galley>,
    full_name: String,
    is_edited: bool,
    width: f32,
}

const CLOSE: f32 = size::ICON + grid(1);

impl Laid {
    /// No wider than `room`: what is elided first is the type.
    fn new(ui: &Ui, app: &App, tab: Tab, room: f32) -> Self {
        let document = match tab {
            Tab::Welcome => None,
            Tab::Document(id) => app.document(id),
        };
        let full_name = name(app, tab);
        let type_name = document.and_then(|it| it.type_name()).map(words::own_name).unwrap_or_default();
        let words = room - grid(8) - CLOSE;
        let name = elided(ui, &full_name, font::text(), words.min(size::TAB.max(words) * 0.6));
        let left = words - name.size().x - grid(3);
        let type_name = if left < size::LEAST_TYPE { "" } else { type_name };
        let type_name = elided(ui, type_name, font::small(), left.min(size::TAB.max(words) * 0.4));
        let gap = if type_name.size().x > 0.0 { grid(3) } else { 0.0 };
        let width = grid(4) + name.size().x + gap + type_name.size().x + grid(2) + CLOSE + grid(2);
        Self { name, type_name, full_name, is_edited: document.is_some_and(|it| it.is_edited()), width: width.round() }
    }
}

/// The most room of a tab: what all of them leave it, so that names are cut only where there are many.
fn tab_room(room: Rect, group: &Group) -> f32 {
    let share = room.width() / group.tabs().len().max(1) as f32;
    share.clamp(size::TAB + grid(8) + CLOSE, size::WIDE_TAB).min(room.width())
}

/// Draws the bar.
pub fn tabs_ui(ui: &mut Ui, cx: &mut Cx, bar: Rect, group: &Group, state: &mut BarState) {
    let palette = theme::palette(ui);
    ui.painter().rect_filled(bar, 0.0, palette.panel);
    ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, palette.line());
    let mut room = bar;
    if group.tabs().len() > 1 {
        room.set_right(bar.right() - size::CONTROL - grid(2));
        let beside = Rect::from_min_max(pos2(room.right(), bar.top()), bar.max).shrink2(vec2(grid(1), 0.0));
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let mut child = ui.new_child(UiBuilder::new().id_salt("all tabs").max_rect(beside).layout(layout));
        if icon_button(&mut child, icon::CARET_DOWN, "All tabs").clicked() {
            cx.ask(TabCommand::ShowDocumentPicker);
        }
    }
    let list = ui.interact(room, Id::unique(("tabs", group.id())), Sense::hover());
    name_of(&list, Role::TabList, "Tabs");
    ui.ctx().allow_widget_id_changes_in(room);
    let mut child = ui.new_child(UiBuilder::new().id_salt("tabs").max_rect(room).accessibility_parent(list.id));
    child.set_clip_rect(room.intersect(ui.clip_rect()));
    let width = |place: usize| {
        group.tabs().get(place).map_or(0.0, |tab| Laid::new(ui, cx.app, *tab, tab_room(room, group)).width)
    };
    let active = (group.active(), group.active_place(), room.width().round() as u32);
    if state.revealed != Some(active) {
        state.reveal(group.active_place(), room.width(), &width);
        state.revealed = Some(active);
    }
    if ui.rect_contains_pointer(room) {
        let wheel = ui.input(|input| input.smooth_scroll_delta());
        state.scroll(-(wheel.x + wheel.y), group.tabs().len(), &width);
    }
    state.keep_full(group.tabs().len(), room.width(), &width);
    bar_ui(&mut child, cx, group, state, room);
}

impl BarState {
    /// Moves as little as shows the whole of a tab.
    fn reveal(&mut self, place: usize, room: f32, width: &impl Fn(usize) -> f32) {
        if place <= self.first {
            (self.first, self.within) = (place, 0.0);
            return;
        }
        let mut sum = 0.0;
        for it in (self.first..=place).rev() {
            sum += width(it);
            if sum > room {
                (self.first, self.within) = (it, (sum - room).min(width(it)));
                return;
            }
        }
        // `sum` reaches from the start of the first tab to the end of this one.
        self.within = self.within.max(sum - room);
    }

    fn scroll(&mut self, by: f32, count: usize, width: &impl Fn(usize) -> f32) {
        self.within += by;
        while self.within < 0.0 && self.first > 0 {
            self.first -= 1;
            self.within += width(self.first);
        }
        while self.first + 1 < count && self.within >= width(self.first) {
            self.within -= width(self.first);
            self.first += 1;
        }
        self.within = self.within.max(0.0);
    }

    /// Leaves no room free behind the last tab that those before could have.
    fn keep_full(&mut self, count: usize, room: f32, width: &impl Fn(usize) -> f32) {
        self.first = self.first.min(count.saturating_sub(1));
        let mut sum = -self.within;
        for place in self.first..count {
            sum += width(place);
            if sum >= room {
                return;
            }
        }
        self.scroll(sum - room, count, width);
    }
}

fn bar_ui(ui: &mut Ui, cx: &mut Cx, group: &Group, state: &mut BarState, room: Rect) {
    let mut x = room.left() - state.within;
    let mut drawn = Vec::new();
    for (place, tab) in group.tabs().iter().enumerate().skip(state.first) {
        if x >= room.right() {
            break;
        }
        let laid = Laid::new(ui, cx.app, *tab, tab_room(room, group));
        let rect = Rect::from_min_size(pos2(x.round(), room.top()), vec2(laid.width, room.height()));
        drawn.push((place, rect));
        x += laid.width;
        let at = TabAt { group: group.id(), tab: *tab };
        let is_active = place == group.active_place();
        tab_ui(ui, cx, at, &laid, rect, state, is_active, (place, group.tabs().len()));
    }
    drop_ui(ui, cx, group, room, &drawn);
}

/// The identity of a tab: focus and menus go with it where it moves.
fn tab_id(at: TabAt) -> Id {
    Id::unique(("tab", at))
}

#[expect(clippy::too_many_arguments, reason = "what a tab is, where it stands and how it is laid out")]
fn tab_ui(
    ui: &mut Ui,
    cx: &mut Cx,
    at: TabAt,
    laid: &Laid,
    rect: Rect,
    state: &mut BarState,
    is_active: bool,
    (place, count): (usize, usize),
) {
    let palette = theme::palette(ui);
    // One tab is a stop of the Tab key; the arrows lead to the others.
    let focus = if is_active { Sense::FOCUSABLE } else { Sense::hover() };
    let response = ui.interact(rect, tab_id(at), Sense::CLICK | Sense::DRAG | focus);
    name_of(&response, Role::Tab, &laid.full_name);
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_selected(is_active);
        node.set_position_in_set(place);
        node.set_size_of_set(count);
        if laid.is_edited {
            node.set_description("edited");
        }
    });
    if is_active && std::mem::take(&mut state.is_moving) {
        response.request_focus();
    }
    let is_here = cx.app.layout().focused() == at.group;
    ground_ui(ui, palette, rect, is_active, is_here, response.hovered());
    if response.has_focus() {
        let outline = rect.shrink(2.0);
        ui.painter().rect_stroke(outline, size::CORNER, palette.focus(), egui::StrokeKind::Inside);
        keys(ui, cx, response.id, state);
    }
    let colour = if is_active { palette.text } else { palette.muted };
    let inner = Rect::from_min_max(pos2(rect.left() + grid(4), rect.top()), rect.max);
    let after_name = inner.left() + laid.name.size().x + grid(3);
    galley_ui(ui, inner, Align2::LEFT_CENTER, laid.name.clone(), colour);
    let type_rect = Rect::from_min_max(pos2(after_name, rect.top()), rect.max);
    galley_ui(ui, type_rect, Align2::LEFT_CENTER, laid.type_name.clone(), palette.muted);
    close_ui(ui, cx, palette, at, laid, rect, is_active, response.contains_pointer());
    if response.clicked() {
        cx.ask(Change::Show(at));
    }
    if response.middle_clicked() {
        cx.ask(Change::Close(at));
    }
    if response.drag_started() {
        DragAndDrop::set_payload(ui.ctx(), at);
    }
    if DragAndDrop::has_payload_of_type::<TabAt>(ui.ctx()) {
        return;
    }
    response.context_menu(|ui| menu_ui(ui, cx, at));
    response.on_hover_ui(|ui| about_ui(ui, cx.app, at.tab));
}

/// The arrows lead from tab to tab while one has the focus.
fn keys(ui: &Ui, cx: &mut Cx, id: Id, state: &mut BarState) {
    let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    for (key, command) in [
        (Key::ArrowLeft, Command::Tabs(TabCommand::PreviousTab)),
        (Key::ArrowRight, Command::Tabs(TabCommand::NextTab)),
    ] {
        if pressed(key) {
            state.is_moving = true;
            cx.ask(command);
        }
    }
}

fn ground_ui(ui: &Ui, palette: &Palette, rect: Rect, is_active: bool, is_here: bool, is_hovered: bool) {
    let fill = match (is_active, is_hovered) {
        (true, _) => palette.background,
        (false, true) => palette.raised,
        (false, false) => palette.panel,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    ui.painter().vline(rect.right() - 0.5, rect.y_range(), palette.line());
    if is_active {
        let line = Rect::from_min_max(rect.min, pos2(rect.right(), rect.top() + 2.0));
        ui.painter().rect_filled(line, 0.0, if is_here { palette.accent } else { palette.muted });
    } else {
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, palette.line());
    }
}

/// The mark of an edited document, which is the button to close while it is pointed at.
#[expect(clippy::too_many_arguments, reason = "what a tab is, where it stands and whether it is pointed at")]
fn close_ui(
    ui: &Ui,
    cx: &mut Cx,
    palette: &Palette,
    at: TabAt,
    laid: &Laid,
    tab: Rect,
    is_active: bool,
    is_tab_hovered: bool,
) {
    let centre = pos2(tab.right() - grid(2) - CLOSE / 2.0, tab.center().y);
    let rect = Rect::from_center_size(centre, vec2(CLOSE, CLOSE));
    let focus = if is_active { Sense::FOCUSABLE } else { Sense::hover() };
    let response = ui.interact(rect, tab_id(at).with("close"), Sense::CLICK | focus);
    name_of(&response, Role::Button, &format!("Close {}", laid.full_name));
    let is_lit = response.hovered() || response.has_focus();
    if is_lit {
        ui.painter().rect_filled(rect, CornerRadius::same(size::CORNER), palette.raised);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, size::CORNER, palette.focus(), egui::StrokeKind::Inside);
    }
    if laid.is_edited && !is_lit {
        ui.painter().circle_filled(rect.center(), size::DOT, palette.accent);
    } else if is_active || is_tab_hovered || is_lit {
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon::X, font::text(), palette.muted);
    }
    if response.clicked() {
        cx.ask(Change::Close(at));
    }
}

/// The whole path and type of a tab.
fn about_ui(ui: &mut Ui, app: &App, tab: Tab) {
    let palette = theme::palette(ui);
    let document = match tab {
        Tab::Welcome => None,
        Tab::Document(id) => app.document(id),
    };
    let Some(document) = document else {
        ui.label("Samples, recent files and first steps");
        return;
    };
    match document.path() {
        Some(path) => ui.label(words::path(path)),
        None => ui.label(format!("{}, not saved to a file", name(app, tab))),
    };
    let type_name = document.type_name().unwrap_or("No type");
    let edited = if document.is_edited() { ", edited" } else { "" };
    ui.label(egui::RichText::new(format!("{type_name}{edited}")).color(palette.muted));
}

fn menu_ui(ui: &mut Ui, cx: &mut Cx, at: TabAt) {
    menu_body_ui(ui, |ui| lines_ui(ui, cx, at));
}

fn lines_ui(ui: &mut Ui, cx: &mut Cx, at: TabAt) {
    let path = match at.tab {
        Tab::Welcome => None,
        Tab::Document(id) => cx.app.document(id).and_then(|it| it.path()).map(|it| it.display().to_string()),
    };
    let is_document = at.tab != Tab::Welcome;
    let close = (Command::Layout(Change::Close(at)), "Close", Some(Command::Tabs(TabCommand::CloseTab)));
    let general = |change| table::entry(&Command::Layout(change)).map(|it| it.command.clone());
    let others = (Command::Layout(Change::CloseOthers(Some(at))), "Close others", general(Change::CloseOthers(None)));
    let right = (Command::Layout(Change::CloseToTheRight(Some(at))), "Close to the right", None);
    for item in [close, others, right] {
        item_ui(ui, cx, item, true);
    }
    ui.separator();
    let has_path = path.is_some();
    item_ui(ui, cx, (Command::Clip(ClipCommand::CopyText(path.unwrap_or_default())), "Copy path", None), has_path);
    ui.separator();
    for (direction, name) in [(Direction::Row, "Split right"), (Direction::Column, "Split down")] {
        let like = general(Change::Split(direction, None));
        item_ui(ui, cx, (Command::Layout(Change::Split(direction, Some(at))), name, like), is_document);
    }
    let like = general(Change::MoveToNextGroup(None));
    item_ui(ui, cx, (Command::Layout(Change::MoveToNextGroup(Some(at))), "Move to next group", like), true);
}

/// A line of the menu: what it asks, its name, and the command of the table whose keys do the same to the active tab.
fn item_ui(ui: &mut Ui, cx: &mut Cx, (command, name, like): (Command, &str, Option<Command>), can_be: bool) {
    let keys = like.as_ref().and_then(table::entry).map(keys_of).unwrap_or_default();
    let why_not = cx.app.why_unavailable(&command).or((!can_be).then_some("The tab is no file's"));
    if (Line { name, keys: &keys, about: "", why_not, mark: Mark::No }).show_ui(ui).clicked() {
        cx.ask(command);
        ui.close();
    }
}

/// Shows between which tabs a dragged one would go, and lets it go there.
fn drop_ui(ui: &Ui, cx: &mut Cx, group: &Group, room: Rect, drawn: &[(usize, Rect)]) {
    let Some(dragged) = DragAndDrop::payload::<TabAt>(ui.ctx()) else { return };
    let Some(at) = ui.input(|input| input.pointer.interact_pos()).filter(|at| room.contains(*at)) else { return };
    let before = drawn.iter().find(|(_, rect)| at.x < rect.center().x);
    let (place, x) = match (before, drawn.last()) {
        (Some((place, rect)), _) => (*place, rect.left()),
        (None, Some((place, rect))) => (place + 1, rect.right()),
        (None, None) => (0, room.left()),
    };
    let palette = theme::palette(ui);
    ui.painter().vline(
        x.clamp(room.left() + 1.0, room.right() - 1.0),
        room.y_range(),
        egui::Stroke::new(2.0, palette.accent),
    );
    if ui.input(|input| input.pointer.any_released()) {
        DragAndDrop::clear_payload(ui.ctx());
        cx.ask(Change::Move(*dragged, Target::Group { group: group.id(), place: Some(place) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(_: usize) -> f32 {
        100.0
    }

    fn at(first: usize, within: f32) -> BarState {
        BarState { first, within, ..BarState::default() }
    }

    fn place(state: &BarState) -> (usize, f32) {
        (state.first, state.within)
    }

    #[test]
    fn the_active_tab_is_brought_into_view_by_the_least_move() {
        let mut state = at(0, 0.0);
        state.reveal(2, 350.0, &width);
        assert_eq!(place(&state), (0, 0.0));
        state.reveal(900, 350.0, &width);
        assert_eq!(place(&state), (897, 50.0));
        state.reveal(898, 350.0, &width);
        assert_eq!(place(&state), (897, 50.0));
        state.reveal(897, 350.0, &width);
        assert_eq!(place(&state), (897, 0.0));
        state.reveal(3, 350.0, &width);
        assert_eq!(place(&state), (3, 0.0));
        let mut state = at(0, 0.0);
        state.reveal(3, 350.0, &width);
        assert_eq!(place(&state), (0, 50.0));
    }

    #[test]
    fn a_bar_scrolls_by_points_and_stops_at_its_ends() {
        let mut state = at(0, 0.0);
        state.scroll(250.0, 10, &width);
        assert_eq!(place(&state), (2, 50.0));
        state.scroll(-1000.0, 10, &width);
        assert_eq!(place(&state), (0, 0.0));
        state.scroll(5000.0, 10, &width);
        state.keep_full(10, 350.0, &width);
        assert_eq!(place(&state), (6, 50.0));
        let mut few = at(1, 20.0);
        few.keep_full(2, 350.0, &width);
        assert_eq!(place(&few), (0, 0.0), "few tabs stand still");
    }

    #[test]
    fn only_what_shows_is_measured() {
        let measured = std::cell::Cell::new(0);
        let counting = |_: usize| {
            measured.set(measured.get() + 1);
            100.0
        };
        let mut state = at(0, 0.0);
        state.reveal(500_000, 1000.0, &counting);
        state.keep_full(1_000_000, 1000.0, &counting);
        assert!(measured.get() < 100, "{}", measured.get());
    }
}

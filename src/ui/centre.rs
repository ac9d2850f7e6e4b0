//! The centre: groups of tabs beside one another, as the layout says, and what a dragged tab does to them.

use std::collections::BTreeMap;
use std::time::Duration;

use egui::{Align2, Color32, DragAndDrop, Id, LayerId, Order, Rect, Ui, UiBuilder, WidgetText, pos2, vec2};
use egui_tiles::{
    Behavior, Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree, UiResponse,
};

use super::cx::Cx;
use super::tabs::{self, BarState};
use super::theme::{self, font, grid, size};
use super::tree::{Seat, TreeState, Widths, list_id, tree_ui};
use super::widgets::{Divider, Moved, left_of, top_of};
use super::{path_bar, welcome};
use crate::app::layout::{Change, Direction, Group, GroupId, Node, Side, Split, TabAt, Target};
use crate::app::{App, DocumentId, Tab};

/// Seconds from the start in which the welcome page waits for what is being opened.
const SOON: f64 = 0.3;

/// What the centre remembers between frames.
#[derive(Default)]
pub struct CentreState {
    trees: BTreeMap<(GroupId, DocumentId), TreeState>,
    bars: BTreeMap<GroupId, BarState>,
    widths: Widths,
}

impl CentreState {
    /// Forgets what was remembered of documents and groups that are no more.
    pub fn forget_closed(&mut self, app: &App) {
        let layout = app.layout();
        // What is shown at most is what is remembered at most, but for tabs that moved or closed since.
        if self.trees.len() > app.documents().len() {
            self.trees.retain(|(group, id), _| layout.group(*group).is_some_and(|it| it.has(Tab::Document(*id))));
        }
        self.bars.retain(|group, _| layout.group(*group).is_some());
    }
}

/// Draws all groups.
pub fn centre_ui(ui: &mut Ui, cx: &mut Cx, state: &mut CentreState) {
    let layout = cx.app.layout();
    let mut tiles = Tiles::default();
    let root = tile(layout.root(), &mut tiles);
    let mut tree = Tree::new(Id::unique("groups"), root, tiles);
    tree.ui(&mut Groups { cx, state }, ui);
    if let Node::Split(split) = layout.root() {
        dividers_ui(ui, cx, &tree.tiles, split);
    }
}

/// The tile that a node is. Groups and splits never share a number.
fn tile(node: &Node, tiles: &mut Tiles<GroupId>) -> TileId {
    let id = tile_id(node);
    let made = match node {
        Node::Group(group) => Tile::Pane(group.id()),
        Node::Split(split) => {
            let direction = match split.direction() {
                Direction::Row => LinearDir::Horizontal,
                Direction::Column => LinearDir::Vertical,
            };
            let children = split.parts().iter().map(|part| tile(&part.node, tiles)).collect();
            let mut linear = Linear::new(direction, children);
            for part in split.parts() {
                linear.shares.set_share(tile_id(&part.node), part.share as f32);
            }
            Tile::Container(Container::Linear(linear))
        }
    };
    tiles.insert(id, made);
    id
}

fn tile_id(node: &Node) -> TileId {
    match node {
        Node::Group(group) => TileId::from_u64(group.id().0),
        Node::Split(split) => TileId::from_u64(split.id().0),
    }
}

/// Draws the groups where the tiles put them; everything else that tiles can do is the layout's.
struct Groups<'a, 'b> {
    cx: &'a mut Cx<'b>,
    state: &'a mut CentreState,
}

impl Behavior<GroupId> for Groups<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut GroupId) -> UiResponse {
        if let Some(group) = self.cx.app.layout().group(*pane) {
            group_ui(ui, self.cx, self.state, group);
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, _: &GroupId) -> WidgetText {
        WidgetText::default()
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions::OFF
    }

    fn is_container_resizable(&self, _: &Tiles<GroupId>, _: TileId) -> bool {
        false
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> Color32 {
        visuals.window_stroke.color
    }
}

fn group_ui(ui: &mut Ui, cx: &mut Cx, state: &mut CentreState, group: &Group) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let asked = cx.asked();
    let palette = theme::palette(ui);
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette.background);
    group_head_ui(ui, cx, state, group);
    group_content_ui(ui, cx, state, group);
    if cx.app.layout().focused() != group.id() {
        // Whatever is done in a group is done to what it shows.
        cx.ask_before(asked, Change::Focus(group.id()));
        let is_pressed = ui.input(|input| input.pointer.any_pressed()) && ui.rect_contains_pointer(ui.max_rect());
        let has_focus = ui.memory(|memory| memory.has_focus(list_id(group.id())));
        if (is_pressed || has_focus) && cx.asked() == asked {
            cx.ask(Change::Focus(group.id()));
        }
    }
}

/// Draws the tabs of a group, and the path below.
pub fn group_head_ui(ui: &mut Ui, cx: &mut Cx, state: &mut CentreState, group: &Group) {
    let palette = theme::palette(ui);
    let width = ui.available_width();
    let (bar, _) = ui.allocate_exact_size(vec2(width, size::BAR), egui::Sense::hover());
    tabs::tabs_ui(ui, cx, bar, group, state.bars.entry(group.id()).or_default());
    let Tab::Document(id) = group.active() else { return };
    let Some(document) = cx.app.document(id) else { return };
    let (path, _) = ui.allocate_exact_size(vec2(width, size::BAR), egui::Sense::hover());
    ui.painter().rect_filled(path, 0.0, palette.panel);
    ui.painter().hline(path.x_range(), path.bottom() - 0.5, palette.line());
    let mut child = ui.new_child(UiBuilder::new().id_salt("path").max_rect(path));
    path_bar::path_ui(&mut child, cx, document.shown_in(group.id()), cx.app.layout().focused() == group.id());
}

/// Draws what the active tab of a group shows.
pub fn group_content_ui(ui: &mut Ui, cx: &mut Cx, state: &mut CentreState, group: &Group) {
    let room = ui.available_rect_before_wrap();
    match group.active() {
        Tab::Welcome if is_about_to_open(ui, cx) => {
            _ = ui.painter().rect_filled(room, 0.0, theme::palette(ui).background)
        }
        Tab::Welcome => welcome::welcome_ui(ui, cx),
        Tab::Document(id) => {
            if let Some(document) = cx.app.document(id) {
                let tree = state.trees.entry((group.id(), id)).or_default();
                tree.seat = Seat { group: group.id(), is_active: cx.app.layout().focused() == group.id() };
                tree_ui(ui, cx, document.shown_in(group.id()), tree, &mut state.widths);
            }
        }
    }
    drop_ui(ui, cx, group, room);
}

/// True at the start while what it was started with is being opened: the welcome page would show for a blink.
fn is_about_to_open(ui: &Ui, cx: &Cx) -> bool {
    let left = SOON - ui.input(|input| input.time);
    let is_so = left > 0.0 && cx.app.is_opening();
    if is_so {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
    }
    is_so
}

/// The dividers of a split and of those within.
fn dividers_ui(ui: &Ui, cx: &mut Cx, tiles: &Tiles<GroupId>, split: &Split) {
    let rects: Vec<Rect> = split.parts().iter().filter_map(|part| tiles.rect(tile_id(&part.node))).collect();
    for (place, rect) in rects.iter().enumerate().skip(1) {
        let (name, line) = match split.direction() {
            Direction::Row => ("Width of the group", left_of(*rect)),
            Direction::Column => ("Height of the group", top_of(*rect)),
        };
        let divider = Divider { id: Id::unique(("group divider", split.id(), place)), name, line };
        let moved = divider.show_ui(ui);
        if let Some(shares) = shares(split, &rects, place, moved) {
            cx.ask(Change::Share(split.id(), shares));
        }
    }
    for part in split.parts() {
        if let Node::Split(inner) = &part.node {
            dividers_ui(ui, cx, tiles, inner);
        }
    }
}

/// The shares of a split once the divider before its part `place` was moved: the two parts beside it share what both
/// had.
fn shares(split: &Split, rects: &[Rect], place: usize, moved: Moved) -> Option<Vec<u32>> {
    let is_row = split.direction() == Direction::Row;
    let (before, after) = (rects.get(place.checked_sub(1)?)?, rects.get(place)?);
    let (start, here, end) =
        if is_row { (before.left(), after.left(), after.right()) } else { (before.top(), after.top(), after.bottom()) };
    let to = match moved {
        Moved::No => return None,
        Moved::To(at) => at,
        Moved::By(by) => here + by,
        Moved::Back => (start + end) / 2.0,
    };
    let least = size::LEAST_GROUP.min((end - start) / 2.0);
    let share = f64::from((to.clamp(start + least, end - least) - start) / (end - start));
    let mut shares: Vec<u32> = split.parts().iter().map(|part| part.share).collect();
    let sum = f64::from(shares.get(place - 1)?.saturating_add(*shares.get(place)?));
    let first = (share * sum).round().clamp(1.0, (sum - 1.0).max(1.0));
    *shares.get_mut(place - 1)? = first as u32;
    *shares.get_mut(place)? = (sum - first).max(1.0) as u32;
    shares.iter().ne(split.parts().iter().map(|part| &part.share)).then_some(shares)
}

/// Where a tab dropped at `at` over the content of a group would go: near an edge beside it, else into it.
fn drop_target(group: GroupId, room: Rect, at: egui::Pos2) -> (Target, Rect) {
    let across = (at.x - room.left()) / room.width().max(1.0);
    let down = (at.y - room.top()) / room.height().max(1.0);
    let nearest = [(across, Side::Left), (1.0 - across, Side::Right), (down, Side::Above), (1.0 - down, Side::Below)]
        .into_iter()
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((_, side)) = nearest.filter(|it| it.0 < 0.25) else {
        return (Target::Group { group, place: None }, room);
    };
    let half = match side {
        Side::Left => Rect::from_min_max(room.min, pos2(room.center().x, room.bottom())),
        Side::Right => Rect::from_min_max(pos2(room.center().x, room.top()), room.max),
        Side::Above => Rect::from_min_max(room.min, pos2(room.right(), room.center().y)),
        Side::Below => Rect::from_min_max(pos2(room.left(), room.center().y), room.max),
    };
    (Target::Beside { group, side }, half)
}

/// Shows where a dragged tab would go, and lets it go there.
fn drop_ui(ui: &Ui, cx: &mut Cx, group: &Group, room: Rect) {
    let Some(dragged) = DragAndDrop::payload::<TabAt>(ui.ctx()) else { return };
    let Some(at) = ui.input(|input| input.pointer.interact_pos()).filter(|at| room.contains(*at)) else { return };
    let (target, preview) = drop_target(group.id(), room, at);
    let palette = theme::palette(ui);
    let layer = LayerId::new(Order::Foreground, Id::unique("drop preview"));
    let painter = ui.ctx().layer_painter(layer).with_clip_rect(room);
    painter.rect_filled(preview, 0.0, palette.accent.gamma_multiply(0.2));
    painter.rect_stroke(preview, 0.0, palette.focus(), egui::StrokeKind::Inside);
    if ui.input(|input| input.pointer.any_released()) {
        DragAndDrop::clear_payload(ui.ctx());
        cx.ask(Change::Move(*dragged, target));
    }
}

/// The name of the dragged tab at the pointer; a tab let go elsewhere stays where it was.
pub fn dragged_ui(ui: &Ui, cx: &Cx) {
    let Some(dragged) = DragAndDrop::payload::<TabAt>(ui.ctx()) else { return };
    if ui.input(|input| input.pointer.any_released()) {
        DragAndDrop::clear_payload(ui.ctx());
        return;
    }
    let Some(at) = ui.input(|input| input.pointer.interact_pos()) else { return };
    let palette = theme::palette(ui);
    let layer = LayerId::new(Order::Tooltip, Id::unique("dragged tab"));
    let painter = ui.ctx().layer_painter(layer);
    let name = tabs::name(cx.app, dragged.tab);
    let galley = super::widgets::elided(ui, &name, font::text(), size::TAB);
    let rect = Rect::from_min_size(at + vec2(grid(3), grid(3)), galley.size() + vec2(grid(4), grid(2)));
    painter.rect(rect, size::CORNER, palette.raised, palette.line(), egui::StrokeKind::Inside);
    let text = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect).min;
    painter.galley(text, galley, palette.text);
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_dropped_near_an_edge_splits_and_amid_joins() {
        let room = Rect::from_min_size(pos2(100.0, 50.0), vec2(400.0, 200.0));
        let group = GroupId(3);
        let side = |x, y| match drop_target(group, room, pos2(x, y)).0 {
            Target::Beside { side, .. } => Some(side),
            Target::Group { .. } => None,
        };
        assert_eq!(side(300.0, 150.0), None);
        assert_eq!(side(110.0, 150.0), Some(Side::Left));
        assert_eq!(side(490.0, 150.0), Some(Side::Right));
        assert_eq!(side(300.0, 60.0), Some(Side::Above));
        assert_eq!(side(300.0, 245.0), Some(Side::Below));
    }
}

//! The frame: which pane stands where, and the dividers between them.

use std::collections::BTreeMap;

use egui::{CentralPanel, Frame, Margin, Panel, Rect, Ui, UiBuilder};

use super::below::{BelowState, below_ui};
use super::centre::{self, CentreState, centre_ui, group_content_ui, group_head_ui};
use super::cx::Cx;
use super::dialogs::{DialogState, dialogs_ui};
use super::documents::{DocumentsState, documents_ui};
use super::empty::panes;
use super::find::{FindState, find_bar_ui};
use super::focus::FocusBefore;
use super::hex::{PromptState, prompt_ui};
use super::inspector::{InspectorState, inspector_ui};
use super::meter::Meters;
use super::new_message::{NewMessageState, new_message_ui};
use super::pickers::{PickersState, pickers_ui};
use super::recovery::recovery_ui;
use super::stops::{Stop, StopsState};
use super::template::{TemplateState, template_ui};
use super::theme::{self, Palette, grid, size};
use super::tree::list_id;
use super::widgets::{Divider, Moved, left_of, right_of, top_of};
use super::{arrivals, keys, menu, notices, side, status};
use crate::app::layout::{Change, GroupId, Sizes};
use crate::app::{App, DocumentId, Pane};

/// What panes remember between frames: scroll, half-typed values, widths. Nothing of it is the program's.
#[derive(Default)]
pub struct View {
    centre: CentreState,
    below: BTreeMap<DocumentId, BelowState>,
    inspector: InspectorState,
    /// What stands over the window.
    pub dialogs: DialogState,
    pickers: PickersState,
    byte_prompt: PromptState,
    documents: DocumentsState,
    side: side::SideState,
    stops: StopsState,
    /// The group that had the focus in the last frame.
    group: GroupId,
    /// How many documents were open when what is remembered of closed ones was last forgotten.
    open: usize,
    new_message: NewMessageState,
    template: TemplateState,
    find: FindState,
    is_recovery_focused: bool,
    menus: menu::MenusState,
    meters: Meters,
    focus: FocusBefore,
}

/// Draws the window.
pub fn frame_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    view.focus.keep(ui, is_modal(cx.app));
    if !is_modal(cx.app) {
        keys_ui(ui, cx, &mut view.group);
    }
    view.forget_closed(cx.app);
    let mut room = ui.max_rect();
    let menu = cut(&mut room, Side::Top, size::MENU);
    let status = cut(&mut room, Side::Bottom, size::STATUS);
    within_ui(ui, menu, |ui| menu_ui(ui, cx, view));
    view.stops.begin(cx.app);
    within_ui(ui, room, |ui| panes_ui(ui, cx, view));
    within_ui(ui, status, |ui| status_ui(ui, cx, view));
    centre::dragged_ui(ui, cx);
    if !is_modal(cx.app) {
        view.stops.turn_ui(ui, cx.app);
    }
    documents_ui(ui, cx, &mut view.documents);
    pickers_ui(ui, cx, &mut view.pickers);
    new_message_ui(ui, cx, &mut view.new_message);
    prompt_ui(ui, cx, &mut view.byte_prompt);
    template_ui(ui, cx, &mut view.template);
    recovery_ui(ui, cx, &mut view.is_recovery_focused);
    dialogs_ui(ui, cx, &mut view.dialogs);
    if !is_modal(cx.app) {
        arrivals::paste_ui(ui, cx);
    }
    arrivals::hovering_ui(ui);
}

/// What stands between the menus and the status bar.
fn panes_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    let list = sides_ui(ui, cx, view);
    if cx.app.layout().is_split() {
        find_ui(ui, cx, view);
        notices_ui(ui, cx);
        around_ui(ui, cx, view, |ui, cx, view| centre_ui(ui, cx, &mut view.centre));
    } else {
        one_group_ui(ui, cx, view);
    }
    if let Some(list) = list {
        divide_ui(ui, cx, Pane::Rail, list);
    }
}

/// Where a strip is cut from.
#[derive(Clone, Copy)]
enum Side {
    Top,
    Right,
    Bottom,
}

/// Cuts a strip from a rectangle. Tab leads through the window in the order in which it is drawn: the room of what
/// comes later is put aside with this.
fn cut(room: &mut Rect, side: Side, points: f32) -> Rect {
    let mut strip = *room;
    match side {
        Side::Top => {
            room.min.y += points;
            strip.max.y = room.min.y;
        }
        Side::Right => {
            room.max.x -= points;
            strip.min.x = room.max.x;
        }
        Side::Bottom => {
            room.max.y -= points;
            strip.min.y = room.max.y;
        }
    }
    strip
}

fn within_ui(ui: &mut Ui, rect: Rect, content: impl FnOnce(&mut Ui)) {
    ui.scope_builder(UiBuilder::new().max_rect(rect), content);
}

impl View {
    /// Forgets what was remembered of documents and groups that are no more.
    fn forget_closed(&mut self, app: &App) {
        self.centre.forget_closed(app);
        let open = app.documents().len();
        if self.below.len() > open || self.open > open {
            self.below.retain(|id, _| app.document(*id).is_some());
        }
        self.open = open;
    }
}

/// Takes the keys that are commands, and gives the tree the focus while nothing else has it.
fn keys_ui(ui: &Ui, cx: &mut Cx, group: &mut GroupId) {
    let before = std::mem::replace(group, cx.app.layout().focused());
    let list = list_id(*group);
    // The keys go with the focus from group to group.
    if before != *group && ui.memory(|memory| memory.has_focus(list_id(before))) {
        ui.memory_mut(|memory| memory.request_focus(list));
    }
    let has_document = cx.document().is_some();
    let focused = ui.memory(|memory| memory.focused());
    let pane = match focused {
        None => Some(keys::Pane::Tree),
        Some(id) if id == list => Some(keys::Pane::Tree),
        Some(id) if id == super::hex::list_id() => Some(keys::Pane::Bytes),
        Some(_) => None,
    };
    // What hangs from a menu has the keys that are a pane's otherwise.
    let pane = pane.filter(|_| has_document && !egui::Popup::is_any_open(ui.ctx()));
    keys::paste_ui(ui, cx, pane);
    keys::press_ui(ui, cx, pane);
    if focused.is_none() && has_document {
        ui.memory_mut(|memory| {
            memory.request_focus(list);
            // Arrows pressed while nothing had the focus are the list's, and do not lead away from it.
            memory.move_focus(egui::FocusDirection::None);
            memory.set_focus_lock_filter(list, super::virtual_rows::KEYS);
        });
    }
}

/// True while something over the window has the keys.
fn is_modal(app: &App) -> bool {
    app.question().is_some()
        || app.path_field().is_some()
        || app.is_help_shown()
        || app.is_palette_shown()
        || app.is_settings_shown()
        || app.is_recovery_shown()
        || app.is_about_shown()
        || app.is_type_picker_shown()
        || app.is_document_picker_shown()
        || app.is_field_picker_shown()
        || app.is_new_message_shown()
        || app.template_field().is_some()
        || app.is_reading_picker_shown()
        || app.byte_prompt().is_some()
}

fn bar(palette: &Palette) -> Frame {
    Frame::new().fill(palette.panel)
}

fn menu_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    let is_covered = is_modal(cx.app);
    Panel::top("menu")
        .exact_size(size::MENU)
        .frame(bar(theme::palette(ui)).inner_margin(Margin::symmetric(4, 4)))
        .show(ui, |ui| menu::menu_ui(ui, cx, &mut view.menus, is_covered));
}

fn status_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    Panel::bottom("status")
        .exact_size(size::STATUS)
        .frame(bar(theme::palette(ui)))
        .show(ui, |ui| status::status_ui(ui, cx, &mut view.meters));
}

/// How large a pane is drawn: what was asked for, as far as there is room.
fn drawn_size(cx: &Cx, pane: Pane, room: f32) -> f32 {
    f32::from(cx.app.layout().sizes().of(pane)).min(room).max(0.0)
}

/// The rail and its list; where the list stands, while it shows.
fn sides_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) -> Option<Rect> {
    let palette = theme::palette(ui);
    Panel::left("rail")
        .exact_size(size::RAIL)
        .resizable(false)
        .frame(bar(palette))
        .show(ui, |ui| side::rail_ui(ui, cx));
    if !cx.app.settings().is_rail_shown {
        return None;
    }
    let width = drawn_size(cx, Pane::Rail, ui.available_width() * 0.3);
    let list = Panel::left("documents").exact_size(width).resizable(false).frame(bar(palette));
    let rect = list.show(ui, |ui| side::list_ui(ui, cx, &mut view.side)).response.rect;
    view.stops.push(Stop::list(rect, side::list_id()));
    Some(rect)
}

fn notices_ui(ui: &mut Ui, cx: &mut Cx) {
    if !cx.app.notices().is_empty() {
        let frame = Frame::new().fill(theme::palette(ui).raised);
        Panel::top("notices").frame(frame).show_separator_line(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            notices::notices_ui(ui, cx);
        });
    }
}

fn find_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    if cx.document().is_some() && cx.app.is_find_shown() {
        let find = Panel::top("find").exact_size(size::BAR).frame(bar(theme::palette(ui)));
        find.show(ui, |ui| find_bar_ui(ui, cx, &mut view.find));
    }
}

/// One group of tabs has the whole width: its tabs and the path stand over the inspector too.
fn one_group_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    let palette = theme::palette(ui);
    let id = cx.app.layout().focused();
    let Some(group) = cx.app.layout().group(id) else { return };
    if !cx.app.layout().is_bare() {
        let frame = bar(palette);
        let head = Panel::top("tabs").frame(frame).show_separator_line(false);
        head.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            group_head_ui(ui, cx, &mut view.centre, group);
        });
    }
    if cx.document().is_none() {
        _ = CentralPanel::no_frame().show(ui, |ui| {
            notices::notices_ui(ui, cx);
            group_content_ui(ui, cx, &mut view.centre, group);
        });
        return;
    }
    find_ui(ui, cx, view);
    notices_ui(ui, cx);
    around_ui(ui, cx, view, |ui, cx, view| group_content_ui(ui, cx, &mut view.centre, group));
}

/// The panes around the centre, and the centre.
fn around_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View, content: impl FnOnce(&mut Ui, &mut Cx, &mut View)) {
    let settings = cx.app.settings();
    let mut room = ui.available_rect_before_wrap();
    let below = settings.is_bottom_shown.then(|| {
        let height = drawn_size(cx, Pane::Bottom, room.height() - size::ROW * 4.0);
        cut(&mut room, Side::Bottom, height)
    });
    // Where both do not fit the tree has the room.
    let has_inspector = settings.is_inspector_shown && room.width() >= size::LEAST_TREE + size::LEAST_INSPECTOR;
    let inspector = has_inspector.then(|| {
        let width = drawn_size(cx, Pane::Inspector, (room.width() - size::LEAST_TREE).max(room.width() * 0.4));
        cut(&mut room, Side::Right, width)
    });
    within_ui(ui, room, |ui| _ = CentralPanel::no_frame().show(ui, |ui| content(ui, cx, view)));
    if let Some(rect) = inspector {
        within_ui(ui, rect, |ui| beside_ui(ui, cx, view));
    }
    if let Some(rect) = below {
        within_ui(ui, rect, |ui| pane_below_ui(ui, cx, view));
    }
    if cx.document().is_some() {
        view.stops.push(Stop::list(room, list_id(cx.app.layout().focused())));
        view.stops.extend(inspector.map(|rect| Stop::region(rect, "Inspector")));
        let list = super::below::list_id(cx.app.settings().bottom);
        view.stops.extend(below.map(|rect| Stop::list(rect, list)));
    }
    if let Some(rect) = inspector {
        divide_ui(ui, cx, Pane::Inspector, rect);
    }
    if let Some(rect) = below {
        divide_ui(ui, cx, Pane::Bottom, rect);
    }
}

fn beside_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    let frame = bar(theme::palette(ui)).inner_margin(Margin::symmetric(grid(4) as i8, 0));
    let panel = Panel::right("inspector").exact_size(ui.available_width()).resizable(false).frame(frame);
    panel.show(ui, |ui| match cx.document() {
        Some(_) => {
            view.stops.region_ui(ui, "Inspector");
            inspector_ui(ui, cx, &mut view.inspector);
        }
        None => nothing_ui(ui, cx, "inspector", grid(4)),
    });
}

fn pane_below_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    let frame = bar(theme::palette(ui));
    let panel = Panel::bottom("below").exact_size(ui.available_height()).resizable(false).frame(frame);
    panel.show(ui, |ui| match cx.document() {
        Some(document) => below_ui(ui, cx, document, view.below.entry(document.id()).or_default()),
        None => nothing_ui(ui, cx, "below", 0.0),
    });
}

/// What a pane around the documents says while none of them has the focus.
fn nothing_ui(ui: &mut Ui, cx: &mut Cx, pane: &str, margin: f32) {
    let room = ui.max_rect().expand2(egui::vec2(margin, 0.0));
    panes::NO_DOCUMENT.show_ui(ui, cx, room, egui::Id::unique(("no document", pane.to_owned())));
}

/// The divider at the inner edge of a pane.
fn divide_ui(ui: &Ui, cx: &mut Cx, pane: Pane, rect: Rect) {
    let (name, line, size) = match pane {
        Pane::Rail => ("Width of the list", right_of(rect), rect.width()),
        Pane::Inspector => ("Width of the inspector", left_of(rect), rect.width()),
        Pane::Bottom => ("Height of the pane below", top_of(rect), rect.height()),
    };
    let divider = Divider { id: egui::Id::unique(("divider", pane)), name, line };
    let wanted = match (divider.show_ui(ui), pane) {
        (Moved::No, _) => return,
        (Moved::Back, _) => return cx.ask(Change::ResetSize(pane)),
        (Moved::To(at), Pane::Rail) => at - rect.left(),
        (Moved::To(at), Pane::Inspector) => rect.right() - at,
        (Moved::To(at), Pane::Bottom) => rect.bottom() - at,
        (Moved::By(by), Pane::Rail) => size + by,
        (Moved::By(by), Pane::Inspector | Pane::Bottom) => size - by,
    };
    // As a number of points: what is not one is the least.
    let points = Sizes::span(pane).clamp(wanted.round() as u16);
    if points != cx.app.layout().sizes().of(pane) {
        cx.ask(Change::Size(pane, points));
    }
}

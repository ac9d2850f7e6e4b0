//! The frame: which pane stands where.

use std::collections::BTreeMap;

use egui::{CentralPanel, Frame, Margin, Panel, Ui};

use super::below::{BelowState, below_ui};
use super::cx::Cx;
use super::dialogs::{DialogState, dialogs_ui};
use super::find::{FindState, find_bar_ui};
use super::focus::FocusBefore;
use super::hex::{PromptState, prompt_ui};
use super::inspector::{InspectorState, inspector_ui};
use super::meter::Meters;
use super::new_message::{NewMessageState, new_message_ui};
use super::pickers::{PickersState, pickers_ui};
use super::template::{TemplateState, template_ui};
use super::theme::{self, Palette, grid, size};
use super::tree::{TreeState, Widths, list_id, tree_ui};
use super::{arrivals, keys, menu, notices, path_bar, side, status, tabs, welcome};
use crate::app::{App, DocumentId, OpenDocument};

/// What panes remember between frames: scroll, half-typed values, widths. Nothing of it is the program's.
#[derive(Default)]
pub struct View {
    documents: BTreeMap<DocumentId, DocumentView>,
    widths: Widths,
    inspector: InspectorState,
    /// What stands over the window.
    pub dialogs: DialogState,
    pickers: PickersState,
    byte_prompt: PromptState,
    new_message: NewMessageState,
    template: TemplateState,
    find: FindState,
    menus: menu::MenusState,
    meters: Meters,
    focus: FocusBefore,
}

#[derive(Default)]
struct DocumentView {
    tree: TreeState,
    below: BelowState,
}

/// Draws the window.
pub fn frame_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    let is_modal = is_modal(cx.app);
    view.focus.keep(ui, is_modal);
    let focused = ui.memory(|memory| memory.focused());
    if !is_modal {
        let pane = match focused {
            None => Some(keys::Pane::Tree),
            Some(id) if id == list_id() => Some(keys::Pane::Tree),
            Some(id) if id == super::hex::list_id() => Some(keys::Pane::Bytes),
            Some(_) => None,
        };
        // What hangs from a menu has the keys that are a pane's otherwise.
        let pane = pane.filter(|_| cx.document().is_some() && !egui::Popup::is_any_open(ui.ctx()));
        keys::paste_ui(ui, cx, pane);
        keys::press_ui(ui, cx, pane);
        if focused.is_none() && cx.document().is_some() {
            ui.memory_mut(|memory| memory.request_focus(list_id()));
        }
    }
    let open: Vec<DocumentId> = cx.app.documents().iter().map(OpenDocument::id).collect();
    view.documents.retain(|id, _| open.contains(id));
    bars_ui(ui, cx, view);
    sides_ui(ui, cx);
    if cx.app.tabs().len() > 1 || cx.document().is_some() {
        let frame = bar(theme::palette(ui));
        Panel::top("tabs").exact_size(size::BAR).frame(frame).show(ui, |ui| tabs::tabs_ui(ui, cx));
    }
    match cx.document() {
        Some(document) => document_ui(ui, cx, document, view),
        None => {
            _ = CentralPanel::no_frame().show(ui, |ui| {
                notices::notices_ui(ui, cx);
                welcome::welcome_ui(ui, cx);
            })
        }
    }
    pickers_ui(ui, cx, &mut view.pickers);
    new_message_ui(ui, cx, &mut view.new_message);
    prompt_ui(ui, cx, &mut view.byte_prompt);
    template_ui(ui, cx, &mut view.template);
    dialogs_ui(ui, cx, &mut view.dialogs);
    if !is_modal {
        arrivals::paste_ui(ui, cx);
    }
    arrivals::hovering_ui(ui);
}

/// True while something over the window has the keys.
fn is_modal(app: &App) -> bool {
    app.question().is_some()
        || app.path_field().is_some()
        || app.is_help_shown()
        || app.is_palette_shown()
        || app.is_settings_shown()
        || app.is_about_shown()
        || app.is_type_picker_shown()
        || app.is_field_picker_shown()
        || app.is_new_message_shown()
        || app.template_field().is_some()
        || app.is_reading_picker_shown()
        || app.byte_prompt().is_some()
}

fn bar(palette: &Palette) -> Frame {
    Frame::new().fill(palette.panel)
}

fn bars_ui(ui: &mut Ui, cx: &mut Cx, view: &mut View) {
    let palette = theme::palette(ui);
    let frame = bar(palette).inner_margin(Margin::symmetric(4, 4));
    Panel::top("menu").exact_size(size::MENU).frame(frame).show(ui, |ui| menu::menu_ui(ui, cx, &mut view.menus));
    let frame = bar(palette);
    Panel::bottom("status")
        .exact_size(size::STATUS)
        .frame(frame)
        .show(ui, |ui| status::status_ui(ui, cx, &mut view.meters));
}

fn sides_ui(ui: &mut Ui, cx: &mut Cx) {
    let palette = theme::palette(ui);
    Panel::left("rail")
        .exact_size(size::RAIL)
        .resizable(false)
        .frame(bar(palette))
        .show(ui, |ui| side::rail_ui(ui, cx));
    if cx.app.settings().is_rail_shown {
        let (width, least) = size::SIDE;
        let list = Panel::left("documents").default_size(width).min_size(least).max_size(width * 2.0);
        list.frame(bar(palette)).show(ui, |ui| side::list_ui(ui, cx));
    }
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

fn document_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, view: &mut View) {
    let palette = theme::palette(ui);
    let settings = cx.app.settings();
    let shown = view.documents.entry(document.id()).or_default();
    Panel::top("path").exact_size(size::BAR).frame(bar(palette)).show(ui, |ui| path_bar::path_ui(ui, cx));
    if cx.app.is_find_shown() {
        let find = Panel::top("find").exact_size(size::BAR).frame(bar(palette));
        find.show(ui, |ui| find_bar_ui(ui, cx, document, &mut view.find));
    }
    notices_ui(ui, cx);
    let height = ui.available_height();
    if settings.is_bottom_shown {
        let (wanted, least) = size::LOWER;
        let below = Panel::bottom("below").resizable(true).default_size(wanted.min(height * 0.4));
        let below = below.min_size(least).max_size((height - size::ROW * 4.0).max(least));
        below.frame(bar(palette)).show(ui, |ui| below_ui(ui, cx, document, &mut shown.below));
    }
    if settings.is_inspector_shown {
        let (wanted, least) = size::INSPECTOR;
        let widest = (ui.available_width() * 0.5).max(least);
        let frame = bar(palette).inner_margin(Margin::symmetric(grid(4) as i8, 0));
        let inspector = Panel::right("inspector").default_size(wanted.min(widest)).min_size(least).max_size(widest);
        inspector.frame(frame).show(ui, |ui| inspector_ui(ui, cx, &mut view.inspector));
    }
    CentralPanel::no_frame().show(ui, |ui| tree_ui(ui, cx, document, &mut shown.tree, &mut view.widths));
}

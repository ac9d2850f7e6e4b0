//! The bar to find with: what is looked for, where in a record, how many were found, and the way from one to the next.

use egui::accesskit::Live;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Align, ComboBox, EventFilter, Id, Key, Label, Layout, Modifiers, RichText, Ui};

use super::model;
use crate::app::{Command, FindCommand, FindScope, NoticeCommand};
use crate::schema::find::{Mode, Query};
use crate::ui::cx::Cx;
use crate::ui::fonts::icon;
use crate::ui::theme::{self, font, grid, size};
use crate::ui::tree::list_id;
use crate::ui::widgets::{icon_button, icon_toggle, link_button, text_field};

/// Up to so many bytes are searched while one types.
const LIVE: u64 = 4 << 20;

/// What the bar remembers: what was typed last.
#[derive(Clone, Debug, Default)]
pub struct FindState {
    query: Query,
    /// How often finding had been asked for when the field last got the keys.
    asked: u64,
}

fn field_id() -> Id {
    Id::unique("find field")
}

/// Draws the bar.
pub fn find_bar_ui(ui: &mut Ui, cx: &mut Cx, state: &mut FindState) {
    let is_asked = state.asked != cx.app.find_asked();
    state.asked = cx.app.find_asked();
    if is_asked {
        take_keys(ui, &state.query.text);
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = grid(1);
        ui.add_space(grid(1));
        if icon_button(ui, icon::X, "Close find").clicked() {
            close(ui, cx);
        }
        steps_ui(ui, cx);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(grid(2));
            let before = state.query.clone();
            field_ui(ui, cx, state);
            mode_ui(ui, &mut state.query.mode);
            scope_ui(ui, cx);
            if before != state.query && (before.mode != state.query.mode || cx.app.searched_len() <= LIVE) {
                cx.ask(FindCommand::Find(state.query.clone()));
            }
            said_ui(ui, cx, &state.query);
        });
    });
}

/// Gives the field the keys, with what it holds selected.
fn take_keys(ui: &Ui, text: &str) {
    ui.memory_mut(|memory| memory.request_focus(field_id()));
    let mut selected = TextEditState::default();
    let end = CCursor::new(text.chars().count());
    selected.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
    selected.store(ui.ctx(), field_id());
}

fn close(ui: &Ui, cx: &mut Cx) {
    cx.ask(FindCommand::HideFind);
    ui.memory_mut(|memory| memory.request_focus(list_id(cx.app.layout().focused())));
}

fn field_ui(ui: &mut Ui, cx: &mut Cx, state: &mut FindState) {
    keys(ui, cx, state);
    let width = size::FIND.min(ui.available_width() * 0.5);
    let hint = match cx.app.find_scope() {
        FindScope::Document => "Find",
        FindScope::AllOpen => "Find in all open documents",
    };
    let field = text_field(&mut state.query.text, field_id(), hint)
        .desired_width(width)
        .prefix(icon::MAGNIFYING_GLASS)
        .event_filter(EventFilter { escape: true, vertical_arrows: true, horizontal_arrows: true, tab: false });
    let field = ui.add(field).accessible_name("Find");
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_role(egui::accesskit::Role::SearchInput));
}

fn keys(ui: &Ui, cx: &mut Cx, state: &FindState) {
    if !ui.memory(|memory| memory.has_focus(field_id())) {
        return;
    }
    let (is_back, is_forth, is_down, is_away) = ui.input_mut(|input| {
        (
            input.consume_key(Modifiers::SHIFT, Key::Enter),
            input.consume_key(Modifiers::NONE, Key::Enter),
            input.consume_key(Modifiers::NONE, Key::ArrowDown),
            input.consume_key(Modifiers::NONE, Key::Escape),
        )
    });
    let is_searched =
        cx.app.results().is_some_and(|it| it.query == state.query && !it.is_stopped) && !cx.app.are_results_stale();
    if (is_back || is_forth) && !is_searched {
        cx.ask(FindCommand::Find(state.query.clone()));
    }
    match (is_back, is_forth) {
        (true, _) => cx.ask(FindCommand::PreviousHit),
        (false, true) => cx.ask(FindCommand::NextHit),
        (false, false) => {}
    }
    if is_down {
        ui.memory_mut(|memory| memory.request_focus(super::results::list_id()));
    }
    if is_away {
        close(ui, cx);
    }
}

fn mode_ui(ui: &mut Ui, mode: &mut Mode) {
    let shown =
        ComboBox::from_id_salt("find mode").selected_text(mode.title()).width(size::FIND_MODE).show_ui(ui, |ui| {
            for choice in Mode::ALL {
                ui.selectable_value(mode, choice, choice.title()).on_hover_text(choice.about());
            }
        });
    let name = format!("Find in {}", mode.title());
    ui.ctx().accesskit_node_builder(shown.response.id, |node| node.set_label(name));
    shown.response.on_hover_text(mode.about());
}

/// Whether all open documents are searched.
fn scope_ui(ui: &mut Ui, cx: &mut Cx) {
    let is_everywhere = cx.app.find_scope() == FindScope::AllOpen;
    if icon_toggle(ui, icon::FILES, "All open documents (Ctrl+Shift+F)", is_everywhere).clicked() {
        cx.ask(if is_everywhere { FindCommand::ShowFind } else { FindCommand::ShowFindEverywhere });
    }
}

/// The way to the next hit and the one before, and the end of a search.
fn steps_ui(ui: &mut Ui, cx: &mut Cx) {
    for (glyph, name, command) in [
        (icon::ARROW_DOWN, "Next hit (F3)", Command::Find(FindCommand::NextHit)),
        (icon::ARROW_UP, "Previous hit (Shift+F3)", Command::Find(FindCommand::PreviousHit)),
    ] {
        let is_available = cx.app.is_available(&command);
        let button = ui.add_enabled_ui(is_available, |ui| icon_button(ui, glyph, name)).inner;
        if button.clicked() {
            cx.ask(command);
        }
    }
    if let Some(job) = cx.app.results().and_then(|it| it.job())
        && icon_button(ui, icon::STOP, "Stop the search").clicked()
    {
        cx.ask(NoticeCommand::StopJob(job));
    }
}

/// How many were found, or why nothing can be.
fn said_ui(ui: &mut Ui, cx: &mut Cx, query: &Query) {
    let palette = theme::palette(ui);
    ui.add_space(grid(1));
    let (text, colour) = match (query.check(), cx.app.results()) {
        (Err(_), _) if query.text.trim().is_empty() => (String::new(), palette.muted),
        (Err(error), _) => (error.to_string(), palette.warning),
        (Ok(()), Some(results)) if results.query == *query => (model::count(results), palette.text),
        (Ok(()), _) => ("Enter searches".to_owned(), palette.muted),
    };
    let said = ui.add(Label::new(RichText::new(&text).font(font::text()).color(colour)).truncate());
    ui.ctx().accesskit_node_builder(said.id, |node| node.set_live(Live::Polite));
    if let Some(note) = model::note(cx.app).filter(|_| cx.app.results().is_some_and(|it| it.query == *query)) {
        ui.label(RichText::new(note).font(font::small()).color(palette.warning));
        if link_button(ui, "Find again").clicked() {
            cx.ask(FindCommand::FindAgain);
        }
    }
}

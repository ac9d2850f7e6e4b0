//! A path typed in place of the one that shows, with the names, indexes and keys it may go on with.

use egui::accesskit::Role;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align, Align2, Color32, EventFilter, Frame, Id, Key, Label, Layout, Modifiers, Order, Rect, RichText, Ui, pos2,
    vec2,
};

use super::cx::Cx;
use super::fonts::icon;
use super::theme::{self, font, grid, size};
use super::tree::list_id;
use super::virtual_rows::{Position, Reveal, Row, Said, VirtualRows};
use super::widgets::{elided, elided_ui, galley_ui, icon_button, link_button, text_field};
use crate::app::{FindCommand, OpenDocument, Pick, TreeCommand};
use crate::schema::complete::{self, Choice, Completion};

/// Choices shown at once.
const SHOWN: usize = 10;

/// What the field remembers while it is open.
#[derive(Clone, Debug, Default)]
struct State {
    text: String,
    /// How often a path had been asked for when the field last got the keys.
    asked: u64,
    /// The choice that the arrows have come to.
    row: Option<usize>,
    position: Position,
    /// What was completed, and of which version.
    completed: Option<(String, u64, Completion)>,
    /// The text that was gone to last: its reason stands until another is typed.
    entered: String,
}

fn field_id() -> Id {
    Id::unique("path entry")
}

/// Draws the field and, while it has the keys, the list below it.
pub fn path_entry_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument) {
    let id = Id::unique("path entry state");
    let mut state: State = ui.data_mut(|data| data.get_temp(id)).unwrap_or_default();
    if state.asked != cx.app.path_asked() {
        let here = document.selection().map_or_else(String::new, |it| document.path_of(&it.address));
        state = State { asked: cx.app.path_asked(), text: here, ..State::default() };
        take_keys(ui, 0, state.text.chars().count());
    }
    entry_ui(ui, cx, document, &mut state);
    ui.data_mut(|data| data.insert_temp(id, state));
}

/// Gives the field the keys, with this much of it selected.
fn take_keys(ui: &Ui, from: usize, to: usize) {
    ui.memory_mut(|memory| memory.request_focus(field_id()));
    let mut selected = TextEditState::default();
    selected.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(from), CCursor::new(to))));
    selected.store(ui.ctx(), field_id());
}

fn close(ui: &Ui, cx: &mut Cx) {
    cx.ask(FindCommand::HidePathEntry);
    ui.memory_mut(|memory| memory.request_focus(list_id(cx.app.layout().focused())));
}

fn entry_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, state: &mut State) {
    let completion = completion(document, state);
    let has_keys = ui.memory(|memory| memory.has_focus(field_id()));
    if has_keys {
        keys(ui, cx, state, &completion);
    }
    let palette = theme::palette(ui);
    let mut field_rect = Rect::NOTHING;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = grid(1);
        ui.add_space(grid(1));
        if icon_button(ui, icon::X, "Show the path again").clicked() {
            close(ui, cx);
        }
        let note = cx.app.path_entry().and_then(|it| it.note.as_ref()).filter(|_| state.entered == state.text);
        if let Some(note) = note {
            if let Some(add) = &note.add
                && link_button(ui, "Add it").clicked()
            {
                cx.ask(FindCommand::HidePathEntry);
                cx.ask(add.clone());
                ui.memory_mut(|memory| memory.request_focus(list_id(cx.app.layout().focused())));
            }
            let room = ui.available_width() * 0.6;
            let galley = elided(ui, &note.text, font::text(), room);
            ui.add(Label::new(galley).sense(egui::Sense::hover())).on_hover_text(&note.text);
            let said = RichText::new(icon::WARNING).color(palette.warning);
            ui.label(said);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(grid(2));
            let field = text_field(&mut state.text, field_id(), "Path of a record").desired_width(ui.available_width());
            let filter = EventFilter {
                escape: true,
                vertical_arrows: true,
                horizontal_arrows: true,
                tab: !completion.choices.is_empty(),
            };
            let field = ui.add(field.event_filter(filter)).accessible_name("Path");
            if field.changed() {
                state.row = None;
            }
            field_rect = field.rect;
        });
    });
    if has_keys && !completion.choices.is_empty() {
        list_ui(ui, field_rect, state, &completion);
    }
}

fn completion(document: &OpenDocument, state: &mut State) -> Completion {
    let version = document.version();
    if let Some((text, of, known)) = &state.completed
        && *text == state.text
        && *of == version
    {
        return known.clone();
    }
    let found = complete::complete(document.snapshot(), document.lens(), &state.text);
    state.completed = Some((state.text.clone(), version, found.clone()));
    found
}

fn keys(ui: &Ui, cx: &mut Cx, state: &mut State, completion: &Completion) {
    let last = completion.choices.len().checked_sub(1);
    let (is_enter, is_tab, is_escape) = ui.input_mut(|input| {
        for _ in 0..input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown) {
            state.row = last.map(|last| state.row.map_or(0, |row| (row + 1).min(last)));
        }
        for _ in 0..input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp) {
            state.row = state.row.and_then(|row| row.checked_sub(1));
        }
        (
            input.consume_key(Modifiers::NONE, Key::Enter),
            last.is_some() && input.consume_key(Modifiers::NONE, Key::Tab),
            input.consume_key(Modifiers::NONE, Key::Escape),
        )
    });
    if is_escape {
        return close(ui, cx);
    }
    let chosen = if is_tab { state.row.or(last.map(|_| 0)) } else { state.row.filter(|_| is_enter) };
    match chosen.and_then(|row| completion.choices.get(row)) {
        Some(choice) => accept(ui, state, completion, choice),
        None if is_enter => {
            state.entered.clone_from(&state.text);
            let path = if state.text.trim().is_empty() { "." } else { state.text.trim() };
            cx.ask(TreeCommand::Select(Pick::Path(path.to_owned())));
            // Where it leads the tree has the keys.
            if cx.app.path_entry().is_none() {
                ui.memory_mut(|memory| memory.request_focus(list_id(cx.app.layout().focused())));
            }
        }
        None => {}
    }
}

/// Takes a choice into the text.
fn accept(ui: &Ui, state: &mut State, completion: &Completion, choice: &Choice) {
    state.text.truncate(completion.from);
    state.text.push_str(&choice.text);
    state.row = None;
    let end = state.text.chars().count();
    take_keys(ui, end, end);
}

fn list_ui(ui: &Ui, field: Rect, state: &mut State, completion: &Completion) {
    let rows = completion.choices.len();
    let about = state.row.and_then(|it| completion.choices.get(it)).map_or("", |it| it.about.as_str());
    let area = egui::Area::new(Id::unique("path choices")).order(Order::Foreground);
    let mut picked = None;
    area.fixed_pos(field.left_bottom() + vec2(0.0, grid(1))).constrain(true).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(field.width().min(size::PICKER[0]));
            let height = rows.min(SHOWN) as f32 * size::ROW;
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
            let list = VirtualRows {
                id: Id::unique("path choices list"),
                label: "What the path may go on with",
                role: Role::ListBox,
                rows: rows as u64,
                pitch: size::ROW,
                selected: state.row.map(|it| it as u64),
                reveal: Reveal::Least,
            };
            list.show_ui(ui, rect, &mut state.position, |ui, row| {
                let Some(choice) = completion.choices.get(row.index as usize) else { return Said::default() };
                if row.response.clicked() {
                    picked = Some(row.index as usize);
                }
                choice_ui(ui, row, choice);
                Said { label: format!("{} {} {}", choice.text, choice.detail, choice.note), ..Said::default() }
            });
            if !about.is_empty() {
                let palette = theme::palette(ui);
                ui.separator();
                ui.add(Label::new(RichText::new(about).font(font::small()).color(palette.muted)).wrap());
            }
        });
    });
    if let Some(choice) = picked.and_then(|it| completion.choices.get(it)) {
        accept(ui, state, completion, choice);
    }
}

fn choice_ui(ui: &Ui, row: &Row, choice: &Choice) {
    let palette = theme::palette(ui);
    let fill = match (row.is_selected, row.response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.hover,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(row.rect, size::CORNER, fill);
    let inner = row.rect.shrink2(vec2(grid(2), 0.0));
    let note = elided(ui, &choice.note, font::small(), inner.width() * 0.2);
    let right = inner.right() - note.size().x - grid(2);
    galley_ui(ui, inner, Align2::RIGHT_CENTER, note, palette.muted);
    let name = elided(ui, &choice.text, font::text(), (right - inner.left()).max(0.0));
    let after = (inner.left() + name.size().x + grid(3)).min(right);
    galley_ui(ui, inner, Align2::LEFT_CENTER, name, palette.text);
    let detail = Rect::from_min_max(pos2(after, inner.top()), pos2(right.max(after), inner.bottom()));
    elided_ui(ui, detail, &choice.detail, font::small(), palette.muted);
}

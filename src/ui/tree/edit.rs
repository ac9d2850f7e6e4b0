//! Editing a value where it stands: a field to type in with the reason beside it when the text is no value, and a
//! list for enums. What is typed is a command as soon as it is a value; the old value stays until then.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Event, EventFilter, Frame, Id, Key, Modifiers, Order, Rect, RichText, TextEdit, Ui, UiBuilder, pos2, vec2};

use super::Sort;
use super::model;
use super::view::{colour, list_id};
use crate::app::{Command, EditCommand, ElementRow, OpenDocument, Pick, RecordRow, Row, TreeCommand};
use crate::schema::{self, Reading};
use crate::ui::cx::Cx;
use crate::ui::theme::{self, font, grid, size};
use crate::ui::widgets::{Choice, Picked, Picker, PickerState};
use crate::wire::RecordId;

/// Rows looked through for the next value.
const NEXT: u64 = 512;

/// What is edited: the value of a record, or an element of a packed run.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// A record.
    Record(&'a RecordRow),
    /// An element.
    Element(&'a ElementRow),
}

impl Subject<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Record(row) => &row.name,
            Self::Element(row) => &row.name,
        }
    }

    /// What tells it from all others.
    fn id(&self, document: &OpenDocument) -> Option<(RecordId, Option<u64>)> {
        match self {
            Self::Record(row) => Some((row.child.id(), None)),
            Self::Element(row) => Some((document.selection()?.id, Some(row.index))),
        }
    }

    fn text(&self, cx: &Cx) -> String {
        match self {
            Self::Record(row) => cx.app.edit_text(&row.address).unwrap_or_default(),
            Self::Element(row) => row.text(),
        }
    }

    fn sort(&self, document: &OpenDocument) -> Sort {
        match self {
            Self::Record(row) => model::sort(document, row),
            Self::Element(_) => Sort::Number,
        }
    }

    fn check(&self, cx: &Cx, text: &str) -> Result<(), String> {
        match self {
            Self::Record(row) => cx.app.edit_check(&row.address, text),
            Self::Element(row) => cx.app.element_check(row, text),
        }
    }

    fn command(&self, text: String) -> Command {
        match self {
            Self::Record(row) => Command::Edit(EditCommand::SetValue { address: row.address.clone(), text }),
            Self::Element(row) => {
                Command::Edit(EditCommand::SetElement { record: row.record.clone(), index: row.index, text })
            }
        }
    }
}

/// A value being edited.
#[derive(Clone, Debug)]
pub struct Editing {
    record: (RecordId, Option<u64>),
    text: String,
    /// Why the text is no value.
    reason: Option<String>,
    /// The frames it was drawn in.
    frames: u32,
    picker: PickerState,
}

impl Editing {
    fn new(record: (RecordId, Option<u64>), text: String) -> Self {
        Self { record, text, reason: None, frames: 0, picker: PickerState::default() }
    }
}

/// Edits the value of a row that was clicked twice: a bool turns, a message folds.
pub fn begin_at(cx: &mut Cx, record: &RecordRow) {
    let address = record.address.clone();
    // Runs and times are values as well, and open by their arrow.
    let is_value = matches!(record.reading, Reading::Packed(_) | Reading::Message(..)) && model::is_value(record);
    if record.is_foldable && !is_value {
        cx.ask(TreeCommand::ToggleFold(Some(address)));
    } else if is_bool(&record.reading) {
        cx.ask(EditCommand::ToggleBool(Some(address)));
    } else {
        cx.ask(TreeCommand::Select(Pick::Record(address)));
        cx.ask(EditCommand::BeginEdit);
    }
}

fn is_bool(reading: &Reading) -> bool {
    matches!(reading, Reading::Value(field) if field.kind() == prost_reflect::Kind::Bool)
}

/// What is typed into the list begins editing the selected value with it.
pub fn begin_by_typing(ui: &Ui, cx: &mut Cx, document: &OpenDocument, typed: &mut String) {
    let is_value = document.is_inner_selected() || document.selected().is_some_and(|row| model::is_value(&row));
    if !is_value || !cx.app.is_available(&Command::Edit(EditCommand::BeginEdit)) {
        return;
    }
    let before = typed.len();
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let letters = if let Event::Text(text) = event { text.as_str() } else { "" };
            let is_typed = !letters.trim().is_empty();
            if is_typed {
                typed.push_str(letters);
            }
            !is_typed
        });
    });
    if typed.len() > before {
        cx.ask(EditCommand::BeginEdit);
    }
}

/// Draws the editor of the selected value over its cell.
pub fn edit_ui(
    ui: &mut Ui,
    cx: &mut Cx,
    document: &OpenDocument,
    subject: Subject<'_>,
    cell: Rect,
    state: &mut Option<Editing>,
    typed: &mut String,
) {
    let Some(id) = subject.id(document) else { return };
    if state.as_ref().is_none_or(|it| it.record != id) {
        *state = Some(Editing::new(id, subject.text(cx)));
    }
    let Some(editing) = state else { return };
    match subject {
        Subject::Record(row) => match &row.reading {
            Reading::Value(field) if field.enumeration().is_some() => {
                let Some(enumeration) = field.enumeration() else { return };
                enum_ui(ui, cx, row, cell, editing, &enumeration, typed);
            }
            _ => text_ui(ui, cx, document, subject, cell, editing, typed),
        },
        Subject::Element(_) => text_ui(ui, cx, document, subject, cell, editing, typed),
    }
}

fn text_ui(
    ui: &mut Ui,
    cx: &mut Cx,
    document: &OpenDocument,
    subject: Subject<'_>,
    cell: Rect,
    editing: &mut Editing,
    typed: &mut String,
) {
    let palette = theme::palette(ui);
    let id = Id::unique("value edit");
    let is_first = editing.frames == 0;
    editing.frames = editing.frames.saturating_add(1);
    let is_replaced = is_first && !typed.is_empty();
    if is_replaced {
        editing.text = std::mem::take(typed);
    }
    if is_first {
        ui.memory_mut(|memory| memory.request_focus(id));
        let end = CCursor::new(editing.text.chars().count());
        let start = if is_replaced { end } else { CCursor::new(0) };
        let mut text_state = TextEditState::default();
        text_state.cursor.set_char_range(Some(CCursorRange::two(start, end)));
        text_state.store(ui.ctx(), id);
    }
    let end = keys(ui, id);
    let rect = Rect::from_min_max(cell.min - vec2(grid(1) + 1.0, -1.0), cell.max + vec2(0.0, -1.0));
    let outline = if editing.reason.is_some() { egui::Stroke::new(1.5, palette.error) } else { palette.focus() };
    ui.painter().rect(rect, size::CORNER, palette.background, outline, egui::StrokeKind::Inside);
    let mut child = ui.new_child(UiBuilder::new().id_salt("value").max_rect(rect.shrink2(vec2(grid(1), 0.0))));
    let sort = subject.sort(document);
    let edit = TextEdit::singleline(&mut editing.text)
        .id(id)
        .font(font::mono())
        .text_color(colour(palette, sort))
        .frame(Frame::NONE.inner_margin(egui::Margin::symmetric(0, 3)))
        .desired_width(f32::INFINITY)
        .event_filter(EventFilter { tab: true, escape: true, horizontal_arrows: true, vertical_arrows: true });
    let response = child.add(edit).accessible_name(format!("Value of {}", subject.name()));
    if response.changed() || is_replaced {
        change(cx, subject, editing);
    }
    if let Some(reason) = &editing.reason {
        reason_ui(ui, rect, reason);
    }
    let has_lost_focus = !is_first && !response.has_focus();
    finish(ui, cx, document, subject, editing, end.or(has_lost_focus.then_some(End::Away)));
}

/// Applies the text where it is a value, and says why where it is none.
fn change(cx: &mut Cx, subject: Subject<'_>, editing: &mut Editing) {
    match subject.check(cx, &editing.text) {
        Ok(()) => {
            editing.reason = None;
            cx.ask(subject.command(editing.text.clone()));
        }
        Err(reason) => editing.reason = Some(reason),
    }
}

/// How editing ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Enter,
    Escape,
    Next,
    Previous,
    /// The focus went elsewhere.
    Away,
}

fn keys(ui: &Ui, id: Id) -> Option<End> {
    if !ui.memory(|memory| memory.has_focus(id)) {
        return None;
    }
    ui.input_mut(|input| {
        if input.consume_key(Modifiers::NONE, Key::Enter) {
            Some(End::Enter)
        } else if input.consume_key(Modifiers::NONE, Key::Escape) {
            Some(End::Escape)
        } else if input.consume_key(Modifiers::SHIFT, Key::Tab) {
            Some(End::Previous)
        } else if input.consume_key(Modifiers::NONE, Key::Tab) {
            Some(End::Next)
        } else {
            None
        }
    })
}

fn finish(ui: &Ui, cx: &mut Cx, document: &OpenDocument, subject: Subject<'_>, editing: &Editing, end: Option<End>) {
    let Some(end) = end else { return };
    // A text that is no value stays until it is one, or is given up.
    if editing.reason.is_some() && matches!(end, End::Enter | End::Next | End::Previous) {
        return;
    }
    match end {
        End::Escape => cx.ask(EditCommand::CancelEdit),
        End::Enter | End::Away => cx.ask(EditCommand::EndEdit),
        End::Next | End::Previous => {
            cx.ask(EditCommand::EndEdit);
            let at = match subject {
                Subject::Record(row) => row.visible,
                Subject::Element(row) => row.visible,
            };
            match next_value(document, at, end == End::Next) {
                Some(Row::Record(next)) => {
                    let is_bool = is_bool(&next.reading);
                    cx.ask(TreeCommand::Select(Pick::Record(next.address)));
                    if !is_bool {
                        cx.ask(EditCommand::BeginEdit);
                    }
                }
                Some(Row::Element(next)) => {
                    cx.ask(TreeCommand::Select(Pick::Row(next.visible)));
                    cx.ask(EditCommand::BeginEdit);
                }
                Some(Row::Absent(_) | Row::Reading { .. }) | None => {}
            }
        }
    }
    if end != End::Away {
        ui.memory_mut(|memory| memory.request_focus(list_id(cx.app.layout().focused())));
    }
}

/// The nearest value below or above.
fn next_value(document: &OpenDocument, at: u64, is_down: bool) -> Option<Row> {
    let range = if is_down { at + 1..at + 1 + NEXT } else { at.saturating_sub(NEXT)..at };
    let rows = document.rows(range);
    let mut values = rows.into_iter().filter(|it| match it {
        // An open run is edited element by element.
        Row::Record(record) => model::is_value(record) && !record.is_open,
        Row::Element(row) => row.element.is_some_and(|it| !it.is_cut),
        Row::Absent(_) | Row::Reading { .. } => false,
    });
    if is_down { values.next() } else { values.last() }
}

/// The reason, below the field so that nothing moves.
fn reason_ui(ui: &Ui, field: Rect, reason: &str) {
    let palette = theme::palette(ui);
    let at = pos2(field.left(), field.bottom() + 2.0);
    egui::Area::new(Id::unique("value reason")).order(Order::Foreground).fixed_pos(at).interactable(false).show(
        ui.ctx(),
        |ui| {
            let frame = Frame::popup(ui.style()).fill(palette.raised).inner_margin(egui::Margin::symmetric(8, 4));
            frame.show(ui, |ui| {
                ui.set_max_width(size::POPUP[0]);
                ui.label(RichText::new(reason).font(font::small()).color(palette.error));
            });
        },
    );
}

fn enum_ui(
    ui: &mut Ui,
    cx: &mut Cx,
    row: &RecordRow,
    cell: Rect,
    editing: &mut Editing,
    enumeration: &prost_reflect::EnumDescriptor,
    typed: &mut String,
) {
    let numbers: Vec<i32> = enumeration.values().map(|it| it.number()).collect();
    if editing.frames == 0 {
        editing.picker.filter = std::mem::take(typed);
        // The value that stands is the one to begin with.
        let now = enumeration.get_value_by_name(&editing.text).map(|it| it.number());
        let row = numbers.iter().position(|it| now == Some(*it)).filter(|_| editing.picker.filter.is_empty());
        editing.picker.start_at(row.unwrap_or(0));
    }
    editing.frames = editing.frames.saturating_add(1);
    let choices = enum_choices(enumeration);
    let is_escape = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let typed_number = editing.picker.filter.trim().to_owned();
    let reason = if typed_number.is_empty() { None } else { cx.app.edit_check(&row.address, &typed_number).err() };
    let none = "Enter sets this number";
    let at = pos2(cell.left() - grid(2), cell.bottom());
    let area = egui::Area::new(Id::unique("enum list")).order(Order::Foreground).fixed_pos(at).constrain(true);
    let shown = area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style())
            .show(ui, |ui| {
                let [width, height] = size::POPUP;
                let rows = choices.len().min(10) as f32 * size::ROW;
                let about = if choices.iter().any(|it| !it.about.is_empty()) { size::ABOUT } else { 0.0 };
                ui.set_width(width);
                ui.set_height((rows + about + size::CONTROL + grid(3)).min(height));
                let id = Id::unique("enum values");
                let hint = "Name or number";
                let picker =
                    Picker { id, label: "Enum value", hint, choices: &choices, none, reason: reason.as_deref() };
                picker.show_ui(ui, &mut editing.picker)
            })
            .inner
    });
    let is_elsewhere = editing.frames > 1 && shown.response.clicked_elsewhere();
    let address = row.address.clone();
    let is_done = match shown.inner {
        Picked::Choice(index) => {
            if let Some(number) = numbers.get(index) {
                cx.ask(EditCommand::SetEnum { address, number: *number });
            }
            true
        }
        Picked::Typed(text) if cx.app.edit_check(&address, &text).is_ok() => {
            cx.ask(EditCommand::SetValue { address, text });
            true
        }
        Picked::Typed(_) | Picked::Open => false,
    };
    if is_done {
        cx.ask(EditCommand::EndEdit);
    } else if is_escape || is_elsewhere {
        cx.ask(EditCommand::CancelEdit);
    }
    if is_done || is_escape {
        ui.memory_mut(|memory| memory.request_focus(list_id(cx.app.layout().focused())));
    }
}

/// The values of an enum, in the order of their declaration.
pub fn enum_choices(enumeration: &prost_reflect::EnumDescriptor) -> Vec<Choice> {
    enumeration
        .values()
        .map(|value| Choice {
            name: value.name().to_owned(),
            note: value.number().to_string(),
            about: schema::docs(&value).unwrap_or_default(),
            ..Choice::default()
        })
        .collect()
}

//! Draws the tree: a head with columns to be dragged, rows, the gutter's marks.

use egui::accesskit::Role;
use egui::{Align2, Color32, CursorIcon, Id, Rect, Sense, Ui, pos2, vec2};

use super::columns::{Column, Columns, Widths};
use super::edit::{self, Editing};
use super::hint;
use super::model::TreeLine;
use super::{row_menu, selecting};
use crate::app::layout::GroupId;
use crate::app::{Command, EditCommand, OpenDocument, Pick, ProblemCommand, RecordRow, Row, Shown, TreeCommand};
use crate::schema::telling::{Line, Sort};
use crate::ui::cx::Cx;
use crate::ui::empty::panes;
use crate::ui::fonts::icon;
use crate::ui::theme::{self, Palette, font, grid, size};
use crate::ui::virtual_rows::{Position, Reveal, Row as ListRow, Said, VirtualRows};
use crate::ui::widgets::{elided, elided_ui, galley_ui};
use crate::ui::words;
use crate::wire::{Address, Severity};

/// What the pane remembers of a document between frames.
#[derive(Clone, Debug, Default)]
pub struct TreeState {
    /// Where the pane stands.
    pub seat: Seat,
    position: Position,
    /// What was selected when the list last drew, to see that it changed.
    revealed: Option<Address>,
    editing: Option<Editing>,
    /// Typed before the field to type in was there.
    typed: String,
}

/// Where a tree is shown: a document may stand in two groups.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seat {
    /// The group of tabs.
    pub group: GroupId,
    /// True when that group has the focus: commands mean what it shows.
    pub is_active: bool,
}

/// The identity of the list in a group: that of the active group has the focus while nothing else has.
pub fn list_id(group: GroupId) -> Id {
    Id::unique(("records", group))
}

/// The colour of a value.
pub fn colour(palette: &Palette, sort: Sort) -> Color32 {
    match sort {
        Sort::Text => palette.string,
        Sort::Number => palette.number,
        Sort::Enum => palette.enumeration,
        Sort::Bytes => palette.bytes,
        Sort::Bool => palette.boolean,
        Sort::Time => palette.time,
        Sort::Digest => palette.accent,
        Sort::Quiet => palette.muted,
    }
}

/// Draws head and rows into the room there is.
pub fn tree_ui(ui: &mut Ui, cx: &mut Cx, shown: Shown<'_>, state: &mut TreeState, widths: &mut Widths) {
    let document = shown.document();
    let palette = theme::palette(ui);
    let seat = state.seat;
    let room = ui.available_rect_before_wrap();
    ui.painter().rect_filled(room, 0.0, palette.background);
    let head = Rect::from_min_size(room.min, vec2(room.width(), size::HEAD));
    let rows = Rect::from_min_max(pos2(room.left(), head.bottom()), room.max);
    let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font::mono(), '0'));
    let digits = letter * TreeLine::offset_text(document.snapshot().len()).len() as f32;
    let columns = head_ui(ui, head, widths, digits, seat.group);
    let is_editing = seat.is_active && document.is_editing();
    let count = shown.row_count();
    if count.rows == 0 {
        empty_ui(ui, cx, rows, document, list_id(seat.group));
        return;
    }
    let selected = shown.selected_row();
    let address = shown.selection().map(|it| it.address.clone());
    let list = VirtualRows {
        id: list_id(seat.group),
        label: "Records",
        role: Role::Tree,
        rows: count.rows,
        pitch: size::ROW,
        selected,
        reveal: match seat.is_active {
            true if state.revealed != address => Reveal::Amid,
            is_active => Reveal::when(is_active && is_editing),
        },
    };
    // Letters are for the value they were typed on, or for none.
    if !is_editing && (state.revealed != address || !document.is_waiting()) {
        state.typed.clear();
    }
    state.revealed = address;
    let mut read = ReadAhead::default();
    let mut position = state.position;
    let ahead = (rows.height() / size::ROW).ceil() as u64 + 1;
    let has_focus = ui.memory(|memory| memory.has_focus(list.id));
    if !is_editing {
        // Typed on what took no text: it is not for what is edited next.
        state.typed.clear();
    }
    if has_focus && seat.is_active && !is_editing {
        edit::begin_by_typing(ui, cx, document, &mut state.typed);
    }
    if has_focus && seat.is_active && !is_editing {
        selecting::keys_ui(ui, cx, document, (rows.height() / size::ROW) as i64);
    }
    let outcome = list.show_ui(ui, rows, &mut position, |ui, row| {
        let Some(found) = read.row(shown, row.index, ahead) else { return Said::default() };
        let line = TreeLine::new(document, found);
        let is_marked = selecting::is_marked(shown, found);
        selecting::back_ui(ui, row, is_marked, has_focus);
        row_ui(ui, cx, &columns, row, &line, found.record().map(|it| &it.address));
        if let Some(record) = found.record() {
            clicks_ui(ui, cx, &columns, row, record, shown);
        } else {
            inner_clicks_ui(cx, row, found);
        }
        let subject = match found {
            Row::Record(record) => Some(edit::Subject::Record(record)),
            Row::Element(element) => Some(edit::Subject::Element(element)),
            Row::Absent(_) | Row::Reading { .. } => None,
        };
        if let Some(subject) = subject.filter(|_| row.is_selected && is_editing) {
            let cell = columns.cell(Column::Value, row.rect);
            edit::edit_ui(ui, cx, document, subject, cell, &mut state.editing, &mut state.typed);
        }
        Said {
            label: line.said(),
            level: line.depth as usize + 1,
            place: line.place.map(|it| it as usize),
            of: line.of.map(|it| it as usize),
            is_expanded: line.is_open,
            is_marked,
        }
    });
    state.position = position;
    if !is_editing {
        state.editing = None;
    }
    if let Some(row) = outcome.moved_to {
        cx.ask(TreeCommand::Select(Pick::Row(row)));
    }
}

/// Rows asked of the document a screen at a time.
#[derive(Default)]
struct ReadAhead {
    start: u64,
    rows: Vec<Row>,
}

impl ReadAhead {
    fn row(&mut self, shown: Shown<'_>, index: u64, ahead: u64) -> Option<&Row> {
        let is_read = (self.start..self.start + self.rows.len() as u64).contains(&index);
        if !is_read {
            self.start = index;
            self.rows = shown.rows(index..index + ahead);
        }
        self.rows.get((index - self.start) as usize)
    }
}

fn head_ui(ui: &mut Ui, rect: Rect, widths: &mut Widths, digits: f32, group: GroupId) -> Columns {
    let palette = theme::palette(ui);
    let columns = Columns::new(rect.x_range(), widths, digits);
    ui.painter().rect_filled(rect, 0.0, palette.background);
    for (column, name) in Column::HEADS {
        let cell = columns.cell(column, rect);
        if cell.width() > 0.0 {
            let align = if columns.is_right(column) { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
            galley_ui(ui, cell, align, elided(ui, name, font::small(), cell.width()), palette.muted);
        }
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, palette.line());
    for column in [Column::Field, Column::Type].into_iter().filter(|it| columns.range(*it).span() > 0.0) {
        let x = columns.right_edge(column);
        let grip = Rect::from_x_y_ranges(x - grid(1)..=x + grid(1), rect.y_range());
        let response = ui.interact(grip, Id::unique(("column", group, column)), Sense::DRAG);
        let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeColumn);
        if response.hovered() || response.dragged() {
            ui.painter().vline(x, rect.y_range(), egui::Stroke::new(1.0, palette.accent));
        }
        if response.dragged() {
            widths.drag(column, response.drag_delta().x, &columns);
        }
    }
    Columns::new(rect.x_range(), widths, digits)
}

fn row_ui(ui: &mut Ui, cx: &mut Cx, columns: &Columns, row: &ListRow, line: &TreeLine, address: Option<&Address>) {
    let (rect, palette) = (row.rect, theme::palette(ui));
    mark_ui(ui, cx, palette, columns.cell(Column::Gutter, rect), row.response.id, line, address);
    let cell = |column| columns.cell(column, rect);
    let offset = cell(Column::Offset);
    if offset.width() > 0.0 {
        elided_ui(ui, offset, &line.offset, font::mono(), palette.muted);
    }
    let indent = (columns.indent(line.depth), columns.indent_step());
    name_ui(ui, palette, cell(Column::Field), indent, row, line);
    let number = cell(Column::Number);
    if number.width() > 0.0 {
        let text = elided(ui, &line.number, font::text(), number.width());
        galley_ui(ui, number, Align2::RIGHT_CENTER, text, palette.muted);
    }
    let type_name = cell(Column::Type);
    if type_name.width() > 0.0 && elided_ui(ui, type_name, &line.type_name, font::text(), palette.muted) {
        hint::whole_ui(ui, row, type_name, &line.type_name);
    }
    value_ui(ui, palette, cell(Column::Value), row, &line.value);
    let bytes = cell(Column::Bytes);
    if bytes.width() > 0.0 {
        let text = elided(ui, &line.bytes, font::mono(), bytes.width());
        galley_ui(ui, bytes, Align2::RIGHT_CENTER, text, palette.muted);
    }
}

/// The mark of what is odd; the reasons show while it is pointed at, and a click shows them in the list of problems.
fn mark_ui(ui: &Ui, cx: &mut Cx, palette: &Palette, rect: Rect, row: Id, line: &TreeLine, address: Option<&Address>) {
    let Some(severity) = line.severity() else { return };
    let (glyph, colour) = match severity {
        Severity::Error => (icon::WARNING_CIRCLE, palette.error),
        Severity::Warning => (icon::WARNING, palette.warning),
        Severity::Info => (icon::INFO, palette.muted),
    };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, glyph, font::text(), colour);
    // No Tab stop of its own: the row says what is odd, and F8 goes through the problems.
    let response = ui.interact(rect, row.with("mark"), Sense::CLICK).on_hover_cursor(CursorIcon::PointingHand);
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(size::POPUP[0]);
        for problem in &line.problems {
            ui.label(words::problem(problem));
        }
    });
    if let Some(address) = address.filter(|_| response.clicked()) {
        cx.ask(ProblemCommand::ShowProblemsOf(address.clone()));
    }
}

fn name_ui(ui: &Ui, palette: &Palette, rect: Rect, (indent, step): (f32, f32), row: &ListRow, line: &TreeLine) {
    for level in 0..(indent / step).round() as u32 {
        // Below the arrow of the record at that depth.
        let x = rect.left() + step * level as f32 + size::INDENT / 2.0;
        ui.painter().vline(x.round() + 0.5, rect.y_range(), palette.line());
    }
    let left = (rect.left() + indent).min(rect.right());
    if let Some(is_open) = line.is_open {
        let arrow = if is_open { "▾" } else { "▸" };
        let at = pos2(left + size::INDENT / 2.0, rect.center().y);
        ui.painter().with_clip_rect(rect).text(at, Align2::CENTER_CENTER, arrow, font::arrow(), palette.muted);
    }
    let text = Rect::from_min_max(pos2((left + size::INDENT + 2.0).min(rect.right()), rect.top()), rect.max);
    let name = elided(ui, &line.name, font::text(), text.width());
    let colour = if line.is_unknown || line.is_absent { palette.muted } else { palette.text };
    let (after, is_elided) = (text.left() + name.size().x + grid(2), name.elided);
    galley_ui(ui, text, Align2::LEFT_CENTER, name, colour);
    let note = Rect::from_min_max(pos2(after.min(rect.right()), rect.top()), rect.max);
    elided_ui(ui, note, &line.note, font::small(), palette.warning);
    if is_elided {
        hint::whole_ui(ui, row, rect, &line.name);
    }
}

fn value_ui(ui: &Ui, palette: &Palette, rect: Rect, row: &ListRow, value: &Line) {
    let mut left = rect.left();
    if let Some(hash) = value.chip {
        let chip = Rect::from_center_size(pos2(left + size::CHIP / 2.0, rect.center().y), vec2(size::CHIP, size::CHIP));
        ui.painter().rect_filled(chip, 2.0, palette.chip(hash));
        left += size::CHIP + grid(2);
    }
    let font_id = if value.sort == Sort::Quiet { font::text() } else { font::mono() };
    let text = Rect::from_min_max(pos2(left.min(rect.right()), rect.top()), rect.max);
    let galley = elided(ui, &value.text, font_id, text.width());
    let (after, is_elided) = (left + galley.size().x + grid(3), galley.elided);
    galley_ui(ui, text, Align2::LEFT_CENTER, galley, colour(palette, value.sort));
    let note = Rect::from_min_max(pos2(after.min(rect.right()), rect.top()), rect.max);
    // A note of which nothing would be read says no more than the dots of the value.
    let has_room = note.width() >= size::LEAST_NOTE;
    let is_note_cut = has_room && elided_ui(ui, note, &value.note, font::small(), palette.muted);
    let is_note_hidden = !value.note.is_empty() && (!has_room || is_note_cut);
    hint::value_ui(ui, row, rect, value, (is_elided, is_note_hidden));
}

fn clicks_ui(ui: &Ui, cx: &mut Cx, columns: &Columns, row: &ListRow, record: &RecordRow, shown: Shown<'_>) {
    let response = &row.response;
    let at = response.interact_pointer_pos();
    let is_on_arrow = at.is_some_and(|at| {
        let left = columns.range(Column::Field).min + columns.indent(record.depth);
        record.is_foldable && (left..left + size::INDENT + 2.0).contains(&at.x)
    });
    if row.is_toggled {
        cx.ask(TreeCommand::ToggleFold(Some(record.address.clone())));
    }
    let held = ui.input(|input| input.modifiers);
    if response.clicked() && !is_on_arrow && (held.command || held.shift) {
        cx.ask(if held.shift {
            Command::Tree(TreeCommand::ExtendTo(record.visible))
        } else {
            Command::Tree(TreeCommand::ToggleSelected(Some(record.address.clone())))
        });
    } else if response.double_clicked() && !is_on_arrow {
        edit::begin_at(cx, record);
    } else if response.clicked() {
        cx.ask(if is_on_arrow {
            Command::Tree(TreeCommand::ToggleFold(Some(record.address.clone())))
        } else {
            Command::Tree(TreeCommand::Select(Pick::Record(record.address.clone())))
        });
    }
    // The menu of one of several is the menu of all of them.
    let is_selected = shown.selection().is_some_and(|it| it.holds(&record.address));
    if response.secondary_clicked() && !is_selected {
        cx.ask(TreeCommand::Select(Pick::Record(record.address.clone())));
    }
    response.context_menu(|ui| row_menu::items_ui(ui, cx));
}

/// Clicks on a row that is no record: an element is edited by a double click, an absent field is set by one.
fn inner_clicks_ui(cx: &mut Cx, row: &ListRow, found: &Row) {
    if matches!(found, Row::Record(_) | Row::Reading { .. }) {
        return;
    }
    let is_asked = row.response.clicked() || row.response.secondary_clicked();
    if is_asked {
        cx.ask(TreeCommand::Select(Pick::Row(found.visible())));
    }
    if row.response.double_clicked() {
        cx.ask(EditCommand::BeginEdit);
    }
    row.response.context_menu(|ui| row_menu::items_ui(ui, cx));
}

fn empty_ui(ui: &mut Ui, cx: &mut Cx, rect: Rect, document: &OpenDocument, list: Id) {
    let empty = if document.snapshot().is_empty() { panes::NO_RECORDS } else { panes::NOT_READ };
    empty.show_ui(ui, cx, rect, list);
}

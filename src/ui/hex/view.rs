//! Draws rows of bytes: one galley and a few rectangles a row, and finds the byte under the pointer by arithmetic.

use std::ops::Range;

use egui::accesskit::Role;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, EventFilter, FontId, Id, Painter, Pos2, Rect, Stroke, Ui, ViewportCommand, pos2, vec2};

use super::input::{Asked, Keys};
use super::model::{self, Byte, Cell, GROUP, Part, Row, WIDTH};
use super::strip::strip_ui;
use crate::app::table;
use crate::app::{ByteColumn, ByteCommand, ByteForm, BytePart, Caret, Command, OpenDocument};
use crate::ui::cx::Cx;
use crate::ui::menu_items::{Line, Mark, entry_ui, menu_body_ui};
use crate::ui::theme::{self, Palette, font, grid, size};
use crate::ui::virtual_rows::{Position, Reveal, Said, VirtualRows};

/// What the pane remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct HexState {
    position: Position,
    /// The byte that was last brought into view.
    revealed: Option<u64>,
    /// True while the pointer is held that was pressed on a byte.
    is_dragged: bool,
}

/// What is drawn.
struct Hex<'a> {
    document: &'a OpenDocument,
    len: u64,
    caret: Caret,
    range: Option<Range<u64>>,
    /// The bytes of the selected record.
    selected: Option<Range<u64>>,
    has_focus: bool,
    /// Offsets are decimal.
    is_decimal: bool,
    /// Others are selected with the record.
    is_several: bool,
}

/// Where the columns stand.
#[derive(Clone, Copy)]
struct Columns {
    offset: f32,
    bytes: f32,
    letters: f32,
    letter: f32,
    /// From one byte to the next.
    pitch: f32,
    /// Bytes in a row.
    width: u64,
}

impl Columns {
    fn new(ui: &Ui, room: Rect, len: u64, is_decimal: bool) -> Self {
        let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font::mono(), '0'));
        let offset = room.left() + grid(4);
        let bytes = offset + letter * model::offset_text(0, len, is_decimal).len() as f32 + grid(4);
        let free = room.right() - bytes - grid(5) - size::SCROLLBAR - grid(1);
        let group = GROUP as f32 * (size::HEX_CELL + size::HEX_LETTER) + size::HEX_GAP;
        let width = (((free + size::HEX_GAP) / group).floor() as u64 * GROUP).clamp(WIDTH, 8 * WIDTH);
        let gaps = (width / GROUP - 1) as f32 * size::HEX_GAP;
        // A narrow room draws the bytes together.
        let for_bytes = free - gaps - width as f32 * size::HEX_LETTER;
        let pitch = (for_bytes / width as f32).floor().clamp(letter * 2.5, size::HEX_CELL);
        let letters = bytes + width as f32 * pitch + gaps + grid(5);
        Self { offset, bytes, letters, letter, pitch, width }
    }

    /// The left edge of a byte's cell; groups of eight stand apart.
    fn cell(&self, column: usize) -> f32 {
        self.bytes + column as f32 * self.pitch + (column / GROUP as usize) as f32 * size::HEX_GAP
    }

    fn letter(&self, column: usize) -> f32 {
        self.letters + column as f32 * size::HEX_LETTER
    }

    /// The column nearest to `x`, and whether that is among the bytes or among the letters.
    fn nearest(&self, x: f32) -> (u64, ByteColumn) {
        let last = self.width - 1;
        if x >= self.letters - grid(2) {
            let column = ((x - self.letters) / size::HEX_LETTER).max(0.0) as u64;
            return (column.min(last), ByteColumn::Text);
        }
        let group = GROUP as f32 * self.pitch + size::HEX_GAP;
        let groups = ((x - self.bytes) / group).floor().max(0.0);
        let within = (x - self.bytes - groups * group) / self.pitch;
        let column = groups as u64 * GROUP + (within.max(0.0) as u64).min(GROUP - 1);
        (column.min(last), ByteColumn::Hex)
    }

    /// The column under `x`; `None` beside the bytes and the letters.
    fn column_at(&self, x: f32) -> Option<u64> {
        let right = self.letter(self.width as usize);
        (x >= self.bytes && x < right).then(|| self.nearest(x).0)
    }
}

/// The list's identity.
pub fn list_id() -> Id {
    Id::unique("bytes")
}

/// Draws the bytes of a document into `rect`.
pub fn hex_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, rect: Rect, state: &mut HexState) {
    let strip = Rect::from_min_max(pos2(rect.left(), (rect.bottom() - size::STATUS).max(rect.top())), rect.max);
    let room = Rect::from_min_max(rect.min, pos2(rect.right(), strip.top()));
    let (caret, len) = (document.caret(), document.snapshot().len());
    let hex = Hex {
        document,
        len,
        caret,
        range: caret.range(len),
        is_decimal: cx.app.settings().is_offset_decimal,
        is_several: document.selection().is_some_and(|it| it.is_several()),
        selected: document.selection().map(|it| it.bytes.clone()),
        // A menu that hangs from a byte has the keys.
        has_focus: ui.memory(|memory| memory.has_focus(list_id())) && !egui::Popup::is_any_open(ui.ctx()),
    };
    let mut asked = Asked::default();
    let is_gone = hex.show_ui(ui, cx, room, state, &mut asked);
    for command in asked.commands {
        cx.ask(Command::Bytes(command));
    }
    strip_ui(ui, cx, document, strip, is_gone);
}

impl Hex<'_> {
    /// Draws the rows; true when some of the bytes in view are gone.
    fn show_ui(&self, ui: &mut Ui, cx: &mut Cx, rect: Rect, state: &mut HexState, asked: &mut Asked) -> bool {
        let palette = theme::palette(ui);
        ui.painter().rect_filled(rect, 0.0, palette.background);
        let inner = rect.shrink2(vec2(0.0, grid(1)));
        let columns = Columns::new(ui, rect, self.len, self.is_decimal);
        let width = columns.width;
        let page = ((inner.height() / size::HEX_ROW).floor() as u64).saturating_sub(1).max(1);
        if self.has_focus {
            let mut keys = Keys { caret: self.caret, len: self.len, width, page };
            ui.input_mut(|input| input.events.retain(|event| !keys.take(event, asked)));
        }
        let is_moved = state.revealed != Some(self.caret.at);
        state.revealed = Some(self.caret.at);
        let list = VirtualRows {
            id: list_id(),
            label: "Bytes",
            role: Role::ListBox,
            rows: model::rows(self.len, width),
            pitch: size::HEX_ROW,
            selected: Some(model::row_of(self.caret.at, width)),
            reveal: if is_moved && !state.is_dragged { Reveal::Amid } else { Reveal::when(is_moved) },
        };
        // Those in view now and a few more, because the list may move before it draws.
        let extent_rows = (inner.height() / size::HEX_ROW).ceil() as u64 + 1;
        let mut read: Option<(Range<u64>, Vec<Row>)> = None;
        let mut is_gone = false;
        let mut position = state.position;
        let outcome = list.show_ui(ui, inner, &mut position, |ui, row| {
            let is_read = read.as_ref().is_some_and(|(range, _)| range.contains(&row.index));
            if !is_read {
                let range = row.index..row.index + extent_rows;
                let (snapshot, lens, levels) = (self.document.snapshot(), self.document.lens(), self.document.levels());
                let several = self.document.selection().filter(|_| self.is_several);
                let is_held = |way: &[u64]| several.is_some_and(|it| it.holds_way(way));
                let cells = model::cells(snapshot, lens, levels, range.clone(), width, &is_held);
                cells.unindexed.iter().for_each(|message| self.document.want_index(message));
                is_gone |= cells.is_gone;
                read = Some((range, cells.rows));
            }
            let found = read.as_ref().and_then(|(range, rows)| rows.get((row.index - range.start) as usize));
            let Some(cells) = found else { return Said::default() };
            self.row_ui(ui.painter(), palette, &columns, row.rect, cells);
            self.hint_ui(&row.response, &columns, cells);
            row.response.context_menu(|ui| menu_ui(ui, cx));
            Said { label: cells.to_text(self.len), ..Said::default() }
        });
        state.position = position;
        if self.len == 0 {
            let at = pos2(columns.bytes, inner.top() + size::HEX_ROW * 1.5);
            let hint = "No bytes yet: type hex digits here, or paste";
            ui.painter().text(at, egui::Align2::LEFT_CENTER, hint, font::text(), palette.muted);
        }
        if self.has_focus {
            let filter = EventFilter {
                tab: false,
                horizontal_arrows: true,
                vertical_arrows: true,
                escape: self.range.is_some() || self.caret.is_half,
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(list_id(), filter));
        }
        self.pointer_ui(ui, inner, &columns, state, asked);
        if state.is_dragged && !self.has_focus {
            outcome.response.request_focus();
        }
        is_gone
    }

    /// The caret goes where the pointer is pressed, and a range as far as it is drawn.
    fn pointer_ui(&self, ui: &Ui, rect: Rect, columns: &Columns, state: &mut HexState, asked: &mut Asked) {
        let (is_pressed, is_down, at, is_shift) = ui.input(|input| {
            let pointer = &input.pointer;
            (pointer.primary_pressed(), pointer.primary_down(), pointer.interact_pos(), input.modifiers.shift)
        });
        let rows = Rect::from_min_max(rect.min, pos2(rect.right() - size::SCROLLBAR, rect.bottom()));
        let Some(at) = at.filter(|_| is_down) else {
            state.is_dragged = false;
            return;
        };
        let is_begun = is_pressed && rows.contains(at) && ui.rect_contains_pointer(rows);
        if is_begun {
            state.is_dragged = true;
        }
        if !state.is_dragged {
            return;
        }
        let (to, column) = self.byte_at(rect, columns, state.position, at);
        if is_begun {
            if column != self.caret.column {
                asked.commands.push(ByteCommand::Column(column));
            }
            asked.commands.push(ByteCommand::Place { at: to, extends: is_shift });
        } else if to.min(self.len.saturating_sub(1)) != self.caret.at && to != self.caret.at {
            asked.commands.push(ByteCommand::Place { at: to.min(self.len.saturating_sub(1)), extends: true });
        }
        // Held outside, the list moves on by itself.
        if at.y < rect.top() || at.y > rect.bottom() {
            ui.request_repaint();
        }
    }

    /// The byte nearest to a place.
    fn byte_at(&self, rect: Rect, columns: &Columns, position: Position, at: Pos2) -> (u64, ByteColumn) {
        let down = (at.y - rect.top() + position.within) / size::HEX_ROW;
        let row = if down < 0.0 { position.top.saturating_sub(1) } else { position.top.saturating_add(down as u64) };
        let below = ((rect.height() / size::HEX_ROW).ceil() as u64 + 1).saturating_add(position.top);
        let (column, which) = columns.nearest(at.x);
        (row.min(below).saturating_mul(columns.width).saturating_add(column).min(self.len), which)
    }

    /// What stands at the byte under the pointer.
    fn hint_ui(&self, response: &egui::Response, columns: &Columns, row: &Row) {
        let Some(at) = response.hover_pos().and_then(|at| columns.column_at(at.x)) else { return };
        let offset = row.offset + at;
        if offset >= self.len {
            return;
        }
        response.clone().on_hover_ui_at_pointer(|ui| {
            ui.set_max_width(size::POPUP[0]);
            ui.label(egui::RichText::new(format!("0x{offset:x} ({offset})")).font(font::mono()));
            let Some(info) = self.document.byte_info(offset) else { return };
            ui.label(&info.path);
            let part = match info.part {
                BytePart::Tag => "tag",
                BytePart::Length => "length",
                BytePart::Payload => "payload",
                BytePart::Undecoded => "undecoded",
            };
            ui.label(egui::RichText::new(part).color(theme::palette(ui).muted));
            if let Some(value) = info.value {
                let value = egui::RichText::new(value).font(font::mono());
                ui.add(egui::Label::new(value).wrap_mode(egui::TextWrapMode::Truncate));
            }
        });
    }

    fn row_ui(&self, painter: &Painter, palette: &Palette, columns: &Columns, rect: Rect, row: &Row) {
        self.grounds_ui(painter, palette, columns, rect, row);
        let offset = model::offset_text(row.offset, self.len, self.is_decimal);
        let y = rect.center().y;
        painter.text(pos2(columns.offset, y), egui::Align2::LEFT_CENTER, offset, font::mono(), palette.muted);
        let galley = painter.layout_job(bytes_job(row, columns, palette));
        let top = y - galley.size().y / 2.0;
        painter.galley(pos2(columns.bytes, top), galley, palette.text);
        let letters = painter.layout_job(letters_job(row, columns, palette.text));
        painter.galley(pos2(columns.letters, top), letters, palette.text);
        self.caret_ui(painter, palette, columns, rect, row);
    }

    /// What stands behind the bytes: the depth of the payload, tags and lengths, the selection and its outline, the
    /// range in it.
    fn grounds_ui(&self, painter: &Painter, palette: &Palette, columns: &Columns, rect: Rect, row: &Row) {
        let is_held = |offset: u64| {
            let cell = offset.checked_sub(row.offset).and_then(|it| row.cells.get(it as usize));
            cell.is_some_and(|it| it.is_selected)
        };
        let is_primary = |offset: u64| self.selected.as_ref().is_some_and(|it| it.contains(&offset));
        let is_selected = |offset: u64| if self.is_several { is_held(offset) } else { is_primary(offset) };
        let is_chosen = |offset: u64| self.range.as_ref().is_some_and(|it| it.contains(&offset));
        let last = row.cells.len().saturating_sub(1);
        for (column, (cell, offset)) in row.cells.iter().zip(row.offset..).enumerate() {
            let within = cell_rect(columns, rect, column);
            // What goes on in the next group goes on between the groups.
            let joins = if ((column + 1) as u64).is_multiple_of(GROUP) && column < last { size::HEX_GAP } else { 0.0 };
            let joined = Rect::from_min_max(within.min, within.max + vec2(joins, 0.0));
            let x = columns.letter(column);
            let letter = Rect::from_min_max(pos2(x, rect.top()), pos2(x + size::HEX_LETTER, rect.bottom()));
            let is_payload_of_same = |other: Option<&Cell>| other.is_some_and(|it| it.part == Part::Payload);
            if is_chosen(offset) {
                painter.rect_filled(if is_chosen(offset + 1) { joined } else { within }, 0.0, palette.chosen());
                painter.rect_filled(letter, 0.0, palette.chosen());
            } else if is_selected(offset) {
                let deep = if cell.part == Part::Payload { cell.depth } else { 0 };
                let ground = if is_selected(offset + 1) { joined } else { within };
                painter.rect_filled(ground, 0.0, palette.payload_selected(deep));
                painter.rect_filled(letter, 0.0, palette.selection);
            } else if cell.depth > 0 && cell.part == Part::Payload {
                let is_joined = is_payload_of_same(row.cells.get(column + 1));
                let ground = if is_joined { joined } else { within };
                painter.rect_filled(ground, 0.0, palette.payload(cell.depth));
            }
            if let Some((tint, edge)) = tint(palette, cell) {
                let (ground, corner) = (within.shrink2(vec2(2.0, 1.0)), f32::from(size::CORNER) / 2.0);
                if !is_chosen(offset) {
                    painter.rect_filled(ground, corner, tint);
                }
                if palette.is_high_contrast || is_selected(offset) || is_chosen(offset) {
                    painter.rect_stroke(ground, corner, Stroke::new(1.0, edge), egui::StrokeKind::Inside);
                }
            }
            // Of several the primary one is outlined.
            if is_primary(offset) {
                outline_ui(painter, palette.focus(), within, joins, (offset, column, columns.width), &is_primary);
            }
        }
    }

    /// The caret: a box in the column that is typed in, a line under the byte in the other.
    fn caret_ui(&self, painter: &Painter, palette: &Palette, columns: &Columns, rect: Rect, row: &Row) {
        let Some(column) = self.caret.at.checked_sub(row.offset).filter(|it| *it < columns.width) else { return };
        let column = column as usize;
        let byte = cell_rect(columns, rect, column);
        let x = columns.letter(column);
        let letter = Rect::from_min_max(pos2(x, rect.top()), pos2(x + size::HEX_LETTER, rect.bottom()));
        let (active, other) = match self.caret.column {
            ByteColumn::Hex => (byte, letter),
            ByteColumn::Text => (letter, byte),
        };
        let stroke = palette.focus();
        let colour = if self.has_focus { stroke.color } else { palette.muted };
        if self.has_focus {
            painter.rect_stroke(active.shrink(1.0), 2.0, stroke, egui::StrokeKind::Inside);
        } else {
            painter.hline(active.shrink(1.0).x_range(), active.bottom() - 1.5, Stroke::new(1.5, colour));
        }
        painter.hline(other.shrink(1.0).x_range(), other.bottom() - 1.5, Stroke::new(1.0, colour));
        if self.caret.is_half && self.caret.column == ByteColumn::Hex {
            let half = byte.center().x..=byte.right() - 3.0;
            painter.hline(half, byte.bottom() - 3.5, Stroke::new(2.0, colour));
        }
    }
}

/// What can be done with the chosen bytes.
fn menu_ui(ui: &mut Ui, cx: &mut Cx) {
    menu_body_ui(ui, |ui| lines_ui(ui, cx));
}

fn lines_ui(ui: &mut Ui, cx: &mut Cx) {
    let mut is_first = true;
    for group in [
        &[
            ByteCommand::Cut,
            ByteCommand::Copy(ByteForm::Hex),
            ByteCommand::Copy(ByteForm::Base64),
            ByteCommand::Copy(ByteForm::CArray),
            ByteCommand::Copy(ByteForm::Text),
        ][..],
        &[ByteCommand::AskFill],
        &[ByteCommand::AskOffset, ByteCommand::ToggleDecimal, ByteCommand::ToggleInsert, ByteCommand::ToggleLengths],
    ] {
        if !std::mem::take(&mut is_first) {
            ui.separator();
        }
        for command in group {
            let command = Command::Bytes(command.clone());
            let Some(entry) = table::entry(&command) else { continue };
            _ = entry_ui(ui, cx, entry, true);
            let is_copied_as_text = entry.command == Command::Bytes(ByteCommand::Copy(ByteForm::Text));
            let about = "Put what is on the clipboard at the caret";
            let paste = Line { name: "Paste", keys: "", about, why_not: None, mark: Mark::Room };
            if is_copied_as_text && paste.show_ui(ui).clicked() {
                ui.memory_mut(|memory| memory.request_focus(list_id()));
                ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
                ui.close();
            }
        }
    }
}

fn cell_rect(columns: &Columns, rect: Rect, column: usize) -> Rect {
    let x = columns.cell(column);
    Rect::from_min_max(pos2(x, rect.top()), pos2(x + columns.pitch, rect.bottom()))
}

/// The edges of the selection at one byte.
fn outline_ui(
    painter: &Painter,
    stroke: Stroke,
    cell: Rect,
    joins: f32,
    (offset, column, width): (u64, usize, u64),
    is_selected: &dyn Fn(u64) -> bool,
) {
    let stroke = Stroke::new(1.0, stroke.color);
    let is_last = (column + 1) as u64 == width;
    let right = if is_selected(offset + 1) && !is_last { cell.right() + joins } else { cell.right() };
    let sides = cell.left()..=right;
    // Inside the cell: the next row's ground is drawn over what reaches out.
    let (top, bottom) = (cell.top() + 0.5, cell.bottom() - 0.5);
    let is_above = offset.checked_sub(width).is_some_and(is_selected);
    if !is_above {
        painter.hline(sides.clone(), top, stroke);
    }
    if !is_selected(offset + width) {
        painter.hline(sides, bottom, stroke);
    }
    if column == 0 || !offset.checked_sub(1).is_some_and(is_selected) {
        painter.vline(cell.left() + 0.5, cell.y_range(), stroke);
    }
    if is_last || !is_selected(offset + 1) {
        painter.vline(cell.right() - 0.5, cell.y_range(), stroke);
    }
}

/// The ground of a tag or a length, and the line round it.
fn tint(palette: &Palette, cell: &Cell) -> Option<(Color32, Color32)> {
    match cell.part {
        Part::Tag => Some((palette.tag_tint, palette.tag_edge())),
        Part::Length => Some((palette.length_tint, palette.length_edge())),
        Part::Payload | Part::Undecoded => None,
    }
}

fn bytes_job(row: &Row, columns: &Columns, palette: &Palette) -> LayoutJob {
    let mut job = LayoutJob::default();
    let between = columns.pitch - 2.0 * columns.letter;
    for (column, cell) in row.cells.iter().enumerate() {
        let lead = match column {
            0 => between / 2.0,
            it if (it as u64).is_multiple_of(GROUP) => between + size::HEX_GAP,
            _ => between,
        };
        let (text, colour) = match (cell.byte, cell.part) {
            (Byte::Read(byte), Part::Undecoded) => (format!("{byte:02x}"), palette.warning),
            (Byte::Read(byte), _) => (format!("{byte:02x}"), palette.text),
            (Byte::Absent, _) => ("··".to_owned(), palette.muted),
            (Byte::Gone, _) => ("--".to_owned(), palette.error),
        };
        job.append(&text, lead, format_of(font::mono(), colour));
    }
    job
}

fn letters_job(row: &Row, columns: &Columns, colour: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let between = size::HEX_LETTER - columns.letter;
    for (column, letter) in model::text_of(&row.cells).chars().enumerate() {
        let lead = if column == 0 { between / 2.0 } else { between };
        job.append(letter.encode_utf8(&mut [0; 4]), lead, format_of(font::mono(), colour));
    }
    job
}

fn format_of(font_id: FontId, color: Color32) -> TextFormat {
    TextFormat { font_id, color, ..TextFormat::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_under_the_pointer_is_the_one_drawn_there() {
        let columns = Columns { offset: 16.0, bytes: 100.0, letters: 700.0, letter: 7.5, pitch: 26.0, width: 16 };
        for column in 0..16 {
            let middle = columns.cell(column) + columns.pitch / 2.0;
            assert_eq!(columns.column_at(middle), Some(column as u64));
            assert_eq!(columns.nearest(columns.letter(column) + 1.0), (column as u64, ByteColumn::Text));
        }
        assert_eq!(columns.nearest(0.0), (0, ByteColumn::Hex));
        assert_eq!(columns.nearest(5000.0), (15, ByteColumn::Text));
        assert_eq!(columns.column_at(20.0), None);
        assert_eq!(columns.column_at(5000.0), None);
    }
}

//! Draws rows of bytes: one galley and a few rectangles a row, and finds the byte under the pointer by arithmetic.

use std::ops::Range;

use egui::accesskit::Role;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Id, Key, Modifiers, Painter, Rect, Stroke, Ui, pos2, vec2};

use super::model::{self, Cell, Part, Row, WIDTH};
use crate::schema::Lens;
use crate::ui::theme::{self, Palette, font, grid, size};
use crate::ui::virtual_rows::{Position, Reveal, Said, VirtualRows};
use crate::wire::{Document, Levels, Message, Span};

/// What the pane remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct HexState {
    position: Position,
    /// The byte that the arrow keys move from.
    caret: u64,
}

/// What is drawn.
pub struct Hex<'a> {
    /// The document.
    pub document: &'a Document,
    /// How it reads.
    pub lens: &'a Lens,
    /// Its indexes.
    pub levels: &'a Levels,
    /// The bytes of the selected record.
    pub selected: Option<Range<u64>>,
    /// True to bring the selection into view.
    pub reveal: bool,
}

/// What became of it.
#[derive(Clone, Debug, Default)]
pub struct HexShown {
    /// The byte that was pointed at: its record is to be selected.
    pub picked: Option<u64>,
    /// Bytes that have to be fetched.
    pub absent: Option<Span>,
    /// Messages that have to be indexed.
    pub unindexed: Vec<Message>,
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
}

impl Columns {
    fn new(ui: &Ui, room: Rect, len: u64) -> Self {
        let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font::mono(), '0'));
        let offset = room.left() + grid(4);
        let bytes = offset + letter * model::offset_text(0, len).len() as f32 + grid(4);
        // A narrow room draws the bytes together.
        let letters_width = WIDTH as f32 * size::HEX_LETTER + grid(5) + size::SCROLLBAR + grid(1);
        let free = room.right() - bytes - size::HEX_GAP - letters_width;
        let pitch = (free / WIDTH as f32).floor().clamp(letter * 2.5, size::HEX_CELL);
        let letters = bytes + WIDTH as f32 * pitch + size::HEX_GAP + grid(5);
        Self { offset, bytes, letters, letter, pitch }
    }

    /// The left edge of a byte's cell; the halves stand apart.
    fn cell(&self, column: usize) -> f32 {
        self.bytes + column as f32 * self.pitch + if column >= WIDTH as usize / 2 { size::HEX_GAP } else { 0.0 }
    }

    fn letter(&self, column: usize) -> f32 {
        self.letters + column as f32 * size::HEX_LETTER
    }

    /// The column under `x`, in the bytes or in the letters.
    fn column_at(&self, x: f32) -> Option<u64> {
        let half = self.cell(WIDTH as usize / 2);
        let column = if x >= self.letters {
            (x - self.letters) / size::HEX_LETTER
        } else if x >= half {
            WIDTH as f32 / 2.0 + (x - half) / self.pitch
        } else {
            (x - self.bytes) / self.pitch
        };
        (column >= 0.0 && column < WIDTH as f32).then_some(column as u64)
    }
}

/// The list's identity.
pub fn list_id() -> Id {
    Id::unique("bytes")
}

impl Hex<'_> {
    /// Draws the bytes into `rect`.
    pub fn show_ui(&self, ui: &mut Ui, rect: Rect, state: &mut HexState) -> HexShown {
        let palette = theme::palette(ui);
        let len = self.document.len();
        ui.painter().rect_filled(rect, 0.0, palette.background);
        let inner = rect.shrink2(vec2(0.0, grid(1)));
        let columns = Columns::new(ui, rect, len);
        if self.reveal
            && let Some(selected) = &self.selected
            && !selected.contains(&state.caret)
        {
            state.caret = selected.start;
        }
        let id = list_id();
        let list = VirtualRows {
            id,
            label: "Bytes",
            role: Role::ListBox,
            rows: model::rows(len),
            pitch: size::HEX_ROW,
            selected: self.selected.as_ref().map(|_| model::row_of(state.caret)),
            reveal: if self.reveal { Reveal::Amid } else { Reveal::No },
        };
        // Those in view now and a few more, because the list may move before it draws.
        let extent_rows = (inner.height() / size::HEX_ROW).ceil() as u64 + 1;
        let mut shown = HexShown::default();
        let mut read: Option<(Range<u64>, Vec<Row>)> = None;
        let mut position = state.position;
        let outcome = list.show_ui(ui, inner, &mut position, |ui, row| {
            let is_read = read.as_ref().is_some_and(|(range, _)| range.contains(&row.index));
            if !is_read {
                let range = row.index..row.index + extent_rows;
                let model::Cells { rows, absent, unindexed } =
                    model::cells(self.document, self.lens, self.levels, range.clone());
                shown.absent = shown.absent.or(absent);
                shown.unindexed.extend(unindexed);
                read = Some((range, rows));
            }
            let found = read.as_ref().and_then(|(range, rows)| rows.get((row.index - range.start) as usize));
            let Some(cells) = found else { return Said::default() };
            if row.response.clicked()
                && let Some(at) = row.response.interact_pointer_pos()
            {
                shown.picked = columns.column_at(at.x).map(|column| cells.offset + column).filter(|it| *it < len);
            }
            self.row_ui(ui.painter(), palette, &columns, row.rect, cells);
            Said { label: cells.to_text(len), ..Said::default() }
        });
        state.position = position;
        shown.picked = shown.picked.or(self.keys(ui, outcome.response.has_focus(), outcome.moved_to, state.caret));
        if let Some(picked) = shown.picked {
            state.caret = picked;
        }
        shown
    }

    /// The byte that the keys move to.
    fn keys(&self, ui: &Ui, has_focus: bool, moved_to: Option<u64>, caret: u64) -> Option<u64> {
        let last = self.document.len().checked_sub(1).filter(|_| has_focus)?;
        if let Some(row) = moved_to {
            return Some((row * WIDTH + caret % WIDTH).min(last));
        }
        ui.input_mut(|input| {
            let right = input.count_and_consume_key(Modifiers::NONE, Key::ArrowRight) as u64;
            let left = input.count_and_consume_key(Modifiers::NONE, Key::ArrowLeft) as u64;
            (right + left > 0).then(|| (caret + right).saturating_sub(left).min(last))
        })
    }

    fn row_ui(&self, painter: &Painter, palette: &Palette, columns: &Columns, rect: Rect, row: &Row) {
        self.grounds_ui(painter, palette, columns, rect, row);
        let offset = model::offset_text(row.offset, self.document.len());
        let y = rect.center().y;
        painter.text(pos2(columns.offset, y), egui::Align2::LEFT_CENTER, offset, font::mono(), palette.muted);
        let galley = painter.layout_job(bytes_job(row, columns, palette));
        let top = y - galley.size().y / 2.0;
        painter.galley(pos2(columns.bytes, top), galley, palette.text);
        let letters = painter.layout_job(letters_job(row, columns, palette.muted));
        painter.galley(pos2(columns.letters, top), letters, palette.muted);
    }

    /// What stands behind the bytes: the depth of the payload, tags and lengths, the selection and its outline.
    fn grounds_ui(&self, painter: &Painter, palette: &Palette, columns: &Columns, rect: Rect, row: &Row) {
        let cell_rect = |column: usize| {
            let x = columns.cell(column);
            Rect::from_min_max(pos2(x, rect.top()), pos2(x + columns.pitch, rect.bottom()))
        };
        let is_selected = |offset: u64| self.selected.as_ref().is_some_and(|it| it.contains(&offset));
        for (column, (cell, offset)) in row.cells.iter().zip(row.offset..).enumerate() {
            let within = cell_rect(column);
            let joins = if column + 1 == WIDTH as usize / 2 { size::HEX_GAP } else { 0.0 };
            let joined = Rect::from_min_max(within.min, within.max + vec2(joins, 0.0));
            if is_selected(offset) {
                let is_joined = is_selected(offset + 1) && column + 1 < row.cells.len();
                painter.rect_filled(if is_joined { joined } else { within }, 0.0, palette.selection);
                let x = columns.letter(column);
                let letter = Rect::from_min_max(pos2(x, rect.top()), pos2(x + size::HEX_LETTER, rect.bottom()));
                painter.rect_filled(letter, 0.0, palette.selection);
                outline_ui(painter, palette.focus(), within, joins, offset, column, &is_selected);
            } else if cell.depth > 0 && cell.part == Part::Payload {
                painter.rect_filled(within, 0.0, palette.payload(cell.depth));
            }
            if let Some(tint) = tint(palette, cell) {
                painter.rect_filled(within.shrink2(vec2(2.0, 1.0)), f32::from(size::CORNER) / 2.0, tint);
            }
        }
    }
}

/// The edges of the selection at one byte.
fn outline_ui(
    painter: &Painter,
    stroke: Stroke,
    cell: Rect,
    joins: f32,
    offset: u64,
    column: usize,
    is_selected: &dyn Fn(u64) -> bool,
) {
    let stroke = Stroke::new(1.0, stroke.color);
    let is_last = column + 1 == WIDTH as usize;
    let right = if is_selected(offset + 1) && !is_last { cell.right() + joins } else { cell.right() };
    let sides = cell.left()..=right;
    // Inside the cell: the next row's ground is drawn over what reaches out.
    let (top, bottom) = (cell.top() + 0.5, cell.bottom() - 0.5);
    let is_above = offset.checked_sub(WIDTH).is_some_and(is_selected);
    if !is_above {
        painter.hline(sides.clone(), top, stroke);
    }
    if !is_selected(offset + WIDTH) {
        painter.hline(sides, bottom, stroke);
    }
    if column == 0 || !offset.checked_sub(1).is_some_and(is_selected) {
        painter.vline(cell.left() + 0.5, cell.y_range(), stroke);
    }
    if is_last || !is_selected(offset + 1) {
        painter.vline(cell.right() - 0.5, cell.y_range(), stroke);
    }
}

fn tint(palette: &Palette, cell: &Cell) -> Option<Color32> {
    match cell.part {
        Part::Tag => Some(palette.tag_tint),
        Part::Length => Some(palette.length_tint),
        Part::Payload | Part::Undecoded => None,
    }
}

fn bytes_job(row: &Row, columns: &Columns, palette: &Palette) -> LayoutJob {
    let mut job = LayoutJob::default();
    let between = columns.pitch - 2.0 * columns.letter;
    for (column, cell) in row.cells.iter().enumerate() {
        let lead = match column {
            0 => between / 2.0,
            it if it == WIDTH as usize / 2 => between + size::HEX_GAP,
            _ => between,
        };
        let (text, colour) = match (cell.byte, cell.part) {
            (Some(byte), Part::Undecoded) => (format!("{byte:02x}"), palette.warning),
            (Some(byte), _) => (format!("{byte:02x}"), palette.text),
            (None, _) => ("··".to_owned(), palette.muted),
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

//! The list of what was found: offset, path, type and value, with what was found marked.

use egui::accesskit::Role;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, FontId, Id, Key, Modifiers, Rect, Ui, pos2, vec2};

use super::model;
use crate::app::{FindCommand, FindScope, OpenDocument};
use crate::schema::find::{Hit, Part};
use crate::ui::below::takes_copy;
use crate::ui::cx::Cx;
use crate::ui::empty::{Empty, panes};
use crate::ui::theme::{self, Palette, font, grid, size};
use crate::ui::virtual_rows::{Position, Reveal, Row, Said, VirtualRows};
use crate::ui::widgets::{elided_ui, galley_ui};
use crate::ui::words;

/// What the list remembers.
#[derive(Clone, Debug, Default)]
pub struct ResultsState {
    position: Position,
    /// The hit that was the current one when the list was last drawn.
    shown: Option<usize>,
}

/// The list's identity.
pub fn list_id() -> Id {
    Id::unique("results")
}

/// Draws the list into `rect`.
pub fn results_ui(ui: &mut Ui, cx: &mut Cx, state: &mut ResultsState, rect: Rect) {
    let palette = theme::palette(ui);
    let Some(results) = cx.app.results() else {
        return panes::NOT_LOOKED.show_ui(ui, cx, rect, list_id());
    };
    if results.hits.is_empty() {
        let title = model::count(results);
        let sought = words::visible(&results.query.text);
        let about = match results.is_whole() {
            true => format!("Nothing searched is or holds {sought}; what is found would be listed here"),
            false => format!("What is or holds {sought} is listed here as it is found"),
        };
        let next = &[FindCommand::ShowFind.into(), FindCommand::ShowPathEntry.into()];
        return Empty { title: &title, about: &about, next }.show_ui(ui, cx, rect, list_id());
    }
    if ui.memory(|memory| memory.has_focus(list_id())) {
        keys(ui, cx, results.current);
    }
    let list = VirtualRows {
        id: list_id(),
        label: "Results",
        role: Role::ListBox,
        rows: results.hits.len() as u64,
        pitch: size::ROW,
        selected: results.current.map(|it| it as u64),
        reveal: Reveal::when(state.shown != results.current),
    };
    state.shown = results.current;
    let mut picked = None;
    let is_everywhere = cx.app.find_scope() == FindScope::AllOpen;
    let app = cx.app;
    let is_copied = takes_copy(ui, list.id);
    let shown = list.show_ui(ui, rect.shrink2(vec2(0.0, grid(1))), &mut state.position, |ui, row| {
        let Some(hit) = results.hits.get(row.index as usize) else { return Said::default() };
        if row.response.clicked() {
            picked = Some(row.index);
        }
        let index = row.index as usize;
        let document = results.document_of(index).and_then(|id| app.document(id)).filter(|_| is_everywhere);
        let name = document.map(OpenDocument::name);
        let is_faint = app.is_hit_stale(index);
        if hit_ui(ui, palette, row, hit, name.as_deref(), is_faint) && row.response.hovered() {
            let first = name.as_ref().map(|it| format!("{it}\n")).unwrap_or_default();
            let whole = format!("{first}{}\n{}\n{}", hit.path, hit.type_name, hit.value);
            row.response.clone().on_hover_text_at_pointer(whole);
        }
        let place = name.map(|it| format!("{it} ")).unwrap_or_default();
        let label = format!("{place}{} {} {}", hit.path, hit.type_name, hit.value);
        if is_copied && row.is_selected {
            ui.ctx().copy_text(label.clone());
        }
        Said { label, place: Some(row.index as usize), of: Some(results.hits.len()), ..Said::default() }
    });
    if let Some(row) = picked.or(shown.moved_to) {
        cx.ask(FindCommand::GoToHit(row as usize));
    }
}

/// Enter goes to the record and leaves the keys there.
fn keys(ui: &Ui, cx: &mut Cx, current: Option<usize>) {
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
        cx.ask(FindCommand::GoToHit(current.unwrap_or(0)));
        ui.memory_mut(|memory| memory.request_focus(crate::ui::tree::list_id(cx.app.layout().focused())));
    }
}

/// Draws a hit; true when some of it was cut.
fn hit_ui(ui: &Ui, palette: &Palette, row: &Row, hit: &Hit, document: Option<&str>, is_faint: bool) -> bool {
    let fill = match (row.is_selected, row.response.hovered()) {
        (true, _) => palette.selection,
        (false, true) => palette.hover,
        (false, false) => palette.background,
    };
    ui.painter().rect_filled(row.rect, 0.0, fill);
    let inner = row.rect.shrink2(vec2(grid(4), 0.0));
    let rest = (inner.width() - size::OFFSET_COLUMN - grid(4)).max(0.0);
    let mut left = inner.left();
    let mut cell = |width: f32| {
        let rect = Rect::from_min_max(pos2(left, inner.top()), pos2((left + width).min(inner.right()), inner.bottom()));
        left = (left + width + grid(4)).min(inner.right());
        rect
    };
    let of_document = document.map(|name| (cell(rest * 0.16), name));
    let rest = if of_document.is_some() { rest * 0.84 } else { rest };
    let (offset, path, type_name) = (cell(size::OFFSET_COLUMN), cell(rest * 0.4), cell(rest * 0.14));
    let value = cell(inner.width());
    let name_colour = if is_faint { palette.muted } else { palette.text };
    elided_ui(ui, offset, &format!("{:04x}", hit.at), font::mono(), palette.muted);
    let mark = |part: Part| if hit.part == part { hit.mark.clone() } else { 0..0 };
    let mut is_cut = of_document.is_some_and(|(room, name)| elided_ui(ui, room, name, font::text(), palette.muted));
    is_cut |= marked_ui(ui, palette, path, &hit.path, mark(Part::Name), font::text(), name_colour);
    let (kind, in_kind) = match hit.part {
        Part::Number => {
            let number = format!("#{}", hit.number);
            (format!("{number} {}", hit.type_name), 0..number.len())
        }
        Part::Name | Part::Type | Part::Value | Part::Bytes => (hit.type_name.clone(), mark(Part::Type)),
    };
    is_cut |= marked_ui(ui, palette, type_name, &kind, in_kind, font::text(), palette.muted);
    let in_value = if hit.part == Part::Bytes { mark(Part::Bytes) } else { mark(Part::Value) };
    marked_ui(ui, palette, value, &hit.value, in_value, font::mono(), name_colour) || is_cut
}

/// One line of text with a part of it marked, which is seen also where the line is cut; true when it is.
fn marked_ui(
    ui: &Ui,
    palette: &Palette,
    rect: Rect,
    text: &str,
    mark: std::ops::Range<usize>,
    font: FontId,
    colour: Color32,
) -> bool {
    let width_of = |letter| ui.fonts_mut(|fonts| fonts.glyph_width(&font, letter));
    let (shown, mark) = model::with_mark_in_view(text, mark, rect.width(), width_of);
    let format = |background| TextFormat { font_id: font.clone(), color: colour, background, ..TextFormat::default() };
    let mut job = LayoutJob { break_on_newline: false, ..LayoutJob::default() };
    let part = |range: std::ops::Range<usize>| shown.get(range).unwrap_or_default();
    job.append(part(0..mark.start), 0.0, format(Color32::TRANSPARENT));
    // The tint alone is not seen on the ground of the selected row.
    let underline = egui::Stroke::new(1.0, palette.accent);
    let marked = TextFormat { color: palette.text, underline, ..format(palette.tag_tint) };
    job.append(part(mark.clone()), 0.0, marked);
    job.append(part(mark.end..shown.len()), 0.0, format(Color32::TRANSPARENT));
    job.wrap = TextWrapping::truncate_at_width(rect.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    let is_cut = galley.elided || shown != text;
    galley_ui(ui, rect, Align2::LEFT_CENTER, galley, colour);
    is_cut
}

//! The pane below: bytes, problems, history, log.

use egui::accesskit::Role;
use egui::{Align, Align2, Color32, Id, Layout, Rect, RichText, Ui, pos2, vec2};

use super::cx::Cx;
use super::empty::panes;
use super::find::{ResultsState, results_ui};
use super::fonts::icon;
use super::hex::{HexState, hex_ui};
use super::history::{HistoryState, history_ui};
use super::theme::{self, Palette, font, grid, size};
use super::virtual_rows::{Position, Reveal, Row, Said, VirtualRows};
use super::widgets::{elided_ui, icon_button, tab_word_ui};
use super::words;
use crate::app::{Bottom, OpenDocument, Pane, ProblemCommand, WindowCommand};
use crate::wire::Severity;

/// What the pane remembers of a document.
#[derive(Clone, Debug, Default)]
pub struct BelowState {
    hex: HexState,
    problems: ListState,
    log: ListState,
    /// True where the log shows every command, effect and event too.
    is_log_whole: bool,
    results: ResultsState,
    history: HistoryState,
}

#[derive(Clone, Debug, Default)]
struct ListState {
    position: Position,
    selected: Option<u64>,
    /// The row that was last asked for from elsewhere.
    shown: Option<u64>,
    /// True when the selected row is to be brought into view.
    is_to_be_seen: bool,
}

/// The identity of the list that the pane shows.
pub fn list_id(bottom: Bottom) -> Id {
    match bottom {
        Bottom::Bytes => super::hex::list_id(),
        Bottom::Problems => named_list_id("Problems"),
        Bottom::Results => super::find::list_id(),
        Bottom::History => super::history::list_id(),
        Bottom::Log => named_list_id("Log"),
    }
}

fn named_list_id(label: &str) -> Id {
    Id::unique(("list", label))
}

/// Draws the pane.
pub fn below_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, state: &mut BelowState) {
    let shown = cx.app.settings().bottom;
    tabs_ui(ui, cx, document, shown, &mut state.is_log_whole);
    let rect = ui.available_rect_before_wrap();
    ui.painter().rect_filled(rect, 0.0, theme::palette(ui).background);
    match shown {
        Bottom::Bytes => hex_ui(ui, cx, document, rect, &mut state.hex),
        Bottom::Problems => problems_ui(ui, cx, document, &mut state.problems, rect),
        Bottom::Results => results_ui(ui, cx, &mut state.results, rect),
        Bottom::Log => log_ui(ui, cx, &mut state.log, state.is_log_whole, rect),
        Bottom::History => history_ui(ui, cx, document, &mut state.history, rect),
    }
    ui.advance_cursor_after_rect(rect);
}

fn tabs_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, shown: Bottom, is_log_whole: &mut bool) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(grid(1));
        let problems = document.problems().found.total();
        let count = if problems > 0 { words::grouped(problems) } else { String::new() };
        let found = cx.app.results().map(|it| words::grouped(it.total)).unwrap_or_default();
        for (bottom, name, note) in [
            (Bottom::Bytes, "Bytes", ""),
            (Bottom::Problems, "Problems", count.as_str()),
            (Bottom::Results, "Results", found.as_str()),
            (Bottom::History, "History", ""),
            (Bottom::Log, "Log", ""),
        ] {
            if tab_word_ui(ui, name, note, bottom == shown).clicked() {
                cx.ask(WindowCommand::ShowBottom(bottom));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(grid(1));
            if icon_button(ui, icon::X, "Hide the pane below").clicked() {
                cx.ask(WindowCommand::TogglePane(Pane::Bottom));
            }
            if shown == Bottom::Log {
                ui.add_space(grid(2));
                let about = "Show every command, effect and event too, counted where they repeat";
                ui.checkbox(is_log_whole, RichText::new("Show all").font(font::small())).on_hover_text(about);
            }
        });
    });
}

fn severity_look(palette: &Palette, severity: Severity) -> (&'static str, Color32) {
    match severity {
        Severity::Info => (icon::INFO, palette.muted),
        Severity::Warning => (icon::WARNING, palette.warning),
        Severity::Error => (icon::WARNING_CIRCLE, palette.error),
    }
}

fn problems_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, state: &mut ListState, rect: Rect) {
    let palette = theme::palette(ui);
    let problems = document.problems();
    let list = &problems.found.list;
    if list.is_empty() {
        let empty = if problems.is_whole { panes::NO_PROBLEMS } else { panes::LOOKING };
        return empty.show_ui(ui, cx, rect, list_id(Bottom::Problems));
    }
    let shown = document.shown_problem().map(|it| it as u64);
    if shown.is_some() && shown != state.shown {
        (state.shown, state.selected, state.is_to_be_seen) = (shown, shown, true);
    }
    let picked = list_ui(ui, "Problems", list.len() as u64, state, rect, |ui, row| {
        let Some(finding) = list.get(row.index as usize) else { return String::new() };
        let problem = &finding.problem;
        let offset = format!("{:04x}", problem.offset);
        let message = words::problem(problem);
        if columns_ui(ui, palette, row, problem.severity, &offset, &finding.path, &message) && row.response.hovered() {
            let whole = format!("{}\n{message}", finding.path);
            row.response.clone().on_hover_text_at_pointer(RichText::new(whole));
        }
        format!("{} {} {}", problem.severity, finding.path, problem.message)
    });
    if let Some(row) = picked {
        state.shown = Some(row);
        cx.ask(ProblemCommand::ShowProblem(row as usize));
    }
}

/// A problem in columns; true when one of them was cut.
fn columns_ui(
    ui: &Ui,
    palette: &Palette,
    row: &Row,
    severity: Severity,
    offset: &str,
    path: &str,
    message: &str,
) -> bool {
    let (glyph, colour) = severity_look(palette, severity);
    let rect = row.rect.shrink2(vec2(grid(4), 0.0));
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, glyph, font::text(), colour);
    let room = Rect::from_min_max(pos2(rect.left() + grid(6), rect.top()), rect.max);
    let part = |from: f32, to: f32| {
        Rect::from_min_max(
            pos2(room.left() + from, room.top()),
            pos2((room.left() + to).min(room.right()).max(room.left() + from), room.bottom()),
        )
    };
    let first = size::OFFSET_COLUMN + grid(2);
    let second = first + ((room.width() - first) * 0.3).max(0.0);
    elided_ui(ui, part(0.0, first - grid(2)), offset, font::mono(), palette.muted);
    let is_path_cut = elided_ui(ui, part(first, second - grid(3)), path, font::text(), palette.text);
    elided_ui(ui, part(second, room.width()), message, font::text(), colour) || is_path_cut
}

fn log_ui(ui: &mut Ui, cx: &mut Cx, state: &mut ListState, is_whole: bool, rect: Rect) {
    let palette = theme::palette(ui);
    let log = cx.app.log();
    let mut all: Vec<_> = if is_whole { log.all() } else { log.lines().collect() };
    if all.is_empty() {
        return panes::NO_LOG.show_ui(ui, cx, rect, list_id(Bottom::Log));
    }
    // The last one first.
    all.reverse();
    list_ui(ui, "Log", all.len() as u64, state, rect, |ui, row| {
        let Some(line) = all.get(row.index as usize) else { return String::new() };
        let (glyph, colour) = severity_look(palette, line.severity);
        let inner = row.rect.shrink2(vec2(grid(4), 0.0));
        ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, glyph, font::text(), colour);
        let mut text = Rect::from_min_max(pos2(inner.left() + grid(6), inner.top()), inner.max);
        if is_whole {
            let kind = Rect::from_min_size(text.min, vec2(size::KIND_COLUMN.min(text.width()), text.height()));
            elided_ui(ui, kind, line.kind.name(), font::text(), palette.muted);
            text.min.x = kind.max.x;
        }
        if elided_ui(ui, text, &line.words(), font::text(), palette.text) && row.response.hovered() {
            row.response.clone().on_hover_text_at_pointer(RichText::new(line.words()));
        }
        if is_whole { format!("{}: {}", line.kind.name(), line.words()) } else { line.words().into_owned() }
    });
}

/// Takes the key for copying where a list has the keys: its selected row is copied as a screen reader says it.
pub fn takes_copy(ui: &Ui, list: Id) -> bool {
    let is_asked = |input: &mut egui::InputState| {
        let before = input.events.len();
        input.events.retain(|it| !matches!(it, egui::Event::Copy));
        input.events.len() < before
    };
    ui.memory(|memory| memory.has_focus(list)) && ui.input_mut(is_asked)
}

/// A list with a selected row of its own; the row that was picked just now.
fn list_ui(
    ui: &mut Ui,
    label: &str,
    rows: u64,
    state: &mut ListState,
    rect: Rect,
    mut row_ui: impl FnMut(&mut Ui, &Row) -> String,
) -> Option<u64> {
    let palette = theme::palette(ui);
    let list = VirtualRows {
        id: named_list_id(label),
        label,
        role: Role::ListBox,
        rows,
        pitch: size::ROW,
        selected: state.selected,
        reveal: if std::mem::take(&mut state.is_to_be_seen) { Reveal::Amid } else { Reveal::No },
    };
    let mut position = state.position;
    let mut picked = None;
    let is_copied = takes_copy(ui, list.id);
    let shown = list.show_ui(ui, rect.shrink2(vec2(0.0, grid(1))), &mut position, |ui, row| {
        let fill = match (row.is_selected, row.response.hovered()) {
            (true, _) => palette.selection,
            (false, true) => palette.hover,
            (false, false) => palette.background,
        };
        ui.painter().rect_filled(row.rect, 0.0, fill);
        if row.response.clicked() {
            picked = Some(row.index);
        }
        let label = row_ui(ui, row);
        if is_copied && row.is_selected {
            ui.ctx().copy_text(label.clone());
        }
        Said { label, ..Said::default() }
    });
    state.position = position;
    picked = picked.or(shown.moved_to);
    state.selected = picked.or(state.selected.filter(|it| *it < rows));
    picked
}

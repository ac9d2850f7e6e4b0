//! The history of a document as a list: each step by its name, the state it is in and the one that was saved marked. A
//! click or Enter goes to a step. What is drawn goes by the rows in view, however many steps there are.

use egui::accesskit::Role;
use egui::{Align2, Id, Key, Modifiers, Rect, Ui, pos2, vec2};

use super::cx::Cx;
use super::empty::panes;
use super::fonts::icon;
use super::theme::{self, Palette, font, grid, size};
use super::virtual_rows::{Position, Reveal, Row, Said, VirtualRows};
use super::widgets::elided_ui;
use crate::app::{EditCommand, OpenDocument, State};

/// What the list remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct HistoryState {
    position: Position,
    /// The row that Enter would go to; the current state's where there is none.
    row: Option<u64>,
    /// The state the document was in when the list was last drawn.
    now: Option<usize>,
}

fn said(state: &State) -> String {
    let mut said = state.name.clone();
    for (is_it, word) in [(state.is_now, "current"), (state.is_saved, "saved"), (state.is_undone, "taken back")] {
        if is_it {
            said.push_str(", ");
            said.push_str(word);
        }
    }
    said
}

/// The list's identity.
pub fn list_id() -> Id {
    Id::unique("history")
}

/// Draws the list.
pub fn history_ui(ui: &mut Ui, cx: &mut Cx, document: &OpenDocument, state: &mut HistoryState, rect: Rect) {
    let palette = theme::palette(ui);
    let states = document.states();
    if states == 1 {
        return panes::NO_EDITS.show_ui(ui, cx, rect, list_id());
    }
    let now = document.state_now();
    let is_changed = state.now != Some(now);
    if is_changed {
        (state.now, state.row) = (Some(now), None);
    }
    let id = list_id();
    let list = VirtualRows {
        id,
        label: "History",
        role: Role::ListBox,
        rows: states as u64,
        pitch: size::ROW,
        selected: Some(state.row.unwrap_or(now as u64)),
        reveal: Reveal::when(is_changed),
    };
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let is_enter = has_focus && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    let mut chosen = is_enter.then_some(state.row).flatten();
    let mut position = state.position;
    let shown = list.show_ui(ui, rect.shrink2(vec2(0.0, grid(1))), &mut position, |ui, row| {
        let line = document.state_at(row.index as usize).unwrap_or_default();
        row_ui(ui, palette, row, &line, has_focus);
        if row.response.clicked() {
            chosen = Some(row.index);
        }
        Said { label: said(&line), ..Said::default() }
    });
    state.position = position;
    state.row = shown.moved_to.or(state.row);
    if let Some(done) = chosen.map(|it| it as usize).filter(|it| *it != now) {
        cx.ask(EditCommand::GoToStep(done));
    }
}

fn row_ui(ui: &Ui, palette: &Palette, row: &Row, line: &State, has_focus: bool) {
    if line.is_now || row.is_selected {
        let fill = if row.is_selected { palette.selection } else { palette.raised };
        ui.painter().rect_filled(row.rect, 0.0, fill);
    } else if row.response.hovered() {
        ui.painter().rect_filled(row.rect, 0.0, palette.hover);
    }
    if row.is_selected && has_focus {
        let edge = Rect::from_min_max(row.rect.min, pos2(row.rect.left() + 2.0, row.rect.bottom()));
        ui.painter().rect_filled(edge, 0.0, palette.accent);
    }
    let inner = row.rect.shrink2(vec2(grid(4), 0.0));
    if line.is_now {
        ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, icon::CARET_RIGHT, font::text(), palette.accent);
    }
    let colour = if line.is_undone { palette.muted } else { palette.text };
    let name = Rect::from_min_max(pos2(inner.left() + grid(6), inner.top()), inner.max);
    elided_ui(ui, name, &line.name, font::text(), colour);
    let note = match (line.is_saved, line.is_undone) {
        (true, _) => "saved",
        (false, true) => "taken back",
        (false, false) => "",
    };
    let note_colour = if line.is_saved { palette.ok } else { palette.muted };
    ui.painter().text(inner.right_center(), Align2::RIGHT_CENTER, note, font::small(), note_colour);
}

//! The panes that F6 leads through: rail, tree, inspector, what stands below. The program counts the steps asked for;
//! here they are made.

use egui::{Id, Rect, Role, Sense, Ui};

use super::theme::{self, size};
use super::widgets::name_of;
use crate::app::App;

/// A pane that can be given the keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    rect: Rect,
    /// What gets the focus.
    target: Id,
}

impl Stop {
    /// A pane with a list that takes the keys.
    pub fn list(rect: Rect, list: Id) -> Self {
        Self { rect, target: list }
    }

    /// A pane without one: it takes the focus itself, and Tab leads on into it.
    pub fn region(rect: Rect, name: &str) -> Self {
        Self { rect, target: region_id(name) }
    }
}

fn region_id(name: &str) -> Id {
    Id::unique(("region", name.to_owned()))
}

/// The panes of this frame, and the steps that were made.
#[derive(Clone, Debug, Default)]
pub struct StopsState {
    stops: Vec<Stop>,
    turned: i64,
    /// The pane that had the focus last.
    last: Option<usize>,
    /// The pane without a list that is to have the focus.
    wanted: Option<Id>,
}

impl StopsState {
    /// Begins a frame.
    pub fn begin(&mut self, app: &App) {
        self.stops.clear();
        // Steps of a session that was read back are not made anew.
        if (app.pane_turns() - self.turned).abs() > 16 {
            self.turned = app.pane_turns();
        }
    }

    /// A pane that shows, in the order of the window.
    pub fn push(&mut self, stop: Stop) {
        self.stops.push(stop);
    }

    /// Panes that show.
    pub fn extend(&mut self, stops: impl IntoIterator<Item = Stop>) {
        self.stops.extend(stops);
    }

    /// Makes the steps that were asked for since the last frame.
    pub fn turn_ui(&mut self, ui: &Ui, app: &App) {
        // To look where the focus is takes it, in the frame of a click, from a list whose row was clicked.
        if ui.input(|input| input.pointer.any_pressed() || input.pointer.any_click()) {
            return;
        }
        let steps = app.pane_turns() - self.turned;
        self.turned = app.pane_turns();
        let focused = ui.memory(|memory| memory.focused());
        let rect = focused.and_then(|id| ui.ctx().read_response(id)).map(|it| it.rect);
        let here = self.stops.iter().position(|stop| {
            Some(stop.target) == focused || rect.is_some_and(|rect| stop.rect.contains(rect.center()))
        });
        // Nothing has the focus in the frame in which what stood over the window goes.
        let here = here.or(self.last.filter(|_| focused.is_none()));
        self.last = here;
        if steps == 0 || self.stops.is_empty() {
            return;
        }
        let next = next(here, steps, self.stops.len());
        if let Some(stop) = self.stops.get(next) {
            self.wanted = Some(stop.target);
            ui.memory_mut(|memory| memory.request_focus(stop.target));
            ui.ctx().request_repaint();
        }
    }

    /// The focus of a pane without a list: while it has it, its outline shows, and Tab leads to its first control.
    pub fn region_ui(&mut self, ui: &Ui, name: &str) {
        let id = region_id(name);
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        if self.wanted != Some(id) && !has_focus {
            return;
        }
        self.wanted = None;
        let rect = ui.clip_rect().shrink(1.0);
        let response = ui.interact(rect, id, Sense::FOCUSABLE);
        name_of(&response, Role::Group, name);
        if response.has_focus() {
            let palette = theme::palette(ui);
            ui.painter().rect_stroke(rect, size::CORNER, palette.focus(), egui::StrokeKind::Inside);
        }
    }
}

/// The pane so many steps on, around the end; from none, the first or the last.
fn next(here: Option<usize>, steps: i64, count: usize) -> usize {
    let count = (count as i64).max(1);
    let from = match here {
        Some(here) => here as i64,
        None if steps > 0 => -1,
        None => 0,
    };
    (from + steps).rem_euclid(count) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_go_round() {
        assert_eq!(next(None, 1, 4), 0);
        assert_eq!(next(None, -1, 4), 3);
        assert_eq!(next(Some(3), 1, 4), 0);
        assert_eq!(next(Some(0), -1, 4), 3);
        assert_eq!(next(Some(1), 6, 4), 3);
    }
}

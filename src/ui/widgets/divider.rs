//! A line between two panes, to be moved: by the pointer, or by the arrow keys while it has the focus. A double click
//! puts it back.

use egui::accesskit::Role;
use egui::{CursorIcon, EventFilter, Id, Key, Modifiers, Rect, Sense, Stroke, Ui, pos2};

use crate::ui::theme::{self, grid};

/// A divider to be drawn.
pub struct Divider<'a> {
    /// Its identity.
    pub id: Id,
    /// What it changes, for a screen reader: `Width of the inspector`.
    pub name: &'a str,
    /// The line: a rectangle without width, or without height.
    pub line: Rect,
}

/// What became of a divider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moved {
    /// Nothing.
    No,
    /// It is held at this place: x of an upright one, y of a lying one.
    To(f32),
    /// The keys ask for so many points: to the right or down where positive.
    By(f32),
    /// It is to be where it was at first.
    Back,
}

impl Divider<'_> {
    fn is_upright(&self) -> bool {
        self.line.height() >= self.line.width()
    }

    /// Draws it over what was drawn before, and says what was done to it.
    pub fn show_ui(&self, ui: &Ui) -> Moved {
        let palette = theme::palette(ui);
        let is_upright = self.is_upright();
        let grip = if is_upright {
            self.line.expand2([grid(1), 0.0].into())
        } else {
            self.line.expand2([0.0, grid(1)].into())
        };
        let cursor = if is_upright { CursorIcon::ResizeHorizontal } else { CursorIcon::ResizeVertical };
        let response = ui.interact(grip, self.id, Sense::click_and_drag()).on_hover_and_drag_cursor(cursor);
        super::name_of(&response, Role::Splitter, self.name);
        if response.hovered() || response.dragged() || response.has_focus() {
            let width = if response.has_focus() || response.dragged() { 2.0 } else { 1.0 };
            let stroke = Stroke::new(width, palette.accent);
            let centre = self.line.center();
            if is_upright {
                ui.painter().vline(centre.x, self.line.y_range(), stroke);
            } else {
                ui.painter().hline(self.line.x_range(), centre.y, stroke);
            }
        }
        if response.double_clicked() {
            return Moved::Back;
        }
        if response.dragged()
            && let Some(at) = response.interact_pointer_pos()
        {
            return Moved::To(if is_upright { at.x } else { at.y });
        }
        if response.has_focus() { self.keys(ui) } else { Moved::No }
    }

    fn keys(&self, ui: &Ui) -> Moved {
        let filter = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.id, filter));
        let (back, forth) =
            if self.is_upright() { (Key::ArrowLeft, Key::ArrowRight) } else { (Key::ArrowUp, Key::ArrowDown) };
        ui.input_mut(|input| {
            let steps = |input: &mut egui::InputState, key| input.count_and_consume_key(Modifiers::NONE, key) as f32;
            let by = steps(input, forth) - steps(input, back);
            let is_home = input.count_and_consume_key(Modifiers::NONE, Key::Home) > 0;
            match () {
                () if is_home => Moved::Back,
                () if by != 0.0 => Moved::By(by * grid(4)),
                () => Moved::No,
            }
        })
    }
}

/// The line at the left edge of a rectangle.
pub fn left_of(rect: Rect) -> Rect {
    Rect::from_min_max(rect.min, pos2(rect.left(), rect.bottom()))
}

/// The line at the right edge of a rectangle.
pub fn right_of(rect: Rect) -> Rect {
    Rect::from_min_max(pos2(rect.right(), rect.top()), rect.max)
}

/// The line at the upper edge of a rectangle.
pub fn top_of(rect: Rect) -> Rect {
    Rect::from_min_max(rect.min, pos2(rect.right(), rect.top()))
}

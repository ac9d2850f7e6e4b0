//! Where the keys go back to when what stood over the window is gone.

use egui::{Id, Ui};

/// What had the focus before something came over the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct FocusBefore {
    is_covered: bool,
    before: Option<Id>,
}

impl FocusBefore {
    /// To be told at the start of each frame whether something is over the window. What had the focus when it came has
    /// it again when it is gone.
    pub fn keep(&mut self, ui: &Ui, is_covered: bool) {
        if is_covered && !self.is_covered {
            self.before = ui.memory(|memory| memory.focused());
        }
        if !is_covered
            && self.is_covered
            && let Some(before) = self.before.take()
        {
            ui.memory_mut(|memory| memory.request_focus(before));
        }
        self.is_covered = is_covered;
    }
}

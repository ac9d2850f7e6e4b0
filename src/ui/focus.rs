//! Where the keys go: to a part of the window that was asked for, and back when what stood over the window is gone.

use egui::{Id, Ui};

use super::cx::Cx;
use crate::app::Focus;

/// True once for each time that a part of the window is asked to take the keys.
pub fn is_wanted(ui: &Ui, cx: &Cx, part: Focus) -> bool {
    let Some((wanted, count)) = cx.app.focus_wanted() else { return false };
    let met = Id::unique("wish for the keys that was met");
    wanted == part && ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<u64>(met), count) != count)
}

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

//! What touches the outside: files and dialogs. Carries out Effects on named threads over bounded channels and
//! answers with Events; nothing here ever makes the window wait. Knows no window: a waker given at start asks for a
//! repaint.

pub mod files;
pub mod save;

use std::sync::Arc;

pub use files::{FileSource, open};
pub use save::{NotSaved, SaveOptions, Saved, save, save_with};

use crate::app::{Effect, Event};

/// Asks the window to look for Events; called from any thread.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The threads that carry out Effects.
pub struct Jobs {
    waker: Waker,
}

impl Jobs {
    /// Starts without a thread: each is started when it is first needed.
    pub fn new(waker: Waker) -> Self {
        Self { waker }
    }

    /// Carries out an Effect, without waiting. [`Effect::Copy`] and [`Effect::Quit`] are the window's own and do
    /// nothing here.
    pub fn start(&mut self, effect: Effect) {
        let _ = effect;
        (self.waker)();
    }

    /// What has happened since the last call, coalesced, a bounded number at once; the waker has been called when
    /// there is more.
    pub fn drain(&mut self) -> Vec<Event> {
        Vec::new()
    }
}

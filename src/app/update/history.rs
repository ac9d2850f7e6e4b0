//! Steps taken back and made again.

use super::super::{App, Effect};

pub(super) fn undo(app: &mut App) -> Vec<Effect> {
    if let Some(document) = app.active_mut() {
        document.undo();
    }
    Vec::new()
}

pub(super) fn redo(app: &mut App) -> Vec<Effect> {
    if let Some(document) = app.active_mut() {
        document.redo();
    }
    Vec::new()
}

pub(super) fn go_to_step(app: &mut App, done: usize) -> Vec<Effect> {
    if let Some(document) = app.active_mut() {
        document.go_to_step(done);
    }
    Vec::new()
}

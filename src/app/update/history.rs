//! Steps taken back and made again, over reloads too.

use super::super::document::OpenDocument;
use super::super::{App, Effect};
use super::disk;

pub(super) fn undo(app: &mut App) -> Vec<Effect> {
    go(app, |document| document.undo().is_some() || document.cross(true))
}

pub(super) fn redo(app: &mut App) -> Vec<Effect> {
    go(app, |document| document.redo().is_some() || document.cross(false))
}

pub(super) fn go_to_step(app: &mut App, done: usize) -> Vec<Effect> {
    go(app, |document| document.go_to_state(done))
}

/// Goes to another state; over a reload the tab stands on other bytes after it.
fn go(app: &mut App, step: impl FnOnce(&mut OpenDocument) -> bool) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let (id, before) = (document.id, document.base.bytes().original().clone());
    step(document);
    if std::sync::Arc::ptr_eq(&before, document.base.bytes().original()) {
        return Vec::new();
    }
    disk::begin_anew(app, id)
}

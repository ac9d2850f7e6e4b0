//! What each Command and each Event changes, by noun.

use super::{App, Command, Effect, Event};

pub(super) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    let _ = (app, command);
    Vec::new()
}

pub(super) fn event(app: &mut App, event: Event) -> Vec<Effect> {
    let _ = (app, event);
    Vec::new()
}

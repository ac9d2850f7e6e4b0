//! What is remembered between starts: kept when it changes, taken in at the start, and what is said when that fails.

use std::path::PathBuf;

use super::super::kept::{self, Kept};
use super::super::{App, Effect, FileError, KeepEffect};
use super::Said;
use super::file::sentence;
use crate::wire::Severity;

/// Has what changed kept.
pub(super) fn keep(app: &mut App) -> Vec<Effect> {
    let kinds = app.kept.take(&app.settings);
    let keep = |kind| kept::content(app, kind).map(|bytes| Effect::Keep(KeepEffect::Keep { kind, bytes }));
    kinds.into_iter().filter_map(keep).collect()
}

/// Takes in what was kept.
pub(super) fn kept(app: &mut App, kind: Kept, result: Result<Option<Vec<u8>>, FileError>) -> Vec<Effect> {
    match result {
        Ok(None) => Vec::new(),
        Ok(Some(bytes)) => match kept::take(app, kind, &bytes) {
            Ok(()) => Vec::new(),
            Err(why) => vec![Effect::Keep(KeepEffect::SetAside { kind, why: why.to_string() })],
        },
        Err(error) => {
            let what = format!("{} could not be read", kind.name());
            let remedy = "What is changed now is not remembered: mend the file and start again";
            notify(app, what, &error, remedy);
            Vec::new()
        }
    }
}

/// Says that a file was set aside.
pub(super) fn set_aside(app: &mut App, kind: Kept, why: String, result: Result<PathBuf, FileError>) -> Vec<Effect> {
    match result {
        Ok(path) => {
            let what = format!("{} was set aside", kind.file_name());
            let said = Said::warning(what, why, "Nothing to do: it is kept there, and defaults hold instead");
            app.notify(Said { place: path.display().to_string(), ..said });
        }
        Err(error) => {
            let what = format!("{} could not be read, nor set aside", kind.file_name());
            notify(app, what, &error, "What is changed now is not remembered: move the file away and start again");
        }
    }
    Vec::new()
}

/// Says once that nothing can be kept.
pub(super) fn not_kept(app: &mut App, kind: Kept, error: &FileError) -> Vec<Effect> {
    if app.kept.is_failure_said() {
        let line = format!("{} could not be kept: {}", kind.name(), error.what());
        app.log.push(Severity::Warning, line);
    } else {
        let remedy = "The next start will not know what was changed: see to the folder";
        notify(app, format!("{} could not be kept", kind.name()), error, remedy);
    }
    Vec::new()
}

fn notify(app: &mut App, what: String, error: &FileError, remedy: &str) {
    let said = Said::warning(what, sentence(&error.what()), remedy);
    app.notify(Said { place: error.path.display().to_string(), ..said });
}

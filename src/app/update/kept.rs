//! What is remembered between starts: kept when it changes, taken in at the start, and what is said when that fails.

use std::path::PathBuf;

use super::super::kept::{self, Kept};
use super::super::{App, Effect, FileError, FileProblem, KeepEffect};
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
        let remedy = match error.problem {
            FileProblem::DiskFull => "The next start will not know what was changed: free some space",
            FileProblem::NotFolder => "The next start will not know what was changed: move away what is there",
            _ => "The next start will not know what was changed: see to the folder",
        };
        notify(app, not_kept_words(kind), error, remedy);
    }
    Vec::new()
}

fn not_kept_words(kind: Kept) -> String {
    format!("{} could not be kept", kind.name())
}

/// What was said of it does not hold any more; the next failure is said anew.
pub(super) fn kept_after_all(app: &mut App, kind: Kept) -> Vec<Effect> {
    app.kept.forget_failure();
    let words: Vec<String> = Kept::ALL.into_iter().map(not_kept_words).collect();
    app.notices.retain(|it| !words.contains(&it.what));
    app.log.push(Severity::Info, format!("{} could be kept after all", kind.name()));
    Vec::new()
}

fn notify(app: &mut App, what: String, error: &FileError, remedy: &str) {
    let said = Said::warning(what, sentence(&error.what()), remedy);
    app.notify(Said { place: error.path.display().to_string(), ..said });
}

//! Going to a path.

use super::super::going::{Led, PathEntry, PathNote, lead};
use super::super::job::JobKind;
use super::super::{App, Command, DocumentId, EditCommand, Effect, JobId, Pick, TreeCommand, WorkEffect};
use super::{Said, view, wait};

/// In messages in memory up to this size a path is followed at once; elsewhere by a job that can be stopped.
const AT_ONCE: u64 = 256 << 10;

pub(super) fn show(app: &mut App) -> Vec<Effect> {
    app.path_entry = Some(PathEntry::default());
    app.path_asked += 1;
    Vec::new()
}

pub(super) fn hide(app: &mut App) -> Vec<Effect> {
    app.path_entry = None;
    Vec::new()
}

/// Selects what a path names.
pub(super) fn select_path(app: &mut App, text: String) -> Vec<Effect> {
    if let Some(entry) = &mut app.path_entry {
        entry.note = None;
    }
    let Some(document) = app.active_mut() else { return Vec::new() };
    if document.origin.cache().is_none() && document.snapshot.len() <= AT_ONCE {
        return match lead(&document.snapshot, &document.lens, &text) {
            Err(_) => wait(document, TreeCommand::Select(Pick::Path(text))),
            Ok(led) => arrive(app, &text, led),
        };
    }
    let (id, name, old) = (document.id, document.name(), document.going.take());
    let mut effects: Vec<Effect> = old.map(Effect::Stop).into_iter().collect();
    if let Some(old) = old {
        app.end_job(old);
    }
    let job = app.begin_job(JobKind::Go, Some(id), format!("Going to a path in {name}"));
    let Some(document) = app.document_mut(id) else { return effects };
    document.going = Some(job);
    let (version, lens) = (document.version, document.lens.clone());
    effects.push(Effect::Work(WorkEffect::Lead {
        job,
        id,
        version,
        document: document.blocking_snapshot(),
        lens,
        text,
    }));
    effects
}

/// Takes in what a path leads to.
pub(super) fn led(app: &mut App, job: JobId, id: DocumentId, version: u64, text: String, led: Led) -> Vec<Effect> {
    app.end_job(job);
    let is_active = app.active_id() == Some(id);
    let Some(document) = app.document_mut(id).filter(|it| it.going == Some(job)) else { return Vec::new() };
    document.going = None;
    let is_same = document.version == version;
    match (is_active, is_same) {
        (false, _) => Vec::new(),
        (true, true) => arrive(app, &text, led),
        // It was edited meanwhile: addresses may be others.
        (true, false) => select_path(app, text),
    }
}

fn arrive(app: &mut App, text: &str, led: Led) -> Vec<Effect> {
    let (why, add) = match led {
        Led::Record(address) => {
            app.path_entry = None;
            return view::select(app, Pick::Record(address));
        }
        Led::Root => {
            app.path_entry = None;
            return Vec::new();
        }
        Led::Absent(add) => {
            let add = add.map(|(message, number)| Command::Edit(EditCommand::AddField { message, number }));
            ("the field is not set".to_owned(), add)
        }
        Led::Nowhere(why) => (why, None),
    };
    if let Some(entry) = &mut app.path_entry {
        entry.note = Some(PathNote { text: why, add });
        return Vec::new();
    }
    let said = Said::warning("That path names nothing here", why, "Check the names and indexes on the way");
    app.notify(Said { place: text.to_owned(), ..said });
    Vec::new()
}

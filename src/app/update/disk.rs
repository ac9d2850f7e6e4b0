//! Files that other programs change, replace or delete while they are open.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::super::document::{OpenDocument, Place};
use super::super::job::JobKind;
use super::super::question::Question;
use super::super::{
    App, Command, DocumentId, Effect, FileCommand, FileEffect, FileError, FileId, JobId, Opened, StateId, siblings,
};
use super::{Said, file};
use crate::schema::Lens;

/// Has the files of open documents watched, where others are open than before.
pub(super) fn watch(app: &mut App) -> Vec<Effect> {
    let of = |it: &OpenDocument| match &it.place {
        Place::File { path, file } => Some((path.clone(), *file)),
        Place::Sample(_) | Place::New { .. } => None,
    };
    let mut hasher = DefaultHasher::new();
    for document in &app.documents {
        if let Place::File { path, file } = &document.place {
            (path, file).hash(&mut hasher);
        }
    }
    let mark = hasher.finish();
    if app.watched == Some(mark) || (app.watched.is_none() && app.documents.is_empty()) {
        return Vec::new();
    }
    app.watched = Some(mark);
    vec![Effect::File(FileEffect::Watch(app.documents.iter().filter_map(of).collect()))]
}

/// The window is before a person's eyes again: what changed meanwhile is looked for.
pub(super) fn focused(app: &App) -> Vec<Effect> {
    if app.documents.iter().any(|it| it.path().is_some()) {
        vec![Effect::File(FileEffect::LookOnDisk)]
    } else {
        Vec::new()
    }
}

/// A file is not, or is again, what it was.
pub(super) fn on_disk(app: &mut App, path: &Path, now: Option<FileId>) -> Vec<Effect> {
    let ids: Vec<DocumentId> =
        app.documents.iter().filter(|it| it.path() == Some(path)).map(OpenDocument::id).collect();
    for id in ids {
        let Some(document) = app.document_mut(id) else { continue };
        document.on_disk = Some(now);
        if !document.is_saving() {
            look(app, id);
        }
    }
    Vec::new()
}

/// Says of a document that its file is another, where that was not said yet. What we wrote ourselves is no change.
pub(super) fn look(app: &mut App, id: DocumentId) {
    let Some(document) = app.document_mut(id) else { return };
    let Some(now) = document.on_disk.take() else { return };
    let Place::File { path, file } = &document.place else { return };
    let (path, file) = (path.clone(), *file);
    let name = document.name();
    let (changed, deleted) =
        (format!("{name} was changed by another program"), format!("{name} is gone from the disk"));
    app.notices.retain(|it| it.document != Some(id) || (it.what != changed && it.what != deleted));
    let Some(document) = app.document_mut(id) else { return };
    document.is_base_lost = now != Some(file);
    // Its journal may have to hold more now.
    document.journaled = document.journaled.map(|_| u64::MAX);
    if now == Some(file) {
        return;
    }
    // Of a long file not all is in memory: what was overwritten in place is lost, and that is said there.
    if let Some(cache) = document.origin.cache().filter(|_| now.is_some_and(|it| it.inode == file.inode)) {
        cache.set_gone();
        return;
    }
    let keep = |label: &str| (label.to_owned(), Command::File(FileCommand::KeepMine));
    let is_edited = document.is_edited();
    let said = match now {
        Some(_) => {
            let remedy = if is_edited {
                "Reloading takes your edits back, or go on with what you have"
            } else {
                "Reload it, or go on with what you have"
            };
            let actions = vec![("Reload".to_owned(), Command::File(FileCommand::Reload)), keep("Keep mine")];
            Said { actions, ..Said::warning(changed, "What is shown is what stood there before", remedy) }
        }
        None => Said {
            actions: vec![("Save as…".to_owned(), Command::File(FileCommand::SaveAs)), keep("Keep mine")],
            ..Said::warning(deleted, "Another program deleted or moved it", "What is shown is in memory alone: save it")
        },
    };
    app.notify(Said { document: Some(id), place: path.display().to_string(), ..said });
}

/// A document being read anew.
pub(in crate::app) struct Reloading {
    job: JobId,
    id: DocumentId,
    /// The state it was in when that was asked.
    state: StateId,
    /// The file that is read.
    path: PathBuf,
}

/// What is shown is to stay, and is nowhere else: it is to be saved.
pub(super) fn keep_mine(app: &mut App) -> Vec<Effect> {
    if let Some(document) = app.active_mut().filter(|it| it.is_base_lost) {
        document.history.set_replaced();
    }
    Vec::new()
}

/// Asks, where more is given up than undo gives back for good, and reads the file anew.
pub(super) fn reload(app: &mut App) -> Vec<Effect> {
    let Some(document) = app.active_document().filter(|it| it.path().is_some() && !it.is_saving()) else {
        return Vec::new();
    };
    let id = document.id;
    if document.is_edited() || document.is_history_full() {
        app.questions.push_back((Question::Reload { document: id }, None));
        return Vec::new();
    }
    begin_reload(app, id)
}

pub(super) fn begin_reload(app: &mut App, id: DocumentId) -> Vec<Effect> {
    let Some(document) = app.document(id) else { return Vec::new() };
    let Some(path) = document.path().map(Path::to_owned) else { return Vec::new() };
    let (name, state) = (document.name(), document.state());
    let job = app.begin_job(JobKind::Read, Some(id), format!("Reloading {name}"));
    app.reloading.push(Reloading { job, id, state, path: path.clone() });
    vec![Effect::File(FileEffect::ReadFile { job, path, type_name: None })]
}

/// Takes in a file that was read anew; gives the result back where it is none.
pub(super) fn file_read(
    app: &mut App,
    job: JobId,
    result: Result<Opened, FileError>,
) -> Result<Vec<Effect>, Result<Opened, FileError>> {
    let Some(at) = app.reloading.iter().position(|it| it.job == job) else { return Err(result) };
    let Reloading { id, state, path, .. } = app.reloading.remove(at);
    let Some(document) = app.document(id) else { return Ok(Vec::new()) };
    // What was edited or saved while the file was read is not thrown away for what stood there before.
    if document.is_saving() || document.path() != Some(&path) {
        return Ok(Vec::new());
    }
    if document.state() != state && document.is_edited() {
        app.questions.push_back((Question::Reload { document: id }, None));
        return Ok(Vec::new());
    }
    match result {
        Ok(opened) => Ok(put(app, id, opened)),
        Err(error) => {
            file::notify_file(app, None, &error);
            Ok(Vec::new())
        }
    }
}

/// A reload came to no end.
pub(super) fn given_up(app: &mut App, job: JobId) {
    app.reloading.retain(|it| it.job != job);
}

/// Puts what stands on the disk in the place of a document: same tab, same type, same selection where there is such.
fn put(app: &mut App, id: DocumentId, opened: Opened) -> Vec<Effect> {
    let lens = Lens::without_type(app.pool.clone()).with_readings(app.readings.clone());
    let Opened { path, file, origin } = opened;
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    let new = OpenDocument::new(id, Place::File { path, file }, origin, lens);
    let selected = document.tab.selection.as_ref().map(|it| it.address.clone());
    document.reload(new);
    // Where it stood among the records, not among bytes that are others now.
    if let Some(rows) = selected.as_ref().map(siblings::way_of)
        && let Ok(way) = document.view().way_by_rows(rows.iter().copied())
        && way.len() == rows.len()
    {
        document.select_way(&way);
    }
    let name = document.name();
    app.log.push(crate::wire::Severity::Info, format!("{name} was reloaded"));
    begin_anew(app, id)
}

/// A document stands on other bytes: what was being done with those before is of no use.
pub(super) fn begin_anew(app: &mut App, id: DocumentId) -> Vec<Effect> {
    let jobs: Vec<JobId> = app.jobs.iter().filter(|it| it.document == Some(id)).map(|it| it.id).collect();
    app.jobs.retain(|it| it.document != Some(id));
    app.notices.retain(|it| it.document != Some(id));
    let mut effects: Vec<Effect> = jobs.into_iter().map(Effect::Stop).collect();
    effects.extend(super::schema::begin_guess(app, id));
    effects
}

//! What the outside says.

use super::super::document::OpenDocument;
use super::super::problems::Problems;
use super::super::{App, DocumentId, Effect, Event, JobId};
use super::{Said, close, copy, disk, file, find, going, journal, kept, paste, pasted, schema, session, value_file};
use crate::wire::{Level, Severity};

pub(in crate::app) fn event(app: &mut App, event: Event) -> Vec<Effect> {
    app.log.event(&event);
    let mut effects = take_in(app, event);
    file::notice_gone(app);
    effects.extend(app.settle());
    app.log.effects(&effects);
    effects
}

fn take_in(app: &mut App, event: Event) -> Vec<Effect> {
    match event {
        Event::FileRead { job, type_name, result } => {
            app.end_job(job);
            file::file_read(app, job, type_name, result)
        }
        Event::Saved { job, id, state, target, result } => {
            app.end_job(job);
            file::saved(app, job, id, state, target, result)
        }
        Event::SystemTheme { is_dark } => {
            app.is_system_dark = is_dark;
            Vec::new()
        }
        Event::Picked { purpose, picked } => file::picked(app, purpose, picked),
        Event::ValueWritten { job, at, target, result } => value_file::written(app, job, &at, &target, result),
        Event::Handed { files, type_name, begin } => file::handed(app, files, type_name, begin),
        Event::Listed(listing) => file::listed(app, listing),
        Event::Clipboard(text) if app.pasting.is_some() => paste::paste(app, text.unwrap_or_default(), None),
        Event::Clipboard(text) => pasted::from_clipboard(app, text),
        Event::ClipRead { job, form, origin } => {
            app.end_job(job);
            pasted::clip_read(app, form, origin)
        }
        Event::Fetched { document } => fetched(app, document),
        Event::Indexed { job, id, level, is_over } => indexed(app, job, id, level, is_over),
        Event::Guessed { job, id, candidates, standing_out } => {
            app.end_job(job);
            schema::guessed(app, job, id, candidates, standing_out)
        }
        Event::Checked { job, id, version, found, is_over } => {
            if is_over {
                app.end_job(job);
            }
            let Some(document) = app.document_mut(id).filter(|it| it.checking.is_some_and(|it| it.0 == job)) else {
                return Vec::new();
            };
            let line = match (found.errors, found.warnings, found.infos) {
                (0, 0, 0) => format!("{} was checked: nothing is odd", document.name()),
                (errors, warnings, infos) => {
                    format!("{} was checked: errors {errors}, warnings {warnings}, hints {infos}", document.name())
                }
            };
            document.shown_problem = document.shown_problem.filter(|at| *at < found.list.len());
            document.problems = Problems { found, is_whole: is_over, is_stale: version != document.version };
            if is_over {
                document.checking = None;
                document.checked = Some(version);
                app.log.push(Severity::Info, line);
            }
            Vec::new()
        }
        Event::Led { job, id, version, text, led } => going::led(app, job, id, version, text, led),
        Event::Found { job, id, hits, total, is_over } => find::found(app, job, id, hits, total, is_over),
        Event::Progress { job, done, total } => {
            if let Some(job) = app.jobs.iter_mut().find(|it| it.id == job) {
                job.progress = Some((done, total));
            }
            Vec::new()
        }
        Event::Kept { kind, result } => kept::kept(app, kind, result),
        Event::SetAside { kind, why, result } => kept::set_aside(app, kind, why, result),
        Event::NotKept { kind, error } => kept::not_kept(app, kind, &error),
        Event::KeptAfterAll { kind } => kept::kept_after_all(app, kind),
        Event::Printed { job, result } => copy::printed(app, job, result),
        Event::Started { has_files } => session::started(app, has_files),
        Event::Focused => disk::focused(app),
        Event::OnDisk { path, file } => disk::on_disk(app, &path, file),
        Event::Journaled { id, .. } => journal::journaled(app, id),
        Event::NotJournaled { id, error } => journal::not_journaled(app, id, &error),
        Event::JournalsLeft(left) => journal::left(app, left),
        Event::Recovered { job, journal, result } => {
            app.end_job(job);
            journal::recovered(app, journal, result)
        }
        Event::Stopped { job } => stopped(app, job),
        Event::Broken { job, why } => {
            let name = app.jobs.iter().find(|it| it.id == job).map(|it| it.name.clone()).unwrap_or_default();
            let effects = stopped(app, job);
            let said = Said::warning(format!("{name} did not come to an end"), why, "Try it again");
            app.notify(Said { severity: Severity::Error, ..said });
            effects
        }
    }
}

fn fetched(app: &mut App, id: DocumentId) -> Vec<Effect> {
    if let Some(document) = app.document_mut(id) {
        document.catch_up();
    }
    app.retry(id)
}

fn indexed(app: &mut App, job: JobId, id: DocumentId, level: Level, is_over: bool) -> Vec<Effect> {
    if is_over {
        app.end_job(job);
    }
    // One that was given up may be of other bytes than the document's now.
    let is_wanted = |it: &&mut OpenDocument| it.indexing.iter().any(|(_, it)| *it == job);
    let Some(document) = app.document_mut(id).filter(is_wanted) else { return Vec::new() };
    if is_over {
        document.indexing.retain(|(_, it)| *it != job);
        if !level.is_done() {
            // It could not go on: without this it would begin again at once.
            document.unindexable.push(level.span());
        }
    }
    document.take_level(level);
    document.catch_up();
    app.retry(id)
}

/// A job that was stopped leaves all as it is.
fn stopped(app: &mut App, job: JobId) -> Vec<Effect> {
    app.end_job(job);
    session::given_up(app, job);
    disk::given_up(app, job);
    value_file::given_up(app, job);
    if app.documents.iter().any(|it| it.saving == Some(job)) {
        close::give_up(app);
    }
    let found = app.documents.iter_mut().map(|it| &mut it.results).chain([&mut app.found_everywhere]);
    for results in found.flatten().filter(|it| it.job == Some(job)) {
        (results.job, results.is_stopped, results.is_first_wanted) = (None, true, false);
    }
    for document in &mut app.documents {
        if document.saving == Some(job) {
            document.save_again = false;
        }
        for slot in [&mut document.saving, &mut document.guessing, &mut document.going] {
            if *slot == Some(job) {
                *slot = None;
            }
        }
        if let Some((_, version)) = document.checking.take_if(|it| it.0 == job) {
            document.checked = Some(version);
        }
        let spans = document.indexing.iter().filter(|(_, it)| *it == job).map(|(span, _)| *span);
        document.unindexable.extend(spans);
        document.indexing.retain(|(_, it)| *it != job);
    }
    Vec::new()
}

//! Finding in a document, and going from hit to hit.

use super::super::job::JobKind;
use super::super::results::Results;
use super::super::{App, Bottom, DocumentId, Effect, FindCommand, JobId, OpenDocument, Pick, WorkEffect};
use super::{going, view};
use crate::schema::find::{Hit, Query};
use crate::wire::Severity;

/// Does what is asked that finds something, or goes to it.
pub(super) fn command(app: &mut App, command: FindCommand) -> Vec<Effect> {
    match command {
        FindCommand::ShowPathEntry => going::show(app),
        FindCommand::HidePathEntry => going::hide(app),
        FindCommand::ShowFind => show(app),
        FindCommand::HideFind => hide(app),
        FindCommand::Find(query) => find(app, query),
        FindCommand::FindAgain => find_again(app),
        FindCommand::NextHit => step(app, Way::Forth),
        FindCommand::PreviousHit => step(app, Way::Back),
        FindCommand::GoToHit(at) => go_to(app, at),
    }
}

/// Which hit is gone to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forth,
    Back,
}

pub(super) fn show(app: &mut App) -> Vec<Effect> {
    app.is_find_shown = true;
    app.find_asked += 1;
    Vec::new()
}

/// Hides the bar; a search under way is stopped, what was found stays in its list.
pub(super) fn hide(app: &mut App) -> Vec<Effect> {
    app.is_find_shown = false;
    stop(app).into_iter().collect()
}

fn stop(app: &App) -> Option<Effect> {
    app.active_document()?.results()?.job.map(Effect::Stop)
}

/// Searches the active document anew.
pub(super) fn find(app: &mut App, query: Query) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let old = document.results.take().and_then(|it| it.job);
    let mut effects: Vec<Effect> = old.map(Effect::Stop).into_iter().collect();
    if let Some(old) = old {
        app.end_job(old);
    }
    let Some(document) = app.active_document() else { return effects };
    if query.check().is_err() {
        return effects;
    }
    let (id, name) = (document.id, document.name());
    let job = app.begin_job(JobKind::Find, Some(id), format!("Searching {name}"));
    let Some(document) = app.document_mut(id) else { return effects };
    document.results = Some(Results::new(query.clone(), job, document.version));
    let lens = document.lens.clone();
    effects.push(Effect::Work(WorkEffect::Find { job, id, document: document.blocking_snapshot(), lens, query }));
    app.settings.bottom = Bottom::Results;
    effects.extend(view::show_bottom(app, Bottom::Results));
    effects
}

/// Searches for the same once more.
pub(super) fn find_again(app: &mut App) -> Vec<Effect> {
    let query = app.active_document().and_then(OpenDocument::results).map(|it| it.query.clone());
    query.map(|it| find(app, it)).unwrap_or_default()
}

/// Goes to the hit behind the one gone to last, or behind the selection; or before it; round the end.
pub(super) fn step(app: &mut App, way: Way) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let here = document.selection.as_ref().map_or(0, |it| it.bytes.start);
    let Some(results) = &mut document.results else { return Vec::new() };
    let len = results.hits.len();
    if len == 0 {
        results.is_first_wanted = results.job.is_some();
        return Vec::new();
    }
    let behind = results.hits.partition_point(|it| it.at < here);
    let next = match (way, results.current) {
        (Way::Forth, Some(at)) => at + 1,
        (Way::Forth, None) => behind,
        (Way::Back, Some(at)) => at.checked_sub(1).unwrap_or(len - 1),
        (Way::Back, None) => behind.checked_sub(1).unwrap_or(len - 1),
    };
    go_to(app, if next < len { next } else { 0 })
}

/// Goes to a hit. Of an older version it is its path that is gone to: its bytes stand elsewhere.
pub(super) fn go_to(app: &mut App, at: usize) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let is_stale = document.are_results_stale();
    let Some(results) = &mut document.results else { return Vec::new() };
    let Some(hit) = results.hits.get(at) else { return Vec::new() };
    let pick = if is_stale { Pick::Path(hit.path.clone()) } else { Pick::Byte(hit.at) };
    let bytes = results.query.byte_count().filter(|_| !is_stale).map(|count| hit.at..hit.at + count);
    results.current = Some(at);
    match bytes {
        // The bytes found are chosen where they stand.
        Some(range) => super::bytes::select(app, range),
        None => view::select(app, pick),
    }
}

/// Takes in what was found.
pub(super) fn found(
    app: &mut App,
    job: JobId,
    id: DocumentId,
    hits: Vec<Hit>,
    total: u64,
    is_over: bool,
) -> Vec<Effect> {
    if is_over {
        app.end_job(job);
    }
    let is_active = app.active_id() == Some(id);
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    let name = document.name();
    let Some(results) = document.results.as_mut().filter(|it| it.job == Some(job)) else { return Vec::new() };
    results.hits.extend(hits);
    results.total = total;
    let line = format!("{name} was searched for {}: {total} found", results.query.text);
    if is_over {
        results.job = None;
    }
    let is_wanted = results.is_first_wanted && !results.hits.is_empty();
    results.is_first_wanted &= !is_wanted && !is_over;
    if is_over {
        app.log.push(Severity::Info, line);
    }
    if is_wanted && is_active { step(app, Way::Forth) } else { Vec::new() }
}

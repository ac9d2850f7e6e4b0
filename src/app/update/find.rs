//! Finding in a document or in all, and going from hit to hit.

use std::collections::BTreeSet;

use super::super::job::JobKind;
use super::super::results::{FindScope, Results};
use super::super::{App, Bottom, DocumentId, Effect, FindCommand, JobId, OpenDocument, Pick, Searched, WorkEffect};
use super::{going, layout, view};
use crate::schema::find::{Hit, Query};
use crate::wire::Severity;

/// Does what is asked that finds something, or goes to it.
pub(super) fn command(app: &mut App, command: FindCommand) -> Vec<Effect> {
    match command {
        FindCommand::ShowPathEntry => going::show(app),
        FindCommand::HidePathEntry => going::hide(app),
        FindCommand::ShowFind => show(app, FindScope::Document),
        FindCommand::ShowFindEverywhere => show(app, FindScope::AllOpen),
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
enum Way {
    Forth,
    Back,
}

fn show(app: &mut App, scope: FindScope) -> Vec<Effect> {
    app.find_scope = scope;
    app.is_find_shown = true;
    app.find_asked += 1;
    Vec::new()
}

/// Hides the bar; a search under way is stopped, what was found stays in its list.
fn hide(app: &mut App) -> Vec<Effect> {
    app.is_find_shown = false;
    app.results().and_then(|it| it.job).map(Effect::Stop).into_iter().collect()
}

/// What was found where is looked now.
fn results_mut(app: &mut App) -> Option<&mut Results> {
    match app.find_scope {
        FindScope::Document => app.active_mut()?.results.as_mut(),
        FindScope::AllOpen => app.found_everywhere.as_mut(),
    }
}

fn put(app: &mut App, results: Option<Results>) -> Option<Results> {
    match app.find_scope {
        FindScope::Document => std::mem::replace(&mut app.active_mut()?.results, results),
        FindScope::AllOpen => std::mem::replace(&mut app.found_everywhere, results),
    }
}

/// Searches anew: the active document, or all that are open.
fn find(app: &mut App, query: Query) -> Vec<Effect> {
    let mut effects = Vec::new();
    if let Some(old) = put(app, None).and_then(|it| it.job) {
        effects.push(Effect::Stop(old));
        app.end_job(old);
    }
    if query.check().is_err() {
        return effects;
    }
    let looked_at: Vec<&OpenDocument> = match app.find_scope {
        FindScope::Document => app.active_document().into_iter().collect(),
        FindScope::AllOpen => app.documents.iter().collect(),
    };
    let Some(first) = looked_at.first() else { return effects };
    let (about, name) = match looked_at.len() {
        1 => (Some(first.id), format!("Searching {}", first.name())),
        several => (None, format!("Searching {several} documents")),
    };
    let searched = looked_at.iter().map(|it| (it.id, it.version)).collect();
    let documents =
        looked_at.iter().map(|it| Searched { id: it.id, document: it.blocking_snapshot(), lens: it.lens.clone() });
    let documents = documents.collect();
    let job = app.begin_job(JobKind::Find, about, name);
    put(app, Some(Results::new(query.clone(), job, searched)));
    effects.push(Effect::Work(WorkEffect::Find { job, documents, query }));
    effects.extend(view::show_bottom(app, Bottom::Results));
    effects
}

/// Searches for the same once more.
fn find_again(app: &mut App) -> Vec<Effect> {
    let query = app.results().map(|it| it.query.clone());
    query.map(|it| find(app, it)).unwrap_or_default()
}

/// Goes to the hit behind the one gone to last, or behind the selection; or before it; round the end.
fn step(app: &mut App, way: Way) -> Vec<Effect> {
    let here = app.active_document().map(|it| (it.id, it.tab.selection.as_ref().map_or(0, |it| it.bytes.start)));
    let Some(results) = results_mut(app) else { return Vec::new() };
    let len = results.hits.len();
    if len == 0 {
        results.is_first_wanted = results.job.is_some();
        return Vec::new();
    }
    let next = match (way, results.current) {
        (Way::Forth, Some(at)) => at + 1,
        (Way::Back, Some(at)) => at.checked_sub(1).unwrap_or(len - 1),
        (way, None) => {
            let behind = here.map_or(0, |(id, at)| results.behind(id, at));
            if way == Way::Forth { behind } else { behind.checked_sub(1).unwrap_or(len - 1) }
        }
    };
    go_to(app, if next < len { next } else { 0 })
}

/// Goes to a hit, in the tab of its document. Of an older version it is its path that is gone to: its bytes stand
/// elsewhere.
fn go_to(app: &mut App, at: usize) -> Vec<Effect> {
    let is_stale = app.is_hit_stale(at);
    let Some(results) = results_mut(app) else { return Vec::new() };
    let Some((hit, id)) = results.hits.get(at).zip(results.document_of(at)) else { return Vec::new() };
    let pick = if is_stale { Pick::Path(hit.path.clone()) } else { Pick::Byte(hit.at) };
    let bytes = results.query.byte_count().filter(|_| !is_stale).map(|count| hit.at..hit.at + count);
    results.current = Some(at);
    let mut effects = Vec::new();
    if app.active_id() != Some(id) {
        effects = layout::show_document(app, id);
    }
    if app.active_id() != Some(id) {
        return effects;
    }
    effects.extend(match bytes {
        // The bytes found are chosen where they stand.
        Some(range) => super::bytes::select(app, range),
        None => view::select(app, pick),
    });
    effects
}

/// Forgets what was found in documents that are closed.
pub(super) fn forget_closed(app: &mut App) {
    let App { found_everywhere, documents, .. } = app;
    if let Some(results) = found_everywhere {
        let open: BTreeSet<DocumentId> = documents.iter().map(|it| it.id).collect();
        results.keep_those_in(|id| open.contains(&id));
    }
}

/// What a search is taken in by.
fn results_of(app: &mut App, job: JobId, id: DocumentId) -> Option<&mut Results> {
    let is_own = |it: &&mut Results| it.job == Some(job);
    let App { found_everywhere, documents, .. } = app;
    let document = documents.iter_mut().find(|it| it.id == id)?;
    found_everywhere.as_mut().filter(is_own).or(document.results.as_mut().filter(is_own))
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
    let is_everywhere = app.found_everywhere.as_ref().is_some_and(|it| it.job == Some(job));
    let name = if is_everywhere {
        "All that was open".to_owned()
    } else {
        app.document(id).map(OpenDocument::name).unwrap_or_default()
    };
    let is_shown = match app.find_scope {
        FindScope::Document => !is_everywhere && app.active_id() == Some(id),
        FindScope::AllOpen => is_everywhere,
    };
    if is_everywhere && app.document(id).is_none() {
        // It was closed meanwhile; the search of the others goes on.
        if let Some(results) = app.found_everywhere.as_mut().filter(|_| is_over) {
            results.job = None;
        }
        return Vec::new();
    }
    let Some(results) = results_of(app, job, id) else { return Vec::new() };
    results.take(id, hits);
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
    if is_wanted && is_shown { step(app, Way::Forth) } else { Vec::new() }
}

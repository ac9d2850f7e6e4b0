//! Unsaved edits: journaled as they are made, forgotten when they are saved or thrown away, and offered at the next
//! start when the program ended otherwise.

use super::super::document::{Change, OpenDocument, Place};
use super::super::history::History;
use super::super::job::JobKind;
use super::super::journal::{Ground, JournalId, Left, Recovered, Standing, Unsaved};
use super::super::{App, Command, DocumentId, Effect, FileCommand, FileError, FileProblem, KeepEffect, Overlay};
use super::file::{self, sentence};
use super::{Said, layout};
use crate::wire::{Applied, Area, Edit, Severity, Span};

/// Has a document journaled that changed and is not saved, and forgotten when it is.
pub(super) fn journal(app: &mut App, id: DocumentId) -> Vec<Effect> {
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    // What was made here is nowhere else, edited or not.
    let is_unsaved = document.is_edited() || matches!(document.place, Place::New { .. });
    if !is_unsaved {
        let effects = forget_document(document);
        no_failure(app, id);
        return effects;
    }
    let version = document.version;
    if document.journaled == Some(version) {
        return Vec::new();
    }
    document.journaled = Some(version);
    let base = document.base.with_source(document.origin.blocking());
    vec![Effect::Keep(KeepEffect::Journal(Box::new(Unsaved {
        id,
        place: document.place.clone(),
        name: document.name(),
        type_name: document.type_name().map(str::to_owned),
        base,
        document: document.blocking_snapshot(),
        edits: document.history.unsaved_steps(),
        version,
        is_base_lost: document.is_base_lost,
        replaces: document.recovered_from,
    })))]
}

/// Forgets documents that are closed: what is not saved of them was thrown away.
pub(super) fn forget(app: &mut App, ids: &[DocumentId]) -> Vec<Effect> {
    ids.iter().filter_map(|id| app.document_mut(*id).map(forget_document)).flatten().collect()
}

/// The program ends: what is in the documents still was thrown away, and is not written down anew.
pub(super) fn end(app: &mut App) {
    app.documents.iter_mut().for_each(|it| it.journaled = Some(it.version));
}

/// Takes away what there is of a document in journals, its own and the one it was recovered from.
fn forget_document(document: &mut OpenDocument) -> Vec<Effect> {
    let own = document.journaled.take().map(|_| Effect::Keep(KeepEffect::Forget(document.id)));
    let recovered_from = document.recovered_from.take().map(|it| Effect::Keep(KeepEffect::DiscardJournals(vec![it])));
    own.into_iter().chain(recovered_from).collect()
}

/// A journal was written.
pub(super) fn journaled(app: &mut App, id: DocumentId) -> Vec<Effect> {
    if let Some(document) = app.document_mut(id) {
        document.recovered_from = None;
        if document.is_not_journaled_said {
            let line = format!("The unsaved edits of {} are kept again", document.name());
            app.log.push(Severity::Info, line);
        }
    }
    // What can be written of one can be of others.
    app.is_not_journaled_said = false;
    no_failure(app, id);
    Vec::new()
}

/// What was said of a failure does not hold any more: the next is said anew.
fn no_failure(app: &mut App, id: DocumentId) {
    let Some(document) = app.document_mut(id).filter(|it| it.is_not_journaled_said) else { return };
    document.is_not_journaled_said = false;
    let what = not_kept(&document.name());
    app.notices.retain(|it| it.document != Some(id) || it.what != what);
}

fn not_kept(name: &str) -> String {
    format!("The unsaved edits of {name} are not kept")
}

/// Says once of a document that its edits are not safe.
pub(super) fn not_journaled(app: &mut App, id: DocumentId, error: &FileError) -> Vec<Effect> {
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    let (name, is_said) = (document.name(), std::mem::replace(&mut document.is_not_journaled_said, true));
    if is_said || app.is_not_journaled_said {
        app.log.push(Severity::Warning, format!("The unsaved edits of {name} were not kept: {}", error.what()));
        return Vec::new();
    }
    // A folder that cannot be written is one for all documents.
    app.is_not_journaled_said = !matches!(error.problem, FileProblem::Other(_));
    let remedy = match error.problem {
        FileProblem::DiskFull => "They would be lost if wirebench ended unexpectedly: save, or free some space",
        FileProblem::NotFolder => {
            "They would be lost if wirebench ended unexpectedly: save, or move away what is there"
        }
        _ => "They would be lost if wirebench ended unexpectedly: save often",
    };
    let actions = vec![("Save".to_owned(), Command::File(FileCommand::Save))];
    let said = Said { actions, ..Said::warning(not_kept(&name), sentence(&error.what()), remedy) };
    app.notify(Said { place: error.path.display().to_string(), document: Some(id), ..said });
    Vec::new()
}

/// Takes in what was left, and shows it.
pub(super) fn left(app: &mut App, left: Vec<Left>) -> Vec<Effect> {
    if left.is_empty() {
        return Vec::new();
    }
    app.log.push(Severity::Info, format!("Unsaved edits of {} documents were found", left.len()));
    app.left = left;
    app.left.sort_by_key(|it| (std::cmp::Reverse(it.when), it.id));
    app.overlay = Some(Overlay::Recovery);
    Vec::new()
}

pub(super) fn show(app: &mut App, is_shown: bool) -> Vec<Effect> {
    if is_shown && !app.left.is_empty() {
        app.overlay = Some(Overlay::Recovery);
    } else {
        hide(app);
    }
    Vec::new()
}

fn hide(app: &mut App) {
    app.overlay.take_if(|it| *it == Overlay::Recovery);
}

/// With nothing left there is nothing to show.
fn hide_empty(app: &mut App) {
    if app.left.is_empty() {
        hide(app);
    }
}

/// Recovers what was left: one, or all that can be.
pub(super) fn recover(app: &mut App, id: Option<JournalId>) -> Vec<Effect> {
    let is_meant = |it: &&Left| id.is_none_or(|id| id == it.id) && it.can_recover() && !app.is_recovering(it.id);
    let ids: Vec<JournalId> = app.left.iter().filter(is_meant).map(|it| it.id).collect();
    ids.into_iter().flat_map(|id| recover_one(app, id)).collect()
}

fn recover_one(app: &mut App, id: JournalId) -> Vec<Effect> {
    let Some(left) = app.left.iter().find(|it| it.id == id) else { return Vec::new() };
    let name = format!("Recovering {}", left.name);
    let job = app.begin_job(JobKind::Read, None, name);
    app.recovering.push(id);
    vec![Effect::Keep(KeepEffect::Recover { job, journal: id })]
}

pub(super) fn discard(app: &mut App, id: Option<JournalId>) -> Vec<Effect> {
    let is_meant = |it: &Left| id.is_none_or(|id| id == it.id) && !app.recovering.contains(&it.id);
    let ids: Vec<JournalId> = app.left.iter().filter(|it| is_meant(it)).map(|it| it.id).collect();
    app.left.retain(|it| !ids.contains(&it.id));
    hide_empty(app);
    if ids.is_empty() { Vec::new() } else { vec![Effect::Keep(KeepEffect::DiscardJournals(ids))] }
}

pub(super) fn recovered(app: &mut App, id: JournalId, result: Result<Recovered, FileError>) -> Vec<Effect> {
    app.recovering.retain(|it| *it != id);
    let Some(at) = app.left.iter().position(|it| it.id == id) else { return Vec::new() };
    let recovered = match result {
        Ok(recovered) => recovered,
        Err(error) => {
            if let Some(left) = app.left.get_mut(at) {
                left.standing = Standing::Unreadable(sentence(&error.what()));
            }
            let said =
                Said::warning("Unsaved edits were not recovered", sentence(&error.what()), "They are kept there");
            app.notify(Said { place: error.path.display().to_string(), ..said });
            return Vec::new();
        }
    };
    let left = app.left.remove(at);
    hide_empty(app);
    app.log.push(Severity::Info, format!("{} was recovered: {} edits", left.name, recovered.edits));
    put_in(app, id, recovered)
}

/// Opens what was recovered; where its file is open and untouched, in the tab it has.
fn put_in(app: &mut App, journal: JournalId, recovered: Recovered) -> Vec<Effect> {
    let Recovered { ground, type_name, spans, added, edits } = recovered;
    let open = match &ground {
        Ground::File(opened) => untouched(app, &Place::File { path: opened.path.clone(), file: opened.file }),
        Ground::Bytes { .. } => None,
    };
    let effects = match (open, ground) {
        (Some(id), _) => layout::show_document(app, id),
        (None, Ground::File(opened)) => {
            let place = Place::File { path: opened.path, file: opened.file };
            file::add(app, place, opened.origin, type_name)
        }
        (None, Ground::Bytes { origin, name }) => {
            let name = super::new_message::free_name(app, &name);
            let effects = file::add(app, Place::New { name }, origin, type_name);
            if let Some(document) = app.active_mut() {
                document.history = History::never_saved();
            }
            effects
        }
    };
    let Some(document) = app.active_mut() else { return effects };
    document.recovered_from = Some(journal);
    if edits > 0 {
        commit(document, &spans, &added);
    }
    effects
}

/// The document of a place, where nothing was done to it since it was opened.
fn untouched(app: &App, place: &Place) -> Option<DocumentId> {
    let is_it = |it: &&OpenDocument| it.place == *place && it.history.state() == 0 && it.history.is_saved();
    app.documents.iter().find(|it| is_it(it) && !it.is_gone()).map(OpenDocument::id)
}

/// Puts the recovered bytes in the place of those opened, as one step.
fn commit(document: &mut OpenDocument, spans: &[Span], added: &[u8]) {
    let before = document.snapshot.clone();
    let added = before.bytes().push(added);
    let here = |span: &Span| match span.area {
        Area::Original => *span,
        Area::Added => added.part(span.start, span.len),
    };
    let spans: Vec<Span> = spans.iter().map(here).collect();
    let after = before.with_spans(&spans);
    let name = "Recover unsaved edits".to_owned();
    let change = Change { name, edit: Edit::whole(&after), typing: None, selects_new: false };
    let applied = Applied { inverse: Edit::whole(&before), document: after, warnings: Vec::new() };
    document.commit(change, applied);
}

//! Closing tabs and ending the program: asks once, for all that is not saved.

use std::path::{Path, PathBuf};

use super::super::layout::TabAt;
use super::super::question::{Answer, Question};
use super::super::{App, Command, DocumentId, Effect, FileCommand, OpenDocument, PathPurpose, Tab, WindowEffect};
use super::{disk, edit, file, find, journal, layout, session};

/// Tabs that are to be closed once what is unsaved in them is saved.
pub(in crate::app) struct Closing {
    documents: Vec<DocumentId>,
    is_quit: bool,
    /// True when what is not saved is to be lost.
    discards: bool,
}

/// A file whose tab was closed.
pub(in crate::app) struct Closed {
    path: PathBuf,
    type_name: Option<String>,
}

/// So many closed files can be opened again.
const REOPENED: usize = 32;

pub(super) fn close_tab(app: &mut App, at: TabAt) -> Vec<Effect> {
    close_tabs(app, vec![at])
}

/// Closes tabs of one group. A document that shows elsewhere too stays open there.
pub(super) fn close_tabs(app: &mut App, tabs: Vec<TabAt>) -> Vec<Effect> {
    let mut documents = Vec::new();
    for at in tabs {
        match at.tab {
            Tab::Document(id) if app.layout.count_of(at.tab) <= 1 => documents.push(id),
            Tab::Document(_) | Tab::Welcome => layout::remove(app, at),
        }
    }
    if documents.is_empty() { Vec::new() } else { close(app, documents, false) }
}

/// Opens the file whose tab was closed last.
pub(super) fn reopen(app: &mut App) -> Vec<Effect> {
    match app.closed.pop() {
        Some(Closed { path, type_name }) => {
            super::carry_out(app, Command::File(FileCommand::OpenFile { path, type_name }))
        }
        None => Vec::new(),
    }
}

pub(super) fn quit(app: &mut App) -> Vec<Effect> {
    let all = app.documents.iter().map(OpenDocument::id).collect();
    close(app, all, true)
}

fn close(app: &mut App, documents: Vec<DocumentId>, is_quit: bool) -> Vec<Effect> {
    let unsaved = unsaved_of(app, &documents);
    app.closing = Some(Closing { documents, is_quit, discards: false });
    if unsaved.is_empty() {
        return go_on(app);
    }
    // Asked once, for what was asked last.
    app.questions.retain(|(question, _)| !matches!(question, Question::Close { .. }));
    app.questions.push_back((Question::Close { unsaved, is_quit }, None));
    Vec::new()
}

fn unsaved_of(app: &App, documents: &[DocumentId]) -> Vec<DocumentId> {
    documents.iter().copied().filter(|id| app.document(*id).is_some_and(OpenDocument::is_edited)).collect()
}

/// Goes on closing: saves the next that is not saved, and closes when all are.
pub(super) fn go_on(app: &mut App) -> Vec<Effect> {
    let Some(closing) = &app.closing else { return Vec::new() };
    let (documents, is_quit, discards) = (closing.documents.clone(), closing.is_quit, closing.discards);
    let is_saving = documents.iter().any(|id| app.document(*id).is_some_and(OpenDocument::is_saving));
    if is_saving || is_asking(app) || !app.questions.is_empty() {
        return Vec::new();
    }
    // What was opened or edited since the question was asked is lost no more than what it was about.
    if is_quit && app.documents.iter().any(|it| !documents.contains(&it.id()) && (it.is_saving() || it.is_edited())) {
        return quit(app);
    }
    // What is being written is written to its end: nothing half-written stays.
    match unsaved_of(app, &documents).first().filter(|_| !discards) {
        Some(id) => file::save_document(app, *id),
        None => finish(app, &documents, is_quit),
    }
}

/// True while a path to save to is asked for.
fn is_asking(app: &App) -> bool {
    app.path_field.as_ref().is_some_and(|it| matches!(it.purpose, PathPurpose::SaveAs(_)))
}

fn finish(app: &mut App, documents: &[DocumentId], is_quit: bool) -> Vec<Effect> {
    app.closing = None;
    let mut effects = journal::forget(app, documents);
    if is_quit {
        journal::end(app);
        session::keep(app, true);
        effects.push(Effect::Window(WindowEffect::Quit));
        return effects;
    }
    for id in documents {
        let jobs = app.jobs.iter().filter(|job| job.document == Some(*id));
        effects.extend(jobs.map(|job| Effect::Stop(job.id)));
        app.jobs.retain(|job| job.document != Some(*id));
        app.notices.retain(|notice| notice.document != Some(*id));
        remember_closed(app, *id);
        app.documents.retain(|it| it.id() != *id);
        layout::remove_everywhere(app, *id);
    }
    find::forget_closed(app);
    effects
}

fn remember_closed(app: &mut App, id: DocumentId) {
    let Some(document) = app.document(id) else { return };
    let Some(path) = document.path().map(Path::to_owned) else { return };
    let type_name = document.type_name().map(str::to_owned);
    app.closed.retain(|it| it.path != path);
    app.closed.push(Closed { path, type_name });
    if app.closed.len() > REOPENED {
        app.closed.remove(0);
    }
}

pub(super) fn answer(app: &mut App, answer: Answer) -> Vec<Effect> {
    let Some((question, pending)) = app.questions.pop_front() else { return Vec::new() };
    let mut effects = match (question, answer) {
        (Question::Close { .. }, Answer::SaveAll) => Vec::new(),
        (Question::Close { .. }, Answer::Discard) => {
            if let Some(closing) = &mut app.closing {
                closing.discards = true;
            }
            Vec::new()
        }
        (Question::Close { .. }, Answer::Cancel | Answer::Proceed) => {
            app.closing = None;
            Vec::new()
        }
        (Question::Edit { .. }, Answer::Proceed) => pending.map(|it| edit::make_pending(app, it)).unwrap_or_default(),
        (Question::Edit { .. }, Answer::Cancel | Answer::Discard | Answer::SaveAll) => Vec::new(),
        (Question::Reload { document }, Answer::Proceed) => disk::begin_reload(app, document),
        (Question::Reload { .. }, Answer::Cancel | Answer::Discard | Answer::SaveAll) => Vec::new(),
        (Question::Overwrite { document, path, .. }, Answer::Proceed) => {
            let effects = file::begin_save(app, document, path, file::Standing::Anything);
            file::enter_save(app, document);
            effects
        }
        // Where the path was typed, another can be.
        (Question::Overwrite { .. }, Answer::Cancel | Answer::Discard | Answer::SaveAll) => {
            if !is_asking(app) {
                give_up(app);
            }
            Vec::new()
        }
    };
    effects.extend(go_on(app));
    effects
}

/// Closes nothing after all, now that something stays unsaved; what is still asked about is decided by its answer.
pub(super) fn give_up(app: &mut App) {
    if !app.questions.iter().any(|(question, _)| matches!(question, Question::Close { .. })) {
        app.closing = None;
    }
}

//! What was open last is opened again.

use std::path::PathBuf;

use super::super::job::JobKind;
use super::super::session::{self, Session, SessionDocument};
use super::super::{
    App, DocumentId, Effect, FileEffect, FileError, JobId, Kept, OpenDocument, Opened, SessionCommand, Tab,
};
use super::{Said, file, journal, layout};
use crate::wire::{Address, Severity};

/// The documents of the last time while they are being opened.
#[derive(Default)]
pub(in crate::app) struct Restoring {
    /// What was kept, until the start.
    pub session: Option<Session>,
    waiting: Vec<(JobId, SessionDocument, bool)>,
    failed: Vec<FileError>,
    shown: Option<DocumentId>,
}

impl Restoring {
    /// True while documents are being opened: what is open is less than what is to be.
    pub fn is_under_way(&self) -> bool {
        self.session.is_some() || !self.waiting.is_empty()
    }
}

/// Does what is asked about the next start, and what the last one left.
pub(super) fn command(app: &mut App, command: SessionCommand) -> Vec<Effect> {
    match command {
        SessionCommand::ToggleSession => toggle(app),
        SessionCommand::ShowRecovery => journal::show(app, true),
        SessionCommand::HideRecovery => journal::show(app, false),
        SessionCommand::Recover(id) => journal::recover(app, id),
        SessionCommand::DiscardJournal(id) => journal::discard(app, id),
    }
}

/// The program has started: with files to open, or with those of the last time.
pub(super) fn started(app: &mut App, has_files: bool) -> Vec<Effect> {
    let session = app.restoring.session.take().unwrap_or_default();
    if has_files || !app.settings.is_session_restored {
        return Vec::new();
    }
    let mut effects = Vec::new();
    let (documents, left_out) = session.into_documents();
    if left_out > 0 {
        let line = format!("{left_out} files of the last time were not opened again: they are too many or too long");
        app.log.push(Severity::Warning, line);
    }
    for (document, is_active) in documents {
        let path = document.path();
        let job = app.begin_job(JobKind::Read, None, format!("Opening {}", name(&path)));
        effects.push(Effect::File(FileEffect::ReadFile { job, path, type_name: None }));
        app.restoring.waiting.push((job, document, is_active));
    }
    effects
}

fn name(path: &std::path::Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Takes in a file of the last time; gives the result back where it is none.
pub(super) fn file_read(
    app: &mut App,
    job: JobId,
    result: Result<Opened, FileError>,
) -> Result<Vec<Effect>, Result<Opened, FileError>> {
    let Some(at) = app.restoring.waiting.iter().position(|it| it.0 == job) else { return Err(result) };
    let (_, document, is_active) = app.restoring.waiting.remove(at);
    let mut effects = match result {
        Ok(opened) => open(app, opened, document, is_active),
        Err(error) => {
            app.restoring.failed.push(error);
            Vec::new()
        }
    };
    if app.restoring.waiting.is_empty() {
        effects.extend(app.restoring.shown.take().map(|id| layout::show_document(app, id)).unwrap_or_default());
        say_failed(app);
        app.kept.touch(Kept::Session);
    }
    Ok(effects)
}

/// A file of the last time is not read after all.
pub(super) fn given_up(app: &mut App, job: JobId) {
    app.restoring.waiting.retain(|it| it.0 != job);
}

fn open(app: &mut App, opened: Opened, kept: SessionDocument, is_active: bool) -> Vec<Effect> {
    let (address, tabs) = kept.addresses_in(&opened.file);
    // A type that is not there any more is guessed anew, without a word.
    let type_name = kept.type_name.filter(|it| app.pool.find(it).is_ok());
    let effects = file::opened_file(app, opened, type_name);
    let here = app.layout.active();
    let Tab::Document(id) = here.tab else { return effects };
    let groups = app.layout.groups_of(here.tab);
    let Some(document) = app.document_mut(id) else { return effects };
    if let Some(address) = address {
        select(document, &address);
    }
    // What each group showed, where they are again what they were.
    if groups.len() == tabs.len() {
        for (group, address) in groups.into_iter().zip(tabs) {
            document.turn_to(group);
            if let Some(address) = address {
                select(document, &address);
            }
        }
        document.turn_to(here.group);
    }
    if is_active {
        app.restoring.shown = Some(id);
    }
    effects
}

fn select(document: &mut OpenDocument, address: &Address) {
    if let Ok(way) = document.view().way(address)
        && way.len() == address.steps().len()
    {
        document.select_way(&way);
    }
}

/// Says once which documents are not there any more.
fn say_failed(app: &mut App) {
    let failed = std::mem::take(&mut app.restoring.failed);
    let Some(first) = failed.first() else { return };
    let what = match failed.len() {
        1 => format!("{} was not opened again", name(&first.path)),
        many => format!("{many} files of the last time were not opened again"),
    };
    let is_alike = failed.iter().all(|it| it.problem == first.problem);
    let why = if is_alike { file::sentence(&first.what()) } else { "Each for its own reason, see the log".to_owned() };
    for error in &failed {
        app.log.push(Severity::Warning, format!("{} was not opened again: {}", error.path.display(), error.what()));
    }
    let paths: Vec<PathBuf> = failed.into_iter().map(|it| it.path).collect();
    let mut place = paths.iter().take(3).map(|it| it.display().to_string()).collect::<Vec<_>>().join(", ");
    if paths.len() > 3 {
        place.push_str(", …");
    }
    app.notify(Said { place, ..Said::warning(what, why, "They are among the recent files") });
}

pub(super) fn toggle(app: &mut App) -> Vec<Effect> {
    app.settings.is_session_restored = !app.settings.is_session_restored;
    Vec::new()
}

/// Has the session kept when what is open has changed.
pub(super) fn keep(app: &mut App, is_ending: bool) {
    if app.restoring.is_under_way() {
        return;
    }
    let mark = Some(session::mark(app));
    let is_bare = app.session_mark.is_none() && app.documents.is_empty();
    if (mark != app.session_mark && !is_bare) || is_ending {
        app.session_mark = mark;
        app.kept.touch(Kept::Session);
    }
}

//! What each Command and each Event changes, by noun.

mod bytes;
mod close;
mod copy;
mod disk;
mod edit;
mod event;
mod file;
mod find;
mod going;
mod history;
mod inner;
mod journal;
mod kept;
mod layout;
mod new_message;
mod notices;
mod paste;
mod pasted;
mod problem;
mod reading;
mod records;
mod schema;
mod selecting;
mod session;
mod tabs;
mod templates;
mod value_file;
mod view;

use super::document::{OpenDocument, Waiting};
use super::ids::{DocumentId, JobId};
use super::job::{Job, JobKind};
use super::{App, Command, Effect, Notice, Tab, WorkEffect, loading};
use crate::schema::visible;
use crate::wire::Severity;

pub(super) use close::{Closed, Closing};
pub(super) use disk::Reloading;
pub(super) use edit::{PendingEdit, Refusal, check_value};
pub(super) use event::event;
pub(super) use inner::check as check_element;
pub(super) use reading::take_readings;
pub(super) use session::Restoring;

/// A command waits for so many fetches at most.
const FETCHES: u32 = 256;

pub(super) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    let mut effects = carry_out(app, command);
    effects.extend(app.settle());
    app.log.effects(&effects);
    effects
}

fn carry_out(app: &mut App, command: Command) -> Vec<Effect> {
    app.log.command(&command);
    if command.is_logged() {
        app.told = None;
    }
    perform(app, command)
}

fn perform(app: &mut App, command: Command) -> Vec<Effect> {
    match command {
        Command::File(command) => file::command(app, command),
        Command::New(command) => new_message::command(app, command),
        Command::Tabs(command) => tabs::command(app, command),
        Command::Layout(command) => layout::change(app, command),
        Command::Session(command) => session::command(app, command),
        Command::Edit(command) => edit::command(app, command),
        Command::Records(command) => records::command(app, command),
        Command::Clip(command) => copy::command(app, command),
        Command::Bytes(command) => bytes::command(app, command),
        Command::Tree(command) => selecting::command(app, command),
        Command::Problems(command) => problem::command(app, command),
        Command::Find(command) => find::command(app, command),
        Command::Window(command) => view::command(app, command),
        Command::Notices(command) => notices::command(app, command),
        Command::Schema(command) => schema::command(app, command),
    }
}

/// Begins to index what drawing wanted to be.
pub(super) fn index_wanted(app: &mut App) -> Vec<Effect> {
    let ids: Vec<DocumentId> = app.documents.iter().filter(|it| it.is_index_wanted()).map(OpenDocument::id).collect();
    ids.into_iter().flat_map(|id| app.begin_indexing(id)).collect()
}

impl App {
    pub(super) fn active_mut(&mut self) -> Option<&mut OpenDocument> {
        match self.layout.active().tab {
            Tab::Document(id) => self.document_mut(id),
            Tab::Welcome => None,
        }
    }

    pub(super) fn document_mut(&mut self, id: DocumentId) -> Option<&mut OpenDocument> {
        self.documents.iter_mut().find(|it| it.id == id)
    }

    pub(super) fn active_id(&self) -> Option<DocumentId> {
        self.active_document().map(OpenDocument::id)
    }

    fn begin_job(&mut self, kind: JobKind, document: Option<DocumentId>, name: String) -> JobId {
        let id = self.ids.job();
        let can_stop = !matches!(kind, JobKind::Guess | JobKind::Clip);
        self.jobs.push(Job { id, document, name, progress: None, can_stop, kind });
        id
    }

    fn end_job(&mut self, id: JobId) {
        self.jobs.retain(|job| job.id != id);
    }

    /// Says something that stays until it is dismissed, and logs it. The same is not said twice.
    fn notify(&mut self, said: Said) {
        let Said { severity, mut document, mut actions, .. } = said;
        // What is offered is for a document that may have been closed meanwhile: another is not meant.
        if document.take_if(|id| self.document(*id).is_none()).is_some() {
            actions.clear();
        }
        let [what, place, why, remedy] =
            [&said.what, &said.place, &said.why, &said.remedy].map(|it| visible(it).into_owned());
        let mut line = what.clone();
        for part in [&place, &why].into_iter().filter(|it| !it.is_empty()) {
            line.push_str(": ");
            line.push_str(part);
        }
        self.log.push(severity, line);
        let is_said = self.notices.iter().any(|it| it.what == what && it.place == place && it.why == why);
        if !is_said {
            let id = self.ids.notice();
            self.notices.push(Notice { id, severity, document, what, place, why, remedy, actions });
        }
    }

    /// Says something quietly: in the status bar until the next command, and in the log.
    fn tell(&mut self, what: String) {
        self.log.push(Severity::Info, what.clone());
        self.told = Some(what);
    }

    /// The name of a document, for what is said about it.
    fn name_of(&self, id: DocumentId) -> String {
        self.document(id).map(OpenDocument::name).unwrap_or_default()
    }

    /// Begins the work in the background that is due now: what is not indexed, not checked, not kept.
    fn settle(&mut self) -> Vec<Effect> {
        inner::settle(self);
        let ids: Vec<DocumentId> = self.documents.iter().map(OpenDocument::id).collect();
        let mut effects = Vec::new();
        for id in ids {
            effects.extend(self.begin_indexing(id));
            effects.extend(self.begin_check(id));
            effects.extend(journal::journal(self, id));
        }
        effects.extend(disk::watch(self));
        session::keep(self, false);
        effects.extend(kept::keep(self));
        effects
    }

    fn begin_indexing(&mut self, id: DocumentId) -> Vec<Effect> {
        let Some(document) = self.document(id) else { return Vec::new() };
        let levels = document.to_index();
        if let Some(document) = self.document_mut(id) {
            document.clear_wanted();
        }
        let mut effects = Vec::new();
        for level in levels {
            let name = self.name_of(id);
            let job = self.begin_job(JobKind::Index, Some(id), format!("Indexing {name}"));
            let Some(document) = self.document_mut(id) else { continue };
            document.indexing.push((level.span(), job));
            effects.push(Effect::Work(WorkEffect::Index { job, id, document: document.blocking_snapshot(), level }));
        }
        effects
    }

    /// Checks a document anew, but not while it is typed in; a check of what it was before is stopped.
    fn begin_check(&mut self, id: DocumentId) -> Vec<Effect> {
        let Some(document) = self.document(id).filter(|it| !it.is_typing() && it.is_check_due()) else {
            return Vec::new();
        };
        let name = document.name();
        let old = document.checking.map(|(job, _)| job);
        if let Some(old) = old {
            self.end_job(old);
        }
        let job = self.begin_job(JobKind::Check, Some(id), format!("Checking {name}"));
        let mut effects: Vec<Effect> = old.map(Effect::Stop).into_iter().collect();
        if let Some(document) = self.document_mut(id) {
            let (version, lens) = (document.version, document.lens.clone());
            document.checking = Some((job, version));
            effects.push(Effect::Work(WorkEffect::Check {
                job,
                id,
                version,
                document: document.blocking_snapshot(),
                lens,
            }));
        }
        effects
    }

    /// Does again what waited for bytes.
    fn retry(&mut self, id: DocumentId) -> Vec<Effect> {
        let is_active = self.active_id() == Some(id);
        let Some(document) = self.document_mut(id) else { return Vec::new() };
        let Some(Waiting { command, asked_of, fetches, fetched }) = document.waiting.take() else { return Vec::new() };
        let is_same = document.subject() == asked_of;
        let name = command.name();
        // What was asked of a tab that shows no more, or of another selection, is not done behind one's back.
        if !is_active || !is_same {
            if command.is_logged() {
                self.tell(format!("{name} was given up: something else was chosen before its bytes were read"));
            }
            return Vec::new();
        }
        let effects = perform(self, command);
        let Some(waiting) = self.document_mut(id).and_then(|it| it.waiting.as_mut()) else { return effects };
        (waiting.fetches, waiting.fetched) = (fetches, fetched);
        if fetches >= FETCHES || fetched > loading::CACHED {
            self.refuse_waiting(id, name);
        }
        effects
    }

    /// Says that a command needs more of a file than is kept: it would fetch for ever.
    fn refuse_waiting(&mut self, id: DocumentId, command: &str) {
        let Some(document) = self.document_mut(id) else { return };
        document.waiting = None;
        let name = document.name();
        let why = format!("It needs more of {name} than the {} MiB that are kept in memory", loading::CACHED >> 20);
        let remedy = "Choose something smaller or nearer to what is shown, or use the command line: wirebench edit and \
                      wirebench decode read files of any size";
        let what = format!("{command} was given up");
        self.notify(Said { document: Some(id), ..Said::warning(what, why, remedy) });
    }
}

/// Something to be said.
struct Said {
    severity: Severity,
    document: Option<DocumentId>,
    what: String,
    place: String,
    why: String,
    remedy: String,
    actions: Vec<(String, Command)>,
}

impl Said {
    fn warning(what: impl Into<String>, why: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            document: None,
            what: what.into(),
            place: String::new(),
            why: why.into(),
            remedy: remedy.into(),
            actions: Vec::new(),
        }
    }
}

/// Notes that a command waits for bytes that are being read.
fn wait(document: &mut OpenDocument, command: impl Into<Command>) -> Vec<Effect> {
    let asked_of = document.subject();
    document.waiting = Some(Waiting { command: command.into(), asked_of, fetches: 0, fetched: 0 });
    Vec::new()
}

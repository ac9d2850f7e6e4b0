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
mod paste;
mod pasted;
mod problem;
mod reading;
mod records;
mod schema;
mod selecting;
mod session;
mod templates;
mod view;

use super::document::{OpenDocument, Waiting};
use super::ids::{DocumentId, JobId};
use super::job::{Job, JobKind};
use super::{App, Command, Effect, Notice, Overlay, Tab, loading};
use crate::schema::visible;
use crate::wire::Severity;

pub(super) use close::{Closed, Closing};
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
    effects
}

#[expect(clippy::too_many_lines, reason = "a line for each command")]
fn carry_out(app: &mut App, command: Command) -> Vec<Effect> {
    if command.is_logged() {
        app.log.push(Severity::Info, command.name());
        app.told = None;
    }
    match command {
        Command::Open => file::open(app),
        Command::OpenFile { path, type_name } => file::open_file(app, path, type_name),
        Command::OpenSample(sample) => file::open_sample(app, sample),
        Command::ShowTemplateField => templates::show(app),
        Command::HideTemplateField => templates::hide(app),
        Command::SaveTemplate { name, is_selected } => templates::save(app, name, is_selected),
        Command::NewFromTemplate(name) => templates::begin(app, &name),
        Command::RenameTemplate { name, to } => templates::rename(app, &name, &to),
        Command::DeleteTemplate(name) => templates::delete(app, &name),
        Command::RestoreTemplate(name) => templates::restore(app, &name),
        Command::ShowPathEntry => going::show(app),
        Command::HidePathEntry => going::hide(app),
        Command::ShowFind => find::show(app),
        Command::HideFind => find::hide(app),
        Command::Find(query) => find::find(app, query),
        Command::FindAgain => find::find_again(app),
        Command::NextHit => find::step(app, find::Way::Forth),
        Command::PreviousHit => find::step(app, find::Way::Back),
        Command::GoToHit(at) => find::go_to(app, at),
        Command::ShowNewMessage => new_message::show(app, true),
        Command::HideNewMessage => new_message::show(app, false),
        Command::NewMessage { type_name, fill } => new_message::new_message(app, type_name, fill),
        Command::ShowPathField => file::show_path_field(app),
        Command::ListFolder(folder) => file::list_folder(app, folder),
        Command::EnterPath(text) => file::enter_path(app, &text),
        Command::HidePathField => file::hide_path_field(app),
        Command::Save => file::save(app),
        Command::SaveAs => file::save_as(app),
        Command::SaveTo(path) => file::save_to(app, path),
        Command::SaveAgain(path) => file::save_again(app, path),
        Command::NewFromClipboard => vec![Effect::ReadClipboard],
        Command::NewFromText(text) => pasted::from_text(app, text),
        Command::CloseTab => close::close_tab(app, app.layout.active()),
        Command::CloseTabAt(place) => layout::at(app, place).map(|at| close::close_tab(app, at)).unwrap_or_default(),
        Command::NextTab => layout::turn_tab(app, 1),
        Command::PreviousTab => layout::turn_tab(app, -1),
        Command::ActivateTab(place) => layout::at(app, place).map(|at| layout::show(app, at)).unwrap_or_default(),
        Command::Layout(change) => layout::change(app, change),
        Command::ShowDocumentPicker => layout::show_document_picker(app, true),
        Command::HideDocumentPicker => layout::show_document_picker(app, false),
        Command::ReopenTab => close::reopen(app),
        Command::ForgetRecent(path) => file::forget_recent(app, &path),
        Command::ClearRecent => file::clear_recent(app),
        Command::Answer(answer) => close::answer(app, answer),
        Command::Quit => close::quit(app),
        Command::Undo => history::undo(app),
        Command::Redo => history::redo(app),
        Command::GoToStep(done) => history::go_to_step(app, done),
        Command::BeginEdit => edit::begin(app),
        Command::BeginTyping => edit::begin_typing(app),
        Command::EndEdit => edit::end(app),
        Command::CancelEdit => edit::cancel(app),
        Command::SetValue { address, text } => edit::set_value(app, address, text),
        Command::SetPayload { address, bytes } => edit::set_payload(app, address, bytes),
        Command::ToggleBool(address) => edit::toggle_bool(app, address),
        Command::SetEnum { address, number } => edit::set_enum(app, address, number),
        Command::ShowFieldPicker => edit::show_field_picker(app),
        Command::HideFieldPicker => edit::hide_field_picker(app),
        Command::AddField { message, number } => edit::add_field(app, message, number),
        Command::DeleteRecord => records::delete(app),
        Command::Duplicate => records::duplicate(app),
        Command::MoveRecords(shift) => records::shift(app, shift),
        Command::MoveBefore { message, row } => records::move_before(app, message, row),
        Command::InsertBefore => records::insert(app, records::Side::Before),
        Command::InsertAfter => records::insert(app, records::Side::After),
        Command::Copy => copy::copy(app),
        Command::Cut => copy::cut(app),
        Command::CopyAs(form) => copy::copy_as(app, form),
        Command::Paste => paste::ask(app, None),
        Command::PasteAs(form) => paste::ask(app, Some(form)),
        Command::PasteText { text, form } => paste::paste(app, text, form),
        Command::CopyText(text) => vec![Effect::Copy(text)],
        Command::Bytes(command) => bytes::command(app, command),
        Command::Select(pick) => view::select(app, pick),
        Command::MoveSelection(motion) => view::move_selection(app, motion),
        Command::NextProblem => problem::step(app, problem::Way::Forth),
        Command::PreviousProblem => problem::step(app, problem::Way::Back),
        Command::ShowProblem(at) => problem::show(app, at),
        Command::ShowProblemsOf(address) => problem::show_of(app, &address),
        Command::ExtendSelection(motion) => selecting::extend(app, motion),
        Command::ExtendTo(row) => selecting::extend_to(app, row),
        Command::MoveCursor(motion) => selecting::move_cursor(app, motion),
        Command::ToggleSelected(address) => selecting::toggle(app, address),
        Command::SelectSiblings => selecting::select_siblings(app),
        Command::SelectOne => selecting::select_one(app),
        Command::Unfold(address) => view::unfold(app, address),
        Command::Fold(address) => view::fold(app, address),
        Command::ToggleFold(address) => view::toggle_fold(app, address),
        Command::UnfoldAll => view::unfold_all(app),
        Command::FoldAll => view::fold_all(app),
        Command::SetTheme(theme) => view::set_theme(app, theme),
        Command::ToggleTheme => view::toggle_theme(app),
        Command::TogglePane(pane) => view::toggle_pane(app, pane),
        Command::ShowBottom(bottom) => view::show_bottom(app, bottom),
        Command::ZoomIn => view::zoom(app, view::Zoom::In),
        Command::ZoomOut => view::zoom(app, view::Zoom::Out),
        Command::ZoomReset => view::zoom(app, view::Zoom::Reset),
        Command::SetZoom(percent) => view::set_zoom(app, percent),
        Command::Dismiss(id) => view::dismiss(app, id),
        Command::DismissAll => view::dismiss_all(app),
        Command::Remedy { notice, action } => view::remedy(app, notice, action),
        Command::StopJob(id) => view::stop_job(app, id),
        Command::ShowHelp => view::show_overlay(app, Overlay::Help),
        Command::HideHelp => view::hide_overlay(app, Overlay::Help),
        Command::ShowPalette => view::show_overlay(app, Overlay::Palette),
        Command::HidePalette => view::hide_overlay(app, Overlay::Palette),
        Command::ShowSettings => view::show_overlay(app, Overlay::Settings),
        Command::HideSettings => view::hide_overlay(app, Overlay::Settings),
        Command::ResetSettings => view::reset_settings(app),
        Command::ShowAbout => view::show_overlay(app, Overlay::About),
        Command::HideAbout => view::hide_overlay(app, Overlay::About),
        Command::GoTo(focus) => view::go_to(app, focus),
        Command::Reload => disk::reload(app),
        // The notice is dismissed, and that is all: saving asks before it overwrites what stands there.
        Command::KeepMine => Vec::new(),
        Command::ToggleSession => session::toggle(app),
        Command::ShowRecovery => journal::show(app, true),
        Command::HideRecovery => journal::show(app, false),
        Command::Recover(id) => journal::recover(app, id),
        Command::DiscardJournal(id) => journal::discard(app, id),
        Command::ShowTypePicker => schema::show_type_picker(app, true),
        Command::HideTypePicker => schema::show_type_picker(app, false),
        Command::ShowReadings => reading::show_picker(app, true),
        Command::HideReadings => reading::show_picker(app, false),
        Command::ReadAs { address, reading, scope } => reading::read_as(app, address, reading, scope),
        Command::ToggleAbsent => inner::toggle_absent(app),
        Command::SetElement { record, index, text } => inner::set_element(app, record, index, text),
        Command::ChooseType(name) => schema::choose_type(app, name),
        Command::GuessType => schema::guess_type(app),
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
        let Said { severity, document, actions, .. } = said;
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
            effects.push(Effect::Index { job, id, document: document.blocking_snapshot(), level });
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
            effects.push(Effect::Check { job, id, version, document: document.blocking_snapshot(), lens });
        }
        effects
    }

    /// Does again what waited for bytes.
    fn retry(&mut self, id: DocumentId) -> Vec<Effect> {
        let is_active = self.active_id() == Some(id);
        let Some(Waiting { command, fetches, fetched }) = self.document_mut(id).and_then(|it| it.waiting.take()) else {
            return Vec::new();
        };
        // What was asked of a tab that shows no more is not done behind one's back.
        if !is_active {
            return Vec::new();
        }
        let name = command.name();
        let effects = carry_out(self, command);
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
fn wait(document: &mut OpenDocument, command: Command) -> Vec<Effect> {
    document.waiting = Some(Waiting { command, fetches: 0, fetched: 0 });
    Vec::new()
}

//! Opening and saving.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::document::{OpenDocument, Place};
use super::super::effect::Save;
use super::super::job::JobKind;
use super::super::loading::Origin;
use super::super::question::Question;
use super::super::{
    App, Begin, Command, DocumentId, Effect, FileAction, FileCommand, FileEffect, FileError, FileId, FileProblem,
    JobId, Kept, Listing, Motion, Opened, PathField, PathPurpose, Picked, RECENT, Sample, WindowEffect,
};
use super::{Said, close, disk, layout, new_message, pasted, schema, session, value_file};
use crate::schema::Lens;
use crate::wire::Severity;

const NO_DIALOG: &str = "The desktop offers no file dialog here: type the path";

/// Does what is asked about files.
pub(super) fn command(app: &mut App, command: FileCommand) -> Vec<Effect> {
    match command {
        FileCommand::Open => open(app),
        FileCommand::OpenFile { path, type_name } => open_file(app, path, type_name),
        FileCommand::OpenSample(sample) => open_sample(app, sample),
        FileCommand::ShowPathField => show_path_field(app),
        FileCommand::ListFolder(folder) => list_folder(app, folder),
        FileCommand::EnterPath(text) => enter_path(app, &text),
        FileCommand::HidePathField => hide_path_field(app),
        FileCommand::Save => save(app),
        FileCommand::SaveAs => save_as(app),
        FileCommand::SaveTo(path) => save_to(app, path),
        FileCommand::SaveAgain(path) => save_again(app, path),
        FileCommand::NewFromClipboard => vec![Effect::Window(WindowEffect::ReadClipboard)],
        FileCommand::NewFromText(text) => pasted::from_text(app, text),
        FileCommand::ForgetRecent(path) => forget_recent(app, &path),
        FileCommand::ClearRecent => clear_recent(app),
        FileCommand::Answer(answer) => close::answer(app, answer),
        FileCommand::Quit => close::quit(app),
        FileCommand::Reload => disk::reload(app),
        FileCommand::KeepMine => disk::keep_mine(app),
    }
}

pub(super) fn open(app: &mut App) -> Vec<Effect> {
    show_path_field(app);
    if let Some(field) = &mut app.path_field {
        field.is_dialog_open = true;
    }
    vec![Effect::File(FileEffect::PickFile { purpose: PathPurpose::Open })]
}

pub(super) fn show_path_field(app: &mut App) -> Vec<Effect> {
    let folder = app.active_document().and_then(OpenDocument::path).and_then(Path::parent);
    let initial = folder.map(|it| format!("{}/", it.display().to_string().trim_end_matches('/'))).unwrap_or_default();
    app.path_field = Some(PathField::new(PathPurpose::Open, initial));
    Vec::new()
}

fn set_note(app: &mut App, note: Option<String>) {
    if let Some(field) = &mut app.path_field {
        field.note = note;
    }
}

pub(super) fn hide_path_field(app: &mut App) -> Vec<Effect> {
    let purpose = app.path_field.take().map(|it| it.purpose);
    if matches!(purpose, Some(PathPurpose::SaveAs(_))) {
        close::give_up(app);
    }
    Vec::new()
}

/// A folder was read: where the path field asks for it no more, that is of no use.
pub(super) fn listed(app: &mut App, listing: Listing) -> Vec<Effect> {
    if let Some(field) = &mut app.path_field {
        field.listing = Some(listing);
    }
    Vec::new()
}

pub(super) fn list_folder(app: &App, folder: String) -> Vec<Effect> {
    if app.path_field.is_some() { vec![Effect::File(FileEffect::ListFolder(folder))] } else { Vec::new() }
}

pub(super) fn enter_path(app: &mut App, text: &str) -> Vec<Effect> {
    let Some(field) = &app.path_field else { return Vec::new() };
    if text.trim().is_empty() {
        set_note(app, Some("Type the path of a file".to_owned()));
        return Vec::new();
    }
    let path = PathBuf::from(text.strip_prefix("file://").unwrap_or(text));
    match field.purpose.clone() {
        PathPurpose::Open => {
            let (job, effects) = begin_opening(app, path, None);
            if let Some(field) = &mut app.path_field {
                field.entered = Some(job);
            }
            effects
        }
        PathPurpose::SaveAs(id) => {
            let effects = begin_save(app, id, path, Standing::Nothing);
            enter_save(app, id);
            effects
        }
        PathPurpose::ValueFrom(at) => {
            let (job, effects) = value_file::read(app, at, path);
            if let Some(field) = &mut app.path_field {
                field.entered = Some(job);
            }
            effects
        }
        PathPurpose::ValueTo(at) => {
            app.path_field = None;
            value_file::write(app, at, path, true)
        }
    }
}

/// How the save under way ends is told in the field that asked for it; where there is none, it is of no use any more.
pub(super) fn enter_save(app: &mut App, id: DocumentId) {
    let job = app.document(id).and_then(|it| it.saving);
    let Some(field) = app.path_field.as_mut().filter(|it| it.purpose == PathPurpose::SaveAs(id)) else { return };
    if job.is_none() {
        app.path_field = None;
        return;
    }
    (field.entered, field.note, field.is_dialog_open) = (job, None, false);
}

pub(super) fn picked(app: &mut App, purpose: PathPurpose, picked: Picked) -> Vec<Effect> {
    let is_asked = app.path_field.as_ref().is_some_and(|field| field.purpose == purpose);
    match picked {
        Picked::Path(path) => {
            if is_asked {
                app.path_field = None;
            }
            // The dialog has asked whether the file is to be replaced.
            match purpose {
                PathPurpose::Open => open_file(app, path, None),
                PathPurpose::SaveAs(id) => begin_save(app, id, path, Standing::Anything),
                PathPurpose::ValueFrom(at) => value_file::read(app, at, path).1,
                PathPurpose::ValueTo(at) => value_file::write(app, at, path, false),
            }
        }
        Picked::Cancelled if is_asked => hide_path_field(app),
        Picked::Cancelled => Vec::new(),
        Picked::NoDialogService => {
            if let Some(field) = app.path_field.as_mut().filter(|_| is_asked) {
                field.is_dialog_open = false;
                field.note = Some(NO_DIALOG.to_owned());
            }
            Vec::new()
        }
    }
}

pub(super) fn open_file(app: &mut App, path: PathBuf, type_name: Option<String>) -> Vec<Effect> {
    begin_opening(app, path, type_name).1
}

/// Another start of the program asked for files: they open here, before a person's eyes.
pub(super) fn handed(
    app: &mut App,
    files: Vec<PathBuf>,
    type_name: Option<String>,
    begin: Option<Begin>,
) -> Vec<Effect> {
    let mut effects = vec![Effect::Window(WindowEffect::Raise)];
    for path in files {
        effects.extend(open_file(app, path, type_name.clone()));
    }
    effects.extend(match begin {
        None => Vec::new(),
        Some(Begin::Open) => open(app),
        Some(Begin::NewMessage) => new_message::show(app, true),
    });
    effects
}

/// What is said beside the field that a path was typed in.
fn beside(error: &FileError) -> String {
    format!("{} {}: {}", error.path.display(), error.what(), error.remedy())
}

fn begin_opening(app: &mut App, path: PathBuf, type_name: Option<String>) -> (JobId, Vec<Effect>) {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |it| it.to_string_lossy().into_owned());
    let job = app.begin_job(JobKind::Read, None, format!("Opening {name}"));
    (job, vec![Effect::File(FileEffect::ReadFile { job, path, type_name })])
}

pub(super) fn file_read(
    app: &mut App,
    job: JobId,
    type_name: Option<String>,
    result: Result<Opened, FileError>,
) -> Vec<Effect> {
    let result = match session::file_read(app, job, result) {
        Ok(effects) => return effects,
        Err(result) => result,
    };
    let result = match disk::file_read(app, job, result) {
        Ok(effects) => return effects,
        Err(result) => result,
    };
    let result = match value_file::file_read(app, job, result) {
        Ok(effects) => return effects,
        Err(result) => result,
    };
    // Other files may be opened while it shows: dropped on the window, named to another start of the program.
    let is_asked = app.path_field.as_ref().is_some_and(|it| it.entered == Some(job));
    match result {
        Ok(opened) => {
            if is_asked {
                app.path_field = None;
            }
            opened_file(app, opened, type_name)
        }
        Err(error) => {
            if is_asked {
                // The field is where the person looks: said there, and in the log.
                app.log.push(Severity::Error, format!("{} was not opened: {}", error.path.display(), error.what()));
                set_note(app, Some(beside(&error)));
            } else {
                notify_file(app, None, &error);
            }
            Vec::new()
        }
    }
}

pub(super) fn opened_file(app: &mut App, opened: Opened, type_name: Option<String>) -> Vec<Effect> {
    let Opened { path, file, origin } = opened;
    let len = origin.blocking().len();
    app.log.push(Severity::Info, format!("{} was opened: {len} bytes", path.display()));
    remember(app, &path);
    let is_it = |it: &OpenDocument| it.place == Place::File { path: path.clone(), file } && !it.is_gone();
    if let Some(id) = app.documents.iter().find(|it| is_it(it)).map(|it| it.id) {
        layout::show_document(app, id);
        return type_name.map(|name| schema::set_type_by_name(app, id, Some(name))).unwrap_or_default();
    }
    add(app, Place::File { path, file }, origin, type_name)
}

pub(super) fn open_sample(app: &mut App, sample: Sample) -> Vec<Effect> {
    let origin = Origin::in_memory(Arc::new(sample.bytes().to_vec()));
    add(app, Place::Sample(sample), origin, Some(sample.type_name().to_owned()))
}

/// Opens a document in a new tab.
pub(super) fn add(app: &mut App, place: Place, origin: Origin, type_name: Option<String>) -> Vec<Effect> {
    let id = app.ids.document();
    let document =
        OpenDocument::new(id, place, origin, Lens::without_type(app.pool.clone()).with_readings(app.readings.clone()));
    app.documents.push(document);
    layout::add(app, id);
    let mut effects = match type_name {
        Some(name) => {
            let effects = schema::set_type_by_name(app, id, Some(name));
            if let Some(document) = app.document_mut(id) {
                // A name that names nothing leaves the guess its say.
                document.is_type_chosen = document.type_name().is_some();
            }
            effects
        }
        None => Vec::new(),
    };
    effects.extend(schema::begin_guess(app, id));
    // Keys act at once: there is a row they mean.
    effects.extend(super::view::move_selection(app, Motion::First));
    effects
}

fn remember(app: &mut App, path: &Path) {
    app.recent.retain(|it| it != path);
    app.recent.insert(0, path.to_owned());
    app.recent.truncate(RECENT);
    app.kept.touch(Kept::Recent);
}

pub(super) fn forget_recent(app: &mut App, path: &Path) -> Vec<Effect> {
    app.recent.retain(|it| it != path);
    app.kept.touch(Kept::Recent);
    Vec::new()
}

pub(super) fn clear_recent(app: &mut App) -> Vec<Effect> {
    app.recent.clear();
    app.kept.touch(Kept::Recent);
    Vec::new()
}

pub(super) fn save(app: &mut App) -> Vec<Effect> {
    if let Some(document) = app.active_mut().filter(|it| it.is_saving()) {
        // What was edited since is not in what is being written.
        document.save_again = document.is_edited();
        return Vec::new();
    }
    app.active_id().map(|id| save_document(app, id)).unwrap_or_default()
}

/// Saves a document where it came from; asks for a name where it came from no file.
pub(super) fn save_document(app: &mut App, id: DocumentId) -> Vec<Effect> {
    match app.document(id).map(OpenDocument::place) {
        None => Vec::new(),
        Some(Place::File { path, file }) => {
            let (path, file) = (path.clone(), *file);
            begin_save(app, id, path, Standing::File(file))
        }
        Some(Place::Sample(_) | Place::New { .. }) => ask_save_path(app, id),
    }
}

pub(super) fn save_as(app: &mut App) -> Vec<Effect> {
    app.active_id().map(|id| ask_save_path(app, id)).unwrap_or_default()
}

fn ask_save_path(app: &mut App, id: DocumentId) -> Vec<Effect> {
    let Some(document) = app.document(id) else { return Vec::new() };
    let initial = document.path().map_or_else(|| document.name(), |path| path.display().to_string());
    let purpose = PathPurpose::SaveAs(id);
    app.path_field = Some(PathField { is_dialog_open: true, ..PathField::new(purpose.clone(), initial.clone()) });
    vec![Effect::File(FileEffect::PickSavePath { purpose, suggested: initial })]
}

pub(super) fn save_to(app: &mut App, path: PathBuf) -> Vec<Effect> {
    app.active_id().map(|id| begin_save(app, id, path, Standing::Anything)).unwrap_or_default()
}

pub(super) fn save_again(app: &mut App, path: PathBuf) -> Vec<Effect> {
    let Some(document) = app.active_document() else { return Vec::new() };
    let (id, is_own) = (document.id, document.path() == Some(&path));
    if is_own { save_document(app, id) } else { begin_save(app, id, path, Standing::Nothing) }
}

/// What may stand where a document is to be written.
#[derive(Clone, Copy)]
pub(super) enum Standing {
    /// Whatever it is, it gives way.
    Anything,
    /// Nothing: a file there is asked about first.
    Nothing,
    /// The file that was opened or saved last.
    File(FileId),
}

/// Begins to write a document; one save of a document at a time.
pub(super) fn begin_save(app: &mut App, id: DocumentId, target: PathBuf, standing: Standing) -> Vec<Effect> {
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    if document.saving.is_some() {
        return Vec::new();
    }
    document.history.seal();
    let own = match &document.place {
        Place::File { path, file } if *path == target => Some(*file),
        Place::File { .. } | Place::Sample(_) | Place::New { .. } => None,
    };
    let (expected, is_new) = match standing {
        Standing::Anything => (None, false),
        Standing::File(file) => (Some(file), false),
        // Typing the document's own path is to save it.
        Standing::Nothing => (own, own.is_none()),
    };
    let name = document.name();
    let job = app.begin_job(JobKind::Save, Some(id), format!("Saving {name}"));
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    (document.saving, document.save_again) = (Some(job), false);
    document.saving_snapshot = Some(document.snapshot.clone());
    vec![Effect::File(FileEffect::Save(Save {
        job,
        id,
        state: document.state(),
        document: document.blocking_snapshot(),
        origin: document.origin.clone(),
        target,
        expected,
        is_new,
    }))]
}

pub(super) fn saved(
    app: &mut App,
    job: JobId,
    id: DocumentId,
    state: u64,
    target: PathBuf,
    result: Result<FileId, FileError>,
) -> Vec<Effect> {
    let is_entered = app.path_field.as_ref().is_some_and(|it| it.entered == Some(job));
    let name = app.name_of(id);
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    document.saving = None;
    let saved_snapshot = document.saving_snapshot.take();
    let is_wanted_again = std::mem::take(&mut document.save_again);
    let effects = match result {
        Ok(file) => {
            if is_entered {
                app.path_field = None;
            }
            let Some(document) = app.document_mut(id) else { return Vec::new() };
            document.place = Place::File { path: target.clone(), file };
            document.history.set_saved(state);
            document.set_others_replaced();
            if let Some(saved) = saved_snapshot {
                document.base = saved;
                document.is_base_lost = false;
                // What is unsaved stands on another file now; where nothing is, that is told too.
                document.journaled = Some(u64::MAX);
            }
            let is_edited = document.is_edited();
            remember(app, &target);
            // What was said of earlier tries is over.
            let what = not_saved(&name);
            app.notices.retain(|it| it.document != Some(id) || it.what != what);
            app.log.push(Severity::Info, format!("{name} was saved to {}", target.display()));
            if is_wanted_again && is_edited { save_document(app, id) } else { close::go_on(app) }
        }
        Err(error) if is_asked_about(app, &error.problem) => {
            app.log
                .push(Severity::Warning, format!("{name} was not saved to {}: it {}", target.display(), error.what()));
            if is_entered {
                set_note(app, Some(beside(&error)));
            }
            app.questions.push_back((Question::Overwrite { document: id, path: target, problem: error.problem }, None));
            Vec::new()
        }
        Err(error) if is_entered => {
            app.log.push(Severity::Error, format!("{name} was not saved to {}: {}", target.display(), error.what()));
            set_note(app, Some(beside(&error)));
            Vec::new()
        }
        Err(error) => {
            close::give_up(app);
            notify_file(app, Some(id), &error);
            Vec::new()
        }
    };
    // What was seen on the disk meanwhile may be what we wrote.
    disk::look(app, id);
    effects
}

/// True for what a question is asked about in place of a notice: what was typed may name another file by mistake, and
/// who closes the tab waits for an answer.
fn is_asked_about(app: &App, problem: &FileProblem) -> bool {
    *problem == FileProblem::Exists || *problem == FileProblem::Changed && app.closing.is_some()
}

/// Says once that a file could not be read or saved.
pub(super) fn notify_file(app: &mut App, document: Option<DocumentId>, error: &FileError) {
    let name = match document {
        Some(id) => app.name_of(id),
        None => error.path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned()),
    };
    let (what, actions) = match error.action {
        FileAction::Open if app.recent.contains(&error.path) => (
            format!("{name} was not opened"),
            vec![("Remove from recent files".to_owned(), Command::File(FileCommand::ForgetRecent(error.path.clone())))],
        ),
        FileAction::Open => {
            (format!("{name} was not opened"), vec![("Open another…".to_owned(), Command::File(FileCommand::Open))])
        }
        FileAction::Save => (not_saved(&name), save_remedies(error)),
    };
    // What was lost was lost where the document came from, wherever it was to go.
    let from = document.and_then(|id| app.document(id)?.path().map(Path::to_owned));
    let place = from.filter(|_| error.problem == FileProblem::Truncated).unwrap_or_else(|| error.path.clone());
    let said = Said::warning(what, sentence(&error.what()), sentence(error.remedy()));
    app.notify(Said { severity: Severity::Error, document, place: place.display().to_string(), actions, ..said });
}

fn not_saved(name: &str) -> String {
    format!("{name} was not saved")
}

/// What may help where a save failed, the likeliest first.
fn save_remedies(error: &FileError) -> Vec<(String, Command)> {
    let save_as = ("Save as…".to_owned(), Command::File(FileCommand::SaveAs));
    let again = ("Try again".to_owned(), Command::File(FileCommand::SaveAgain(error.path.clone())));
    let overwrite = ("Overwrite".to_owned(), Command::File(FileCommand::SaveTo(error.path.clone())));
    match error.problem {
        FileProblem::Truncated => Vec::new(),
        FileProblem::Changed | FileProblem::Exists => vec![save_as, overwrite],
        FileProblem::IsFolder | FileProblem::NotRegular | FileProblem::NoName => vec![save_as],
        FileProblem::NotFound | FileProblem::NotFolder | FileProblem::NoPermission | FileProblem::ReadOnly => {
            vec![save_as, again]
        }
        FileProblem::DiskFull | FileProblem::Other(_) => vec![again, save_as],
    }
}

/// Says once of each document that its file is not what it was.
pub(super) fn notice_gone(app: &mut App) {
    let gone = app.documents.iter().filter(|it| it.is_gone() && !it.is_gone_noticed);
    let gone: Vec<DocumentId> = gone.map(OpenDocument::id).collect();
    gone.into_iter().for_each(|id| notice_gone_of(app, id));
}

fn notice_gone_of(app: &mut App, id: DocumentId) {
    let Some(document) = app.document_mut(id) else { return };
    document.is_gone_noticed = true;
    let name = document.name();
    let path = document.path().map(Path::to_owned).unwrap_or_default();
    let said = Said::warning(
        format!("{name} was changed while open"),
        "Another program truncated or rewrote the file",
        "What is shown may be incomplete, and it cannot be saved from here: open it again",
    );
    let actions =
        vec![("Open again".to_owned(), Command::File(FileCommand::OpenFile { path: path.clone(), type_name: None }))];
    app.notify(Said {
        severity: Severity::Error,
        document: Some(id),
        place: path.display().to_string(),
        actions,
        ..said
    });
}

/// Words as a sentence of the window has them.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

//! What a document is read as.

use super::super::job::JobKind;
use super::super::{App, Candidate, DocumentId, Effect, JobId, SchemaCommand, WorkEffect};
use super::{Said, reading, view};
use crate::wire::Severity;

/// Does what is asked about types and ways to read.
pub(super) fn command(app: &mut App, command: SchemaCommand) -> Vec<Effect> {
    match command {
        SchemaCommand::ShowTypePicker => show_type_picker(app, true),
        SchemaCommand::HideTypePicker => show_type_picker(app, false),
        SchemaCommand::ShowReadings => reading::show_picker(app, true),
        SchemaCommand::HideReadings => reading::show_picker(app, false),
        SchemaCommand::ReadAs { address, reading, scope } => reading::read_as(app, address, reading, scope),
        SchemaCommand::ChooseType(name) => choose_type(app, name),
        SchemaCommand::GuessType => guess_type(app),
    }
}

pub(super) fn show_type_picker(app: &mut App, is_shown: bool) -> Vec<Effect> {
    app.is_type_picker_shown = is_shown && app.active_document().is_some();
    Vec::new()
}

pub(super) fn choose_type(app: &mut App, name: Option<String>) -> Vec<Effect> {
    app.is_type_picker_shown = false;
    let Some(document) = app.active_mut() else { return Vec::new() };
    document.is_type_chosen = true;
    let id = document.id;
    set_type_by_name(app, id, name)
}

/// Reads a document as the type of a name, or a tail of one.
pub(super) fn set_type_by_name(app: &mut App, id: DocumentId, name: Option<String>) -> Vec<Effect> {
    let ty = match name {
        None => None,
        Some(name) => match app.pool.find(&name) {
            Ok(ty) => Some(ty),
            Err(error) => {
                let what = format!("{} was not read as {}", app.name_of(id), crate::schema::visible(&name));
                let said = Said::warning(what, error.to_string(), "Choose a type from the list");
                let actions = vec![("Choose type…".to_owned(), SchemaCommand::ShowTypePicker.into())];
                app.notify(Said { document: Some(id), actions, ..said });
                return Vec::new();
            }
        },
    };
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    if *document.lens.root() == ty {
        return Vec::new();
    }
    document.set_type(ty);
    if app.active_id() == Some(id) { view::reselect(app) } else { Vec::new() }
}

pub(super) fn guess_type(app: &mut App) -> Vec<Effect> {
    let Some(id) = app.active_id() else { return Vec::new() };
    app.is_type_picker_shown = true;
    begin_guess(app, id)
}

/// Begins to find the types that fit; one search at a time.
pub(super) fn begin_guess(app: &mut App, id: DocumentId) -> Vec<Effect> {
    let Some(document) = app.document(id).filter(|it| it.guessing.is_none()) else { return Vec::new() };
    let name = format!("Guessing the type of {}", document.name());
    let job = app.begin_job(JobKind::Guess, Some(id), name);
    let pool = app.pool.clone();
    let Some(document) = app.document_mut(id) else { return Vec::new() };
    document.guessing = Some(job);
    vec![Effect::Work(WorkEffect::Guess { job, id, document: document.blocking_snapshot(), pool })]
}

/// Takes in the types that fit: the one that stands out is taken where none was chosen.
pub(super) fn guessed(
    app: &mut App,
    job: JobId,
    id: DocumentId,
    candidates: Vec<Candidate>,
    standing_out: Option<String>,
) -> Vec<Effect> {
    // One that was given up may be of other bytes than the document's now.
    let Some(document) = app.document_mut(id).filter(|it| it.guessing == Some(job)) else { return Vec::new() };
    document.guessing = None;
    document.candidates = candidates;
    let is_untouched =
        document.lens.root().is_none() && document.history.steps().is_empty() && !document.is_type_chosen;
    let Some(name) = standing_out.filter(|_| is_untouched) else { return Vec::new() };
    let line = format!("{} looks like {name} and is read as one", document.name());
    app.log.push(Severity::Info, line);
    set_type_by_name(app, id, Some(name))
}

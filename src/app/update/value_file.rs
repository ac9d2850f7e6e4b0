//! Values from files and to files: a record's payload, byte for byte.

use std::path::{Path, PathBuf};

use super::super::document::Change;
use super::super::effect::WriteValue;
use super::super::job::JobKind;
use super::super::{
    App, Command, EditCommand, Effect, FileEffect, FileError, FileProblem, JobId, OpenDocument, Opened, PathField,
    PathPurpose, ValueAt,
};
use super::edit::{self, Planned, Refusal, gone, set_payload_edit};
use super::{Said, file, layout};
use crate::wire::{Child, Severity};

/// A value from a file is at most so long.
const LONGEST: u64 = 64 << 20;

/// Asks for the file that the selected record is to have the bytes of.
pub(super) fn ask_from(app: &mut App) -> Vec<Effect> {
    let Some(at) = selected(app) else { return Vec::new() };
    let folder = app.active_document().and_then(|it| it.path()).and_then(Path::parent);
    let initial = folder.map(|it| format!("{}/", it.display().to_string().trim_end_matches('/'))).unwrap_or_default();
    let purpose = PathPurpose::ValueFrom(at);
    app.path_field = Some(PathField { is_dialog_open: true, ..PathField::new(purpose.clone(), initial) });
    vec![FileEffect::PickFile { purpose }.into()]
}

/// Asks for the name of the file that the selected record's bytes are to be written to.
pub(super) fn ask_to(app: &mut App) -> Vec<Effect> {
    let Some(at) = selected(app) else { return Vec::new() };
    let letters = |c: char| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '-' };
    let name = format!("{}.bin", at.name.chars().map(letters).collect::<String>().trim_matches(['-', '.']));
    let folder = app.active_document().and_then(|it| it.path()).and_then(Path::parent);
    let initial = folder.map_or_else(|| name.clone(), |it| it.join(&name).display().to_string());
    let purpose = PathPurpose::ValueTo(at);
    app.path_field = Some(PathField { is_dialog_open: true, ..PathField::new(purpose.clone(), initial.clone()) });
    vec![FileEffect::PickSavePath { purpose, suggested: initial }.into()]
}

fn selected(app: &App) -> Option<ValueAt> {
    if !app.is_payload_selected() {
        return None;
    }
    let document = app.active_document()?;
    let row = document.selected()?;
    Some(ValueAt { document: document.id(), address: row.address, id: row.child.id(), name: row.name })
}

/// The record that is meant, where it stands still.
fn record(document: &OpenDocument, at: &ValueAt) -> Result<Child, Refusal> {
    let located = document.view().locate(&at.address)?.filter(|it| it.child.id() == at.id);
    Ok(located.ok_or_else(gone)?.child)
}

/// Begins to read a file for a value.
pub(super) fn read(app: &mut App, at: ValueAt, path: PathBuf) -> (JobId, Vec<Effect>) {
    let name = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    // It may have been closed before the file was chosen.
    let document = app.document(at.document).map(OpenDocument::id);
    let job = app.begin_job(JobKind::Read, document, format!("Reading {name}"));
    app.value_reads.push((job, at));
    (job, vec![FileEffect::ReadFile { job, path, type_name: None }.into()])
}

/// Takes a file that was read for a value; hands back what was read for something else.
pub(super) fn file_read(
    app: &mut App,
    job: JobId,
    result: Result<Opened, FileError>,
) -> Result<Vec<Effect>, Result<Opened, FileError>> {
    let Some(place) = app.value_reads.iter().position(|it| it.0 == job) else { return Err(result) };
    let (_, at) = app.value_reads.remove(place);
    let opened = match result {
        Ok(opened) => opened,
        // Said where a file that is opened says it.
        Err(error) => return Err(Err(error)),
    };
    if app.path_field.as_ref().is_some_and(|it| it.entered == Some(job)) {
        app.path_field = None;
    }
    Ok(take(app, &at, &opened))
}

fn take(app: &mut App, at: &ValueAt, opened: &Opened) -> Vec<Effect> {
    let name = opened.path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let source = opened.origin.blocking();
    let Some(bytes) = source.as_slice().filter(|it| it.len() as u64 <= LONGEST) else {
        let why = format!("{name} is longer than {} MiB, which is too much for a value", LONGEST >> 20);
        let said = Said::warning(format!("{} was not set", at.name), why, "Choose a shorter file");
        app.notify(Said { document: Some(at.document), place: opened.path.display().to_string(), ..said });
        return Vec::new();
    };
    if app.active_id() != Some(at.document) {
        layout::show_document(app, at.document);
    }
    let again = EditCommand::SetPayload { address: at.address.clone(), bytes: bytes.to_vec() };
    edit::make(app, again, |document| plan(document, at, bytes, &name))
}

fn plan(document: &OpenDocument, at: &ValueAt, bytes: &[u8], name: &str) -> Planned {
    let child = record(document, at)?;
    let edit = set_payload_edit(document, &at.address, &child, bytes)?;
    Ok(Change { name: format!("Set {} from {name}", at.name), edit, typing: None, selects_new: false })
}

/// Begins to write a value to a file; `is_new` where nothing may stand there.
pub(super) fn write(app: &mut App, at: ValueAt, target: PathBuf, is_new: bool) -> Vec<Effect> {
    let child = match app.document(at.document).ok_or_else(gone).and_then(|it| record(it, &at)) {
        Ok(child) => child,
        Err(Refusal::Because(why)) => return refuse(app, &at, &target, file::sentence(&why)),
        Err(Refusal::Absent) => return refuse(app, &at, &target, "Its bytes are not read yet".to_owned()),
    };
    let job = app.begin_job(JobKind::Save, Some(at.document), format!("Writing {}", at.name));
    let Some(document) = app.document(at.document) else { return Vec::new() };
    let bytes = document.blocking_snapshot().of_body(child.record.payload);
    let origin = document.origin.clone();
    vec![FileEffect::WriteValue(WriteValue { job, at, bytes, origin, target, is_new }).into()]
}

/// A value was written, or could not be.
pub(super) fn written(
    app: &mut App,
    job: JobId,
    at: &ValueAt,
    target: &Path,
    result: Result<u64, FileError>,
) -> Vec<Effect> {
    app.end_job(job);
    match result {
        Ok(len) => {
            let bytes = if len == 1 { "1 byte".to_owned() } else { format!("{len} bytes") };
            app.tell(format!("{}: {bytes} were written to {}", at.name, target.display()));
            Vec::new()
        }
        Err(error) => {
            let again = EditCommand::WriteValue { at: at.clone(), path: target.to_owned() };
            let actions = match error.problem {
                FileProblem::Exists => vec![("Overwrite".to_owned(), Command::Edit(again))],
                FileProblem::DiskFull | FileProblem::Other(_) => vec![("Try again".to_owned(), Command::Edit(again))],
                _ => Vec::new(),
            };
            let what = not_written(&at.name);
            let said = Said::warning(what, file::sentence(&error.what()), file::sentence(error.remedy()));
            let (document, place) = (Some(at.document), target.display().to_string());
            app.notify(Said { severity: Severity::Error, document, place, actions, ..said });
            Vec::new()
        }
    }
}

fn not_written(name: &str) -> String {
    format!("{name} was not written")
}

fn refuse(app: &mut App, at: &ValueAt, target: &Path, why: String) -> Vec<Effect> {
    let said = Said::warning(not_written(&at.name), why, "Select it again, and write it once more");
    app.notify(Said { document: Some(at.document), place: target.display().to_string(), ..said });
    Vec::new()
}

/// A job that read a file for a value says no more.
pub(super) fn given_up(app: &mut App, job: JobId) {
    app.value_reads.retain(|it| it.0 != job);
}

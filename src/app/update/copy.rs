//! Copying the selected records. What takes long is printed by a job.

use std::ops::ControlFlow;

use super::super::copying::{Copied, CopyError, CopyForm, Copying, Part, Source};
use super::super::document::OpenDocument;
use super::super::job::JobKind;
use super::super::view::Located;
use super::super::{App, ClipCommand, Command, Effect, JobId, Place, WindowEffect, WorkEffect};
use super::edit::{Refusal, gone};
use super::records::{self, Found};
use super::{Said, paste, wait};
use crate::schema::plan::Slot;
use crate::schema::{Lens, Reading, Type};
use crate::text::{self, literal};
use crate::wire::{Address, Document, Records, WireType};

/// Records up to this size are printed at once.
const AT_ONCE: u64 = 64 << 10;
/// Records written one a line, at most.
const LINES: u64 = 1000;

/// Does what is asked of the clipboard.
pub(super) fn command(app: &mut App, command: ClipCommand) -> Vec<Effect> {
    match command {
        ClipCommand::Copy => copy(app),
        ClipCommand::Cut => cut(app),
        ClipCommand::CopyAs(form) => copy_as(app, form),
        ClipCommand::Paste => paste::ask(app, None),
        ClipCommand::PasteAs(form) => paste::ask(app, Some(form)),
        ClipCommand::PasteText { text, form } => paste::paste(app, text, form),
        ClipCommand::CopyText(text) => vec![Effect::Window(WindowEffect::Copy(text))],
    }
}

pub(super) fn copy(app: &mut App) -> Vec<Effect> {
    if let Some(effects) = super::inner::copy_element(app) {
        return effects;
    }
    copied(app, ClipCommand::Copy, None)
}

pub(super) fn copy_as(app: &mut App, form: CopyForm) -> Vec<Effect> {
    if form == CopyForm::Value
        && let Some(effects) = super::inner::copy_element(app)
    {
        return effects;
    }
    copied(app, ClipCommand::CopyAs(form), Some(form))
}

pub(super) fn cut(app: &mut App) -> Vec<Effect> {
    let element = super::inner::copy_element(app);
    let mut effects = element.unwrap_or_else(|| copied(app, ClipCommand::Cut, None));
    // What is not copied stays.
    if effects
        .iter()
        .any(|it| matches!(it, Effect::Window(WindowEffect::Copy(_)) | Effect::Work(WorkEffect::Print { .. })))
    {
        effects.extend(records::delete(app));
    }
    effects
}

fn copied(app: &mut App, again: impl Into<Command>, form: Option<CopyForm>) -> Vec<Effect> {
    let Some(document) = app.active_mut().filter(|it| it.tab.selection.is_some()) else { return Vec::new() };
    let copying = match plan(document, form) {
        Ok(copying) => copying,
        Err(Refusal::Absent) => return wait(document, again),
        Err(Refusal::Because(why)) => return refuse(app, why),
    };
    if copying.len() > AT_ONCE {
        return begin(app, copying);
    }
    match copying.print(&mut |_| ControlFlow::Continue(())) {
        Ok(copied) => take(app, copied),
        Err(CopyError::Absent) => app.active_mut().map(|it| wait(it, again)).unwrap_or_default(),
        Err(CopyError::Because(why)) => refuse(app, why),
        Err(CopyError::Stopped) => Vec::new(),
    }
}

fn begin(app: &mut App, copying: Copying) -> Vec<Effect> {
    let Some(id) = app.active_id() else { return Vec::new() };
    let name = app.name_of(id);
    let job = app.begin_job(JobKind::Copy, Some(id), format!("Copying from {name}"));
    let Some(document) = app.document(id) else { return Vec::new() };
    let copying = copying.with_source(&document.origin.blocking());
    vec![Effect::Work(WorkEffect::Print { job, id, copying: Box::new(copying) })]
}

/// A copy was printed by a job, or could not be.
pub(super) fn printed(app: &mut App, job: JobId, result: Result<Copied, CopyError>) -> Vec<Effect> {
    app.end_job(job);
    match result {
        Ok(copied) => take(app, copied),
        Err(CopyError::Because(why)) => refuse(app, why),
        Err(CopyError::Absent) => refuse(app, "Its bytes are not read yet".to_owned()),
        Err(CopyError::Stopped) => Vec::new(),
    }
}

fn take(app: &mut App, copied: Copied) -> Vec<Effect> {
    let text = copied.text.clone();
    app.copied = copied.records.is_some().then_some(copied);
    vec![Effect::Window(WindowEffect::Copy(text))]
}

fn refuse(app: &mut App, why: String) -> Vec<Effect> {
    let remedy = "Select less, or use the command line: wirebench decode prints messages of any size";
    app.notify(Said::warning("Nothing was copied", why, remedy));
    Vec::new()
}

/// What is selected in a form; in its own where none is asked for: a value as it is typed, messages and several records
/// in the text format.
fn plan(document: &OpenDocument, form: Option<CopyForm>) -> Result<Copying, Refusal> {
    let found = records::selected(document)?;
    let snapshot = &document.snapshot;
    let records = found.iter().map(|it| it.records(document)).reduce(|all, next| all.followed_by(&next));
    let whole = snapshot.of_records(records.unwrap_or_else(Records::none));
    let one = only(document, &found)?;
    let parents = found.iter().map(|it| parent_of(document, it)).collect::<Result<Vec<_>, _>>()?;
    let source = Source {
        parent: parents.first().and_then(|it| it.as_ref().map(|it| it.full_name().to_owned())),
        value_of: one.as_ref().filter(|(_, inner)| inner.is_none()).map(|(it, _)| it.child.record.number),
        count: found.iter().map(Found::count).sum(),
    };
    let form = form.unwrap_or(match &one {
        Some((_, None)) => CopyForm::Value,
        Some((_, Some(_))) | None => CopyForm::Text,
    });
    let parts = match form {
        CopyForm::Value => values(document, &found)?,
        CopyForm::Path => lines(document, &found, |it| known_path(document, &it.address))?,
        CopyForm::EditCommand => vec![Part::Said(edit_command(document, &found)?)],
        CopyForm::Bytes(notation) => vec![Part::Bytes(payload_or_all(snapshot, one.as_ref(), &whole), notation)],
        CopyForm::Json | CopyForm::Text => messages(document, form, &found, one.as_ref(), &parents)?,
    };
    Ok(Copying { parts, records: whole, source })
}

/// The path of a record, for use elsewhere: it has all its indexes.
fn known_path(document: &OpenDocument, address: &Address) -> Result<String, Refusal> {
    let path = document.path_of(address);
    if path.contains("[…].") || path.ends_with("[…]") {
        let why = format!("{path} stands so far into a message of alternating fields that its index is not counted");
        return Err(why.into());
    }
    Ok(path)
}

/// The one selected record, and its type where it is a message.
fn only(document: &OpenDocument, found: &[Found]) -> Result<Option<(Located, Option<Type>)>, Refusal> {
    let [only] = found else { return Ok(None) };
    if only.count() != 1 {
        return Ok(None);
    }
    let view = document.view();
    let located = view.locate(&only.parent.child(only.from))?.ok_or_else(gone)?;
    let inner = view.inner(&located.parent, &located.child, &located.reading);
    Ok(Some((located, inner)))
}

/// The type of the message that records stand in.
fn parent_of(document: &OpenDocument, found: &Found) -> Result<Type, Refusal> {
    let view = document.view();
    Ok(match view.way(&found.parent)?.last() {
        Some(it) => view.inner(&it.parent, &it.child, &it.reading).flatten(),
        None => document.lens.root().clone(),
    })
}

/// How a message of the document is read as a document of its own.
fn lens_of(document: &OpenDocument, ty: Type) -> Lens {
    Lens::new(document.lens.pool().clone(), ty).with_readings(document.lens.readings())
}

fn payload_or_all(snapshot: &Document, one: Option<&(Located, Option<Type>)>, whole: &Document) -> Document {
    match one {
        Some((located, _)) => snapshot.of_body(located.child.record.payload.clone()),
        None => whole.clone(),
    }
}

fn messages(
    document: &OpenDocument,
    form: CopyForm,
    found: &[Found],
    one: Option<&(Located, Option<Type>)>,
    parents: &[Type],
) -> Result<Vec<Part>, Refusal> {
    let snapshot = &document.snapshot;
    let part = |part: Document, ty: Type| {
        let (document, lens) = (part, lens_of(document, ty));
        if form == CopyForm::Json { Part::Json(document, lens) } else { Part::Text(document, lens) }
    };
    let is_typed = match one {
        Some((_, Some(inner))) => inner.is_some(),
        _ => parents.iter().all(Option::is_some),
    };
    if form == CopyForm::Json && !is_typed {
        return Err("JSON names fields, and the type here is not known: choose a type, or copy as text format"
            .to_owned()
            .into());
    }
    if let Some((located, Some(inner))) = one {
        return Ok(vec![part(snapshot.of_body(located.child.record.payload.clone()), inner.clone())]);
    }
    let is_one_message = found.windows(2).all(|it| matches!(it, [a, b] if a.parent == b.parent));
    if is_one_message {
        let all = found.iter().map(|it| it.records(document)).reduce(|all, next| all.followed_by(&next));
        let ty = parents.first().cloned().flatten();
        return Ok(vec![part(snapshot.of_records(all.unwrap_or_else(Records::none)), ty)]);
    }
    if form == CopyForm::Json {
        return Err("The selected records stand in different messages, which are no one JSON object".to_owned().into());
    }
    let each = found.iter().zip(parents);
    Ok(each.map(|(it, ty)| part(snapshot.of_records(it.records(document)), ty.clone())).collect())
}

fn values(document: &OpenDocument, found: &[Found]) -> Result<Vec<Part>, Refusal> {
    let view = document.view();
    each(document, found, |located| {
        Ok(match view.inner(&located.parent, &located.child, &located.reading) {
            Some(ty) => {
                let inner = document.snapshot.of_body(located.child.record.payload.clone());
                Part::Text(inner, lens_of(document, ty))
            }
            None => Part::Value(document.snapshot.clone(), Box::new(located.child.clone()), located.reading.clone()),
        })
    })
}

fn lines(
    document: &OpenDocument,
    found: &[Found],
    line: impl Fn(&Located) -> Result<String, Refusal>,
) -> Result<Vec<Part>, Refusal> {
    each(document, found, |located| line(located).map(Part::Said))
}

/// Every selected record by itself, where they are few.
fn each<T>(
    document: &OpenDocument,
    found: &[Found],
    one: impl Fn(&Located) -> Result<T, Refusal>,
) -> Result<Vec<T>, Refusal> {
    let count: u64 = found.iter().map(Found::count).sum();
    if count > LINES {
        let why = format!(
            "{count} records are selected, and at most {LINES} are copied one a line: copy them as text format"
        );
        return Err(why.into());
    }
    let view = document.view();
    let mut all = Vec::new();
    for it in found {
        for child in document.snapshot.children_from(&it.message, it.from).take(it.count() as usize) {
            let located = view.locate(&it.parent.child(child?.place))?.ok_or_else(gone)?;
            all.push(one(&located)?);
        }
    }
    Ok(all)
}

/// The command that gives the selected fields the values that they have.
fn edit_command(document: &OpenDocument, found: &[Found]) -> Result<String, Refusal> {
    if found.iter().map(Found::len).sum::<u64>() > AT_ONCE {
        return Err(format!("A command line holds {} KiB of values at most", AT_ONCE >> 10).into());
    }
    let mut command = "wirebench edit".to_owned();
    if let Some(name) = document.type_name() {
        command.push_str(" -t ");
        command.push_str(name);
    }
    for flag in each(document, found, |located| flag_of(document, located))? {
        command.push(' ');
        command.push_str(&flag);
    }
    let file = match &document.place {
        Place::File { path, .. } => path.display().to_string(),
        _ => document.name(),
    };
    command.push_str(" --in-place ");
    command.push_str(&quoted(&file));
    Ok(command)
}

fn flag_of(document: &OpenDocument, located: &Located) -> Result<String, Refusal> {
    let (path, record) = (known_path(document, &located.address)?, &located.child.record);
    if record.wire_type == WireType::Undecoded {
        return Err("Undecoded bytes have no path that a command could name".to_owned().into());
    }
    let payload = document.snapshot.body_bytes(&record.payload)?;
    let readable = readable(document, located, &payload).filter(|text| !text.contains('\u{0}'));
    Ok(match readable {
        Some(text) => format!("--set {}", quoted(&format!("{path}={text}"))),
        None => {
            let mut hex = String::new();
            let bytes = Document::from_bytes(payload);
            _ = literal::print(&bytes, literal::Notation::Hex, &mut hex);
            format!("--set-raw {}", quoted(&format!("{path}={}", hex.replace(' ', ""))))
        }
    })
}

/// The value as the command line takes it, where it reads back as the same bytes.
fn readable(document: &OpenDocument, located: &Located, payload: &[u8]) -> Option<String> {
    let record = &located.child.record;
    let slot = match &located.reading {
        Reading::Value(field) | Reading::Message(field, _) => Slot::Field(field.clone()),
        Reading::Mismatch(_) | Reading::Unknown => {
            Slot::Unknown { number: record.number, wire_type: Some(record.wire_type) }
        }
        Reading::Packed(_) | Reading::Undecoded => return None,
    };
    let text = match &located.reading {
        Reading::Message(_, ty) => {
            let inner = document.snapshot.of_body(record.payload.clone());
            let lens = lens_of(document, Some(ty.clone()));
            let mut text = String::new();
            text::textproto::print(&inner, &lens, text::Limits::default(), &mut text).ok()?;
            format!("{{ {} }}", text.trim_end().replace('\n', " "))
        }
        _ => text::value::print(&slot, record.wire_type, payload)?,
    };
    let read = text::value::parse(&slot, &text).ok()?;
    (read.payload == payload && read.wire_type == record.wire_type).then_some(text)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty() && word.chars().all(|it| it.is_ascii_alphanumeric() || "-_./=,:@%+".contains(it));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

//! Templates: kept from a message, begun with, renamed, deleted and put back.

use super::super::kept::Kept;
use super::super::templates::{LARGEST, Template, TemplateField, too_long};
use super::super::{App, Command, Effect, NewCommand, OpenDocument};
use super::{Said, new_message, wait};
use crate::wire::{Body, Missing, Severity};

/// Templates that can be put back.
const DELETED: usize = 20;

/// Asks for the name of a template made of the active document, or of the selected message.
pub(super) fn show(app: &mut App) -> Vec<Effect> {
    let Some(document) = app.active_document() else { return Vec::new() };
    let own = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    let initial = document.type_name().map_or_else(|| document.name(), own);
    let selected = selected(document).map(|it| it.0);
    app.template_field = Some(TemplateField { initial, selected, note: None });
    Vec::new()
}

pub(super) fn hide(app: &mut App) -> Vec<Effect> {
    app.template_field = None;
    Vec::new()
}

/// The selected record where it is a message: its name, content and type.
fn selected(document: &OpenDocument) -> Option<(String, Body, Option<String>)> {
    let row = document.selected()?;
    let inner = document.view().inner(&row.parent, &row.child, &row.reading)?;
    Some((row.name.clone(), row.child.record.payload, inner.map(|it| it.full_name().to_owned())))
}

/// Keeps the active document, or the selected message, as a template.
pub(super) fn save(app: &mut App, name: String, is_selected: bool) -> Vec<Effect> {
    let Some(document) = app.active_mut() else { return Vec::new() };
    let (body, type_name) = if is_selected {
        let Some((_, body, type_name)) = selected(document) else { return Vec::new() };
        (body, type_name)
    } else {
        (document.snapshot.root().body, document.type_name().map(str::to_owned))
    };
    let bytes = match document.snapshot.body_start(&body, LARGEST + 1) {
        _ if body.len() > LARGEST => Err(too_long(body.len())),
        Ok(bytes) => Ok(bytes),
        Err(Missing::Absent(_)) => return wait(document, NewCommand::SaveTemplate { name, is_selected }),
        Err(Missing::Gone(_)) => Err("some of its bytes are gone".to_owned()),
    };
    let name = name.trim().to_owned();
    let put = bytes.and_then(|bytes| app.templates.put(Template { name: name.clone(), type_name, bytes }));
    match put {
        Ok(()) => {
            app.template_field = None;
            app.kept.touch(Kept::Templates);
            app.log.push(Severity::Info, format!("{name} was kept as a template"));
        }
        Err(why) => match &mut app.template_field {
            Some(field) => field.note = Some(why),
            None => app.notify(Said::warning(format!("{name} was not kept as a template"), why, "Nothing has changed")),
        },
    }
    Vec::new()
}

/// Begins a message with a template.
pub(super) fn begin(app: &mut App, name: &str) -> Vec<Effect> {
    app.is_new_message_shown = false;
    let Some(template) = app.templates.get(name).cloned() else { return Vec::new() };
    // A type that is known no more leaves the guess its say.
    let type_name = template.type_name.filter(|it| app.pool.find(it).is_ok());
    let letters = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
    let file: String = name.chars().map(letters).take(64).collect();
    new_message::open_new(app, &format!("{file}.binpb"), template.bytes, type_name)
}

pub(super) fn rename(app: &mut App, name: &str, to: &str) -> Vec<Effect> {
    match app.templates.rename(name, to.trim()) {
        Ok(()) => app.kept.touch(Kept::Templates),
        Err(why) => app.notify(Said::warning(format!("{name} was not renamed"), why, "It is called as before")),
    }
    Vec::new()
}

/// Deletes a template; it can be put back.
pub(super) fn delete(app: &mut App, name: &str) -> Vec<Effect> {
    let Some(template) = app.templates.take(name) else { return Vec::new() };
    app.deleted_templates.truncate(DELETED - 1);
    app.deleted_templates.insert(0, template);
    app.kept.touch(Kept::Templates);
    let said = Said::warning(format!("The template {name} was deleted"), "", "It can be put back");
    let actions = vec![("Put back".to_owned(), Command::New(NewCommand::RestoreTemplate(name.to_owned())))];
    app.notify(Said { severity: Severity::Info, actions, ..said });
    Vec::new()
}

/// Puts back a template that was deleted.
pub(super) fn restore(app: &mut App, name: &str) -> Vec<Effect> {
    let Some(at) = app.deleted_templates.iter().position(|it| it.name == name) else { return Vec::new() };
    let template = app.deleted_templates.remove(at);
    match app.templates.put(template) {
        Ok(()) => app.kept.touch(Kept::Templates),
        Err(why) => {
            app.notify(Said::warning(format!("{name} was not put back"), why, "Delete another and make it anew"))
        }
    }
    Vec::new()
}

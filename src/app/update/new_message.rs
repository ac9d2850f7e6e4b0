//! New messages of a type.

use std::sync::Arc;

use super::super::document::{OpenDocument, Place};
use super::super::loading::Origin;
use super::super::{App, Effect, Fill, NewCommand};
use super::{Said, file, templates};
use crate::schema::sample;
use crate::wire::Severity;

/// Does what is asked of new messages and templates.
pub(super) fn command(app: &mut App, command: NewCommand) -> Vec<Effect> {
    match command {
        NewCommand::ShowTemplateField => templates::show(app),
        NewCommand::HideTemplateField => templates::hide(app),
        NewCommand::SaveTemplate { name, is_selected } => templates::save(app, name, is_selected),
        NewCommand::NewFromTemplate(name) => templates::begin(app, &name),
        NewCommand::RenameTemplate { name, to } => templates::rename(app, &name, &to),
        NewCommand::DeleteTemplate(name) => templates::delete(app, &name),
        NewCommand::RestoreTemplate(name) => templates::restore(app, &name),
        NewCommand::ShowNewMessage => show(app, true),
        NewCommand::HideNewMessage => show(app, false),
        NewCommand::NewMessage { type_name, fill } => new_message(app, type_name, fill),
    }
}

pub(super) fn show(app: &mut App, is_shown: bool) -> Vec<Effect> {
    app.is_new_message_shown = is_shown;
    Vec::new()
}

pub(super) fn new_message(app: &mut App, type_name: Option<String>, fill: Fill) -> Vec<Effect> {
    app.is_new_message_shown = false;
    let Some(type_name) = type_name else {
        return open_new(app, "message.binpb", Vec::new(), None);
    };
    let ty = match app.pool.find(&type_name) {
        Ok(ty) => ty,
        Err(error) => {
            let said = Said::warning("No message was made", error.to_string(), "Choose a type from the list");
            let actions = vec![("New message…".to_owned(), NewCommand::ShowNewMessage.into())];
            app.notify(Said { actions, ..said });
            return Vec::new();
        }
    };
    let bytes = match fill {
        Fill::Empty => Vec::new(),
        Fill::Sample { seed } => {
            app.log.push(Severity::Info, format!("{} was filled from seed {seed}", ty.full_name()));
            sample::sample(&ty, seed)
        }
    };
    let name = format!("{}.binpb", snake(ty.name()));
    open_new(app, &name, bytes, Some(ty.full_name().to_owned()))
}

/// Opens bytes that have no file yet in a new tab, under a name that no open document has.
pub(super) fn open_new(app: &mut App, name: &str, bytes: Vec<u8>, type_name: Option<String>) -> Vec<Effect> {
    let name = free_name(app, name);
    file::add(app, Place::New { name }, Origin::in_memory(Arc::new(bytes)), type_name)
}

/// The name, or the next with a number that no open document has.
pub(super) fn free_name(app: &App, name: &str) -> String {
    let is_taken = |name: &str| app.documents.iter().map(OpenDocument::name).any(|it| it == name);
    let (stem, tail) = name.rsplit_once('.').map_or((name, String::new()), |(stem, tail)| (stem, format!(".{tail}")));
    let numbered = (2..).map(|n| format!("{stem}-{n}{tail}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|it| !is_taken(it)).unwrap_or_else(|| name.to_owned())
}

/// `ActionResult` as files are named: `action_result`.
fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut was_small = false;
    for c in name.chars() {
        if c.is_uppercase() && was_small {
            out.push('_');
        }
        was_small = c.is_lowercase() || c.is_ascii_digit();
        out.extend(c.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_as_files_are() {
        assert_eq!(snake("HistoricalExecuteResponse"), "historical_execute_response");
        assert_eq!(snake("BigQueryExport"), "big_query_export");
        assert_eq!(snake("X"), "x");
    }
}

//! Going to a document: the open ones and recent files, to be searched by typing.

use egui::Ui;

use super::cx::Cx;
use super::pickers::{Picking, picking_ui};
use super::words;
use crate::app::layout::Change;
use crate::app::{App, Command, FileCommand, OpenDocument, TabCommand};
use crate::ui::widgets::{Choice, Picked, PickerState};

/// What the list remembers while it is open.
#[derive(Clone, Debug, Default)]
pub struct DocumentsState {
    open: Option<Open>,
}

#[derive(Clone, Debug)]
struct Open {
    choices: Vec<Choice>,
    /// What each choice asks for.
    commands: Vec<Command>,
    state: PickerState,
}

/// Draws the list, while it shows.
pub fn documents_ui(ui: &mut Ui, cx: &mut Cx, state: &mut DocumentsState) {
    if !cx.app.is_document_picker_shown() {
        state.open = None;
        return;
    }
    let open = state.open.get_or_insert_with(|| {
        let (choices, commands) = documents(cx.app);
        let mut state = PickerState::default();
        // Enter goes back to the document before: the active one is no way to go.
        state.start_at(usize::from(cx.app.documents().len() > 1));
        Open { choices, commands, state }
    });
    let picking = Picking {
        id: "document picker",
        title: "Go to document",
        label: "Document",
        hint: "Search open documents and recent files",
        none: "No document and no recent file has this in its name",
    };
    let (picked, is_given_up) = picking_ui(ui, &picking, &open.choices, &mut open.state);
    let chosen = match picked {
        Picked::Choice(index) => open.commands.get(index).cloned(),
        Picked::Open | Picked::Typed(_) => None,
    };
    if is_given_up || chosen.is_some() {
        cx.ask(TabCommand::HideDocumentPicker);
    }
    if let Some(command) = chosen {
        cx.ask(command);
    }
}

/// The open documents, the active one first, then the recent files that are not open.
fn documents(app: &App) -> (Vec<Choice>, Vec<Command>) {
    let active = app.active_document().map(OpenDocument::id);
    let mut open: Vec<&OpenDocument> = app.documents().iter().collect();
    open.sort_by_key(|it| Some(it.id()) != active);
    let opened = open.iter().map(|it| {
        let folder = it.path().and_then(|path| path.parent()).map(words::path).unwrap_or_default();
        let type_name = it.type_name().map(words::own_name).unwrap_or("no type");
        let choice = Choice {
            name: words::visible(&it.name()).into_owned(),
            detail: format!("{type_name} · {}", if folder.is_empty() { "not saved to a file" } else { &folder }),
            note: if it.is_edited() { "edited".to_owned() } else { String::new() },
            is_likely: true,
            ..Choice::default()
        };
        (choice, Command::Layout(Change::ShowDocument(it.id())))
    });
    let is_open = |path: &std::path::Path| open.iter().any(|it| it.path() == Some(path));
    let recent = app.recent_files().iter().filter(|path| !is_open(path)).map(|path| {
        let (name, folder) = (words::file_name(path), path.parent().map(words::path).unwrap_or_default());
        let choice = Choice { name, detail: folder, note: "recent".to_owned(), ..Choice::default() };
        (choice, Command::File(FileCommand::OpenFile { path: path.clone(), type_name: None }))
    });
    opened.chain(recent).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Sample;

    #[test]
    fn the_active_document_comes_first_and_the_others_follow() {
        let mut app = App::new();
        for sample in [Sample::ResourceUsage, Sample::AssignTasks, Sample::ExecutionHistory] {
            app.update(FileCommand::OpenSample(sample));
        }
        let (choices, commands) = documents(&app);
        assert_eq!(choices.len(), 3);
        assert_eq!(choices[0].name, Sample::ExecutionHistory.file_name());
        assert_eq!(choices[1].name, Sample::ResourceUsage.file_name());
        app.update(commands[1].clone());
        assert_eq!(app.active_document().unwrap().name(), Sample::ResourceUsage.file_name());
    }
}

//! What stands over the window: questions, the path field, the palette, settings, the list of shortcuts.

use egui::{RichText, Ui};

use super::about::{AboutState, about_ui};
use super::cx::Cx;
use super::help::{HelpState, help_ui};
use super::palette::{PaletteState, palette_ui};
use super::path_field::{PathFieldState, path_field_ui};
use super::settings::settings_ui;
use super::theme::{self, size};
use super::widgets::{Dialog, main_button};
use crate::app::{Answer, App, FileCommand, FileProblem, Question};

/// What dialogs remember while they are open.
#[derive(Clone, Debug, Default)]
pub struct DialogState {
    /// The path field.
    path: PathFieldState,
    /// True once the answer that Enter gives has the focus.
    is_question_focused: bool,
    palette: PaletteState,
    help: HelpState,
    is_settings_focused: bool,
    /// What is told of the program.
    pub about: AboutState,
}

/// What a question says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    title: String,
    lines: Vec<String>,
    /// From left to right; the first is the one that Enter gives.
    answers: Vec<(&'static str, Answer)>,
}

/// Draws what is open.
pub fn dialogs_ui(ui: &mut Ui, cx: &mut Cx, state: &mut DialogState) {
    // A question about what was entered in it stands in its place.
    match cx.app.path_field() {
        Some(_) if cx.app.question().is_some() => state.path.is_away = true,
        Some(field) => path_field_ui(ui, cx, field, &mut state.path),
        None => state.path = PathFieldState::default(),
    }
    palette_ui(ui, cx, &mut state.palette);
    help_ui(ui, cx, &mut state.help);
    settings_ui(ui, cx, &mut state.is_settings_focused);
    about_ui(ui, cx, &mut state.about);
    match cx.app.question() {
        Some(question) => question_ui(ui, cx, &said(cx.app, question), state),
        None => state.is_question_focused = false,
    }
}

fn said(app: &App, question: &Question) -> Said {
    let name = |id| app.document(id).map(|it| it.name()).unwrap_or_default();
    match question {
        Question::Close { unsaved, .. } => {
            let names: Vec<String> = unsaved.iter().map(|id| name(*id)).collect();
            let (title, save) = match names.as_slice() {
                [one] => (format!("Save the changes to {one}?"), "Save"),
                many => (format!("Save the changes to {} documents?", many.len()), "Save all"),
            };
            let mut lines = if names.len() > 1 { names } else { Vec::new() };
            lines.push("Without saving they are lost".into());
            let answers = vec![(save, Answer::SaveAll), ("Discard", Answer::Discard), ("Cancel", Answer::Cancel)];
            Said { title, lines, answers }
        }
        Question::Edit { name, warnings, .. } => Said {
            title: format!("{name}: other records would be read differently"),
            lines: warnings.iter().map(ToString::to_string).collect(),
            answers: vec![("Cancel", Answer::Cancel), ("Edit all the same", Answer::Proceed)],
        },
        Question::Reload { document } => {
            let document = app.document(*document);
            let edits = document.filter(|it| it.is_edited()).map_or(0, |it| it.history().unsaved_steps());
            let what = match edits {
                0 => String::new(),
                edits => format!(" and take back {}", super::words::counted(edits, "unsaved edit", "unsaved edits")),
            };
            let name = document.map(crate::app::OpenDocument::name).unwrap_or_default();
            let until =
                "What stands in the file takes the place of what is shown; Undo brings it back while the tab is open";
            let mut lines = vec![until.to_owned()];
            if document.is_some_and(crate::app::OpenDocument::is_history_full) {
                lines.push("The oldest of its history goes: there have been too many reloads".to_owned());
            }
            let answers = vec![("Cancel", Answer::Cancel), ("Reload", Answer::Proceed)];
            Said { title: format!("Reload {name}{what}?"), lines, answers }
        }
        Question::Overwrite { document, path, problem } => Said {
            title: match problem {
                FileProblem::Exists => {
                    let file = path.file_name().unwrap_or(path.as_os_str());
                    format!("Replace {}? It exists already", super::words::visible(&file.to_string_lossy()))
                }
                _ => format!("{} was changed by another program", name(*document)),
            },
            lines: vec!["Overwriting it loses what stands there now".into(), super::words::path(path)],
            answers: vec![("Cancel", Answer::Cancel), ("Overwrite", Answer::Proceed)],
        },
    }
}

fn question_ui(ui: &mut Ui, cx: &mut Cx, said: &Said, state: &mut DialogState) {
    let palette = theme::palette(ui);
    let dialog = Dialog { id: "question", title: &said.title, is_centred: true, width: size::DIALOG };
    let (answer, is_given_up) = dialog.show_parts_ui(
        ui.ctx(),
        |ui| {
            for line in said.lines.iter().take(8) {
                ui.label(RichText::new(line).color(palette.muted));
            }
        },
        |ui| answers_ui(ui, said, state),
    );
    if let Some(answer) = answer.or(is_given_up.then_some(Answer::Cancel)) {
        cx.ask(FileCommand::Answer(answer));
    }
}

fn answers_ui(ui: &mut Ui, said: &Said, state: &mut DialogState) -> Option<Answer> {
    let mut given = None;
    for (i, (label, answer)) in said.answers.iter().enumerate() {
        let response = if i == 0 { main_button(ui, label) } else { ui.button(*label) };
        if i == 0 && !std::mem::replace(&mut state.is_question_focused, true) {
            response.request_focus();
        }
        if response.clicked() {
            given = Some(*answer);
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    #[test]
    fn a_question_says_what_would_be_lost() {
        let app = App::new();
        let asked = Question::Edit {
            document: crate::app::DocumentId(1),
            name: "Delete size_bytes".into(),
            warnings: vec![wire::Warning { offset: 16, reason: "is a group that is not closed".into() }],
        };
        let said = said(&app, &asked);
        assert_eq!(said.title, "Delete size_bytes: other records would be read differently");
        assert_eq!(said.lines, ["the record at 0x10 is a group that is not closed"]);
        assert_eq!(said.answers[0].1, Answer::Cancel);
    }

    #[test]
    fn a_file_that_merely_exists_is_not_called_changed() {
        let title = |problem| {
            let (document, path) = (crate::app::DocumentId(1), "/f/mine.bin".into());
            said(&App::new(), &Question::Overwrite { document, path, problem }).title
        };
        assert_eq!(title(FileProblem::Exists), "Replace mine.bin? It exists already");
        assert!(title(FileProblem::Changed).ends_with("was changed by another program"));
    }
}

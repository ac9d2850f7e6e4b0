//! Why a command would do nothing now, as menus and the palette say it beside what they show greyed.

use super::{
    App, Command, EditCommand, FileCommand, FindCommand, Focus, NoticeCommand, ProblemCommand, RecordCommand,
    SchemaCommand, SessionCommand, Shift, TabCommand, TreeCommand, WindowCommand,
};

impl App {
    /// Why a command would do nothing now; `None` where it would do something. See [`App::is_available`].
    pub fn why_unavailable(&self, command: &Command) -> Option<&'static str> {
        if self.is_available(command) {
            return None;
        }
        Some(self.own_reason(command).unwrap_or_else(|| self.general_reason()))
    }

    /// The reasons that only one command has.
    fn own_reason(&self, command: &Command) -> Option<&'static str> {
        let is_of_notices = matches!(
            command,
            Command::Notices(NoticeCommand::DismissAll) | Command::Window(WindowCommand::GoTo(Focus::Notices))
        );
        let is_of_zoom = matches!(
            command,
            Command::Window(WindowCommand::ZoomIn)
                | Command::Window(WindowCommand::ZoomOut)
                | Command::Window(WindowCommand::ZoomReset)
        );
        match () {
            () if is_of_notices => Some("There are no notices"),
            () if is_of_zoom => Some("The size is so already"),
            () if *command == Command::Window(WindowCommand::ResetSettings) => {
                Some("Everything is as at the first start")
            }
            () if matches!(command, Command::Tabs(TabCommand::NextTab) | Command::Tabs(TabCommand::PreviousTab)) => {
                Some("There is no other tab")
            }
            () if *command == Command::Tabs(TabCommand::CloseTab) => Some("No document is open"),
            () if *command == Command::Session(SessionCommand::ShowRecovery) => Some("No unsaved edits were left"),
            () if *command == Command::Tabs(TabCommand::ReopenTab) => Some("No tab was closed"),
            () if *command == Command::File(FileCommand::ClearRecent) => Some("There are no recent files"),
            () => self.document_reason(command),
        }
    }

    /// The reasons that the active document gives.
    fn document_reason(&self, command: &Command) -> Option<&'static str> {
        self.active_document()?;
        match command {
            Command::Edit(EditCommand::Undo) => Some("Nothing was edited"),
            Command::Edit(EditCommand::Redo) => Some("Nothing was undone"),
            Command::File(FileCommand::Save) => Some("Nothing changed since it was saved"),
            Command::File(FileCommand::SaveAs) => Some("It is being saved"),
            Command::Edit(EditCommand::ToggleBool(None)) => Some("The selected value is no bool"),
            Command::Schema(SchemaCommand::ChooseType(None)) => Some("It has no type"),
            Command::Problems(ProblemCommand::NextProblem) | Command::Problems(ProblemCommand::PreviousProblem) => {
                Some("There are no problems")
            }
            Command::Find(FindCommand::FindAgain)
            | Command::Find(FindCommand::NextHit)
            | Command::Find(FindCommand::PreviousHit) => Some("Nothing was found"),
            Command::Edit(EditCommand::ShowFieldPicker) => Some("The type of the selected message is not known"),
            other => self.selection_reason(other),
        }
    }

    fn selection_reason(&self, command: &Command) -> Option<&'static str> {
        self.active_document()?.selection()?;
        match () {
            () if *command == Command::Edit(EditCommand::BeginEdit) => Some("The selected record is a message"),
            () if matches!(command, Command::Edit(EditCommand::ValueFromFile | EditCommand::ValueToFile)) => {
                Some("One string, bytes or message alone goes to a file")
            }
            () if matches!(command, Command::Records(RecordCommand::MoveRecords(Shift::Up | Shift::First))) => {
                Some("It is the first of its message")
            }
            () if matches!(command, Command::Records(RecordCommand::MoveRecords(Shift::Down | Shift::Last))) => {
                Some("It is the last of its message")
            }
            () if matches!(
                command,
                Command::Records(RecordCommand::InsertBefore) | Command::Records(RecordCommand::InsertAfter)
            ) =>
            {
                Some("Its field is not repeated")
            }
            () if matches!(
                command,
                Command::Tree(TreeCommand::ToggleSelected(None)) | Command::Tree(TreeCommand::SelectOne)
            ) =>
            {
                Some("Nothing else is selected")
            }
            () => None,
        }
    }

    fn general_reason(&self) -> &'static str {
        match self.active_document() {
            None => "No document is open",
            Some(document) if document.selection().is_none() => "Nothing is selected",
            Some(_) => "Not for what is selected",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Sample, table};
    use super::*;
    use crate::app::ClipCommand;

    #[test]
    fn every_greyed_command_says_why_and_no_other_does() {
        let mut app = App::new();
        for step in 0..3 {
            match step {
                0 => {}
                1 => _ = app.update(FileCommand::OpenSample(Sample::ResourceUsage)),
                _ => _ = app.update(TreeCommand::Select(super::super::Pick::Row(0))),
            }
            for entry in table::entries() {
                let why = app.why_unavailable(&entry.command);
                assert_eq!(why.is_none(), app.is_available(&entry.command), "{}", entry.name);
                assert!(!why.is_some_and(|it| it.ends_with('.')), "{}", entry.name);
            }
        }
    }

    #[test]
    fn the_reason_is_the_one_that_holds() {
        let mut app = App::new();
        assert_eq!(app.why_unavailable(&Command::Edit(EditCommand::Undo)), Some("No document is open"));
        _ = app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        assert_eq!(app.why_unavailable(&Command::Edit(EditCommand::Undo)), Some("Nothing was edited"));
        _ = app.update(TreeCommand::Select(super::super::Pick::Nothing));
        assert_eq!(app.why_unavailable(&Command::Clip(ClipCommand::Copy)), Some("Nothing is selected"));
        assert_eq!(app.why_unavailable(&Command::File(FileCommand::Open)), None);
    }
}

//! Why a command would do nothing now, as menus and the palette say it beside what they show greyed.

use super::{App, Command, Focus, Shift};

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
        let is_of_notices = matches!(command, Command::DismissAll | Command::GoTo(Focus::Notices));
        let is_of_zoom = matches!(command, Command::ZoomIn | Command::ZoomOut | Command::ZoomReset);
        match () {
            () if is_of_notices => Some("There are no notices"),
            () if is_of_zoom => Some("The size is so already"),
            () if *command == Command::ResetSettings => Some("Everything is as at the first start"),
            () if matches!(command, Command::NextTab | Command::PreviousTab) => Some("There is no other tab"),
            () if *command == Command::CloseTab => Some("No document is open"),
            () if *command == Command::ShowRecovery => Some("No unsaved edits were left"),
            () if *command == Command::ReopenTab => Some("No tab was closed"),
            () if *command == Command::ClearRecent => Some("There are no recent files"),
            () => self.document_reason(command),
        }
    }

    /// The reasons that the active document gives.
    fn document_reason(&self, command: &Command) -> Option<&'static str> {
        self.active_document()?;
        match command {
            Command::Undo => Some("Nothing was edited"),
            Command::Redo => Some("Nothing was undone"),
            Command::Save => Some("Nothing changed since it was saved"),
            Command::SaveAs => Some("It is being saved"),
            Command::ToggleBool(None) => Some("The selected value is no bool"),
            Command::ChooseType(None) => Some("It has no type"),
            Command::NextProblem | Command::PreviousProblem => Some("There are no problems"),
            Command::FindAgain | Command::NextHit | Command::PreviousHit => Some("Nothing was found"),
            Command::ShowFieldPicker => Some("The type of the selected message is not known"),
            other => self.selection_reason(other),
        }
    }

    fn selection_reason(&self, command: &Command) -> Option<&'static str> {
        self.active_document()?.selection()?;
        match () {
            () if *command == Command::BeginEdit => Some("The selected record is a message"),
            () if matches!(command, Command::MoveRecords(Shift::Up | Shift::First)) => {
                Some("It is the first of its message")
            }
            () if matches!(command, Command::MoveRecords(Shift::Down | Shift::Last)) => {
                Some("It is the last of its message")
            }
            () if matches!(command, Command::InsertBefore | Command::InsertAfter) => Some("Its field is not repeated"),
            () if matches!(command, Command::ToggleSelected(None) | Command::SelectOne) => {
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

    #[test]
    fn every_greyed_command_says_why_and_no_other_does() {
        let mut app = App::new();
        for step in 0..3 {
            match step {
                0 => {}
                1 => _ = app.update(Command::OpenSample(Sample::ResourceUsage)),
                _ => _ = app.update(Command::Select(super::super::Pick::Row(0))),
            }
            for entry in table::TABLE {
                let why = app.why_unavailable(&entry.command);
                assert_eq!(why.is_none(), app.is_available(&entry.command), "{}", entry.name);
                assert!(!why.is_some_and(|it| it.ends_with('.')), "{}", entry.name);
            }
        }
    }

    #[test]
    fn the_reason_is_the_one_that_holds() {
        let mut app = App::new();
        assert_eq!(app.why_unavailable(&Command::Undo), Some("No document is open"));
        _ = app.update(Command::OpenSample(Sample::ResourceUsage));
        assert_eq!(app.why_unavailable(&Command::Undo), Some("Nothing was edited"));
        _ = app.update(Command::Select(super::super::Pick::Nothing));
        assert_eq!(app.why_unavailable(&Command::Copy), Some("Nothing is selected"));
        assert_eq!(app.why_unavailable(&Command::Open), None);
    }
}

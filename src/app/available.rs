//! When a command would do something: menus show the others greyed.

use super::layout::{Change, MOST_GROUPS};
use super::settings::{LEAST_ZOOM, MOST_ZOOM};
use super::{App, Command, Focus, Motion, Settings, Shift};
use crate::schema::{Reading, Value};
use crate::wire::WireType;

impl App {
    /// True when a command would do something now; menus show others greyed.
    #[expect(clippy::too_many_lines, reason = "a line for each command")]
    pub fn is_available(&self, command: &Command) -> bool {
        let document = self.active_document();
        let has_selection = document.is_some_and(|it| it.selection().is_some());
        match command {
            Command::Open
            | Command::OpenFile { .. }
            | Command::OpenSample(_)
            | Command::ShowNewMessage
            | Command::NewMessage { .. }
            | Command::NewFromClipboard
            | Command::NewFromText(_)
            | Command::ShowPathField
            | Command::Quit
            | Command::CopyText(_)
            | Command::SetTheme(_)
            | Command::ToggleTheme
            | Command::TogglePane(_)
            | Command::ShowBottom(_)
            | Command::ShowPalette
            | Command::ShowSettings
            | Command::ShowAbout
            | Command::GoTo(Focus::Menus | Focus::Status)
            | Command::ShowDocumentPicker
            | Command::ShowHelp => true,
            Command::Bytes(command) => command.is_available(self),
            Command::EnterPath(_) | Command::ListFolder(_) | Command::HidePathField => self.path_field.is_some(),
            Command::Save => document.is_some_and(|it| it.is_edited() || it.path().is_none()),
            Command::SaveAs | Command::SaveTo(_) | Command::SaveAgain(_) => document.is_some_and(|it| !it.is_saving()),
            Command::CloseTab => !self.layout.is_bare(),
            Command::CloseTabAt(place) => *place < self.tabs().len() && !self.layout.is_bare(),
            Command::NextTab | Command::PreviousTab => self.tabs().len() > 1,
            Command::ActivateTab(place) => *place < self.tabs().len(),
            Command::Layout(change) => self.is_change_available(change),
            Command::ReopenTab => !self.closed.is_empty(),
            Command::ForgetRecent(path) => self.recent.contains(path),
            Command::ClearRecent => !self.recent.is_empty(),
            Command::HideDocumentPicker => self.is_document_picker_shown,
            Command::Answer(_) => !self.questions.is_empty(),
            Command::Undo => document.is_some_and(|it| it.history().undo_step().is_some()),
            Command::Redo => document.is_some_and(|it| it.history().redo_step().is_some()),
            Command::BeginEdit | Command::BeginTyping => self.can_edit_selected(),
            Command::EndEdit | Command::CancelEdit => document.is_some_and(|it| it.is_typing()),
            Command::SetValue { .. } | Command::SetPayload { .. } | Command::SetEnum { .. } => document.is_some(),
            Command::ToggleBool(Some(_)) => document.is_some(),
            Command::ToggleBool(None) => self.is_bool_selected(),
            Command::ShowFieldPicker => self.field_picker_target().is_some(),
            Command::HideFieldPicker => self.is_field_picker_shown,
            Command::AddField { .. } => document.is_some(),
            Command::DeleteRecord
            | Command::Duplicate
            | Command::MoveBefore { .. }
            | Command::SelectSiblings
            | Command::Copy
            | Command::Cut
            | Command::CopyAs(_) => has_selection,
            Command::Paste | Command::PasteAs(_) | Command::PasteText { .. } => document.is_some(),
            Command::InsertBefore | Command::InsertAfter => self.is_repeated_selected(),
            Command::GoToStep(done) => {
                document.is_some_and(|it| *done <= it.history().steps().len() && *done != it.history().now())
            }
            Command::MoveRecords(shift) => self.can_move(*shift),
            // What is selected alone stays so.
            Command::ToggleSelected(None) | Command::SelectOne => {
                document.and_then(|it| it.selection()).is_some_and(super::Selection::is_several)
            }
            Command::ToggleSelected(Some(_)) | Command::ExtendTo(_) => document.is_some(),
            Command::Select(_) | Command::UnfoldAll | Command::FoldAll => document.is_some(),
            Command::NextProblem | Command::PreviousProblem => {
                document.is_some_and(|it| !it.problems().found.list.is_empty())
            }
            Command::ShowProblem(at) => document.is_some_and(|it| *at < it.problems().found.list.len()),
            Command::ShowProblemsOf(_) => document.is_some(),
            Command::MoveSelection(Motion::Parent)
            | Command::ExtendSelection(Motion::Parent)
            | Command::MoveCursor(Motion::Parent) => has_selection,
            Command::MoveSelection(Motion::Rows(_) | Motion::First | Motion::Last)
            | Command::ExtendSelection(Motion::Rows(_) | Motion::First | Motion::Last)
            | Command::MoveCursor(Motion::Rows(_) | Motion::First | Motion::Last) => {
                document.is_some_and(|it| it.row_count().rows > 0)
            }
            Command::Unfold(address) | Command::Fold(address) | Command::ToggleFold(address) => {
                document.is_some() && (address.is_some() || has_selection)
            }
            Command::ZoomIn => self.settings.zoom < MOST_ZOOM,
            Command::ZoomOut => self.settings.zoom > LEAST_ZOOM,
            Command::ZoomReset => self.settings.zoom != 100,
            Command::SetZoom(percent) => self.settings.zoom != *percent,
            Command::ResetSettings => self.settings != Settings::default(),
            Command::DismissAll | Command::GoTo(Focus::Notices) => !self.notices.is_empty(),
            Command::Dismiss(id) => self.notices.iter().any(|it| it.id == *id),
            Command::Remedy { notice, action } => {
                self.notices.iter().any(|it| it.id == *notice && *action < it.actions.len())
            }
            Command::StopJob(id) => self.jobs.iter().any(|it| it.id == *id && it.can_stop),
            Command::HideNewMessage => self.is_new_message_shown,
            Command::HideTemplateField => self.template_field.is_some(),
            Command::ShowTemplateField | Command::SaveTemplate { .. } => document.is_some(),
            Command::NewFromTemplate(name) | Command::DeleteTemplate(name) | Command::RenameTemplate { name, .. } => {
                self.templates.get(name).is_some()
            }
            Command::RestoreTemplate(name) => self.deleted_templates.iter().any(|it| it.name == *name),
            Command::HidePathEntry => self.path_entry.is_some(),
            Command::ShowPathEntry | Command::ShowFind | Command::Find(_) => document.is_some(),
            Command::HideFind => self.is_find_shown,
            Command::FindAgain => document.is_some_and(|it| it.results().is_some()),
            Command::NextHit | Command::PreviousHit => {
                document.and_then(|it| it.results()).is_some_and(|it| !it.hits.is_empty() || it.job().is_some())
            }
            Command::GoToHit(at) => document.and_then(|it| it.results()).is_some_and(|it| *at < it.hits.len()),
            Command::Reload => document.is_some_and(|it| it.path().is_some() && !it.is_saving()),
            Command::KeepMine | Command::ToggleSession => true,
            Command::ShowRecovery => !self.left.is_empty(),
            Command::HideRecovery => self.is_recovery_shown(),
            Command::Recover(id) | Command::DiscardJournal(id) => {
                self.left.iter().any(|it| id.is_none_or(|id| id == it.id))
            }
            Command::HideHelp => self.is_help_shown(),
            Command::HidePalette => self.is_palette_shown(),
            Command::HideSettings => self.is_settings_shown(),
            Command::HideAbout => self.is_about_shown(),
            Command::ShowTypePicker | Command::GuessType => document.is_some(),
            Command::ToggleAbsent => true,
            Command::SetElement { .. } => document.is_some(),
            Command::ShowReadings => self.can_read_selected_otherwise(),
            Command::HideReadings => self.is_reading_picker_shown,
            Command::ReadAs { .. } => document.is_some(),
            Command::HideTypePicker => self.is_type_picker_shown,
            Command::ChooseType(name) => document.is_some_and(|it| it.type_name() != name.as_deref()),
        }
    }

    fn is_change_available(&self, change: &Change) -> bool {
        let tabs = self.tabs().len();
        match change {
            Change::Show(at) | Change::Close(at) => self.layout.group(at.group).is_some_and(|it| it.has(at.tab)),
            Change::ShowDocument(id) => self.document(*id).is_some(),
            Change::CloseOthers(Some(at)) | Change::CloseToTheRight(Some(at)) => {
                self.layout.group(at.group).is_some_and(|it| it.tabs().len() > 1)
            }
            Change::CloseOthers(None) => tabs > 1,
            Change::CloseToTheRight(None) => self.active_tab() + 1 < tabs,
            Change::Split(..) => self.active_document().is_some() && self.layout.groups().len() < MOST_GROUPS,
            Change::Shift(by) => {
                let to = self.active_tab() as i64 + i64::from(*by);
                (0..tabs as i64).contains(&to)
            }
            Change::MoveToNextGroup(_) => self.layout.is_split() || tabs > 1,
            Change::Move(at, _) => self.layout.group(at.group).is_some_and(|it| it.has(at.tab)),
            Change::FocusNextGroup => self.layout.is_split(),
            Change::Focus(group) => self.layout.group(*group).is_some(),
            Change::Share(..) | Change::Size(..) | Change::ResetSize(_) | Change::Reset | Change::TurnPane(_) => true,
        }
    }

    /// True when the selected value can be edited as text; looks at no more than what kind it is.
    fn can_edit_selected(&self) -> bool {
        if self.active_document().is_some_and(|it| it.is_inner_selected()) {
            return true;
        }
        let Some(row) = self.active_document().and_then(|it| it.selected()) else { return false };
        let is_message = matches!(&row.reading, Reading::Message(field, _) if !crate::schema::is_time(field));
        !is_message && !matches!(row.child.record.wire_type, WireType::Group | WireType::Undecoded)
    }

    /// True when there is somewhere to move the selected records to. Looks at no other record: at the end of a message
    /// as far as its records are counted.
    fn can_move(&self, shift: Shift) -> bool {
        let Some(document) = self.active_document() else { return false };
        let Some(selection) = document.selection() else { return false };
        let all = selection.all();
        let [only] = all.as_slice() else { return true };
        match shift {
            Shift::Up | Shift::First => only.rows.start > 0,
            Shift::Down | Shift::Last if selection.is_several() => true,
            Shift::Down | Shift::Last => {
                document.selected().is_none_or(|row| !row.siblings.is_exact || only.rows.end < row.siblings.rows)
            }
        }
    }

    fn is_repeated_selected(&self) -> bool {
        let row = self.active_document().and_then(|it| it.selected());
        row.is_some_and(|row| {
            matches!(row.reading, Reading::Value(_) | Reading::Message(..))
                && row.reading.field().is_some_and(crate::schema::Field::is_repeated)
        })
    }

    fn can_read_selected_otherwise(&self) -> bool {
        let row = self.active_document().and_then(|it| it.selected());
        row.is_some_and(|row| !matches!(row.child.record.wire_type, WireType::Group | WireType::Undecoded))
    }

    fn is_bool_selected(&self) -> bool {
        let Some(document) = self.active_document() else { return false };
        if let Some(row) = document.selected_absent() {
            return row.field.kind() == prost_reflect::Kind::Bool && !row.field.is_repeated();
        }
        let Some(row) = document.selected() else { return false };
        let is_bool = |field: &crate::schema::Field| field.kind() == prost_reflect::Kind::Bool;
        matches!(&row.reading, Reading::Value(field) if is_bool(field))
            && matches!(document.lens().value(document.snapshot(), &row.reading, &row.child.record), Ok(Value::Bool(_)))
    }
}

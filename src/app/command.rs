//! Commands: what a person may ask. One closed enum; those that need nothing more said stand in [`super::table`],
//! from which menus, palette, keys and the list of shortcuts are drawn.

use std::path::PathBuf;

use super::byte_command::ByteCommand;
use super::copying::CopyForm;
use super::ids::{JobId, NoticeId};
use super::journal::JournalId;
use super::layout::Change;
use super::new_message::Fill;
use super::question::Answer;
use super::sample::Sample;
use super::settings::{Bottom, Focus, Pane, Theme};
use crate::schema::ReadAs;
use crate::schema::find::Query;
use crate::wire::Address;

/// What a person may ask.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    // File.
    /// Choose a file and open it: the system's dialog, and the path field beside it.
    Open,
    /// Open a file; with a type name (or a tail of one) read as that type.
    OpenFile {
        /// The file.
        path: PathBuf,
        /// The type to read it as; guessed where none is given.
        type_name: Option<String>,
    },
    /// Open a sample.
    OpenSample(Sample),
    /// Show the types to make a new message of.
    ShowNewMessage,
    /// Hide them.
    HideNewMessage,
    /// Open a new message.
    NewMessage {
        /// Its type, by full name or a tail of one; none for a message without a type.
        type_name: Option<String>,
        /// What it begins with.
        fill: Fill,
    },
    /// Ask for the name of a template made of the active document.
    ShowTemplateField,
    /// Give it up.
    HideTemplateField,
    /// Keep the active document as a template.
    SaveTemplate {
        /// The template's name.
        name: String,
        /// True for the selected message in place of the whole one.
        is_selected: bool,
    },
    /// Open a new message with what a template holds, by its name.
    NewFromTemplate(String),
    /// Give a template another name.
    RenameTemplate {
        /// Its name.
        name: String,
        /// The other name.
        to: String,
    },
    /// Delete a template, by its name.
    DeleteTemplate(String),
    /// Put back a template that was deleted, by its name.
    RestoreTemplate(String),
    /// Type a path in place of the dialog, to open a file.
    ShowPathField,
    /// Say what the folder of the path being typed holds.
    ListFolder(String),
    /// What was typed in the path field, for whatever it was asked.
    EnterPath(String),
    /// Give the path field up.
    HidePathField,
    /// Save the active document.
    Save,
    /// Choose a name and save the active document there.
    SaveAs,
    /// Save the active document at a path, whatever stands there.
    SaveTo(PathBuf),
    /// Try once more to save the active document at a path: what stands there and is not its own file is asked about.
    SaveAgain(PathBuf),
    /// Make a document of the text on the clipboard: hex, base64, a dump, or the text itself.
    NewFromClipboard,
    /// Make a document of a text, as [`Self::NewFromClipboard`] does.
    NewFromText(String),
    /// Close the active tab.
    CloseTab,
    /// Close a tab, by its place.
    CloseTabAt(usize),
    /// The next tab.
    NextTab,
    /// The previous tab.
    PreviousTab,
    /// Show a tab, by its place.
    ActivateTab(usize),
    /// Open the file whose tab was closed last.
    ReopenTab,
    /// Show the open documents and recent files to choose from.
    ShowDocumentPicker,
    /// Hide them.
    HideDocumentPicker,
    /// Take a file from the list of recent ones.
    ForgetRecent(PathBuf),
    /// Empty the list of recent files.
    ClearRecent,
    /// Change where tabs stand or how large panes are.
    Layout(Change),
    /// Answer the question asked.
    Answer(Answer),
    /// End the program.
    Quit,

    // Edit.
    /// Take the last step back.
    Undo,
    /// Take the step forth again.
    Redo,
    /// Edit the selected value in place.
    BeginEdit,
    /// Type the selected value in a field beside the tree: what is typed from now on is one step of undo.
    BeginTyping,
    /// Leave the value being typed as it is now; what was typed is one step of undo.
    EndEdit,
    /// Leave the value being typed as it was before.
    CancelEdit,
    /// Give a field the value that a text says; see [`super::App::edit_check`].
    SetValue {
        /// The record.
        address: Address,
        /// What was typed.
        text: String,
    },
    /// Give a record a payload, byte for byte.
    SetPayload {
        /// The record.
        address: Address,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Give an element of a packed run the value that a text says.
    SetElement {
        /// The run.
        record: Address,
        /// Which element.
        index: u64,
        /// What was typed.
        text: String,
    },
    /// Turn the bool at an address, or the selected one.
    ToggleBool(Option<Address>),
    /// Give an enum field a number.
    SetEnum {
        /// The record.
        address: Address,
        /// The number.
        number: i32,
    },
    /// Show the fields that the selected message, or the one around the selection, can take.
    ShowFieldPicker,
    /// Hide them.
    HideFieldPicker,
    /// Add a field with its default value at the end of a message.
    AddField {
        /// The message; the root address for the outermost.
        message: Address,
        /// The field's number.
        number: u64,
    },
    /// Take out the selected records.
    DeleteRecord,
    /// Put a copy of the selected records behind them, byte for byte.
    Duplicate,
    /// Move the selected records among the records of their message, in wire order.
    MoveRecords(Shift),
    /// Move the selected records of one message before the record in a row of that message, as it stands now; behind
    /// the last one where the row is the number of records.
    MoveBefore {
        /// The message.
        message: Address,
        /// The row in it.
        row: u64,
    },
    /// Add another value of the selected repeated field before the selected record.
    InsertBefore,
    /// The same behind it.
    InsertAfter,
    /// Take back or make again as many steps as lead to the state after so many of them.
    GoToStep(usize),
    /// Put the selected records on the clipboard: a value as it is typed, messages and several records in the text
    /// format; pasted here, they are the bytes they were.
    Copy,
    /// The same, and take them out.
    Cut,
    /// Put the selected records on the clipboard in a form.
    CopyAs(CopyForm),
    /// Take what is on the clipboard for what it looks like: fields for the selected message, or the selected value.
    Paste,
    /// The same, taken for a form.
    PasteAs(PasteForm),
    /// What was on the clipboard.
    PasteText {
        /// The text.
        text: String,
        /// What it is taken for; as was asked before, or what it looks like, where that is not said.
        form: Option<PasteForm>,
    },
    /// Put a text on the clipboard.
    CopyText(String),

    /// Something among the bytes.
    Bytes(ByteCommand),

    // View.
    /// Select what is at a place.
    Select(Pick),
    /// Move the selection through the rows of the tree.
    MoveSelection(Motion),
    /// Select the record of the next problem behind the selection; from the last one on to the first.
    NextProblem,
    /// Select the record of the problem before the selection; from the first one back to the last.
    PreviousProblem,
    /// Select the record of a problem, by its place in the list.
    ShowProblem(usize),
    /// Show the problems below, with the first one of a record selected in them.
    ShowProblemsOf(Address),
    /// Select all rows from the one where extending began to the one that a motion leads to.
    ExtendSelection(Motion),
    /// The same to a visible row.
    ExtendTo(u64),
    /// Move the primary record and leave the others that are selected.
    MoveCursor(Motion),
    /// Add the record at an address, or the primary one, to what is selected, or take it out.
    ToggleSelected(Option<Address>),
    /// Select all records of the message around the primary one.
    SelectSiblings,
    /// Select the primary record alone again.
    SelectOne,
    /// Fold the message at an address open, or the selected one; where it is open already, go to its first record.
    Unfold(Option<Address>),
    /// Fold the message at an address, or the selected one; where it is folded already, go to the message around it.
    Fold(Option<Address>),
    /// Fold the message at an address, or the selected one, the other way.
    ToggleFold(Option<Address>),
    /// Fold all messages open, up to a bound.
    UnfoldAll,
    /// Fold all messages.
    FoldAll,
    /// Choose the colours.
    SetTheme(Theme),
    /// From dark to light and back.
    ToggleTheme,
    /// Show or hide the fields of open messages that are not in the bytes.
    ToggleAbsent,
    /// Show or hide a pane.
    TogglePane(Pane),
    /// Show the pane below, with this in it.
    ShowBottom(Bottom),
    /// Larger.
    ZoomIn,
    /// Smaller.
    ZoomOut,
    /// As large as it was.
    ZoomReset,
    /// Zoom to so many percent, within what the window takes.
    SetZoom(u16),
    /// Dismiss a notice.
    Dismiss(NoticeId),
    /// Dismiss all notices.
    DismissAll,
    /// Do what a notice offers, to the document it is about, and dismiss it.
    Remedy {
        /// The notice.
        notice: NoticeId,
        /// Which of its actions.
        action: usize,
    },
    /// Stop a job.
    StopJob(JobId),
    /// Show the list of shortcuts.
    ShowHelp,
    /// Hide it.
    HideHelp,
    /// Show all commands, to be searched and run.
    ShowPalette,
    /// Hide them.
    HidePalette,
    /// Show the settings.
    ShowSettings,
    /// Hide them.
    HideSettings,
    /// Set every setting as it was at the first start.
    ResetSettings,
    /// Show what this program is, and where it keeps what it keeps.
    ShowAbout,
    /// Hide it.
    HideAbout,
    /// Give the keys to a part of the window.
    GoTo(Focus),

    /// Type a path to go to, in place of the one that shows.
    ShowPathEntry,
    /// Give it up.
    HidePathEntry,
    /// Show the bar to find with.
    ShowFind,
    /// Hide it, and stop a search under way.
    HideFind,
    /// Find something in the active document.
    Find(Query),
    /// Find the same once more.
    FindAgain,
    /// Go to the next hit.
    NextHit,
    /// Go to the hit before.
    PreviousHit,
    /// Go to a hit, by its place in the list.
    GoToHit(usize),
    /// Read the file of the active document anew, and lose what was edited.
    Reload,
    /// Go on with what is shown, whatever stands in the file now.
    KeepMine,
    /// Open again at the next start what is open, or not.
    ToggleSession,
    /// Show the unsaved edits that were left.
    ShowRecovery,
    /// Hide them; they stay for the next start.
    HideRecovery,
    /// Recover unsaved edits that were left: these, or all that can be.
    Recover(Option<JournalId>),
    /// Throw unsaved edits away that were left: these, or all.
    DiscardJournal(Option<JournalId>),

    // Schema.
    /// Show the ways to read the selected record.
    ShowReadings,
    /// Hide them.
    HideReadings,
    /// Read a record, or all records of its field, in another way; `None` as the schema says.
    ReadAs {
        /// The record.
        address: Address,
        /// The way.
        reading: Option<ReadAs>,
        /// Which records.
        scope: ReadScope,
    },
    /// Show the types to choose from.
    ShowTypePicker,
    /// Hide them.
    HideTypePicker,
    /// Read the document as a type, by full name or a tail of one; as none by numbers alone.
    ChooseType(Option<String>),
    /// Guess the type anew.
    GuessType,
}

/// Which records a reading is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadScope {
    /// The record alone, in its document.
    Record,
    /// Every record of its field in messages of its type, in all documents; remembered.
    Field,
}

/// Something to select.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// A visible row of the tree.
    Row(u64),
    /// A record.
    Record(Address),
    /// The innermost record that holds a byte of the document as it would be saved now; the tree opens down to it.
    Byte(u64),
    /// What a path names: `result.output_files[2].path`.
    Path(String),
    /// Nothing.
    Nothing,
}

/// A way for the selection to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// By so many rows; back where negative.
    Rows(i64),
    /// To the first row.
    First,
    /// To the last row.
    Last,
    /// To the message around it.
    Parent,
}

/// What a text on the clipboard is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PasteForm {
    /// ProtoJSON.
    Json,
    /// The text format.
    Text,
    /// Hex, a dump of it, an array or a string literal of source code.
    Hex,
    /// Base64.
    Base64,
    /// The text's own bytes, in UTF-8.
    Raw,
}

impl PasteForm {
    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Text => "text format",
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Raw => "text",
        }
    }
}

/// A way for records to move in their message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// Before the record above.
    Up,
    /// Behind the record below.
    Down,
    /// To the start.
    First,
    /// To the end.
    Last,
}

impl Command {
    /// Its name: as a menu shows it where it stands in the table, for the log otherwise.
    pub fn name(&self) -> &'static str {
        super::table::entry(self).map_or_else(|| self.short_name(), |entry| entry.name)
    }

    /// False for those that fill the log with nothing worth knowing.
    #[expect(clippy::too_many_lines, reason = "a line for each command")]
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::Bytes(command) => command.is_logged(),
            Self::Layout(change) => change.is_logged(),
            Self::Find(_)
            | Self::NextHit
            | Self::PreviousHit
            | Self::GoToHit(_)
            | Self::MoveSelection(_)
            | Self::ExtendSelection(_)
            | Self::ExtendTo(_)
            | Self::MoveCursor(_)
            | Self::ToggleSelected(_)
            | Self::SelectSiblings
            | Self::SelectOne
            | Self::Select(_)
            | Self::NextProblem
            | Self::PreviousProblem
            | Self::ShowProblem(_)
            | Self::ShowProblemsOf(_)
            | Self::Fold(_)
            | Self::Unfold(_)
            | Self::ToggleFold(_)
            | Self::BeginTyping
            | Self::SetValue { .. }
            | Self::SetElement { .. }
            | Self::ListFolder(_)
            | Self::CopyText(_)
            | Self::PasteText { .. }
            | Self::GoTo(_)
            | Self::ShowPalette
            | Self::HidePalette
            | Self::Dismiss(_) => false,
            Self::Open
            | Self::OpenFile { .. }
            | Self::OpenSample(_)
            | Self::ShowNewMessage
            | Self::ShowTemplateField
            | Self::HideTemplateField
            | Self::SaveTemplate { .. }
            | Self::NewFromTemplate(_)
            | Self::RenameTemplate { .. }
            | Self::DeleteTemplate(_)
            | Self::RestoreTemplate(_)
            | Self::ShowPathEntry
            | Self::HidePathEntry
            | Self::ShowFind
            | Self::HideFind
            | Self::FindAgain
            | Self::HideNewMessage
            | Self::NewMessage { .. }
            | Self::ShowPathField
            | Self::EnterPath(_)
            | Self::HidePathField
            | Self::Save
            | Self::SaveAs
            | Self::SaveTo(_)
            | Self::SaveAgain(_)
            | Self::NewFromClipboard
            | Self::NewFromText(_)
            | Self::CloseTab
            | Self::CloseTabAt(_)
            | Self::NextTab
            | Self::PreviousTab
            | Self::ActivateTab(_)
            | Self::ReopenTab
            | Self::ShowDocumentPicker
            | Self::HideDocumentPicker
            | Self::ForgetRecent(_)
            | Self::ClearRecent
            | Self::Answer(_)
            | Self::Quit
            | Self::Undo
            | Self::Redo
            | Self::BeginEdit
            | Self::EndEdit
            | Self::CancelEdit
            | Self::SetPayload { .. }
            | Self::ToggleBool(_)
            | Self::SetEnum { .. }
            | Self::ShowFieldPicker
            | Self::HideFieldPicker
            | Self::AddField { .. }
            | Self::DeleteRecord
            | Self::Duplicate
            | Self::MoveRecords(_)
            | Self::MoveBefore { .. }
            | Self::InsertBefore
            | Self::InsertAfter
            | Self::GoToStep(_)
            | Self::Copy
            | Self::Cut
            | Self::CopyAs(_)
            | Self::Paste
            | Self::PasteAs(_)
            | Self::UnfoldAll
            | Self::FoldAll
            | Self::SetTheme(_)
            | Self::ToggleTheme
            | Self::TogglePane(_)
            | Self::ShowBottom(_)
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::ZoomReset
            | Self::SetZoom(_)
            | Self::DismissAll
            | Self::ShowSettings
            | Self::HideSettings
            | Self::ResetSettings
            | Self::ShowAbout
            | Self::HideAbout
            | Self::Remedy { .. }
            | Self::StopJob(_)
            | Self::ShowHelp
            | Self::HideHelp
            | Self::Reload
            | Self::KeepMine
            | Self::ToggleSession
            | Self::ShowRecovery
            | Self::HideRecovery
            | Self::Recover(_)
            | Self::DiscardJournal(_)
            | Self::ShowTypePicker
            | Self::HideTypePicker
            | Self::ShowReadings
            | Self::ToggleAbsent
            | Self::HideReadings
            | Self::ReadAs { .. }
            | Self::ChooseType(_)
            | Self::GuessType => true,
        }
    }

    #[expect(clippy::too_many_lines, reason = "a line for each command")]
    fn short_name(&self) -> &'static str {
        match self {
            Self::Open | Self::ShowPathField => "Open",
            Self::OpenFile { .. } => "Open file",
            Self::OpenSample(_) => "Open sample",
            Self::ShowNewMessage | Self::NewMessage { .. } => "New message",
            Self::HideNewMessage => "Hide new message",
            Self::ShowFind | Self::Find(_) => "Find",
            Self::HideFind => "Hide find",
            Self::ShowPathEntry => "Go to path",
            Self::ShowTemplateField | Self::SaveTemplate { .. } => "Save as template",
            Self::HideTemplateField => "Hide template",
            Self::NewFromTemplate(_) => "New from template",
            Self::RenameTemplate { .. } => "Rename template",
            Self::DeleteTemplate(_) => "Delete template",
            Self::RestoreTemplate(_) => "Put back template",
            Self::HidePathEntry => "Hide the path",
            Self::FindAgain => "Find again",
            Self::NextHit => "Next hit",
            Self::PreviousHit => "Previous hit",
            Self::GoToHit(_) => "Go to hit",
            Self::ListFolder(_) => "List folder",
            Self::EnterPath(_) => "Enter path",
            Self::HidePathField => "Hide path field",
            Self::Save => "Save",
            Self::SaveAs => "Save as",
            Self::SaveTo(_) => "Save to",
            Self::SaveAgain(_) => "Save again",
            Self::NewFromClipboard | Self::NewFromText(_) => "New from clipboard",
            Self::CloseTab | Self::CloseTabAt(_) => "Close tab",
            Self::NextTab => "Next tab",
            Self::PreviousTab => "Previous tab",
            Self::ActivateTab(_) => "Show tab",
            Self::ReopenTab => "Reopen tab",
            Self::ShowDocumentPicker => "Go to document",
            Self::HideDocumentPicker => "Hide document picker",
            Self::ForgetRecent(_) => "Forget recent file",
            Self::ClearRecent => "Clear recent files",
            Self::Layout(change) => change.short_name(),
            Self::Answer(_) => "Answer",
            Self::Quit => "Quit",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::BeginEdit => "Edit value",
            Self::BeginTyping => "Type value",
            Self::EndEdit => "End edit",
            Self::CancelEdit => "Cancel edit",
            Self::SetValue { .. } => "Set value",
            Self::SetPayload { .. } => "Set payload",
            Self::ToggleBool(_) => "Toggle bool",
            Self::SetEnum { .. } => "Set enum",
            Self::ShowFieldPicker => "Add field",
            Self::HideFieldPicker => "Hide field picker",
            Self::AddField { .. } => "Add field",
            Self::DeleteRecord => "Delete",
            Self::Duplicate => "Duplicate",
            Self::MoveRecords(_) | Self::MoveBefore { .. } => "Move",
            Self::InsertBefore => "Insert before",
            Self::InsertAfter => "Insert after",
            Self::GoToStep(_) => "Go to step",
            Self::Copy => "Copy",
            Self::Cut => "Cut",
            Self::CopyAs(_) => "Copy as",
            Self::Paste | Self::PasteText { .. } => "Paste",
            Self::PasteAs(_) => "Paste as",
            Self::CopyText(_) => "Copy text",
            Self::Bytes(command) => command.short_name(),
            Self::Select(_) => "Select",
            Self::MoveSelection(_) => "Move selection",
            Self::NextProblem => "Next problem",
            Self::PreviousProblem => "Previous problem",
            Self::ShowProblem(_) => "Show problem",
            Self::ShowProblemsOf(_) => "Show problems",
            Self::ExtendSelection(_) | Self::ExtendTo(_) => "Extend selection",
            Self::MoveCursor(_) => "Move cursor",
            Self::ToggleSelected(_) => "Toggle selected",
            Self::SelectSiblings => "Select all",
            Self::SelectOne => "Select one",
            Self::Unfold(_) => "Unfold",
            Self::Fold(_) => "Fold",
            Self::ToggleFold(_) => "Toggle fold",
            Self::UnfoldAll => "Unfold all",
            Self::FoldAll => "Fold all",
            Self::SetTheme(_) => "Set theme",
            Self::ToggleTheme => "Toggle theme",
            Self::TogglePane(_) => "Toggle pane",
            Self::ShowBottom(_) => "Show pane below",
            Self::ZoomIn => "Zoom in",
            Self::ZoomOut => "Zoom out",
            Self::ZoomReset => "Reset zoom",
            Self::SetZoom(_) => "Set zoom",
            Self::Dismiss(_) => "Dismiss notice",
            Self::DismissAll => "Dismiss all notices",
            Self::Remedy { .. } => "Remedy",
            Self::StopJob(_) => "Stop job",
            Self::ShowHelp => "Keyboard shortcuts",
            Self::HideHelp => "Hide shortcuts",
            Self::Reload => "Reload",
            Self::KeepMine => "Keep mine",
            Self::ToggleSession => "Open last files again",
            Self::ShowRecovery | Self::HideRecovery => "Unsaved edits",
            Self::Recover(_) => "Recover",
            Self::DiscardJournal(_) => "Discard unsaved edits",
            Self::ShowPalette => "Search commands",
            Self::HidePalette => "Hide commands",
            Self::ShowSettings => "Settings",
            Self::HideSettings => "Hide settings",
            Self::ResetSettings => "Reset settings",
            Self::ShowAbout => "About",
            Self::HideAbout => "Hide about",
            Self::GoTo(_) => "Go to part",
            Self::ShowTypePicker => "Choose type",
            Self::HideTypePicker => "Hide type picker",
            Self::ShowReadings => "Read as",
            Self::ToggleAbsent => "Absent fields",
            Self::SetElement { .. } => "Set element",
            Self::HideReadings => "Hide readings",
            Self::ReadAs { .. } => "Read as",
            Self::ChooseType(_) => "Choose type",
            Self::GuessType => "Guess type",
        }
    }
}

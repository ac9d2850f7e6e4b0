//! Everything the program knows and may do, without a window and without IO: documents, history, selection, and the
//! three closed enums that carry all of it. A person's wishes come in as [`Command`]s, what the outside says as
//! [`Event`]s; both change [`App`] and give [`Effect`]s, which `jobs` carries out. Knows no egui and touches no file:
//! a test drives Commands and Events and reads the state.
//!
//! The window draws `&App` and pushes Commands. Once a frame, after drawing, it calls [`App::after_frame`], which
//! fetches what the drawing found absent.

mod anys;
mod available;
mod byte_edit;
mod byte_info;
mod caret;
mod command;
mod copying;
mod document;
mod effect;
mod event;
mod file_error;
mod going;
mod history;
mod ids;
mod job;
pub mod journal;
pub mod kept;
pub mod layout;
pub mod listing;
pub mod loading;
mod log;
mod new_message;
mod notice;
mod offset;
mod outline;
mod problems;
mod question;
mod reason;
mod reloads;
mod results;
mod sample;
mod selection;
mod session;
mod settings;
mod short;
pub mod shortcut;
mod siblings;
pub mod table;
mod templates;
mod update;
mod value_edit;
mod view;

use std::path::PathBuf;

use crate::{schema, wire};

pub use byte_info::{ByteInfo, BytePart};
pub use caret::{ByteColumn, ByteForm, Caret, TypingMode};
pub use command::{
    ByteCommand, ClipCommand, Command, EditCommand, FileCommand, FindCommand, Motion, NewCommand, NoticeCommand,
    PasteForm, Pick, ProblemCommand, ReadScope, RecordCommand, SchemaCommand, SessionCommand, Shift, TabCommand,
    TreeCommand, WindowCommand,
};
pub use copying::{Copied, CopyError, CopyForm, Copying};
pub use document::{Candidate, Crumb, OpenDocument, Place, Shown};
pub use effect::{Effect, FileEffect, KeepEffect, Save, Searched, WindowEffect, WorkEffect, WriteValue};
pub use event::{Event, Picked};
pub use file_error::{FileAction, FileError, FileProblem};
pub use going::{Led, PathEntry, PathNote, lead};
pub use history::{History, StateId, Step};
pub use ids::{DocumentId, JobId, NoticeId};
pub use job::Job;
pub use kept::Kept;
pub use layout::{Layout, Tab};
pub use listing::Listing;
pub use loading::{FileId, Opened, Origin};
pub use log::{LineKind, Log, LogLine};
pub use new_message::{Begin, Fill};
pub use notice::Notice;
pub use outline::{AbsentRow, ElementRow, Outline, RecordRow, Row, RowCount};
pub use problems::{Finding, Found, LISTED, Problems};
pub use question::{Answer, Question};
pub use reloads::State;
pub use results::{FindScope, Results};
pub use sample::Sample;
pub use selection::Selection;
pub use settings::{Bottom, Focus, Pane, Settings, Theme, ZOOMS};
pub use siblings::Siblings;
pub use templates::{Template, TemplateField, Templates};
pub use value_edit::{PayloadForm, base64_bytes};
pub use view::{Standing, is_offset_near};

/// Recent files kept.
const RECENT: usize = 20;

/// What stands over the window and is about the program itself: one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlay {
    Help,
    Palette,
    Settings,
    About,
    Recovery,
}

/// What the path field was opened for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    /// To open a file.
    Open,
    /// To save a document.
    SaveAs(DocumentId),
    /// To give a record the bytes of a file.
    ValueFrom(ValueAt),
    /// To write a record's bytes to a file.
    ValueTo(ValueAt),
}

impl PathPurpose {
    /// The title of the field, and of the system's dialog.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Open => "Open a file",
            Self::SaveAs(_) => "Save as",
            Self::ValueFrom(_) => "Value from a file",
            Self::ValueTo(_) => "Value to a file",
        }
    }
}

/// The record whose value comes from a file, or goes to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueAt {
    /// The document.
    pub document: DocumentId,
    /// Where the record stands.
    pub address: wire::Address,
    /// Which record it is: what stands there later may be another.
    pub id: wire::RecordId,
    /// What it is called.
    pub name: String,
}

/// The path field, while it shows. The text typed so far is the pane's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathField {
    /// What it was opened for.
    pub purpose: PathPurpose,
    /// The text to begin with.
    pub initial: String,
    /// True while the system's dialog is open beside it.
    pub is_dialog_open: bool,
    /// What to say beside it: why there is no dialog, why the last path did not do.
    pub note: Option<String>,
    /// The job that opens the file entered last, or saves to it: it is told beside the field how that went.
    pub entered: Option<JobId>,
    /// What the folder of the path typed holds, once it is read.
    pub listing: Option<Listing>,
}

impl PathField {
    /// The field as it is when nothing is typed yet.
    fn new(purpose: PathPurpose, initial: String) -> Self {
        Self { purpose, initial, is_dialog_open: false, note: None, entered: None, listing: None }
    }
}

/// A field that is asked for among the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BytePrompt {
    /// The offset to go to.
    Offset,
    /// The bytes to fill a range with.
    Fill,
}

/// Everything the program knows.
pub struct App {
    layout: Layout,
    /// Where files stood at the last start, until they are open or a person moves tabs.
    expected: Option<layout::KeptNode>,
    /// Steps from pane to pane that the keys were asked to go, forth less back, since the start.
    pane_turns: i64,
    /// Files whose tabs were closed, the last one last.
    closed: Vec<update::Closed>,
    documents: Vec<OpenDocument>,
    settings: Settings,
    notices: Vec<Notice>,
    log: Log,
    recent: Vec<PathBuf>,
    path_field: Option<PathField>,
    /// The questions that wait for an answer, the one that is asked now first; with the edit that one is about.
    questions: std::collections::VecDeque<(Question, Option<update::PendingEdit>)>,
    is_type_picker_shown: bool,
    is_document_picker_shown: bool,
    is_field_picker_shown: bool,
    is_new_message_shown: bool,
    templates: Templates,
    /// Those that can be put back, the last one deleted first.
    deleted_templates: Vec<Template>,
    template_field: Option<TemplateField>,
    is_find_shown: bool,
    find_scope: FindScope,
    /// What was found in all open documents.
    found_everywhere: Option<Results>,
    path_entry: Option<PathEntry>,
    /// How often a path was asked for.
    path_asked: u64,
    /// How often finding was asked for: each time the field to type in gets the keys.
    find_asked: u64,
    overlay: Option<Overlay>,
    focus_wanted: Option<(Focus, u64)>,
    is_reading_picker_shown: bool,
    /// The readings chosen for fields of types, which hold in all documents.
    readings: schema::Readings,
    byte_prompt: Option<BytePrompt>,
    typing_mode: TypingMode,
    /// Tabs that are to be closed once they are saved.
    closing: Option<update::Closing>,
    /// True while the system's colours are dark.
    is_system_dark: bool,
    jobs: Vec<Job>,
    /// What was copied here last.
    copied: Option<Copied>,
    /// The clipboard was asked for, to be taken as a form.
    pasting: Option<Option<PasteForm>>,
    /// What the last command has to say.
    told: Option<String>,
    pool: schema::Pool,
    ids: ids::Ids,
    /// Unsaved edits that were left, the last first.
    left: Vec<journal::Left>,
    /// Files that are read for values.
    value_reads: Vec<(JobId, ValueAt)>,
    /// Those being recovered.
    recovering: Vec<journal::JournalId>,
    /// True once it was said that nothing can be journaled.
    is_not_journaled_said: bool,
    /// What was open last, while it is being opened.
    restoring: update::Restoring,
    /// Changes when what is open does; `None` while nothing was opened yet.
    session_mark: Option<u64>,
    /// The same of the files that are watched; `None` while none ever was.
    watched: Option<u64>,
    /// Documents being read anew.
    reloading: Vec<update::Reloading>,
    /// What is to be remembered anew.
    kept: kept::Changes,
}

impl Default for App {
    fn default() -> Self {
        Self::new()
    }
}

impl App {
    /// A program that has just started: the welcome tab alone.
    pub fn new() -> Self {
        Self {
            layout: Layout::default(),
            expected: None,
            pane_turns: 0,
            closed: Vec::new(),
            documents: Vec::new(),
            settings: Settings::default(),
            notices: Vec::new(),
            log: Log::default(),
            recent: Vec::new(),
            path_field: None,
            questions: std::collections::VecDeque::new(),
            is_type_picker_shown: false,
            is_document_picker_shown: false,
            is_field_picker_shown: false,
            is_new_message_shown: false,
            templates: Templates::default(),
            deleted_templates: Vec::new(),
            template_field: None,
            is_find_shown: false,
            find_scope: FindScope::default(),
            found_everywhere: None,
            path_entry: None,
            path_asked: 0,
            find_asked: 0,
            overlay: None,
            focus_wanted: None,
            is_reading_picker_shown: false,
            readings: schema::Readings::default(),
            byte_prompt: None,
            typing_mode: TypingMode::default(),
            closing: None,
            is_system_dark: true,
            jobs: Vec::new(),
            pool: schema::Pool::bundled(),
            ids: ids::Ids::default(),
            copied: None,
            pasting: None,
            told: None,
            left: Vec::new(),
            value_reads: Vec::new(),
            recovering: Vec::new(),
            is_not_journaled_said: false,
            restoring: update::Restoring::default(),
            session_mark: None,
            watched: None,
            reloading: Vec::new(),
            kept: kept::Changes::default(),
        }
    }

    /// Where the tabs stand, and how large the panes around them are.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The tabs of the group that has the focus, from left to right; never none.
    pub fn tabs(&self) -> &[Tab] {
        self.layout.tabs()
    }

    /// The place of the active tab among them.
    pub fn active_tab(&self) -> usize {
        self.layout.active_place()
    }

    /// Steps from pane to pane that the keys were asked to go, forth less back, since the start.
    pub fn pane_turns(&self) -> i64 {
        self.pane_turns
    }

    /// The document of the active tab; `None` on the welcome tab.
    pub fn active_document(&self) -> Option<&OpenDocument> {
        match self.layout.active().tab {
            Tab::Document(id) => self.document(id),
            Tab::Welcome => None,
        }
    }

    /// An open document.
    pub fn document(&self, id: DocumentId) -> Option<&OpenDocument> {
        self.documents.iter().find(|it| it.id == id)
    }

    /// All open documents.
    pub fn documents(&self) -> &[OpenDocument] {
        &self.documents
    }

    /// What a person chose about the window.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// True while the window's colours are dark.
    pub fn is_dark(&self) -> bool {
        self.settings.theme.is_dark(self.is_system_dark)
    }

    /// The notices that stand, oldest first.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// What the last command has to say, until the next one.
    pub fn told(&self) -> Option<&str> {
        self.told.as_deref()
    }

    /// The log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Files opened or saved of late, last first.
    pub fn recent_files(&self) -> &[PathBuf] {
        &self.recent
    }

    /// The path field, while it shows.
    pub fn path_field(&self) -> Option<&PathField> {
        self.path_field.as_ref()
    }

    /// The question asked, while it waits for its answer.
    pub fn question(&self) -> Option<&Question> {
        self.questions.front().map(|(question, _)| question)
    }

    /// True while the types to choose from show.
    pub fn is_type_picker_shown(&self) -> bool {
        self.is_type_picker_shown
    }

    /// True while the documents to go to show.
    pub fn is_document_picker_shown(&self) -> bool {
        self.is_document_picker_shown
    }

    /// True while the fields that can be added show.
    pub fn is_field_picker_shown(&self) -> bool {
        self.is_field_picker_shown
    }

    /// True while the types to make a new message of show.
    pub fn is_new_message_shown(&self) -> bool {
        self.is_new_message_shown
    }

    /// True while the ways to read the selected record show.
    pub fn is_reading_picker_shown(&self) -> bool {
        self.is_reading_picker_shown
    }

    /// The messages kept to begin new ones with.
    pub fn templates(&self) -> &Templates {
        &self.templates
    }

    /// The dialog that asks for a template's name, while it shows.
    pub fn template_field(&self) -> Option<&TemplateField> {
        self.template_field.as_ref()
    }

    /// True while the bar to find with shows.
    pub fn is_find_shown(&self) -> bool {
        self.is_find_shown
    }

    /// The field to type a path of a record in, while it shows.
    pub fn path_entry(&self) -> Option<&PathEntry> {
        self.path_entry.as_ref()
    }

    /// Counts up each time a path is asked for: the field to type in gets the keys.
    pub fn path_asked(&self) -> u64 {
        self.path_asked
    }

    /// Where is looked for what is to be found.
    pub fn find_scope(&self) -> FindScope {
        self.find_scope
    }

    /// What was found where is looked now.
    pub fn results(&self) -> Option<&Results> {
        match self.find_scope {
            FindScope::Document => self.active_document()?.results(),
            FindScope::AllOpen => self.found_everywhere.as_ref(),
        }
    }

    /// True for a hit in a version of its document that is no more.
    pub fn is_hit_stale(&self, at: usize) -> bool {
        let Some((results, id)) = self.results().and_then(|it| Some((it, it.document_of(at)?))) else { return false };
        self.document(id).is_none_or(|it| Some(it.version()) != results.version_of(id))
    }

    /// True where what was found is of a version that is no more: of the hit gone to last, or of the first.
    pub fn are_results_stale(&self) -> bool {
        let Some(results) = self.results() else { return false };
        match self.find_scope {
            FindScope::Document => {
                self.active_document().is_some_and(|it| Some(it.version()) != results.version_of(it.id()))
            }
            FindScope::AllOpen => self.is_hit_stale(results.current.unwrap_or(0)),
        }
    }

    /// How many bytes are searched, where is looked now.
    pub fn searched_len(&self) -> u64 {
        match self.find_scope {
            FindScope::Document => self.active_document().map_or(0, |it| it.snapshot().len()),
            FindScope::AllOpen => self.documents.iter().map(|it| it.snapshot().len()).sum(),
        }
    }

    /// Counts up each time finding is asked for: the field to type in gets the keys.
    pub fn find_asked(&self) -> u64 {
        self.find_asked
    }

    /// The message that the field picker adds to, and its type: the selected one, or the one around what is selected;
    /// `None` where the type is not known.
    pub fn field_picker_target(&self) -> Option<(wire::Address, prost_reflect::MessageDescriptor)> {
        let document = self.active_document()?;
        let view = document.view();
        let way = document.selection().map(|it| view.way(&it.address)).transpose().ok()?.unwrap_or_default();
        for located in way.iter().rev() {
            if let Some(ty) = view.inner(&located.parent, &located.child, &located.reading) {
                return ty.map(|ty| (located.address.clone(), ty));
            }
        }
        document.lens().root().clone().map(|ty| (wire::Address::ROOT, ty))
    }

    /// True while the list of shortcuts shows.
    pub fn is_help_shown(&self) -> bool {
        self.overlay == Some(Overlay::Help)
    }

    /// True while the commands to search show.
    pub fn is_palette_shown(&self) -> bool {
        self.overlay == Some(Overlay::Palette)
    }

    /// True while the settings show.
    pub fn is_settings_shown(&self) -> bool {
        self.overlay == Some(Overlay::Settings)
    }

    /// True while it shows what this program is.
    pub fn is_about_shown(&self) -> bool {
        self.overlay == Some(Overlay::About)
    }

    /// The part of the window last asked to take the keys, and a number that is another one each time it is asked.
    pub fn focus_wanted(&self) -> Option<(Focus, u64)> {
        self.focus_wanted
    }

    /// The field that is asked for among the bytes, while it shows.
    pub fn byte_prompt(&self) -> Option<BytePrompt> {
        self.byte_prompt
    }

    /// How bytes that are typed are taken.
    pub fn typing_mode(&self) -> TypingMode {
        self.typing_mode
    }

    /// The bytes that a text means, to fill a range with.
    ///
    /// # Errors
    /// Why there are none, in plain words.
    pub fn pattern_check(&self, text: &str) -> Result<Vec<u8>, String> {
        let bytes = crate::text::clip::read_as(text, crate::text::clip::Form::Hex);
        bytes.ok_or_else(|| "whole bytes in hex are expected, as in 00 or de ad".to_owned())
    }

    /// The offset that a text means in the active document.
    ///
    /// # Errors
    /// Why there is none, in plain words.
    pub fn offset_check(&self, text: &str) -> Result<u64, String> {
        let Some(document) = self.active_document() else { return Err("no document is open".to_owned()) };
        offset::parse(text, document.caret().at, document.snapshot().len())
    }

    /// The jobs under way, oldest first.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// True while a file is being opened.
    pub fn is_opening(&self) -> bool {
        self.jobs.iter().any(|it| it.kind == job::JobKind::Read)
    }

    /// Unsaved edits that a program left which ended without saving, the last first.
    pub fn left(&self) -> &[journal::Left] {
        &self.left
    }

    /// True while those are shown.
    pub fn is_recovery_shown(&self) -> bool {
        self.overlay == Some(Overlay::Recovery)
    }

    /// True while a document is being made of a journal.
    pub fn is_recovering(&self, id: journal::JournalId) -> bool {
        self.recovering.contains(&id)
    }

    /// The types known.
    pub fn pool(&self) -> &schema::Pool {
        &self.pool
    }

    /// `FILE — wirebench`, `● ` before it when edited; `wirebench` on the welcome tab.
    pub fn window_title(&self) -> String {
        match self.active_document() {
            Some(document) => {
                let mark = if document.is_edited() { "● " } else { "" };
                format!("{mark}{} — wirebench", document.name())
            }
            None => "wirebench".to_owned(),
        }
    }

    /// Whether a text is a value of the field at an address of the active document.
    ///
    /// # Errors
    /// Why not, in plain words.
    pub fn edit_check(&self, address: &wire::Address, text: &str) -> Result<(), String> {
        let Some(document) = self.active_document() else { return Err("no document is open".to_owned()) };
        match update::check_value(document, address, text) {
            Ok(()) => Ok(()),
            Err(update::Refusal::Because(why)) => Err(why),
            Err(update::Refusal::Absent) => Err("its bytes are not read yet".to_owned()),
        }
    }

    /// Whether a text is a value of the selected element of a packed run.
    ///
    /// # Errors
    /// Why not, in plain words.
    pub fn element_check(&self, row: &ElementRow, text: &str) -> Result<(), String> {
        update::check_element(row, text)
    }

    /// The text to begin editing a value of the active document with, as [`EditCommand::SetValue`] takes it; `None` where
    /// the value cannot be edited as text.
    pub fn edit_text(&self, address: &wire::Address) -> Option<String> {
        let document = self.active_document()?;
        let located = document.view().locate(address).ok()??;
        value_edit::text(document.snapshot(), document.lens(), &located.child, &located.reading).ok()?
    }

    /// The text of a record's bytes in the active document, in a form; `None` where they cannot be typed.
    pub fn bytes_text(&self, address: &wire::Address, form: PayloadForm) -> Option<String> {
        let document = self.active_document()?;
        let located = document.view().locate(address).ok()??;
        let (snapshot, lens) = (document.snapshot(), document.lens());
        value_edit::bytes_text(snapshot, lens, &located.child, &located.reading, form).ok()?
    }

    /// Does what a person asked.
    pub fn update(&mut self, command: impl Into<Command>) -> Vec<Effect> {
        update::command(self, command.into())
    }

    /// Takes in what the outside said.
    pub fn handle(&mut self, event: Event) -> Vec<Effect> {
        update::event(self, event)
    }

    /// To be called once a frame, after drawing: asks for the bytes that the drawing found absent, and for the indexes
    /// that it wanted.
    pub fn after_frame(&mut self) -> Vec<Effect> {
        let mut effects = update::index_wanted(self);
        for document in &mut self.documents {
            let Some(cache) = document.origin.cache() else { continue };
            let ranges = cache.take_missing();
            if !ranges.is_empty() {
                if let Some(waiting) = &mut document.waiting {
                    waiting.fetches += 1;
                    waiting.fetched += ranges.iter().map(|it| it.end - it.start).sum::<u64>();
                }
                effects.push(Effect::Work(WorkEffect::Fetch {
                    document: document.id,
                    origin: document.origin.clone(),
                    ranges,
                }));
            }
        }
        self.log.effects(&effects);
        effects
    }
}

#[cfg(test)]
mod tests;

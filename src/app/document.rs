//! An open document: a snapshot, how it is read, what was done to it, what of it is selected and folded open.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::byte_edit::BytesChange;
use super::caret::Caret;
use super::command::Command;
use super::history::{History, NewStep, StateId};
use super::ids::{DocumentId, JobId};
use super::journal::JournalId;
use super::loading::{FileId, Origin};
use super::outline::{Inner, Outline, RecordRow, Row, RowCount};
use super::problems::Problems;
use super::reloads::Reloads;
use super::results::Results;
use super::sample::Sample;
use super::selection::Selection;
use super::siblings::{self, Siblings};
use super::view::{Located, View};
use crate::{schema, wire};

/// Of a message in memory so much is indexed at once; the rest in the background.
const INDEXED_AT_ONCE: u64 = 1 << 20;
/// The same where bytes have to be fetched: what the first block holds.
const INDEXED_OF_FILE: u64 = 32 << 10;

/// Going over more steps than this at once, what is folded open is looked at once in the end, not step by step.
const FOLLOWED: usize = 64;

/// A type that the bytes may be of.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its full name.
    pub type_name: String,
    /// How well it fits, 0 to 1.
    pub score: f64,
    /// Why, in a few words.
    pub reason: String,
}

/// Where a document came from, and where it is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file.
    File {
        /// Where it stands.
        path: PathBuf,
        /// What stood there when it was last opened or saved by us.
        file: FileId,
    },
    /// A sample: it has no file until it is saved.
    Sample(Sample),
    /// Made here: it has no file until it is saved.
    New {
        /// What it is called until then.
        name: String,
    },
}

/// An open document.
pub struct OpenDocument {
    pub(super) id: DocumentId,
    pub(super) place: Place,
    pub(super) origin: Origin,
    pub(super) snapshot: wire::Document,
    pub(super) version: u64,
    pub(super) levels: wire::Levels,
    pub(super) lens: schema::Lens,
    pub(super) candidates: Vec<Candidate>,
    pub(super) history: History,
    /// What it was before and after reloads.
    pub(super) reloads: Reloads,
    pub(super) selection: Option<Selection>,
    pub(super) outline: Outline,
    pub(super) problems: Problems,
    /// What is selected where that is no record of its own: an element of the selected run, an absent field.
    pub(super) inner: Option<Inner>,
    /// The absent field that is being given a value, to be selected again when that is given up.
    pub(super) inner_before: Option<Inner>,
    /// The problem that was gone to last, by its place in the list.
    pub(super) shown_problem: Option<usize>,
    pub(super) results: Option<Results>,
    /// A path being followed.
    pub(super) going: Option<JobId>,
    pub(super) saving: Option<JobId>,
    /// What is being written.
    pub(super) saving_snapshot: Option<wire::Document>,
    /// As it was last opened or saved: what stands in its file.
    pub(super) base: wire::Document,
    /// What was seen in its file's place while it was being saved.
    pub(super) on_disk: Option<Option<FileId>>,
    /// True while something else stands in its file than what it was opened from.
    pub(super) is_base_lost: bool,
    /// The version that was handed to the journal last; `None` while it has none.
    pub(super) journaled: Option<u64>,
    /// The journal it was recovered from, until it has its own.
    pub(super) recovered_from: Option<JournalId>,
    /// True once it was said that its edits are not journaled.
    pub(super) is_not_journaled_said: bool,
    /// True when it is to be saved once more after the save under way.
    pub(super) save_again: bool,
    /// The check under way, and the version it checks.
    pub(super) checking: Option<(JobId, u64)>,
    /// The version that was checked last, or was not to be.
    pub(super) checked: Option<u64>,
    pub(super) guessing: Option<JobId>,
    /// Messages being indexed.
    pub(super) indexing: Vec<(wire::Span, JobId)>,
    /// Messages whose indexing could not go on, or was stopped.
    pub(super) unindexable: Vec<wire::Span>,
    /// Messages that are folded and have to be indexed all the same: bytes far in them are shown or pointed at.
    wanted: Mutex<Vec<wire::Message>>,
    pub(super) is_editing: bool,
    /// True while a value is typed in a field of its own, beside the tree.
    pub(super) is_typing: bool,
    /// True once a person chose how it is read.
    pub(super) is_type_chosen: bool,
    /// True once it was said that the file is not what it was.
    pub(super) is_gone_noticed: bool,
    /// The rows on the way to what is to be selected once its bytes are there.
    pub(super) sought: Option<Vec<u64>>,
    /// A command that waits for bytes.
    pub(super) waiting: Option<Waiting>,
    /// A record whose edits were allowed in spite of their warnings.
    pub(super) allowed: Option<wire::RecordId>,
    /// A run of typing bytes that was allowed in spite of what it does to other records.
    pub(super) allowed_run: Option<u64>,
    pub(super) caret: Caret,
}

impl OpenDocument {
    pub(super) fn new(id: DocumentId, place: Place, origin: Origin, lens: schema::Lens) -> Self {
        let snapshot = wire::Document::new(origin.immediate());
        let mut document = Self {
            id,
            place,
            origin,
            base: snapshot.clone(),
            snapshot,
            version: 0,
            levels: wire::Levels::default(),
            lens,
            candidates: Vec::new(),
            history: History::default(),
            reloads: Reloads::default(),
            selection: None,
            outline: Outline::default(),
            problems: Problems::default(),
            inner: None,
            inner_before: None,
            shown_problem: None,
            results: None,
            going: None,
            saving: None,
            saving_snapshot: None,
            on_disk: None,
            is_base_lost: false,
            journaled: None,
            recovered_from: None,
            is_not_journaled_said: false,
            save_again: false,
            checking: None,
            checked: None,
            sought: None,
            guessing: None,
            indexing: Vec::new(),
            unindexable: Vec::new(),
            wanted: Mutex::default(),
            is_editing: false,
            is_typing: false,
            is_type_chosen: false,
            is_gone_noticed: false,
            waiting: None,
            allowed: None,
            allowed_run: None,
            caret: Caret::default(),
        };
        document.index(&document.snapshot.root());
        document.outline = Outline::new(&document.view());
        document
    }

    /// Its identity.
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// Where it came from.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The file's path, where it has one.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File { path, .. } => Some(path),
            Place::Sample(_) | Place::New { .. } => None,
        }
    }

    /// Its name, for tabs and titles, all in it seen.
    pub fn name(&self) -> String {
        match &self.place {
            Place::File { path, .. } => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                schema::visible(&name).into_owned()
            }
            Place::Sample(sample) => sample.file_name().to_owned(),
            Place::New { name } => name.clone(),
        }
    }

    /// The snapshot shown now. Its source never waits: bytes may be absent.
    pub fn snapshot(&self) -> &wire::Document {
        &self.snapshot
    }

    /// Counts up with every change of the snapshot.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The indexes of the messages looked at.
    pub fn levels(&self) -> &wire::Levels {
        &self.levels
    }

    /// How it is read.
    pub fn lens(&self) -> &schema::Lens {
        &self.lens
    }

    /// The full name of its type, where it has one.
    pub fn type_name(&self) -> Option<&str> {
        self.lens.root().as_ref().map(prost_reflect::MessageDescriptor::full_name)
    }

    /// The types that fit its bytes, best first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// What was done to it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// True when it differs from what was last opened or saved.
    pub fn is_edited(&self) -> bool {
        !self.history.is_saved()
    }

    /// True while it is being written.
    pub fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// True when its file was truncated or rewritten by another program: what is not in memory cannot be shown, and
    /// it cannot be saved.
    pub fn is_gone(&self) -> bool {
        self.origin.cache().is_some_and(|cache| cache.is_gone())
    }

    /// What is selected.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// The caret among its bytes.
    pub fn caret(&self) -> Caret {
        self.caret
    }

    /// The range of bytes that was made, or the bytes of the selected record.
    pub fn chosen_bytes(&self) -> Option<Range<u64>> {
        let made = self.caret.range(self.snapshot.len());
        made.or_else(|| self.selection.as_ref().map(|it| it.bytes.clone())).filter(|it| !it.is_empty())
    }

    /// The selected record as a row of the tree has it, also where its row is not shown (`visible` is 0 then); `None`
    /// also while its bytes are absent.
    pub fn selected(&self) -> Option<RecordRow> {
        self.row_at(&self.selection.as_ref()?.address)
    }

    /// A record as a row of the tree has it, also where its row is not shown (`visible` is 0 then); `None` also while
    /// its bytes are absent.
    pub fn row_at(&self, address: &wire::Address) -> Option<RecordRow> {
        let view = self.view();
        let located = view.locate(address).ok()??;
        let rows = view.rows(&located.message);
        let inner = view.inner(&located.parent, &located.child, &located.reading);
        Some(RecordRow {
            visible: self.outline.row_of(address).unwrap_or(0),
            depth: u32::try_from(address.steps().len().saturating_sub(1)).unwrap_or(u32::MAX),
            address: address.clone(),
            name: view.label(&located).text,
            is_foldable: view.is_foldable(&located.child, inner.as_ref(), &located.reading),
            is_open: self.outline.is_open(address),
            siblings: RowCount { rows: rows.estimated, is_exact: rows.is_exact },
            standing: view.standing(&located.message, &located.child, &located.reading),
            child: located.child,
            parent: located.parent,
            reading: located.reading,
        })
    }

    /// The visible row that is selected; `None` where it stands in a folded message.
    pub fn selected_row(&self) -> Option<u64> {
        if let Some(row) = self.inner_row() {
            return Some(row);
        }
        self.outline.row_of(&self.selection.as_ref()?.address)
    }

    /// True while the selected value is edited in place.
    pub fn is_editing(&self) -> bool {
        self.is_editing
    }

    /// True while a value is typed in place or in a field of its own: what is typed is one step.
    pub fn is_typing(&self) -> bool {
        self.is_editing || self.is_typing
    }

    /// Ends the typing: what was typed stays as one step.
    pub(super) fn end_typing(&mut self) {
        self.history.seal();
        (self.is_editing, self.is_typing) = (false, false);
    }

    /// Its problems, as far as they are found.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// The problem that was gone to last, by its place in the list.
    pub fn shown_problem(&self) -> Option<usize> {
        self.shown_problem
    }

    /// What was found in it, or is being found.
    pub fn results(&self) -> Option<&Results> {
        self.results.as_ref()
    }

    /// How many rows the tree has now.
    pub fn row_count(&self) -> RowCount {
        self.outline.row_count()
    }

    /// The rows of the tree in `range`, cut to those there are. Costs what is asked for, not what the document has.
    pub fn rows(&self, range: Range<u64>) -> Vec<Row> {
        self.outline.rows(&self.view(), range)
    }

    /// The row that a record stands in now; `None` where a message around it is folded.
    pub fn row_of(&self, address: &wire::Address) -> Option<u64> {
        self.outline.row_of(address)
    }

    /// The path of a record as a person writes it: `execute_response.result.output_files[2].path`; `.` for the root.
    pub fn path_of(&self, address: &wire::Address) -> String {
        let view = self.view();
        view.way(address).map_or_else(|_| ".".to_owned(), |way| view.path(&way))
    }

    /// The way to the selection, outermost first, for the clickable path.
    pub fn trail(&self) -> Vec<Crumb> {
        let Some(selection) = &self.selection else { return Vec::new() };
        let view = self.view();
        let way = view.way(&selection.address).unwrap_or_default();
        way.into_iter().map(|it| Crumb { name: view.label(&it).text, address: it.address }).collect()
    }

    pub(super) fn view(&self) -> View<'_> {
        View { document: &self.snapshot, lens: &self.lens, levels: &self.levels }
    }

    /// A snapshot for jobs: it waits for absent bytes.
    pub(super) fn blocking_snapshot(&self) -> wire::Document {
        self.snapshot.with_source(self.origin.blocking())
    }

    /// Indexes a message as far as that takes no time.
    pub(super) fn index(&mut self, message: &wire::Message) {
        let Some(span) = self.snapshot.uncounted(message) else { return };
        let is_known = self.levels.get(span).is_some_and(|level| level.is_done() || level.walked() > 0);
        if !is_known {
            let budget = if self.origin.cache().is_some() { INDEXED_OF_FILE } else { INDEXED_AT_ONCE };
            self.levels.extend(self.snapshot.bytes(), span, budget);
        }
    }

    /// Indexes what is not, as far as that takes no time.
    pub(super) fn index_all(&mut self) {
        for message in self.outline.uncounted() {
            self.index(&message);
        }
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.outline.recount(&view);
    }

    /// The messages that have to be indexed in the background, and are not yet.
    pub(super) fn to_index(&self) -> Vec<wire::Level> {
        let mut levels: Vec<wire::Level> = Vec::new();
        let wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for message in self.outline.uncounted().into_iter().chain(wanted) {
            let Some(span) = self.snapshot.uncounted(&message) else { continue };
            let is_under_way = self.indexing.iter().any(|(it, _)| *it == span);
            let known = self.levels.get(span);
            let is_done = known.is_some_and(wire::Level::is_done);
            // An index is long: a copy is made only where a job goes on with it.
            let is_listed = levels.iter().any(|it| it.span() == span);
            if !is_under_way && !is_listed && !is_done && !self.unindexable.contains(&span) {
                levels.push(known.cloned().unwrap_or_else(|| wire::Level::new(span)));
            }
        }
        levels
    }

    /// Asks for the index of a message whose bytes are shown or pointed at, folded or not: begun after the frame.
    pub fn want_index(&self, message: &wire::Message) {
        let Some(span) = self.snapshot.uncounted(message) else { return };
        let is_under_way = self.indexing.iter().any(|(it, _)| *it == span);
        if is_under_way || self.unindexable.contains(&span) || self.levels.get(span).is_some_and(wire::Level::is_done) {
            return;
        }
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        if !wanted.iter().any(|it| self.snapshot.uncounted(it) == Some(span)) {
            wanted.push(message.clone());
        }
    }

    /// True while an index is wanted that nobody has begun.
    pub(super) fn is_index_wanted(&self) -> bool {
        !self.wanted.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The indexes wanted are being made.
    pub(super) fn clear_wanted(&mut self) {
        self.wanted.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// True for a message whose indexing could not go on, or was stopped.
    pub(super) fn is_unindexable(&self, message: &wire::Message) -> bool {
        self.snapshot.uncounted(message).is_some_and(|span| self.unindexable.contains(&span))
    }

    /// Takes an index over.
    pub(super) fn take_level(&mut self, level: wire::Level) {
        self.levels.insert(level);
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.outline.recount(&view);
    }

    /// Selects the last record of a way; opens the messages around it.
    pub(super) fn select_way(&mut self, way: &[Located]) {
        let Some((last, around)) = way.split_last() else {
            self.set_selection(None);
            return;
        };
        self.unfold_way(around);
        self.set_selection(Some(Selection::of(last)));
    }

    pub(super) fn set_selection(&mut self, selection: Option<Selection>) {
        self.sought = None;
        self.inner = None;
        let is_other = self.selection.as_ref().map(|it| it.id) != selection.as_ref().map(|it| it.id);
        if is_other {
            self.end_typing();
        }
        if let Some(selection) = selection.as_ref().filter(|it| !it.bytes.contains(&self.caret.at)) {
            self.caret = self.caret.moved_to(selection.bytes.start);
        }
        self.selection = selection;
    }

    /// Opens the messages on a way, the last one too.
    pub(super) fn unfold_way(&mut self, way: &[Located]) {
        for located in way.iter().filter(|it| !matches!(it.reading, schema::Reading::Packed(_))) {
            self.index(&located.child.message());
        }
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.outline.unfold_way(&view, way);
        self.read_anys();
        if let Some(last) = way.last() {
            self.unfold_any_value(last);
        }
    }

    /// Reads it as another type.
    pub(super) fn set_type(&mut self, ty: schema::Type) {
        self.set_lens(schema::Lens::new(self.lens.pool().clone(), ty).with_readings(self.lens.readings()));
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        if self.outline.is_untouched() {
            self.outline.unfold_first(&view);
        }
    }

    /// Shows or hides the fields that are not in the bytes.
    pub(super) fn show_absent(&mut self, is_shown: bool) {
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.outline.show_absent(&view, is_shown);
    }

    /// Reads records in other ways than the schema says.
    pub(super) fn set_readings(&mut self, readings: schema::Readings) {
        if readings != self.lens.readings() {
            self.set_lens(self.lens.with_readings(readings));
        }
    }

    fn set_lens(&mut self, lens: schema::Lens) {
        self.lens = lens;
        self.version += 1;
        self.problems.is_stale = true;
        self.reread();
    }

    /// Shows what the lens makes of it now. What was selected in a message that is none any more gives way to that.
    pub(super) fn reread(&mut self) {
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.outline.reread(&view);
        let Some(address) = self.selection.as_ref().map(|it| &it.address) else { return };
        if let Ok(way) = self.view().way(address)
            && way.len() < address.steps().len()
        {
            self.set_selection(way.last().map(Selection::of));
        }
    }

    /// Makes an edit that was applied.
    pub(super) fn commit(&mut self, change: Change, applied: wire::Applied) {
        let before = std::mem::replace(&mut self.snapshot, applied.document.clone());
        let selected_before = self.selection.clone();
        self.follow(&change.edit);
        if change.selects_new {
            self.select_inserted(&change.edit);
        }
        let Change { name, edit, typing, .. } = change;
        let selected_after = self.selection.clone();
        let (run, carets) = (None, None);
        let step = NewStep { name, edit, applied, before, selected_before, selected_after, typing, run, carets };
        self.push(step);
    }

    fn push(&mut self, step: NewStep) {
        self.history.push(step);
        self.reloads.forget_undone();
    }

    /// Makes a change of bytes that was applied: the caret goes behind it, and the selection to its record.
    pub(super) fn commit_bytes(&mut self, change: BytesChange, applied: wire::Applied) {
        let BytesChange { edit, run, .. } = change;
        let before = std::mem::replace(&mut self.snapshot, applied.document.clone());
        let (selected_before, caret_before) = (self.selection.clone(), self.caret.at);
        (self.is_editing, self.is_typing) = (false, false);
        self.follow(&edit);
        self.put_caret(run.caret.0, run.caret.1);
        let (name, selected_after) = (run.name(), self.selection.clone());
        let carets = Some((caret_before, self.caret.at));
        let (typing, run) = (None, Some(run));
        let step = NewStep { name, edit, applied, before, selected_before, selected_after, typing, run, carets };
        self.push(step);
    }

    /// Puts the caret on a byte, and selects the innermost record there; typing goes on.
    pub(super) fn put_caret(&mut self, at: u64, is_half: bool) {
        let len = self.snapshot.len();
        self.caret = Caret { is_half, ..self.caret.moved_to(at.min(len)) };
        let Some(last) = len.checked_sub(1) else { return };
        if let Ok(way) = self.view().way_to_byte(self.caret.at.min(last))
            && let Some((located, around)) = way.split_last()
        {
            self.unfold_way(around);
            self.sought = None;
            self.selection = Some(Selection::of(located));
        }
    }

    /// Takes the caret back to the end where the bytes it stood on are gone.
    fn keep_caret_inside(&mut self) {
        let len = self.snapshot.len();
        if self.caret.at > len || self.caret.anchor.is_some_and(|it| it > len) {
            self.caret = self.caret.moved_to(self.caret.at.min(len));
        }
    }

    /// Selects all that an edit has put in, the first of it as the primary record.
    fn select_inserted(&mut self, edit: &wire::Edit) {
        let inserted = siblings::inserted(edit);
        let Some(first) = inserted.first().map(Siblings::first) else { return };
        self.select_rows(first.clone());
        let is_there = self.selection.as_ref().is_some_and(|it| siblings::way_of(&it.address) == first);
        if let Some(selection) = self.selection.take_if(|_| is_there) {
            self.selection = Some(selection.with_marked(inserted));
        }
    }

    fn select_rows(&mut self, rows: Vec<u64>) {
        match self.view().way_by_rows(rows.iter().copied()) {
            Ok(way) if way.len() == rows.len() => self.select_way(&way),
            Ok(_) => {}
            Err(_) => self.sought = Some(rows),
        }
    }

    /// Does what had to wait for bytes that may be there now.
    pub(super) fn catch_up(&mut self) {
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.outline.catch_up(&view);
        if let Some(rows) = self.sought.take() {
            self.select_rows(rows);
        }
        self.index_all();
    }

    /// True when what it is now is neither checked nor being checked.
    pub(super) fn is_check_due(&self) -> bool {
        self.checked != Some(self.version) && self.checking.map(|it| it.1) != Some(self.version)
    }

    /// After an edit was made to the snapshot: what was open stays open, what was selected stays selected.
    fn follow(&mut self, edit: &wire::Edit) {
        self.version += 1;
        self.problems.is_stale = true;
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.outline.follow(&view, edit);
        if let Some(Inner::Absent(way, _)) = &mut self.inner {
            siblings::follow_rows(edit, way);
        }
        self.sought = None;
        if let Some(selection) = self.selection.take() {
            match selection.follow(&view, edit) {
                Ok(followed) => self.selection = followed,
                Err(rows) => self.sought = Some(rows),
            }
        }
        self.keep_caret_inside();
        self.read_anys();
        self.index_all();
    }

    /// Takes the last step back; false where there is none.
    pub(super) fn undo(&mut self) -> Option<String> {
        let step = self.history.undo()?.clone();
        self.go_to(&step.before, &step.inverse, step.selected_before.clone());
        if let Some((before, _)) = step.carets {
            self.put_caret(before, false);
        }
        Some(step.name)
    }

    /// Makes the next step again; false where there is none.
    pub(super) fn redo(&mut self) -> Option<String> {
        let step = self.history.redo()?.clone();
        self.go_to(&step.after, &step.edit, step.selected_after.clone());
        if let Some((_, after)) = step.carets {
            self.put_caret(after, false);
        }
        Some(step.name)
    }

    /// Takes back what was typed in the value being edited.
    pub(super) fn cancel_typing(&mut self) -> bool {
        let Some(step) = self.history.forget_typing() else { return false };
        self.go_to(&step.before, &step.inverse, step.selected_before.clone());
        true
    }

    fn go_to(&mut self, snapshot: &wire::Document, edit: &wire::Edit, selected: Option<Selection>) {
        self.snapshot = snapshot.clone();
        (self.is_editing, self.is_typing) = (false, false);
        self.follow(edit);
        let Some(selection) = selected else { return };
        match self.view().way(&selection.address) {
            Ok(way) if way.len() == selection.address.steps().len() => {
                self.select_way(&way);
                if let Some(now) = &mut self.selection {
                    (now.marked, now.anchor) = (selection.marked, selection.anchor);
                }
            }
            Ok(_) => {}
            Err(_) => self.sought = Some(siblings::way_of(&selection.address)),
        }
    }

    /// Goes to the state after the first `done` steps; false where there are not as many.
    pub(super) fn go_to_step(&mut self, done: usize) -> bool {
        let now = self.history.now();
        if done > self.history.steps().len() || done == now {
            return false;
        }
        if done.abs_diff(now) <= FOLLOWED {
            while self.history.now() > done && self.undo().is_some() {}
            while self.history.now() < done && self.redo().is_some() {}
            return true;
        }
        let (snapshot, selected) = self.history.jump(done);
        let Some(snapshot) = snapshot else { return false };
        self.snapshot = snapshot;
        (self.is_editing, self.is_typing) = (false, false);
        self.version += 1;
        self.problems.is_stale = true;
        self.sought = None;
        let view = View { document: &self.snapshot, lens: &self.lens, levels: &self.levels };
        self.outline.look_anew(&view);
        let rows = selected.as_ref().or(self.selection.as_ref()).map(|it| siblings::way_of(&it.address));
        self.selection = None;
        self.keep_caret_inside();
        self.index_all();
        if let Some(rows) = rows {
            self.select_rows(rows);
        }
        true
    }

    /// What a command that is asked now is about.
    pub(super) fn subject(&self) -> Subject {
        let selected = self.selection.as_ref().map(|it| (it.id, it.count()));
        Subject { state: self.state(), selected, caret: self.caret }
    }

    /// True while a command waits for bytes that are being read.
    pub fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// The state it is in, to be noted as saved later.
    pub(super) fn state(&self) -> StateId {
        self.history.state()
    }
}

/// A command that waits for bytes.
pub(super) struct Waiting {
    pub command: Command,
    /// What it was asked of.
    pub asked_of: Subject,
    /// How often bytes were fetched since it was asked.
    pub fetches: u32,
    /// How many bytes those were.
    pub fetched: u64,
}

/// What a command means that does not say it: a state of the document, and what is chosen in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Subject {
    state: StateId,
    selected: Option<(wire::RecordId, u64)>,
    caret: Caret,
}

/// A change to be made.
#[derive(Clone)]
pub(super) struct Change {
    pub name: String,
    pub edit: wire::Edit,
    /// The record that is being typed in.
    pub typing: Option<wire::RecordId>,
    /// True when what it puts in is to be selected.
    pub selects_new: bool,
}

/// A part of the clickable path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    /// Its name: `output_files[2]`.
    pub name: String,
    /// What it stands for.
    pub address: wire::Address,
}

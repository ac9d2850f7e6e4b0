//! What was open when the program ended last, to be opened again: the documents that have files, in the order of their
//! tabs, with what they were read as and what was selected.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::document::{OpenDocument, Place};
use super::kept::KeptPath;
use super::layout::{Layout, MOST_GROUPS};
use super::{App, FileId, Selection, Tab};
use crate::wire::{Address, Step};

/// So many documents are opened again at most.
const MOST: usize = 100;
/// Bytes of the documents that are opened again, by what they were: those up to 64 MiB are in memory whole.
const MOST_BYTES: u64 = 1 << 30;
const IN_MEMORY: u64 = 64 << 20;
/// A selection lies in so many messages at most.
const DEEPEST: usize = 1000;

/// What was open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Session {
    documents: Vec<SessionDocument>,
    /// The place of the one that was shown.
    active: Option<usize>,
}

/// A document that was open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SessionDocument {
    path: KeptPath,
    /// What a person chose to read it as; guessed anew where none is given.
    #[serde(default)]
    pub type_name: Option<String>,
    /// The way to what was selected: record and offset in each message.
    #[serde(default)]
    selection: Vec<(u64, u64)>,
    /// The same in each of the groups that it stood in, in their order, where those were several.
    #[serde(default)]
    tabs: Vec<Vec<(u64, u64)>>,
    /// The file's length and time, in nanoseconds since 1970: a selection means nothing in another.
    #[serde(default)]
    stood: Option<(u64, i64)>,
}

fn stood(file: &FileId) -> Option<(u64, i64)> {
    i64::try_from(file.modified).ok().map(|modified| (file.size, modified))
}

impl SessionDocument {
    fn of(document: &OpenDocument, layout: &Layout) -> Option<Self> {
        let Place::File { path, file } = &document.place else { return None };
        let way = |selection: Option<&Selection>| {
            let steps = selection.map(|it| it.address.steps()).unwrap_or_default();
            let is_short = steps.len() <= DEEPEST && !document.is_edited();
            if is_short { steps.iter().map(|it| (it.row, it.at)).collect() } else { Vec::new() }
        };
        let groups = layout.groups_of(Tab::Document(document.id()));
        let tabs = match groups.as_slice() {
            [] | [_] => Vec::new(),
            groups => groups.iter().map(|it| way(document.shown_in(*it).selection())).collect(),
        };
        let type_name = document.type_name().map(str::to_owned);
        let (path, selection) = (KeptPath::from(path), way(document.selection()));
        Some(Self { path, type_name, selection, tabs, stood: stood(file) })
    }

    /// Its file.
    pub fn path(&self) -> PathBuf {
        self.path.clone().into()
    }

    /// What was selected in the current tab, and in each of the groups it stood in where those were several; nothing
    /// where the file is not as it was.
    pub fn addresses_in(&self, file: &FileId) -> (Option<Address>, Vec<Option<Address>>) {
        let is_same = self.stood.is_some() && self.stood == stood(file);
        let address = |way: &Vec<(u64, u64)>| {
            let steps: Vec<Step> = way.iter().map(|(row, at)| Step { row: *row, at: *at }).collect();
            (is_same && !steps.is_empty() && steps.len() <= DEEPEST).then(|| Address::from(steps))
        };
        (address(&self.selection), self.tabs.iter().take(MOST_GROUPS).map(address).collect())
    }
}

impl Session {
    /// What is open now.
    pub fn of(app: &App) -> Self {
        let mut tabs: Vec<Tab> = Vec::new();
        for tab in app.layout.groups().iter().flat_map(|group| group.tabs()) {
            if !tabs.contains(tab) && tabs.len() < MOST {
                tabs.push(*tab);
            }
        }
        let mut session = Self::default();
        for tab in tabs {
            let Tab::Document(id) = tab else { continue };
            let Some(document) = app.document(id).and_then(|it| SessionDocument::of(it, &app.layout)) else { continue };
            if app.active_id() == Some(id) {
                session.active = Some(session.documents.len());
            }
            session.documents.push(document);
        }
        session
    }

    /// The documents to be opened again, and whether each is the one that was shown; and how many are too much.
    pub fn into_documents(self) -> (Vec<(SessionDocument, bool)>, usize) {
        let all = self.documents.len();
        let mut bytes = 0u64;
        let has_room = |(_, it): &(usize, SessionDocument)| {
            let len = it.stood.map_or(0, |it| it.0);
            bytes = bytes.saturating_add(if len <= IN_MEMORY { len } else { 0 });
            bytes <= MOST_BYTES
        };
        let active = self.active;
        let chosen = self.documents.into_iter().take(MOST).enumerate().filter(has_room);
        let documents: Vec<_> = chosen.map(|(at, it)| (it, Some(at) == active)).collect();
        let left_out = all - documents.len();
        (documents, left_out)
    }
}

/// What changes when the session does, but for selections: those are kept with the rest.
pub(super) fn mark(app: &App) -> u64 {
    let mut hasher = DefaultHasher::new();
    app.active_id().hash(&mut hasher);
    for document in &app.documents {
        (document.id(), document.path(), document.type_name()).hash(&mut hasher);
    }
    hasher.finish()
}

//! Journals that were left by a program that ended without saving: read, judged by what their files are now, made
//! documents of again.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::format::{Head, Identity, Kind, NoJournal, Records, Saved, State};
use super::state::{self, Found, Map, Part, Where};
use crate::app::journal::{Ground, Recovered, Standing};
use crate::app::{FileError, FileProblem, Origin};
use crate::jobs::files;
use crate::wire::{Area, Span};

/// New bytes of a journal that are read at most.
const MOST: u64 = 512 << 20;
/// Marks of saves that are looked at: the last ones.
const MARKS: usize = 8;

/// A journal as it was read.
pub(super) struct Journal {
    pub head: Head,
    pub state: State,
    parts: Vec<Part>,
    original: Option<Vec<u8>>,
    area: Vec<u8>,
    /// What was about to be written to files, the last one last.
    saved: Vec<(Saved, Vec<Part>)>,
    pub has_original: bool,
}

/// Why there is nothing in a journal to go by.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Nothing {
    /// It says nothing: it was just begun, or nothing in it is whole.
    Empty,
    /// It may say something, to a newer wirebench.
    Newer,
    /// It cannot be read, and why.
    Unread(String),
}

impl From<io::Error> for Nothing {
    fn from(error: io::Error) -> Self {
        Self::Unread(error.to_string())
    }
}

impl Journal {
    /// Reads a journal, as far as it is whole. Its bytes are kept where they are `wanted`.
    pub fn read(path: &Path, wanted: bool) -> Result<Self, Nothing> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        let mut records = Records::new(BufReader::with_capacity(64 << 10, file), len).map_err(|it| match it {
            NoJournal::Other => Nothing::Empty,
            NoJournal::Newer => Nothing::Newer,
        })?;
        let head: Head = match records.next() {
            Some((Kind::Head, json)) => serde_json::from_slice(&json).map_err(|_| Nothing::Empty)?,
            _ => return Err(Nothing::Empty),
        };
        let mut parts = Vec::new();
        state::push(&mut parts, Part { place: Where::Base, start: 0, len: head.base_len });
        let (mut area_len, mut state) = (0u64, None);
        let mut journal = Self {
            state: State { when: 0, edits: 0, type_name: String::new(), difference: Vec::new() },
            parts,
            original: None,
            area: Vec::new(),
            saved: Vec::new(),
            has_original: false,
            head,
        };
        while let Some((kind, payload)) = records.next() {
            match kind {
                Kind::Original if payload.len() as u64 == journal.head.base_len => {
                    journal.has_original = true;
                    journal.original = wanted.then_some(payload);
                }
                Kind::Bytes if area_len + payload.len() as u64 <= MOST => {
                    area_len += payload.len() as u64;
                    if wanted {
                        journal.area.extend(payload);
                    }
                }
                Kind::State => match journal.next_state(&payload, area_len) {
                    Some((next, parts)) => (state, journal.parts) = (Some(next), parts),
                    None => break,
                },
                Kind::Saved => {
                    let Ok(saved) = serde_json::from_slice(&payload) else { break };
                    journal.saved.push((saved, journal.parts.clone()));
                    let too_many = journal.saved.len().saturating_sub(MARKS);
                    journal.saved.drain(..too_many);
                }
                Kind::Head | Kind::Original | Kind::Bytes => break,
            }
        }
        journal.state = state.ok_or(Nothing::Empty)?;
        Ok(journal)
    }

    fn next_state(&self, payload: &[u8], area_len: u64) -> Option<(State, Vec<Part>)> {
        let mut state = State::from_bytes(payload)?;
        let parts = state::applied(&self.parts, &std::mem::take(&mut state.difference))?;
        let is_there = |part: &Part| {
            let limit = if part.place == Where::Base { self.head.base_len } else { area_len };
            part.start.checked_add(part.len).is_some_and(|end| end <= limit)
        };
        parts.iter().all(is_there).then_some((state, parts))
    }

    /// The file it is about.
    pub fn path(&self) -> Option<PathBuf> {
        self.head.path.clone().map(Into::into)
    }

    /// What has become of its file; `None` where all of it was saved.
    pub fn standing(&self) -> Option<Standing> {
        match self.mark() {
            Some((_, parts)) if *parts == self.parts => None,
            Some((_, parts)) if self.rebased(parts, &mut Vec::new()).is_some() => Some(Standing::AsItWas),
            Some(_) => Some(Standing::Changed),
            None => Some(self.standing_of_file()),
        }
    }

    fn standing_of_file(&self) -> Standing {
        let Some(path) = self.path() else { return Standing::NoFile };
        match fs::metadata(&path) {
            Ok(it) if Some(Identity::from(files::file_id(&it))) == self.head.file => Standing::AsItWas,
            Err(it) if it.kind() == io::ErrorKind::NotFound => Standing::Gone,
            Ok(_) | Err(_) => Standing::Changed,
        }
    }

    /// The last save that came to its end, and what was saved.
    fn mark(&self) -> Option<&(Saved, Vec<Part>)> {
        let stands = |saved: &Saved| {
            let now = fs::metadata(PathBuf::from(saved.path.clone()));
            now.is_ok_and(|it| Identity::from(files::file_id(&it)) == saved.file)
        };
        self.saved.iter().rev().find(|(saved, _)| stands(saved))
    }

    /// What it says, in terms of a file that holds `saved`; bytes found nowhere else go to the end of `area`. `None`
    /// where some are nowhere any more.
    fn rebased(&self, saved: &[Part], area: &mut Vec<u8>) -> Option<Vec<Part>> {
        let map = Map::new(saved.iter().map(|it| (Some((it.place, it.start)), it.len)));
        let mut parts = Vec::new();
        for part in &self.parts {
            for found in map.find(part.place, part.start, part.len) {
                let part = match found {
                    Found::At { start, len } => Part { place: Where::Base, start, len },
                    Found::Nowhere { start, len } if part.place == Where::Area => {
                        Part { place: Where::Area, start, len }
                    }
                    Found::Nowhere { .. } if self.has_original && self.original.is_none() => *part,
                    Found::Nowhere { start, len } => {
                        let (from, to) = (usize::try_from(start).ok()?, usize::try_from(start + len).ok()?);
                        let at = area.len() as u64;
                        area.extend(self.original.as_ref()?.get(from..to)?);
                        Part { place: Where::Area, start: at, len }
                    }
                };
                state::push(&mut parts, part);
            }
        }
        Some(parts)
    }

    /// Makes a document of it. Its bytes were wanted when it was read.
    pub fn recover(mut self) -> Result<Recovered, FileError> {
        let mut area = std::mem::take(&mut self.area);
        let marked = self.mark().map(|(saved, parts)| (saved.clone(), self.rebased(parts, &mut area)));
        let (ground, parts) = match marked {
            Some((saved, Some(parts))) => (ground_of(&saved.path.into(), saved.file)?, parts),
            Some((_, None)) => self.out_of_original()?,
            None => match (self.standing_of_file(), self.path().zip(self.head.file)) {
                (Standing::AsItWas, Some((path, file))) => (ground_of(&path, file)?, self.parts),
                _ => self.out_of_original()?,
            },
        };
        let span = |it: &Part| {
            let area = if it.place == Where::Base { Area::Original } else { Area::Added };
            Span::new(area, it.start, it.len)
        };
        let type_name = Some(self.state.type_name).filter(|it| !it.is_empty());
        let spans = parts.iter().map(span).collect();
        Ok(Recovered { ground, type_name, spans, added: area, edits: self.state.edits })
    }

    fn out_of_original(&mut self) -> Result<(Ground, Vec<Part>), FileError> {
        let changed = FileError::on_open(self.path().unwrap_or_default(), FileProblem::Changed);
        let original = self.original.take().ok_or(changed)?;
        let origin = Origin::in_memory(Arc::new(original));
        let ground = Ground::Bytes { origin, name: self.head.name.clone() };
        Ok((ground, std::mem::take(&mut self.parts)))
    }
}

/// A file, where it still is what it was.
fn ground_of(path: &PathBuf, file: Identity) -> Result<Ground, FileError> {
    let opened = files::open(path)?;
    if Identity::from(opened.file) == file {
        return Ok(Ground::File(opened));
    }
    Err(FileError::on_open(path, FileProblem::Changed))
}

//! Writes the journal of one document. Each state is appended and flushed; a journal that has become long for what it
//! says is written anew, and so is one whose file was saved.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::{SystemTime, UNIX_EPOCH};

use super::format::{self, Head, Identity, Kind, Saved, State};
use super::state::{self, Found, Map, PARTS, Part, Where};
use crate::app::journal::Unsaved;
use crate::app::kept::KeptPath;
use crate::app::{FileId, FileProblem, Place};
use crate::jobs::folders::make_private;
use crate::wire::{self, Area, Missing, Span};

/// What a document's edits brought is journaled up to this size.
pub(super) const MOST: u64 = 64 << 20;
/// So long a document without a file may be.
const ORIGINAL: u64 = 64 << 20;
/// What stood in the file is in the journal too up to this size: for the day when the file is gone.
const SMALL: u64 = 4 << 20;
/// Bytes of one record.
const CHUNK: usize = 16 << 20;
/// A journal this long is not written anew, whatever it says.
const SHORT: u64 = 1 << 20;
/// What a part takes in a journal, about.
const PART: u64 = 16;

/// Why something is not journaled.
#[derive(Debug)]
pub(super) enum Failure {
    Io(io::Error),
    Problem(FileProblem),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn too_long() -> Failure {
    Failure::Problem(FileProblem::Other(format!("what was edited is longer than {} MiB", MOST >> 20)))
}

/// The journal of a document.
pub(super) struct Writer {
    pub path: PathBuf,
    file: File,
    head: Head,
    /// The bytes that the document was opened from, and whether they are in it.
    base: Weak<dyn wire::Source>,
    has_original: bool,
    /// Its length, and that of what it begins with.
    len: u64,
    head_len: u64,
    /// Where the areas' bytes stand in what was opened or saved last.
    map: Map<Area>,
    parts: Vec<Part>,
    told: Option<(u64, String)>,
    /// The length of the area of new bytes, and what stands in it: by where it stood in the document's areas, and by
    /// what it is.
    area: u64,
    placed: BTreeMap<(Area, u64), (u64, u64)>,
    made: HashMap<Vec<u8>, u64>,
    /// True once something went wrong: it is not to be written any more, and says what it said before.
    pub is_broken: bool,
}

impl Writer {
    /// Begins a journal. It has its name once it is whole, and is locked from before on.
    pub fn create(folder: &Path, stem: &str, key: &str, unsaved: &Unsaved) -> Result<Self, Failure> {
        make_private(folder)?;
        let hidden = folder.join(format!(".{stem}.journal"));
        let file = File::options().write(true).create_new(true).mode(0o600).open(&hidden)?;
        match file.try_lock() {
            // Where there are no locks, there is one window at a time, with luck.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => return Err(Failure::Io(io::ErrorKind::WouldBlock.into())),
        }
        let begun = Self::begin(file, folder.join(format!("{stem}.journal")), key, unsaved);
        let begun = begun.and_then(|writer| {
            fs::rename(&hidden, &writer.path)?;
            // The name is there already: a folder that cannot be flushed is no failure.
            _ = File::open(folder).and_then(|it| it.sync_all());
            Ok(writer)
        });
        if begun.is_err() {
            _ = fs::remove_file(&hidden);
        }
        begun
    }

    fn begin(file: File, path: PathBuf, key: &str, unsaved: &Unsaved) -> Result<Self, Failure> {
        let base = &unsaved.base;
        let head = head(key, unsaved);
        let mut out = format::start();
        format::push(Kind::Head, &serde_json::to_vec(&head).map_err(io::Error::from)?, &mut out);
        if head.path.is_none() && base.len() > ORIGINAL {
            return Err(too_long());
        }
        let has_original = base.len() <= needed(unsaved);
        if has_original {
            format::push(Kind::Original, &base.to_vec().map_err(gone)?, &mut out);
        }
        let spans = base.parts().flat_map(|part| match part {
            wire::Part::Span(span) => {
                let spans = base.bytes().resolved(span).into_iter();
                spans.map(|it| (Some((it.area, it.start)), it.len)).collect()
            }
            wire::Part::Made(bytes) => vec![(None, bytes.len() as u64)],
        });
        let mut parts = Vec::new();
        state::push(&mut parts, Part { place: Where::Base, start: 0, len: base.len() });
        let mut writer = Self {
            path,
            file,
            head,
            base: Arc::downgrade(base.bytes().original()),
            has_original,
            len: 0,
            head_len: out.len() as u64,
            map: Map::new(spans),
            parts,
            told: None,
            area: 0,
            placed: BTreeMap::new(),
            made: HashMap::new(),
            is_broken: false,
        };
        // The state before the first is the whole of what stood there.
        writer.append(&out)?;
        writer.advance(&unsaved.document, unsaved.edits, unsaved.type_name.as_deref())?;
        Ok(writer)
    }

    /// True where it stands on what the document stands on.
    pub fn stands_on(&self, unsaved: &Unsaved) -> bool {
        // After a reload the same file may stand on other bytes in memory.
        let is_same_base = self.base.ptr_eq(&Arc::downgrade(unsaved.base.bytes().original()));
        let is_enough = self.has_original || unsaved.base.len() > needed(unsaved);
        is_same_base && is_enough && self.head == head(&self.head.key, unsaved)
    }

    /// True when it is much longer than what it says.
    pub fn is_wasteful(&self) -> bool {
        let needed: u64 = self.parts.iter().map(|it| PART + if it.place == Where::Area { it.len } else { 0 }).sum();
        self.len > self.head_len + 2 * needed + SHORT
    }

    /// Appends what a document consists of now, and waits until that is on the disk.
    pub fn advance(&mut self, document: &wire::Document, edits: u64, type_name: Option<&str>) -> Result<(), Failure> {
        let mut added = Vec::new();
        let parts = self.parts_of(document, &mut added)?;
        let told = (edits, type_name.unwrap_or_default().to_owned());
        if self.parts == parts && self.told.as_ref() == Some(&told) {
            return Ok(());
        }
        let mut out = Vec::new();
        added.chunks(CHUNK).for_each(|it| format::push(Kind::Bytes, it, &mut out));
        let state =
            State { when: now(), edits, type_name: told.1.clone(), difference: state::difference(&self.parts, &parts) };
        format::push(Kind::State, &state.to_bytes(), &mut out);
        self.append(&out)?;
        (self.parts, self.told) = (parts, Some(told));
        Ok(())
    }

    /// Notes that what a document consists of is about to stand at `path` as `file`.
    pub fn mark(&mut self, document: &wire::Document, path: &Path, file: FileId) -> Result<(), Failure> {
        let (edits, type_name) = self.told.clone().unwrap_or_default();
        self.advance(document, edits, Some(&type_name).filter(|it| !it.is_empty()).map(String::as_str))?;
        let saved = Saved { path: KeptPath::from(&path.to_owned()), file: file.into() };
        let mut out = Vec::new();
        format::push(Kind::Saved, &serde_json::to_vec(&saved).map_err(io::Error::from)?, &mut out);
        self.append(&out)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes)?;
        self.file.sync_data()?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// What a document consists of; bytes that the journal lacks go to `added`, the end of its area.
    fn parts_of(&mut self, document: &wire::Document, added: &mut Vec<u8>) -> Result<Vec<Part>, Failure> {
        let mut parts = Vec::new();
        for part in document.parts() {
            match part {
                wire::Part::Made(bytes) => {
                    let start = match self.made.get(&bytes) {
                        Some(start) => *start,
                        None => {
                            let start = self.add(&bytes, added)?;
                            self.made.insert(bytes.clone(), start);
                            start
                        }
                    };
                    state::push(&mut parts, Part { place: Where::Area, start, len: bytes.len() as u64 });
                }
                wire::Part::Span(span) => {
                    for span in document.bytes().resolved(span) {
                        self.push_span(document, span, &mut parts, added)?;
                    }
                }
            }
            if parts.len() > PARTS {
                return Err(too_long());
            }
        }
        Ok(parts)
    }

    fn push_span(
        &mut self,
        document: &wire::Document,
        span: Span,
        parts: &mut Vec<Part>,
        added: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        for found in self.map.find(span.area, span.start, span.len) {
            let part = match found {
                Found::At { start, len } => Part { place: Where::Base, start, len },
                Found::Nowhere { start, len } => {
                    let start = self.place(document, Span::new(span.area, start, len), added)?;
                    Part { place: Where::Area, start, len }
                }
            };
            state::push(parts, part);
        }
        Ok(())
    }

    /// Where in the area a span's bytes stand; puts them there where they do not.
    fn place(&mut self, document: &wire::Document, span: Span, added: &mut Vec<u8>) -> Result<u64, Failure> {
        let before = self.placed.range(..=(span.area, span.start)).next_back();
        if let Some(((area, start), (len, at))) = before
            && *area == span.area
            && start + len >= span.end()
        {
            return Ok(at + (span.start - start));
        }
        if span.len > MOST {
            return Err(too_long());
        }
        let bytes = document.bytes().to_vec(span).map_err(gone)?;
        let at = self.add(&bytes, added)?;
        self.placed.insert((span.area, span.start), (span.len, at));
        Ok(at)
    }

    fn add(&mut self, bytes: &[u8], added: &mut Vec<u8>) -> Result<u64, Failure> {
        let at = self.area;
        self.area += bytes.len() as u64;
        added.extend(bytes);
        // A journal that is long for other reasons is written anew before that.
        if added.len() as u64 > MOST { Err(too_long()) } else { Ok(at) }
    }
}

/// Originals of up to this size go into a journal.
fn needed(unsaved: &Unsaved) -> u64 {
    let is_elsewhere = matches!(unsaved.place, Place::File { .. }) && !unsaved.is_base_lost;
    if is_elsewhere { SMALL } else { ORIGINAL }
}

fn head(key: &str, unsaved: &Unsaved) -> Head {
    let (path, file) = match &unsaved.place {
        Place::File { path, file } => (Some(KeptPath::from(path)), Some(Identity::from(*file))),
        Place::Sample(_) | Place::New { .. } => (None, None),
    };
    Head { key: key.to_owned(), name: unsaved.name.clone(), path, file, base_len: unsaved.base.len() }
}

fn gone(missing: Missing) -> Failure {
    let why = match missing {
        Missing::Gone(_) => "its file was truncated or replaced",
        Missing::Absent(_) => "not all of its bytes are read yet",
    };
    Failure::Problem(FileProblem::Other(why.to_owned()))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| u64::try_from(it.as_millis()).unwrap_or(u64::MAX))
}

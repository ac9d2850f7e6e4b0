//! Journals: what is not saved survives a crash, a kill and a power cut. One file for each document that has unsaved
//! edits, in a folder of the user's alone; it is gone when the document is saved, thrown away or undone to what it was.
//!
//! # What is in one
//!
//! What stands in the document's file is not: a journal names the file (path, inode, length, time) and says which
//! parts of it, and which new bytes in between, make the document as it is now ([`state`]). Such a list comes from any
//! snapshot, whatever edits led to it, undone ones too, and gives the same bytes that saving would have written. Each
//! state is told as what differs from the one before it; new bytes are written once. So an edit in a gigabyte costs
//! what it changed. For documents without a file, and short ones with one, the original bytes are in the journal too:
//! those can be recovered even when the file is gone.
//!
//! The window hands snapshots over and goes on; a thread writes the latest of each document, a moment later, and
//! flushes it ([`writer`]). Every record has a checksum ([`format`]): a torn tail is cut.
//!
//! # Saves
//!
//! After a save the document stands on another file. Before a file is renamed over its target, its identity is noted
//! in the journal beside the state that is in it ([`Shared::mark`]); whichever moment the program ends at, the next
//! start knows which of the two files it finds, and what of the journal is saved already ([`left`]).
//!
//! # Windows beside each other
//!
//! A journal is locked by the program that writes it, from before it has its name until the program ends, however it
//! ends. The next start takes those that nobody holds, and holds them itself while it offers them.

mod format;
mod left;
mod state;
mod writer;

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use self::left::{Journal, Nothing};
use self::writer::{Failure, Writer};
use super::files;
use super::reports::Reports;
use crate::app::journal::{JournalId, Left, Recovered, Standing, Unsaved};
use crate::app::{DocumentId, Event, FileError, FileId, FileProblem, Place};
use crate::wire;

/// An edit waits so long for others to be written with it.
const CALM: Duration = Duration::from_millis(200);
/// What could not be written is tried again so often: there may be room meanwhile.
const RETRY: Duration = if cfg!(test) { Duration::from_millis(20) } else { Duration::from_secs(10) };
/// A journal that was begun and has no name yet after so long was left so.
const STALE: Duration = Duration::from_secs(60);
/// Journals looked at at a start.
const MOST: usize = 10_000;
const FOLDER: &str = "journals";

#[derive(Default)]
struct Queue {
    write: BTreeMap<DocumentId, Unsaved>,
    /// What could not be written.
    failed: BTreeMap<DocumentId, Unsaved>,
    forget: Vec<(DocumentId, Instant)>,
    discard: Vec<JournalId>,
    is_over: bool,
}

impl Queue {
    fn is_empty(&self) -> bool {
        self.write.is_empty() && self.forget.is_empty() && self.discard.is_empty()
    }
}

/// A save that is about to come to its end.
struct Mark {
    document: wire::Document,
    path: PathBuf,
    file: FileId,
    when: Instant,
}

/// What is on the disk.
struct Desk {
    folder: PathBuf,
    /// Names this run.
    run: String,
    begun: u64,
    writers: BTreeMap<DocumentId, Writer>,
    marks: BTreeMap<DocumentId, Mark>,
    /// Journals that others left, held by their locks, each with what it is about.
    left: BTreeMap<JournalId, (PathBuf, File, Option<String>)>,
    /// What the journals of recovered documents are about: the same as those they were recovered from.
    keys: BTreeMap<DocumentId, String>,
}

/// What the journals' thread shares with those who save and recover.
pub(super) struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// Locked while it is written: never by the window's own thread.
    desk: Mutex<Desk>,
    reports: Reports,
}

/// The journals of this run, and those that were left. Dropped, it writes what waits.
pub(super) struct Journals {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    look: Option<JoinHandle<()>>,
}

impl Journals {
    /// Begins with a look, in the background, at what was left; [`Event::JournalsLeft`] tells it.
    pub fn new(state_folder: &Path, reports: Reports) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis());
        let desk = Desk {
            folder: state_folder.join(FOLDER),
            run: format!("{now}-{}", std::process::id()),
            begun: 0,
            writers: BTreeMap::new(),
            marks: BTreeMap::new(),
            left: BTreeMap::new(),
            keys: BTreeMap::new(),
        };
        let (queue, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { queue, changed, desk: Mutex::new(desk), reports });
        let looking = shared.clone();
        let look = thread::Builder::new().name("left journals".to_owned()).spawn(move || looking.look()).ok();
        Self { shared, thread: None, look }
    }

    /// What those need who save and recover.
    pub fn shared(&self) -> Arc<Shared> {
        self.shared.clone()
    }

    pub fn write(&mut self, unsaved: Unsaved) {
        self.put(|queue| {
            queue.failed.remove(&unsaved.id);
            queue.write.insert(unsaved.id, unsaved);
        });
    }

    pub fn forget(&mut self, id: DocumentId) {
        self.put(|queue| {
            queue.write.remove(&id);
            queue.failed.remove(&id);
            queue.forget.push((id, Instant::now()));
        });
    }

    pub fn discard(&mut self, journals: Vec<JournalId>) {
        self.put(|queue| queue.discard.extend(journals));
    }

    fn put(&mut self, put: impl FnOnce(&mut Queue)) {
        put(&mut self.shared.queue());
        self.shared.changed.notify_all();
        if self.thread.is_none() {
            let shared = self.shared.clone();
            let run = move || while shared.work() {};
            self.thread = thread::Builder::new().name("journal".to_owned()).spawn(run).ok();
        }
    }
}

impl Drop for Journals {
    fn drop(&mut self) {
        self.shared.queue().is_over = true;
        self.shared.changed.notify_all();
        for thread in [self.thread.take(), self.look.take()].into_iter().flatten() {
            _ = thread.join();
        }
        // A save may hold on to the rest for a moment: the locks are free from now on.
        let mut desk = self.shared.desk();
        desk.writers.clear();
        desk.left.clear();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for something to do and does it; false when there is nothing more.
    fn work(&self) -> bool {
        let mut queue = self.queue();
        let mut is_again = false;
        while queue.is_empty() {
            if queue.is_over {
                return false;
            }
            if queue.failed.is_empty() {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let is_calm = |it: &mut Queue| it.is_empty() && !it.is_over;
            let waited = self.changed.wait_timeout_while(queue, RETRY, is_calm);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
            is_again = queue.is_empty();
            if is_again {
                queue.write = std::mem::take(&mut queue.failed);
            }
        }
        let calm = self.changed.wait_timeout_while(queue, CALM, |it| !it.is_over);
        let (queue, _) = calm.unwrap_or_else(PoisonError::into_inner);
        drop(queue);
        // In this order, so that a save finds what waits here or what came of it.
        let mut desk = self.desk();
        let mut queue = self.queue();
        let is_over = queue.is_over;
        let failed = std::mem::take(&mut queue.failed);
        let Queue { write, forget, discard, .. } =
            std::mem::replace(&mut *queue, Queue { is_over, failed, ..Queue::default() });
        drop(queue);
        forget.into_iter().for_each(|(id, when)| desk.forget(id, when));
        discard.into_iter().for_each(|id| desk.discard(id));
        let mut events = Vec::new();
        for unsaved in write.into_values() {
            let (event, may_succeed) = told(&mut desk, &unsaved);
            // That it fails still is no news.
            if !(is_again && may_succeed) {
                events.push(event);
            }
            if may_succeed {
                let mut queue = self.queue();
                if !queue.write.contains_key(&unsaved.id) && !queue.forget.iter().any(|it| it.0 == unsaved.id) {
                    queue.failed.insert(unsaved.id, unsaved);
                }
            }
        }
        drop(desk);
        events.into_iter().for_each(|it| self.reports.tell(it));
        true
    }

    /// Notes that a snapshot is about to stand at `path` as `file`: to be called before it is renamed there.
    pub fn mark(&self, id: DocumentId, document: &wire::Document, path: &Path, file: FileId) {
        let mut desk = self.desk();
        // What waits stands on what is about to be replaced.
        let waiting = self.queue().write.remove(&id);
        let event = waiting.map(|unsaved| told(&mut desk, &unsaved).0);
        if let Some(writer) = desk.writers.get_mut(&id).filter(|it| !it.is_broken) {
            writer.is_broken = writer.mark(document, path, file).is_err();
        }
        desk.marks.insert(id, Mark { document: document.clone(), path: path.to_owned(), file, when: Instant::now() });
        drop(desk);
        event.into_iter().for_each(|it| self.reports.tell(it));
    }

    /// Makes a document of a journal that was left.
    pub fn recover(&self, id: JournalId) -> Result<Recovered, FileError> {
        let path = self.desk().left.get(&id).map(|it| it.0.clone());
        let problem = |path: &Path, problem| FileError::on_open(path, problem);
        let path = path.ok_or_else(|| problem(Path::new(""), FileProblem::NotFound))?;
        match Journal::read(&path, true) {
            Ok(journal) => journal.recover(),
            Err(why) => Err(problem(&path, FileProblem::Other(words_of(why)))),
        }
    }

    /// Looks for journals that were left, takes them, and tells of them.
    fn look(&self) {
        let folder = self.desk().folder.clone();
        let mut found: Vec<(PathBuf, File)> = Vec::new();
        // Where there is no folder, nothing was left.
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        for path in entries.take(MOST).map(|it| it.path()) {
            if self.queue().is_over {
                return;
            }
            match take(&path) {
                Some(file) if is_named(&path) => found.push((path, file)),
                Some(file) if is_stale(&file) => _ = fs::remove_file(&path),
                Some(_) | None => {}
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let mut left: Vec<(Option<String>, Left, File)> = Vec::new();
        for (path, file) in found {
            if self.queue().is_over {
                return;
            }
            let id = JournalId(left.len() as u64 + 1);
            match look_at(id, &path) {
                Some((key, one)) => left.push((key, one, file)),
                None => _ = fs::remove_file(&path),
            }
        }
        let kept = newest(left);
        let left: Vec<Left> = kept.iter().map(|it| it.1.clone()).collect();
        self.desk().left.extend(kept.into_iter().map(|(key, one, file)| (one.id, (one.journal, file, key))));
        self.reports.tell(Event::JournalsLeft(left));
    }
}

/// Of the journals of one document the last: another was being replaced when the program ended.
fn newest(left: Vec<(Option<String>, Left, File)>) -> Vec<(Option<String>, Left, File)> {
    let mut last: BTreeMap<String, u64> = BTreeMap::new();
    for (key, one, _) in &left {
        if let Some(key) = key {
            let when = last.entry(key.clone()).or_default();
            *when = (*when).max(one.when);
        }
    }
    let mut kept = Vec::new();
    for (key, one, file) in left {
        let is_last = key.as_ref().and_then(|key| last.get(key)).is_none_or(|when| *when == one.when);
        if is_last {
            // Two of the same moment say the same.
            if let Some(key) = &key {
                last.insert(key.clone(), u64::MAX);
            }
            kept.push((key, one, file));
        } else {
            _ = fs::remove_file(&one.journal);
        }
    }
    kept
}

/// What is to be said of a journal, and the document it is about; `None` where there is nothing in it.
fn look_at(id: JournalId, path: &Path) -> Option<(Option<String>, Left)> {
    let unreadable = |why: Nothing| Left {
        id,
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        path: None,
        when: 0,
        edits: 0,
        standing: Standing::Unreadable(words_of(why)),
        has_original: false,
        journal: path.to_owned(),
    };
    let journal = match Journal::read(path, false) {
        Ok(journal) => journal,
        Err(Nothing::Empty) => return None,
        Err(why) => return Some((None, unreadable(why))),
    };
    let standing = journal.standing()?;
    let key = Some(journal.head.key.clone());
    Some((
        key,
        Left {
            id,
            name: journal.head.name.clone(),
            path: journal.path(),
            when: journal.state.when,
            edits: journal.state.edits,
            standing,
            has_original: journal.has_original,
            journal: path.to_owned(),
        },
    ))
}

fn words_of(why: Nothing) -> String {
    match why {
        Nothing::Empty => "nothing in it is whole".to_owned(),
        Nothing::Newer => "it was written by a newer wirebench".to_owned(),
        Nothing::Unread(why) => why,
    }
}

/// A journal's file, locked; `None` where somebody holds it, or it is none.
fn take(path: &Path) -> Option<File> {
    path.extension().filter(|it| *it == "journal")?;
    fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let file = File::open(path).ok()?;
    match file.try_lock() {
        Ok(()) | Err(TryLockError::Error(_)) => {}
        Err(TryLockError::WouldBlock) => return None,
    }
    // Whoever held it may have put another in its place meanwhile.
    let (ours, there) = (file.metadata().ok()?, fs::metadata(path).ok()?);
    ((ours.dev(), ours.ino()) == (there.dev(), there.ino())).then_some(file)
}

fn is_named(path: &Path) -> bool {
    !path.file_name().is_some_and(|it| it.as_encoded_bytes().starts_with(b"."))
}

fn is_stale(file: &File) -> bool {
    let age = file.metadata().and_then(|it| it.modified()).ok().and_then(|it| it.elapsed().ok());
    age.is_some_and(|it| it > STALE)
}

/// Writes a document's journal, and what is to be told of that; true where the same may succeed later.
fn told(desk: &mut Desk, unsaved: &Unsaved) -> (Event, bool) {
    let id = unsaved.id;
    let written = catch_unwind(AssertUnwindSafe(|| desk.write(unsaved)));
    let failure = match written {
        Ok(Ok(())) => return (Event::Journaled { id, version: unsaved.version }, false),
        Ok(Err(failure)) => failure,
        Err(_) => Failure::Problem(FileProblem::Other("writing it broke off".to_owned())),
    };
    if let Some(writer) = desk.writers.get_mut(&id) {
        writer.is_broken = true;
    }
    let (error, may_succeed) = match failure {
        Failure::Io(error) => (files::folder_error(&desk.folder, &error), true),
        Failure::Problem(problem) => (FileError::on_save(&desk.folder, problem), false),
    };
    (Event::NotJournaled { id, error }, may_succeed)
}

impl Desk {
    fn write(&mut self, unsaved: &Unsaved) -> Result<(), Failure> {
        let id = unsaved.id;
        let is_marked = |mark: &Mark| matches!(&unsaved.place, Place::File { file, .. } if *file == mark.file);
        if self.marks.get(&id).is_some_and(is_marked) {
            self.marks.remove(&id);
        }
        let goes_on =
            self.writers.get(&id).is_some_and(|it| !it.is_broken && !it.is_wasteful() && it.stands_on(unsaved));
        match self.writers.get_mut(&id).filter(|_| goes_on) {
            Some(writer) => writer.advance(&unsaved.document, unsaved.edits, unsaved.type_name.as_deref())?,
            None => self.begin(unsaved)?,
        }
        if let Some(journal) = unsaved.replaces {
            self.discard(journal);
        }
        Ok(())
    }

    /// Writes a new journal, and takes the one away whose place it takes.
    fn begin(&mut self, unsaved: &Unsaved) -> Result<(), Failure> {
        self.begun += 1;
        let stem = format!("{}-{}", self.run, self.begun);
        if let Some((_, _, Some(key))) = unsaved.replaces.and_then(|it| self.left.get(&it)) {
            self.keys.insert(unsaved.id, key.clone());
        }
        let own = || format!("{}-{}", self.run, unsaved.id.0);
        let key = self.keys.get(&unsaved.id).cloned().unwrap_or_else(own);
        let mut writer = Writer::create(&self.folder, &stem, &key, unsaved)?;
        if let Some(mark) = self.marks.get(&unsaved.id) {
            writer.mark(&mark.document, &mark.path, mark.file)?;
            writer.advance(&unsaved.document, unsaved.edits, unsaved.type_name.as_deref())?;
        }
        if let Some(old) = self.writers.insert(unsaved.id, writer) {
            _ = fs::remove_file(&old.path);
        }
        Ok(())
    }

    /// Takes the journal of a document away, as it was to be at a moment: a save that came to its end since counts.
    fn forget(&mut self, id: DocumentId, when: Instant) {
        if self.marks.get(&id).is_some_and(|mark| mark.when < when) {
            self.marks.remove(&id);
        }
        if let Some(writer) = self.writers.remove(&id) {
            _ = fs::remove_file(&writer.path);
        }
    }

    fn discard(&mut self, id: JournalId) {
        if let Some((path, _file, _)) = self.left.remove(&id) {
            _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests;

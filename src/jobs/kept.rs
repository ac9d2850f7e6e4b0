//! Keeps what is remembered between starts, on a thread of its own. A file is written beside its target, flushed and
//! renamed over it. What is kept anew within a moment is written once, so that dragging a divider does not write each
//! frame; what waits when the program ends is written before it does.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::files;
use super::folders::{Folders, make_private};
use super::reports::Reports;
use super::signals::Unfinished;
use crate::app::{Event, FileAction, FileError, FileProblem, Kept};

/// So long what changes again may change before it is written.
const CALM: Duration = Duration::from_millis(300);
/// What could not be written is tried again so often: there may be room meanwhile.
const RETRY: Duration = if cfg!(test) { Duration::from_millis(20) } else { Duration::from_secs(10) };
/// What begins the name of a file that is being written.
const UNFINISHED: &str = ".wirebench-";
/// After so long nobody is writing it any more.
const STALE: Duration = Duration::from_secs(60);
/// Names tried for a file that is set aside.
const ASIDES: u32 = 9;

/// What is to be done.
#[derive(Default)]
struct Waiting {
    keep: BTreeMap<Kept, Vec<u8>>,
    aside: Vec<(Kept, String)>,
    /// Kinds whose file was not read: it is not to be overwritten.
    is_locked: BTreeSet<Kept>,
    is_over: bool,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for something to do, or for the time to try again what `failed`; `None` when there is nothing more.
    fn next(&self, failed: &mut BTreeMap<Kept, Vec<u8>>) -> Option<Waiting> {
        let mut waiting = self.waiting();
        while waiting.keep.is_empty() && waiting.aside.is_empty() {
            if !failed.is_empty() {
                let is_calm = |it: &mut Waiting| it.keep.is_empty() && it.aside.is_empty() && !it.is_over;
                let waited = self.changed.wait_timeout_while(waiting, RETRY, is_calm);
                waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
                if waiting.keep.is_empty() && waiting.aside.is_empty() {
                    waiting.keep = std::mem::take(failed);
                    break;
                }
            } else if waiting.is_over {
                return None;
            } else {
                waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        }
        let calm = self.changed.wait_timeout_while(waiting, CALM, |it| !it.is_over && it.aside.is_empty());
        let (mut waiting, _) = calm.unwrap_or_else(PoisonError::into_inner);
        let (keep, aside) = (std::mem::take(&mut waiting.keep), std::mem::take(&mut waiting.aside));
        Some(Waiting { keep, aside, is_locked: waiting.is_locked.clone(), is_over: waiting.is_over })
    }
}

/// Keeps what is remembered. Dropped, it writes what waits.
pub(super) struct Keeper {
    folders: Folders,
    reports: Reports,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    pub fn new(folders: Folders, reports: Reports) -> Self {
        Self { folders, reports, shared: Arc::default(), thread: None }
    }

    /// What was kept, all kinds. Reads a few short files: for the start, before there is a window.
    pub fn read(&self) -> Vec<Event> {
        [&self.folders.settings, &self.folders.state].into_iter().for_each(|it| remove_unfinished(it));
        let read = |kind: Kept| {
            let path = self.folders.file_of(kind);
            let result = read(&path, kind.limit()).map_err(|it| it.on(&path));
            if result.is_err() {
                self.shared.waiting().is_locked.insert(kind);
            }
            Event::Kept { kind, result }
        };
        Kept::ALL.into_iter().map(read).collect()
    }

    pub fn keep(&mut self, kind: Kept, bytes: Vec<u8>) {
        self.put(|waiting| _ = waiting.keep.insert(kind, bytes));
    }

    pub fn set_aside(&mut self, kind: Kept, why: String) {
        self.put(|waiting| waiting.aside.push((kind, why)));
    }

    fn put(&mut self, put: impl FnOnce(&mut Waiting)) {
        put(&mut self.shared.waiting());
        self.shared.changed.notify_all();
        if self.thread.is_none() {
            let (folders, reports, shared) = (self.folders.clone(), self.reports.clone(), self.shared.clone());
            let run = move || run(&folders, &reports, &shared);
            self.thread = thread::Builder::new().name("keep".to_owned()).spawn(run).ok();
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.shared.waiting().is_over = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

fn run(folders: &Folders, reports: &Reports, shared: &Shared) {
    // What is there already is not written again.
    let mut written: BTreeMap<Kept, Vec<u8>> = BTreeMap::new();
    let (mut failed, mut is_failing) = (BTreeMap::new(), BTreeSet::new());
    while let Some(Waiting { keep, aside, mut is_locked, is_over }) = shared.next(&mut failed) {
        // Who listens no more is not waited for: the channel has bounds.
        let tell = |event| {
            if !is_over {
                reports.tell(event)
            }
        };
        for (kind, why) in aside {
            let path = folders.file_of(kind);
            let result = set_aside(&path).map_err(|it| files::error(&path, FileAction::Save, &it));
            if result.is_err() {
                is_locked.insert(kind);
                shared.waiting().is_locked.insert(kind);
            }
            tell(Event::SetAside { kind, why, result });
        }
        for (kind, bytes) in keep {
            if is_locked.contains(&kind) || written.get(&kind) == Some(&bytes) {
                continue;
            }
            let path = folders.file_of(kind);
            failed.remove(&kind);
            match write(&path, &bytes) {
                Ok(()) => {
                    written.insert(kind, bytes);
                    if is_failing.remove(&kind) {
                        tell(Event::KeptAfterAll { kind });
                    }
                }
                Err(it) => {
                    // That it fails still is no news. What is ending does not wait for better times.
                    if is_failing.insert(kind) {
                        tell(Event::NotKept { kind, error: files::folder_error(&path, &it) });
                    }
                    if !is_over {
                        failed.insert(kind, bytes);
                    }
                }
            }
        }
    }
}

/// Why a file was not read.
enum NotRead {
    Io(io::Error),
    Problem(FileProblem),
}

impl NotRead {
    fn on(self, path: &Path) -> FileError {
        match self {
            Self::Io(error) => files::error(path, FileAction::Open, &error),
            Self::Problem(problem) => FileError::on_open(path, problem),
        }
    }
}

/// The bytes of a short file, at most one more than `limit`; `None` where nothing stands.
fn read(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, NotRead> {
    let metadata = match fs::metadata(path) {
        Ok(it) => it,
        Err(it) if it.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(it) => return Err(NotRead::Io(it)),
    };
    if metadata.is_dir() {
        return Err(NotRead::Problem(FileProblem::IsFolder));
    }
    // To read a pipe is to wait for who writes into it.
    if !metadata.is_file() {
        return Err(NotRead::Problem(FileProblem::NotRegular));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|it| it.take(limit + 1).read_to_end(&mut bytes)).map_err(NotRead::Io)?;
    Ok(Some(bytes))
}

/// Takes away what was being written when a program was killed.
fn remove_unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes());
        let age = entry.metadata().and_then(|it| it.modified()).ok().and_then(|it| it.elapsed().ok());
        if is_ours && age.is_some_and(|it| it > STALE) {
            _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a file of ours: it is there whole, or as it was.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_private(folder)?;
    // Such a file is for the user alone by itself.
    let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    let unfinished = Unfinished::new(file.path());
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|it| it.error)?;
    drop(unfinished);
    // The name is there already: a folder that cannot be flushed is no failure.
    _ = File::open(folder).and_then(|it| it.sync_all());
    Ok(())
}

/// Moves a file out of the way, under a name that is free; the last of them gives way when none is.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let named = |n: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(".aside");
        if n > 1 {
            name.push(format!("-{n}"));
        }
        PathBuf::from(name)
    };
    let free = (1..ASIDES).map(named).find(|it| fs::symlink_metadata(it).is_err());
    let aside = free.unwrap_or_else(|| named(ASIDES));
    fs::rename(path, &aside)?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn keeper() -> (tempfile::TempDir, Keeper, std::sync::mpsc::Receiver<Event>) {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders { settings: folder.path().join("config/it"), state: folder.path().join("state/it") };
        let (reports, events) = Reports::new(Arc::new(|| {}));
        (folder, Keeper::new(folders, reports), events)
    }

    fn kept(keeper: &Keeper, kind: Kept) -> Result<Option<Vec<u8>>, FileError> {
        let of_kind = |it: Event| match it {
            Event::Kept { kind: it, result } if it == kind => Some(result),
            _ => None,
        };
        keeper.read().into_iter().find_map(of_kind).unwrap()
    }

    #[test]
    fn what_is_kept_is_there_at_the_next_start_and_for_the_user_alone() {
        let (_folder, mut keeper, _events) = keeper();
        let folders = keeper.folders.clone();
        assert_eq!(kept(&keeper, Kept::Settings), Ok(None));
        for i in 0..100 {
            keeper.keep(Kept::Settings, vec![b'0'; i]);
            keeper.keep(Kept::Layout, b"layout".to_vec());
        }
        drop(keeper);
        let (reports, _events) = Reports::new(Arc::new(|| {}));
        let keeper = Keeper::new(folders.clone(), reports);
        assert_eq!(kept(&keeper, Kept::Settings), Ok(Some(vec![b'0'; 99])));
        assert_eq!(kept(&keeper, Kept::Layout), Ok(Some(b"layout".to_vec())));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folders.settings), mode(&folders.state)), (0o700, 0o700));
        assert_eq!(mode(&folders.file_of(Kept::Settings)), 0o600);
        assert_eq!(fs::read_dir(&folders.state).unwrap().count(), 1, "nothing stays beside");
    }

    #[test]
    fn what_is_set_aside_stays_and_gives_way_to_what_is_kept() {
        let (_folder, mut keeper, events) = keeper();
        let path = keeper.folders.file_of(Kept::Layout);
        for round in ["first", "second"] {
            write(&path, round.as_bytes()).unwrap();
            keeper.set_aside(Kept::Layout, "broken".to_owned());
            if round == "second" {
                keeper.keep(Kept::Layout, b"kept".to_vec());
            }
            let Ok(Event::SetAside { result: Ok(aside), why, .. }) = events.recv() else { panic!() };
            assert_eq!((fs::read_to_string(aside).unwrap().as_str(), why.as_str()), (round, "broken"));
        }
        drop(keeper);
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
        assert!(path.with_file_name("layout.json.aside-2").exists());
    }

    #[test]
    fn what_was_left_half_written_goes_in_time() {
        let (_folder, keeper, _events) = keeper();
        let state = &keeper.folders.state;
        write(&state.join("layout.json"), b"{}").unwrap();
        let (old, new) = (state.join(".wirebench-old"), state.join(".wirebench-new"));
        fs::write(&new, b"").unwrap();
        let long_ago = std::time::SystemTime::now() - 2 * STALE;
        File::create(&old).unwrap().set_modified(long_ago).unwrap();
        keeper.read();
        assert!(!old.exists() && new.exists() && state.join("layout.json").exists());
    }

    #[test]
    fn more_is_not_read_than_may_be_written() {
        let (_folder, keeper, _events) = keeper();
        let path = keeper.folders.file_of(Kept::Recent);
        write(&path, &vec![b' '; 5 << 20]).unwrap();
        assert_eq!(kept(&keeper, Kept::Recent).unwrap().map(|it| it.len() as u64), Some(Kept::Recent.limit() + 1));
    }

    #[test]
    fn what_is_no_file_is_said_and_not_replaced() {
        let (_folder, mut keeper, _events) = keeper();
        let path = keeper.folders.file_of(Kept::Recent);
        fs::create_dir_all(&path).unwrap();
        assert_eq!(kept(&keeper, Kept::Recent).unwrap_err().problem, FileProblem::IsFolder);
        keeper.keep(Kept::Recent, b"{}".to_vec());
        drop(keeper);
        assert!(path.is_dir());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_said() {
        let (folder, mut keeper, events) = keeper();
        fs::write(folder.path().join("state"), b"a file").unwrap();
        keeper.keep(Kept::Recent, b"{}".to_vec());
        let Ok(Event::NotKept { kind: Kept::Recent, error }) = events.recv() else { panic!() };
        assert_eq!((&error.path, error.problem), (&keeper.folders.file_of(Kept::Recent), FileProblem::NotFolder));
        fs::remove_file(folder.path().join("state")).unwrap();
        let Ok(Event::KeptAfterAll { kind: Kept::Recent }) = events.recv() else { panic!() };
        assert_eq!(kept(&keeper, Kept::Recent), Ok(Some(b"{}".to_vec())));
    }

    #[test]
    fn what_could_not_be_kept_is_tried_once_more_at_the_end() {
        let (folder, mut keeper, events) = keeper();
        fs::write(folder.path().join("state"), b"a file").unwrap();
        keeper.keep(Kept::Recent, b"{}".to_vec());
        let Ok(Event::NotKept { .. }) = events.recv() else { panic!() };
        let path = keeper.folders.file_of(Kept::Recent);
        fs::remove_file(folder.path().join("state")).unwrap();
        drop(keeper);
        assert_eq!(fs::read(path).unwrap(), b"{}");
    }
}

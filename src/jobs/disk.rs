//! Watches the files of open documents: the folders they stand in, so that a file that is replaced is noticed as one
//! that is rewritten. It waits for the system to say something and takes no time otherwise. What cannot be watched is
//! looked at when the window has the focus again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::files;
use super::reports::Reports;
use crate::app::{Event, FileId};

/// So long a file may change further before it is looked at.
const CALM: Duration = Duration::from_millis(200);

enum Message {
    /// These files are open, and what they were then.
    Watch(Vec<(PathBuf, FileId)>),
    /// Look at all of them.
    Look,
    /// Something happened to these paths.
    Happened(Vec<PathBuf>),
    Over,
}

/// Watches on a thread of its own.
pub(super) struct Disk {
    reports: Reports,
    sender: Option<Sender<Message>>,
}

impl Disk {
    pub fn new(reports: Reports) -> Self {
        Self { reports, sender: None }
    }

    /// Watches these files and no others.
    pub fn watch(&mut self, files: Vec<(PathBuf, FileId)>) {
        if self.sender.is_none() && !files.is_empty() {
            let (sender, messages) = channel();
            let (own, reports) = (sender.clone(), self.reports.clone());
            let run = move || Watch::new(&own, reports).run(&messages);
            self.sender = thread::Builder::new().name("disk".to_owned()).spawn(run).ok().map(|_| sender);
        }
        self.send(Message::Watch(files));
    }

    /// Looks at all files that are watched.
    pub fn look(&self) {
        self.send(Message::Look);
    }

    fn send(&self, message: Message) {
        if let Some(sender) = &self.sender {
            _ = sender.send(message);
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.send(Message::Over);
    }
}

struct Watch {
    reports: Reports,
    /// `None` where the system gives none.
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    /// What each file was when it was looked at last.
    known: BTreeMap<PathBuf, Option<FileId>>,
    /// The open files that a path on the disk stands for: links lead there.
    means: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
}

impl Watch {
    fn new(sender: &Sender<Message>, reports: Reports) -> Self {
        let sender = sender.clone();
        let on = move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event
                && is_change(event.kind)
            {
                _ = sender.send(Message::Happened(event.paths));
            }
        };
        let watcher = notify::recommended_watcher(on).ok();
        Self { reports, watcher, folders: BTreeSet::new(), known: BTreeMap::new(), means: BTreeMap::new() }
    }

    fn run(mut self, messages: &Receiver<Message>) {
        let mut pending: BTreeSet<PathBuf> = BTreeSet::new();
        loop {
            let message = match pending.is_empty() {
                true => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => messages.recv_timeout(CALM),
            };
            match message {
                Ok(Message::Watch(files)) => self.set(files),
                Ok(Message::Look) => pending.extend(self.known.keys().cloned()),
                Ok(Message::Happened(paths)) => {
                    pending.extend(paths.iter().filter_map(|it| self.means.get(it)).flatten().cloned());
                }
                Ok(Message::Over) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => std::mem::take(&mut pending).into_iter().for_each(|it| self.look(it)),
            }
        }
    }

    fn set(&mut self, files: Vec<(PathBuf, FileId)>) {
        self.known = files.into_iter().map(|(path, file)| (path, Some(file))).collect();
        self.means.clear();
        for path in self.known.keys() {
            for there in [Some(path.clone()), fs::canonicalize(path).ok()].into_iter().flatten() {
                self.means.entry(there).or_default().insert(path.clone());
            }
        }
        let wanted: BTreeSet<PathBuf> = self.means.keys().filter_map(|it| it.parent()).map(Path::to_owned).collect();
        let Some(watcher) = &mut self.watcher else { return };
        for folder in self.folders.difference(&wanted) {
            _ = watcher.unwatch(folder);
        }
        // A folder that cannot be watched is tried again when other files are open.
        let is_watched =
            |it: &&PathBuf| self.folders.contains(*it) || watcher.watch(it, RecursiveMode::NonRecursive).is_ok();
        self.folders = wanted.iter().filter(is_watched).cloned().collect();
    }

    fn look(&mut self, path: PathBuf) {
        let now = fs::metadata(&path).ok().filter(fs::Metadata::is_file).map(|it| files::file_id(&it));
        let Some(known) = self.known.get_mut(&path).filter(|it| **it != now) else { return };
        *known = now;
        self.reports.tell(Event::OnDisk { path, file: now });
    }
}

/// False for what leaves a file as it is: our own reading, above all.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) | EventKind::Other => true,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::sync::Arc;

    use super::*;

    fn told(events: &Receiver<Event>) -> (PathBuf, Option<FileId>) {
        match events.recv_timeout(Duration::from_secs(60)) {
            Ok(Event::OnDisk { path, file }) => (path, file),
            other => panic!("{other:?}"),
        }
    }

    fn id(path: &Path) -> FileId {
        files::file_id(&fs::metadata(path).unwrap())
    }

    #[test]
    fn a_file_that_is_rewritten_replaced_or_deleted_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"one").unwrap();
        let (reports, events) = Reports::new(Arc::new(|| {}));
        let mut disk = Disk::new(reports);
        disk.watch(vec![(path.clone(), id(&path))]);
        // Whatever the system says when, a look finds it.
        let changes: [fn(&Path); 3] = [
            |path| fs::write(path, b"longer").unwrap(),
            |path| {
                fs::write(path.with_extension("new"), b"replaced").unwrap();
                fs::rename(path.with_extension("new"), path).unwrap();
            },
            |path| fs::remove_file(path).unwrap(),
        ];
        for change in changes {
            change(&path);
            disk.look();
            let now = fs::metadata(&path).ok().map(|it| files::file_id(&it));
            assert_eq!(told(&events), (path.clone(), now));
        }
        fs::write(&path, b"again").unwrap();
        disk.look();
        assert_eq!(told(&events), (path.clone(), Some(id(&path))));
    }

    #[test]
    fn what_happens_behind_a_link_is_noticed_without_a_look() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("there/file"), folder.path().join("link"));
        fs::create_dir(folder.path().join("there")).unwrap();
        fs::write(&path, b"one").unwrap();
        symlink(&path, &link).unwrap();
        let (reports, events) = Reports::new(Arc::new(|| {}));
        let (sender, messages) = channel();
        let mut watch = Watch::new(&sender, reports);
        watch.set(vec![(link.clone(), id(&link))]);
        if watch.folders.len() == 2 {
            let running = thread::spawn(move || watch.run(&messages));
            fs::write(&path, b"two, longer").unwrap();
            assert_eq!(told(&events), (link.clone(), Some(id(&path))));
            sender.send(Message::Over).unwrap();
            running.join().unwrap();
        }
    }
}

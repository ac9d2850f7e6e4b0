//! The program with its jobs, on real files.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::*;
use crate::app::{
    App, Command, DocumentId, EditCommand, Event, FileCommand, FileProblem, NoticeCommand, OpenDocument, Pick,
    SchemaCommand, Searched, TreeCommand, WindowEffect, WorkEffect,
};
use crate::wire::{Answer, Source};
use crate::{schema, wire};

/// A window without a window: the program, its jobs, and what they wake.
pub(super) struct Window {
    pub app: App,
    jobs: Jobs,
    woken: Receiver<()>,
    has_quit: bool,
}

struct Picks(Picked);

impl Dialogs for Picks {
    fn pick_file(&self, _: &str) -> Picked {
        self.0.clone()
    }

    fn pick_save_path(&self, _: &str, _: &str) -> Picked {
        self.0.clone()
    }
}

impl Window {
    pub fn new() -> Self {
        Self::with_dialogs(Picked::NoDialogService)
    }

    /// The start of a program that keeps what it remembers in a folder.
    pub fn in_folder(folder: &Path) -> Self {
        let mut window = Self::new();
        let folders = Folders { settings: folder.join("config"), state: folder.join("state") };
        for event in window.jobs.keep_in(folders) {
            let effects = window.app.handle(event);
            window.start(effects);
        }
        window
    }

    fn with_dialogs(picked: Picked) -> Self {
        let (sender, woken) = channel();
        let waker: Waker = Arc::new(move || _ = sender.send(()));
        Self { app: App::new(), jobs: Jobs::with_dialogs(waker, Arc::new(Picks(picked))), woken, has_quit: false }
    }

    pub fn ask(&mut self, command: impl Into<Command>) {
        let effects = self.app.update(command);
        self.start(effects);
    }

    fn start(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.has_quit |= matches!(effect, Effect::Window(WindowEffect::Quit));
            self.jobs.start(effect);
        }
    }

    /// Frames until something holds.
    pub fn until(&mut self, holds: impl Fn(&App) -> bool) {
        loop {
            for event in self.jobs.drain() {
                let effects = self.app.handle(event);
                self.start(effects);
            }
            let document = self.app.active_document();
            _ = document.map(|it| it.rows(0..50));
            let effects = self.app.after_frame();
            self.start(effects);
            if holds(&self.app) {
                return;
            }
            self.woken.recv_timeout(Duration::from_secs(60)).expect("nothing more happens");
        }
    }

    pub fn idle(&mut self) {
        self.until(|app| app.jobs().is_empty());
    }

    fn open(path: &Path, type_name: &str) -> Self {
        let mut window = Self::new();
        window.ask(FileCommand::OpenFile { path: path.to_owned(), type_name: Some(type_name.to_owned()) });
        window.until(|app| app.active_document().is_some() || !app.notices().is_empty());
        window.idle();
        window
    }

    pub fn set(&mut self, path: &str, text: &str) {
        let path = path.to_owned();
        self.ask(TreeCommand::Select(Pick::Path(path)));
        self.until(|app| app.active_document().is_some_and(|it| it.selection().is_some()));
        let address = self.document().selection().unwrap().address.clone();
        self.ask(EditCommand::SetValue { address, text: text.to_owned() });
        self.until(|app| app.active_document().is_some_and(OpenDocument::is_edited));
    }

    pub fn document(&self) -> &OpenDocument {
        self.app.active_document().unwrap()
    }
}

pub(super) fn folder_with(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.bin");
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

/// A large message: field 1 is a number, the rest are texts of a megabyte in field 2.
fn large() -> Vec<u8> {
    let mut bytes = vec![8, 1];
    for _ in 0..66 {
        bytes.push(0x12);
        wire::varint::push(1 << 20, &mut bytes);
        bytes.resize(bytes.len() + (1 << 20), b'x');
    }
    bytes
}

#[test]
fn a_value_is_edited_and_saved_and_every_other_byte_stays() {
    let bytes = crate::app::Sample::WorkerUpdate.bytes();
    let (_folder, path) = folder_with(bytes);
    let mut window = Window::new();
    window.ask(FileCommand::OpenFile { path: path.clone(), type_name: None });
    window.until(|app| app.active_document().is_some_and(|it| it.type_name().is_some()));
    assert!(window.document().type_name().unwrap().ends_with("UpdateForScheduler"), "the guess stands out");
    window.set("execute_result.execute_response.result.exit_code", "10");
    window.ask(FileCommand::Save);
    window.until(|app| app.active_document().is_some_and(|it| !it.is_edited()));
    let at = bytes.windows(2).position(|it| it == [0x20, 9]).unwrap();
    let mut expected = bytes.to_vec();
    expected[at + 1] = 10;
    assert_eq!(fs::read(&path).unwrap(), expected);
    window.ask(EditCommand::Undo);
    window.ask(FileCommand::Save);
    window.until(|app| app.active_document().is_some_and(|it| !it.is_edited()));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    window.idle();
    assert!(window.app.notices().is_empty(), "{:?}", window.app.notices());
}

#[test]
fn a_large_file_is_shown_indexed_edited_and_saved() {
    let bytes = large();
    let (_folder, path) = folder_with(&bytes);
    let mut window = Window::open(&path, "google.protobuf.Api");
    let count = window.document().row_count();
    assert_eq!((count.rows, count.is_exact), (67, true));
    window.ask(SchemaCommand::ChooseType(None));
    window.set("#1", "300");
    window.ask(FileCommand::Save);
    window.until(|app| app.active_document().is_some_and(|it| !it.is_edited()));
    let saved = fs::read(&path).unwrap();
    assert_eq!(saved[..3], [8, 0xac, 2]);
    assert_eq!(saved[3..], bytes[2..]);
    // The document stays on the old file: undo reaches back across the save.
    window.ask(EditCommand::Undo);
    window.ask(FileCommand::Save);
    window.until(|app| app.active_document().is_some_and(|it| !it.is_edited() && !it.is_saving()));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_large_file_truncated_while_open_is_said_and_not_saved() {
    let (folder, path) = folder_with(&large());
    let mut window = Window::open(&path, "google.protobuf.Api");
    window.ask(SchemaCommand::ChooseType(None));
    window.idle();
    window.set("#1", "2");
    window.idle();
    File::options().write(true).open(&path).unwrap().set_len(1 << 20).unwrap();
    window.ask(FileCommand::SaveTo(folder.path().join("other.bin")));
    window.until(|app| app.notices().iter().any(|it| it.what.contains("was not saved")));
    window.until(|app| app.notices().iter().any(|it| it.what.contains("changed while open")));
    window.idle();
    assert!(window.document().is_edited() && window.document().is_gone());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(fs::metadata(&path).unwrap().len(), 1 << 20);
}

#[test]
fn what_others_wrote_meanwhile_is_overwritten_only_when_said_so() {
    let (_folder, path) = folder_with(&[8, 1]);
    let mut window = Window::open(&path, "google.protobuf.Int32Value");
    window.set("value", "2");
    fs::write(&path, b"others").unwrap();
    window.ask(FileCommand::Save);
    window.until(|app| app.notices().iter().any(|it| it.what.contains("was not saved")));
    assert_eq!(fs::read(&path).unwrap(), b"others");
    let notice = window.app.notices()[0].clone();
    let action = notice.actions.iter().position(|it| it.0 == "Overwrite").unwrap();
    window.ask(NoticeCommand::Remedy { notice: notice.id, action });
    window.until(|app| app.active_document().is_some_and(|it| !it.is_edited()));
    assert_eq!(fs::read(&path).unwrap(), [8, 2]);
}

#[test]
fn dialogs_answer_and_what_cannot_be_opened_is_said() {
    let (folder, path) = folder_with(&[8, 1]);
    let mut window = Window::with_dialogs(Picked::Path(path));
    window.ask(FileCommand::Open);
    window.until(|app| app.active_document().is_some());
    window.ask(FileCommand::OpenFile { path: folder.path().to_owned(), type_name: None });
    window.until(|app| app.notices().len() == 1);
    assert_eq!(window.app.notices()[0].why, "Is a folder");
    let mut window = Window::with_dialogs(Picked::NoDialogService);
    window.ask(FileCommand::Open);
    window.until(|app| app.path_field().is_some_and(|it| it.note.is_some()));
}

#[test]
fn random_bytes_a_text_and_half_a_file_open_and_are_checked() {
    let half = &crate::app::Sample::ExecutionHistory.bytes()[..300];
    for bytes in [&[][..], b"just a text\n", half, &[0xff; 1000], &[0x1f, 0x8b, 8, 0, 0]] {
        let (_folder, path) = folder_with(bytes);
        let mut window = Window::new();
        window.ask(FileCommand::OpenFile { path, type_name: None });
        window.until(|app| app.active_document().is_some());
        window.until(|app| app.jobs().is_empty() && app.active_document().is_some_and(|it| it.problems().is_whole));
        window.ask(TreeCommand::UnfoldAll);
        let rows = window.document().row_count().rows;
        assert_eq!(window.document().rows(0..rows).len() as u64, rows);
        let to_vec = window.document().snapshot().to_vec().unwrap();
        assert_eq!(to_vec, bytes);
        assert!(window.app.notices().is_empty());
    }
}

#[test]
fn a_job_that_is_stopped_ends() {
    let (_folder, path) = folder_with(&large());
    let mut window = Window::new();
    window.ask(FileCommand::OpenFile { path, type_name: None });
    window.until(|app| app.active_document().is_some());
    while let Some(job) = window.app.jobs().iter().find(|it| it.can_stop).map(|it| it.id) {
        window.ask(NoticeCommand::StopJob(job));
        window.until(|app| app.jobs().iter().all(|it| it.id != job));
    }
    window.idle();
}

/// Numbers without end, that are not read beyond a place before that is allowed.
struct Gate {
    reached: Sender<()>,
    go_on: Mutex<Option<Receiver<()>>>,
    furthest: AtomicU64,
}

impl Gate {
    const LEN: u64 = 16 << 20;
    const AT: u64 = 4 << 20;
}

impl Source for Gate {
    fn len(&self) -> u64 {
        Self::LEN
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Answer {
        let end = offset + into.len() as u64;
        self.furthest.fetch_max(end, Ordering::Relaxed);
        if end > Self::AT
            && let Some(go_on) = self.go_on.lock().unwrap().take()
        {
            self.reached.send(()).unwrap();
            go_on.recv().unwrap();
        }
        for (at, byte) in (offset..).zip(into) {
            *byte = if at % 2 == 0 { 8 } else { 1 };
        }
        Answer::Bytes
    }
}

fn find(job: u64, document: wire::Document, number: &str) -> Effect {
    let query = schema::find::Query { text: number.to_owned(), mode: schema::find::Mode::Number };
    let lens = schema::Lens::without_type(schema::Pool::bundled());
    let documents = vec![Searched { id: DocumentId(1), document, lens }];
    Effect::Work(WorkEffect::Find { job: JobId(job), documents, query })
}

#[test]
fn a_search_that_is_stopped_on_its_way_reads_no_further_and_the_next_one_goes_on() {
    let (waker, woken) = channel();
    let mut jobs = Jobs::new(Arc::new(move || _ = waker.send(())));
    let ((reached, is_reached), (open, go_on)) = (channel(), channel());
    let gate = Arc::new(Gate { reached, go_on: Mutex::new(Some(go_on)), furthest: AtomicU64::new(0) });
    jobs.start(find(1, wire::Document::new(gate.clone()), "2"));
    is_reached.recv_timeout(Duration::from_secs(60)).expect("the search comes so far");
    jobs.start(Effect::Stop(JobId(1)));
    jobs.start(find(2, wire::Document::new(Arc::new(vec![8, 1, 8, 2])), "1"));
    open.send(()).unwrap();
    let mut told = Vec::new();
    while !told.iter().any(|it| matches!(it, Event::Found { job: JobId(2), is_over: true, .. })) {
        woken.recv_timeout(Duration::from_secs(60)).expect("both end");
        told.extend(jobs.drain());
    }
    let ends = told.iter().filter(|it| ended(it) == Some(JobId(1))).collect::<Vec<_>>();
    assert!(matches!(ends.as_slice(), [Event::Stopped { job: JobId(1) }]), "{told:?}");
    assert!(told.iter().any(|it| matches!(it, Event::Found { job: JobId(2), total: 2, .. })), "{told:?}");
    let furthest = gate.furthest.load(Ordering::Relaxed);
    assert!(furthest < Gate::LEN / 2, "{furthest} bytes were read");
}

#[test]
fn work_that_breaks_is_said_and_the_lane_goes_on() {
    let (sender, receiver) = channel();
    let (reports, events) = Reports::new(Arc::new(move || _ = sender.send(())));
    let mut lane = Lane::new("broken", reports.clone());
    assert!(lane.put(Some(JobId(1)), || panic!("of a fault")));
    assert!(lane.put(Some(JobId(2)), move || reports.tell(Event::Stopped { job: JobId(2) })));
    let mut all = Vec::new();
    while all.len() < 2 {
        receiver.recv_timeout(Duration::from_secs(60)).unwrap();
        all.extend(reports::drain(&events).0);
    }
    assert!(matches!(&all[0], Event::Broken { job: JobId(1), why } if why == "of a fault"));
    assert!(matches!(&all[1], Event::Stopped { job: JobId(2) }));
}

#[test]
fn errors_name_the_system_in_plain_words() {
    let error = files::error(Path::new("f"), crate::app::FileAction::Save, &std::io::Error::from_raw_os_error(5));
    assert_eq!(error.problem, FileProblem::Other("input/output error".to_owned()));
    let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
    let error = files::error(Path::new("f"), crate::app::FileAction::Save, &full);
    assert_eq!(
        error.to_string(),
        "no space left on the disk: nothing was written; free some space or save it elsewhere"
    );
}

#[test]
fn a_value_goes_to_a_file_and_comes_from_one() {
    let (folder, path) = folder_with(&[0x0a, 2, b'a', b'b']);
    let mut window = Window::with_dialogs(Picked::Path(folder.path().join("part")));
    window.ask(FileCommand::OpenFile { path, type_name: Some("google.protobuf.BytesValue".to_owned()) });
    window.until(|app| app.active_document().is_some());
    window.ask(EditCommand::ValueToFile);
    window.until(|app| app.told().is_some());
    assert_eq!(fs::read(folder.path().join("part")).unwrap(), b"ab");
    fs::write(folder.path().join("part"), b"other").unwrap();
    window.ask(EditCommand::ValueFromFile);
    window.until(|app| app.active_document().is_some_and(OpenDocument::is_edited));
    let bytes = window.app.active_document().unwrap().snapshot().to_vec().unwrap();
    assert_eq!(bytes, b"\x0a\x05other");
}

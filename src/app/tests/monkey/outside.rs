//! The outside of the monkey: files and jobs that answer late, in any order, or with a failure.

use std::ops::ControlFlow;
use std::path::Path;

use super::super::*;
use super::*;
use crate::schema::find::{Progress, Query, Search};
use crate::schema::{check, guess};

/// What the outside has, and what it was asked and has not answered.
#[derive(Default)]
pub(super) struct Outside {
    files: BTreeMap<PathBuf, (FileId, Vec<u8>)>,
    asked: Vec<Effect>,
    stopped: Vec<JobId>,
    inode: u64,
    clipboard: Option<String>,
    watched: Vec<PathBuf>,
    /// The search that was answered last, and what it found so far.
    found: (Option<JobId>, u64),
}

const TYPES: [Option<&str>; 6] = [
    Some("HistoricalExecuteResponse"),
    Some("google.protobuf.Value"),
    Some("google.protobuf.Any"),
    Some("google.protobuf.FieldMask"),
    Some("google.protobuf.FileDescriptorProto"),
    None,
];

fn nested(depth: usize) -> Vec<u8> {
    (0..depth).fold(vec![0x08, 1], |inner, i| {
        let mut outer = vec![if i % 2 == 0 { 0x0a } else { 0x32 }];
        wire::varint::push(inner.len() as u64, &mut outer);
        outer.extend(inner);
        outer
    })
}

/// Small documents with all that is odd.
fn hostile(kind: u64, dice: &mut Dice) -> Vec<u8> {
    match kind {
        0 => Vec::new(),
        1 => (0..dice.roll(300)).map(|_| dice.roll(256) as u8).collect(),
        2 => (0..300).map(|_| dice.roll(256) as u8 & if dice.roll(3) == 0 { 0xff } else { 0x1f }).collect(),
        3 => nested(60),
        4 => [vec![0x0b; 40], vec![0x08, 1], vec![0x0c; 20]].concat(),
        5 => [0x08, 1].repeat(100),
        6 => [vec![0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], nested(3)].concat(),
        7 => [vec![0x88, 0x80, 0x00, 0x81, 0x80, 0x00, 0x8a, 0x00, 0x82, 0x00], b"ab".to_vec(), nested(2)].concat(),
        8 => vec![0xf8, 0xff, 0xff, 0xff, 0x0f, 1, 0x00, 1, 0x80, 0x80, 0x80, 0x80, 0x10, 1, 0x08, 5],
        9 => b"\x0a\x25type.googleapis.com/google.protobuf.Any\x12\x04\x0a\x02ab\x12\x00\x0a\x01x".to_vec(),
        10 => [b"\x0a\x06a\xe2\x80\xaeb\x00\x0a\x03\xff\xfe\x00".to_vec(), vec![0x0a, 0x20], vec![0; 32]].concat(),
        11 => {
            b"\x22\x10\x0a\x01m\x12\x03\x0a\x01f\x12\x06\x0a\x01g\x18\x01\x4a\x03\x01\x02\x03\x52\x04\x01\x80\x80\x05"
                .to_vec()
        }
        kind => Sample::ALL.get(kind as usize % 4).unwrap().bytes().to_vec(),
    }
}

impl Outside {
    /// A new file, and the type to read it as.
    pub fn put(&mut self, number: u64, dice: &mut Dice) -> (PathBuf, Option<String>) {
        let bytes = hostile(dice.roll(16), dice);
        let path = PathBuf::from(format!("/folder/{number}\u{202e}.bin"));
        let file = self.new_id(bytes.len());
        self.files.insert(path.clone(), (file, bytes));
        (path, TYPES[dice.roll(6) as usize].map(str::to_owned))
    }

    fn new_id(&mut self, len: usize) -> FileId {
        self.inode += 1;
        FileId { device: 1, inode: self.inode, size: len as u64, modified: 0 }
    }

    pub fn paths(&self) -> Vec<PathBuf> {
        self.files.keys().cloned().collect()
    }

    pub fn take(&mut self, effect: Effect) {
        match effect {
            Effect::Stop(job) => self.stopped.push(job),
            Effect::Window(WindowEffect::Copy(text)) => self.clipboard = Some(text),
            Effect::File(FileEffect::Watch(files)) => self.watched = files.into_iter().map(|it| it.0).collect(),
            effect => self.asked.push(effect),
        }
    }

    pub fn is_idle(&self) -> bool {
        self.asked.is_empty()
    }

    /// An answer, or something that nobody asked for.
    pub fn answer(&mut self, dice: &mut Dice) -> Option<Event> {
        if dice.roll(8) == 0 {
            return self.unasked(dice);
        }
        if self.asked.is_empty() {
            return None;
        }
        let effect = self.asked.remove(dice.roll(self.asked.len() as u64) as usize);
        let fails = dice.roll(6) == 0;
        self.carry_out(effect, fails.then(|| dice.roll(8)))
    }

    /// The answer to what was asked first, without failures.
    pub fn answer_truly(&mut self) -> Option<Event> {
        while !self.asked.is_empty() {
            let effect = self.asked.remove(0);
            if let Some(event) = self.carry_out(effect, None) {
                return Some(event);
            }
        }
        None
    }

    fn unasked(&mut self, dice: &mut Dice) -> Option<Event> {
        let path = self.watched.get(dice.roll(self.watched.len() as u64) as usize).cloned();
        Some(match dice.roll(5) {
            0 => Event::Focused,
            1 => Event::SystemTheme { is_dark: dice.roll(2) == 0 },
            2 => Event::Handed { files: self.paths(), type_name: None, begin: None },
            3 => {
                let path = path?;
                self.files.remove(&path);
                Event::OnDisk { path, file: None }
            }
            _ => {
                let path = path?;
                let bytes = hostile(dice.roll(16), dice);
                let file = self.new_id(bytes.len());
                self.files.insert(path.clone(), (file, bytes));
                Event::OnDisk { path, file: Some(file) }
            }
        })
    }

    fn carry_out(&mut self, effect: Effect, failure: Option<u64>) -> Option<Event> {
        if let Some(job) = job_of(&effect).filter(|it| self.stopped.contains(it) && failure.is_none_or(|it| it > 3)) {
            return Some(Event::Stopped { job });
        }
        if let Some(job) = job_of(&effect).filter(|_| failure == Some(7)) {
            return Some(Event::Broken { job, why: "A fault".to_owned() });
        }
        match effect {
            Effect::File(effect) => self.file(effect, failure),
            Effect::Work(WorkEffect::Find { job, documents, query }) => Some(self.find(job, documents, query)),
            Effect::Work(effect) => work(effect),
            Effect::Keep(effect) => keep(effect, failure),
            Effect::Window(WindowEffect::ReadClipboard) => {
                Some(Event::Clipboard(self.clipboard.clone().filter(|_| failure.is_none())))
            }
            Effect::Window(_) | Effect::Stop(_) => None,
        }
    }

    /// Searches the first document; the others are searched when the next answer is given.
    fn find(&mut self, job: JobId, mut documents: Vec<Searched>, query: Query) -> Event {
        let Searched { id, document, lens } = documents.remove(0);
        let mut hits = Vec::new();
        let mut search = Search::new(&document, &lens, &query).unwrap();
        while search.step(1_000, &mut hits).unwrap() == Progress::More {}
        self.found.1 = search.total() + if self.found.0 == Some(job) { self.found.1 } else { 0 };
        self.found.0 = Some(job);
        let is_over = documents.is_empty();
        if !is_over {
            self.asked.insert(0, Effect::Work(WorkEffect::Find { job, documents, query }));
        }
        Event::Found { job, id, hits, total: self.found.1, is_over }
    }

    fn file(&mut self, effect: FileEffect, failure: Option<u64>) -> Option<Event> {
        Some(match effect {
            FileEffect::ReadFile { job, path, type_name } => {
                let result = match self.files.get(&path).filter(|_| failure.is_none()) {
                    Some((file, bytes)) => {
                        let source: Arc<dyn Source> = Arc::new(bytes.clone());
                        let origin = match job.0 % 3 {
                            0 => Origin::cached(source, Arc::new(())),
                            _ => Origin::in_memory(source),
                        };
                        Ok(Opened { path, file: *file, origin })
                    }
                    None => Err(failed(&path, FileAction::Open, failure)),
                };
                Event::FileRead { job, type_name, result }
            }
            FileEffect::Save(save) => self.save(save, failure),
            FileEffect::PickFile { purpose } | FileEffect::PickSavePath { purpose, .. } => {
                Event::Picked { purpose, picked: self.picked(failure) }
            }
            FileEffect::WriteValue(WriteValue { job, at, bytes, target, .. }) => {
                let result = match failure {
                    Some(_) => Err(failed(&target, FileAction::Save, failure)),
                    None => Ok(bytes.len()),
                };
                Event::ValueWritten { job, at, target, result }
            }
            FileEffect::ListFolder(folder) => Event::Listed(Listing { folder, ..Listing::default() }),
            FileEffect::ReadClip { job, text } => {
                let clip = crate::text::clip::read(&text);
                Event::ClipRead { job, form: clip.form, origin: Origin::in_memory(Arc::new(clip.bytes)) }
            }
            FileEffect::Watch(_) | FileEffect::LookOnDisk => return None,
        })
    }

    fn picked(&self, failure: Option<u64>) -> Picked {
        match failure {
            Some(0..4) => Picked::Cancelled,
            Some(_) => Picked::NoDialogService,
            None => Picked::Path(self.files.keys().next().cloned().unwrap_or_else(|| "/folder/new".into())),
        }
    }

    /// Nothing that another program wrote is overwritten, but where that was asked for.
    fn save(&mut self, save: Save, failure: Option<u64>) -> Event {
        let Save { job, id, state, document, target, expected, is_new, .. } = save;
        let standing = self.files.get(&target).map(|it| it.0);
        let problem = match standing {
            _ if failure.is_some() => failure.map(problem),
            Some(now) if expected.is_some_and(|it| it != now) => Some(FileProblem::Changed),
            Some(_) if is_new => Some(FileProblem::Exists),
            Some(_) | None => None,
        };
        let result = match problem {
            Some(problem) => Err(error(&target.to_string_lossy(), FileAction::Save, problem)),
            None => {
                let bytes = document.to_vec().unwrap();
                let file = self.new_id(bytes.len());
                self.files.insert(target.clone(), (file, bytes));
                Ok(file)
            }
        };
        Event::Saved { job, id, state, target, result }
    }
}

fn problem(kind: u64) -> FileProblem {
    match kind {
        0 => FileProblem::NotFound,
        1 => FileProblem::IsFolder,
        2 => FileProblem::NoPermission,
        3 => FileProblem::Changed,
        4 => FileProblem::Exists,
        5 => FileProblem::Truncated,
        6 => FileProblem::DiskFull,
        _ => FileProblem::Other("the disk\nis odd".to_owned()),
    }
}

fn failed(path: &Path, action: FileAction, failure: Option<u64>) -> FileError {
    error(&path.to_string_lossy(), action, problem(failure.unwrap_or(0)))
}

fn work(effect: WorkEffect) -> Option<Event> {
    Some(match effect {
        WorkEffect::Fetch { document, origin, ranges } => {
            let cache = origin.cache().unwrap();
            for range in ranges {
                let mut block = vec![0; (range.end - range.start) as usize];
                assert_eq!(origin.blocking().read(range.start, &mut block), wire::Answer::Bytes);
                cache.fill(range.start, &block);
            }
            Event::Fetched { document }
        }
        WorkEffect::Index { job, id, document, mut level } => {
            level.extend(document.bytes(), 1 << 20);
            Event::Indexed { job, id, level, is_over: true }
        }
        WorkEffect::Guess { job, id, document, pool } => guessed(job, id, &document, &pool),
        WorkEffect::Check { job, id, version, document, lens } => checked(job, id, version, &document, &lens),
        WorkEffect::Lead { job, id, version, document, lens, text } => {
            let led = lead(&document, &lens, &text).unwrap();
            Event::Led { job, id, version, text, led }
        }
        WorkEffect::Print { job, copying, .. } => {
            Event::Printed { job, result: copying.print(&mut |_| ControlFlow::Continue(())) }
        }
        WorkEffect::Find { .. } => return None,
    })
}

fn keep(effect: KeepEffect, failure: Option<u64>) -> Option<Event> {
    let failed = |path: &str, action| failed(Path::new(path), action, failure);
    Some(match effect {
        KeepEffect::Keep { kind, .. } if failure.is_some() => {
            Event::NotKept { kind, error: failed("/state", FileAction::Save) }
        }
        KeepEffect::SetAside { kind, why } => Event::SetAside { kind, why, result: Ok("/aside".into()) },
        KeepEffect::Journal(unsaved) => match failure {
            Some(_) => Event::NotJournaled { id: unsaved.id, error: failed("/state", FileAction::Save) },
            None => Event::Journaled { id: unsaved.id, version: unsaved.version },
        },
        KeepEffect::Recover { job, journal } => {
            Event::Recovered { job, journal, result: Err(failed("/journal", FileAction::Open)) }
        }
        KeepEffect::Keep { .. } | KeepEffect::Forget(_) | KeepEffect::DiscardJournals(_) => return None,
    })
}

fn guessed(job: JobId, id: DocumentId, document: &wire::Document, pool: &schema::Pool) -> Event {
    let found = guess::guess(document, pool);
    let standing_out = guess::standing_out(&found).map(|it| it.ty.full_name().to_owned());
    let candidates = found.into_iter().take(5).map(|it| Candidate {
        type_name: it.ty.full_name().to_owned(),
        score: it.score,
        reason: it.reason,
    });
    Event::Guessed { job, id, candidates: candidates.collect(), standing_out }
}

fn checked(job: JobId, id: DocumentId, version: u64, document: &wire::Document, lens: &schema::Lens) -> Event {
    let mut found = Found::default();
    let mut on = |it: check::Found| {
        found.push(Finding { path: it.path, problem: it.problem });
        ControlFlow::Continue(())
    };
    check::check(document, lens, &mut on).unwrap();
    Event::Checked { job, id, version, found, is_over: true }
}

fn job_of(effect: &Effect) -> Option<JobId> {
    match effect {
        Effect::File(FileEffect::Save(save)) => Some(save.job),
        Effect::File(FileEffect::WriteValue(it)) => Some(it.job),
        Effect::File(FileEffect::ReadFile { job, .. } | FileEffect::ReadClip { job, .. })
        | Effect::Work(
            WorkEffect::Index { job, .. }
            | WorkEffect::Guess { job, .. }
            | WorkEffect::Check { job, .. }
            | WorkEffect::Lead { job, .. }
            | WorkEffect::Find { job, .. }
            | WorkEffect::Print { job, .. },
        )
        | Effect::Keep(KeepEffect::Recover { job, .. }) => Some(*job),
        Effect::File(_) | Effect::Work(_) | Effect::Keep(_) | Effect::Window(_) | Effect::Stop(_) => None,
    }
}

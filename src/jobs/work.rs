//! The work itself, on threads of its own: opening, saving, reading into caches, indexing, guessing, checking. Each
//! looks at its token and tells how far it has come.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::journal::Shared as Journals;
use super::reports::Reports;
use super::save::{NotSaved, SaveOptions, save_with};
use super::watched::{Token, Watched};
use crate::app::journal::JournalId;
use crate::app::loading::BLOCK;
use crate::app::{
    Candidate, CopyError, Copying, DocumentId, Event, FileError, FileProblem, Finding, Found, JobId, Origin, Save,
    Searched, WriteValue,
};
use crate::schema::find::{Hit, KEPT, KEPT_TEXT, Mode, Progress, Query, Search};
use crate::schema::{self, check, guess};
use crate::text::clip::{self, Clip};
use crate::wire::{self, Answer};

/// Bytes indexed between two looks at the token.
const INDEXED: u64 = 4 << 20;
/// Progress is told so often at most.
const OFTEN: Duration = Duration::from_millis(100);
/// What a check has found is told so often at most.
const CHECKED_OFTEN: Duration = Duration::from_millis(300);
/// A check ends after so many problems.
const PROBLEMS: u64 = 100_000;
/// Candidates told of.
const CANDIDATES: usize = 50;

/// Lets something pass so often at most.
struct Pace {
    last: Instant,
    every: Duration,
}

impl Pace {
    fn new(every: Duration) -> Self {
        Self { last: Instant::now(), every }
    }

    fn is_due(&mut self) -> bool {
        let is_due = self.last.elapsed() >= self.every;
        if is_due {
            self.last = Instant::now();
        }
        is_due
    }
}

pub(super) fn read_file(reports: &Reports, job: JobId, path: &Path, type_name: Option<String>) {
    reports.tell(Event::FileRead { job, type_name, result: super::files::open(&at_home(path)) });
}

pub(super) fn read_clip(reports: &Reports, job: JobId, text: &str) {
    let Clip { form, bytes } = clip::read(text);
    reports.tell(Event::ClipRead { job, form, origin: Origin::in_memory(Arc::new(bytes)) });
}

/// A path as a person types it: `~/` is their home.
pub(super) fn at_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) if !path.exists() => home.join(rest),
        _ => path.to_owned(),
    }
}

pub(super) fn recover(reports: &Reports, job: JobId, journal: JournalId, journals: Option<&Journals>) {
    let result = match journals {
        Some(journals) => journals.recover(journal),
        None => Err(FileError::on_open("", FileProblem::NotFound)),
    };
    reports.tell(Event::Recovered { job, journal, result });
}

pub(super) fn save(reports: &Reports, save: Save, token: &Token, journals: Option<&Journals>) {
    let Save { job, id, state, document, origin, target, expected, is_new } = save;
    let target = at_home(&target);
    let target = std::path::absolute(&target).unwrap_or(target);
    let options = SaveOptions { sync: true, origin: Some(origin), expected, is_new };
    let total = document.len();
    let mut pace = Pace::new(OFTEN);
    let mut on = |done| {
        if pace.is_due() {
            reports.tell(Event::Progress { job, done, total });
        }
        if token.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut on_whole = |file| {
        if let Some(journals) = journals {
            journals.mark(id, &document, &target, file);
        }
    };
    let result = save_with(&document, &target, &options, &mut on, &mut on_whole);
    reports.tell(match result {
        Ok(saved) => Event::Saved { job, id, state, target, result: Ok(saved.file) },
        Err(NotSaved::Failed(error)) => Event::Saved { job, id, state, target, result: Err(error) },
        Err(NotSaved::Stopped) => Event::Stopped { job },
    });
}

pub(super) fn write_value(reports: &Reports, write: WriteValue, token: &Token) {
    let WriteValue { job, at, bytes, origin, target, is_new } = write;
    let target = at_home(&target);
    let target = std::path::absolute(&target).unwrap_or(target);
    let options = SaveOptions { sync: true, origin: Some(origin), expected: None, is_new };
    let total = bytes.len();
    let mut pace = Pace::new(OFTEN);
    let mut on = |done| {
        if pace.is_due() {
            reports.tell(Event::Progress { job, done, total });
        }
        if token.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    reports.tell(match save_with(&bytes, &target, &options, &mut on, &mut |_| {}) {
        Ok(_) => Event::ValueWritten { job, at, target, result: Ok(total) },
        Err(NotSaved::Failed(error)) => Event::ValueWritten { job, at, target, result: Err(error) },
        Err(NotSaved::Stopped) => Event::Stopped { job },
    });
}

pub(super) fn fetch(reports: &Reports, document: DocumentId, origin: &Origin, ranges: Vec<Range<u64>>) {
    let source = origin.blocking();
    let mut block = Vec::new();
    for range in ranges {
        for start in range.clone().step_by(BLOCK as usize) {
            block.resize((range.end.min(start + BLOCK) - start) as usize, 0);
            let Some(cache) = origin.cache() else { return };
            match source.read(start, &mut block) {
                Answer::Bytes => cache.fill(start, &block),
                Answer::Absent | Answer::Gone => cache.set_gone(),
            }
        }
    }
    reports.tell(Event::Fetched { document });
}

pub(super) fn index(
    reports: &Reports,
    job: JobId,
    id: DocumentId,
    document: &wire::Document,
    mut level: wire::Level,
    token: &Token,
) {
    let wire::Span { start, len: total, .. } = level.span();
    let mut pace = Pace::new(OFTEN);
    let own_reports = reports.clone();
    // A group is one step, however long it is: how far the walk has come is told by what it reads.
    let watched = Watched::new(document.bytes().original().clone(), token.clone()).on_read(move |at| {
        if pace.is_due() {
            let done = at.saturating_sub(start).min(total);
            own_reports.tell(Event::Progress { job, done, total });
        }
    });
    let document = document.with_source(Arc::new(watched));
    let mut told = level.walked();
    loop {
        let progress = level.extend(document.bytes(), INDEXED);
        let is_over = progress != wire::Progress::More;
        if token.is_stopped() && progress != wire::Progress::Done {
            return reports.tell(Event::Stopped { job });
        }
        if is_over {
            return reports.tell(Event::Indexed { job, id, level, is_over });
        }
        // Copying an index costs as much as it holds: the longer it is, the rarer.
        if level.walked() > told + told / 4 + 4 * INDEXED {
            told = level.walked();
            reports.tell(Event::Indexed { job, id, level: level.clone(), is_over });
        }
    }
}

pub(super) fn guess(
    reports: &Reports,
    job: JobId,
    id: DocumentId,
    document: &wire::Document,
    pool: &schema::Pool,
    token: &Token,
) {
    let watched = Arc::new(Watched::new(document.bytes().original().clone(), token.clone()));
    let found = guess::guess(&document.with_source(watched), pool);
    if token.is_stopped() {
        return reports.tell(Event::Stopped { job });
    }
    let standing_out = guess::standing_out(&found).map(|it| it.ty.full_name().to_owned());
    let candidates = found.into_iter().take(CANDIDATES).map(|it| Candidate {
        type_name: it.ty.full_name().to_owned(),
        score: it.score,
        reason: it.reason,
    });
    reports.tell(Event::Guessed { job, id, candidates: candidates.collect(), standing_out });
}

/// A check to be done.
pub(super) struct Check {
    pub job: JobId,
    pub id: DocumentId,
    pub version: u64,
    pub document: wire::Document,
    pub lens: schema::Lens,
}

pub(super) fn check(reports: &Reports, check: &Check, token: &Token) {
    let Check { job, id, version, document, lens } = check;
    let (job, id, version) = (*job, *id, *version);
    let source = document.bytes().original().clone();
    let total = source.len();
    let (mut pace, mut checked_pace) = (Pace::new(OFTEN), Pace::new(CHECKED_OFTEN));
    let own_reports = reports.clone();
    let watched = Watched::new(source, token.clone()).on_read(move |done| {
        if pace.is_due() {
            own_reports.tell(Event::Progress { job, done, total });
        }
    });
    let mut found = Found::default();
    let result = check::check(&document.with_source(Arc::new(watched)), lens, &mut |it| {
        found.push(Finding { path: it.path, problem: it.problem });
        if checked_pace.is_due() {
            reports.tell(Event::Checked { job, id, version, found: found.clone(), is_over: false });
        }
        found.is_cut = found.total() >= PROBLEMS;
        if found.is_cut || token.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    reports.tell(match result {
        _ if token.is_stopped() => Event::Stopped { job },
        // Lost bytes are problems in the list already; the check ends where it cannot go on.
        Ok(()) | Err(_) => Event::Checked { job, id, version, found, is_over: true },
    });
}

/// Records, or windows of bytes, searched between two looks at the token.
const SEARCHED: u64 = 2_000;
/// Hits handed over at once.
const HITS: usize = 2_000;

/// A search to be done.
pub(super) struct Find {
    pub job: JobId,
    pub documents: Vec<Searched>,
    pub query: Query,
}

/// How far a search of several documents has come.
#[derive(Default)]
struct Come {
    /// Bytes of the documents that are searched.
    done: u64,
    /// Bytes of all of them.
    len: u64,
    /// What was found in those that are searched.
    total: u64,
    /// Hits told, and their text.
    told: u64,
    told_text: usize,
}

pub(super) fn find(reports: &Reports, find: &Find, token: &Token) {
    let len = find.documents.iter().map(|it| it.document.len()).sum();
    let mut come = Come { len, ..Come::default() };
    for (i, it) in find.documents.iter().enumerate() {
        let is_last = i + 1 == find.documents.len();
        if search(reports, find, it, is_last, &mut come, token).is_break() {
            return reports.tell(Event::Stopped { job: find.job });
        }
    }
}

/// Searches one of the documents; breaks off where the search was stopped.
fn search(
    reports: &Reports,
    find: &Find,
    Searched { id, document, lens }: &Searched,
    is_last: bool,
    come: &mut Come,
    token: &Token,
) -> ControlFlow<()> {
    let (job, id, query) = (find.job, *id, &find.query);
    let watched = Arc::new(Watched::new(document.bytes().original().clone(), token.clone()));
    let document = document.with_source(watched);
    let Ok(mut search) = Search::new(&document, lens, query) else { return ControlFlow::Break(()) };
    let (mut pace, mut hits_pace) = (Pace::new(OFTEN), Pace::new(OFTEN));
    let mut hits = Vec::new();
    // The first hits are seen at once.
    let mut is_told = false;
    loop {
        let budget = if query.mode == Mode::Bytes { SEARCHED / 500 } else { SEARCHED };
        let progress = search.step(budget, &mut hits);
        if token.is_stopped() {
            return ControlFlow::Break(());
        }
        let is_over = !matches!(progress, Ok(Progress::More));
        if is_over || hits.len() >= HITS || (!hits.is_empty() && (!is_told || hits_pace.is_due())) {
            is_told = true;
            let mut hits = std::mem::take(&mut hits);
            hits.retain(|it| come.has_room(it));
            let total = come.total + search.total();
            reports.tell(Event::Found { job, id, hits, total, is_over: is_over && is_last });
        }
        if is_over {
            come.total += search.total();
            come.done += document.len();
            return ControlFlow::Continue(());
        }
        if pace.is_due() {
            reports.tell(Event::Progress { job, done: come.done + search.at(), total: come.len });
        }
    }
}

impl Come {
    /// True for a hit that is told: so many are in all, as of one document.
    fn has_room(&mut self, hit: &Hit) -> bool {
        let has_room = self.told < KEPT && self.told_text < KEPT_TEXT;
        if has_room {
            self.told += 1;
            self.told_text += hit.text_len();
        }
        has_room
    }
}

/// A path to be followed.
pub(super) struct Lead {
    pub job: JobId,
    pub id: DocumentId,
    pub version: u64,
    pub document: wire::Document,
    pub lens: schema::Lens,
    pub text: String,
}

pub(super) fn lead(reports: &Reports, lead: Lead, token: &Token) {
    let Lead { job, id, version, document, lens, text } = lead;
    let source = document.bytes().original().clone();
    let total = source.len();
    let mut pace = Pace::new(OFTEN);
    let own_reports = reports.clone();
    let watched = Watched::new(source, token.clone()).on_read(move |done| {
        if pace.is_due() {
            own_reports.tell(Event::Progress { job, done, total });
        }
    });
    let led = crate::app::lead(&document.with_source(Arc::new(watched)), &lens, &text);
    reports.tell(match led {
        Ok(led) if !token.is_stopped() => Event::Led { job, id, version, text, led },
        Ok(_) | Err(_) => Event::Stopped { job },
    });
}

pub(super) fn print(reports: &Reports, job: JobId, copying: &Copying, token: &Token) {
    let go_on = &mut |_| if token.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    reports.tell(match copying.print(go_on) {
        Err(CopyError::Stopped) => Event::Stopped { job },
        result => Event::Printed { job, result },
    });
}

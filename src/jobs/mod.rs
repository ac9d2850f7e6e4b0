//! What touches the outside: files and dialogs. Carries out Effects on named threads over bounded channels and
//! answers with Events; nothing here ever makes the window wait. Knows no window: a waker given at start asks for a
//! repaint. Files are opened and saved by [`open`] and [`save()`], for the command line too.

mod blocks;
#[cfg(target_os = "linux")]
mod colours;
pub mod desktop;
mod dialogs;
mod disk;
pub mod files;
mod folders;
pub mod instance;
mod journal;
mod kept;
mod lanes;
mod listing;
mod reports;
pub mod save;
pub mod signals;
mod start;
mod watched;
mod work;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use self::disk::Disk;
use self::journal::Journals;
use self::kept::Keeper;
use self::lanes::Lane;
use self::reports::Reports;
use self::watched::Token;
use crate::app::{Effect, Event, JobId, PathPurpose, Picked};

pub use dialogs::{Dialogs, SystemDialogs};
pub use files::{FileSource, open};
pub use folders::Folders;
pub use instance::Instance;
pub use save::{Beside, NotSaved, SaveOptions, Saved, save, save_with};

/// Asks the window to look for Events; called from any thread.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The threads that carry out Effects.
pub struct Jobs {
    reports: Reports,
    events: Receiver<Event>,
    dialogs: Arc<dyn Dialogs>,
    /// Remembers; `None` where nothing is to be remembered.
    keeper: Option<Keeper>,
    /// Unsaved edits; `None` where they are not journaled.
    journals: Option<Journals>,
    disk: Disk,
    tokens: HashMap<JobId, Token>,
    open: Lane,
    save: Lane,
    fetch: Lane,
    index: Lane,
    guess: Lane,
    check: Lane,
    find: Lane,
    list: Lane,
    copy: Lane,
}

/// Does something once, on a thread of its own, that reports to nobody.
pub fn aside(name: &str, work: impl FnOnce() + Send + 'static) {
    _ = std::thread::Builder::new().name(name.to_owned()).spawn(work);
}

impl Jobs {
    /// Starts without a thread: each is started when it is first needed.
    pub fn new(waker: Waker) -> Self {
        Self::with_dialogs(waker, Arc::new(SystemDialogs))
    }

    /// The same with other dialogs than the system's.
    pub fn with_dialogs(waker: Waker, dialogs: Arc<dyn Dialogs>) -> Self {
        let (reports, events) = Reports::new(waker);
        let lane = |name| Lane::new(name, reports.clone());
        let [open, save, fetch, index] = ["open", "save", "fetch", "index"].map(lane);
        let [guess, check, find] = ["guess", "check", "find"].map(lane);
        let [list, copy] = ["list", "copy"].map(lane);
        let (keeper, journals, disk, tokens) = (None, None, Disk::new(reports.clone()), HashMap::new());
        Self {
            reports,
            events,
            dialogs,
            keeper,
            journals,
            disk,
            tokens,
            open,
            save,
            fetch,
            index,
            guess,
            check,
            find,
            list,
            copy,
        }
    }

    /// Has what is remembered, and what is not saved, kept in these folders, and tells what was kept in them. Reads a few
    /// short files: for the start. Without it nothing is remembered.
    pub fn keep_in(&mut self, folders: Folders) -> Vec<Event> {
        self.journals = Some(Journals::new(&folders.state, self.reports.clone()));
        self.keeper.insert(Keeper::new(folders, self.reports.clone())).read()
    }

    /// Lets others hand their files to this window from now on.
    pub fn listen(&self, instance: Instance) {
        instance.listen(self.reports.clone());
    }

    /// Tells the system's colours, now and when they change, where the window system does not.
    pub fn follow_colours(&self) {
        #[cfg(target_os = "linux")]
        colours::follow(self.reports.clone());
    }

    /// Carries out an Effect, without waiting. Those of the window are its own and do nothing here.
    pub fn start(&mut self, effect: Effect) {
        match effect {
            Effect::File(effect) => self.start_file(effect),
            Effect::Work(effect) => self.start_work(effect),
            Effect::Keep(effect) => self.start_keep(effect),
            Effect::Stop(job) => {
                if let Some(token) = self.tokens.get(&job) {
                    token.stop();
                }
            }
            Effect::Window(_) => {}
        }
    }

    /// What has happened since the last call, coalesced, a bounded number at once; the waker has been called when
    /// there is more.
    pub fn drain(&mut self) -> Vec<Event> {
        let (events, is_more) = reports::drain(&self.events);
        for event in &events {
            if let Some(job) = ended(event) {
                self.tokens.remove(&job);
            }
        }
        if is_more {
            self.reports.wake();
        }
        events
    }

    fn token(&mut self, job: JobId) -> Token {
        self.tokens.entry(job).or_default().clone()
    }

    fn ask(&self, purpose: PathPurpose, ask: impl FnOnce() -> Picked + Send + 'static) {
        let (reports, of) = (self.reports.clone(), purpose.clone());
        let is_asked = dialogs::on_thread(move || reports.tell(Event::Picked { purpose: of, picked: ask() }));
        if !is_asked {
            self.tell_aside(Event::Picked { purpose, picked: Picked::NoDialogService });
        }
    }

    /// Says that work could not be begun.
    fn complain(&self, is_put: bool, job: JobId) {
        if !is_put {
            self.tell_aside(Event::Broken { job, why: "Too much is waiting to be done".to_owned() });
        }
    }

    /// Tells an event from the window's own thread, which must not wait for room: that is left to another.
    fn tell_aside(&self, event: Event) {
        let reports = self.reports.clone();
        _ = std::thread::Builder::new().name("report".to_owned()).spawn(move || reports.tell(event));
    }
}

/// The job that an event ends.
fn ended(event: &Event) -> Option<JobId> {
    match event {
        Event::FileRead { job, .. }
        | Event::Recovered { job, .. }
        | Event::Saved { job, .. }
        | Event::ValueWritten { job, .. }
        | Event::ClipRead { job, .. }
        | Event::Guessed { job, .. }
        | Event::Led { job, .. }
        | Event::Printed { job, .. }
        | Event::Stopped { job }
        | Event::Broken { job, .. } => Some(*job),
        Event::Indexed { job, is_over, .. }
        | Event::Checked { job, is_over, .. }
        | Event::Found { job, is_over, .. } => is_over.then_some(*job),
        Event::SystemTheme { .. }
        | Event::Picked { .. }
        | Event::Fetched { .. }
        | Event::Kept { .. }
        | Event::SetAside { .. }
        | Event::NotKept { .. }
        | Event::KeptAfterAll { .. }
        | Event::Clipboard(_)
        | Event::Listed(_)
        | Event::Handed { .. }
        | Event::Started { .. }
        | Event::Focused
        | Event::OnDisk { .. }
        | Event::Journaled { .. }
        | Event::NotJournaled { .. }
        | Event::JournalsLeft(_)
        | Event::Progress { .. } => None,
    }
}

#[cfg(test)]
mod tests;

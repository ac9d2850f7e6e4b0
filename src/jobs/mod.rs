//! What touches the outside: files and dialogs. Carries out Effects on named threads over bounded channels and
//! answers with Events; nothing here ever makes the window wait. Knows no window: a waker given at start asks for a
//! repaint. Files are opened and saved by [`open`] and [`save()`], for the command line too.

mod blocks;
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
use crate::app::{Effect, Event, JobId, Picked};

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

    /// Carries out an Effect, without waiting. [`Effect::Copy`], [`Effect::ReadClipboard`], [`Effect::Raise`] and [`Effect::Quit`] are the
    /// window's own and do nothing here.
    #[expect(clippy::too_many_lines, reason = "an arm for each effect")]
    pub fn start(&mut self, effect: Effect) {
        let reports = self.reports.clone();
        match effect {
            Effect::ReadFile { job, path, type_name } => {
                let is_put = self.open.put(Some(job), move || work::read_file(&reports, job, &path, type_name));
                self.complain(is_put, job);
            }
            Effect::Save(save) => {
                let (job, token) = (save.job, self.token(save.job));
                let journals = self.journals.as_ref().map(Journals::shared);
                let is_put = self.save.put(Some(job), move || work::save(&reports, save, &token, journals.as_deref()));
                self.complain(is_put, job);
            }
            Effect::PickFile => {
                let dialogs = self.dialogs.clone();
                self.ask(move || Event::Picked { document: None, picked: dialogs.pick_file() }, None);
            }
            Effect::PickSavePath { document, suggested } => {
                let dialogs = self.dialogs.clone();
                let ask =
                    move || Event::Picked { document: Some(document), picked: dialogs.pick_save_path(&suggested) };
                self.ask(ask, Some(document));
            }
            Effect::Fetch { document, origin, ranges } => {
                let is_put = self.fetch.put(None, move || work::fetch(&reports, document, &origin, ranges));
                if !is_put {
                    // Looked at again, what is absent is asked for again.
                    self.reports.wake();
                }
            }
            Effect::Index { job, id, document, level } => {
                let token = self.token(job);
                let work = move || work::index(&reports, job, id, &document, level, &token);
                let is_put = self.index.put(Some(job), work);
                self.complain(is_put, job);
            }
            Effect::Guess { job, id, document, pool } => {
                let token = self.token(job);
                let work = move || work::guess(&reports, job, id, &document, &pool, &token);
                let is_put = self.guess.put(Some(job), work);
                self.complain(is_put, job);
            }
            Effect::Check { job, id, version, document, lens } => {
                let token = self.token(job);
                let check = work::Check { job, id, version, document, lens };
                let is_put = self.check.put(Some(job), move || work::check(&reports, &check, &token));
                self.complain(is_put, job);
            }
            Effect::Lead { job, id, version, document, lens, text } => {
                let token = self.token(job);
                let lead = work::Lead { job, id, version, document, lens, text };
                let is_put = self.find.put(Some(job), move || work::lead(&reports, lead, &token));
                self.complain(is_put, job);
            }
            Effect::Find { job, id, document, lens, query } => {
                let token = self.token(job);
                let find = work::Find { job, id, document, lens, query };
                let is_put = self.find.put(Some(job), move || work::find(&reports, &find, &token));
                self.complain(is_put, job);
            }
            Effect::Print { job, copying, .. } => {
                let token = self.token(job);
                let is_put = self.copy.put(Some(job), move || work::print(&reports, job, &copying, &token));
                self.complain(is_put, job);
            }
            Effect::Stop(job) => {
                if let Some(token) = self.tokens.get(&job) {
                    token.stop();
                }
            }
            Effect::Keep { kind, bytes } => {
                if let Some(keeper) = &mut self.keeper {
                    keeper.keep(kind, bytes);
                }
            }
            Effect::SetAside { kind, why } => {
                if let Some(keeper) = &mut self.keeper {
                    keeper.set_aside(kind, why);
                }
            }
            Effect::ListFolder(folder) => {
                // Without an answer nothing is completed; the next letter asks again.
                _ = self.list.put(None, move || listing::list(&reports, folder));
            }
            Effect::ReadClip { job, text } => {
                let is_put = self.open.put(Some(job), move || work::read_clip(&reports, job, &text));
                self.complain(is_put, job);
            }
            Effect::Watch(files) => self.disk.watch(files),
            Effect::LookOnDisk => self.disk.look(),
            Effect::Journal(unsaved) => {
                if let Some(journals) = &mut self.journals {
                    journals.write(*unsaved);
                }
            }
            Effect::Forget(id) => {
                if let Some(journals) = &mut self.journals {
                    journals.forget(id);
                }
            }
            Effect::Recover { job, journal } => {
                let journals = self.journals.as_ref().map(Journals::shared);
                let is_put =
                    self.open.put(Some(job), move || work::recover(&reports, job, journal, journals.as_deref()));
                self.complain(is_put, job);
            }
            Effect::DiscardJournals(left) => {
                if let Some(journals) = &mut self.journals {
                    journals.discard(left);
                }
            }
            Effect::Copy(_) | Effect::ReadClipboard | Effect::Raise | Effect::Quit => {}
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

    fn ask(&self, ask: impl FnOnce() -> Event + Send + 'static, document: Option<crate::app::DocumentId>) {
        let reports = self.reports.clone();
        let is_asked = dialogs::on_thread(move || reports.tell(ask()));
        if !is_asked {
            self.tell_aside(Event::Picked { document, picked: Picked::NoDialogService });
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
        | Event::Clipboard(_)
        | Event::Listed(_)
        | Event::Handed(..)
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

//! How the work's threads tell the window: a bounded channel, and a waker that asks it to look.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

use super::Waker;
use crate::app::{DocumentId, Event, JobId};

/// Events that wait at most; who tells more waits.
const WAITING: usize = 1024;
/// Events handed over at once.
pub(super) const AT_ONCE: usize = 256;

/// The end of the channel that work tells into.
#[derive(Clone)]
pub(super) struct Reports {
    sender: SyncSender<Event>,
    waker: Waker,
}

impl Reports {
    pub fn new(waker: Waker) -> (Self, Receiver<Event>) {
        let (sender, receiver) = sync_channel(WAITING);
        (Self { sender, waker }, receiver)
    }

    /// Tells an event and asks for a look. Where nobody listens any more the program is ending.
    pub fn tell(&self, event: Event) {
        if self.sender.send(event).is_ok() {
            (self.waker)();
        }
    }

    /// Asks for a look.
    pub fn wake(&self) {
        (self.waker)();
    }
}

/// What a later event of the same key takes the place of.
#[derive(PartialEq, Eq)]
enum Key {
    Progress(JobId),
    Index(JobId),
    Check(JobId),
    Fetch(DocumentId),
}

fn key(event: &Event) -> Option<Key> {
    match event {
        Event::Progress { job, .. } => Some(Key::Progress(*job)),
        Event::Indexed { job, .. } => Some(Key::Index(*job)),
        Event::Checked { job, .. } => Some(Key::Check(*job)),
        Event::Fetched { document } => Some(Key::Fetch(*document)),
        Event::FileRead { .. }
        | Event::Saved { .. }
        | Event::ValueWritten { .. }
        | Event::SystemTheme { .. }
        | Event::Picked { .. }
        | Event::Clipboard(_)
        | Event::Listed(_)
        | Event::Handed { .. }
        | Event::ClipRead { .. }
        | Event::Guessed { .. }
        | Event::Found { .. }
        | Event::Led { .. }
        | Event::Printed { .. }
        | Event::Kept { .. }
        | Event::SetAside { .. }
        | Event::NotKept { .. }
        | Event::KeptAfterAll { .. }
        | Event::Started { .. }
        | Event::Focused
        | Event::OnDisk { .. }
        | Event::Journaled { .. }
        | Event::NotJournaled { .. }
        | Event::JournalsLeft(_)
        | Event::Recovered { .. }
        | Event::Stopped { .. }
        | Event::Broken { .. } => None,
    }
}

/// The events that wait, a bounded number; of those that say the same thing anew the last. True when there may be more.
pub(super) fn drain(receiver: &Receiver<Event>) -> (Vec<Event>, bool) {
    let mut events = Vec::new();
    let mut is_more = true;
    while events.len() < AT_ONCE {
        match receiver.try_recv() {
            Ok(event) => events.push(event),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {
                is_more = false;
                break;
            }
        }
    }
    let mut kept: Vec<Event> = Vec::with_capacity(events.len());
    let mut seen: Vec<Key> = Vec::new();
    for event in events.into_iter().rev() {
        match key(&event) {
            Some(key) if seen.contains(&key) => {}
            key => {
                seen.extend(key);
                kept.push(event);
            }
        }
    }
    kept.reverse();
    (kept, is_more)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn what_is_said_anew_replaces_what_was_said() {
        let woken = Arc::new(AtomicUsize::new(0));
        let count = woken.clone();
        let (reports, receiver) = Reports::new(Arc::new(move || {
            count.fetch_add(1, Ordering::Relaxed);
        }));
        for done in 0..5 {
            reports.tell(Event::Progress { job: JobId(1), done, total: 9 });
            reports.tell(Event::Fetched { document: DocumentId(1) });
        }
        reports.tell(Event::Stopped { job: JobId(1) });
        let (events, is_more) = drain(&receiver);
        assert!(!is_more);
        assert_eq!(woken.load(Ordering::Relaxed), 11);
        assert!(matches!(
            events.as_slice(),
            [Event::Progress { done: 4, .. }, Event::Fetched { .. }, Event::Stopped { .. }]
        ));
    }

    #[test]
    fn a_bounded_number_is_handed_over_at_once() {
        let (reports, receiver) = Reports::new(Arc::new(|| {}));
        for job in 0..AT_ONCE as u64 + 3 {
            reports.tell(Event::Stopped { job: JobId(job) });
        }
        let (events, is_more) = drain(&receiver);
        assert_eq!((events.len(), is_more), (AT_ONCE, true));
        assert_eq!(drain(&receiver).0.len(), 3);
    }
}

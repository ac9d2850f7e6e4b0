//! Lanes: one named thread for each sort of work, so that a long index does not keep a file from opening. A thread
//! starts when it is first needed and never ends the program: what breaks is told.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;

use super::reports::Reports;
use crate::app::{Event, JobId};

/// Tasks that wait in a lane at most.
const WAITING: usize = 4096;

type Work = Box<dyn FnOnce() + Send>;

struct Task {
    job: Option<JobId>,
    work: Work,
}

/// A thread and what waits for it.
pub(super) struct Lane {
    name: &'static str,
    reports: Reports,
    sender: Option<SyncSender<Task>>,
}

impl Lane {
    pub fn new(name: &'static str, reports: Reports) -> Self {
        Self { name, reports, sender: None }
    }

    /// Puts work in the lane, without waiting. False when there is no room or no thread to be had.
    pub fn put(&mut self, job: Option<JobId>, work: impl FnOnce() + Send + 'static) -> bool {
        if self.sender.is_none() {
            self.sender = self.start();
        }
        let Some(sender) = &self.sender else { return false };
        match sender.try_send(Task { job, work: Box::new(work) }) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }

    fn start(&self) -> Option<SyncSender<Task>> {
        let (sender, receiver) = sync_channel::<Task>(WAITING);
        let reports = self.reports.clone();
        let run = move || {
            for task in receiver {
                let broken = catch_unwind(AssertUnwindSafe(task.work)).err();
                if let (Some(said), Some(job)) = (broken, task.job) {
                    reports.tell(Event::Broken { job, why: words_of(said.as_ref()) });
                }
            }
        };
        thread::Builder::new().name(self.name.to_owned()).spawn(run).ok().map(|_| sender)
    }
}

fn words_of(said: &(dyn Any + Send)) -> String {
    let words = said.downcast_ref::<&str>().map(|it| (*it).to_owned());
    let words = words.or_else(|| said.downcast_ref::<String>().cloned());
    words.unwrap_or_else(|| "it broke off".to_owned())
}

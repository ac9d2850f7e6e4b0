//! How each Effect is put in its lane.

use super::journal::Journals;
use super::{Jobs, listing, work};
use crate::app::{FileEffect, KeepEffect, WorkEffect};

impl Jobs {
    pub(super) fn start_file(&mut self, effect: FileEffect) {
        let reports = self.reports.clone();
        match effect {
            FileEffect::ReadFile { job, path, type_name } => {
                let is_put = self.open.put(Some(job), move || work::read_file(&reports, job, &path, type_name));
                self.complain(is_put, job);
            }
            FileEffect::Save(save) => {
                let (job, token) = (save.job, self.token(save.job));
                let journals = self.journals.as_ref().map(Journals::shared);
                let is_put = self.save.put(Some(job), move || work::save(&reports, save, &token, journals.as_deref()));
                self.complain(is_put, job);
            }
            FileEffect::PickFile { purpose } => {
                let (dialogs, title) = (self.dialogs.clone(), purpose.title());
                self.ask(purpose, move || dialogs.pick_file(title));
            }
            FileEffect::PickSavePath { purpose, suggested } => {
                let (dialogs, title) = (self.dialogs.clone(), purpose.title());
                self.ask(purpose, move || dialogs.pick_save_path(title, &suggested));
            }
            FileEffect::WriteValue(write) => {
                let (job, token) = (write.job, self.token(write.job));
                let is_put = self.save.put(Some(job), move || work::write_value(&reports, write, &token));
                self.complain(is_put, job);
            }
            FileEffect::ListFolder(folder) => {
                // Without an answer nothing is completed; the next letter asks again.
                _ = self.list.put(None, move || listing::list(&reports, folder));
            }
            FileEffect::ReadClip { job, text } => {
                let is_put = self.open.put(Some(job), move || work::read_clip(&reports, job, &text));
                self.complain(is_put, job);
            }
            FileEffect::Watch(files) => self.disk.watch(files),
            FileEffect::LookOnDisk => self.disk.look(),
        }
    }

    pub(super) fn start_work(&mut self, effect: WorkEffect) {
        let reports = self.reports.clone();
        match effect {
            WorkEffect::Fetch { document, origin, ranges } => {
                let is_put = self.fetch.put(None, move || work::fetch(&reports, document, &origin, ranges));
                if !is_put {
                    // Looked at again, what is absent is asked for again.
                    self.reports.wake();
                }
            }
            WorkEffect::Index { job, id, document, level } => {
                let token = self.token(job);
                let work = move || work::index(&reports, job, id, &document, level, &token);
                let is_put = self.index.put(Some(job), work);
                self.complain(is_put, job);
            }
            WorkEffect::Guess { job, id, document, pool } => {
                let token = self.token(job);
                let work = move || work::guess(&reports, job, id, &document, &pool, &token);
                let is_put = self.guess.put(Some(job), work);
                self.complain(is_put, job);
            }
            WorkEffect::Check { job, id, version, document, lens } => {
                let token = self.token(job);
                let check = work::Check { job, id, version, document, lens };
                let is_put = self.check.put(Some(job), move || work::check(&reports, &check, &token));
                self.complain(is_put, job);
            }
            WorkEffect::Lead { job, id, version, document, lens, text } => {
                let token = self.token(job);
                let lead = work::Lead { job, id, version, document, lens, text };
                let is_put = self.find.put(Some(job), move || work::lead(&reports, lead, &token));
                self.complain(is_put, job);
            }
            WorkEffect::Find { job, documents, query } => {
                let token = self.token(job);
                let find = work::Find { job, documents, query };
                let is_put = self.find.put(Some(job), move || work::find(&reports, &find, &token));
                self.complain(is_put, job);
            }
            WorkEffect::Print { job, copying, .. } => {
                let token = self.token(job);
                let is_put = self.copy.put(Some(job), move || work::print(&reports, job, &copying, &token));
                self.complain(is_put, job);
            }
        }
    }

    pub(super) fn start_keep(&mut self, effect: KeepEffect) {
        let reports = self.reports.clone();
        match effect {
            KeepEffect::Keep { kind, bytes } => {
                if let Some(keeper) = &mut self.keeper {
                    keeper.keep(kind, bytes);
                }
            }
            KeepEffect::SetAside { kind, why } => {
                if let Some(keeper) = &mut self.keeper {
                    keeper.set_aside(kind, why);
                }
            }
            KeepEffect::Journal(unsaved) => {
                if let Some(journals) = &mut self.journals {
                    journals.write(*unsaved);
                }
            }
            KeepEffect::Forget(id) => {
                if let Some(journals) = &mut self.journals {
                    journals.forget(id);
                }
            }
            KeepEffect::Recover { job, journal } => {
                let journals = self.journals.as_ref().map(Journals::shared);
                let is_put =
                    self.open.put(Some(job), move || work::recover(&reports, job, journal, journals.as_deref()));
                self.complain(is_put, job);
            }
            KeepEffect::DiscardJournals(left) => {
                if let Some(journals) = &mut self.journals {
                    journals.discard(left);
                }
            }
        }
    }
}

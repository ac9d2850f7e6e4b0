//! Notices are dismissed, what they offer is done, and jobs are stopped.

use super::super::{App, Effect, JobId, NoticeCommand, NoticeId, Tab};
use super::{carry_out, layout};

/// Does what is asked about notices and jobs.
pub(super) fn command(app: &mut App, command: NoticeCommand) -> Vec<Effect> {
    match command {
        NoticeCommand::Dismiss(id) => dismiss(app, id),
        NoticeCommand::DismissAll => dismiss_all(app),
        NoticeCommand::Remedy { notice, action } => remedy(app, notice, action),
        NoticeCommand::StopJob(id) => stop_job(app, id),
    }
}

fn dismiss(app: &mut App, id: NoticeId) -> Vec<Effect> {
    app.notices.retain(|it| it.id != id);
    Vec::new()
}

fn dismiss_all(app: &mut App) -> Vec<Effect> {
    app.notices.clear();
    Vec::new()
}

/// Does what a notice offers, to the document it is about.
fn remedy(app: &mut App, id: NoticeId, action: usize) -> Vec<Effect> {
    let Some(notice) = app.notices.iter().find(|it| it.id == id).cloned() else { return Vec::new() };
    let place = notice.document.and_then(|id| app.layout.find(Tab::Document(id)));
    if notice.document.is_some() && place.is_none() {
        return dismiss(app, id);
    }
    let mut effects = place.map(|at| layout::show(app, at)).unwrap_or_default();
    dismiss(app, id);
    if let Some((_, command)) = notice.actions.into_iter().nth(action) {
        effects.extend(carry_out(app, command));
    }
    effects
}

fn stop_job(app: &mut App, id: JobId) -> Vec<Effect> {
    let is_stoppable = app.jobs.iter().any(|job| job.id == id && job.can_stop);
    if is_stoppable { vec![Effect::Stop(id)] } else { Vec::new() }
}

//! How fast jobs come forward: what they say of their progress, over the time it took. Knows no window.

use std::collections::{BTreeMap, VecDeque};

use super::words;
use crate::app::{Job, JobId};

/// A job shorter than this, in seconds, is not shown: what comes and goes at once only distracts.
const SHOWN_AFTER: f64 = 0.3;
/// The rate is that of the last so many seconds.
const WINDOW: f64 = 4.0;
/// A rate over less time than this, in seconds, says nothing.
const TELLING: f64 = 0.5;

/// What is known of every job under way.
#[derive(Clone, Debug, Default)]
pub struct Meters(BTreeMap<JobId, Meter>);

#[derive(Clone, Debug)]
struct Meter {
    began: f64,
    /// When so many bytes were done, oldest first.
    samples: VecDeque<(f64, u64)>,
}

/// A job as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Metered {
    /// Done of what is to be done, 0 to 1; `None` where that is not known.
    pub share: Option<f32>,
    /// `12.3 MiB/s`; empty while it is not known.
    pub rate: String,
    /// `8 s left`; empty while it is not known.
    pub left: String,
}

impl Meters {
    /// Takes in how far the jobs are at a moment in seconds; forgets those that are over.
    pub fn note(&mut self, now: f64, jobs: &[Job]) {
        self.0.retain(|id, _| jobs.iter().any(|job| job.id == *id));
        for job in jobs {
            let meter = self.0.entry(job.id).or_insert_with(|| Meter { began: now, samples: VecDeque::new() });
            if let Some((done, _)) = job.progress {
                meter.note(now, done);
            }
        }
    }

    /// True once a job is worth showing.
    pub fn is_shown(&self, now: f64, id: JobId) -> bool {
        self.0.get(&id).is_some_and(|it| now - it.began >= SHOWN_AFTER)
    }

    /// Seconds until the next job is worth showing.
    pub fn next_shown(&self, now: f64) -> Option<f64> {
        let waits = self.0.values().map(|it| SHOWN_AFTER - (now - it.began)).filter(|it| *it > 0.0);
        waits.reduce(f64::min)
    }

    /// What is shown of a job.
    pub fn metered(&self, job: &Job) -> Metered {
        let progress = job.progress.filter(|(_, total)| *total > 0);
        let share = progress.map(|(done, total)| (done as f64 / total as f64).clamp(0.0, 1.0) as f32);
        let rate = self.0.get(&job.id).and_then(Meter::rate);
        let left = progress.zip(rate).map(|((done, total), rate)| total.saturating_sub(done) as f64 / rate);
        Metered {
            share,
            rate: rate.map(|it| format!("{}/s", words::size(it as u64))).unwrap_or_default(),
            left: left.map(time_left).unwrap_or_default(),
        }
    }
}

impl Meter {
    fn note(&mut self, now: f64, done: u64) {
        if self.samples.back().is_none_or(|(_, before)| *before < done) {
            self.samples.push_back((now, done));
        }
        // One sample older than the window stays, so that there is always something to measure from.
        while self.samples.get(1).is_some_and(|(at, _)| now - at > WINDOW) {
            self.samples.pop_front();
        }
    }

    /// Bytes a second.
    fn rate(&self) -> Option<f64> {
        let ((from, before), (to, now)) = (self.samples.front()?, self.samples.back()?);
        let took = to - from;
        (took >= TELLING && now > before).then(|| (now - before) as f64 / took)
    }
}

/// Time to wait, as exact as it is worth.
fn time_left(seconds: f64) -> String {
    match seconds.ceil() as u64 {
        0..=1 => "1 s left".to_owned(),
        s @ 2..=99 => format!("{s} s left"),
        s @ 100..=5_999 => format!("{} min left", s.div_ceil(60)),
        s @ 6_000..=359_999 => format!("{} h left", s.div_ceil(3_600)),
        _ => "days left".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, FileCommand, Sample};

    fn job() -> Job {
        let mut app = App::new();
        _ = app.update(FileCommand::OpenSample(Sample::ResourceUsage));
        app.jobs()[0].clone()
    }

    #[test]
    fn the_rate_is_what_was_done_over_the_time_it_took() {
        let (mut meters, mut job) = (Meters::default(), job());
        for second in 0..4u64 {
            job.progress = Some((second << 20, 11 << 20));
            meters.note(second as f64, std::slice::from_ref(&job));
        }
        let shown = meters.metered(&job);
        assert_eq!((shown.rate.as_str(), shown.left.as_str()), ("1.0 MiB/s", "8 s left"));
        assert_eq!(shown.share, Some(3.0 / 11.0));
    }

    #[test]
    fn the_first_moments_say_nothing_and_old_ones_are_forgotten() {
        let (mut meters, mut job) = (Meters::default(), job());
        job.progress = Some((1, 100));
        meters.note(0.0, std::slice::from_ref(&job));
        assert_eq!(meters.metered(&job).rate, "");
        for second in 1..60u64 {
            job.progress = Some((1 + second * 10, 10_000));
            meters.note(second as f64, std::slice::from_ref(&job));
        }
        assert_eq!(meters.metered(&job).rate, "10 B/s");
        meters.note(60.0, &[]);
        assert_eq!(meters.metered(&job).rate, "");
    }

    #[test]
    fn a_job_that_is_over_at_once_is_never_shown() {
        let (mut meters, job) = (Meters::default(), job());
        meters.note(5.0, std::slice::from_ref(&job));
        assert!(!meters.is_shown(5.1, job.id));
        assert!(meters.next_shown(5.1).is_some_and(|it| it < 0.3));
        assert!(meters.is_shown(5.4, job.id));
        assert_eq!(meters.next_shown(5.4), None);
    }

    #[test]
    fn time_left_is_as_exact_as_it_is_worth() {
        let all = [0.2, 8.0, 150.0, 7_300.0, 1e9].map(time_left);
        assert_eq!(all, ["1 s left", "8 s left", "3 min left", "3 h left", "days left"]);
    }
}

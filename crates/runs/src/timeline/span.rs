//! Steps on the clock of their run, and the time that they spent waiting.

use super::Run;
use super::session_record::{DataSetFile, SessionRecord, Step};

/// A step that ran. Seconds count from the beginning of the run.
#[derive(Clone, Debug)]
pub(super) struct Span<'a> {
    /// The index of its session.
    pub(super) session: usize,
    pub(super) step: &'a Step,
    pub(super) began: f64,
    pub(super) ended: f64,
    /// Seconds in which a nested step was running, such as the reading of a view.
    pub(super) within: f64,
    /// Seconds in which it waited for the other ends of its pipes.
    pub(super) pipe_wait: f64,
    /// Seconds in which it waited for storage.
    pub(super) storage_wait: f64,
}

impl Span<'_> {
    /// Returns its duration in seconds.
    pub(super) fn seconds(&self) -> f64 {
        self.ended - self.began
    }

    /// Returns its duration without nested steps.
    pub(super) fn own_seconds(&self) -> f64 {
        (self.seconds() - self.within).max(0.0)
    }

    /// Returns its duration without its waits for pipes.
    pub(super) fn worked_seconds(&self) -> f64 {
        (self.own_seconds() - self.pipe_wait).max(0.0)
    }

    /// Returns the share of a wait in its duration, 0 to 1.
    pub(super) fn share(&self, wait: f64) -> f64 {
        match self.seconds() > 0.0 {
            true => wait / self.seconds(),
            false => 0.0,
        }
    }
}

/// Returns the steps that ran, session by session, those of each session by their beginning.
pub(super) fn of_all<'a>(run: &Run, sessions: &'a [SessionRecord]) -> Vec<Span<'a>> {
    let sessions = sessions.iter().enumerate();
    sessions
        .flat_map(|(index, session)| of_session(run, index, session))
        .collect()
}

fn of_session<'a>(run: &Run, session: usize, record: &'a SessionRecord) -> Vec<Span<'a>> {
    let ran = record.steps.iter().filter(|step| step.ran);
    let mut spans: Vec<_> = ran.map(|step| of_step(run, session, step)).collect();
    spans.sort_by(|a, b| a.began.total_cmp(&b.began).then(b.ended.total_cmp(&a.ended)));
    // Steps that began before the current one and have not ended, the innermost last.
    let mut around: Vec<usize> = Vec::new();
    for index in 0..spans.len() {
        while around
            .pop_if(|&mut outer| spans[outer].ended < spans[index].ended)
            .is_some()
        {}
        if let Some(&outer) = around.last() {
            spans[outer].within += spans[index].seconds();
        }
        around.push(index);
    }
    spans
}

fn of_step<'a>(run: &Run, session: usize, step: &'a Step) -> Span<'a> {
    let began = seconds_into(run, step.began_microseconds);
    let ended = seconds_into(run, step.ended_microseconds).max(began);
    let uses = step.read.iter().chain(&step.made).chain(&step.others);
    let files = || uses.clone().filter_map(|data_set| data_set.file.as_ref());
    let pipes = files().filter_map(|file| file.pipe.as_ref());
    let stored = files().chain(&step.utility).filter(|file| file.pipe.is_none());
    // Files may be waited for at the same time, and no share of a step exceeds 1.
    let pipe_wait = within(ended - began, pipes.map(|pipe| pipe.waited_seconds));
    let storage_wait = stored.map(DataSetFile::all_waited_seconds);
    Span {
        session,
        step,
        began,
        ended,
        within: 0.0,
        pipe_wait,
        storage_wait: within(ended - began - pipe_wait, storage_wait),
    }
}

/// Returns the sum of waits, at most `most`.
fn within(most: f64, waits: impl Iterator<Item = f64>) -> f64 {
    // For no waits it is zero; their sum would be -0.
    waits.fold(0.0, |sum, wait| sum + wait.max(0.0)).min(most)
}

/// Converts microseconds since the machine started to seconds since the beginning of the run.
pub(super) fn seconds_into(run: &Run, microseconds: u64) -> f64 {
    microseconds.saturating_sub(run.began_microseconds) as f64 / 1e6
}

impl DataSetFile {
    fn all_waited_seconds(&self) -> f64 {
        self.waited_seconds + self.flush_seconds.unwrap_or_default()
    }
}

//! The view of a run while it lasts.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use feedrate_pageio::OthersWatch;
use feedrate_workload::load::{ScheduleOutcome, ScheduleState, SeriesSink, Watch};

use super::Settings;
use crate::job::Jobs;
use crate::output::aggregate_log::AggregateLog;
use crate::output::disks::DiskWatch;
use crate::output::intervals::Intervals;
use crate::output::live::StatusLine;
use crate::output::live_logs::LiveLogs;
use crate::output::{self, RunResults};
use crate::plan::Plan;
use crate::saved_states;

/// The interval at which the run is polled without a status line.
const LOOK: Duration = Duration::from_millis(250);

/// Updates the status line, prints intermediate results, and begins to count devices and the processor time of others
/// once files have been laid out.
pub(super) struct Watcher<'a, W: Write> {
    jobs: &'a Jobs,
    plan: &'a Plan,
    settings: Settings,
    pub(super) began: Instant,
    pub(super) disks: DiskWatch,
    /// Counts the processor time of others, if jobs are judged.
    pub(super) others: Option<OthersWatch>,
    pub(super) status: Option<StatusLine<'a, W>>,
    pub(super) intervals: Option<Intervals<W>>,
    /// When the next interval ends, and the next intermediate results are due.
    next: [Option<Instant>; 2],
    pub(super) aggregate: Option<AggregateLog>,
    logs: &'a LiveLogs,
    out: &'a mut dyn Write,
    /// The result of printing.
    pub(super) printed: io::Result<()>,
    /// The result of removing the verify states of earlier runs.
    pub(super) removed: Result<(), saved_states::StateError>,
}

impl<'a, W: Write> Watcher<'a, W> {
    /// Creates the watcher of a run that begins now.
    pub(super) fn begin(
        (jobs, plan): (&'a Jobs, &'a Plan),
        settings: Settings,
        logs: &'a LiveLogs,
        out: &'a mut dyn Write,
        messages: W,
    ) -> Self {
        let began = Instant::now();
        let (status, intervals) = match (settings.interval, settings.status) {
            (Some(_), _) => (None, Some(Intervals::new(messages))),
            (None, Some(status)) => (Some(StatusLine::new(jobs, plan, status, messages)), None),
            (None, None) => (None, None),
        };
        let next = |every: Option<Duration>| every.and_then(|every| began.checked_add(every));
        Self {
            jobs,
            plan,
            settings,
            began,
            disks: DiskWatch::begin(jobs, plan),
            others: settings.require_mb_per_core.map(|_| OthersWatch::begin()),
            status,
            intervals,
            next: [settings.interval, settings.interim].map(next),
            aggregate: settings.bandwidth_log.then(|| AggregateLog::new(jobs)),
            logs,
            out,
            printed: Ok(()),
            removed: Ok(()),
        }
    }

    /// Returns whether an interval has ended, and whether intermediate results are due.
    fn due(&mut self) -> [bool; 2] {
        let now = Instant::now();
        let every = [self.settings.interval, self.settings.interim];
        let both = [every[0].is_some(), every[1].is_some()] == [true; 2];
        let mut due = [false; 2];
        for ((due, next), every) in due.iter_mut().zip(&mut self.next).zip(every) {
            let (Some(at), Some(every)) = (*next, every) else {
                continue;
            };
            // With one interval it is only called when that has passed.
            *due = !both || now >= at;
            if *due {
                *next = at.checked_add(every).map(|next| next.max(now));
            }
        }
        due
    }
}

impl<W: Write> Watch for Watcher<'_, W> {
    fn look(&mut self, live: &ScheduleState) {
        // No time passes while files are laid out. Once it does, no work of the devices may be missed: a run may be
        // over before the next poll.
        if live.elapsed.is_zero() {
            self.disks.restart();
            if let Some(others) = &mut self.others {
                *others = OthersWatch::begin();
            }
        }
        if let Some(status) = &mut self.status {
            status.look(live);
        }
        if let Some(log) = &mut self.aggregate {
            log.look(live);
        }
    }

    fn look_every(&self) -> Duration {
        let status = self.status.as_ref();
        let every = status.map_or(LOOK, |status| status.look_every());
        self.aggregate.as_ref().map_or(every, |log| log.every().min(every))
    }

    fn series_sink(&self) -> Option<Arc<dyn SeriesSink>> {
        self.logs.sink()
    }

    fn interim_every(&self) -> Option<Duration> {
        match (self.settings.interval, self.settings.interim) {
            (Some(interval), Some(interim)) => Some(interval.min(interim)),
            (interval, interim) => interval.or(interim),
        }
    }

    fn begins(&mut self, loads: Range<usize>) {
        if self.removed.is_ok() {
            self.removed = saved_states::remove_old(self.jobs, self.plan, loads);
        }
    }

    fn interim(&mut self, outcome: &ScheduleOutcome) {
        let [is_line_due, are_results_due] = self.due();
        if let Some(intervals) = self.intervals.as_mut().filter(|_| is_line_due) {
            intervals.end(outcome);
        }
        if self.printed.is_err() || !are_results_due {
            return;
        }
        if let Some(status) = &mut self.status {
            status.clear();
        }
        let report = RunResults {
            jobs: self.jobs,
            plan: self.plan,
            outcome,
            disks: &self.disks.end(),
            ended: SystemTime::now(),
            elapsed: self.began.elapsed(),
            judgement: None,
        };
        self.printed = output::print(&report, self.settings.formats, self.out);
    }
}

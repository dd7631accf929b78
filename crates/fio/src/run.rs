//! Runs jobs and prints their results.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use feedrate_pageio::CpuUse;
use feedrate_workload::load::{self, ScheduleOutcome, ScheduleState, SeriesSink, Watch};
use feedrate_workload::{Control, OthersWatch};

use crate::job::Jobs;
use crate::output::aggregate_log::AggregateLog;
use crate::output::disks::DiskWatch;
use crate::output::intervals::Intervals;
use crate::output::live::{Status, StatusLine};
use crate::output::live_logs::LiveLogs;
use crate::output::{self, Formats, Report, logs};
use crate::plan::Plan;
use crate::{blame, folders, lint, require, saved_states};

/// The interval at which the run is polled without a status line.
const LOOK: Duration = Duration::from_millis(250);

/// The output settings.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The formats.
    pub formats: Formats,
    /// The required 10^6 bytes a second for each core.
    pub require_mb_per_core: Option<f64>,
    /// The status line on `messages`; `None` for none.
    pub status: Option<Status>,
    /// The interval at which intermediate results are printed; `None` for never.
    pub interim: Option<Duration>,
    /// The interval of lines on `messages`, which take the place of the status line; `None` for none.
    pub interval: Option<Duration>,
    /// True if the bandwidth of all jobs together is logged.
    pub bandwidth_log: bool,
    /// True if only errors are printed to `messages`, and the rest to normal output.
    pub quiet: bool,
}

/// The exit code if jobs failed.
const FAILED: u8 = 1;

/// The exit code if jobs failed that were to be judged.
const UNMEASURED: u8 = 2;

/// The reason why results could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A log could not be written. The results have been printed.
    #[error(transparent)]
    Log(#[from] logs::LogError),
    /// A verify state could not be kept, or one of an earlier run not be removed. The results have been printed.
    #[error(transparent)]
    State(#[from] saved_states::StateError),
    /// The results could not be printed.
    #[error("cannot print the results: {0}")]
    Output(#[from] io::Error),
}

/// Runs jobs. Prints results to `out`, and to `messages` what does not belong to them: the status line, an account of
/// what was measured, the verdict. Returns the exit code, see [`require::exit_code`].
///
/// Jobs that `control` stops are reported as far as they ran. Failures of jobs are in the results. If no job could be
/// run, `messages` gets the reason in one line; normal output then has nothing more, and in the other formats all jobs
/// have failed for that reason.
///
/// # Errors
///
/// Returns an error if something could not be written.
pub fn run(
    jobs: &Jobs,
    plan: &Plan,
    settings: Settings,
    control: &Control,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> Result<u8, RunError> {
    out.write_all(output::header(jobs, plan, settings.formats).as_bytes())?;
    if settings.quiet && settings.formats.normal {
        out.write_all(lint::remarks_of_a_run(jobs).as_bytes())?;
    }
    // It must be visible while the jobs run, not only afterwards.
    out.flush()?;
    let live_logs = LiveLogs::begin(jobs, plan, control.stop_flag());
    let began = Instant::now();
    let (status, intervals) = match (settings.interval, settings.status) {
        (Some(_), _) => (None, Some(Intervals::new(&mut *messages))),
        (None, Some(status)) => {
            let line = StatusLine::new(jobs, plan, status, &mut *messages);
            (Some(line), None)
        }
        (None, None) => (None, None),
    };
    let mut watcher = Watcher {
        jobs,
        plan,
        settings,
        began,
        disks: DiskWatch::begin(jobs, plan),
        others: settings.require_mb_per_core.map(|_| OthersWatch::begin()),
        status,
        intervals,
        next: [settings.interval, settings.interim].map(|every| every.and_then(|every| began.checked_add(every))),
        aggregate: settings.bandwidth_log.then(|| AggregateLog::new(jobs)),
        logs: &live_logs,
        out: &mut *out,
        printed: Ok(()),
        removed: Ok(()),
    };
    let outcome = folders::make(plan).and_then(|()| load::run(&plan.schedule, control, &mut watcher));
    if let Some(status) = &mut watcher.status {
        status.clear();
    }
    if let (Some(intervals), Some(every), Ok(outcome)) = (&mut watcher.intervals, settings.interval, &outcome) {
        intervals.end_last(outcome, every);
    }
    let disks = watcher.disks.end();
    let others = watcher.others.and_then(|others| others.end(CpuUse::default()));
    let (aggregate, removed) = (watcher.aggregate, watcher.removed);
    watcher.printed?;
    let ran = outcome.is_ok();
    let outcome = outcome.unwrap_or_else(|error| {
        let _ = writeln!(messages, "fio: {}", blame::message(&error, jobs, plan));
        load::not_run(&plan.schedule, &error)
    });
    let formats = Formats {
        // Normal output needs no more than the reason above; programs get jobs that failed.
        normal: settings.formats.normal && ran,
        ..settings.formats
    };
    let judgement = settings
        .require_mb_per_core
        .filter(|_| ran)
        .map(|require| require::judge(require, &outcome, others));
    let report = Report {
        jobs,
        plan,
        outcome: &outcome,
        disks: &disks,
        ended: SystemTime::now(),
        elapsed: began.elapsed(),
        judgement: judgement.as_ref(),
    };
    output::print(&report, formats, out)?;
    if !ran {
        return Ok(match settings.require_mb_per_core {
            None => FAILED,
            Some(_) => UNMEASURED,
        });
    }
    let mut account = output::account(&report);
    if let Some(judgement) = &judgement {
        account.push_str(&judgement.text());
    }
    if !settings.quiet {
        // Results are printed even if messages cannot be.
        let _ = messages.write_all(account.as_bytes());
    } else {
        for load in outcome.loads() {
            if let Some(error) = &load.error {
                let _ = writeln!(messages, "fio: {}: {}", load.name, error.text);
            }
        }
    }
    if settings.quiet && formats.normal {
        writeln!(out, "\n{}", account.trim_end())?;
        out.flush()?;
    }
    removed?;
    for path in saved_states::save(&report)? {
        if !settings.quiet {
            let _ = writeln!(messages, "fio: the verify state is in {}", path.display());
        }
    }
    live_logs.finish(&report)?;
    if let Some(log) = &aggregate {
        logs::write_aggregate(log, control.stop_flag())?;
    }
    Ok(require::exit_code(&outcome, judgement.as_ref()))
}

impl<W: Write> Watcher<'_, W> {
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

/// Updates the status line, prints intermediate results, and begins to count devices and the processor time of others
/// once files have been laid out.
struct Watcher<'a, W: Write> {
    jobs: &'a Jobs,
    plan: &'a Plan,
    settings: Settings,
    began: Instant,
    disks: DiskWatch,
    /// Counts the processor time of others, if jobs are judged.
    others: Option<OthersWatch>,
    status: Option<StatusLine<'a, W>>,
    intervals: Option<Intervals<W>>,
    /// When the next interval ends, and the next intermediate results are due.
    next: [Option<Instant>; 2],
    aggregate: Option<AggregateLog>,
    logs: &'a LiveLogs,
    out: &'a mut dyn Write,
    /// The result of printing.
    printed: io::Result<()>,
    /// The result of removing the verify states of earlier runs.
    removed: Result<(), saved_states::StateError>,
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
        let report = Report {
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

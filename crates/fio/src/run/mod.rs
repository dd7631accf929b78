//! Runs jobs and prints their results.

mod watcher;

use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use feedrate_pageio::CpuUse;
use feedrate_workload::Control;
use feedrate_workload::load;

use self::watcher::Watcher;
use crate::job::Jobs;
use crate::output::live::Status;
use crate::output::live_logs::LiveLogs;
use crate::output::{self, Formats, RunResults, logs};
use crate::plan::Plan;
use crate::{blame, folders, lint, require, saved_states};

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
    let mut watcher = Watcher::begin((jobs, plan), settings, &live_logs, &mut *out, &mut *messages);
    let outcome = folders::make(plan).and_then(|()| load::run(&plan.schedule, control, &mut watcher));
    if let Some(status) = &mut watcher.status {
        status.clear();
    }
    if let (Some(intervals), Some(every), Ok(outcome)) = (&mut watcher.intervals, settings.interval, &outcome) {
        intervals.end_last(outcome, every);
    }
    let disks = watcher.disks.end();
    let others = watcher.others.and_then(|others| others.end(CpuUse::default()));
    let (aggregate, removed, began) = (watcher.aggregate, watcher.removed, watcher.began);
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
    let report = RunResults {
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
    tell(&report, settings, out, messages)?;
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

/// Prints the account of a run, its judgement, and with `quiet` the errors of its jobs.
fn tell(report: &RunResults<'_>, settings: Settings, out: &mut dyn Write, messages: &mut dyn Write) -> io::Result<()> {
    let mut account = output::account(report);
    if let Some(judgement) = report.judgement {
        account.push_str(&judgement.text());
    }
    if !settings.quiet {
        // Results are printed even if messages cannot be.
        let _ = messages.write_all(account.as_bytes());
    } else {
        for load in report.outcome.loads() {
            if let Some(error) = &load.error {
                let _ = writeln!(messages, "fio: {}: {}", load.name, error.text);
            }
        }
    }
    if settings.quiet && settings.formats.normal {
        writeln!(out, "\n{}", account.trim_end())?;
        out.flush()?;
    }
    Ok(())
}

//! Running jobs and telling what came of them.

use std::io::{self, Write};
use std::time::{Duration, Instant, SystemTime};

use feedrate_workload::Control;
use feedrate_workload::load::{self, Live, ScheduleOutcome, Watch};

use crate::job::Jobs;
use crate::output::disks::DiskWatch;
use crate::output::live::{Status, StatusLine};
use crate::output::{self, Formats, Report, logs};
use crate::plan::Plan;
use crate::require;
use crate::{blame, folders, lint};

/// How often the run is looked at where there is no status line.
const LOOK: Duration = Duration::from_millis(250);

/// How results are told.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// In which formats.
    pub formats: Formats,
    /// 10^6 bytes a second that each core must get.
    pub require_mb_per_core: Option<f64>,
    /// The status line that is kept on `messages`; absent: none is.
    pub status: Option<Status>,
    /// How often what came of the jobs so far is printed while they run; absent: never.
    pub interim: Option<Duration>,
    /// Whether nothing but errors is said to `messages`, and the rest stands in normal output.
    pub quiet: bool,
}

/// The exit code where jobs failed.
const FAILED: u8 = 1;

/// The exit code where jobs failed that were to be judged.
const UNMEASURED: u8 = 2;

/// Why results could not be told.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A log could not be written. The results have been printed.
    #[error(transparent)]
    Log(#[from] logs::LogError),
    /// The results could not be printed.
    #[error("cannot print the results: {0}")]
    Output(#[from] io::Error),
}

/// Runs jobs. Prints results to `out`, and to `messages` what would disturb who reads results: the status line, an
/// account of what was measured, the verdict. Gives the exit code, see [`require::exit_code`].
///
/// What `control` stops is told as far as it ran. What a job fails of is in the results. Where no job could be run,
/// `messages` tells why in a line; normal output then has nothing more, and in the others all jobs have failed of it.
///
/// # Errors
/// When something could not be written.
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
    // Who watches should see it while the jobs run, not after.
    out.flush()?;
    let began = Instant::now();
    let mut watcher = Watcher {
        jobs,
        plan,
        settings,
        began,
        disks: DiskWatch::begin(jobs, plan),
        status: settings
            .status
            .map(|status| StatusLine::new(jobs, plan, status, &mut *messages)),
        out: &mut *out,
        printed: Ok(()),
    };
    let outcome =
        folders::make(plan).and_then(|()| load::run(&plan.schedule, control, &mut watcher));
    if let Some(status) = &mut watcher.status {
        status.clear();
    }
    let disks = watcher.disks.end();
    watcher.printed?;
    let ran = outcome.is_ok();
    let outcome = outcome.unwrap_or_else(|error| {
        let _ = writeln!(messages, "fio: {}", blame::message(&error, jobs, plan));
        load::not_run(&plan.schedule, &error)
    });
    let formats = Formats {
        // Who reads for himself has read why; programs find jobs that failed.
        normal: settings.formats.normal && ran,
        ..settings.formats
    };
    let judgement = settings
        .require_mb_per_core
        .filter(|_| ran)
        .map(|require| require::judge(require, &outcome));
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
        // Whoever does not listen to messages gets results all the same.
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
    logs::write(&report, control.stop_flag())?;
    Ok(require::exit_code(&outcome, judgement.as_ref()))
}

/// Keeps the status line, prints what came of the jobs so far, and begins counting devices when files have been laid
/// out.
struct Watcher<'a, W: Write> {
    jobs: &'a Jobs,
    plan: &'a Plan,
    settings: Settings,
    began: Instant,
    disks: DiskWatch,
    status: Option<StatusLine<'a, W>>,
    out: &'a mut dyn Write,
    /// What came of the printing.
    printed: io::Result<()>,
}

impl<W: Write> Watch for Watcher<'_, W> {
    fn look(&mut self, live: &Live) {
        // While files are laid out no time passes. Once it does, nothing of what the devices did may be lost: a run
        // may be over before the next look.
        if live.elapsed.is_zero() {
            self.disks.restart();
        }
        if let Some(status) = &mut self.status {
            status.look(live);
        }
    }

    fn look_every(&self) -> Duration {
        let status = self.status.as_ref();
        status.map_or(LOOK, |status| status.look_every())
    }

    fn interim_every(&self) -> Option<Duration> {
        self.settings.interim
    }

    fn interim(&mut self, outcome: &ScheduleOutcome) {
        if self.printed.is_err() {
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

//! The phases of a check, in order.

mod alarm;
mod clock;
mod endurance;
mod folder;
mod metadata;
mod phases;
mod prepare;
mod together;

use std::path::Path;

use feedrate_document::Header;
use feedrate_workload::{Control, RunAs};

use crate::error::{Error, Result};
use crate::options::{Budget, Options};
use crate::phase::Phase;
use crate::preflight::Machine;
use crate::result::{AllFolders, CheckResult, FORMAT_VERSION, FolderResult};
use crate::verdict;
use alarm::Alarm;
pub use clock::Clock;
use folder::FolderCheck;

/// The fewest rounds for a 95 % interval of a median.
const LEAST_ROUNDS: usize = 6;

/// Receives the progress of a check.
pub trait Observer: Sync {
    /// A phase of a folder begins; `check` is the time of the whole check.
    fn begins(&self, folder: &Path, phase: Phase, check: &Clock);
}

/// Checks folders, each alone and then all together.
///
/// If `control` is stopped, or an error occurs in the middle, the result so far is returned, marked as incomplete.
///
/// # Errors
///
/// Returns an error if there is no result at all.
pub fn check(options: &Options, control: &Control, observer: &dyn Observer) -> Result<CheckResult> {
    check_within(options.budget(), options, control, observer)
}

/// Checks folders within a time.
fn check_within(budget: Budget, options: &Options, control: &Control, observer: &dyn Observer) -> Result<CheckResult> {
    let machine = Machine::look();
    let cores = machine.cores_to_feed();
    let streams = options.streams.unwrap_or(cores);
    let started_at = feedrate_document::timestamp_now();
    let course = Course {
        budget,
        options,
        machine: &machine,
        streams,
        control,
        observer,
    };
    let mut measured = course.measure()?;
    let is_confirmed = |folder: &FolderResult| !folder.findings.confirmed.is_empty();
    if !control.is_stopped() && !measured.folders.iter().any(is_confirmed) {
        measured.failure.get_or_insert_with(|| Error::NoTime {
            path: options.folders[0].clone(),
            advice: options.to_need_less_time(streams),
        });
    }
    let has_figures = measured.folders.iter().any(|folder| folder.findings.has_figures());
    match measured.failure.take_if(|_| !has_figures) {
        // Who stops it gets a result in any case, though it may say no more than that.
        Some(failure) if !control.is_stopped() => return Err(failure),
        _ => {}
    }
    let CourseOutcome {
        folders,
        together,
        failure,
        phase,
    } = measured;
    let preflights: Vec<_> = folders.iter().map(|folder| &folder.preflight).collect();
    let fingerprint = machine.fingerprint(&preflights);
    let begun: Vec<_> = folders.iter().map(FolderResult::as_judged).collect();
    let all = together.as_ref().map(|together| &together.measured);
    let verdict = verdict::of_all(options, &machine, &begun, all);
    let complete = !control.is_stopped() && failure.is_none();
    Ok(CheckResult {
        feedrate: Header::new("check", FORMAT_VERSION),
        started_at,
        complete,
        ended_in: phase.filter(|_| !complete),
        error: failure.map(|error| error.to_string()),
        options: options.clone(),
        cores_to_feed: cores,
        streams,
        fingerprint,
        machine,
        folders,
        together,
        verdict,
    })
}

/// A check that is under way.
struct Course<'a> {
    budget: Budget,
    options: &'a Options,
    machine: &'a Machine,
    streams: usize,
    control: &'a Control,
    observer: &'a dyn Observer,
}

/// The figures of a check, and how it ended.
#[derive(Default)]
struct CourseOutcome {
    folders: Vec<FolderResult>,
    together: Option<AllFolders>,
    failure: Option<Error>,
    /// The last phase that was begun.
    phase: Option<Phase>,
}

impl Course<'_> {
    fn measure(&self) -> Result<CourseOutcome> {
        let (options, control) = (self.options, self.control);
        let number = options.folders.len();
        let mut clock = Clock::start(self.budget.of(number));
        // Errors in any of the folders are found before time is spent on another.
        let prepared = prepare::all_folders(options, self.machine, control, (self.observer, &clock))?;
        let mut measured = CourseOutcome {
            phase: Some(Phase::Preflight),
            ..CourseOutcome::default()
        };
        let mut benches = Vec::new();
        for (index, folder) in prepared.into_iter().enumerate() {
            if control.is_stopped() {
                break;
            }
            let after = self.budget.of(number - 1 - index) + self.budget.long;
            let mut check = FolderCheck {
                options,
                machine: self.machine,
                control,
                observer: self.observer,
                folder: folder.folder.clone(),
                streams: self.streams,
                clock: clock.part(self.budget.folder, after),
                check: clock,
                phase: Phase::Preflight,
            };
            let (bench, result, ended) = check.run(folder);
            clock = check.check;
            measured.phase = Some(check.phase);
            measured.folders.extend(result);
            benches.extend(bench);
            measured.failure = ended.err().filter(|_| !control.is_stopped());
            if measured.failure.is_some() {
                break;
            }
        }
        let is_whole = measured.folders.len() == number && measured.failure.is_none();
        if number > 1 && is_whole && !control.is_stopped() {
            measured.phase = Some(Phase::Together);
            let folders = &measured.folders;
            self.observer.begins(&folders[0].folder, Phase::Together, &clock);
            let alarm = Alarm::set(control, clock.ends);
            match together::measure(options, &benches, folders, self.streams, alarm.control()) {
                Ok(all) => measured.together = all,
                Err(error) => measured.failure = Some(error),
            }
        }
        Ok(measured)
    }
}

fn run_as(options: &Options) -> RunAs {
    if options.processes {
        RunAs::Processes
    } else {
        RunAs::Threads
    }
}

#[cfg(test)]
mod tests;

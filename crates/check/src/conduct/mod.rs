//! The phases of a check, in order.

mod folder;
mod phases;
mod prepare;
mod together;

use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_document::Header;
use feedrate_workload::{Control, RunAs};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::options::Options;
use crate::preflight::Machine;
use crate::result::{CheckResult, FORMAT_VERSION, FolderResult};
use crate::verdict;
use folder::FolderCheck;

/// The fewest rounds for a 95 % interval of a median.
const LEAST_ROUNDS: usize = 6;

/// The phase of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Examining the machine and the volume.
    Preflight,
    /// Writing the files that are to be read.
    Layout,
    /// Searching among the settings.
    Search,
    /// Repeating the chosen settings.
    Confirmation,
    /// Reading and writing apart, at random, and from the cache.
    Details,
    /// Trials with more and fewer streams.
    Scaling,
    /// Running programs.
    Steps,
    /// All folders at once.
    Together,
}

impl Phase {
    /// Returns its name for a progress line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Preflight => "looking at the volume",
            Self::Layout => "writing test files",
            Self::Search => "searching for the best settings",
            Self::Confirmation => "repeating the best settings",
            Self::Details => "reading and writing apart",
            Self::Scaling => "more and fewer streams",
            Self::Steps => "running the standard steps",
            Self::Together => "all folders together",
        }
    }
}

/// Receives the progress of a check.
pub trait Observer: Sync {
    /// A phase of a folder begins. `left` is the time until the check is complete, if it is known.
    fn begins(&self, folder: &Path, phase: Phase, left: Option<Duration>);
}

/// Checks folders, each alone and then all together.
///
/// If `control` is stopped, or an error occurs in the middle, the result so far is returned, marked as incomplete.
///
/// # Errors
///
/// Returns an error if there is no result at all.
pub fn check(options: &Options, control: &Control, observer: &dyn Observer) -> Result<CheckResult> {
    let machine = Machine::look();
    let cores = machine.cores_to_feed();
    let streams = options.streams.unwrap_or(cores);
    let started_at = feedrate_document::timestamp_now();
    // Errors in any of the folders are found before time is spent on another.
    let prepared = prepare::all_folders(options, &machine, control, observer)?;
    let mut folders = Vec::new();
    let mut benches = Vec::new();
    let mut failure = None;
    let number = prepared.len();
    for (index, folder) in prepared.into_iter().enumerate() {
        let check = FolderCheck {
            options,
            machine: &machine,
            control,
            observer,
            folder: folder.folder.clone(),
            streams,
            started: Instant::now(),
            left: number - index,
        };
        let (bench, result, ended) = check.run(folder);
        folders.extend(result);
        benches.extend(bench);
        failure = ended.err().filter(|_| !control.is_stopped());
        if control.is_stopped() || failure.is_some() {
            break;
        }
    }
    let mut together = None;
    if number > 1 && folders.len() == number && failure.is_none() && !control.is_stopped() {
        observer.begins(&folders[0].folder, Phase::Together, None);
        match together::measure(options, &benches, &folders, streams, control) {
            Ok(measured) => together = measured,
            Err(error) => failure = Some(error),
        }
    }
    let has_figures = |folder: &FolderResult| !folder.findings.confirmed.is_empty();
    // Who stops it gets a result in any case, though it may say no more than that.
    if !control.is_stopped() && !folders.iter().any(has_figures) {
        return Err(failure.unwrap_or_else(|| Error::TooSlow {
            path: options.folders[0].clone(),
        }));
    }
    // Where there are none, the stop is why it failed.
    let failure = failure.filter(|_| folders.iter().any(has_figures));
    let preflights: Vec<_> = folders.iter().map(|folder| &folder.preflight).collect();
    let fingerprint = machine.fingerprint(&preflights);
    let verdicts = folders.iter().filter_map(|folder| folder.verdict.as_ref());
    let verdicts: Vec<_> = verdicts.collect();
    let all = together.as_ref().map(|together| &together.measured);
    let verdict = verdict::of_all(options, &machine, &verdicts, all);
    Ok(CheckResult {
        feedrate: Header::new("check", FORMAT_VERSION),
        started_at,
        complete: !control.is_stopped() && failure.is_none(),
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

fn run_as(options: &Options) -> RunAs {
    if options.processes {
        RunAs::Processes
    } else {
        RunAs::Threads
    }
}

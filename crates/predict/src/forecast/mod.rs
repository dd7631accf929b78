//! Repeats a job in a folder, and holds it against the program itself.

mod document;
mod profiles;
mod seconds;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use feedrate_document::Header;
use feedrate_pageio::Direction;
use feedrate_stats::ratio::PairedRatio;
use serde::Serialize;

use crate::error::Result;
use crate::job::{Job, Source};
use crate::profile::{Profile, ProfiledMachine, machine};
use crate::stand_in::{JobRun, StandIn};

pub use document::document;
pub use profiles::ProfileSpread;
pub use seconds::Seconds;
pub(crate) use seconds::ends_in_words;

/// The version of the JSON of a prediction. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The time that a program is predicted to take in a folder.
#[derive(Clone, Debug, Serialize)]
pub struct Prediction {
    /// The type of the document.
    pub feedrate: Header,
    /// The program.
    pub program: String,
    /// The folder.
    pub folder: String,
    /// The source of the job.
    pub derived_from: Source,
    /// The size of the files, in multiples of the program's.
    pub scale: f64,
    /// The number of times that the job was run.
    pub repeats: u32,
    /// The machine.
    pub machine: ProfiledMachine,
    /// The assumptions, a sentence each.
    pub assumptions: Vec<String>,
    /// The changes of regime by the scale, a sentence each.
    pub regimes: Vec<String>,
    /// The things that could not be had, a sentence each.
    pub notes: Vec<String>,
    /// The profiles that the job was derived from; absent where it was not derived here.
    pub profiles: Option<u32>,
    /// All steps together: from the first beginning to the last end.
    pub total: Figures,
    /// The steps.
    pub steps: Vec<PredictedStep>,
}

/// A step of a prediction.
#[derive(Clone, Debug, Serialize)]
pub struct PredictedStep {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// Its line in the log.
    pub line: u32,
    /// The session that runs it; empty for the program itself.
    pub session: String,
    /// The seconds that it took where the program was profiled.
    pub profiled_seconds: Option<f64>,
    /// The seconds of that profile for which it computes between transfers.
    pub computing_seconds: f64,
    /// The bytes that it reads.
    pub read_bytes: u64,
    /// The bytes that it writes.
    pub written_bytes: u64,
    /// The share of the reading that the page cache served, in the run in the middle.
    pub cache_share: Option<f64>,
    /// Its times.
    #[serde(flatten)]
    pub figures: Figures,
}

/// Predicted and real times.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Of the job. Its ends contain the error of the profiles.
    pub predicted: Seconds,
    /// The error that the profiles make by differing from each other, in seconds: half of a 95 % interval of their
    /// computing; absent for one profile.
    pub profile_error_seconds: Option<f64>,
    /// Of the program, if it was run.
    pub real: Option<Seconds>,
    /// Real divided by predicted, by the pairs of runs.
    pub real_to_predicted: Option<PairedRatio>,
}

/// The options of a prediction.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The folder.
    pub folder: &'a Path,
    /// The number of times that the job is run.
    pub repeats: u32,
    /// The jobs of all profiles, of which the job is the one in the middle; none where it was not derived here.
    pub profiles: &'a [Job],
}

/// Runs the program itself, and returns the profile of that run.
pub type RealRun<'a> = dyn FnMut(&Job) -> Result<Profile> + 'a;

/// Runs a job, and between its runs the program itself if `real` is given.
///
/// # Errors
///
/// Fails if the job's files cannot be made, read or written, or the user stops it.
pub fn predict(
    job: &Job,
    options: Options<'_>,
    stop: &AtomicBool,
    progress: &(dyn Fn(&str) + Sync),
    mut real: Option<&mut RealRun<'_>>,
) -> Result<Prediction> {
    let mut stand_in = StandIn::prepare(job, options.folder, stop, &|name| {
        progress(&format!("making {name}"));
    })?;
    let mut runs = Vec::new();
    let mut reals: Vec<Vec<f64>> = Vec::new();
    let mut totals = Vec::new();
    let mut real_runs = 0;
    let mut notes = Vec::new();
    for repeat in 0..options.repeats.max(1) {
        // The device drifts: which of a pair comes first alternates.
        let real_first = repeat % 2 == 1;
        let mut run_real = || -> Result<()> {
            let Some(real) = &mut real else {
                return Ok(());
            };
            progress(&format!("run {} of the program", repeat + 1));
            let profile = real(job)?;
            let steps = seconds_like(job, &profile);
            let began = profile
                .all_steps()
                .iter()
                .map(|(_, step)| step.began_microseconds)
                .min();
            let ended = profile
                .all_steps()
                .iter()
                .map(|(_, step)| step.ended_microseconds)
                .max();
            totals.push(ended.unwrap_or(0).saturating_sub(began.unwrap_or(0)) as f64 / 1e6);
            reals.extend(steps);
            real_runs += 1;
            Ok(())
        };
        if real_first {
            run_real()?;
        }
        progress(&format!("run {} of the job", repeat + 1));
        let run = stand_in.run()?;
        if !real_first {
            run_real()?;
        }
        runs.push(run);
    }
    notes.extend(stand_in.notes().iter().cloned());
    let of_steps = runs.iter().flat_map(|run| &run.steps).flat_map(|step| &step.notes);
    for note in of_steps {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    if reals.len() < real_runs {
        notes.push(
            "The program ran other steps than those that the job was derived from: its steps are not compared."
                .to_owned(),
        );
        reals.clear();
    }
    Ok(assemble(job, options, &runs, &reals, &totals, notes))
}

/// Returns the times of a program's steps in the order of those of a job; `None` if it ran others. Steps of several
/// sessions may begin in another order in each run.
fn seconds_like(job: &Job, profile: &Profile) -> Option<Vec<f64>> {
    let mut steps = profile.all_steps();
    if steps.len() != job.steps.len() {
        return None;
    }
    let wanted = job.steps.iter();
    wanted
        .map(|wanted| {
            let place = steps
                .iter()
                .position(|(session, step)| *session == wanted.session && step.name == wanted.name)?;
            Some(steps.remove(place).1.seconds())
        })
        .collect()
}

fn assemble(
    job: &Job,
    options: Options<'_>,
    runs: &[JobRun],
    reals: &[Vec<f64>],
    totals: &[f64],
    notes: Vec<String>,
) -> Prediction {
    let spread = ProfileSpread::of(job, options.profiles);
    let steps = job.steps.iter().enumerate().map(|(index, step)| {
        let predicted: Vec<f64> = runs.iter().map(|run| run.steps[index].seconds).collect();
        let real: Vec<f64> = reals.iter().map(|steps| steps[index]).collect();
        let shares = runs.iter().map(|run| run.steps[index].cache_share);
        PredictedStep {
            name: step.name.clone(),
            line: step.line,
            session: step.session.clone(),
            profiled_seconds: step.seconds,
            computing_seconds: step.think_seconds(),
            read_bytes: step.bytes(Direction::Read),
            written_bytes: step.bytes(Direction::Write),
            cache_share: middle(shares),
            figures: Figures::of(&predicted, &real, spread.of_step(index)),
        }
    });
    let predicted: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
    Prediction {
        feedrate: Header::new("predict", FORMAT_VERSION),
        program: job.program.clone(),
        folder: options.folder.display().to_string(),
        derived_from: job.derived_from,
        scale: job.scale,
        repeats: options.repeats,
        machine: machine(),
        assumptions: job.assumptions.clone(),
        regimes: Vec::new(),
        notes,
        profiles: (!options.profiles.is_empty()).then_some(options.profiles.len() as u32),
        total: Figures::of(&predicted, totals, spread.of_all()),
        steps: steps.collect(),
    }
}

impl Figures {
    /// Returns the figures of runs; those of the program are paired with those of the job.
    fn of(predicted: &[f64], real: &[f64], profile_error: Option<f64>) -> Self {
        let pairs: Vec<(f64, f64)> = real.iter().copied().zip(predicted.iter().copied()).collect();
        Self {
            predicted: Seconds::of(predicted).with_error(profile_error.unwrap_or(0.0)),
            profile_error_seconds: profile_error,
            real: (!real.is_empty()).then(|| Seconds::of(real)),
            real_to_predicted: PairedRatio::of(&pairs).filter(|_| !pairs.is_empty()),
        }
    }
}

/// Returns the share in the middle of those that are known; `None` if one is not.
fn middle(shares: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let mut shares: Vec<f64> = shares.collect::<Option<_>>()?;
    shares.sort_by(f64::total_cmp);
    shares.get(shares.len() / 2).copied()
}

//! Several jobs at once, repeated, as JSON. `docs/predict.md` describes it to its users.

use feedrate_document::Header;
use feedrate_pageio::Direction;
use feedrate_runs::latencies::{Percentiles, nearest_rank};
use serde::Serialize;

use super::{JobMix, MixedJob};
use crate::error::Result;
use crate::forecast::Seconds;
use crate::job::Source;
use crate::profile::{ProfiledMachine, machine};
use crate::stand_in::JobRun;

/// The version of the JSON. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The share of the copies of a job, in percent, that its response time covers.
const COVERED_PERCENT: usize = 95;

/// The times that several programs are predicted to take in a folder at the same time.
#[derive(Clone, Debug, Serialize)]
pub struct MixPrediction {
    /// The type of the document.
    pub feedrate: Header,
    /// The folder.
    pub folder: String,
    /// The number of times that the jobs were run.
    pub repeats: u32,
    /// The machine.
    pub machine: ProfiledMachine,
    /// From the common beginning to the end of the last. Its ends contain the error of the profiles.
    pub completion_seconds: Seconds,
    /// The greatest error that the profiles of a job make, in seconds; absent where no job has several profiles.
    pub profile_error_seconds: Option<f64>,
    /// MB (10^6 bytes) a second of all together until then, in the middle run.
    pub megabytes_per_second: Option<f64>,
    /// The jobs, in their order.
    pub jobs: Vec<PredictedJob>,
    /// The assumptions, a sentence each.
    pub assumptions: Vec<String>,
    /// The changes of regime by the scale, a sentence each.
    pub regimes: Vec<String>,
    /// The things that could not be had, a sentence each.
    pub notes: Vec<String>,
}

/// A job of several.
#[derive(Clone, Debug, Serialize)]
pub struct PredictedJob {
    /// Its name.
    pub class: String,
    /// The program that it stands for.
    pub program: String,
    /// The number of its copies.
    pub copies: usize,
    /// The source of the job.
    pub derived_from: Source,
    /// The size of its files, in multiples of the program's.
    pub scale: f64,
    /// The bytes that a copy reads.
    pub read_bytes: u64,
    /// The bytes that a copy writes.
    pub written_bytes: u64,
    /// The profiles that the job was derived from; absent where it was not derived here.
    pub profiles: Option<u32>,
    /// The least of the seconds within which 95 of 100 copies completed, of each run. Its ends contain the error of the
    /// profiles.
    pub response_seconds: Seconds,
    /// The error that the profiles make by differing from each other, in seconds: half of a 95 % interval of their
    /// computing; absent for one profile.
    pub profile_error_seconds: Option<f64>,
    /// The steps.
    pub steps: Vec<PredictedStepTimes>,
}

/// A step of a job, over all copies and runs.
#[derive(Clone, Debug, Serialize)]
pub struct PredictedStepTimes {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// Its line in the log.
    pub line: u32,
    /// The session that runs it; empty for the program itself.
    pub session: String,
    /// The seconds that it took where the program was profiled, alone.
    pub profiled_seconds: Option<f64>,
    /// Its seconds beside the others.
    pub seconds: Option<Percentiles>,
}

/// Runs jobs at the same time, several times.
///
/// # Errors
///
/// Fails if a file cannot be made, read or written, or the user stops it.
pub fn predict(
    mix: &mut JobMix<'_>,
    jobs: &[MixedJob],
    repeats: u32,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<MixPrediction> {
    let mut runs: Vec<Vec<Vec<JobRun>>> = Vec::new();
    let mut completions = Vec::new();
    let mut rates = Vec::new();
    for repeat in 1..=repeats.max(1) {
        progress(&format!("run {repeat} of all jobs"));
        let (run, of_jobs) = mix.measure(1)?;
        completions.push(run.seconds);
        rates.extend(run.megabytes_per_second);
        runs.push(of_jobs);
    }
    rates.sort_by(f64::total_cmp);
    let mut assumptions: Vec<String> = Vec::new();
    for assumption in jobs.iter().flat_map(|job| &job.job.assumptions) {
        if !assumptions.contains(assumption) {
            assumptions.push(assumption.clone());
        }
    }
    let errors = jobs.iter().filter_map(MixedJob::profile_error);
    let error = errors.reduce(f64::max);
    let of_job = |number: usize| runs.iter().map(move |run| &run[number][..]);
    Ok(MixPrediction {
        feedrate: Header::new("predict-mix", FORMAT_VERSION),
        folder: mix.folder.display().to_string(),
        repeats,
        machine: machine(),
        completion_seconds: Seconds::of(&completions).with_error(error.unwrap_or(0.0)),
        profile_error_seconds: error,
        megabytes_per_second: rates.get(rates.len() / 2).copied(),
        jobs: (0..jobs.len())
            .map(|number| PredictedJob::of(&jobs[number], &of_job(number).collect::<Vec<_>>()))
            .collect(),
        assumptions,
        regimes: Vec::new(),
        notes: mix.notes(),
    })
}

impl PredictedJob {
    /// Creates that of a job from its copies in each run.
    fn of(mixed: &MixedJob, runs: &[&[JobRun]]) -> Self {
        let job = &mixed.job;
        let response = |copies: &&[JobRun]| {
            let mut seconds: Vec<f64> = copies.iter().map(|copy| copy.seconds).collect();
            seconds.sort_by(f64::total_cmp);
            nearest_rank(&seconds, COVERED_PERCENT).unwrap_or(0.0)
        };
        let responses: Vec<f64> = runs.iter().map(response).collect();
        let bytes = |direction| job.steps.iter().map(|step| step.bytes(direction)).sum();
        let steps = job.steps.iter().enumerate().map(|(place, step)| {
            let copies = runs.iter().flat_map(|copies| copies.iter());
            let seconds: Vec<f64> = copies.map(|copy| copy.steps[place].seconds).collect();
            PredictedStepTimes {
                name: step.name.clone(),
                line: step.line,
                session: step.session.clone(),
                profiled_seconds: step.seconds,
                seconds: Percentiles::of(&seconds),
            }
        });
        Self {
            class: mixed.class.clone(),
            program: job.program.clone(),
            copies: mixed.copies,
            derived_from: job.derived_from,
            scale: job.scale,
            read_bytes: bytes(Direction::Read),
            written_bytes: bytes(Direction::Write),
            profiles: (!mixed.profiles.is_empty()).then_some(mixed.profiles.len() as u32),
            response_seconds: Seconds::of(&responses).with_error(mixed.profile_error().unwrap_or(0.0)),
            profile_error_seconds: mixed.profile_error(),
            steps: steps.collect(),
        }
    }
}

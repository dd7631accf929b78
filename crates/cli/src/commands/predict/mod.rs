//! `feedrate predict`.

mod arguments;
mod profiled;
mod together;

use std::path::{Path, PathBuf};

use feedrate_pageio::folder;
use feedrate_predict::Result as PredictResult;
use feedrate_predict::forecast::{self, Options, Prediction};
use feedrate_predict::job::{Job, Origin};
use feedrate_predict::profile::Profile;
use feedrate_predict::scale;
use feedrate_predict::source::{JobSource, ProgramSource};
use feedrate_predict::{profile, stand_in};

pub use arguments::PredictArguments;
pub(super) use profiled::{check_profiles, profiled_jobs};

use crate::arguments::ProgramSettings;
use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::progress::Stages;
use crate::{say, stack};

/// The runs of a job where no number is given.
const USUAL_REPEATS: u32 = 3;

impl Execute for PredictArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        stack::run_program(|| {
            let results = Results::to(self.json.as_deref(), self.html.as_deref())?;
            if !self.on.is_dir() {
                let on = self.on.display();
                return Err(
                    format!("--on {on}: it is no folder; name one on the volume that the prediction is for").into(),
                );
            }
            let Some(only) = together::only_source(self) else {
                return together::run(self, &results);
            };
            let settings = settings_of(self);
            let source = JobSource::open(only, say::name_of(only), self.is_static, (&settings).into())?;
            check_profiles(self.profiles, self.is_static, [&source])?;
            let other = other_program(self, &source, &settings)?;
            let interrupt = Interrupt::listen()?;
            let prediction = interrupt.check(predict(self, &source, other.as_ref(), &interrupt))?;
            let document = forecast::document(&prediction);
            interrupt.check(results.deliver(&document, &prediction, &interrupt.stop()))?;
            Ok(Exit::Success)
        })
    }
}

fn predict(
    arguments: &PredictArguments,
    source: &JobSource,
    other: Option<&ProgramSource>,
    interrupt: &Interrupt,
) -> Result<Prediction, String> {
    let stages = Stages::show(&interrupt.control());
    let shown = |what: &str| stages.begin(what, None);
    let profiled = profiled_jobs(source, arguments.is_static, arguments.profiles, interrupt, &shown)?;
    let job = profiled.job;
    let factor = arguments.scale.unwrap_or(1.0);
    let memory = profile::machine().memory_bytes;
    let mut scaled = scale::scaled(&job, factor, memory);
    let kept = scale::change_method(&mut scaled.job, arguments.method.change());
    let profiles = match source.is_program() && !arguments.is_static {
        true => scale::all_scaled(&profiled.all, factor, memory),
        false => Vec::new(),
    };
    let options = Options {
        folder: &arguments.on,
        repeats: arguments.repeats.unwrap_or(USUAL_REPEATS),
        profiles: &profiles,
    };
    let verified = match (source, other) {
        (_, Some(other)) => Some((other, None)),
        (JobSource::Program(own), None) if arguments.verify.is_some() => Some((&**own, Some(inputs_of(&job)))),
        _ => None,
    };
    let mut verified = verified.map(|(program, inputs)| VerifiedProgram {
        program,
        folder: &arguments.on,
        interrupt,
        inputs,
    });
    let mut run_program = verified.as_mut().map(|it| |job: &Job| it.run(job));
    let real = run_program.as_mut().map(|run| run as &mut forecast::RealRun<'_>);
    let predicted = forecast::predict(&scaled.job, options, &interrupt.stop(), &shown, real);
    drop(stages);
    let mut prediction = predicted.map_err(|error| error.to_string())?;
    prediction.regimes = scaled.regimes;
    prediction.notes.extend(kept);
    prediction.notes.extend(profiled.notes);
    Ok(prediction)
}

/// Returns the program of `--verify=PROGRAM`, if there is one.
fn other_program(
    arguments: &PredictArguments,
    source: &JobSource,
    settings: &ProgramSettings,
) -> Result<Option<ProgramSource>, String> {
    match &arguments.verify {
        None => Ok(None),
        Some(Some(program)) => {
            let source = ProgramSource::open(program, say::name_of(program), settings.into());
            source.map(Some).map_err(|error| error.to_string())
        }
        Some(None) if !source.is_program() => Err(format!(
            "--verify: {} is no program; name the program, with --verify=PROGRAM",
            arguments
                .sources
                .first()
                .map_or_else(String::new, |source| source.display().to_string())
        )),
        Some(None) if arguments.scale.is_some() => {
            Err("--verify with --scale: name a program over data of that size, with --verify=PROGRAM".to_owned())
        }
        Some(None) => Ok(None),
    }
}

/// Returns the settings of the program. When it is verified, its WORK is made in the folder of the prediction.
fn settings_of(arguments: &PredictArguments) -> ProgramSettings {
    let mut settings = arguments.settings.clone();
    if arguments.verify.is_some() && settings.work.is_none() {
        settings.work = Some(arguments.on.clone());
    }
    settings
}

/// The program that is run beside the job.
struct VerifiedProgram<'a> {
    program: &'a ProgramSource,
    /// The folder of the prediction, whose volume comes to rest before each run.
    folder: &'a Path,
    interrupt: &'a Interrupt,
    /// Its inputs, and whether the page cache is to hold them; `None` if they are not known yet.
    inputs: Option<Vec<(PathBuf, bool)>>,
}

impl VerifiedProgram<'_> {
    /// Runs the program, from the state of the page cache that the job assumes.
    fn run(&mut self, job: &Job) -> PredictResult<Profile> {
        if self.inputs.is_none() {
            // Another program has inputs of its own, which a run of it tells.
            let profile = self.profile()?;
            self.inputs = Some(inputs_like(job, &profile));
        }
        // Where it fails, the program only has more company.
        let _ = folder::settle(self.folder);
        for (path, cached) in self.inputs.iter().flatten() {
            if path.is_file() {
                stand_in::set_cached(path, *cached, &self.interrupt.stop())?;
            }
        }
        // The job's own run has told about it.
        stand_in::bring_memory_back(job, &self.interrupt.stop());
        self.profile()
    }

    fn profile(&self) -> PredictResult<Profile> {
        self.program.run(&self.interrupt.stop())
    }
}

/// Returns the inputs of a job, with the state of the page cache that it assumes.
fn inputs_of(job: &Job) -> Vec<(PathBuf, bool)> {
    let inputs = job.files.iter().filter_map(|file| match file.origin {
        Origin::Input { cached } => Some((PathBuf::from(file.path.as_ref()?), cached)),
        _ => None,
    });
    inputs.collect()
}

/// Returns the inputs of a program, each in the state that the job assumes for the input in its place.
fn inputs_like(job: &Job, profile: &Profile) -> Vec<(PathBuf, bool)> {
    let states: Vec<bool> = inputs_of(job).into_iter().map(|(_, cached)| cached).collect();
    let last = states.last().copied().unwrap_or(false);
    let inputs = profile.inputs.iter().enumerate();
    inputs
        .map(|(place, input)| {
            let cached = states.get(place).copied().unwrap_or(last);
            (PathBuf::from(&input.path), cached)
        })
        .collect()
}

//! `feedrate predict`.

use std::path::Path;

use feedrate_predict::forecast::{self, Options, Prediction};
use feedrate_predict::job::{Job, Origin};
use feedrate_predict::scale::{self, MethodChange};
use feedrate_predict::{Error, Result as PredictResult};
use feedrate_predict::{profile, stand_in};

use super::derive::{job_of, profile_of};
use crate::arguments::predict::MethodName;
use crate::arguments::{PredictArguments, ProgramSettings};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::Results;
use crate::progress::Stages;
use crate::stack;

/// Predicts what the program of the arguments takes.
pub fn run(arguments: &PredictArguments) -> Exit {
    stack::run_program(|| {
        let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
        let outcome = predict(arguments, &interrupt);
        interrupt.instead_of(&outcome).map_or(outcome, Ok)
    })
}

fn predict(arguments: &PredictArguments, interrupt: &Interrupt) -> Result<Exit, String> {
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    if !arguments.on.is_dir() {
        return Err(format!(
            "--on {}: it is no folder; name one on the volume that the prediction is for",
            arguments.on.display()
        ));
    }
    let stages = Stages::show(&interrupt.control());
    stages.begin("deriving the job", None);
    let settings = settings_of(arguments);
    let job = job_of(&arguments.source, arguments.is_static, &settings, interrupt)?;
    let mut scaled = scale::scaled(
        &job,
        arguments.scale.unwrap_or(1.0),
        profile::machine().memory_bytes,
    );
    let kept = scale::change_method(&mut scaled.job, method_change(arguments));
    let stop = interrupt.stop();
    let shown = |what: &str| stages.begin(what, None);
    let options = Options {
        folder: &arguments.on,
        repeats: arguments.repeats,
    };
    let mut real = |job: &Job| real_run(job, &arguments.source, &settings, interrupt);
    let real: Option<&mut forecast::RealRun<'_>> = match arguments.verify {
        true => Some(&mut real),
        false => None,
    };
    let predicted = forecast::predict(&scaled.job, options, &stop, &shown, real);
    drop(stages);
    let mut prediction: Prediction = predicted.map_err(|error| error.to_string())?;
    prediction.regimes = scaled.regimes;
    prediction.notes.extend(kept);
    let document = forecast::document(&prediction);
    results.deliver(&document, &prediction, &stop)?;
    Ok(Exit::Success)
}

/// Returns the settings of the program. When it is verified, its WORK is made in the folder of the prediction.
fn settings_of(arguments: &PredictArguments) -> ProgramSettings {
    let mut settings = arguments.settings.clone();
    if arguments.verify && settings.work.is_none() {
        settings.work = Some(arguments.on.clone());
    }
    settings
}

fn method_change(arguments: &PredictArguments) -> MethodChange {
    MethodChange {
        direct: arguments.method.map(|method| method == MethodName::Direct),
        buffers: arguments.buffers,
        discipline: arguments.discipline.map(Into::into),
    }
}

/// Runs the program itself, from the state of the page cache that the job assumes.
fn real_run(
    job: &Job,
    program: &Path,
    settings: &ProgramSettings,
    interrupt: &Interrupt,
) -> PredictResult<profile::Profile> {
    for file in &job.files {
        if let (Origin::Input { cached }, Some(path)) = (file.origin, &file.path) {
            stand_in::set_cached(Path::new(path), cached)?;
        }
    }
    profile_of(program, settings, interrupt).map_err(|why| Error::NothingToDerive {
        program: program.display().to_string(),
        why,
    })
}

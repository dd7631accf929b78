//! `feedrate derive`.

use std::path::Path;

use feedrate_pageio::course;
use feedrate_predict::fio_job::{self, FioOptions, Form};
use feedrate_predict::job::Job;
use feedrate_predict::profile::{self, Given, Profile, ProfileRecord};
use feedrate_predict::{derive, scale};
use feedrate_session::Ending;

use super::profile::run_arguments;
use super::run::{execute, load, plan};
use crate::arguments::derive::FioFormName;
use crate::arguments::{DeriveArguments, ProgramFiles, ProgramSettings};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::{output, say, stack};

/// Derives the job of the arguments.
pub fn run(arguments: &DeriveArguments) -> Exit {
    stack::run_program(|| {
        let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
        let outcome = derive_job(arguments, &interrupt);
        interrupt.instead_of(&outcome).map_or(outcome, Ok)
    })
}

fn derive_job(arguments: &DeriveArguments, interrupt: &Interrupt) -> Result<Exit, String> {
    let job = job_of(
        &arguments.source,
        arguments.is_static,
        &arguments.settings,
        interrupt,
    )?;
    let mut scaled = scale::scaled(
        &job,
        arguments.scale.unwrap_or(1.0),
        profile::machine().memory_bytes,
    );
    let kept = scale::change_method(&mut scaled.job, arguments.method.change());
    for regime in scaled.regimes.iter().chain(&kept) {
        say::line(format_args!("{regime}"));
    }
    match arguments.fio {
        Some(form) => write_fio_job(&scaled.job, form, arguments, interrupt)?,
        None => {
            let text = serde_json::to_string_pretty(&scaled.job);
            let text = text.map_err(|error| error.to_string())? + "\n";
            deliver(arguments.output.as_deref(), &text, interrupt)?;
        }
    }
    Ok(Exit::Success)
}

/// Writes text to a file, or to standard output.
fn deliver(to: Option<&Path>, text: &str, interrupt: &Interrupt) -> Result<(), String> {
    match to {
        Some(path) => output::write(path, text),
        None => output::to_stdout(text.as_bytes(), &interrupt.stop()),
    }
}

/// Writes a job file of fio, and its recordings beside it.
fn write_fio_job(
    job: &Job,
    form: FioFormName,
    arguments: &DeriveArguments,
    interrupt: &Interrupt,
) -> Result<(), String> {
    let file = arguments.output.as_deref();
    let stem = file
        .and_then(Path::file_stem)
        .and_then(|stem| stem.to_str());
    let options = FioOptions {
        directory: arguments.directory.clone(),
        stem: stem.unwrap_or("job").to_owned(),
        form: match form {
            FioFormName::Exact => Form::Exact,
            FioFormName::Mix => Form::Mix,
        },
    };
    let job = fio_job::write(job, &options);
    if file.is_none() && !job.logs.is_empty() {
        return Err(
            "--fio: steps that read and write by turns need recordings beside the job file: name it with --output \
             FILE.fio, or take --fio=mix"
                .to_owned(),
        );
    }
    let folder = file.and_then(Path::parent).unwrap_or(Path::new("."));
    for (name, text) in &job.logs {
        output::write(&folder.join(name), text)?;
    }
    deliver(file, &job.text, interrupt)
}

/// Returns the job of a program, a profile or a job.
///
/// # Errors
///
/// Returns a message if there is none, or the program that it is to be derived from has errors.
pub(super) fn job_of(
    given: &Path,
    is_static: bool,
    settings: &ProgramSettings,
    interrupt: &Interrupt,
) -> Result<Job, String> {
    let told = |error: feedrate_predict::Error| error.to_string();
    match profile::read(given).map_err(told)? {
        Given::Job(job) => Ok(*job),
        Given::Profile(profile) => derive::from_profile(&profile).map_err(told),
        Given::Program if is_static => {
            let arguments = run_arguments(given, &nowhere(), settings);
            let loaded = load(given, &arguments)?;
            let planned = plan(&arguments, &loaded, interrupt)?;
            if let Some(error) = planned.error {
                return Err(error);
            }
            match planned.errors {
                0 => derive::from_plan(&planned).map_err(told),
                _ => Err(has_errors(given)),
            }
        }
        Given::Program => {
            let profile = profile_of(given, settings, interrupt)?;
            derive::from_profile(&profile).map_err(told)
        }
    }
}

/// Runs a program, whose log and listing go nowhere, and returns its profile.
///
/// # Errors
///
/// Returns a message if it has errors.
pub(super) fn profile_of(
    program: &Path,
    settings: &ProgramSettings,
    interrupt: &Interrupt,
) -> Result<Profile, String> {
    let arguments = run_arguments(program, &nowhere(), settings);
    let loaded = load(program, &arguments)?;
    course::record(true);
    let outcome = execute(&arguments, &loaded, interrupt);
    course::record(false);
    let (record, ending) = outcome?;
    match ending {
        Ending::Clean | Ending::Warnings => ProfileRecord::of(record)
            .profile()
            .map_err(|error| error.to_string()),
        Ending::Errors => Err(has_errors(program)),
        Ending::Interrupted => Err("interrupted".to_owned()),
    }
}

/// Returns the files of a program whose log and listing go nowhere.
fn nowhere() -> ProgramFiles {
    ProgramFiles {
        log: Some(Path::new("/dev/null").to_owned()),
        listing: None,
    }
}

fn has_errors(program: &Path) -> String {
    format!(
        "{} ended with errors; `feedrate run` shows its log",
        program.display()
    )
}

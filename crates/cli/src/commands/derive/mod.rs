//! `feedrate derive`.

mod arguments;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use feedrate_predict::fio_job::{self, FioOptions, Form};
use feedrate_predict::job::Job;
use feedrate_predict::several::ProfiledJobs;
use feedrate_predict::source::JobSource;
use feedrate_predict::{profile, scale};

pub use arguments::DeriveArguments;
use arguments::FioFormName;

use super::predict::{check_profiles, profiled_jobs};
use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::progress::Stages;
use crate::{output, say, stack};

impl Execute for DeriveArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        stack::run_program(|| {
            check_output(self)?;
            let sources = sources_of(self)?;
            check_profiles(self.profiles, self.is_static, &sources)?;
            let interrupt = Interrupt::listen()?;
            interrupt.check(derive_job(self, &sources, &interrupt))?;
            Ok(Exit::Success)
        })
    }
}

/// Checks where the job is to be written, before a program runs for it.
fn check_output(arguments: &DeriveArguments) -> Result<(), String> {
    let Some(path) = &arguments.output else {
        return match arguments.fio {
            Some(FioFormName::Exact) => Err(
                "--fio: name the job file with --output FILE.fio, because recordings of steps that read and write by \
                 turns belong beside it; or take --fio=mix"
                    .to_owned(),
            ),
            _ => Ok(()),
        };
    };
    let there = |path: &Path| path.canonicalize().ok();
    if there(path).is_some() && arguments.sources.iter().any(|source| there(path) == there(source)) {
        return Err(format!(
            "--output {}: it is what the job is derived from; name another file",
            path.display()
        ));
    }
    output::check(path)
}

/// Opens what the job is derived from: one of anything, or several profiles.
fn sources_of(arguments: &DeriveArguments) -> Result<Vec<JobSource>, String> {
    let open = |path: &PathBuf| {
        let settings = (&arguments.settings).into();
        JobSource::open(path, say::name_of(path), arguments.is_static, settings).map_err(|error| error.to_string())
    };
    let sources = arguments.sources.iter().map(open).collect::<Result<Vec<_>, String>>()?;
    let is_profile = |source: &JobSource| matches!(source, JobSource::Profile(_));
    match arguments
        .sources
        .iter()
        .zip(&sources)
        .find(|(_, source)| !is_profile(source))
    {
        Some((path, _)) if sources.len() > 1 => Err(format!(
            "{} is no profile, and a job of several is that of profiles of one program; give it alone",
            path.display()
        )),
        _ => Ok(sources),
    }
}

/// Returns the jobs of all profiles, and the one in the middle.
fn jobs_of(arguments: &DeriveArguments, sources: &[JobSource], interrupt: &Interrupt) -> Result<ProfiledJobs, String> {
    if let [source] = sources {
        let stages = io::stderr().is_terminal().then(|| Stages::show(&interrupt.control()));
        let begin = |what: &str| stages.iter().for_each(|stages| stages.begin(what, None));
        return profiled_jobs(source, arguments.is_static, arguments.profiles, interrupt, &begin);
    }
    let profiles = sources.iter().filter_map(|source| match source {
        JobSource::Profile(profile) => Some((**profile).clone()),
        _ => None,
    });
    ProfiledJobs::of_profiles(&profiles.collect::<Vec<_>>()).map_err(|error| error.to_string())
}

fn derive_job(arguments: &DeriveArguments, sources: &[JobSource], interrupt: &Interrupt) -> Result<(), String> {
    let profiled = jobs_of(arguments, sources, interrupt)?;
    let factor = arguments.scale.unwrap_or(1.0);
    let mut scaled = scale::scaled(&profiled.job, factor, profile::machine().memory_bytes);
    let kept = scale::change_method(&mut scaled.job, arguments.method.change());
    for regime in profiled.notes.iter().chain(&scaled.regimes).chain(&kept) {
        say::line(format_args!("{regime}"));
    }
    match arguments.fio {
        Some(form) => write_fio_job(&scaled.job, form, arguments, interrupt),
        None => deliver(arguments.output.as_deref(), &output::json_text(&scaled.job)?, interrupt),
    }
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
    let stem = file.and_then(Path::file_stem).and_then(|stem| stem.to_str());
    let options = FioOptions {
        directory: arguments.directory.clone(),
        stem: stem.unwrap_or("job").to_owned(),
        form: match form {
            FioFormName::Exact => Form::Exact,
            FioFormName::Mix => Form::Mix,
        },
    };
    let job = fio_job::write(job, &options);
    let folder = file.and_then(Path::parent).unwrap_or(Path::new("."));
    let logs = job.logs.iter().map(|(name, text)| (folder.join(name), text));
    let logs: Vec<_> = logs.collect();
    // None is written unless all can be.
    for (path, _) in &logs {
        output::check(path)?;
    }
    for (path, text) in &logs {
        output::write(path, text)?;
    }
    deliver(file, &job.text, interrupt)
}

//! `feedrate derive`.

mod arguments;

use std::path::Path;

use feedrate_predict::fio_job::{self, FioOptions, Form};
use feedrate_predict::job::Job;
use feedrate_predict::source::JobSource;
use feedrate_predict::{profile, scale};

pub use arguments::DeriveArguments;
use arguments::FioFormName;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::{output, say, stack};

impl Execute for DeriveArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        stack::run_program(|| {
            check_output(self)?;
            let source = JobSource::open(
                &self.source,
                say::name_of(&self.source),
                self.is_static,
                (&self.settings).into(),
            );
            let (source, interrupt) = (source?, Interrupt::listen()?);
            interrupt.check(derive_job(self, &source, &interrupt))?;
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
    if there(path).is_some() && there(path) == there(&arguments.source) {
        return Err(format!(
            "--output {}: it is what the job is derived from; name another file",
            path.display()
        ));
    }
    output::check(path)
}

fn derive_job(arguments: &DeriveArguments, source: &JobSource, interrupt: &Interrupt) -> Result<(), String> {
    let job = source.job(arguments.is_static, &interrupt.stop());
    let job = job.map_err(|error| error.to_string())?;
    let factor = arguments.scale.unwrap_or(1.0);
    let mut scaled = scale::scaled(&job, factor, profile::machine().memory_bytes);
    let kept = scale::change_method(&mut scaled.job, arguments.method.change());
    for regime in scaled.regimes.iter().chain(&kept) {
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

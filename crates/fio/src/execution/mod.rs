//! Carries out a request, from its arguments to its exit code.

mod failure;
mod output_file;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use feedrate_workload::{CommandError, Control};

pub use self::failure::Failure;
use self::output_file::output_file;
use crate::error::Error;
use crate::explain::explain;
use crate::job::Jobs;
use crate::load::load;
use crate::output::live::Status;
use crate::plan::{AnyHost, Host, HostFacts, Plan, Settings, plan};
use crate::request::{Action, Eta, Request, Run};
use crate::run::{self, RunError};
use crate::{command_line, help, lint, output, saved_states};

/// The default interval of status line updates, as in fio.
const STATUS_EVERY: Duration = Duration::from_secs(1);

/// The shortest interval of status line updates.
const STATUS_LEAST: Duration = Duration::from_millis(250);

/// Creates the control that stops the work. It is called once all jobs are read: until then a signal ends the program
/// at once.
pub type ControlSource<'a> = &'a dyn Fn() -> Control;

/// Which of the two streams is a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    /// True if standard output is.
    pub stdout: bool,
    /// True if standard error is.
    pub stderr: bool,
}

/// Parses the arguments that follow the program's name, and carries out their request.
///
/// # Errors
///
/// See [`Failure`]; output before it remains.
pub fn execute_arguments(
    arguments: &[OsString],
    listen: ControlSource<'_>,
    terminal: Terminal,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> Result<u8, Failure> {
    match command_line::parse(arguments) {
        Ok(request) => execute(&request, listen, terminal, out, messages),
        Err(error) => {
            let target = command_line::result_target(arguments);
            if target.json {
                let output = target.output.as_deref();
                refused(&error, output, target.overwrite_foreign, listen, out)?;
            }
            Err(error.into())
        }
    }
}

/// Prints the document of a request that is refused. If its file cannot be written, the reason of the refusal is
/// reported, which is more useful.
fn refused(
    why: &dyn std::error::Error,
    output: Option<&Path>,
    overwrite_foreign: bool,
    listen: ControlSource<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let document = output::failure(&why.to_string());
    let Some(path) = output else {
        return out.write_all(document.as_bytes());
    };
    if let Ok(mut file) = output_file(path, overwrite_foreign, listen().stop_flag()) {
        let _ = file.write_all(document.as_bytes()).and_then(|()| file.flush());
    }
    Ok(())
}

/// Carries out a request: prints results to `out` or to the file of `--output`, remarks and the status line to
/// `messages`. Returns the exit code.
///
/// # Errors
///
/// See [`Failure`]; output before it remains.
pub fn execute(
    request: &Request,
    listen: ControlSource<'_>,
    terminal: Terminal,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> Result<u8, Failure> {
    let text = match request {
        Request::Run(run) => return execute_run(run, listen, terminal, out, messages),
        Request::Help => help::help(),
        Request::Version => format!("{}\n", output::VERSION),
        Request::CommandHelp(name) => help::command_help(name.as_deref()),
        Request::EngineHelp => help::engine_help(),
        Request::InflateLog(path) => {
            inflate_log(path, out)?;
            return Ok(0);
        }
    };
    out.write_all(text.as_bytes())?;
    Ok(0)
}

/// Prints a compressed log.
fn inflate_log(path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let failed = |source| Failure::CompressedLog {
        path: path.to_owned(),
        source,
    };
    let log = File::open(path).map_err(failed)?;
    let mut out = BufWriter::new(out);
    output::compressed_log::inflate(log, &mut out).map_err(failed)?;
    Ok(out.flush()?)
}

fn execute_run(
    request: &Run,
    listen: ControlSource<'_>,
    terminal: Terminal,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> Result<u8, Failure> {
    if request.action != Action::Run {
        return execute_without_jobs(request, out, messages);
    }
    let planned = load(request).map_err(Failure::from).and_then(|jobs| {
        let plan = planned(&jobs, request, &Host)?;
        output::logs::check(&jobs, &plan).map_err(RunError::from)?;
        saved_states::check(&jobs, &plan).map_err(RunError::from)?;
        if request.bandwidth_log {
            output::logs::check_aggregate().map_err(RunError::from)?;
        }
        Ok((plan, jobs))
    });
    match planned {
        Ok((plan, jobs)) => {
            remark(&jobs, request, messages);
            run_jobs(request, &jobs, &plan, &listen(), terminal, out, messages)
        }
        Err(error) => {
            // JSON output is complete in any case.
            let formats = output::Formats::of(request);
            if formats.json || formats.json_plus {
                let output = request.output.as_deref();
                refused(&error, output, request.overwrite_foreign, listen, out)?;
            }
            Err(error)
        }
    }
}

/// Carries out a request that runs no jobs.
fn execute_without_jobs(request: &Run, out: &mut dyn Write, messages: &mut dyn Write) -> Result<u8, Failure> {
    let jobs = match load(request) {
        // As in fio, options without a job are checked, too.
        Err(Error::NoJobs) if request.action == Action::ParseOnly => return Ok(0),
        loaded => loaded?,
    };
    let text = match request.action {
        Action::Lint => lint::lint(&jobs),
        Action::ShowCommand => help::show_command(&jobs),
        Action::Explain => {
            remark(&jobs, request, messages);
            // The jobs may be for another machine, with folders, files and devices that are not here.
            explain(&jobs, &planned(&jobs, request, &AnyHost)?, &AnyHost)
        }
        Action::ParseOnly | Action::Run => {
            remark(&jobs, request, messages);
            planned(&jobs, request, &Host)?;
            String::new()
        }
    };
    out.write_all(text.as_bytes())?;
    Ok(0)
}

fn planned(jobs: &Jobs, request: &Run, host_facts: &dyn HostFacts) -> Result<Plan, Failure> {
    let settings = Settings {
        max_size: request.max_size,
        max_jobs: request.max_jobs,
        readonly: request.readonly,
        overwrite_foreign: request.overwrite_foreign,
        seed: fastrand::u64(..),
        state_prefix: state_prefix(request),
    };
    Ok(plan(jobs, &settings, host_facts)?)
}

/// Returns what names of files of verify states begin with: as in fio, the name of the host where there are several.
fn state_prefix(request: &Run) -> PathBuf {
    let name = request.client_name.as_deref().unwrap_or("local");
    request.aux_path.join(name)
}

/// Prints what is parsed or done differently from fio; failures are ignored, because the results matter more. With
/// `--quiet` it is in the results.
fn remark(jobs: &Jobs, request: &Run, messages: &mut dyn Write) {
    if request.quiet {
        return;
    }
    let _ = messages.write_all(lint::remarks_of_a_run(jobs).as_bytes());
    let _ = messages.flush();
}

fn run_jobs(
    request: &Run,
    jobs: &Jobs,
    plan: &Plan,
    control: &Control,
    terminal: Terminal,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> Result<u8, Failure> {
    let settings = run::Settings {
        formats: output::Formats::of(request),
        require_mb_per_core: request.require,
        status: status(request, terminal),
        interim: request.status_interval,
        interval: request.interval,
        bandwidth_log: request.bandwidth_log,
        quiet: request.quiet,
    };
    let outcome = match &request.output {
        None => run::run(jobs, plan, settings, control, out, messages).map_err(Failure::from),
        Some(path) => run_into(request, path, control, |file| {
            run::run(jobs, plan, settings, control, file, messages)
        }),
    };
    if control.stop_flag().load(Ordering::Relaxed) {
        if let Err(error) = outcome
            && error.early_end().is_none()
        {
            let _ = writeln!(messages, "fio: {error}");
        }
        return Err(Failure::Interrupted);
    }
    outcome
}

/// Runs jobs and writes their results to the file of `--output`.
fn run_into(
    request: &Run,
    path: &Path,
    control: &Control,
    run: impl FnOnce(&mut dyn Write) -> Result<u8, RunError>,
) -> Result<u8, Failure> {
    let mut file = output_file(path, request.overwrite_foreign, control.stop_flag())?;
    let code = run(&mut file)?;
    file.flush().map_err(|source| Failure::OutputFile {
        path: path.to_owned(),
        source,
    })?;
    Ok(code)
}

/// Returns the status line. It goes to `messages`, so that results remain clean.
fn status(request: &Run, terminal: Terminal) -> Option<Status> {
    let is_wanted = match request.eta {
        Eta::Always => true,
        Eta::Never => false,
        Eta::Auto => terminal.stderr,
    };
    is_wanted.then(|| Status {
        is_terminal: terminal.stderr,
        every: request
            .eta_interval
            .map_or(STATUS_EVERY, |every| every.max(STATUS_LEAST)),
        newline: request.eta_newline.filter(|newline| !newline.is_zero()),
    })
}

//! `feedrate profile`.

mod arguments;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use feedrate_observe as observe;
use feedrate_predict::profile::{self, ProfileRecord};
use feedrate_predict::source::run_recorded;
use feedrate_runs::program::{LoadedProgram, ProgramRun, ProgramStart};
use feedrate_session::Ending;
use feedrate_session::record::Record;

use super::run::{ProgramOutputs, Steps, exit_of};
pub use arguments::ProfileArguments;

use crate::arguments::ProgramFiles;
use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::{Results, joined};
use crate::system::files::NULL;
use crate::{say, stack};

impl Execute for ProfileArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        stack::run_program(|| match &self.program {
            Some(program) => profile_program(program, self),
            None => profile_command(self),
        })
    }
}

/// Runs any command, and shows what can be seen of its I/O from outside. The exit code is that of the command.
fn profile_command(arguments: &ProfileArguments) -> CommandResult {
    let is_stdout = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
    if is_stdout(&arguments.json) || is_stdout(&arguments.html) {
        return Err("the command has standard output for itself; name a file instead of `-`".into());
    }
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let interrupt = Interrupt::listen()?;
    let flag = interrupt.stop();
    let stop = || {
        let is_stopped = flag.load(Ordering::Acquire);
        is_stopped.then(|| interrupt.signal_or_ctrl_c())
    };
    let observed = observe::run(&arguments.command, &observe::Options::default(), &stop);
    let observed = interrupt.check(observed)?;
    // The part that was seen until a signal came is shown too.
    results.deliver(&observe::document(&observed), &observed, &Arc::default())?;
    Ok(match (observed.exit_code, observed.signal) {
        (_, _) if observed.is_interrupted => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
        (Some(code), _) => Exit::Code(u8::try_from(code).unwrap_or(u8::MAX)),
        (None, Some(signal)) => Exit::Interrupted(signal),
        (None, None) => Exit::Errors,
    })
}

fn profile_program(program: &Path, arguments: &ProfileArguments) -> CommandResult {
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let nowhere = || Path::new(NULL).to_owned();
    let files = ProgramFiles {
        log: arguments.files.log.clone(),
        listing: Some(arguments.files.listing.clone().unwrap_or_else(nowhere)),
    };
    let start = ProgramStart::of((&arguments.settings).into())?;
    let outputs = ProgramOutputs::of_profile(&files)?;
    let loaded = LoadedProgram::read(program, say::name_of(program), start)?;
    let interrupt = Interrupt::listen()?;
    let (record, ending) = interrupt.check(run(&loaded, &outputs, &interrupt))?;
    let failure = record.error.clone();
    let record = ProfileRecord::of(record);
    let document = profile::document(&record.profile()?);
    let delivered = results.deliver(&document, &record, &interrupt.stop());
    joined([failure.map_or(Ok(()), Err), delivered])?;
    Ok(exit_of(ending, &interrupt))
}

/// Runs a program with the courses of its files.
fn run(program: &LoadedProgram, outputs: &ProgramOutputs, interrupt: &Interrupt) -> Result<(Record, Ending), String> {
    let stop = interrupt.stop();
    let steps = Steps::show(outputs.has_room_for_progress());
    let run = ProgramRun {
        log: outputs.log(&stop)?,
        listing: outputs.listing(program.name(), &steps, &stop)?,
        observer: Some(&steps),
        keeps_records: true,
        is_cold: false,
        stop: interrupt.stop(),
    };
    run_recorded(program, run).map_err(|error| error.to_string())
}

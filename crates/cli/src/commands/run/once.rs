//! A program, once.

use std::io::{self, Write};
use std::path::Path;

use feedrate_runs::program::{LoadedProgram, ProgramRun, ProgramStart};
use feedrate_session::Ending;
use feedrate_session::record::Record;

use super::arguments::RunArguments;
use super::output::ProgramOutputs;
use super::progress::Steps;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::joined;
use crate::say;

/// A program whose arguments are valid, and its outputs.
pub(super) struct OwnProgram {
    pub(super) loaded: LoadedProgram,
    pub(super) outputs: ProgramOutputs,
    is_cold: bool,
}

/// The results that a run leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunResults {
    /// True if it leaves its listing.
    pub(super) listing: bool,
    /// True if it leaves the records of its steps.
    pub(super) records: bool,
}

impl RunResults {
    pub(super) const ALL: Self = Self {
        listing: true,
        records: true,
    };
}

/// Reads a program, and checks its settings and the destinations of its outputs.
///
/// # Errors
///
/// Returns a message about the first that cannot be used.
pub(super) fn load(program: &Path, arguments: &RunArguments) -> Result<OwnProgram, String> {
    let start = ProgramStart::of((&arguments.settings).into());
    let start = start.map_err(|error| error.to_string())?;
    let outputs = ProgramOutputs::of(program, arguments)?;
    let loaded = LoadedProgram::read(program, say::name_of(program), start);
    Ok(OwnProgram {
        loaded: loaded.map_err(|error| error.to_string())?,
        outputs,
        is_cold: arguments.cold,
    })
}

impl OwnProgram {
    /// Runs the program, in a state that no other run has left.
    ///
    /// # Errors
    ///
    /// Returns a message if its listing cannot be opened, or it cannot be run.
    pub(super) fn run(
        &self,
        log: Box<dyn Write>,
        results: RunResults,
        interrupt: &Interrupt,
    ) -> Result<(Record, Ending), String> {
        let stop = interrupt.stop();
        let progress = Steps::show(self.outputs.has_room_for_progress());
        let listing = match results.listing {
            true => self.outputs.listing(self.loaded.name(), &progress, &stop)?,
            false => Box::new(io::sink()),
        };
        let ran = self.loaded.run(ProgramRun {
            log,
            listing,
            observer: Some(&progress),
            keeps_records: results.records,
            is_cold: self.is_cold,
            stop,
        });
        ran.map_err(|error| error.to_string())
    }

    /// Runs the program once and writes its figures.
    ///
    /// # Errors
    ///
    /// Returns a message if it cannot be run, or an output cannot be written.
    pub(super) fn run_alone(&self, interrupt: &Interrupt) -> Result<Exit, String> {
        let results = RunResults {
            records: self.outputs.has_figures(),
            ..RunResults::ALL
        };
        let log = self.outputs.log(&interrupt.stop())?;
        let (record, ending) = self.run(log, results, interrupt)?;
        let delivered = self.outputs.deliver(&record, &interrupt.stop());
        joined([record.error.map_or(Ok(()), Err), delivered])?;
        Ok(exit_of(ending, interrupt))
    }
}

/// Returns the exit of a program by its ending.
pub fn exit_of(ending: Ending, interrupt: &Interrupt) -> Exit {
    match ending {
        Ending::Clean => Exit::Success,
        Ending::Warnings => Exit::Warnings,
        Ending::Errors => Exit::Errors,
        Ending::Aborted(code) => Exit::Code(code),
        Ending::Interrupted => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
    }
}

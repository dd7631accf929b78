//! A program that can be run or planned any number of times.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_session::plan::PlannedProgram;
use feedrate_session::record::Record;
use feedrate_session::{Ending, Observer, Session, Setup};

use super::cold;
use super::error::ProgramError;
use super::start::ProgramStart;
use super::text::read_text;

/// A program that can be run or planned any number of times.
#[derive(Clone, Debug)]
pub struct LoadedProgram {
    name: String,
    text: String,
    start: ProgramStart,
}

/// The destinations and circumstances of one run.
pub struct ProgramRun<'a> {
    /// The destination of the log.
    pub log: Box<dyn Write + 'a>,
    /// The destination of the listing.
    pub listing: Box<dyn Write + 'a>,
    /// The observer of its steps, if there is one.
    pub observer: Option<&'a dyn Observer>,
    /// True if the records of its steps are kept.
    pub keeps_records: bool,
    /// True if inputs go out of the page cache before their first use.
    pub is_cold: bool,
    /// Becomes true when the user wants the program to stop.
    pub stop: Arc<AtomicBool>,
}

impl LoadedProgram {
    /// Reads a program, which messages call `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, or is too long.
    pub fn read(program: &Path, name: String, start: ProgramStart) -> Result<Self, ProgramError> {
        Ok(Self {
            name,
            text: read_text(program, start.options.text_bytes())?,
            start,
        })
    }

    /// Returns the name of the program in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs the program, in a state that no other run has left.
    ///
    /// # Errors
    ///
    /// Returns an error if inputs cannot be made cold, or the program is too long.
    pub fn run(&self, run: ProgramRun<'_>) -> Result<(Record, Ending), ProgramError> {
        let _cold = match run.is_cold {
            true => Some(cold::begin()?),
            false => None,
        };
        let mut session = Session::new(self.setup(run.log, run.listing, run.stop));
        session.set_variables(self.start.variables.clone());
        if let Some(observer) = run.observer {
            session.observe(observer);
        }
        if !run.keeps_records {
            session.drop_records();
        }
        session.allow_sessions(self.start.own_command());
        let record = session.run(&self.name, &self.text);
        let record = record.map_err(|error| ProgramError::Session(error.to_string()))?;
        Ok((record, session.ending()))
    }

    /// Plans the program without running it. Its log goes nowhere.
    ///
    /// # Errors
    ///
    /// Returns an error if the program is too long.
    pub fn plan(&self, stop: &Arc<AtomicBool>) -> Result<PlannedProgram, ProgramError> {
        let nowhere = || Box::new(io::sink());
        let mut session = Session::new(self.setup(nowhere(), nowhere(), Arc::clone(stop)));
        session.set_variables(self.start.variables.clone());
        let planned = session.plan(&self.name, &self.text);
        planned.map_err(|error| ProgramError::Session(error.to_string()))
    }

    fn setup<'a>(&self, log: Box<dyn Write + 'a>, listing: Box<dyn Write + 'a>, stop: Arc<AtomicBool>) -> Setup<'a> {
        let settings = &self.start.settings;
        Setup {
            log,
            listing,
            work: settings.work.clone(),
            options: self.start.options.clone(),
            sysparm: settings.sysparm.clone().unwrap_or_default(),
            stop,
        }
    }
}

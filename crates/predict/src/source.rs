//! The source of a job: a program, its profile, or a job.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_machine::Memory;
use feedrate_pageio::course;
use feedrate_runs::program::{LoadedProgram, ProgramRun, ProgramSettings, ProgramStart};
use feedrate_session::Ending;
use feedrate_session::record::Record;

use crate::error::{Error, Result};
use crate::job::Job;
use crate::profile::{self, InputContent, Profile, ProfileRecord};
use crate::{derive, stand_in};

/// The source of a job. It is read once, before signals are handled, so that a pipe that nobody writes to does not keep
/// them waiting.
#[derive(Debug)]
pub enum JobSource {
    /// A profile.
    Profile(Box<Profile>),
    /// A job.
    Job(Box<Job>),
    /// A program.
    Program(Box<ProgramSource>),
}

/// A program that can be run any number of times for its profile. Its log and listing go nowhere.
#[derive(Debug)]
pub struct ProgramSource(LoadedProgram);

impl JobSource {
    /// Reads a file. `is_static`, and settings of programs, are refused for what is no program. Messages refer to a
    /// program by `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, or the settings do not belong to it.
    pub fn open(given: &Path, name: String, is_static: bool, settings: ProgramSettings) -> Result<Self> {
        let source = match profile::read(given)? {
            InputContent::Program => {
                let program = ProgramSource::open(given, name, settings)?;
                return Ok(Self::Program(Box::new(program)));
            }
            InputContent::Profile(profile) => Self::Profile(profile),
            InputContent::Job(job) => Self::Job(job),
        };
        if is_static {
            return Err(Error::Program(format!(
                "--static: {} is no program, and says already what it is derived from",
                given.display()
            )));
        }
        Ok(source)
    }

    /// Returns true if it is a program.
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Program(_))
    }

    /// Returns the job: a program is run for it, or planned if `is_static`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or the program has errors.
    pub fn job(&self, is_static: bool, stop: &Arc<AtomicBool>) -> Result<Job> {
        match self {
            Self::Job(job) => Ok((**job).clone()),
            Self::Profile(profile) => derive::from_profile(profile),
            Self::Program(program) if is_static => program.static_job(stop),
            Self::Program(program) => derive::from_profile(&program.profile(stop)?),
        }
    }
}

impl ProgramSource {
    /// Reads a program and checks its settings.
    ///
    /// # Errors
    ///
    /// Returns an error about the first that cannot be used.
    pub fn open(program: &Path, name: String, settings: ProgramSettings) -> Result<Self> {
        let loaded = ProgramStart::of(settings)
            .and_then(|start| LoadedProgram::read(program, name, start))
            .map_err(|error| Error::Program(error.to_string()))?;
        Ok(Self(loaded))
    }

    /// Runs the program and returns its profile, with the courses of its files.
    ///
    /// # Errors
    ///
    /// Returns an error if it has errors.
    pub fn profile(&self, stop: &Arc<AtomicBool>) -> Result<Profile> {
        let run = to_nowhere(stop);
        self.profile_of(run_recorded(&self.0, run)?)
    }

    /// Runs the program and returns the profile of sums, without what it takes to record courses.
    ///
    /// # Errors
    ///
    /// Returns an error if it has errors.
    pub fn run(&self, stop: &Arc<AtomicBool>) -> Result<Profile> {
        let ran = self.0.run(to_nowhere(stop));
        self.profile_of(ran.map_err(|error| Error::Program(error.to_string()))?)
    }

    fn profile_of(&self, (record, ending): (Record, Ending)) -> Result<Profile> {
        match ending {
            Ending::Clean | Ending::Warnings => ProfileRecord::of(record).profile(),
            Ending::Errors | Ending::Aborted(_) => Err(Error::Program(format!(
                "{} ended with errors; `feedrate run` with the same settings shows its log",
                self.0.name()
            ))),
            Ending::Interrupted => Err(Error::Interrupted),
        }
    }

    fn static_job(&self, stop: &Arc<AtomicBool>) -> Result<Job> {
        let planned = self.0.plan(stop);
        let planned = planned.map_err(|error| Error::Program(error.to_string()))?;
        if let Some(error) = planned.error {
            return Err(Error::Program(error));
        }
        if let Some(error) = &planned.first_error {
            return Err(Error::Program(format!(
                "--static: {}: {error}; what other sessions make and data decide is not known without running it",
                self.0.name()
            )));
        }
        derive::from_plan(&planned)
    }
}

fn to_nowhere(stop: &Arc<AtomicBool>) -> ProgramRun<'static> {
    let nowhere = || -> Box<dyn Write> { Box::new(io::sink()) };
    ProgramRun {
        log: nowhere(),
        listing: nowhere(),
        observer: None,
        keeps_records: true,
        is_cold: false,
        stop: Arc::clone(stop),
    }
}

/// Runs a program with the courses of its files. On a virtual machine whose host takes free memory back, as much as the
/// program is planned to need is brought back before.
///
/// # Errors
///
/// Returns an error if it cannot be run.
pub fn run_recorded(program: &LoadedProgram, run: ProgramRun<'_>) -> Result<(Record, Ending)> {
    if Memory::host().free_memory_goes_to_host == Some(true) {
        // A program that cannot be planned only waits for the host.
        let planned = program.plan(&run.stop).ok();
        let job = planned.and_then(|planned| derive::from_plan(&planned).ok());
        job.and_then(|job| stand_in::bring_memory_back(&job, &run.stop));
    }
    course::record(true);
    let ran = program.run(run);
    course::record(false);
    ran.map_err(|error| Error::Program(error.to_string()))
}

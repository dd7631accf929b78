//! What a job is derived from: a program, its profile, or a job.

use std::path::Path;

use feedrate_machine::Memory;
use feedrate_pageio::course;
use feedrate_predict::job::Job;
use feedrate_predict::profile::{self, Given, Profile, ProfileRecord};
use feedrate_predict::{derive, stand_in};
use feedrate_session::Ending;
use feedrate_session::record::Record;

use super::run::{Loaded, RunArguments, execute, load, plan};
use crate::arguments::{ProgramFiles, ProgramSettings};
use crate::interrupt::Interrupt;

/// What a job is derived from. It is read once, before signals are handled, so that a pipe that nobody writes to does not
/// keep them waiting.
pub(super) enum JobSource {
    Profile(Box<Profile>),
    Job(Box<Job>),
    Program(Box<ProgramSource>),
}

/// A program that can be run any number of times.
pub(super) struct ProgramSource {
    arguments: RunArguments,
    loaded: Loaded,
}

impl JobSource {
    /// Reads what the user has given. `is_static`, and settings of programs, are refused for what is no program.
    ///
    /// # Errors
    ///
    /// Returns a message if it cannot be read, or the settings do not belong to it.
    pub(super) fn open(
        given: &Path,
        is_static: bool,
        settings: &ProgramSettings,
    ) -> Result<Self, String> {
        let source = match profile::read(given).map_err(|error| error.to_string())? {
            Given::Program => {
                return Ok(Self::Program(Box::new(ProgramSource::open(
                    given, settings,
                )?)));
            }
            Given::Profile(profile) => Self::Profile(profile),
            Given::Job(job) => Self::Job(job),
        };
        if is_static {
            return Err(format!(
                "--static: {} is no program, and says already what it is derived from",
                given.display()
            ));
        }
        Ok(source)
    }

    /// Returns whether it is a program.
    pub(super) fn is_program(&self) -> bool {
        matches!(self, Self::Program(_))
    }

    /// Returns the job: a program is run for it, or planned if `is_static`.
    ///
    /// # Errors
    ///
    /// Returns a message if there is none, or the program has errors.
    pub(super) fn job(&self, is_static: bool, interrupt: &Interrupt) -> Result<Job, String> {
        let told = |error: feedrate_predict::Error| error.to_string();
        match self {
            Self::Job(job) => Ok((**job).clone()),
            Self::Profile(profile) => derive::from_profile(profile).map_err(told),
            Self::Program(program) if is_static => program.static_job(interrupt),
            Self::Program(program) => {
                derive::from_profile(&program.profile(interrupt)?).map_err(told)
            }
        }
    }
}

impl ProgramSource {
    /// Reads a program and checks its settings. Its log and listing go nowhere.
    ///
    /// # Errors
    ///
    /// Returns a message about the first that cannot be used.
    pub(super) fn open(program: &Path, settings: &ProgramSettings) -> Result<Self, String> {
        let nowhere = || Some(Path::new("/dev/null").to_owned());
        let files = ProgramFiles {
            log: nowhere(),
            listing: nowhere(),
        };
        let arguments = run_arguments(program, files, settings);
        let loaded = load(program, &arguments)?;
        Ok(Self { arguments, loaded })
    }

    /// Runs the program and returns its profile, with the courses of its files.
    ///
    /// # Errors
    ///
    /// Returns a message if it has errors.
    pub(super) fn profile(&self, interrupt: &Interrupt) -> Result<Profile, String> {
        self.profile_of(execute_recorded(&self.arguments, &self.loaded, interrupt)?)
    }

    /// Runs the program and returns the profile of sums, without what it takes to record courses.
    ///
    /// # Errors
    ///
    /// Returns a message if it has errors.
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Profile, String> {
        self.profile_of(execute(&self.arguments, &self.loaded, interrupt)?)
    }

    fn profile_of(&self, (record, ending): (Record, Ending)) -> Result<Profile, String> {
        match ending {
            Ending::Clean | Ending::Warnings => ProfileRecord::of(record)
                .profile()
                .map_err(|error| error.to_string()),
            Ending::Errors => Err(format!(
                "{} ended with errors; `feedrate run` with the same settings shows its log",
                self.loaded.name()
            )),
            Ending::Interrupted => Err("interrupted".to_owned()),
        }
    }

    fn static_job(&self, interrupt: &Interrupt) -> Result<Job, String> {
        let planned = plan(&self.arguments, &self.loaded, interrupt)?;
        if let Some(error) = planned.error {
            return Err(error);
        }
        if let Some(error) = &planned.first_error {
            return Err(format!(
                "--static: {}: {error}; what other sessions make and data decide is not known without running it",
                self.loaded.name()
            ));
        }
        derive::from_plan(&planned).map_err(|error| error.to_string())
    }
}

/// Executes a program with the courses of its files. On a virtual machine whose host takes free memory back, as much as the
/// program is planned to need is brought back before.
///
/// # Errors
///
/// Returns a message if it cannot be executed.
pub(super) fn execute_recorded(
    arguments: &RunArguments,
    loaded: &Loaded,
    interrupt: &Interrupt,
) -> Result<(Record, Ending), String> {
    if Memory::host().free_memory_goes_to_host == Some(true) {
        // What cannot be planned only waits for the host.
        let planned = plan(arguments, loaded, interrupt).ok();
        let job = planned.and_then(|planned| derive::from_plan(&planned).ok());
        job.and_then(|job| stand_in::bring_memory_back(&job, &interrupt.stop()));
    }
    course::record(true);
    let outcome = execute(arguments, loaded, interrupt);
    course::record(false);
    outcome
}

/// Returns the arguments with which a program is run for its profile.
pub(super) fn run_arguments(
    program: &Path,
    files: ProgramFiles,
    settings: &ProgramSettings,
) -> RunArguments {
    RunArguments {
        programs: vec![program.to_owned()],
        jobs: None,
        log_dir: None,
        batch: false,
        cold: false,
        repeats: 1,
        files,
        settings: settings.clone(),
        json: None,
        timeline: None,
    }
}

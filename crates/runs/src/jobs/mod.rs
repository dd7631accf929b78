//! Jobs: many programs at once, each a process of its own, as many users would run them.
//!
//! | module | contents |
//! |---|---|
//! | [`list`] | the list of jobs: lines, words, repetitions, patterns |
//! | [`names`] | a name of its own for each job |
//! | [`run()`] | starts the processes, releases them together, and follows them to their ends |
//! | `job`, `end` | one of them: its process, its log and listing, and how it ended |
//! | `transfers` | what the steps of a job moved |
//! | `devices` | what the devices moved meanwhile |
//! | [`JobsRecord`] | the result as JSON |
//! | [`document`], [`timeline_page`] | the result as a table, and as a picture of all steps |
//!
//! A job is a session of `connect` that gets a whole program instead of blocks: it runs as `feedrate run` would run it.
//! The process of a job is in `session`: [`Session::serve_job`](feedrate_session::Session::serve_job).

mod devices;
mod end;
mod job;
pub mod list;
pub mod names;
mod record;
mod run;
mod table;
mod timeline;
mod transfers;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use feedrate_connect::StepBegins;

pub use record::{FORMAT_VERSION, JobRecord, JobsRecord};
pub use run::run;
pub use table::document;
pub use timeline::page as timeline_page;

/// The program of a job, its settings, and the destinations of its output.
pub struct JobSetup<'a> {
    /// Its name, which no other job has.
    pub name: String,
    /// The name of its class, which others may have: its own, without a number.
    pub class: String,
    /// The name of its program in messages.
    pub program: String,
    /// The text of the program.
    pub text: String,
    /// System options in order: each a word and its value.
    pub options: Vec<(String, Option<String>)>,
    /// Macro variables in order: each a name and its value.
    pub variables: Vec<(String, String)>,
    /// The value of SYSPARM.
    pub sysparm: String,
    /// The folder in which its WORK is made; `None` for that of temporary files.
    pub work: Option<PathBuf>,
    /// The file of its log, for the result.
    pub log_file: PathBuf,
    /// The file of its listing, for the result.
    pub listing_file: PathBuf,
    /// The destination of its log.
    pub log: Box<dyn Write + 'a>,
    /// The destination of its listing.
    pub listing: Box<dyn Write + 'a>,
}

/// The state of a job at a moment.
#[derive(Clone, Debug)]
pub struct JobState<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its phase.
    pub phase: JobPhase,
    /// The time since all jobs were released, until its end.
    pub elapsed: Duration,
    /// The bytes of data sets that it has moved so far.
    pub moved: u64,
}

/// The phase of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobPhase {
    /// Its process starts, or waits for the others.
    Starting,
    /// It runs, and this step if it is known.
    Running(Option<StepBegins>),
    /// It has ended in this way.
    Ended(&'static str),
}

/// Receives the states of all jobs while they run, a few times a second.
pub trait JobsObserver {
    /// The states of all jobs now, in their order.
    fn look(&mut self, jobs: &[JobState<'_>]);
}

//! The parts of jobs that a tool cannot express.

use std::fmt::Display;

use crate::common::{Job, JobLimit};

/// The losses of a job.
pub(crate) struct Losses<'a> {
    job: &'a str,
    lines: &'a mut Vec<String>,
}

impl<'a> Losses<'a> {
    /// Returns those of the job of a name, which are added to `lines`.
    pub(crate) fn new(job: &'a str, lines: &'a mut Vec<String>) -> Self {
        Self { job, lines }
    }

    pub(crate) fn add(&mut self, what: impl Display) {
        self.lines.push(format!("{}: {what}", self.job));
    }

    pub(crate) fn add_if(&mut self, is_lost: bool, what: impl Display) {
        if is_lost {
            self.add(what);
        }
    }

    /// Adds a loss if files are evicted from the page cache first, for a tool that leaves them there.
    pub(crate) fn add_eviction(&mut self, job: &Job) {
        self.add_if(job.invalidate && !job.direct, "files that leave the page cache first");
    }

    /// Adds a loss if random positions are not equally likely.
    pub(crate) fn add_zones(&mut self, job: &Job) {
        let what = "parts of files that more of the blocks go to than to others";
        self.add_if(!job.zones.is_empty(), what);
    }

    /// Returns the seconds of a tool whose tests take an integer number of them, `default` if the job has no time.
    pub(crate) fn seconds(&mut self, job: &Job, default: u64) -> u64 {
        let (JobLimit::Time(given) | JobLimit::Once(Some(given))) = job.until else {
            self.add(format_args!(
                "it ends when its files are done; it goes on for {default} s"
            ));
            return default;
        };
        let whole = given.ceil().max(1.0);
        let seconds = whole as u64;
        self.add_if(whole != given, format_args!("{given} s become {whole} whole seconds"));
        self.add_if(
            matches!(job.until, JobLimit::Once(_)),
            format_args!("it ends when its files are done; it goes on for {seconds} s"),
        );
        seconds
    }

    /// Adds what sqlio and SASIOTEST cannot express of the time of a job and of its rate.
    pub(crate) fn add_pace(&mut self, job: &Job) {
        self.add_if(
            job.warm_up > 0.0,
            format_args!("{} s before anything is counted", job.warm_up),
        );
        self.add_if(job.rate.is_some(), "the most that is moved in a second");
    }
}

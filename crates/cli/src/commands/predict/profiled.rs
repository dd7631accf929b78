//! The profiles of a program that a job is derived from.

use feedrate_predict::several::{ProfileCount, ProfiledJobs};
use feedrate_predict::source::JobSource;

use crate::interrupt::Interrupt;

/// Returns the jobs of as many profiles as are taken: a program is run for each, `wanted` times or until they agree.
/// `begin` is called before each run.
pub(in crate::commands) fn profiled_jobs(
    source: &JobSource,
    is_static: bool,
    wanted: Option<u32>,
    interrupt: &Interrupt,
    begin: &dyn Fn(&str),
) -> Result<ProfiledJobs, String> {
    let stop = interrupt.stop();
    let jobs = match source {
        JobSource::Program(program) if !is_static => {
            let count = wanted.map_or(ProfileCount::Agreeing, ProfileCount::Exactly);
            ProfiledJobs::take(count, &mut |number| {
                begin(&format!("run {number} of the program for its profile"));
                program.profile(&stop)
            })
        }
        source => source.job(is_static, &stop).map(ProfiledJobs::of_one),
    };
    jobs.map_err(|error| error.to_string())
}

/// Refuses a number of profiles where no program is run for a job.
pub(in crate::commands) fn check_profiles<'s>(
    wanted: Option<u32>,
    is_static: bool,
    sources: impl IntoIterator<Item = &'s JobSource>,
) -> Result<(), String> {
    let is_run = sources.into_iter().any(JobSource::is_program) && !is_static;
    match wanted {
        Some(2..) if !is_run => Err("--profiles: no program is run for the job; leave it out".to_owned()),
        _ => Ok(()),
    }
}

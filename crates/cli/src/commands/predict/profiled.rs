//! The profiles of a program that a job is derived from.

use feedrate_predict::several::{ProfileCount, ProfiledJobs};
use feedrate_predict::source::JobSource;

use super::PredictArguments;
use crate::interrupt::Interrupt;
use crate::progress::Stages;

/// Returns the jobs of as many profiles as are taken: a program is run for each.
pub(super) fn profiled_jobs(
    arguments: &PredictArguments,
    source: &JobSource,
    interrupt: &Interrupt,
    stages: &Stages,
) -> Result<ProfiledJobs, String> {
    let stop = interrupt.stop();
    let jobs = match source {
        JobSource::Program(program) if !arguments.is_static => {
            let count = arguments.profiles.map_or(ProfileCount::Agreeing, ProfileCount::Exactly);
            ProfiledJobs::take(count, &mut |number| {
                stages.begin(&format!("run {number} of the program for its profile"), None);
                program.profile(&stop)
            })
        }
        source => source.job(arguments.is_static, &stop).map(ProfiledJobs::of_one),
    };
    jobs.map_err(|error| error.to_string())
}

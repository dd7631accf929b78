//! `--ramp`: the programs for more and more users, until a limit breaks.

mod kept_log;
mod logs;
mod mix;
mod progress;
mod taken_space;

use feedrate_document::timestamp_now;
use feedrate_runs::jobs::list::MOST_JOBS;
use feedrate_runs::ramp::{Ramp, RampEnd, RampOptions, RampRecord, conduct, document};

pub use progress::RampStages;

use super::arguments::RunArguments;
use super::jobs;
use super::requests;
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::Results;
use mix::ProgramMix;

/// The most runs of each number of users where none is given.
pub const USUAL_REPEATS: u32 = 6;

/// Runs the programs of the arguments for more and more users.
pub(super) fn run(arguments: &RunArguments) -> CommandResult {
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let requests = requests::of(&arguments.requested())?;
    let most_users = most_users(arguments.ramp.ramp.flatten(), requests.len())?;
    let mut setups = Vec::new();
    for request in &requests {
        let failed = |what: String| format!("{}{what}", request.place);
        setups.push(jobs::setup(request).map_err(failed)?);
    }
    let title = jobs::title(setups.len(), arguments);
    let interrupt = Interrupt::listen()?;
    let mut mix = ProgramMix::new(&title, setups, arguments, interrupt.stop());
    let options = RampOptions {
        most_users,
        repeats: repeats(arguments.repeats)?,
        budget: arguments.ramp.time_budget,
        limits: arguments.ramp.limits(mix.class_names())?,
    };
    if let Some(folder) = &arguments.log_dir {
        mix.keep_logs(folder)?;
    }
    let started_at = timestamp_now();
    let mut stages = RampStages::show(&interrupt.control());
    let ran = conduct(&mut mix, &options, &interrupt.stop(), &mut stages);
    drop(stages);
    let ramp = interrupt.check(ran)?;
    let record = RampRecord::of(&title, started_at, &ramp, &options, &mix.programs());
    interrupt.check(results.deliver(&document(&record), &record, &interrupt.stop()))?;
    Ok(exit_of(&ramp, &record, &interrupt))
}

/// Returns the most runs of each number of users.
///
/// # Errors
///
/// Returns a message if they are too few for intervals.
pub fn repeats(given: Option<u32>) -> Result<u32, String> {
    match given {
        None => Ok(USUAL_REPEATS),
        Some(1) => Err("--repeats 1 with --ramp: one run has no interval; give 2 or more".to_owned()),
        Some(repeats) => Ok(repeats),
    }
}

/// Returns the exit of a ramp: whether users are served.
pub fn exit_of(ramp: &Ramp, record: &RampRecord, interrupt: &Interrupt) -> Exit {
    match (&ramp.ended, record.users.at_least, record.users.at_most) {
        (RampEnd::Interrupted, _, _) => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
        (RampEnd::Failed(_), _, _) => Exit::Errors,
        (_, 0, Some(0)) => Exit::FallsShort,
        (_, 0, _) => Exit::Untold,
        _ => Exit::Success,
    }
}

/// Returns the most users whose programs can run at once, or those that are wanted.
fn most_users(wanted: Option<u32>, programs: usize) -> Result<u32, String> {
    let by_files = jobs::most_with_open_files();
    let jobs = by_files.map_or(MOST_JOBS, |jobs| jobs.min(MOST_JOBS));
    let most = u32::try_from(jobs / programs.max(1)).unwrap_or(u32::MAX);
    let why = match jobs < MOST_JOBS {
        true => "as many as the limit of open files lets run at once; raise it (ulimit -Hn), or",
        false => "as many as run at once;",
    };
    match wanted {
        Some(wanted) if wanted > most => Err(format!(
            "--ramp={wanted}: {wanted} users have {} programs, and {jobs} are {why} give {most} users at most",
            wanted as usize * programs
        )),
        _ if most == 0 => Err(format!(
            "one user has {programs} programs, and {jobs} are {why} give fewer"
        )),
        wanted => Ok(wanted.unwrap_or(most)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_users_than_can_run_are_told() {
        assert_eq!(most_users(Some(2), 3), Ok(2));
        let told = most_users(Some(1024), 1000).unwrap_err();
        assert!(
            told.starts_with("--ramp=1024: 1024 users have 1024000 programs, and "),
            "{told}"
        );
        assert!(most_users(None, 1).is_ok_and(|most| most >= 1));
    }
}

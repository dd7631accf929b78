//! What jobs ask for and cannot have.

use feedrate_workload::load::{self, Load};

use super::super::error::Result;
use super::super::job::{Engine, RandomDistribution};
use super::{Clone, Settings};

/// Looks at one worker; what is wrong is wrong for all clones of its job.
pub(super) fn check(worker: &Clone<'_>, settings: &Settings) -> Result<()> {
    let options = worker.options();
    if settings.readonly && options.rw.writes() {
        let reason = format!(
            "rw={} writes, and --readonly forbids it; leave one of them out",
            options.rw.name()
        );
        return worker.error("rw", reason);
    }
    for (name, is_set) in [("nowait", options.nowait), ("uncached", options.uncached)] {
        let engine = options.ioengine;
        let takes_it = match engine {
            Engine::Pvsync2 | Engine::IoUring => true,
            Engine::Libaio => name == "nowait",
            _ => false,
        };
        if is_set && !takes_it {
            let reason = format!(
                "{name}=1 is nothing for ioengine={}; take ioengine=pvsync2 or io_uring",
                engine.name()
            );
            return worker.error(name, reason);
        }
    }
    let even = options.random_distribution == RandomDistribution::Random;
    let repeats = options.rw.is_random() && (options.may_repeat() || !even);
    if options.serialize_overlap
        && options.iodepth > 1
        && !options.is_synchronous()
        && (repeats || options.rw_step < 0)
    {
        return worker.unsupported(
            "serialize_overlap",
            "serialize_overlap=1 with an order in which blocks come again",
            "leave out norandommap and random_distribution, or take iodepth=1",
        );
    }
    let share = options.percentage_random;
    if options.rw.is_random()
        && options.rw.reads()
        && options.rw.writes()
        && share.read != share.write
    {
        return worker.unsupported(
            "percentage_random",
            "percentage_random with different shares for reads and writes",
            "give one share",
        );
    }
    Ok(())
}

/// What a load says of itself, told with the place of the option that it is of.
pub(super) fn check_load(worker: &Clone<'_>, load: &Load) -> Result<()> {
    let Some(problem) = load::problem(load) else {
        return Ok(());
    };
    let unverified = Load {
        verify: None,
        ..load.clone()
    };
    if load.verify.is_none() || load::problem(&unverified).is_some() {
        return worker.error("", problem);
    }
    let option = match worker.job.given("verify_interval") {
        Some(_) => "verify_interval",
        None => "verify",
    };
    worker.error(option, format!("{option}: {problem}"))
}

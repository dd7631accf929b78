//! What jobs ask for and cannot have.

use super::super::error::Result;
use super::super::job::RandomDistribution;
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
    let even = options.random_distribution == RandomDistribution::Random;
    let repeats = options.rw.is_random() && (options.norandommap || !even);
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

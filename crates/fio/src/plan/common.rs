//! Plans what the loads of all workers have, whether they move blocks or compute.

use feedrate_workload::load::{EndScope, FIO_SEED, Load, LoadFile, Logs};

use super::pace::{start, steady};
use super::processors::{io_priority, processors};
use super::{HostFacts, JobClone, Settings};
use crate::error::Result;
use crate::job::{ExitWhat, Options};

/// Returns a load of these files, with when it begins and ends, where it runs, and what is recorded of it.
pub(super) fn common(
    worker: &JobClone<'_>,
    settings: &Settings,
    host_facts: &dyn HostFacts,
    files: Vec<LoadFile>,
) -> Result<Load> {
    let options = worker.options();
    Ok(Load {
        group: worker.group,
        after: options.jobs.wait_for.clone(),
        ramp: options.blocks.ramp_time,
        start_after: start(worker),
        seed: seed(worker, settings),
        processors: processors(worker, host_facts)?,
        memory: options.jobs.numa_mem_policy.clone(),
        io_priority: io_priority(options),
        as_process: !options.jobs.thread,
        sample: options.reports.bwavgtime,
        logs: logs(options),
        steady: steady(options),
        ends: ends(options, options.jobs.exitall),
        fails: ends(options, options.jobs.exitall_on_error),
        ..Load::new(worker.job.name.clone(), files)
    })
}

/// Returns the series that are recorded.
fn logs(options: &Options) -> Logs {
    let reports = &options.reports;
    Logs {
        bandwidth: reports.write_bw_log.is_some(),
        operations: reports.write_iops_log.is_some(),
        latency: reports.write_lat_log.is_some(),
        movements: options.replay.write_iolog.is_some(),
        histograms: reports.write_hist_log.as_ref().and(reports.log_hist_msec),
        average: reports.log_avg_msec,
        greatest: reports.log_max_value,
    }
}

/// Returns which loads end with a job.
fn ends(options: &Options, others: bool) -> EndScope {
    match options.jobs.exit_what {
        _ if !others => EndScope::Itself,
        ExitWhat::Group => EndScope::Group,
        ExitWhat::Stonewall => EndScope::Batch,
        ExitWhat::All => EndScope::All,
    }
}

/// Returns the seed: different for each worker, and with `randrepeat` the same in each run.
fn seed(worker: &JobClone<'_>, settings: &Settings) -> u64 {
    let options = worker.options();
    let first = match options.order.randseed {
        Some(seed) => seed,
        None if options.order.randrepeat || options.order.allrandrepeat => FIO_SEED,
        None => settings.seed,
    };
    first
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(u64::from(worker.number))
}

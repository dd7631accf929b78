//! Plans a worker of `ioengine=cpuio`, which computes and has no files.

use feedrate_workload::load::{Compute, ComputeWork, Limit, Load, LoadEngine};

use super::load::{ends, logs, seed};
use super::pace::{start, steady};
use super::processors::{io_priority, processors};
use super::{HostFacts, JobClone, Settings};
use crate::error::Result;
use crate::job::CpuMode;

pub(super) fn load(worker: &JobClone<'_>, settings: &Settings, host_facts: &dyn HostFacts) -> Result<Load> {
    let options = worker.options();
    let calls = &options.calls;
    let Some(percent) = calls.cpuload else {
        let reason = "ioengine=cpuio needs cpuload=, the percentage of its time in which it computes";
        return worker.error("ioengine", reason.to_owned());
    };
    Ok(Load {
        group: worker.group,
        after: options.jobs.wait_for.clone(),
        engine: LoadEngine::NULL,
        compute: Some(Compute {
            work: match calls.cpumode {
                CpuMode::Noop => ComputeWork::Loop(calls.cpuchunks),
                CpuMode::Qsort => ComputeWork::Sort,
            },
            percent,
            ends_with_others: calls.exit_on_io_done,
        }),
        limit: Limit {
            operations: options.blocks.number_ios,
            time: options.blocks.runtime,
            for_all_time: true,
            ..Limit::default()
        },
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
        ..Load::new(worker.job.name.clone(), Vec::new())
    })
}

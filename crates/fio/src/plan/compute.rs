//! Plans a worker of `ioengine=cpuio`, which computes and has no files.

use feedrate_workload::load::{Compute, ComputeWork, Limit, Load, LoadEngine};

use super::common::common;
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
        ..common(worker, settings, host_facts, Vec::new())?
    })
}

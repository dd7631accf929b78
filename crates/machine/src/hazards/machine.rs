//! Hazards of cores and memory.

use super::{Code, Hazard, HazardInputs, amount};
use crate::{Cores, Memory};

pub(super) fn find(inputs: &HazardInputs<'_>, found: &mut Vec<Hazard>) {
    if let Some(cores) = inputs.cores {
        of_cores(cores, found);
    }
    if let Some(memory) = inputs.memory {
        of_memory(memory, found);
    }
}

fn of_cores(cores: &Cores, found: &mut Vec<Hazard>) {
    let available = cores.physical_available;
    if let Some(quota) = cores.quota.filter(|&quota| quota < available as f64) {
        found.push(Hazard::warning(
            Code::CpuQuota,
            format!(
                "A control group grants the CPU time of {quota:.1} of {available} cores: streams \
                 beyond that are stopped for part of the time. Raise the quota, or judge by \
                 {quota:.1} cores."
            ),
        ));
    }
    if available < cores.physical {
        found.push(Hazard::info(
            Code::FewerCores,
            format!(
                "This process may use {available} of {} cores: the rate per core is counted by \
                 those {available}. Run it without taskset or a CPU set to judge the machine.",
                cores.physical
            ),
        ));
    }
}

fn of_memory(memory: &Memory, found: &mut Vec<Hazard>) {
    if let Some(limit) = memory.cgroup_limit_bytes {
        found.push(Hazard::info(
            Code::MemoryLimit,
            format!(
                "A control group grants {} of memory, page cache included: cached figures are \
                 those of a small machine. Run outside of it to judge the machine.",
                amount(limit)
            ),
        ));
    }
    if memory.free_memory_goes_to_host == Some(true) {
        found.push(Hazard::warning(
            Code::FreeMemoryGoesToHost,
            "The hypervisor takes free memory of this virtual machine back: cached transfers take several \
             times as long where the page cache grows into such memory, and their times wander. \
             Judge by direct transfers, or have free page reporting of the balloon turned off.",
        ));
    }
    // A few pages that nobody asked for again are swapped out on every healthy server.
    let trifle = memory.total_bytes.unwrap_or_default() / 100;
    if let Some(used) = memory.swap_used_bytes.filter(|&used| used > trifle) {
        found.push(Hazard::warning(
            Code::SwapInUse,
            format!(
                "{} of swap is in use: memory is short, and swapping may share the disk. Find out \
                 who needs it (vmstat 1) before judging the volume.",
                amount(used)
            ),
        ));
    }
    let waits = memory
        .dirty_background_limit
        .zip(memory.available_bytes)
        .map(|(limit, available)| limit.bytes(available));
    if let (Some(dirty), Some(limit)) = (memory.dirty_bytes, waits)
        && dirty > limit
    {
        found.push(Hazard::warning(
            Code::DirtyData,
            format!(
                "{} of written data waits in memory, and the kernel is writing it: it shares the \
                 device with the test. Wait for it, or call sync.",
                amount(dirty)
            ),
        ));
    }
}

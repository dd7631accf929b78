//! The hosts of the allocation of Slurm's in which this program runs.

use std::env;

use crate::host_name::HostListError;

/// The variables with the hosts of an allocation.
const NODES: [&str; 2] = ["SLURM_JOB_NODELIST", "SLURM_NODELIST"];

/// The variable with the number of processes that `srun` has started, of which this one is one.
const TASKS: &str = "SLURM_STEP_NUM_TASKS";

/// Returns the list of hosts.
///
/// # Errors
///
/// Fails without an allocation, and where `srun` has started this program several times: each would start it on all
/// hosts.
pub(crate) fn nodes() -> Result<String, HostListError> {
    let tasks = env::var(TASKS).ok().and_then(|tasks| tasks.parse().ok());
    if let Some(tasks @ 2..) = tasks {
        return Err(HostListError::Tasks(tasks));
    }
    let nodes = NODES.iter().find_map(|name| env::var(name).ok());
    nodes.ok_or(HostListError::NoAllocation)
}

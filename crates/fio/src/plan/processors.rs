//! Plans the processors of a worker, and the priority of its requests.

use feedrate_workload::load::{IoClass, IoPriority};

use super::{HostFacts, JobClone};
use crate::error::Result;
use crate::job::Options;

pub(super) fn processors(worker: &JobClone<'_>, host_facts: &dyn HostFacts) -> Result<Option<Vec<u32>>> {
    let options = worker.options();
    let mut allowed = options.jobs.cpus_allowed.clone();
    if let Some(allowed) = &allowed
        && let Some(highest) = host_facts.highest_processor()
        && let Some(beyond) = allowed.iter().find(|&&processor| processor > highest)
    {
        let name = match worker.job.given("cpus_allowed") {
            Some(_) => "cpus_allowed",
            None => "cpumask",
        };
        let reason =
            format!("{name}: there is no processor {beyond} on this machine, on which they are 0 to {highest}");
        return worker.error(name, reason);
    }
    if let Some(nodes) = &options.jobs.numa_cpu_nodes {
        let mut of_nodes = Vec::new();
        for &node in nodes {
            match host_facts.processors(node) {
                Some(processors) => of_nodes.extend(processors),
                None => {
                    let reason = format!("numa_cpu_nodes: there is no node {node} on this machine; leave it out");
                    return worker.error("numa_cpu_nodes", reason);
                }
            }
        }
        if !of_nodes.is_empty() {
            allowed = Some(of_nodes);
        }
    }
    Ok(allowed.map(|allowed| {
        let own = allowed.get(worker.clone as usize % allowed.len().max(1));
        match own {
            Some(&own) if options.jobs.cpus_allowed_split => vec![own],
            _ => allowed,
        }
    }))
}

/// Returns the priority. In fio, a level without a class is of the class best effort.
pub(super) fn io_priority(options: &Options) -> Option<IoPriority> {
    if options.jobs.prio.is_none() && options.jobs.prioclass.is_none() {
        return None;
    }
    Some(IoPriority {
        class: match options.jobs.prioclass {
            None | Some(IoClass::None) if options.jobs.prio.is_some() => IoClass::BestEffort,
            class => class.unwrap_or(IoClass::None),
        },
        level: options.jobs.prio.unwrap_or(0),
    })
}

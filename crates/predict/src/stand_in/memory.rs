//! The memory that the page cache takes during a job.

use std::sync::atomic::AtomicBool;

use feedrate_document::format;
use feedrate_machine::Memory;
use feedrate_pageio::cache;

use crate::job::{Job, Origin};

/// The memory that is brought back beside a quarter more than a job needs, in bytes: some goes to the host again while
/// it runs.
const SPARE: u64 = 256 << 20;

/// Brings free memory back that the host of this virtual machine has taken, as much as a job or its program needs and
/// is free, so that neither waits for the host. Returns a note on it; `None` on a machine whose memory is its own.
pub fn bring_memory_back(job: &Job, stop: &AtomicBool) -> Option<String> {
    bring_memory_back_for(&[job], stop)
}

/// The same for jobs that run at the same time.
pub(crate) fn bring_memory_back_for(jobs: &[&Job], stop: &AtomicBool) -> Option<String> {
    let memory = Memory::host();
    if memory.free_memory_goes_to_host != Some(true) {
        return None;
    }
    let needed = jobs
        .iter()
        .fold(0, |sum, job| u64::saturating_add(sum, needed_bytes(job)));
    if needed == 0 {
        return None;
    }
    let wanted = needed.saturating_add(needed / 4).saturating_add(SPARE);
    // Within a limit, what is taken leaves the page cache, or ends the processes of the group.
    let taken = match memory.cgroup_limit_bytes {
        None => cache::take_and_free(wanted, stop),
        Some(_) => 0,
    };
    let needed_amount = format::amount(needed);
    Some(match taken >= needed {
        true => format!(
            "The host takes free memory of this virtual machine: as much as a run needs ({needed_amount}) was brought \
             back before each run. Without that, cached transfers take longer."
        ),
        false => format!(
            "The host takes free memory of this virtual machine, and as much as a run needs ({needed_amount}) could \
             not be brought back before each run: cached transfers may take several times as long."
        ),
    })
}

/// Returns the bytes that the page cache and sorts take: of files that enter the page cache, and of the largest sort.
fn needed_bytes(job: &Job) -> u64 {
    let is_cached = |index: usize| {
        let mut uses = job.steps.iter().flat_map(|step| &step.uses);
        uses.any(|use_| use_.file == index && !use_.method.is_direct())
    };
    let files = job.files.iter().enumerate();
    let files = files.filter(|(index, file)| match file.origin {
        Origin::Input { cached } => !cached && is_cached(*index),
        Origin::Made | Origin::Utility => is_cached(*index),
        Origin::Pipe => false,
    });
    let files = files.fold(0, |sum, (_, file)| u64::saturating_add(sum, file.bytes));
    let sorts = job.steps.iter().filter_map(|step| step.sort);
    let sorts = sorts.map(|sort| {
        let all = sort.rows.saturating_mul(sort.row_bytes);
        all.min(sort.memory_bytes)
    });
    files.saturating_add(sorts.max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_enters_the_page_cache_and_is_not_there_needs_memory() {
        let file = |origin: serde_json::Value, bytes: u64| {
            json!({
                "name": "A", "origin": origin, "header_bytes": 0, "page_bytes": 4096, "bytes": bytes
            })
        };
        let use_ = |file: u64, direction: &str, method: serde_json::Value| {
            json!({
                "file": file, "direction": direction, "method": method, "discipline": "as-sas",
                "order": "sequential", "threads": 1, "durable": false, "bytes": 0, "header_bytes": 0,
                "transfers": 1, "transfer_bytes": 4096, "depth": 1,
            })
        };
        let direct = || json!({"direct": {"pages_per_transfer": 4}});
        let job: Job = serde_json::from_value(json!({
            "feedrate": {"version": "0.1.0", "format": "job", "format_version": 1}, "program": "p",
            "derived_from": "profile", "assumptions": [],
            "files": [
                file(json!({"input": {"cached": false}}), 1),
                file(json!({"input": {"cached": true}}), 10),
                file(json!({"input": {"cached": false}}), 100),
                file(json!("made"), 1000),
                file(json!("pipe"), 10_000),
            ],
            "steps": [
                {
                    "name": "DATA", "line": 1, "seconds": null, "parts": [],
                    "uses": [
                        use_(0, "read", json!("cached")), use_(1, "read", json!("cached")),
                        use_(2, "read", direct()), use_(3, "write", direct()),
                        use_(4, "write", json!("cached")),
                    ],
                    "sort": {"rows": 100, "row_bytes": 1000, "memory_bytes": 50_000, "threads": 1, "runs": 2},
                },
                {
                    "name": "MEANS", "line": 2, "seconds": null, "parts": [],
                    "uses": [use_(3, "read", json!("cached"))],
                },
            ],
        }))
        .unwrap();
        assert_eq!(needed_bytes(&job), 1 + 1000 + 50_000);
    }
}

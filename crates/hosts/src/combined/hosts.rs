//! The figures of one host in a run.

use feedrate_workload::Round;
use feedrate_workload::figures::{FlowFigures, MEGABYTE};
use serde::Serialize;

use crate::group::{HostOutcome, HostRound};

/// The figures of one host in a run.
#[derive(Clone, Debug, Serialize)]
pub struct HostFigures {
    /// Its name.
    pub name: String,
    /// Bytes moved.
    pub bytes: u64,
    /// Seconds from the moment from which it counted to its end.
    pub seconds: f64,
    /// 10^6 bytes a second.
    pub megabytes_per_second: f64,
    /// The same for each of its physical cores that it may use.
    pub megabytes_per_second_per_core: f64,
    /// Transfers a second.
    pub operations_per_second: f64,
    /// The figures of reads.
    pub read: Option<FlowFigures>,
    /// The figures of writes.
    pub write: Option<FlowFigures>,
    /// The share of the bytes read that its page cache served, 0 to 1; `None` if it is unknown, or nothing was read.
    pub cache_share: Option<f64>,
    /// Bytes actually read from storage, as its kernel counts; `None` if unknown.
    pub storage_read_bytes: Option<u64>,
    /// Bytes actually written to storage, likewise.
    pub storage_write_bytes: Option<u64>,
    /// Processor seconds for 10^9 bytes.
    pub cpu_seconds_per_gigabyte: f64,
    /// The share of its cores that were busy for this.
    pub cores_busy: f64,
    /// The share of its processors that others had, 0 to 1; `None` if it is unknown. What other hosts of the run had
    /// that are the same machine is left out.
    pub processor_share_of_others: Option<f64>,
    /// True if all writes had reached the device within the time.
    pub durable: bool,
    /// By how many microseconds it heard of the start too late.
    pub late_microseconds: f64,
    /// True if it was stopped before its end.
    pub stopped: bool,
    /// The errors of its streams.
    pub errors: Vec<String>,
}

impl HostFigures {
    /// Returns the figures of a host's run. `own_elsewhere` are the processor seconds of the same run under other names
    /// of the machine.
    pub(super) fn of(outcome: &HostOutcome, on_host: &HostRound, round: &Round, own_elsewhere: f64) -> Self {
        let bytes = round.read.bytes + round.write.bytes;
        let operations = round.read.operations + round.write.operations;
        let seconds = round.elapsed.as_secs_f64();
        let per_second = |amount: u64| match seconds > 0.0 {
            true => amount as f64 / seconds,
            false => 0.0,
        };
        let cores = outcome.host.facts.cores.physical_available.max(1) as f64;
        let rate = per_second(bytes) / MEGABYTE;
        let cpu = round.cpu.total().as_secs_f64();
        let flow = |flow: &feedrate_workload::RoundFlow| {
            FlowFigures::of(flow.bytes, flow.operations, &flow.latencies, round.elapsed)
        };
        Self {
            name: outcome.host.name.to_string(),
            bytes,
            seconds,
            megabytes_per_second: rate,
            megabytes_per_second_per_core: rate / cores,
            operations_per_second: per_second(operations),
            read: flow(&round.read),
            write: flow(&round.write),
            cache_share: round.cache_share,
            storage_read_bytes: round.storage.map(|storage| storage.read_bytes),
            storage_write_bytes: round.storage.map(|storage| storage.write_bytes),
            cpu_seconds_per_gigabyte: match bytes {
                0 => 0.0,
                bytes => cpu / (bytes as f64 / 1e9),
            },
            cores_busy: match seconds > 0.0 {
                true => cpu / seconds / cores,
                false => 0.0,
            },
            processor_share_of_others: on_host.others.map(|load| {
                let quota = outcome.host.facts.cores.quota;
                load.without(own_elsewhere).share(quota)
            }),
            durable: round.durable,
            late_microseconds: on_host.late as f64 / 1e3,
            stopped: round.stopped,
            errors: round.errors.clone(),
        }
    }
}

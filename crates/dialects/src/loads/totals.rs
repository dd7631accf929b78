//! The sums of all loads of a test, and their notes.

use std::time::Duration;

use feedrate_pageio::Latencies;
use feedrate_workload::load::{Flow, LoadOutcome, ScheduleOutcome};

/// Sums over loads.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    /// Blocks.
    pub(crate) operations: u64,
    /// Bytes.
    pub(crate) bytes: u64,
    /// The time until the last load was done.
    pub(crate) run_time: Duration,
    /// The times to start a block.
    pub(crate) submission: Latencies,
    /// The times from the start of a block to its end.
    pub(crate) total: Latencies,
}

impl Totals {
    /// Sums loads that ran at the same time.
    pub(crate) fn of<'a>(loads: impl Iterator<Item = &'a LoadOutcome>) -> Self {
        let mut totals = Self {
            operations: 0,
            bytes: 0,
            run_time: Duration::ZERO,
            submission: Latencies::new(),
            total: Latencies::new(),
        };
        for load in loads {
            totals.run_time = totals.run_time.max(load.run_time);
            totals.add(&load.flow.read);
            totals.add(&load.flow.write);
        }
        totals
    }

    fn add(&mut self, flow: &Flow) {
        self.operations += flow.operations;
        self.bytes += flow.bytes;
        self.submission.merge(&flow.submission);
        self.total.merge(&flow.total);
    }
}

/// Returns what was requested and not available, each note once.
pub(crate) fn notes(outcome: &ScheduleOutcome) -> Vec<&str> {
    let mut notes: Vec<&str> = Vec::new();
    let of_loads = outcome.loads().flat_map(|load| &load.notes);
    for note in outcome.notes.iter().chain(of_loads) {
        if !notes.contains(&note.as_str()) {
            notes.push(note);
        }
    }
    notes
}

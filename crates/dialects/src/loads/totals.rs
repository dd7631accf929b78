//! What all loads of a test moved together, and what they have to say.

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
    /// Until the last load was done.
    pub(crate) run_time: Duration,
    /// What starting a block took.
    pub(crate) submission: Latencies,
    /// What a block took from its start to its end.
    pub(crate) total: Latencies,
}

impl Totals {
    /// Those of loads that ran at the same time.
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

/// What was asked for and was not to be had, each once.
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

//! The runs of a store, by the cells of a plan.

use std::collections::{BTreeMap, HashMap};

use feedrate_stats::Summary;

use super::{Block, Cell};
use crate::definition::Study;
use crate::store::Run;

/// The number of times in a row that a cell may fail before it is run no more.
const MOST_FAILURES: usize = 2;

/// The runs of a store that are of cells of a plan, by the numbers of the cells.
#[derive(Debug)]
pub struct History {
    cells: HashMap<BTreeMap<String, String>, usize>,
    runs: Vec<Vec<Run>>,
    /// The runs up to this one were made by earlier calls.
    last_of_earlier_calls: i64,
    last: i64,
}

impl History {
    /// Returns the runs of some cells. Those that are known now are of earlier calls.
    pub fn of(study: &Study, cells: &[Cell], runs: Vec<Run>) -> Self {
        let levels = cells.iter().map(|cell| study.levels(cell));
        let mut history = Self {
            cells: levels.map(|levels| levels.into_iter().collect()).zip(0..).collect(),
            runs: vec![Vec::new(); cells.len()],
            last_of_earlier_calls: i64::MIN,
            last: i64::MIN,
        };
        history.add(runs);
        history.last_of_earlier_calls = history.last;
        history
    }

    /// Adds runs that have ended since.
    pub fn add(&mut self, runs: Vec<Run>) {
        for run in runs {
            self.last = self.last.max(run.id);
            if let Some(&cell) = self.cells.get(&run.levels) {
                self.runs[cell].push(run);
            }
        }
    }

    /// Returns the number of the last run in the store, of whatever cell.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// Returns the runs of a cell, in the order in which they ended.
    pub fn of_cell(&self, cell: usize) -> &[Run] {
        &self.runs[cell]
    }

    /// Returns whether a cell was run in a block, whether it did its work or failed.
    pub fn is_done(&self, cell: usize, block: Block) -> bool {
        self.runs[cell].iter().any(|run| run.block == block)
    }

    /// Returns whether the last runs of a cell have failed. Those of earlier calls do not count, because somebody may
    /// have removed the cause since.
    pub fn has_failed_often(&self, cell: usize) -> bool {
        let of_this_call = self.runs[cell]
            .iter()
            .rev()
            .take_while(|run| run.id > self.last_of_earlier_calls);
        let failures = of_this_call.take_while(|run| run.failure.is_some());
        failures.take(MOST_FAILURES).count() == MOST_FAILURES
    }

    /// Returns the median of the seconds of the runs of a cell that did their work.
    pub fn median_seconds(&self, cell: usize) -> Option<f64> {
        let own = self.runs[cell].iter().filter(|run| run.failure.is_none());
        let seconds: Vec<f64> = own.map(|run| run.seconds).collect();
        Some(Summary::of(&seconds)?.median)
    }

    /// Returns the number of the last block of counted runs in which all cells were run; 0 if there is none. An
    /// interrupted block is not complete.
    pub fn last_complete_block(&self) -> u32 {
        let last_of = |runs: &Vec<Run>| {
            let counted = runs.iter().filter(|run| !run.block.is_warm_up);
            counted.map(|run| run.block.number).max().unwrap_or(0)
        };
        self.runs.iter().map(last_of).min().unwrap_or(0)
    }
}

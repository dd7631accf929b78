//! The runs that a sort would spill, by the rules of the sort.

use feedrate_dataset::Schema;
use feedrate_procedure::{SortIntent, SortPlan};
use feedrate_program::DataStep;
use feedrate_rows::environment::Options;
use feedrate_rows::spill::planned_reduction;

use super::limits::Limits;
use super::request::{Duplicates, Sort};
use super::work::SortWork;

/// The name of the step in the headers of the data sets that it makes.
pub(super) const CREATOR: &str = "SORT";

/// Returns how a sort of `rows` rows in no order spills them. `most_rows` is the number of rows before WHERE, which the
/// sort plans for. Rows that are in order are not spilled.
pub fn plan_sort(rows: u64, most_rows: u64, record_bytes: usize, memory_bytes: u64, threads: u32) -> SortPlan {
    let most_rows = most_rows.max(rows);
    let limits = Limits::new(memory_bytes, threads, record_bytes, most_rows);
    let layout = limits.layout;
    let held = limits.rows_held as u64;
    // A run is spilled when there is another row for full memory.
    let runs = rows.saturating_sub(1) / held;
    let bytes = |records: u64| layout.blocks(records) * layout.block_bytes() as u64;
    let first = runs * bytes(held);
    // The rows in memory and the beginning of the input have a place in the final merge.
    let most = limits.runs_at_once().saturating_sub(2);
    let run_records = vec![held; usize::try_from(runs).unwrap_or(usize::MAX)];
    let reduced = planned_reduction(layout, run_records, most);
    let left: u64 = reduced.runs.iter().map(|&records| bytes(records)).sum();
    SortPlan {
        memory_bytes,
        threads,
        record_bytes: record_bytes as u64,
        sorted_bytes: rows * record_bytes as u64,
        runs,
        run_rows: match runs {
            0 => 0,
            _ => held,
        },
        block_bytes: layout.block_bytes() as u64,
        merges_before: reduced.passes,
        final_runs: reduced.runs.len() as u64,
        spilled_written_bytes: first + reduced.written_bytes,
        spilled_read_bytes: left + reduced.read_bytes,
    }
}

impl SortIntent for Sort {
    fn step(&self) -> &DataStep {
        &self.step
    }

    fn creator(&self) -> &'static str {
        CREATOR
    }

    fn replaces(&self) -> bool {
        self.replaces
    }

    fn keeps_all(&self) -> bool {
        self.duplicates == Duplicates::Stay
    }

    fn plan(&self, input: &Schema, rows: u64, most_rows: u64, options: &Options) -> Option<SortPlan> {
        let work = SortWork::new(self, input, false).ok()?;
        let limits = self.limits(options, &work, most_rows);
        Some(plan_sort(
            rows,
            most_rows,
            work.record_bytes(),
            limits.memory_bytes,
            limits.threads,
        ))
    }
}

impl Sort {
    /// Returns the memory and the number of threads of the sort.
    pub(super) fn limits(&self, options: &Options, work: &SortWork<'_>, most_rows: u64) -> Limits {
        let asked = self.sort_bytes.unwrap_or(options.sort_bytes);
        let threads = match self.threads {
            Some(true) => options.cpu_count.max(1),
            Some(false) => 1,
            None => options.workers(),
        };
        Limits::new(asked.min(options.memory_bytes), threads, work.record_bytes(), most_rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_into_memory_is_not_spilled() {
        let plan = plan_sort(1000, 1000, 100, 64 << 20, 2);
        assert_eq!((plan.runs, plan.spilled_written_bytes), (0, 0));
        assert_eq!((plan.run_rows, plan.sorted_bytes), (0, 100_000));
        assert_eq!(plan_sort(0, 0, 8, 0, 1).runs, 0);
    }

    #[test]
    fn more_data_are_written_and_read_once_or_more() {
        let plan = plan_sort(10_000_000, 10_000_000, 100, 128 << 20, 2);
        assert!(plan.runs > 1 && plan.merges_before == 0, "{plan:?}");
        assert_eq!(plan.spilled_written_bytes, plan.spilled_read_bytes);
        let spilled = plan.runs * plan.run_rows * plan.record_bytes;
        assert!(plan.spilled_written_bytes >= spilled, "{plan:?}");
        // The last block of a run is not full.
        assert!(plan.spilled_written_bytes < spilled + spilled / 20, "{plan:?}");
        let little = plan_sort(10_000_000, 10_000_000, 100, 1 << 20, 2);
        assert!(little.merges_before > 0, "{little:?}");
        assert!(little.spilled_written_bytes > spilled);
    }
}

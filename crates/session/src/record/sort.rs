//! How a data set was sorted, with the units in the names.

use feedrate_steps::procedure::SortFacts;
use serde::Serialize;

/// How PROC SORT did it.
#[derive(Clone, Debug, Serialize)]
pub struct SortRecord {
    /// Whether the input was in order already, so that nothing had to be sorted.
    pub presorted: bool,
    /// Bytes of memory that sorting was allowed to hold (`SORTSIZE=`, `MEMSIZE=`).
    pub memory_bytes: u64,
    /// On how many cores it computed at once.
    pub threads: u32,
    /// Bytes of the rows that came in.
    pub sorted_bytes: u64,
    /// Runs that were laid down in the folder of `UTILLOC=` as rows came in; 0 when all was done in memory.
    pub runs: u64,
    /// How often runs were merged into longer ones before the merge that gave the result.
    pub merges_before: u32,
    /// Observations at the beginning of the input that came in order, were more than fit into memory, and
    /// were merged from where they lie.
    pub rows_in_place: u64,
    /// Observations that were left out as duplicates.
    pub duplicates: u64,
}

impl From<&SortFacts> for SortRecord {
    fn from(facts: &SortFacts) -> Self {
        Self {
            presorted: facts.presorted,
            memory_bytes: facts.memory_bytes,
            threads: facts.threads,
            sorted_bytes: facts.sorted_bytes,
            runs: facts.runs,
            merges_before: facts.merges_before,
            rows_in_place: facts.rows_in_place,
            duplicates: facts.duplicates,
        }
    }
}

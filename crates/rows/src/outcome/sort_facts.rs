//! Facts about a sort: as text, and for the JSON record.

use std::path::Path;

use feedrate_dataset::FileAccount;
use feedrate_pageio::Direction;
use serde::Serialize;

/// Facts about how a data set was sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SortFacts {
    /// True if the input was already in order, so that nothing had to be sorted.
    pub presorted: bool,
    /// The bytes of memory that the sort was allowed to use.
    pub memory_bytes: u64,
    /// The number of threads that sorted concurrently.
    pub threads: u32,
    /// Bytes of the input rows.
    pub sorted_bytes: u64,
    /// The number of runs that were spilled to the folder of UTILLOC=; 0 if the sort was done in memory.
    pub runs: u64,
    /// The number of passes that merged runs into longer ones before the final merge.
    pub merges_before: u32,
    /// Observations at the beginning of the input that were in order and more than fit into memory: they were merged
    /// from the input file.
    pub rows_in_place: u64,
    /// Set when allocating memory was slower than storage, so that rows were spilled although there was memory for
    /// them.
    pub memory_was_slow: bool,
    /// Observations that were omitted as duplicates.
    pub duplicates: u64,
}

impl SortFacts {
    /// Returns the facts of a sort that was not needed, so that nothing was read. It was allowed these bytes of memory
    /// and these threads.
    pub fn of_no_sort(memory_bytes: u64, threads: u32) -> Self {
        Self {
            presorted: true,
            memory_bytes,
            threads,
            ..Self::default()
        }
    }

    /// Returns the facts as text. `utility` is what was moved to and from spill files in that folder.
    pub fn details(&self, utility: &[FileAccount], folder: &Path) -> String {
        let threads = match self.threads {
            1 => "1 thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        let of = format!(
            "{} of rows with {threads}, allowed to hold {}",
            megabytes(self.sorted_bytes),
            megabytes(self.memory_bytes)
        );
        if self.presorted {
            return format!("PROC SORT looked at {of}; they were in order.");
        }
        let mut text = format!("PROC SORT sorted {of}");
        if self.rows_in_place > 0 {
            text.push_str(&format!(
                ".\nThe first {} observations were in order, and were merged from where they lie",
                self.rows_in_place
            ));
        }
        if self.memory_was_slow {
            text.push_str(".\nMemory was slower to come than storage, so it held only some of them at once");
        }
        if self.runs == 0 {
            text.push_str(", all in memory.");
            return text;
        }
        let runs = match self.runs {
            1 => "1 run".to_owned(),
            runs => format!("{runs} runs"),
        };
        let mut written = utility.iter();
        let written = written.find(|account| account.direction == Direction::Write);
        text.push_str(&format!(
            ".\nIt laid down {runs} in {} and wrote {} there; {}.",
            folder.display(),
            megabytes(written.map_or(0, |account| account.moved.bytes)),
            match self.merges_before {
                0 => "one merge was enough".to_owned(),
                before => format!("{} merges were needed, one after the other", before + 1),
            }
        ));
        text
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

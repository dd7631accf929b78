//! Merges runs into fewer ones where a merge cannot read all of them at once.

use std::sync::atomic::{AtomicBool, Ordering};

use super::error::{Error, Result};
use super::key::RecordKey;
use super::layout::Layout;
use super::merge::Merge;
use super::reader::RunReaders;
use super::room::SpillRoom;
use super::run::Run;

/// The number of records that are merged between two looks at the stop flag.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// Merges neighbouring runs until at most `most` are left, which must be at least 2. Returns them in their order and
/// the number of passes over the data. No more runs are merged than necessary, so the last pass rarely covers all data.
///
/// # Errors
///
/// Fails if a run cannot be read or written, or if `stop` is set.
pub fn reduce(
    room: &SpillRoom,
    layout: Layout,
    mut runs: Vec<Run>,
    most: usize,
    key: &impl RecordKey,
    stop: &AtomicBool,
) -> Result<(Vec<Run>, u32)> {
    let most = most.max(2);
    let mut passes = 0;
    while runs.len() > most {
        passes += 1;
        let groups = groups(runs.len(), most);
        let mut rest = runs.into_iter();
        let mut fewer = Vec::new();
        for size in groups {
            let group = rest.by_ref().take(size).collect();
            fewer.extend(merge(room, layout, group, key, stop)?);
        }
        fewer.extend(rest);
        runs = fewer;
    }
    Ok((runs, passes))
}

/// Returns the sizes of the groups of neighbouring runs, from the first on, that a pass merges so that at most `most`
/// are left, or as few as one pass can leave. Merging a group of n runs leaves n - 1 fewer.
fn groups(runs: usize, most: usize) -> Vec<usize> {
    let mut excess = runs.saturating_sub(most);
    let mut left = runs;
    let mut groups = Vec::new();
    while excess > 0 {
        let size = most.min(excess + 1).min(left);
        if size < 2 {
            break;
        }
        excess -= (size - 1).min(excess);
        left -= size;
        groups.push(size);
    }
    groups
}

/// The work of [`reduce`] on so many runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedReduction {
    /// The records of each run that is left.
    pub runs: Vec<u64>,
    /// The number of passes over the data.
    pub passes: u32,
    /// The bytes that these passes read, which are not always those that they write: blocks are filled anew.
    pub read_bytes: u64,
    /// The bytes that they write.
    pub written_bytes: u64,
}

/// Returns what [`reduce`] would do with runs of these numbers of records.
pub fn planned_reduction(layout: Layout, runs: Vec<u64>, most: usize) -> PlannedReduction {
    let most = most.max(2);
    let bytes = |records: u64| layout.blocks(records) * layout.block_bytes() as u64;
    let mut planned = PlannedReduction {
        runs,
        passes: 0,
        read_bytes: 0,
        written_bytes: 0,
    };
    while planned.runs.len() > most {
        planned.passes += 1;
        let groups = groups(planned.runs.len(), most);
        let mut rest = planned.runs.iter().copied();
        let mut fewer = Vec::new();
        for size in groups {
            let mut records = 0;
            for run in rest.by_ref().take(size) {
                planned.read_bytes += bytes(run);
                records += run;
            }
            planned.written_bytes += bytes(records);
            fewer.push(records);
        }
        fewer.extend(rest);
        planned.runs = fewer;
    }
    planned
}

/// Merges several runs into one.
fn merge(
    room: &SpillRoom,
    layout: Layout,
    runs: Vec<Run>,
    key: &impl RecordKey,
    stop: &AtomicBool,
) -> Result<Vec<Run>> {
    let records = runs.iter().map(Run::records).sum();
    let mut writer = room.writer(layout, Some(records))?;
    let count = runs.len();
    let mut merge = Merge::new(RunReaders::open(room, runs)?, count, key);
    while let Some(record) = merge.next()? {
        writer.append(record)?;
        if writer.records() % BETWEEN_LOOKS == 0 && stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
    }
    drop(merge);
    writer.finish()
}

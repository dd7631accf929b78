//! Merges runs into fewer ones where a merge cannot read all of them at once.

use std::sync::atomic::{AtomicBool, Ordering};

use super::error::{Error, Result};
use super::key::RecordKey;
use super::layout::Layout;
use super::merge::Merge;
use super::reader::RunReaders;
use super::room::SpillRoom;
use super::run::Run;

/// How many records are merged between two looks at the stop flag.
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
        let mut excess = runs.len() - most;
        let mut rest = runs.into_iter();
        let mut fewer = Vec::new();
        // Merging a group of n runs leaves n - 1 fewer.
        while excess > 0 {
            let group: Vec<_> = rest.by_ref().take(most.min(excess + 1)).collect();
            if group.len() < 2 {
                fewer.extend(group);
                break;
            }
            excess -= (group.len() - 1).min(excess);
            fewer.extend(merge(room, layout, group, key, stop)?);
        }
        fewer.extend(rest);
        runs = fewer;
    }
    Ok((runs, passes))
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

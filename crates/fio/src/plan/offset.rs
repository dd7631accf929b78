//! Plans where in its files a worker begins.

use super::sequence::shortest_of_all;
use super::{JobClone, Settings};
use crate::error::Result;
use crate::job::SizeOf;

/// Returns the offset. Percentages are of the file's length before the job, as in fio, and 0 for a missing file; with
/// them, the offset is the next multiple of `offset_align`, or of the shortest block of any direction, used or not.
pub(super) fn offset(worker: &JobClone<'_>, found: Option<u64>, settings: &Settings) -> Result<u64> {
    let options = worker.options();
    let bytes = |of: SizeOf| match of {
        SizeOf::Bytes(bytes) => bytes,
        SizeOf::Percent(percent) => share(found.unwrap_or(0), percent),
    };
    let (from, step) = (bytes(options.blocks.offset), bytes(options.blocks.offset_increment));
    // With --max-size, the distances are limited too.
    let cap = |bytes: u64| settings.max_size.map_or(bytes, |most| bytes.min(most));
    let offset = cap(step)
        .checked_mul(u64::from(worker.clone))
        .and_then(|step| step.checked_add(cap(from)));
    let is_share = |of: SizeOf| matches!(of, SizeOf::Percent(percent) if percent > 0.0);
    let aligned = is_share(options.blocks.offset) || is_share(options.blocks.offset_increment);
    let align = options.blocks.offset_align.unwrap_or(shortest_of_all(options));
    let offset = match offset {
        Some(offset) if aligned => offset.checked_next_multiple_of(align.max(1)),
        offset => offset,
    };
    match offset {
        Some(offset) if offset <= i64::MAX as u64 => Ok(offset),
        _ => worker.error(
            if step == 0 { "offset" } else { "offset_increment" },
            "the offset is beyond what a file can have; give a smaller one",
        ),
    }
}

pub(super) fn share(whole: u64, percent: f64) -> u64 {
    (whole as f64 * percent / 100.0) as u64
}

//! The batches of a schedule that do not run at the moment.

use std::time::{Duration, Instant};

use feedrate_pageio::CpuUse;
use feedrate_pageio::cache::CacheShare;

use super::without_work;
use crate::load::outcome::BatchOutcome;
use crate::load::spec::Load;

/// The batches before and after a batch.
#[derive(Clone, Copy)]
pub(super) struct OtherBatches<'a> {
    /// When the first batch began.
    pub(super) first: Instant,
    pub(super) before: &'a [BatchOutcome],
    pub(super) after: &'a [Vec<Load>],
}

/// Returns the outcome of loads that never ran, or not yet.
pub(super) fn never_ran<'a>(loads: impl Iterator<Item = &'a Load>, are_stopped: bool) -> BatchOutcome {
    BatchOutcome {
        loads: loads.map(|load| without_work(load, None, are_stopped)).collect(),
        began_after: Duration::ZERO,
        elapsed: Duration::ZERO,
        cpu: CpuUse::default(),
        storage: None,
        cache: CacheShare::of(0, None),
    }
}

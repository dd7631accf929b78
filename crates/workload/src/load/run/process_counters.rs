//! The counters of the process as a whole.

use std::time::Instant;

use feedrate_pageio::CpuUse;
use feedrate_pageio::cache::{CacheShare, StorageIo, UnknownBecause};

use super::shared_batch::SharedBatch;
use crate::load::outcome::{BatchOutcome, LoadOutcome};

/// The counters of the process as a whole, from the start of a batch.
pub(super) struct ProcessCounters {
    began: Instant,
    storage: Option<StorageIo>,
    cpu: CpuUse,
}

impl ProcessCounters {
    pub(super) fn begin() -> Self {
        Self {
            began: Instant::now(),
            storage: StorageIo::now().ok(),
            cpu: CpuUse::of_process(),
        }
    }

    /// Returns the outcome of the batch until now.
    pub(super) fn outcome(&self, shared: &SharedBatch<'_>, first: Instant, loads: Vec<LoadOutcome>) -> BatchOutcome {
        let start = shared.rendezvous.start().unwrap_or(self.began);
        let storage = self
            .storage
            .and_then(|before| Some(StorageIo::now().ok()?.since(before)));
        // A load that moved nothing had nothing from anywhere.
        let moved = shared
            .batch
            .iter()
            .zip(&loads)
            .filter(|(_, load)| load.engine.kind.moves_bytes());
        let read = |is_endless: bool, is_direct: bool| -> u64 {
            let of_kind = moved
                .clone()
                .filter(|(prepared, _)| prepared.is_endless == is_endless && prepared.is_direct() == is_direct);
            of_kind.map(|(_, load)| load.flow.read.bytes).sum()
        };
        let endless = read(true, false) + read(true, true);
        let cache = match (read(false, false), read(false, true)) {
            (0, 0) if endless > 0 => CacheShare::Unknown(UnknownBecause::NotCounted),
            (cached, direct) => CacheShare::of_both(cached, direct, storage),
        };
        BatchOutcome {
            began_after: start.saturating_duration_since(first),
            elapsed: start.elapsed(),
            cpu: CpuUse::of_process() - self.cpu,
            cache,
            storage,
            loads,
        }
    }
}

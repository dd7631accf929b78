//! The memory of plans.

use datafusion::common::Result;
use datafusion::execution::memory_pool::{
    FairSpillPool, MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation,
};

/// A pool of so many bytes, which are shared fairly among those that can lay down what they hold.
///
/// Rows on their way from worker to worker are counted and never refused. If they were, DataFusion 55 would lay them down
/// in files that are read while they are written, and of two such files wait for the wrong one without an end (its issue
/// 24883); and [ours](crate::spill) are read when they are complete. A worker makes no more of them once all others have
/// some waiting.
#[derive(Debug)]
pub(crate) struct PlanMemory(FairSpillPool);

impl PlanMemory {
    pub(crate) fn new(bytes: usize) -> Self {
        Self(FairSpillPool::new(bytes))
    }
}

/// How DataFusion calls who hands rows on.
const HANDS_ON: &str = "RepartitionExec";

/// How it calls who sums up parts. When it is refused more, it gives the sums that it has as they are, and tells the pool
/// that it holds nothing.
const SUMS_PARTS_UP: &str = "PartialHashAggregateStream";

impl std::fmt::Display for PlanMemory {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

impl MemoryPool for PlanMemory {
    fn name(&self) -> &str {
        "plan_memory"
    }

    fn register(&self, consumer: &MemoryConsumer) {
        self.0.register(consumer);
    }

    fn unregister(&self, consumer: &MemoryConsumer) {
        self.0.unregister(consumer);
    }

    fn grow(&self, reservation: &MemoryReservation, additional: usize) {
        self.0.grow(reservation, additional);
    }

    fn shrink(&self, reservation: &MemoryReservation, shrink: usize) {
        self.0.shrink(reservation, shrink);
    }

    fn try_grow(&self, reservation: &MemoryReservation, additional: usize) -> Result<()> {
        if reservation.consumer().name().starts_with(HANDS_ON) {
            self.0.grow(reservation, additional);
            return Ok(());
        }
        if reservation.consumer().name().starts_with(SUMS_PARTS_UP) {
            // As much again is kept free for what it gives.
            let again = reservation.size() + additional;
            self.0.try_grow(reservation, again + additional)?;
            self.0.shrink(reservation, again);
            return Ok(());
        }
        self.0.try_grow(reservation, additional)
    }

    fn reserved(&self) -> usize {
        self.0.reserved()
    }

    fn memory_limit(&self) -> MemoryLimit {
        self.0.memory_limit()
    }
}

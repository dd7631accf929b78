//! The memory of plans.

use datafusion::common::Result;
use datafusion::execution::memory_pool::{FairSpillPool, MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation};

/// A pool of a fixed number of bytes, shared fairly among the consumers that can spill.
///
/// Rows on their way between workers are counted and never refused. Were they refused, DataFusion 55 would spill them
/// into files that are read while they are written, and could wait forever for the wrong one of two such files (its
/// issue 24883); [ours](crate::spill) are read only when they are complete. A worker stops making such rows once each
/// of the others has some waiting.
#[derive(Debug)]
pub(crate) struct PlanMemory(FairSpillPool);

impl PlanMemory {
    pub(crate) fn new(bytes: usize) -> Self {
        Self(FairSpillPool::new(bytes))
    }
}

/// The name of the DataFusion consumer that passes rows between workers.
const HANDS_ON: &str = "RepartitionExec";

/// The name of the consumer that makes partial sums. When it is refused memory, it emits its partial sums and reports
/// to the pool that it holds nothing.
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
            // The same amount is reserved for its output.
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

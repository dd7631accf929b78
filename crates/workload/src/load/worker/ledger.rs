//! The ledger of the bytes that a load has moved: in all, and since it counts, its work apart from reading back.

use std::time::{Duration, Instant};

use feedrate_pageio::{Account, Completion, CpuUse, Queue};

use crate::load::spec::PerDirection;
use crate::load::watch::Amount;

/// The bytes that a load has moved.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// In all, ramp included.
    pub(super) moved: PerDirection<Amount>,
    earlier: EarlierPhases,
    cpu_before: CpuUse,
    /// The time of the work, once it is over.
    work_time: Option<Duration>,
}

/// The bytes moved in the work and in reading back, each as far as it was over before that which goes on now.
#[derive(Debug, Default)]
struct EarlierPhases {
    work: Account,
    back: Account,
    back_time: Duration,
    /// Since when it is reading back.
    reading_since: Option<Instant>,
}

impl Ledger {
    /// Starts to count processor time.
    pub(super) fn start(&mut self) {
        self.cpu_before = CpuUse::of_thread();
    }

    /// Counts a block that is done.
    #[inline]
    pub(super) fn count(&mut self, completion: &Completion) {
        let moved = self.moved.of_mut(completion.transfer.direction);
        moved.bytes += completion.transfer.bytes as u64;
        moved.operations += 1;
    }

    /// Returns whether it has moved so many bytes in all.
    #[inline]
    pub(super) fn has_moved(&self, bytes: u64) -> bool {
        self.moved.read.bytes + self.moved.write.bytes >= bytes
    }

    /// Forgets all but what was moved in all.
    pub(super) fn restart(&mut self, queue: &mut Queue, from: Instant) {
        queue.restart_account();
        self.earlier = EarlierPhases {
            reading_since: self.earlier.reading_since.map(|_| from),
            ..EarlierPhases::default()
        };
        self.cpu_before = CpuUse::of_thread();
    }

    /// Begins reading back, to which all that is moved from now on belongs.
    pub(super) fn begin_reading_back(&mut self, queue: &mut Queue) {
        self.earlier.work.merge(&queue.account());
        queue.restart_account();
        self.earlier.reading_since = Some(Instant::now());
    }

    /// Ends reading back, if there was any: all that is moved from now on is work again.
    pub(super) fn end_reading_back(&mut self, queue: &mut Queue) {
        if let Some(since) = self.earlier.reading_since.take() {
            self.earlier.back.merge(&queue.account());
            self.earlier.back_time += since.elapsed();
            queue.restart_account();
        }
    }

    /// The work is over, after so long since it counts.
    pub(super) fn end_work(&mut self, measured: Duration) {
        self.work_time = Some(measured.saturating_sub(self.earlier.back_time));
    }

    /// Returns the accounts of the work and of reading back.
    pub(super) fn accounts(&self, queue: &Queue) -> (Account, Account) {
        let (mut work, mut back) = (self.earlier.work.clone(), self.earlier.back.clone());
        match self.earlier.reading_since {
            Some(_) => back.merge(&queue.account()),
            None => work.merge(&queue.account()),
        }
        (work, back)
    }

    /// Returns the times of the work and of reading back, of so long since it counts until now.
    pub(super) fn times(&self, measured: Duration, now: Instant) -> (Duration, Duration) {
        let reading = self.earlier.reading_since;
        let reading = reading.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let work = self
            .work_time
            .unwrap_or(measured.saturating_sub(self.earlier.back_time + reading));
        (work, measured.saturating_sub(work))
    }

    /// Returns the processor time since it counts.
    pub(super) fn cpu(&self) -> CpuUse {
        CpuUse::of_thread() - self.cpu_before
    }
}

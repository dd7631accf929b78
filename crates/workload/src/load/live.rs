//! The state of a running load for its observers: plain stores to memory that others only read.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use super::outcome::LoadOutcome;
use super::spec::PerDirection;
use super::watch::{Amount, LoadState};

/// A running load, as seen by others.
#[derive(Debug, Default)]
pub(super) struct LiveLoad {
    state: AtomicU8,
    moved: PerDirection<LiveMoved>,
    /// The moment from which it counts.
    counts_from: OnceLock<Instant>,
    /// Set when it must end because another load did.
    must_end: AtomicBool,
    /// Set when its outcome so far is requested; beside it, the last response.
    asked: AtomicBool,
    answer: Mutex<Option<LoadOutcome>>,
}

#[derive(Debug, Default)]
struct LiveMoved {
    bytes: AtomicU64,
    operations: AtomicU64,
}

const STATES: [LoadState; 9] = [
    LoadState::Waiting,
    LoadState::LayingOut,
    LoadState::Ready,
    LoadState::Ramping,
    LoadState::Running,
    LoadState::ReadingBack,
    LoadState::Flushing,
    LoadState::Done,
    LoadState::Failed,
];

impl LiveLoad {
    pub(super) fn set(&self, state: LoadState) {
        let number = STATES.iter().position(|&known| known == state);
        self.state.store(number.unwrap_or(0) as u8, Ordering::Relaxed);
    }

    pub(super) fn state(&self) -> LoadState {
        let number = usize::from(self.state.load(Ordering::Relaxed));
        STATES.get(number).copied().unwrap_or_default()
    }

    /// Publishes what has been moved. Only the load itself adds, so plain stores are sufficient.
    pub(super) fn publish(&self, moved: &PerDirection<Amount>) {
        for (live, moved) in [(&self.moved.read, moved.read), (&self.moved.write, moved.write)] {
            live.bytes.store(moved.bytes, Ordering::Relaxed);
            live.operations.store(moved.operations, Ordering::Relaxed);
        }
    }

    pub(super) fn moved(&self) -> PerDirection<Amount> {
        let moved = |live: &LiveMoved| Amount {
            bytes: live.bytes.load(Ordering::Relaxed),
            operations: live.operations.load(Ordering::Relaxed),
        };
        PerDirection {
            read: moved(&self.moved.read),
            write: moved(&self.moved.write),
        }
    }

    /// Sets the moment from which it counts, once.
    pub(super) fn count_from(&self, from: Instant) {
        self.counts_from.get_or_init(|| from);
    }

    /// Returns the moment from which it counts; `None` before its ramp is over.
    pub(super) fn counts_from(&self) -> Option<Instant> {
        self.counts_from.get().copied()
    }

    /// Makes it end as if its limit were reached.
    pub(super) fn request_end(&self) {
        self.must_end.store(true, Ordering::Relaxed);
    }

    pub(super) fn must_end(&self) -> bool {
        self.must_end.load(Ordering::Relaxed)
    }

    /// Requests its outcome so far.
    pub(super) fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Responds with its outcome so far.
    pub(super) fn answer(&self, outcome: LoadOutcome) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        self.asked.store(false, Ordering::Relaxed);
    }

    /// Returns the last response.
    pub(super) fn last_answer(&self) -> Option<LoadOutcome> {
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        answer.clone()
    }
}

//! What a running load tells who watches it: plain stores to memory that others only read.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use super::outcome::LoadOutcome;
use super::spec::PerDirection;
use super::watch::{LoadState, Moved};

/// A running load as others see it.
#[derive(Debug, Default)]
pub(super) struct LiveLoad {
    state: AtomicU8,
    moved: PerDirection<LiveMoved>,
    /// Since when what it moves counts.
    counts_from: OnceLock<Instant>,
    /// Whether it is to end because another load did.
    told: AtomicBool,
    /// Whether it is asked what came of it so far, and its last answer.
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
        self.state
            .store(number.unwrap_or(0) as u8, Ordering::Relaxed);
    }

    pub(super) fn state(&self) -> LoadState {
        let number = usize::from(self.state.load(Ordering::Relaxed));
        STATES.get(number).copied().unwrap_or_default()
    }

    /// Only the load itself adds, so plain stores will do.
    pub(super) fn publish(&self, moved: &PerDirection<Moved>) {
        for (live, moved) in [
            (&self.moved.read, moved.read),
            (&self.moved.write, moved.write),
        ] {
            live.bytes.store(moved.bytes, Ordering::Relaxed);
            live.operations.store(moved.operations, Ordering::Relaxed);
        }
    }

    pub(super) fn moved(&self) -> PerDirection<Moved> {
        let moved = |live: &LiveMoved| Moved {
            bytes: live.bytes.load(Ordering::Relaxed),
            operations: live.operations.load(Ordering::Relaxed),
        };
        PerDirection {
            read: moved(&self.moved.read),
            write: moved(&self.moved.write),
        }
    }

    /// What it moves counts from a moment on. The first that is said holds.
    pub(super) fn count_from(&self, from: Instant) {
        self.counts_from.get_or_init(|| from);
    }

    /// Since when what it moves counts; absent before its ramp is over.
    pub(super) fn counts_from(&self) -> Option<Instant> {
        self.counts_from.get().copied()
    }

    /// Makes it end as if its limit were reached.
    pub(super) fn tell(&self) {
        self.told.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_told(&self) -> bool {
        self.told.load(Ordering::Relaxed)
    }

    /// Asks what came of it so far.
    pub(super) fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Says what came of it so far.
    pub(super) fn answer(&self, outcome: LoadOutcome) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        self.asked.store(false, Ordering::Relaxed);
    }

    /// What it said last.
    pub(super) fn last_answer(&self) -> Option<LoadOutcome> {
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        answer.clone()
    }
}

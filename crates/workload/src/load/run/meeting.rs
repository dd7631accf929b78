//! What the loads of a batch know of each other: when they start, and which are done.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::load::worker::Ear;

/// Loads are told to start this much later than now, so that all of them see the same moment.
const LEAD: Duration = Duration::from_millis(2);

/// How long a load that waits for its start sleeps before it looks whether it is to stop.
pub(super) const NAP: Duration = Duration::from_millis(50);

/// What the loads of a batch know of each other.
#[derive(Debug)]
pub(super) struct Meeting {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// Loads that have yet to be ready, or cannot be.
    missing: usize,
    start: Option<Instant>,
    done: Vec<bool>,
}

impl Meeting {
    /// Of so many loads, of which `missing` have yet to be ready before they start.
    pub(super) fn new(loads: usize, missing: usize) -> Self {
        Self {
            state: Mutex::new(State {
                missing,
                // Where all wait for others there is nobody to wait for.
                start: (missing == 0).then(Instant::now),
                done: vec![false; loads],
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that one more is ready; the last one sets the start.
    pub(super) fn arrive(&self, alone: bool) {
        let mut state = self.state();
        state.missing -= 1;
        if state.missing == 0 {
            let now = Instant::now();
            state.start = Some(if alone { now } else { now + LEAD });
            self.changed.notify_all();
        }
    }

    /// Says that one is done.
    pub(super) fn leave(&self, index: usize) {
        self.state().done[index] = true;
        self.changed.notify_all();
    }

    /// Waits a while, or until something changes; says whether all are done.
    pub(super) fn are_all_done(&self, longest: Duration) -> bool {
        let state = self.state();
        let state = if state.done.contains(&false) {
            self.changed
                .wait_timeout(state, longest)
                .unwrap_or_else(PoisonError::into_inner)
                .0
        } else {
            state
        };
        !state.done.contains(&false)
    }

    /// The moment that all start at, once it is known.
    pub(super) fn start(&self) -> Option<Instant> {
        self.state().start
    }

    /// Waits for the moment that all start at; `None` when it is stopped.
    pub(super) fn wait_for_start(&self, ear: &Ear<'_>) -> Option<Instant> {
        self.wait_for(ear, |state| state.start)
    }

    /// Waits until all of some loads are done; `None` when it is stopped.
    pub(super) fn wait_for_end_of(
        &self,
        ear: &Ear<'_>,
        is_one: impl Fn(usize) -> bool,
    ) -> Option<()> {
        self.wait_for(ear, |state| {
            let mut done = state.done.iter().enumerate();
            done.all(|(index, done)| *done || !is_one(index))
                .then_some(())
        })
    }

    /// Waits until something is so, or it is stopped.
    fn wait_for<T>(&self, ear: &Ear<'_>, mut is_so: impl FnMut(&State) -> Option<T>) -> Option<T> {
        let mut state = self.state();
        loop {
            if let Some(so) = is_so(&state) {
                return Some(so);
            }
            if ear.is_stopped() {
                return None;
            }
            state = self
                .changed
                .wait_timeout(state, NAP)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

//! The rendezvous of the loads of a batch: when they start, and which are done.

use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use crate::control::Control;
use crate::load::worker::Supervisor;

/// Loads are told to start this much later than now, so that all of them see the same moment.
const LEAD: Duration = Duration::from_millis(2);

/// The time for which a load that waits for its start sleeps before it looks whether it is to stop.
pub(super) const NAP: Duration = Duration::from_millis(50);

/// The rendezvous of the loads of a batch, by which they know of each other.
#[derive(Debug)]
pub(super) struct Rendezvous {
    start: OnceLock<Instant>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// Loads that have yet to be ready, or cannot be.
    missing: usize,
    /// Who waits for the start. Each is woken by itself: a thousand that all had to come by one lock would be let in
    /// one by one, each once the processors have time for it, while those before it work already.
    waiting: Vec<Thread>,
    done: Vec<bool>,
}

impl Rendezvous {
    /// Of so many loads, of which `missing` have yet to be ready before they start.
    pub(super) fn new(loads: usize, missing: usize) -> Self {
        let start = OnceLock::new();
        if missing == 0 {
            // Where all wait for others there is nobody to wait for.
            start.get_or_init(Instant::now);
        }
        Self {
            start,
            state: Mutex::new(State {
                missing,
                waiting: Vec::new(),
                done: vec![false; loads],
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that one more is ready; the last one sets the start, for which it first waits for other processes.
    pub(super) fn arrive(&self, alone: bool, control: &Control) {
        let mut state = self.state();
        state.missing -= 1;
        if state.missing == 0 {
            drop(state);
            let start = match control.others() {
                None if alone => Instant::now(),
                None => Instant::now() + LEAD,
                Some(others) => match others.start(&|| control.is_stopped()) {
                    Some(start) => start,
                    None => {
                        // Those that wait notice it themselves.
                        control.stop();
                        return;
                    }
                },
            };
            self.start.get_or_init(|| start);
            let mut state = self.state();
            let waiting = std::mem::take(&mut state.waiting);
            drop(state);
            waiting.iter().for_each(Thread::unpark);
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
        self.start.get().copied()
    }

    /// Waits for the moment that all start at; `None` when it is stopped.
    pub(super) fn wait_for_start(&self, supervisor: &Supervisor<'_>) -> Option<Instant> {
        self.state().waiting.push(thread::current());
        loop {
            if let Some(start) = self.start() {
                return Some(start);
            }
            if supervisor.is_stopped() {
                return None;
            }
            thread::park_timeout(NAP);
        }
    }

    /// Waits until all of some loads are done; `None` when it is stopped.
    pub(super) fn wait_for_end_of(&self, supervisor: &Supervisor<'_>, is_one: impl Fn(usize) -> bool) -> Option<()> {
        let mut state = self.state();
        loop {
            let mut done = state.done.iter().enumerate();
            if done.all(|(index, done)| *done || !is_one(index)) {
                return Some(());
            }
            if supervisor.is_stopped() {
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

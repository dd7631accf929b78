//! The state of a step: its pipes, and the waits of its threads.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::PipeError;
use crate::step::wait::{AwaitedOperation, ProbeState, Wait};
use crate::stream::link::Link;
use crate::stream::listener::Listener;
use crate::system::{Wakeup, ready};
use crate::wire::random::{Token, token};
use crate::wire::stop::{StopFlag, WAIT_SLICE};

/// The pipes of a step.
#[derive(Debug)]
pub(crate) struct Step {
    /// Identifies the step to other processes.
    pub id: Token,
    /// True once the session is to stop.
    pub stop: StopFlag,
    state: Mutex<State>,
    turned: Condvar,
}

/// The mutable state of a step.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Listeners of pipes that are offered or being written.
    pub listeners: Vec<Arc<Listener>>,
    /// Joined pipes.
    pub links: Vec<Arc<Link>>,
    /// The current waits of the step's threads; more than one only if it has several threads.
    pub waits: Vec<Wait>,
    /// The probes of the current wait.
    pub probing: ProbeState,
    /// Incremented each time the poller has dropped its references.
    turn: u64,
    last_wait: u64,
    /// Wakes the poller, while there is one.
    pub poller: Option<Arc<Wakeup>>,
    /// The first reason why the step cannot go on.
    pub failure: Option<String>,
}

/// The pipes that the poller serves in one round.
pub(crate) struct PollSet {
    /// The listeners.
    pub listeners: Vec<Arc<Listener>>,
    /// Joined pipes.
    pub links: Vec<Arc<Link>>,
    /// True if the step waits.
    pub waits: bool,
}

impl Step {
    /// Creates a step without pipes. Its waits end once `stop` is set.
    pub(crate) fn new(stop: Arc<AtomicBool>) -> Self {
        Self {
            id: token(),
            stop: StopFlag::new(stop),
            state: Mutex::default(),
            turned: Condvar::new(),
        }
    }

    /// Locks the state.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a round of the poller. Returns what to serve, or `None` if the thread is to end.
    pub(crate) fn poll_set(&self) -> Option<PollSet> {
        let mut state = self.state();
        state.turn += 1;
        self.turned.notify_all();
        if state.listeners.is_empty() && state.links.is_empty() {
            state.poller = None;
            return None;
        }
        let waits = !state.waits.is_empty();
        Some(PollSet {
            listeners: state.listeners.clone(),
            links: state.links.clone(),
            waits,
        })
    }

    /// Removes a listener and a pipe. When this returns, the poller holds neither, so that dropping them frees their
    /// ports.
    pub(crate) fn close(&self, listener: Option<&Arc<Listener>>, link: Option<&Arc<Link>>) {
        let mut state = self.state();
        state
            .listeners
            .retain(|other| !listener.is_some_and(|listener| Arc::ptr_eq(listener, other)));
        state
            .links
            .retain(|other| !link.is_some_and(|link| Arc::ptr_eq(link, other)));
        let turn = state.turn;
        while state.turn == turn
            && let Some(wake) = &state.poller
        {
            if wake.wake().is_err() {
                return;
            }
            state = self
                .turned
                .wait_timeout(state, WAIT_SLICE)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// Waits until a pipe's data connection is ready for an operation or the other end has ended. Returns how long it
    /// took.
    pub(crate) fn wait(&self, link: &Arc<Link>, waiting: AwaitedOperation) -> Result<Duration, PipeError> {
        let began = Instant::now();
        let mut registered: Option<RegisteredWait<'_>> = None;
        loop {
            if self.stop.is_set() {
                return Err(PipeError::Stopped {
                    pipe: link.pipe.clone(),
                    what: link.what.clone(),
                });
            }
            if ready(&link.data, waiting.events(), WAIT_SLICE).map_err(|error| link.refused("wait", error))?
                || link.outcome().is_some()
            {
                return Ok(began.elapsed());
            }
            match &registered {
                None => registered = Some(self.register(link, waiting, began)),
                Some(registered) => {
                    if let Some(circle) = registered.circle() {
                        let error = PipeError::Deadlock {
                            pipe: link.pipe.clone(),
                            what: link.what.clone(),
                            circle,
                        };
                        self.note_failure(&error);
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Records the first reason why the step cannot go on, for the ends of its other pipes.
    pub(crate) fn note_failure(&self, error: &PipeError) {
        let mut state = self.state();
        state.failure.get_or_insert_with(|| error.to_string());
    }

    /// Returns the reason why the step ended early, as far as it is known.
    pub(crate) fn failure(&self) -> String {
        let known = self.state().failure.clone();
        known.unwrap_or_else(|| "it ended before it was through; see its log".to_owned())
    }

    fn register(&self, link: &Arc<Link>, waiting: AwaitedOperation, since: Instant) -> RegisteredWait<'_> {
        let mut state = self.state();
        state.last_wait += 1;
        let number = state.last_wait;
        state.waits.push(Wait {
            number,
            link: Arc::clone(link),
            waiting,
            since,
            circle: None,
        });
        RegisteredWait { step: self, number }
    }
}

/// A wait that is registered for deadlock detection until this is dropped.
struct RegisteredWait<'a> {
    step: &'a Step,
    number: u64,
}

impl RegisteredWait<'_> {
    fn circle(&self) -> Option<String> {
        let state = self.step.state();
        let mine = state.waits.iter().find(|wait| wait.number == self.number)?;
        mine.circle.clone()
    }
}

impl Drop for RegisteredWait<'_> {
    fn drop(&mut self) {
        let mut state = self.step.state();
        state.waits.retain(|wait| wait.number != self.number);
    }
}

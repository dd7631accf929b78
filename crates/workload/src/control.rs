//! Stops and monitors a run.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::other_processes::{OtherProcesses, Round};

/// A handle on a run, shared by its runner and its observers.
#[derive(Clone, Debug, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    failed: Arc<AtomicBool>,
    counters: Arc<Mutex<Vec<Arc<AtomicU64>>>>,
    others: Option<Arc<dyn OtherProcesses>>,
}

impl Control {
    /// Creates a handle for a run that stops when `stop` becomes true, such as the flag of a signal handler.
    pub fn with_stop(stop: Arc<AtomicBool>) -> Self {
        Self {
            stop,
            ..Self::default()
        }
    }

    /// Returns a handle whose runs start together with those of other processes.
    #[must_use]
    pub fn with_other_processes(self, others: Option<Arc<dyn OtherProcesses>>) -> Self {
        Self { others, ..self }
    }

    /// Returns a handle of the same run for work that only prepares it, and waits for no other process.
    #[must_use]
    pub fn apart(&self) -> Self {
        self.clone().with_other_processes(None)
    }

    /// Returns a handle that counts the same bytes and is stopped by itself, so that a part of the work can end before
    /// the rest. Who stops this one has to stop the other one too.
    #[must_use]
    pub fn with_own_stop(&self) -> Self {
        Self {
            stop: Arc::new(AtomicBool::new(self.is_stopped())),
            ..self.clone()
        }
    }

    /// Waits with the other processes for the start of a run in which this one takes no part.
    pub fn take_no_part(&self) {
        if let Some(others) = &self.others
            && others.start(&|| self.is_stopped()).is_some()
        {
            others.ended(&Round::of_nothing());
        }
    }

    /// Returns the other processes with which runs start.
    pub(crate) fn others(&self) -> Option<&Arc<dyn OtherProcesses>> {
        self.others.as_ref()
    }

    /// Stops the run. Transfers in flight are still completed.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether the run was stopped, or one of its streams failed.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    /// Returns the flag that is set when the run is stopped.
    pub fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Returns the handle for one run, whose failure stops only that run.
    pub(crate) fn for_one_run(&self) -> Self {
        Self {
            failed: Arc::default(),
            ..self.clone()
        }
    }

    /// Records that a stream failed, so that the others stop.
    pub(crate) fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Returns the bytes moved so far by all streams of this handle, including ramps.
    pub fn bytes(&self) -> u64 {
        self.counters
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .map(|counter| counter.load(Ordering::Relaxed))
            .sum()
    }

    /// Returns a new counter for one stream.
    pub(crate) fn counter(&self) -> Counter {
        let counter = Arc::new(AtomicU64::new(0));
        self.counters
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Arc::clone(&counter));
        Counter { counter, bytes: 0 }
    }
}

/// The bytes that one stream has moved. Only the stream writes it, so a plain store is sufficient.
#[derive(Debug)]
pub(crate) struct Counter {
    counter: Arc<AtomicU64>,
    bytes: u64,
}

impl Counter {
    pub(crate) fn add(&mut self, bytes: u64) {
        self.set(self.bytes + bytes);
    }

    pub(crate) fn set(&mut self, bytes: u64) {
        self.bytes = bytes;
        self.counter.store(bytes, Ordering::Relaxed);
    }
}

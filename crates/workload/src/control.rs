//! Stopping a run, and watching it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A handle on a run, shared by who runs it and who watches it.
#[derive(Clone, Debug, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    failed: Arc<AtomicBool>,
    counters: Arc<Mutex<Vec<Arc<AtomicU64>>>>,
}

impl Control {
    /// A run that stops when `stop` becomes true, such as a signal handler's flag.
    pub fn with_stop(stop: Arc<AtomicBool>) -> Self {
        Self {
            stop,
            ..Self::default()
        }
    }

    /// Asks the run to stop. Transfers in flight are still completed.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the run was asked to stop, or one of its streams failed.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    /// What becomes true when the run is asked to stop, for work that heeds such a flag.
    pub fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// The same handle for one run, whose failure stops that run alone.
    pub(crate) fn for_one_run(&self) -> Self {
        Self {
            failed: Arc::default(),
            ..self.clone()
        }
    }

    /// Says that a stream failed, so that its fellows stop.
    pub(crate) fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Bytes moved so far by all streams that this handle has watched, ramps included.
    pub fn bytes(&self) -> u64 {
        self.counters
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .map(|counter| counter.load(Ordering::Relaxed))
            .sum()
    }

    /// A new counter for one stream.
    pub(crate) fn counter(&self) -> Counter {
        let counter = Arc::new(AtomicU64::new(0));
        self.counters
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Arc::clone(&counter));
        Counter { counter, bytes: 0 }
    }
}

/// The bytes that one stream has moved. Only the stream adds to it, so a plain store will do.
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

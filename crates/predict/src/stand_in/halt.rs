//! Whether a job is to end before its time.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};

/// The reasons for which everything ends: the user stops the job, or a part of it has failed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halt<'a> {
    pub(super) stop: &'a AtomicBool,
    pub(super) failed: &'a AtomicBool,
}

impl Halt<'_> {
    /// Returns whether everything is to end.
    pub(super) fn is_over(self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::SeqCst)
    }

    /// Fails if everything is to end.
    pub(super) fn check(self) -> Result<()> {
        match self.is_over() {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }
}

/// Returns the results of parts that ran at the same time; if some failed, the cause rather than what followed from it.
pub(super) fn all_of<T>(results: Vec<Result<T>>) -> Result<Vec<T>> {
    let mut values = Vec::with_capacity(results.len());
    let mut interrupted = None;
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(Error::Interrupted) => interrupted = Some(Error::Interrupted),
            Err(cause) => return Err(cause),
        }
    }
    interrupted.map_or(Ok(values), Err)
}

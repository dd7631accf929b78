//! The halt of a job before its time.

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

/// Runs parts at the same time, each in a thread, the first in this one. `fail` is called if the system refuses a
/// thread.
///
/// # Errors
///
/// Returns the error of a part that failed: the cause, rather than what followed from it in others.
pub(super) fn at_once<T: Send>(
    count: usize,
    run: &(dyn Fn(usize) -> Result<T> + Sync),
    fail: &dyn Fn(),
) -> Result<Vec<T>> {
    let results: Vec<Result<T>> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..count)
            .map(|number| {
                let builder = std::thread::Builder::new();
                let started = builder.spawn_scoped(scope, move || run(number));
                if started.is_err() {
                    fail();
                }
                started
            })
            .collect();
        let first = (count > 0).then(|| run(0));
        let others = others.into_iter().map(|thread| {
            let thread = thread.map_err(|source| Error::Thread { source })?;
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        first.into_iter().chain(others).collect()
    });
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

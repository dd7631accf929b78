//! The thread that spills runs while the next rows are read.

use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Scope, ScopedJoinHandle};

use feedrate_rows::spill::{self, Run, RunWriter};
use feedrate_rows::{Fault, StepResult};

use super::context::SortContext;
use super::held::HeldRows;
use feedrate_procedure::threads;

/// Spills runs, in a separate thread if several are allowed.
pub(super) struct Layer<'i, 'scope> {
    context: SortContext<'i>,
    /// The writer of runs that are spilled without another thread.
    writer: Option<RunWriter<'i>>,
    other: Option<Other<'scope>>,
}

/// The thread that spills runs.
struct Other<'scope> {
    full: SyncSender<HeldRows>,
    free: Receiver<HeldRows>,
    thread: ScopedJoinHandle<'scope, spill::Result<Vec<Run>>>,
    /// True if it holds memory that it will return.
    has_memory: bool,
}

impl<'i, 'scope> Layer<'i, 'scope> {
    pub(super) fn new(context: SortContext<'i>) -> Self {
        Self {
            context,
            writer: None,
            other: None,
        }
    }

    /// Spills the held rows, now or in the background. Returns memory to continue with.
    pub(super) fn spill<'env>(&mut self, mut held: HeldRows, scope: &'scope Scope<'scope, 'env>) -> StepResult<HeldRows>
    where
        'i: 'scope,
    {
        if self.other.is_none() && self.context.limits.threads > 1 {
            self.other = Other::start(self.context, scope).ok();
        }
        let Some(other) = &mut self.other else {
            // Only one thread is allowed, or the system refuses another.
            let threads = self.context.limits.threads as usize;
            self.context.spill(&mut held, threads, &mut self.writer)?;
            held.clear();
            return Ok(held);
        };
        let rows = held.len();
        // If the thread has ended, `finish` returns its error.
        if other.full.send(held).is_err() {
            return Err(Box::new(Fault::Interrupted));
        }
        match std::mem::replace(&mut other.has_memory, true) {
            false => Ok(self.context.held(rows)),
            true => other.free.recv().map_err(|_| Box::new(Fault::Interrupted)),
        }
    }

    /// Returns all runs, in their order.
    pub(super) fn finish(self) -> StepResult<Vec<Run>> {
        let mut runs = finished(self.writer)?;
        let Some(Other { full, free, thread, .. }) = self.other else {
            return Ok(runs);
        };
        // Closing the channel ends the thread.
        drop(full);
        let later = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        drop(free);
        runs.extend(later?);
        Ok(runs)
    }
}

impl<'scope> Other<'scope> {
    fn start<'i: 'scope>(context: SortContext<'i>, scope: &'scope Scope<'scope, '_>) -> io::Result<Self> {
        let (full, to_spill) = sync_channel::<HeldRows>(1);
        let (given_back, free) = sync_channel(1);
        let thread = threads::start(scope, move || {
            let mut writer = None;
            // The reading thread is one of the threads of the sort.
            let threads = context.limits.threads.saturating_sub(1).max(1) as usize;
            while let Ok(mut held) = to_spill.recv() {
                context.spill(&mut held, threads, &mut writer)?;
                held.clear();
                // The receiver is gone after the last rows.
                let _ = given_back.send(held);
            }
            finished(writer)
        })?;
        Ok(Self {
            full,
            free,
            thread,
            has_memory: false,
        })
    }
}

/// Returns the runs of a writer, if there is one.
fn finished(writer: Option<RunWriter<'_>>) -> spill::Result<Vec<Run>> {
    writer.map_or_else(|| Ok(Vec::new()), RunWriter::finish)
}

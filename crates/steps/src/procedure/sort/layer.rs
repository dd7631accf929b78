//! The thread that lays runs down while the next rows are read.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Scope, ScopedJoinHandle};

use super::held::Held;
use super::intake::Intake;
use crate::data::Fault;
use crate::spill::{self, Run};

/// Lays runs down: in a thread of its own where there are several.
pub(super) struct Layer<'i, 'scope> {
    intake: Intake<'i>,
    runs: Vec<Run>,
    other: Option<Other<'scope>>,
}

/// The thread that lays runs down.
struct Other<'scope> {
    full: SyncSender<Held>,
    free: Receiver<Held>,
    thread: ScopedJoinHandle<'scope, spill::Result<Vec<Run>>>,
    /// Whether it has been given memory that it gives back.
    has_memory: bool,
}

impl<'i, 'scope> Layer<'i, 'scope> {
    pub(super) fn new(intake: Intake<'i>) -> Self {
        Self {
            intake,
            runs: Vec::new(),
            other: None,
        }
    }

    /// Lays down what is held, now or while the caller goes on; gives memory to go on with.
    pub(super) fn lay_down<'env>(
        &mut self,
        mut held: Held,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Result<Held, Box<Fault>>
    where
        'i: 'scope,
    {
        if self.intake.limits.threads == 1 {
            self.runs.push(self.intake.run_of(&mut held, 1)?);
            held.clear();
            return Ok(held);
        }
        let intake = self.intake;
        let other = self
            .other
            .get_or_insert_with(|| Other::start(intake, scope));
        // When the thread has ended, it says why at the end.
        if other.full.send(held).is_err() {
            return Err(Box::new(Fault::Interrupted));
        }
        match std::mem::replace(&mut other.has_memory, true) {
            false => Ok(intake.held()),
            true => other.free.recv().map_err(|_| Box::new(Fault::Interrupted)),
        }
    }

    /// All runs, in their order.
    pub(super) fn finish(self) -> Result<Vec<Run>, Box<Fault>> {
        let Some(Other {
            full, free, thread, ..
        }) = self.other
        else {
            return Ok(self.runs);
        };
        // The thread ends when nothing more can come.
        drop(full);
        let runs = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        drop(free);
        Ok(runs?)
    }
}

impl<'scope> Other<'scope> {
    fn start<'i: 'scope>(intake: Intake<'i>, scope: &'scope Scope<'scope, '_>) -> Self {
        let (full, to_lay_down) = sync_channel::<Held>(1);
        let (given_back, free) = sync_channel(1);
        let thread = scope.spawn(move || {
            let mut runs = Vec::new();
            // The other thread, which reads, is one of those that compute.
            let threads = intake.limits.threads.saturating_sub(1).max(1) as usize;
            while let Ok(mut held) = to_lay_down.recv() {
                runs.push(intake.run_of(&mut held, threads)?);
                held.clear();
                // Where nobody takes it, the rows have come to their end.
                let _ = given_back.send(held);
            }
            Ok(runs)
        });
        Self {
            full,
            free,
            thread,
            has_memory: false,
        }
    }
}

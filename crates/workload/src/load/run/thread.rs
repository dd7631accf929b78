//! The thread of a load: it opens its files, waits for the others, and works.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use feedrate_pageio::placement;

use super::rendezvous::NAP;
use super::shared_batch::SharedBatch;
use super::{end_scope, without_work};
use crate::error::Result;
use crate::load::flow::FlowShare;
use crate::load::live::LiveLoad;
use crate::load::outcome::{LoadError, LoadOutcome};
use crate::load::series::SeriesOutlet;
use crate::load::spec::{EndScope, Load, MemoryPolicy};
use crate::load::verify::Owner;
use crate::load::walk::Walk;
use crate::load::watch::LoadState;
use crate::load::worker::{Supervisor, Worker, WorkerSetup};

/// Runs a load of a batch, and ends the loads that end with it.
pub(super) fn run_one(shared: &SharedBatch<'_>, index: usize) -> LoadOutcome {
    // Also in a panic.
    let _leaving = DoneOnDrop { shared, index };
    let outcome = start_and_run(shared, index);
    if shared.is_told_between {
        shared.lives[index].answer(outcome.clone());
    }
    let load = shared.batch[index].load;
    let ends = |other: &Load| match end_scope(load, &outcome) {
        EndScope::Itself => false,
        EndScope::Group => other.group == load.group,
        EndScope::Batch | EndScope::All => true,
    };
    for (other, live) in shared.batch.iter().zip(shared.lives) {
        if ends(other.load) {
            live.request_end();
        }
    }
    outcome
}

/// Marks a load as done when this is dropped.
struct DoneOnDrop<'a> {
    shared: &'a SharedBatch<'a>,
    index: usize,
}

impl Drop for DoneOnDrop<'_> {
    fn drop(&mut self) {
        self.shared.rendezvous.leave(self.index);
    }
}

fn start_and_run(shared: &SharedBatch<'_>, index: usize) -> LoadOutcome {
    let load = shared.batch[index].load;
    let live = &shared.lives[index];
    let supervisor = Supervisor {
        control: shared.control,
        live,
    };
    let bound = load
        .processors
        .as_ref()
        .map(|processors| placement::bind_thread(processors));
    let placed = (load.memory != MemoryPolicy::Default).then(|| placement::place_memory(&load.memory));
    let ranked = load.io_priority.map(placement::set_io_priority);
    if let Some(after) = &load.after {
        let waited = shared.rendezvous.wait_for_end_of(&supervisor, |other| {
            other != index && shared.batch[other].load.name == *after
        });
        if waited.is_none() {
            return not_begun(load, live, None);
        }
    }
    if load.layout.is_all {
        if load.after.is_none() {
            shared.rendezvous.arrive(shared.batch.len() == 1, shared.control);
        }
        live.set(LoadState::Done);
        return without_work(load, None, false);
    }
    let worker = ready(shared, index, supervisor);
    live.set(LoadState::Ready);
    if load.after.is_none() {
        shared.rendezvous.arrive(shared.batch.len() == 1, shared.control);
    }
    let mut worker = match worker {
        Ok(worker) => worker,
        Err(error) => return not_begun(load, live, Some(LoadError::of(&error))),
    };
    if let Some(Err(error)) = bound {
        worker.note(format!("it could not be kept to its processors: {error}"));
    }
    if let Some(Err(error)) = placed {
        worker.note(format!("its memory could not be placed as asked: {error}"));
    }
    if let Some(Err(error)) = ranked {
        worker.note(format!("it could not have its I/O priority: {error}"));
    }
    let common = shared.rendezvous.wait_for_start(&supervisor);
    let Some(common) = common else {
        return not_begun(load, live, None);
    };
    // The delay of a load that waited for others counts from their end.
    let start = if load.after.is_some() { Instant::now() } else { common } + load.start_after;
    loop {
        let left = start.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        if supervisor.is_stopped() {
            return not_begun(load, live, None);
        }
        thread::sleep(left.min(NAP));
    }
    let began_after = Instant::now().saturating_duration_since(common);
    worker.run(began_after)
}

fn not_begun(load: &Load, live: &LiveLoad, error: Option<LoadError>) -> LoadOutcome {
    live.set(if error.is_some() {
        LoadState::Failed
    } else {
        LoadState::Done
    });
    let stopped = error.is_none();
    without_work(load, error, stopped)
}

/// Returns the loads that a load ends with because it only computes beside them.
fn others<'a>(shared: &'a SharedBatch<'_>, load: &Load) -> Vec<&'a LiveLoad> {
    if !load.compute.is_some_and(|compute| compute.ends_with_others) {
        return Vec::new();
    }
    let batch = shared.batch.iter().zip(shared.lives);
    batch
        .filter(|(other, _)| other.load.compute.is_none())
        .map(|(_, live)| live)
        .collect()
}

fn ready<'a>(shared: &'a SharedBatch<'a>, index: usize, supervisor: Supervisor<'a>) -> Result<Worker<'a>> {
    let prepared = &shared.batch[index];
    let before = &shared.batch[..index];
    let flow = prepared.load.flow.map(|weight| {
        let index = before.iter().filter(|other| other.load.flow.is_some()).count();
        FlowShare::new(Arc::clone(&shared.flows), index, weight)
    });
    Worker::new(WorkerSetup {
        load: prepared.load,
        supervisor,
        walk: Walk::new(prepared.load, &prepared.parts, &shared.positions[index]),
        limits: prepared.limits,
        flow,
        locks: shared.locks[index].clone(),
        files: &prepared.parts,
        // A load that waited for others must not treat their blocks as its own.
        owner: Owner {
            run: match prepared.load.after {
                None => shared.run,
                Some(_) => fastrand::u64(1..),
            },
            load: u8::try_from(index).ok(),
        },
        outlet: shared.sink.as_ref().map(|sink| SeriesOutlet {
            sink: Arc::clone(sink),
            load: shared.first + index,
        }),
        others: others(shared, prepared.load),
    })
}

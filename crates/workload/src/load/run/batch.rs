//! One batch: its loads as threads that start together, each after its own delay.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::cache::{CacheShare, StorageIo};
use feedrate_pageio::{CpuUse, placement};

use super::progress::{self, Progress};
use super::{Prepared, without_work};
use crate::control::Control;
use crate::load::flow::{FlowShare, Flows};
use crate::load::live::LiveLoad;
use crate::load::outcome::{BatchOutcome, LoadError, LoadOutcome};
use crate::load::spec::{Ends, Load, Order};
use crate::load::walk::{SharedPosition, Walk};
use crate::load::watch::LoadState;
use crate::load::worker::{Ear, Parts, Worker, load_error};

/// Loads are told to start this much later than now, so that all of them see the same moment.
const LEAD: Duration = Duration::from_millis(2);

/// How long a load that waits for its start sleeps before it looks whether it is to stop.
const NAP: Duration = Duration::from_millis(50);

/// What the loads of a batch know of each other.
#[derive(Debug)]
struct Meeting {
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
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that one more is ready; the last one sets the start.
    fn arrive(&self, alone: bool) {
        let mut state = self.state();
        state.missing -= 1;
        if state.missing == 0 {
            let now = Instant::now();
            state.start = Some(if alone { now } else { now + LEAD });
            self.changed.notify_all();
        }
    }

    fn leave(&self, index: usize) {
        self.state().done[index] = true;
        self.changed.notify_all();
    }

    /// Waits a while, or until something changes; says whether all are done.
    fn are_all_done(&self, longest: Duration) -> bool {
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

/// What is shared by the threads of a batch.
struct Ground<'a> {
    batch: &'a [Prepared<'a>],
    lives: &'a [LiveLoad],
    control: &'a Control,
    meeting: Meeting,
    /// The positions that loads share, by load and file.
    positions: Vec<Vec<Arc<SharedPosition>>>,
    flows: Arc<Flows>,
}

pub(super) fn run(
    batch: &[Prepared<'_>],
    lives: &[LiveLoad],
    control: &Control,
    progress: &mut Progress<'_>,
    first: Instant,
) -> BatchOutcome {
    let storage_before = StorageIo::now().ok();
    let cpu_before = CpuUse::of_process();
    let waits = |prepared: &Prepared<'_>| prepared.load.after.is_some();
    let ground = Ground {
        batch,
        lives,
        control,
        meeting: Meeting {
            state: Mutex::new(State {
                missing: batch.iter().filter(|prepared| !waits(prepared)).count(),
                // Where all wait for others there is nobody to wait for.
                start: batch.iter().all(waits).then(Instant::now),
                done: vec![false; batch.len()],
            }),
            changed: Condvar::new(),
        },
        positions: shared_positions(batch),
        flows: Flows::new(
            batch
                .iter()
                .filter(|prepared| prepared.load.flow.is_some())
                .count(),
        ),
    };
    let began = Instant::now();
    let loads = thread::scope(|scope| {
        let threads: Vec<_> = (0..batch.len())
            .map(|index| {
                let ground = &ground;
                thread::Builder::new()
                    // A thread's name takes all but zeros.
                    .name(batch[index].load.name.replace('\0', " "))
                    .spawn_scoped(scope, move || one(ground, index))
            })
            .enumerate()
            .map(|(index, spawned)| {
                if spawned.is_err() {
                    absent(&ground, index);
                }
                spawned
            })
            .collect();
        // The thread that started them tells of them.
        while !ground.meeting.are_all_done(progress::PAUSE) {
            progress.look();
        }
        threads
            .into_iter()
            .zip(batch)
            .map(|(thread, prepared)| match thread {
                Ok(thread) => thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(source) => without_work(prepared.load, Some(not_started(&source)), false),
            })
            .collect::<Vec<_>>()
    });
    let start = ground.meeting.state().start.unwrap_or(began);
    let storage = match (storage_before, StorageIo::now().ok()) {
        (Some(before), Some(after)) => Some(after.since(before)),
        _ => None,
    };
    let read = loads.iter().map(|load| load.flow.read.bytes).sum();
    BatchOutcome {
        began_after: start.saturating_duration_since(first),
        elapsed: start.elapsed(),
        cpu: CpuUse::of_process() - cpu_before,
        cache: CacheShare::of(read, storage),
        storage,
        loads,
    }
}

fn not_started(source: &std::io::Error) -> LoadError {
    LoadError {
        errno: source.raw_os_error().unwrap_or(11),
        text: format!("cannot start a thread for it: {source}; run fewer loads"),
    }
}

/// A load that there will be no thread for.
fn absent(ground: &Ground<'_>, index: usize) {
    if ground.batch[index].load.after.is_none() {
        ground.meeting.arrive(false);
    }
    ground.lives[index].set(LoadState::Failed);
    ground.meeting.leave(index);
}

/// What came of loads that never ran.
pub(super) fn never_ran<'a>(loads: impl Iterator<Item = &'a Load>) -> BatchOutcome {
    BatchOutcome {
        loads: loads.map(|load| without_work(load, None, true)).collect(),
        began_after: Duration::ZERO,
        elapsed: Duration::ZERO,
        cpu: CpuUse::default(),
        storage: None,
        cache: CacheShare::of(0, None),
    }
}

/// A load's own thread.
fn one(ground: &Ground<'_>, index: usize) -> LoadOutcome {
    // In a panic too.
    let _leaving = Leaving { ground, index };
    let outcome = start_and_run(ground, index);
    let load = ground.batch[index].load;
    let ends = |other: &Load| match load.ends {
        Ends::Itself => false,
        Ends::Group => other.group == load.group,
        Ends::Batch | Ends::All => true,
    };
    for (other, live) in ground.batch.iter().zip(ground.lives) {
        if ends(other.load) {
            live.tell();
        }
    }
    outcome
}

/// A load that is done when this is dropped.
struct Leaving<'a> {
    ground: &'a Ground<'a>,
    index: usize,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.ground.meeting.leave(self.index);
    }
}

fn start_and_run(ground: &Ground<'_>, index: usize) -> LoadOutcome {
    let load = ground.batch[index].load;
    let live = &ground.lives[index];
    let ear = Ear {
        control: ground.control,
        live,
    };
    let bound = load
        .processors
        .as_ref()
        .map(|processors| placement::bind_thread(processors));
    if let Some(after) = &load.after {
        let waited = ground.meeting.wait_for(&ear, |state| {
            let are_done = ground.batch.iter().zip(&state.done).enumerate().all(
                |(other, (prepared, done))| *done || other == index || prepared.load.name != *after,
            );
            are_done.then_some(())
        });
        if waited.is_none() {
            return not_begun(load, live, None);
        }
    }
    let worker = ready(ground, index, ear);
    live.set(LoadState::Ready);
    if load.after.is_none() {
        ground.meeting.arrive(ground.batch.len() == 1);
    }
    let mut worker = match worker {
        Ok(worker) => worker,
        Err(error) => return not_begun(load, live, Some(load_error(&error))),
    };
    if let Some(Err(error)) = bound {
        worker.note(format!("it could not be kept to its processors: {error}"));
    }
    let common = ground.meeting.wait_for(&ear, |state| state.start);
    let Some(common) = common else {
        return not_begun(load, live, None);
    };
    // One that waited for others counts its delay from when they were done.
    let start = if load.after.is_some() {
        Instant::now()
    } else {
        common
    } + load.start_after;
    loop {
        let left = start.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        if ear.is_stopped() {
            return not_begun(load, live, None);
        }
        thread::sleep(left.min(NAP));
    }
    let began_after = Instant::now().saturating_duration_since(common);
    let mut outcome = worker.run();
    outcome.began_after = Some(began_after);
    outcome
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

fn ready<'a>(
    ground: &'a Ground<'a>,
    index: usize,
    ear: Ear<'a>,
) -> crate::error::Result<Worker<'a>> {
    let prepared = &ground.batch[index];
    let before = &ground.batch[..index];
    let flow = prepared.load.flow.map(|weight| {
        let index = before
            .iter()
            .filter(|other| other.load.flow.is_some())
            .count();
        FlowShare::new(Arc::clone(&ground.flows), index, weight)
    });
    Worker::new(Parts {
        load: prepared.load,
        ear,
        walk: Walk::new(prepared.load, &prepared.parts, &ground.positions[index]),
        limits: prepared.limits,
        flow,
        files: &prepared.parts,
    })
}

/// The positions in files that loads of a batch share: one for each path and offset.
fn shared_positions(batch: &[Prepared<'_>]) -> Vec<Vec<Arc<SharedPosition>>> {
    let mut known: HashMap<(&Path, u64), Arc<SharedPosition>> = HashMap::new();
    batch
        .iter()
        .map(|prepared| match prepared.load.order {
            Order::Shared { .. } => prepared
                .load
                .files
                .iter()
                .map(|file| Arc::clone(known.entry((&file.path, file.offset)).or_default()))
                .collect(),
            _ => Vec::new(),
        })
        .collect()
}

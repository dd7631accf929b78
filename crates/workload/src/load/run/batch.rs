//! One batch: its loads as threads that start together, each after its own delay.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::cache::{CacheShare, StorageIo};
use feedrate_pageio::{CpuUse, EngineKind, placement};

use super::meeting::{Meeting, NAP};
use super::progress::Progress;
use super::{Prepared, without_work};
use crate::control::Control;
use crate::load::flow::{FlowShare, Flows};
use crate::load::live::LiveLoad;
use crate::load::outcome::{BatchOutcome, LoadError, LoadOutcome};
use crate::load::spec::{Ends, Load, MemoryPolicy, Order};
use crate::load::walk::{SharedPosition, Walk};
use crate::load::watch::LoadState;
use crate::load::worker::{Ear, Parts, Worker, load_error};

/// How long a load may take to say what came of it so far.
const PATIENCE: Duration = Duration::from_millis(100);

/// What is shared by the threads of a batch.
struct Ground<'a> {
    batch: &'a [Prepared<'a>],
    lives: &'a [LiveLoad],
    control: &'a Control,
    meeting: Meeting,
    /// The positions that loads share, by load and file.
    positions: Vec<Vec<Arc<SharedPosition>>>,
    flows: Arc<Flows>,
    /// Whether what came of each load is told before all are done.
    is_told_between: bool,
}

/// What runs before and after a batch.
#[derive(Clone, Copy)]
pub(super) struct Others<'a> {
    /// When the first batch began.
    pub(super) first: Instant,
    pub(super) before: &'a [BatchOutcome],
    pub(super) after: &'a [Vec<Load>],
}

/// What counts for the process as a whole, from the start of a batch.
struct Whole {
    began: Instant,
    storage: Option<StorageIo>,
    cpu: CpuUse,
}

impl Whole {
    fn begin() -> Self {
        Self {
            began: Instant::now(),
            storage: StorageIo::now().ok(),
            cpu: CpuUse::of_process(),
        }
    }

    /// What came of the batch until now.
    fn outcome(
        &self,
        ground: &Ground<'_>,
        first: Instant,
        loads: Vec<LoadOutcome>,
    ) -> BatchOutcome {
        let start = ground.meeting.start().unwrap_or(self.began);
        let storage = match (self.storage, StorageIo::now().ok()) {
            (Some(before), Some(after)) => Some(after.since(before)),
            _ => None,
        };
        // What moved nothing had nothing from anywhere.
        let moved = loads
            .iter()
            .filter(|load| load.engine.kind != EngineKind::Null);
        let read = moved.map(|load| load.flow.read.bytes).sum();
        BatchOutcome {
            began_after: start.saturating_duration_since(first),
            elapsed: start.elapsed(),
            cpu: CpuUse::of_process() - self.cpu,
            cache: CacheShare::of(read, storage),
            storage,
            loads,
        }
    }
}

/// Runs a batch until all of its loads are done.
pub(super) fn run(
    batch: &[Prepared<'_>],
    lives: &[LiveLoad],
    control: &Control,
    progress: &mut Progress<'_>,
    others: Others<'_>,
) -> BatchOutcome {
    let waits = |prepared: &Prepared<'_>| prepared.load.after.is_some();
    let ground = Ground {
        batch,
        lives,
        control,
        meeting: Meeting::new(
            batch.len(),
            batch.iter().filter(|prepared| !waits(prepared)).count(),
        ),
        positions: shared_positions(batch),
        flows: Flows::new(
            batch
                .iter()
                .filter(|prepared| prepared.load.flow.is_some())
                .count(),
        ),
        is_told_between: progress.is_told_between(),
    };
    let whole = Whole::begin();
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
        while !ground.meeting.are_all_done(progress.pause()) {
            progress.look();
            if progress.is_interim_due() {
                let loads = asked(&ground);
                progress.tell(whole.outcome(&ground, others.first, loads), others);
            }
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
    whole.outcome(&ground, others.first, loads)
}

/// What came of each load so far. One that waits for its device says nothing in time; then what it said last holds.
fn asked(ground: &Ground<'_>) -> Vec<LoadOutcome> {
    let runs = |live: &&LiveLoad| {
        matches!(
            live.state(),
            LoadState::Ramping | LoadState::Running | LoadState::ReadingBack
        )
    };
    let running: Vec<_> = ground.lives.iter().filter(runs).collect();
    running.iter().for_each(|live| live.ask());
    let until = Instant::now() + PATIENCE;
    while running.iter().any(|live| live.is_asked()) && Instant::now() < until {
        thread::sleep(PATIENCE / 100);
    }
    let loads = ground.batch.iter().zip(ground.lives);
    loads
        .map(|(prepared, live)| {
            let said = live.last_answer();
            said.unwrap_or_else(|| without_work(prepared.load, None, false))
        })
        .collect()
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

/// What came of loads that never ran, or not yet.
pub(super) fn never_ran<'a>(
    loads: impl Iterator<Item = &'a Load>,
    are_stopped: bool,
) -> BatchOutcome {
    BatchOutcome {
        loads: loads
            .map(|load| without_work(load, None, are_stopped))
            .collect(),
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
    if ground.is_told_between {
        ground.lives[index].answer(outcome.clone());
    }
    let load = ground.batch[index].load;
    let ends = |other: &Load| match what_ends(load, &outcome) {
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

/// What ends with a load of which this came.
pub(super) fn what_ends(load: &Load, outcome: &LoadOutcome) -> Ends {
    if outcome.error.is_some() {
        load.ends.max(load.fails)
    } else {
        load.ends
    }
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
    let placed =
        (load.memory != MemoryPolicy::Default).then(|| placement::place_memory(&load.memory));
    if let Some(after) = &load.after {
        let waited = ground.meeting.wait_for_end_of(&ear, |other| {
            other != index && ground.batch[other].load.name == *after
        });
        if waited.is_none() {
            return not_begun(load, live, None);
        }
    }
    if load.layout.is_all {
        if load.after.is_none() {
            ground.meeting.arrive(ground.batch.len() == 1);
        }
        live.set(LoadState::Done);
        return without_work(load, None, false);
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
    if let Some(Err(error)) = placed {
        worker.note(format!("its memory could not be placed as asked: {error}"));
    }
    let common = ground.meeting.wait_for_start(&ear);
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

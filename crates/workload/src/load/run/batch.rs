//! One batch: its loads as threads that start together, each after its own delay.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::CpuUse;
use feedrate_pageio::cache::{CacheShare, StorageIo, UnknownBecause};

use super::meeting::Meeting;
use super::progress::Progress;
use super::steady::SteadyGroups;
use super::thread::run_one;
use super::{PreparedLoad, without_work};
use crate::control::Control;
use crate::load::file_lock::{self, FileLock};
use crate::load::flow::Flows;
use crate::load::live::LiveLoad;
use crate::load::outcome::{BatchOutcome, LoadError, LoadOutcome};
use crate::load::series::SeriesSink;
use crate::load::spec::{EndScope, Load, Order};
use crate::load::walk::SharedPosition;
use crate::load::watch::LoadState;
use crate::other_processes::{Round, reporting};

/// The time that a load may take to report its outcome so far.
const PATIENCE: Duration = Duration::from_millis(100);

/// The state that the threads of a batch share.
pub(super) struct SharedBatch<'a> {
    pub(super) batch: &'a [PreparedLoad<'a>],
    pub(super) lives: &'a [LiveLoad],
    pub(super) control: &'a Control,
    pub(super) meeting: Meeting,
    /// The number by which verified blocks of loads that start together are known.
    pub(super) run: u64,
    /// The positions that loads share, by load and file.
    pub(super) positions: Vec<Vec<Arc<SharedPosition>>>,
    /// The locks of files, by load and file.
    pub(super) locks: Vec<Vec<Arc<FileLock>>>,
    pub(super) flows: Arc<Flows>,
    /// True if the outcome of each load is told before all are done.
    pub(super) is_told_between: bool,
    /// The number of its first load in the schedule.
    pub(super) first: usize,
    /// The receiver of series while loads run.
    pub(super) sink: Option<Arc<dyn SeriesSink>>,
}

/// The batches before and after a batch.
#[derive(Clone, Copy)]
pub(super) struct OtherBatches<'a> {
    /// When the first batch began.
    pub(super) first: Instant,
    pub(super) before: &'a [BatchOutcome],
    pub(super) after: &'a [Vec<Load>],
}

/// The counters of the process as a whole, from the start of a batch.
struct ProcessCounters {
    began: Instant,
    storage: Option<StorageIo>,
    cpu: CpuUse,
}

impl ProcessCounters {
    fn begin() -> Self {
        Self {
            began: Instant::now(),
            storage: StorageIo::now().ok(),
            cpu: CpuUse::of_process(),
        }
    }

    /// Returns the outcome of the batch until now.
    fn outcome(&self, shared: &SharedBatch<'_>, first: Instant, loads: Vec<LoadOutcome>) -> BatchOutcome {
        let start = shared.meeting.start().unwrap_or(self.began);
        let storage = match (self.storage, StorageIo::now().ok()) {
            (Some(before), Some(after)) => Some(after.since(before)),
            _ => None,
        };
        // A load that moved nothing had nothing from anywhere.
        let moved = shared
            .batch
            .iter()
            .zip(&loads)
            .filter(|(_, load)| load.engine.kind.moves_bytes());
        let read = |is_endless: bool, is_direct: bool| -> u64 {
            let of_kind = moved
                .clone()
                .filter(|(prepared, _)| prepared.is_endless == is_endless && prepared.is_direct() == is_direct);
            of_kind.map(|(_, load)| load.flow.read.bytes).sum()
        };
        let endless = read(true, false) + read(true, true);
        let cache = match (read(false, false), read(false, true)) {
            (0, 0) if endless > 0 => CacheShare::Unknown(UnknownBecause::NotCounted),
            (cached, direct) => CacheShare::of_both(cached, direct, storage),
        };
        BatchOutcome {
            began_after: start.saturating_duration_since(first),
            elapsed: start.elapsed(),
            cpu: CpuUse::of_process() - self.cpu,
            cache,
            storage,
            loads,
        }
    }
}

/// Runs a batch until all of its loads are done.
pub(super) fn run(
    batch: &[PreparedLoad<'_>],
    lives: &[LiveLoad],
    control: &Control,
    progress: &mut Progress<'_>,
    others: OtherBatches<'_>,
) -> BatchOutcome {
    let waits = |prepared: &PreparedLoad<'_>| prepared.load.after.is_some();
    let shared = SharedBatch {
        batch,
        lives,
        control,
        meeting: Meeting::new(batch.len(), batch.iter().filter(|prepared| !waits(prepared)).count()),
        run: fastrand::u64(1..),
        positions: shared_positions(batch),
        locks: file_lock::of_batch(batch.iter().map(|prepared| prepared.load)),
        flows: Flows::new(
            batch
                .iter()
                .filter(|prepared| prepared.load.flow.is_some())
                .map(|prepared| prepared.load.flow_id),
        ),
        is_told_between: progress.is_told_between(),
        first: progress.first_of_batch(),
        sink: progress.series_sink(),
    };
    let mut steady = SteadyGroups::new(batch);
    let whole = ProcessCounters::begin();
    let mut loads = reporting(
        control.others(),
        || moved_by(lives),
        || {
            thread::scope(|scope| {
                let threads: Vec<_> = (0..batch.len())
                    .map(|index| {
                        let shared = &shared;
                        thread::Builder::new()
                            // A thread's name takes all but zeros.
                            .name(batch[index].load.name.replace('\0', " "))
                            .spawn_scoped(scope, move || run_one(shared, index))
                    })
                    .enumerate()
                    .map(|(index, spawned)| {
                        if spawned.is_err() {
                            absent(&shared, index);
                        }
                        spawned
                    })
                    .collect();
                // The thread that started them tells of them.
                while !shared.meeting.are_all_done(steady.pause(progress.pause())) {
                    steady.look(lives);
                    progress.look();
                    if progress.is_interim_due() {
                        let loads = asked(&shared);
                        progress.report(whole.outcome(&shared, others.first, loads), others);
                    }
                }
                threads
                    .into_iter()
                    .zip(batch)
                    .map(|(thread, prepared)| match thread {
                        Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                        Err(source) => without_work(prepared.load, Some(not_started(&source)), false),
                    })
                    .collect::<Vec<_>>()
            })
        },
    );
    steady.add_results(&mut loads);
    let outcome = whole.outcome(&shared, others.first, loads);
    if let Some(others) = control.others() {
        others.ended(&Round::of_loads(&outcome, control.is_stopped()));
    }
    outcome
}

/// Returns the bytes that loads have moved so far.
fn moved_by(lives: &[LiveLoad]) -> u64 {
    let moved = lives.iter().map(LiveLoad::moved);
    moved.map(|moved| moved.read.bytes + moved.write.bytes).sum()
}

/// Returns the outcome of each load so far. One that waits for its device says nothing in time; then what it said last
/// holds.
fn asked(shared: &SharedBatch<'_>) -> Vec<LoadOutcome> {
    let runs = |live: &&LiveLoad| {
        matches!(
            live.state(),
            LoadState::Ramping | LoadState::Running | LoadState::ReadingBack
        )
    };
    let running: Vec<_> = shared.lives.iter().filter(runs).collect();
    running.iter().for_each(|live| live.ask());
    let until = Instant::now() + PATIENCE;
    while running.iter().any(|live| live.is_asked()) && Instant::now() < until {
        thread::sleep(PATIENCE / 100);
    }
    let loads = shared.batch.iter().zip(shared.lives);
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
fn absent(shared: &SharedBatch<'_>, index: usize) {
    if shared.batch[index].load.after.is_none() {
        shared.meeting.arrive(false, shared.control);
    }
    shared.lives[index].set(LoadState::Failed);
    shared.meeting.leave(index);
}

/// Returns the outcome of loads that never ran, or not yet.
pub(super) fn never_ran<'a>(loads: impl Iterator<Item = &'a Load>, are_stopped: bool) -> BatchOutcome {
    BatchOutcome {
        loads: loads.map(|load| without_work(load, None, are_stopped)).collect(),
        began_after: Duration::ZERO,
        elapsed: Duration::ZERO,
        cpu: CpuUse::default(),
        storage: None,
        cache: CacheShare::of(0, None),
    }
}

/// Returns the loads that end with a load of this outcome.
pub(super) fn end_scope(load: &Load, outcome: &LoadOutcome) -> EndScope {
    if outcome.error.is_some() {
        load.ends.max(load.fails)
    } else {
        load.ends
    }
}

/// The positions in files that loads of a batch share: one for each path and offset, and each number of shared
/// positions.
fn shared_positions(batch: &[PreparedLoad<'_>]) -> Vec<Vec<Arc<SharedPosition>>> {
    let mut known: HashMap<(&Path, u64, u32), Arc<SharedPosition>> = HashMap::new();
    batch
        .iter()
        .map(|prepared| match prepared.load.order {
            Order::Shared { .. } => prepared
                .load
                .files
                .iter()
                .map(|file| (file.path.as_path(), file.offset, prepared.load.shared_position))
                .map(|place| Arc::clone(known.entry(place).or_default()))
                .collect(),
            _ => Vec::new(),
        })
        .collect()
}

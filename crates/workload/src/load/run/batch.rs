//! One batch: its loads as threads that start together, each after its own delay.

use std::io;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use super::other_batches::OtherBatches;
use super::process_counters::ProcessCounters;
use super::progress::Progress;
use super::shared_batch::SharedBatch;
use super::steady::SteadyGroups;
use super::thread::run_one;
use super::{PreparedLoad, without_work};
use crate::control::Control;
use crate::load::live::LiveLoad;
use crate::load::outcome::{BatchOutcome, LoadError, LoadOutcome};
use crate::load::watch::LoadState;
use crate::other_processes::{Round, reporting};

/// The time that a load may take to report its outcome so far.
const PATIENCE: Duration = Duration::from_millis(100);

/// Runs a batch until all of its loads are done.
pub(super) fn run(
    batch: &[PreparedLoad<'_>],
    lives: &[LiveLoad],
    control: &Control,
    progress: &mut Progress<'_>,
    others: OtherBatches<'_>,
) -> BatchOutcome {
    let shared = SharedBatch::new(batch, lives, control, progress);
    let mut steady = SteadyGroups::new(batch);
    let whole = ProcessCounters::begin();
    let mut loads = reporting(
        control.others(),
        || moved_by(lives),
        || {
            thread::scope(|scope| {
                let threads: Vec<_> = (0..batch.len())
                    .map(|index| start_thread(scope, &shared, index))
                    .collect();
                // The thread that started them tells of them.
                while !shared.rendezvous.are_all_done(steady.pause(progress.pause())) {
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

fn not_started(source: &io::Error) -> LoadError {
    LoadError {
        errno: source.raw_os_error().unwrap_or(11),
        text: format!("cannot start a thread for it: {source}; run fewer loads"),
    }
}

/// Starts the thread of a load. Without one, the load has failed.
fn start_thread<'scope>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'scope SharedBatch<'_>,
    index: usize,
) -> io::Result<ScopedJoinHandle<'scope, LoadOutcome>> {
    let load = shared.batch[index].load;
    // A thread's name takes all but zeros.
    let builder = thread::Builder::new().name(load.name.replace('\0', " "));
    let spawned = builder.spawn_scoped(scope, move || run_one(shared, index));
    if spawned.is_err() {
        if load.after.is_none() {
            shared.rendezvous.arrive(false, shared.control);
        }
        shared.lives[index].set(LoadState::Failed);
        shared.rendezvous.leave(index);
    }
    spawned
}

//! Runs a schedule: lays out files, then runs batch by batch.

mod batch;
mod notes;
mod other_batches;
mod process_counters;
mod progress;
mod rendezvous;
mod shared_batch;
mod steady;
#[cfg(test)]
mod tests;
mod thread;

use std::time::Instant;

use super::check;
use super::device;
use super::layout::lay_out;
use super::limits::Limits;
use super::live::LiveLoad;
use super::outcome::{LoadError, LoadOutcome, ScheduleOutcome};
use super::pre_read::pre_read;
use super::spec::{EndScope, Load, Schedule};
use super::walk::FilePart;
use super::watch::{LoadState, Watch};
use crate::control::Control;
use crate::error::{Error, Result};
use notes::{not_stored, notes};
use other_batches::{OtherBatches, never_ran};
use progress::Progress;

/// A load whose files are laid out.
#[derive(Debug)]
struct PreparedLoad<'a> {
    load: &'a Load,
    parts: Vec<FilePart>,
    limits: Limits,
    /// True if it moves to or from a device without storage.
    is_endless: bool,
}

impl PreparedLoad<'_> {
    /// Returns whether its transfers bypass the page cache. Mapped files are in it.
    fn is_direct(&self) -> bool {
        self.load.direct && !self.load.engine.kind.maps_files()
    }
}

/// Runs a schedule. The files of all loads are laid out first, and nothing runs if that fails. Then batches run one
/// after the other. The failure of a load is in its outcome, and the others continue. If the schedule is stopped, the
/// outcome is that of the loads until then.
///
/// # Errors
///
/// Returns an error if a load is invalid, or its files cannot be laid out.
pub fn run(schedule: &Schedule, control: &Control, watch: &mut dyn Watch) -> Result<ScheduleOutcome> {
    check::check(schedule)?;
    // Held until the end.
    let _held = device::hold(schedule)?;
    let control = control.for_one_run();
    let lives: Vec<LiveLoad> = schedule.batches.iter().flatten().map(|_| LiveLoad::default()).collect();
    let mut progress = Progress::new(&lives, watch);
    let mut prepared = Vec::with_capacity(schedule.batches.len());
    let mut index = 0;
    for batch in &schedule.batches {
        let mut of_batch = Vec::with_capacity(batch.len());
        for load in batch {
            match prepare(load, index, &control, &mut progress)? {
                Some(load) => of_batch.push(load),
                None => return Ok(nothing_ran(schedule)),
            }
            index += 1;
        }
        prepared.push(of_batch);
    }
    // The observer must see that all files are laid out before anything runs.
    progress.look_now();
    let first = Instant::now();
    progress.begin();
    let mut batches = Vec::with_capacity(prepared.len());
    let mut lives = lives.as_slice();
    let mut goes_on = true;
    let later: Vec<_> = (1..=prepared.len())
        .map(|next| progress::time_of(&schedule.batches[next..]))
        .collect();
    for (number, batch) in prepared.iter().enumerate() {
        let (of_batch, others) = lives.split_at(batch.len());
        lives = others;
        if goes_on {
            for prepared in batch.iter().filter(|prepared| prepared.load.pre_read) {
                pre_read(prepared.load, &mut || {
                    progress.look();
                    !control.is_stopped()
                })?;
            }
        }
        let outcome = if goes_on && !control.is_stopped() {
            progress.enter(number, batch, later[number]);
            let others = OtherBatches {
                first,
                before: &batches,
                after: &schedule.batches[number + 1..],
            };
            batch::run(batch, of_batch, &control, &mut progress, others)
        } else {
            never_ran(batch.iter().map(|prepared| prepared.load), true)
        };
        let ended_all = batch.iter().zip(&outcome.loads).any(|(prepared, outcome)| {
            end_scope(prepared.load, outcome) == EndScope::All
                && (outcome.began_after.is_some() || outcome.error.is_some())
        });
        goes_on &= !ended_all;
        batches.push(outcome);
    }
    progress.look_now();
    let of_batches = prepared.iter().zip(&batches);
    let of_batches = of_batches.filter_map(|(batch, outcome)| not_stored(batch, outcome));
    Ok(ScheduleOutcome {
        stopped: control.is_stopped(),
        notes: notes(schedule).into_iter().chain(of_batches).collect(),
        batches,
    })
}

/// Returns the outcome of a schedule that could not be run, in which each load failed with the error.
pub fn not_run(schedule: &Schedule, error: &Error) -> ScheduleOutcome {
    let mut outcome = nothing_ran(schedule);
    outcome.stopped = false;
    for load in outcome.batches.iter_mut().flat_map(|batch| &mut batch.loads) {
        load.stopped = false;
        load.error = Some(LoadError::of(error));
    }
    outcome
}

/// Lays out a load's files; `None` if it was stopped.
fn prepare<'a>(
    load: &'a Load,
    index: usize,
    control: &Control,
    progress: &mut Progress<'_>,
) -> Result<Option<PreparedLoad<'a>>> {
    progress.lives[index].set(LoadState::LayingOut);
    let parts = lay_out(load, &mut |_| {
        progress.look();
        !control.is_stopped()
    })?;
    progress.lives[index].set(LoadState::Waiting);
    Ok(parts.map(|parts| PreparedLoad {
        limits: Limits::new(load, &parts),
        is_endless: device::is_endless(load),
        parts,
        load,
    }))
}

fn nothing_ran(schedule: &Schedule) -> ScheduleOutcome {
    ScheduleOutcome {
        batches: schedule
            .batches
            .iter()
            .map(|batch| never_ran(batch.iter(), true))
            .collect(),
        stopped: true,
        notes: notes(schedule),
    }
}

/// Returns the outcome of a load that never ran, with the reason.
fn without_work(load: &Load, error: Option<LoadError>, stopped: bool) -> LoadOutcome {
    LoadOutcome {
        group: load.group,
        error,
        stopped,
        ..LoadOutcome::of_nothing(&load.name)
    }
}

/// Returns the loads that end with a load of this outcome.
fn end_scope(load: &Load, outcome: &LoadOutcome) -> EndScope {
    if outcome.error.is_some() {
        load.ends.max(load.fails)
    } else {
        load.ends
    }
}

//! Reads all rows of a data set, or consecutive ones, on as many threads as are worthwhile.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use feedrate_dataset::format::ValueLosses;
use feedrate_dataset::pipe::PageRun;
use feedrate_dataset::{FileAccount, Reader};
use feedrate_program::DataStep;

use super::condition::{ConditionMessages, ThreadCore};
use super::lanes::{RunReceiver, on_lanes};
use super::threads::on_threads;
use super::{Scan, TakeRows};
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult, check_stop};
use crate::outcome::DataSetRead;

/// The minimum bytes of rows for a thread.
pub(super) const LEAST_BYTES: u64 = 1 << 20;

/// A task for the rows of a scan, done in parts on several threads.
pub trait ScanWork: Sync {
    /// Receives the rows of a part.
    type Taker: TakeRows;
    /// The result of a part.
    type Output: Send;

    /// Returns whether the parts must be consecutive rows in order, which those of a pipe are not.
    fn is_in_order(&self) -> bool;

    /// Begins a part with the row of this number; `parts` is the number of parts.
    ///
    /// # Errors
    ///
    /// Any error ends the scan.
    fn begin(&self, first: u64, parts: usize) -> StepResult<Self::Taker>;

    /// Ends a part and returns its result.
    ///
    /// # Errors
    ///
    /// Any error ends the scan.
    fn end(&self, taker: Self::Taker) -> StepResult<Self::Output>;
}

/// The results of a scan, part by part.
pub struct ScanResults<T> {
    /// The result of each part, in the order of the rows.
    pub parts: Vec<T>,
    /// The number of rows of each part that satisfied the condition.
    pub rows: Vec<u64>,
    /// The facts about the data set that was read.
    pub read: DataSetRead,
}

/// The result of one thread.
struct PartResult<T> {
    done: T,
    rows: u64,
    is_compiled: bool,
    /// Its transfers; `None` for a pipe, where one thread receives for all.
    account: Option<FileAccount>,
    lost: ValueLosses,
}

impl Scan {
    /// Does a task with all rows on at most `workers` threads. Problems in the condition are logged by `core`, which
    /// must be that of the step with which the scan was found.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be read or was replaced, or if the condition or the task fails.
    pub fn run<W: ScanWork>(
        &self,
        work: &W,
        workers: usize,
        core: &mut Core<'_, '_>,
    ) -> StepResult<ScanResults<W::Output>> {
        if !self.is_pipe {
            return self.run_parts(work, &self.parts(&self.rows, workers), core);
        }
        let mut reader = self.open()?;
        let lanes = match self.is_ordered || work.is_in_order() {
            true => 1,
            false => workers,
        };
        let mut parts = None;
        if lanes > 1 {
            parts = self.lanes(&mut reader, work, lanes, core);
        }
        let parts = match parts {
            Some(parts) => all_parts(parts)?,
            None => vec![self.part_here(&mut reader, &self.rows, work, core)?],
        };
        let mut scanned = self.scanned(parts, core.step);
        scanned.read.account = Some(reader.account());
        scanned.read.lost = reader.lost();
        Ok(scanned)
    }

    /// Does a task with these parts, each on its own thread.
    ///
    /// # Errors
    ///
    /// As [`Self::run`].
    pub fn run_parts<W: ScanWork>(
        &self,
        work: &W,
        parts: &[Range<u64>],
        core: &mut Core<'_, '_>,
    ) -> StepResult<ScanResults<W::Output>> {
        self.choice.log(core);
        if let [part] = parts {
            let mut reader = self.open()?;
            let part = self.part_here(&mut reader, part, work, core)?;
            return Ok(self.scanned(vec![part], core.step));
        }
        let own = ThreadCore::like(core);
        let stop = AtomicBool::new(false);
        let on_thread = |range: &Range<u64>| {
            let (part, messages) = own.with(|core| {
                let mut reader = self.open()?;
                let goes_on = || check_stop(own.stop).and_then(|()| check_stop(&stop)).map(|()| true);
                self.part(&mut reader, range, parts.len(), work, core, &goes_on)
            });
            // If one fails, the others need not finish.
            (part.inspect_err(|_| stop.store(true, Ordering::Relaxed)), messages)
        };
        let parts = log_messages(on_threads(parts, on_thread, thread::Builder::new), core);
        Ok(self.scanned(all_parts(parts)?, core.step))
    }

    /// Does a single part on this thread.
    fn part_here<W: ScanWork>(
        &self,
        reader: &mut Reader,
        range: &Range<u64>,
        work: &W,
        core: &mut Core<'_, '_>,
    ) -> StepResult<PartResult<W::Output>> {
        let stop = core.stop();
        self.part(reader, range, 1, work, core, &|| check_stop(stop).map(|()| true))
    }

    fn part<W: ScanWork>(
        &self,
        reader: &mut Reader,
        range: &Range<u64>,
        parts: usize,
        work: &W,
        core: &mut Core<'_, '_>,
        goes_on: &impl Fn() -> StepResult<bool>,
    ) -> StepResult<PartResult<W::Output>> {
        let mut taker = work.begin(range.start, parts)?;
        let ranges = std::slice::from_ref(range);
        let (rows, is_compiled) = self.read_ranges(reader, ranges, core, goes_on, &mut taker)?;
        Ok(PartResult {
            done: work.end(taker)?,
            rows,
            is_compiled,
            account: Some(reader.account()),
            lost: reader.lost(),
        })
    }

    /// Does a task with the rows of a pipe, whose pages this thread receives and hands to others. Returns `None`,
    /// having received nothing, if the system refuses threads.
    fn lanes<W: ScanWork>(
        &self,
        reader: &mut Reader,
        work: &W,
        lanes: usize,
        core: &mut Core<'_, '_>,
    ) -> Option<Vec<StepResult<PartResult<W::Output>>>> {
        let own = ThreadCore::like(core);
        let read = |incoming: RunReceiver| {
            own.with(|core| {
                let mut taker = work.begin(self.rows.start, lanes)?;
                let (mut rows, mut condition) = (0, self.condition(core)?);
                incoming.for_each(|run| {
                    check_stop(own.stop)?;
                    for block in run.blocks() {
                        match &mut condition {
                            None => {
                                rows += block.len() as u64;
                                taker.rows(block)?
                            }
                            Some(condition) => condition.take(block, &self.schema, &mut taker)?,
                        };
                    }
                    Ok(())
                })?;
                let (rows, is_compiled) =
                    condition.map_or((rows, false), |condition| (condition.taken(), condition.is_compiled()));
                Ok(PartResult {
                    done: work.end(taker)?,
                    rows,
                    is_compiled,
                    account: None,
                    lost: ValueLosses::default(),
                })
            })
        };
        let mut is_begun = false;
        let mut next = |run: &mut PageRun| {
            if !std::mem::replace(&mut is_begun, true) {
                reader.set_window(self.rows.start, Some(self.rows.end - 1))?;
            }
            Ok(reader.next_run(run)?)
        };
        let (done, handed) = on_lanes(lanes, &mut next, read, thread::Builder::new)?;
        let mut parts = log_messages(done, core);
        if let Err(fault) = handed {
            parts.insert(0, Err(fault));
        }
        Some(parts)
    }

    /// Combines the results of parts.
    fn scanned<T>(&self, parts: Vec<PartResult<T>>, step: &DataStep) -> ScanResults<T> {
        let filter = step.only_source().and_then(|source| source.filter.as_ref());
        let mut read = DataSetRead {
            name: self.location.name().clone(),
            observations: 0,
            at_random: self.choice.chosen.is_some(),
            condition: filter.map(|filter| filter.text.clone()),
            is_condition_compiled: false,
            lost: ValueLosses::default(),
            account: None,
            index: self.index_use(),
        };
        let (mut done, mut rows, mut accounts) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            read.observations += part.rows;
            read.is_condition_compiled |= part.is_compiled;
            read.lost += part.lost;
            accounts.extend(part.account);
            rows.push(part.rows);
            done.push(part.done);
        }
        read.account = FileAccount::of_threads(accounts);
        ScanResults {
            parts: done,
            rows,
            read,
        }
    }
}

/// Logs the messages of all parts, also of those that failed.
fn log_messages<T>(parts: Vec<(T, ConditionMessages)>, core: &mut Core<'_, '_>) -> Vec<T> {
    let parts = parts.into_iter().map(|(part, messages)| {
        messages.log(core);
        part
    });
    parts.collect()
}

fn is_interrupt(fault: &Fault) -> bool {
    matches!(fault, Fault::Interrupted)
}

/// Returns the results of all parts, or the first error other than being stopped by the failure of another part.
fn all_parts<T>(parts: Vec<StepResult<T>>) -> StepResult<Vec<T>> {
    let mut all = Vec::with_capacity(parts.len());
    let mut failed = None;
    for part in parts {
        match part {
            Ok(part) => all.push(part),
            Err(fault) => {
                if failed.as_deref().is_none_or(is_interrupt) {
                    failed = Some(fault);
                }
            }
        }
    }
    match failed {
        Some(fault) => Err(fault),
        None => Ok(all),
    }
}

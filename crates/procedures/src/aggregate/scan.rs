//! Reads observations straight from pages, on several threads: each has a range of them, and a reader of
//! its own, for what moves pages belongs to its thread.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use feedrate_dataset::format::Lost;
use feedrate_dataset::pipe::PageRun;
use feedrate_dataset::{FileAccount, Identity, Libraries, Reader};
use feedrate_steps::data::{DataSetRead, Fault, Faulted};
use feedrate_steps::ir::Source;

use super::collect::{Collected, Needs};
use super::request::{Aggregation, ClassOrder};
use super::spilling::Spilling;
use super::stream::{Incoming, on_lanes};
use super::taker::Taker;
use super::threads::on_threads;

/// The least bytes of rows that are worth a thread.
const LEAST_BYTES: u64 = 1 << 20;

/// What was read, and what that came to, range by range.
pub(super) struct Scanned<'m> {
    pub collected: Vec<Collected<'m>>,
    pub read: DataSetRead,
}

/// What one thread has read.
struct Part<'m> {
    collected: Collected<'m>,
    account: FileAccount,
    lost: Lost,
}

/// A data set that is read straight from its pages.
#[derive(Clone, Copy)]
pub(super) struct Scan<'m, 'r> {
    pub aggregation: &'m Aggregation,
    pub needs: Needs<'m>,
    pub source: &'m Source,
    pub libraries: &'r Libraries,
    pub spilling: Spilling<'r>,
    pub workers: usize,
}

impl<'m> Scan<'m, '_> {
    /// Reads all observations.
    pub(super) fn run(self) -> Faulted<Scanned<'m>> {
        let reader = self.open()?;
        if reader.is_pipe() {
            return self.stream(reader);
        }
        let first = self.source.first.max(1);
        let last = self.source.last.unwrap_or(u64::MAX).min(reader.rows());
        let rows = (last + 1).saturating_sub(first);
        let workers = self.workers_for(&reader, rows);
        let file = reader.identity();
        drop(reader);
        let spilling = self.spilling.share(workers.get());
        let stop = AtomicBool::new(false);
        let ranges = (0..workers.get() as u64).map(|worker| {
            let at = |worker: u64| {
                (u128::from(rows) * u128::from(worker) / workers.get() as u128) as u64
            };
            first + at(worker)..first + at(worker + 1)
        });
        let ranges: Vec<_> = ranges.collect();
        let work = |range: &Range<u64>| {
            let part = self.part(range.clone(), file, spilling, &stop);
            // What one cannot do, the others need not finish.
            if part.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            part
        };
        let parts = whole(on_threads(&ranges, work, thread::Builder::new))?;
        let lost = parts.iter().map(|part| part.lost.clone()).sum();
        let (collected, accounts): (_, Vec<_>) = parts
            .into_iter()
            .map(|part| (part.collected, part.account))
            .unzip();
        Ok(self.scanned(collected, rows, lost, FileAccount::of_threads(accounts)))
    }

    /// Reads all observations of a pipe, of which pages come to one thread and are read on several.
    fn stream(self, mut reader: Reader) -> Faulted<Scanned<'m>> {
        let first = self.source.first.max(1);
        reader.set_window(first, self.source.last)?;
        let in_order = self.needs.layout.details.wanted
            || self
                .aggregation
                .classes
                .iter()
                .any(|class| class.order == ClassOrder::Data);
        // What is met first counts there, and only one thread knows what that is.
        let lanes = if in_order { 1 } else { self.workers };
        let mut rows = 0;
        let mut on_several = None;
        if lanes > 1 {
            let spilling = self.spilling.share(lanes);
            let schema = reader.schema().clone();
            let work = |incoming: Incoming| {
                let mut taker =
                    Taker::new(self.aggregation, self.needs, self.source, &schema, spilling)?;
                incoming.for_each(|run| {
                    spilling.heed_stop()?;
                    let mut rows = run.rows().zip(run.first_row()..);
                    rows.try_for_each(|(row, number)| taker.take(row, number))
                })?;
                taker.collector.finish()
            };
            let mut next = |run: &mut PageRun| {
                let is_there = reader.next_run(run)?;
                rows += if is_there { run.len() } else { 0 };
                Ok(is_there)
            };
            on_several = on_lanes(lanes, &mut next, work, thread::Builder::new);
        }
        let collected = match on_several {
            Some(collected) => whole(collected)?,
            None => {
                let stop = AtomicBool::new(false);
                let (collected, count) = self.collect(&mut reader, first, self.spilling, &stop)?;
                rows = count;
                vec![collected]
            }
        };
        Ok(self.scanned(collected, rows, reader.lost(), Some(reader.account())))
    }

    fn open(&self) -> Faulted<Reader> {
        let reader = self
            .libraries
            .open(&self.source.data_set, &self.source.settings)?;
        Ok(reader)
    }

    /// On how many threads it is worth to read. A file that does not tell where its rows lie is read by one,
    /// for every reader would begin at its front.
    fn workers_for(&self, reader: &Reader, rows: u64) -> NonZeroUsize {
        let bytes = rows.saturating_mul(reader.schema().row_length().into());
        let worth = match reader.can_seek() {
            true => usize::try_from(bytes / LEAST_BYTES).unwrap_or(usize::MAX),
            false => 1,
        };
        NonZeroUsize::new(worth.min(self.workers)).unwrap_or(NonZeroUsize::MIN)
    }

    /// Reads the rows of a range, which are counted from 1, of the file that the ranges were made for.
    fn part(
        &self,
        range: Range<u64>,
        file: Option<Identity>,
        spilling: Spilling<'_>,
        stop: &AtomicBool,
    ) -> Faulted<Part<'m>> {
        let mut reader = self.open()?;
        let changed = || Box::new(Fault::Changed(self.source.data_set.to_string()));
        // The data set is opened by its name, which another process may have given to another file.
        if reader.identity() != file {
            return Err(changed());
        }
        // The end of a range is the number of its last row, counted from 1, plus one.
        reader.set_window(range.start, Some(range.end - 1))?;
        let (collected, _) = self.collect(&mut reader, range.start, spilling, stop)?;
        Ok(Part {
            collected,
            account: reader.account(),
            lost: reader.lost(),
        })
    }

    /// Collects the rows of a reader, of which the first has this number. Gives how many there were, too.
    fn collect(
        &self,
        reader: &mut Reader,
        first: u64,
        spilling: Spilling<'_>,
        stop: &AtomicBool,
    ) -> Faulted<(Collected<'m>, u64)> {
        let mut taker = Taker::new(
            self.aggregation,
            self.needs,
            self.source,
            reader.schema(),
            spilling,
        )?;
        let mut number = first;
        while let Some(rows) = reader.next_block()? {
            spilling.heed_stop()?;
            if stop.load(Ordering::Relaxed) {
                return Err(Box::new(Fault::Interrupted));
            }
            for row in rows.iter() {
                taker.take(row, number)?;
                number += 1;
            }
        }
        Ok((taker.collector.finish()?, number - first))
    }

    fn scanned(
        &self,
        collected: Vec<Collected<'m>>,
        observations: u64,
        lost: Lost,
        account: Option<FileAccount>,
    ) -> Scanned<'m> {
        Scanned {
            collected,
            read: DataSetRead {
                name: self.source.data_set.clone(),
                observations,
                condition: None,
                is_condition_compiled: false,
                lost,
                account,
            },
        }
    }
}

/// What all threads came to, or what went wrong. That others were stopped by a failure is not it.
fn whole<T>(parts: Vec<Faulted<T>>) -> Faulted<Vec<T>> {
    let mut all = Vec::with_capacity(parts.len());
    let mut failed = None;
    for part in parts {
        match part {
            Ok(part) => all.push(part),
            Err(fault) => match (&failed, &*fault) {
                (Some(_), Fault::Interrupted) => {}
                _ => failed = Some(fault),
            },
        }
    }
    match failed {
        Some(fault) => Err(fault),
        None => Ok(all),
    }
}

//! Passes over the observations of a data set, for procedures that go through it more than once and keep none
//! of it in memory.
//!
//! Where every observation counts and their order does not matter, a pass is made by several threads, each
//! of which has a part of the pages, as those of [`aggregate`](super::aggregate) are.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use feedrate_dataset::format::Lost;
use feedrate_dataset::{FileAccount, Identity, Libraries, Reader};
use feedrate_pageio::Method;
use feedrate_pageio::cache::CacheShare;
use feedrate_steps::data::{
    DataSetRead, Ended, Fault, Faulted, Loader, Outcome, Runtime, Values, carry_out,
};
use feedrate_steps::environment::{Environment, Log, Severity};
use feedrate_steps::ir::{DataStep, Load, Site, Slot, Source};

use super::aggregate::on_threads;

/// The least bytes of rows that are worth a thread.
const LEAST_BYTES: u64 = 1 << 20;

/// A data set that is read as often as it is wanted.
#[derive(Debug)]
pub(super) struct Passes {
    /// The step without the data sets that it makes.
    reading: DataStep,
    /// Where the variables lie that are wanted.
    slots: Vec<Slot>,
    /// On how many threads a pass may be made.
    workers: usize,
    site: Site,
    made: u32,
    /// What was read in all passes.
    read: Option<DataSetRead>,
}

/// What a thread makes of its part of a pass.
struct Part<T> {
    found: T,
    account: FileAccount,
    lost: Lost,
}

impl Passes {
    /// Passes over what a step reads by one SET statement, of a procedure at `site`. Those of
    /// [`parted`](Self::parted) load these variables.
    pub(super) fn new(step: &DataStep, slots: Vec<Slot>, workers: usize, site: Site) -> Self {
        let mut reading = step.clone();
        reading.writes.clear();
        // They are told with the pass that makes data sets, or the first one.
        reading.notes.clear();
        Self {
            reading,
            slots,
            workers: workers.max(1),
            site,
            made: 0,
            read: None,
        }
    }

    /// A pass in the order of the observations, in which BY groups are told. An error is the outcome of the
    /// step.
    pub(super) fn in_order(
        &mut self,
        environment: &mut Environment<'_>,
        work: &mut dyn FnMut(&mut Runtime<'_, '_>) -> Faulted<()>,
    ) -> Result<(), Box<Outcome>> {
        let site = self.site;
        let outcome = carry_out(&self.reading, environment, &mut |runtime, _| {
            work(runtime).map_err(|fault| fault.at(site))
        });
        self.add(outcome).map(drop)
    }

    /// The last pass, of a step that makes data sets.
    pub(super) fn making(
        &mut self,
        step: &DataStep,
        environment: &mut Environment<'_>,
        work: &mut dyn FnMut(&mut Runtime<'_, '_>) -> Faulted<()>,
    ) -> Result<Box<Outcome>, Box<Outcome>> {
        let site = self.site;
        let outcome = carry_out(step, environment, &mut |runtime, _| {
            work(runtime).map_err(|fault| fault.at(site))
        });
        self.add(outcome)
    }

    /// A pass over the observations of these numbers, counted from 0 among those that come into the step.
    /// What `begin` begins takes some of them in ascending order of their numbers, and comes back in that order.
    pub(super) fn parted<T: Send>(
        &mut self,
        environment: &mut Environment<'_>,
        rows: Range<u64>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, u64, &Values) -> Faulted<()> + Sync,
    ) -> Result<Vec<T>, Box<Outcome>> {
        let mut found = Vec::new();
        let (mut read, site) = (None, self.site);
        let stop = environment.stop;
        let scan = match &self.reading.reads[..] {
            [read] => match &read.sources[..] {
                [source] if source.filter.is_none() => Some(source),
                _ => None,
            },
            _ => None,
        };
        let outcome = carry_out(&self.reading, environment, &mut |runtime, libraries| {
            let mut work = || -> Faulted<()> {
                let Some(source) = scan else {
                    let mut part = begin();
                    let mut number = 0;
                    while number < rows.end && runtime.read(0)? {
                        runtime.core.heed_stop()?;
                        if number >= rows.start {
                            take(&mut part, number, &runtime.core.values)?;
                        }
                        number += 1;
                    }
                    found.push(part);
                    return Ok(());
                };
                let scan = Scan {
                    passes: self,
                    source,
                    libraries,
                    stop,
                };
                let (parts, whole) = scan.run(rows.clone(), &begin, &take)?;
                found = parts;
                read = Some(whole);
                Ok(())
            };
            work().map_err(|fault| fault.at(site))
        });
        let mut outcome = outcome;
        if let Some(read) = read {
            outcome.read = vec![read];
        }
        self.add(outcome)?;
        Ok(found)
    }

    /// Adds what was read in a pass to what was read in all.
    pub(super) fn add(&mut self, mut outcome: Outcome) -> Result<Box<Outcome>, Box<Outcome>> {
        if outcome.is_failed() {
            return Err(Box::new(outcome));
        }
        self.made += 1;
        let mut reads = std::mem::take(&mut outcome.read).into_iter();
        self.read = match (self.read.take(), reads.next()) {
            (Some(mut whole), Some(read)) => {
                whole.observations = whole.observations.max(read.observations);
                whole.account = match (whole.account, read.account) {
                    (Some(first), Some(next)) => Some(after(first, next)),
                    (first, next) => first.or(next),
                };
                Some(whole)
            }
            (whole, read) => whole.or(read),
        };
        Ok(Box::new(outcome))
    }

    /// The outcome of a step that fails between its passes.
    pub(super) fn failed(self, fault: Box<Fault>, environment: &mut Environment<'_>) -> Outcome {
        Outcome {
            read: self.read.into_iter().collect(),
            ..*failed(fault, self.site, environment)
        }
    }

    /// Tells how often the data set was read, and gives the outcome of the last pass that of all.
    pub(super) fn tell(self, mut outcome: Outcome, log: &mut dyn Log) -> Outcome {
        outcome.read = self.read.into_iter().collect();
        tell(self.made, &outcome, log);
        outcome
    }
}

/// Tells how often what a step read was read, and that passes past the page cache all wait for storage.
pub(super) fn tell(passes: u32, outcome: &Outcome, log: &mut dyn Log) {
    let Some(read) = outcome.read.first().filter(|_| !outcome.is_failed()) else {
        return;
    };
    if read.observations == 0 {
        let text = format!("No observations in data set {}.", read.name);
        log.message(Severity::Note, &text);
    }
    if passes < 2 {
        return;
    }
    let text = format!("{} was read in {passes} passes.", read.name);
    log.message(Severity::Note, &text);
    let account = read.account.as_ref();
    if account.is_some_and(|account| passes_the_cache(account.method)) {
        let text = format!(
            "{} was read with SGIO, which leaves nothing in the page cache, so that each of the {passes} passes \
             waited for storage; read it with SGIO=NO.",
            read.name
        );
        log.message(Severity::Warning, &text);
    }
}

/// Whether transfers leave nothing in the page cache.
fn passes_the_cache(method: Method) -> bool {
    matches!(method, Method::Direct { .. } | Method::Unbuffered)
}

/// The account of a file that was read once more.
pub(super) fn after(first: FileAccount, next: FileAccount) -> FileAccount {
    let mut whole = first;
    let earlier = whole.moved.bytes;
    whole.moved += next.moved;
    whole.elapsed += next.elapsed;
    whole.waited += next.waited;
    whole.depth.most = whole.depth.most.max(next.depth.most);
    if let (CacheShare::Known(before), CacheShare::Known(share)) = (whole.cache, next.cache) {
        let (earlier, later) = (earlier as f64, next.moved.bytes as f64);
        whole.cache = CacheShare::Known(match earlier + later > 0.0 {
            true => (before * earlier + share * later) / (earlier + later),
            false => before,
        });
    }
    whole
}

/// A pass by several threads.
struct Scan<'p, 'r> {
    passes: &'p Passes,
    source: &'p Source,
    libraries: &'r Libraries,
    stop: &'r AtomicBool,
}

impl Scan<'_, '_> {
    fn run<T: Send>(
        &self,
        rows: Range<u64>,
        begin: &(impl Fn() -> T + Sync),
        take: &(impl Fn(&mut T, u64, &Values) -> Faulted<()> + Sync),
    ) -> Faulted<(Vec<T>, DataSetRead)> {
        let reader = self.open()?;
        let first = self.source.first.max(1);
        let last = self.source.last.unwrap_or(u64::MAX).min(reader.rows());
        let all = last.saturating_add(1).saturating_sub(first);
        let rows = rows.start.min(all)..rows.end.min(all);
        let count = rows.end - rows.start;
        let workers = self.workers_for(&reader, count);
        let file = reader.identity();
        drop(reader);
        let at = |worker: usize| {
            let share = u128::from(count) * worker as u128 / workers.get() as u128;
            rows.start + share as u64
        };
        let ranges: Vec<Range<u64>> = (0..workers.get())
            .map(|worker| at(worker)..at(worker + 1))
            .collect();
        let stop = AtomicBool::new(false);
        let work = |range: &Range<u64>| {
            let part = self.part(range.clone(), first, file, &stop, begin, take);
            // What one cannot do, the others need not finish.
            if part.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            part
        };
        let parts = on_threads(&ranges, work, thread::Builder::new);
        let (mut found, mut accounts) = (Vec::new(), Vec::new());
        let (mut lost, mut failed) = (Lost::default(), None);
        for part in parts {
            match part {
                Ok(part) => {
                    found.push(part.found);
                    accounts.push(part.account);
                    lost += part.lost;
                }
                // That others were stopped by the first failure is not what went wrong.
                Err(fault) => match (&failed, &*fault) {
                    (Some(_), Fault::Interrupted) => {}
                    _ => failed = Some(fault),
                },
            }
        }
        if let Some(fault) = failed {
            return Err(fault);
        }
        let read = DataSetRead {
            name: self.source.data_set.clone(),
            observations: all,
            condition: None,
            is_condition_compiled: false,
            lost,
            account: FileAccount::of_threads(accounts),
        };
        Ok((found, read))
    }

    fn open(&self) -> Faulted<Reader> {
        let source = self.source;
        Ok(self.libraries.open(&source.data_set, &source.settings)?)
    }

    /// On how many threads it is worth to read. A file that does not tell where its rows lie is read by one,
    /// for every reader would begin at its front.
    fn workers_for(&self, reader: &Reader, rows: u64) -> NonZeroUsize {
        let bytes = rows.saturating_mul(reader.schema().row_length().into());
        let worth = match reader.can_seek() {
            true => usize::try_from(bytes / LEAST_BYTES).unwrap_or(usize::MAX),
            false => 1,
        };
        NonZeroUsize::new(worth.min(self.passes.workers)).unwrap_or(NonZeroUsize::MIN)
    }

    /// Reads the rows of a range of the file that the ranges were made for. They are counted from 0, behind
    /// the `first` of the file, which is counted from 1.
    fn part<T>(
        &self,
        range: Range<u64>,
        first: u64,
        file: Option<Identity>,
        stop: &AtomicBool,
        begin: &impl Fn() -> T,
        take: &impl Fn(&mut T, u64, &Values) -> Faulted<()>,
    ) -> Faulted<Part<T>> {
        let mut reader = self.open()?;
        let changed = || Box::new(Fault::Changed(self.source.data_set.to_string()));
        // The data set is opened by its name, which another process may have given to another file.
        if reader.identity() != file {
            return Err(changed());
        }
        let loads = self.source.loads.iter();
        let loads: Vec<Load> = loads
            .filter(|load| self.passes.slots.contains(&load.slot))
            .copied()
            .collect();
        let loader = Loader::new(&loads, reader.schema()).ok_or_else(changed)?;
        let mut found = begin();
        let mut values = Values::new(&self.passes.reading.vector);
        let mut number = range.start;
        if !range.is_empty() {
            reader.set_window(first + range.start, Some(first + range.end - 1))?;
            while let Some(rows) = reader.next_block()? {
                if stop.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed) {
                    return Err(Box::new(Fault::Interrupted));
                }
                for row in rows.iter() {
                    loader.load(row, &mut values);
                    take(&mut found, number, &values)?;
                    number += 1;
                }
            }
        }
        Ok(Part {
            found,
            account: reader.account(),
            lost: reader.lost(),
        })
    }
}

/// The outcome of a step that failed between its passes.
pub(super) fn failed(
    fault: Box<Fault>,
    site: Site,
    environment: &mut Environment<'_>,
) -> Box<Outcome> {
    let fault = fault.at(site);
    fault.tell(environment.log);
    Box::new(Outcome {
        ended: Ended::Failed(fault),
        ..Outcome::default()
    })
}

//! Passes over the observations of a data set, for procedures that go through it more than once and keep none
//! of it in memory.
//!
//! Where the order of the observations does not matter, a pass is a [`Scan`] by several threads.

mod passing;

use std::ops::Range;

use feedrate_dataset::{FileAccount, Identity};
use feedrate_pageio::Method;
use feedrate_pageio::cache::CacheShare;
use feedrate_steps::data::{
    DataSetRead, Ended, Fault, Faulted, Outcome, Runtime, Scan, Values, carry_out,
};
use feedrate_steps::environment::{Environment, Log, Severity};
use feedrate_steps::ir::{DataStep, Site, Slot, Source};
use passing::Passing;

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
    /// How many observations came of the rows of a file, from the last pass over all of them.
    counted: Option<Counted>,
}

/// How many observations came of the rows of a file.
#[derive(Debug)]
struct Counted {
    file: Option<Identity>,
    /// The rows of each part of it, and how many of them came through the condition.
    parts: Vec<(Range<u64>, u64)>,
}

impl Passes {
    /// Passes over what a step reads by one SET statement, of a procedure at `site`. Those of
    /// [`all`](Self::all) and [`parted`](Self::parted) load these variables.
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
            counted: None,
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

    /// A pass over all observations. What `begin` begins takes some of them that follow each other, and comes back in
    /// their order.
    pub(super) fn all<T: Send>(
        &mut self,
        environment: &mut Environment<'_>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, &Values) -> Faulted<()> + Sync,
    ) -> Result<Vec<T>, Box<Outcome>> {
        let take = |part: &mut T, _: u64, values: &Values| take(part, values);
        self.pass(None, environment, begin, take)
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
        self.pass(Some(rows), environment, begin, take)
    }

    /// A pass over the observations of these numbers, or over all, whose numbers are then not told right.
    fn pass<T: Send>(
        &mut self,
        rows: Option<Range<u64>>,
        environment: &mut Environment<'_>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, u64, &Values) -> Faulted<()> + Sync,
    ) -> Result<Vec<T>, Box<Outcome>> {
        let wanted = rows.clone().unwrap_or(0..u64::MAX);
        let (mut found, mut read, mut counted) = (Vec::new(), None, None);
        let mut outcome = carry_out(&self.reading, environment, &mut |runtime, libraries| {
            let mut work = || -> Faulted<()> {
                let Some((source, scan)) = Scan::find(&self.reading, libraries)? else {
                    let mut part = begin();
                    let mut number = 0;
                    while number < wanted.end && runtime.read(0)? {
                        runtime.core.check_stop()?;
                        if number >= wanted.start {
                            take(&mut part, number, &runtime.core.values)?;
                        }
                        number += 1;
                    }
                    found.push(part);
                    return Ok(());
                };
                let parts = self.parts(source, &scan, rows.as_ref())?;
                let passing = Passing {
                    passes: self,
                    source,
                    scan: &scan,
                    parts: &parts,
                    wanted: &wanted,
                    begin: &begin,
                    take: &take,
                };
                let core = &mut runtime.core;
                let scanned = match scan.is_pipe() {
                    true => scan.run(&passing, self.workers, core)?,
                    false => {
                        let ranges: Vec<_> = parts.iter().map(|part| part.0.clone()).collect();
                        scan.run_parts(&passing, &ranges, core)?
                    }
                };
                if rows.is_none() {
                    let ranges = parts.into_iter().map(|part| part.0);
                    counted = Some(Counted {
                        file: scan.identity(),
                        parts: ranges.zip(scanned.rows).collect(),
                    });
                }
                (found, read) = (scanned.parts, Some(scanned.read));
                Ok(())
            };
            work().map_err(|fault| fault.at(self.site))
        });
        if let Some(read) = read {
            outcome.read = vec![read];
        }
        self.counted = counted.or(self.counted.take());
        self.add(outcome)?;
        Ok(found)
    }

    /// The parts of a pass over the observations of these numbers, or over all: rows of the file, and the number of the
    /// first observation among them.
    fn parts(
        &self,
        source: &Source,
        scan: &Scan,
        rows: Option<&Range<u64>>,
    ) -> Faulted<Vec<(Range<u64>, u64)>> {
        let all = scan.rows();
        let first = all.start;
        let of_rows = |rows: &Range<u64>| {
            let parts = scan.parts(rows, self.workers).into_iter();
            parts
                .map(|part| (part.clone(), part.start - first))
                .collect()
        };
        let Some(wanted) = rows else {
            return Ok(of_rows(&all));
        };
        if source.filter.is_none() {
            let row = |number: u64| first.saturating_add(number);
            return Ok(of_rows(&(row(wanted.start)..row(wanted.end))));
        }
        let Some(counted) = &self.counted else {
            return Ok(vec![(all, 0)]);
        };
        if counted.file != scan.identity() {
            return Err(Box::new(Fault::Changed(source.data_set.to_string())));
        }
        let mut number = 0;
        let mut parts = Vec::with_capacity(counted.parts.len());
        for (part, count) in &counted.parts {
            let own = number..number + count;
            number = own.end;
            if own.start < wanted.end && wanted.start < own.end {
                parts.push((part.clone(), own.start));
            }
        }
        Ok(parts)
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

/// The outcome of a step that failed between its passes.
pub(super) fn failed(
    fault: Box<Fault>,
    site: Site,
    environment: &mut Environment<'_>,
) -> Box<Outcome> {
    let fault = fault.at(site);
    fault.log(environment.log);
    Box::new(Outcome {
        ended: Ended::Failed(fault),
        ..Outcome::default()
    })
}

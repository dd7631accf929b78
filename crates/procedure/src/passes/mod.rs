//! Repeated passes over the observations of a data set, for procedures that read it more than once and do not keep it
//! in memory.
//!
//! If the order of the observations does not matter, a pass is a [`Scan`] by several threads.

mod passing;
mod row_counts;

use std::ops::Range;

use feedrate_dataset::FileAccount;
use feedrate_pageio::Method;
use feedrate_pageio::cache::CacheShare;
use feedrate_program::{DataStep, Site, Slot, Source};
use feedrate_rows::environment::{Environment, Log, Severity};
use feedrate_rows::{DataSetRead, Fault, Outcome, Runtime, Scan, StepEnd, StepResult, Values, run_procedure};
use passing::PassWork;
use row_counts::RowCounts;

/// A data set that is read several times.
#[derive(Debug)]
pub struct Passes {
    /// The step without its output data sets.
    reading: DataStep,
    /// The slots of the variables that are loaded.
    slots: Vec<Slot>,
    /// The maximum number of threads of a pass.
    workers: usize,
    site: Site,
    made: u32,
    /// The input statistics of all passes together.
    read: Option<DataSetRead>,
    /// The number of observations by range of rows, from the last pass over all observations.
    counted: Option<RowCounts>,
}

impl Passes {
    /// Returns passes over the input of a step with one SET statement, for a procedure at `site`. The passes of
    /// [`all`](Self::all) and [`parted`](Self::parted) load `slots`.
    pub fn new(step: &DataStep, slots: Vec<Slot>, workers: usize, site: Site) -> Self {
        let mut reading = step.clone();
        reading.writes.clear();
        // The notes are logged by the pass that makes data sets, or by the first one.
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

    /// Makes a pass in the order of the observations, which detects BY groups. An error is the outcome of the step.
    pub fn in_order(
        &mut self,
        environment: &mut Environment<'_>,
        work: &mut dyn FnMut(&mut Runtime<'_, '_>) -> StepResult<()>,
    ) -> Result<(), Box<Outcome>> {
        let outcome = run_at(self.site, &self.reading, environment, work);
        self.add(outcome).map(drop)
    }

    /// Makes the last pass, for a step with output data sets.
    pub fn making(
        &mut self,
        step: &DataStep,
        environment: &mut Environment<'_>,
        work: &mut dyn FnMut(&mut Runtime<'_, '_>) -> StepResult<()>,
    ) -> Result<Box<Outcome>, Box<Outcome>> {
        let outcome = run_at(self.site, step, environment, work);
        self.add(outcome)
    }

    /// Makes a pass over all observations. Each result of `begin` takes some consecutive observations; the results
    /// are returned in the order of the observations.
    pub fn all<T: Send>(
        &mut self,
        environment: &mut Environment<'_>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, &Values) -> StepResult<()> + Sync,
    ) -> Result<Vec<T>, Box<Outcome>> {
        let take = |part: &mut T, _: u64, values: &Values| take(part, values);
        self.pass(None, environment, begin, take)
    }

    /// Makes a pass over the observations with these numbers, counted from 0 after the WHERE condition. Each result
    /// of `begin` takes some of them in ascending order; the results are returned in that order.
    pub fn parted<T: Send>(
        &mut self,
        environment: &mut Environment<'_>,
        rows: Range<u64>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, u64, &Values) -> StepResult<()> + Sync,
    ) -> Result<Vec<T>, Box<Outcome>> {
        self.pass(Some(rows), environment, begin, take)
    }

    /// Makes a pass over the observations with these numbers, or over all, in which case the numbers passed to `take`
    /// are not valid.
    fn pass<T: Send>(
        &mut self,
        rows: Option<Range<u64>>,
        environment: &mut Environment<'_>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, u64, &Values) -> StepResult<()> + Sync,
    ) -> Result<Vec<T>, Box<Outcome>> {
        let wanted = rows.clone().unwrap_or(0..u64::MAX);
        let (mut found, mut read, mut counted) = (Vec::new(), None, None);
        let mut outcome = run_procedure(&self.reading, environment, &mut |runtime, libraries| {
            let mut work = || -> StepResult<()> {
                let Some((source, mut scan)) = Scan::find(&self.reading, libraries)? else {
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
                scan.select_variables(&self.reading, self.loads(source).map(|load| load.column as usize));
                let parts = self.parts(source, &scan, rows.as_ref())?;
                let passing = PassWork {
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
                    counted = Some(RowCounts {
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

    /// Splits the observations with these numbers, or all, into parts: ranges of rows, each with the number of its
    /// first observation.
    fn parts(&self, source: &Source, scan: &Scan, rows: Option<&Range<u64>>) -> StepResult<Vec<(Range<u64>, u64)>> {
        let all = scan.rows();
        let first = all.start;
        let of_rows = |rows: &Range<u64>| {
            let parts = scan.parts(rows, self.workers).into_iter();
            parts.map(|part| (part.clone(), part.start - first)).collect()
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
            return Err(Fault::changed(&source.data_set));
        }
        Ok(counted.parts_with(wanted))
    }

    /// Adds the input statistics of a pass to those of all passes.
    pub fn add(&mut self, mut outcome: Outcome) -> Result<Box<Outcome>, Box<Outcome>> {
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

    /// Returns the outcome of a step that fails between its passes.
    pub fn failed(self, fault: Box<Fault>, environment: &mut Environment<'_>) -> Outcome {
        Outcome {
            read: self.read.into_iter().collect(),
            ..*failed(fault, self.site, environment)
        }
    }

    /// Logs the number of passes, and returns the outcome of the last pass with the input statistics of all.
    pub fn log_passes(self, mut outcome: Outcome, log: &mut dyn Log) -> Outcome {
        outcome.read = self.read.into_iter().collect();
        log_passes(self.made, &outcome, log);
        outcome
    }
}

/// Runs a step with the work of a procedure at `site`.
fn run_at(
    site: Site,
    step: &DataStep,
    environment: &mut Environment<'_>,
    work: &mut dyn FnMut(&mut Runtime<'_, '_>) -> StepResult<()>,
) -> Outcome {
    run_procedure(step, environment, &mut |runtime, _| {
        work(runtime).map_err(|fault| fault.at(site))
    })
}

/// Logs the number of passes, with a warning if they bypass the page cache, so that each of them waits for storage.
pub fn log_passes(passes: u32, outcome: &Outcome, log: &mut dyn Log) {
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

/// Returns whether transfers bypass the page cache.
fn passes_the_cache(method: Method) -> bool {
    matches!(method, Method::Direct { .. } | Method::Unbuffered)
}

/// Adds the account of another pass over a file.
pub fn after(first: FileAccount, next: FileAccount) -> FileAccount {
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

/// Returns the outcome of a step that failed between its passes.
pub fn failed(fault: Box<Fault>, site: Site, environment: &mut Environment<'_>) -> Box<Outcome> {
    let fault = fault.at(site);
    fault.log(environment.log);
    Box::new(Outcome {
        ended: StepEnd::Failed(fault),
        ..Outcome::default()
    })
}

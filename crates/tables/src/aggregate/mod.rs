//! Statistics of variables, for all observations and for groups of them, as PROC MEANS, SUMMARY and TABULATE compute
//! them.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Aggregation) | the request: variables, classes, statistics |
//! | [`statistic`](Statistic) | the statistics and their keywords |
//! | [`taker`] | takes rows directly from pages, in the threads of a scan |
//! | [`needs`] | the moments, values and details to collect |
//! | [`collect`] | collects observations block by block into cells, one for each combination of class values |
//! | [`crossing`] | the cells of one of several crossings of class variables |
//! | [`ids`] | the ID values of extreme observations |
//! | [`selections`] | observations selected by the order of variables |
//! | [`group`] | the BY values of a group |
//! | [`block`], [`layout`], [`details`] | columns of numbers, and the layout of moments and details in a cell |
//! | [`cells`], [`values`] | cells by key, and values of variables, both spilled to disk if necessary |
//! | [`row_classes`], [`classes`], [`ranks`] | class values in rows, as keys, and the order of classes |
//! | [`summary`] | observations that were summarized elsewhere |
//! | [`rollup`] | computes the cells of every type from those of a crossing |
//! | [`figures`], [`computed`], [`combination`], [`visitor`] | statistics from values and moments (`feedrate_stats`) |

mod block;
mod cells;
mod classes;
mod collect;
mod combination;
mod computed;
mod crossing;
mod details;
mod figures;
mod group;
mod ids;
mod layout;
mod needs;
mod ranks;
mod request;
mod rollup;
mod row_classes;
mod selections;
mod statistic;
mod summary;
mod taker;
#[cfg(test)]
mod tests;
mod values;
mod visitor;

use collect::{Collection, Collector};
use computed::Computer;
use feedrate_dataset::Libraries;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_procedure::{Action, Intent, OutputSize, StepIntent, cluster, most_workers};
use feedrate_program::Site;
use feedrate_rows::environment::{Environment, Options, Severity};
use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{DataSetRead, Outcome, Runtime, Scan, StepResult, run_procedure};
use group::FirstOfGroup;
use needs::Needs;
use rollup::CollectedParts;
use taker::{CollectionScan, read_columns};

pub(super) use combination::Combination;
pub(super) use computed::GroupResults;
pub(super) use ids::{load_ids, words_before};
pub(super) use request::Computation;
pub use request::{Aggregation, CrossedClasses, MOST_CLASSES};
pub use selections::Selection;
pub use statistic::Statistic;
pub(super) use visitor::{OrderedVariable, ValueVisitor};

/// The part of MEMSIZE= that the blocks may take that one spilled table has on their way.
const ON_THEIR_WAY: u64 = 32;

/// Receives the results of a BY group, or of all observations.
type Receive<'f> = dyn FnMut(&mut GroupResults<'_, '_, '_>, &mut Runtime<'_, '_>) -> StepResult<()> + 'f;

impl Aggregation {
    /// Returns what computing it would read, for outputs of one size.
    pub(super) fn intent(&self, outputs: OutputSize) -> Intent<'_> {
        let is_whole = self.groups.is_empty();
        Intent::of(Action::Step(StepIntent {
            scans: u32::from(is_whole),
            passes: u32::from(!is_whole),
            threads: self.threads,
            crossings: self.crossings.len(),
            ..StepIntent::reading(&self.step, outputs)
        }))
    }

    /// Reads the observations, and passes the results of each BY group, or of all, to `receive`. The outcome names
    /// the procedure at `site`.
    pub(super) fn run<'m>(
        &'m self,
        statistics: &'m [Statistic],
        site: Site,
        environment: &mut Environment<'_>,
        receive: &mut Receive<'_>,
    ) -> Outcome {
        let wanted = Computation::of(statistics);
        self.run_for(wanted, site, environment, receive)
    }

    /// Like [`run`](Self::run), for procedures that need more than statistics.
    pub(super) fn run_for<'m>(
        &'m self,
        wanted: Computation<'m>,
        site: Site,
        environment: &mut Environment<'_>,
        receive: &mut Receive<'_>,
    ) -> Outcome {
        let options = self.options(environment);
        let mut room = SpillRoom::new(environment.utility_folder);
        room.hold_at_most(options.memory_bytes / ON_THEIR_WAY);
        let spilling = SpillSetting {
            room: &room,
            // Half of the memory is for collecting, the other half for the results.
            memory: usize::try_from(options.memory_bytes / 2).unwrap_or(usize::MAX),
            stop: environment.stop,
        };
        let (needs, workers) = (Needs::of(self, wanted), options.workers() as usize);
        let mut computer = Computer::new(self, needs, wanted.statistics, workers);
        let mut read: Option<DataSetRead> = None;
        let mut summarized = None;
        let mut work = |runtime: &mut Runtime<'_, '_>, libraries: &Libraries| {
            let mut collector = Collector::new(self, needs, spilling);
            if let Some(observations) = self.collect_summary(libraries, &mut collector)? {
                summarized = Some(observations);
                let parts = vec![collector.finish()?];
                return self.hand_on(parts, (needs, spilling), &mut computer, runtime, receive);
            }
            // BY groups need the observations in order, so they are not scanned by several threads.
            let found = match self.groups.is_empty() {
                true => Scan::find(&self.step, libraries)?,
                false => None,
            };
            let Some((source, mut scan)) = found else {
                return self.observe((needs, spilling), &mut computer, runtime, receive);
            };
            scan.select_variables(&self.step, read_columns(self, needs, source));
            let collecting = CollectionScan {
                aggregation: self,
                needs,
                source,
                schema: scan.schema(),
                spilling,
            };
            let most = most_workers(self.crossings.len(), spilling.memory);
            let scanned = scan.run(&collecting, most.min(workers), &mut runtime.core)?;
            read = Some(scanned.read);
            self.hand_on(scanned.parts, (needs, spilling), &mut computer, runtime, receive)
        };
        let mut outcome = run_procedure(&self.step, environment, &mut |runtime, libraries| {
            work(runtime, libraries).map_err(|fault| fault.at(site))
        });
        outcome.utility = room.accounts();
        if let Some(read) = read {
            outcome.read = vec![read];
        }
        if summarized.is_some() {
            outcome.read.clear();
        }
        let source = cluster::source(&self.step).filter(|_| summarized == Some(0.0));
        let empty = outcome
            .read
            .iter()
            .filter(|read| read.observations == 0 && !outcome.is_failed());
        let names = source.map(|source| source.data_set.to_string());
        for name in names.into_iter().chain(empty.map(|read| read.name.to_string())) {
            let text = format!("No observations in data set {name}.");
            environment.log.message(Severity::Note, &text);
        }
        outcome
    }

    /// Returns the options of the step, in which THREADS and NOTHREADS take precedence.
    fn options(&self, environment: &Environment<'_>) -> Options {
        let mut options = environment.options;
        options.threads = self.threads.unwrap_or(options.threads);
        options
    }

    /// Passes the results of collected parts to `receive`.
    fn hand_on<'m>(
        &'m self,
        parts: Vec<Collection<'m>>,
        (needs, spilling): (Needs<'m>, SpillSetting<'_>),
        computer: &mut Computer<'m>,
        runtime: &mut Runtime<'_, '_>,
        receive: &mut Receive<'_>,
    ) -> StepResult<()> {
        let parts = CollectedParts::new(self, parts);
        receive(&mut GroupResults::new(computer, self, needs, parts, spilling)?, runtime)
    }

    /// Reads observations one by one through the step, and reports each BY group.
    fn observe<'m>(
        &'m self,
        (needs, spilling): (Needs<'m>, SpillSetting<'_>),
        computer: &mut Computer<'m>,
        runtime: &mut Runtime<'_, '_>,
        receive: &mut Receive<'_>,
    ) -> StepResult<()> {
        let mut collector = Collector::new(self, needs, spilling);
        let mut first = FirstOfGroup::new(self);
        let innermost = self.groups.last().map(|group| group.last);
        while runtime.read(0)? {
            runtime.core.check_stop()?;
            let number = runtime.observation_number();
            let values = &runtime.core.values;
            first.see(values);
            if let Some(place) = collector.take(values, number)? {
                for (number, variable) in place.iter_mut().zip(&self.variables) {
                    *number = values.number(variable.slot);
                }
            }
            if innermost.is_some_and(|last| values.number(last) == 1.0) {
                let parts = vec![collector.finish()?];
                first.put_back(&mut runtime.core.values);
                self.hand_on(parts, (needs, spilling), computer, runtime, receive)?;
            }
        }
        match innermost {
            Some(_) => Ok(()),
            None => {
                let parts = vec![collector.finish()?];
                self.hand_on(parts, (needs, spilling), computer, runtime, receive)
            }
        }
    }
}

//! Reads a data set twice in BY groups: for the models, and for the statistics of observations.

use feedrate_procedure::passes;
use feedrate_procedure::variables::GroupVariable;
use feedrate_program::{DataStep, Site};
use feedrate_rows::environment::{Environment, Log};
use feedrate_rows::{Outcome, Runtime, StepResult, run_procedure};

/// One of the readings of a step, by BY groups.
#[derive(Debug)]
pub(crate) struct Reading {
    number: u32,
    /// True if the current group was begun and has ended.
    at_end: bool,
}

/// Returns the step with its only reading repeated.
pub(crate) fn readings(step: &DataStep, times: usize) -> DataStep {
    let mut step = step.clone();
    let first: Vec<_> = step.reads.iter().take(1).cloned().collect();
    step.reads = first.iter().cycle().take(times * first.len()).cloned().collect();
    step
}

impl Reading {
    /// Returns the reading of this number.
    pub(crate) fn new(number: usize) -> Self {
        Self {
            number: number as u32,
            at_end: false,
        }
    }

    /// Loads the next observation of the group into the vector. Returns false at the end of the group, after which it
    /// continues with the next group.
    pub(crate) fn next(&mut self, groups: &[GroupVariable], runtime: &mut Runtime<'_, '_>) -> StepResult<bool> {
        if std::mem::take(&mut self.at_end) || !runtime.read(self.number)? {
            return Ok(false);
        }
        runtime.core.check_stop()?;
        let last = groups.last().map(|group| group.last);
        self.at_end = last.is_some_and(|last| runtime.core.values.number(last) == 1.0);
        Ok(true)
    }
}

/// Runs a step that reads its data set several times by BY groups, in turn.
pub(crate) fn run_groups(
    step: &DataStep,
    times: usize,
    site: Site,
    environment: &mut Environment<'_>,
    mut run: impl FnMut(&mut [Reading], &mut Runtime<'_, '_>) -> StepResult<()>,
) -> Outcome {
    let step = readings(step, times);
    let mut outcome = run_procedure(&step, environment, &mut |runtime, _| {
        let mut readings: Vec<_> = (0..times).map(Reading::new).collect();
        run(&mut readings, runtime).map_err(|fault| fault.at(site))
    });
    merge_readings(&mut outcome, environment.log);
    outcome
}

/// Logs the number of passes over a data set, and merges its readings into one.
fn merge_readings(outcome: &mut Outcome, log: &mut dyn Log) {
    let mut reads = std::mem::take(&mut outcome.read).into_iter();
    let Some(mut whole) = reads.next() else {
        return;
    };
    let mut made = 1;
    for read in reads.filter(|read| read.observations > 0) {
        made += 1;
        whole.account = match (whole.account, read.account) {
            (Some(first), Some(next)) => Some(passes::after(first, next)),
            (first, next) => first.or(next),
        };
    }
    outcome.read.push(whole);
    passes::log_passes(made, outcome, log);
}

//! Reads a data set without BY groups: by several threads for the models, and in order for the statistics of
//! observations.

use feedrate_procedure::passes::Passes;
use feedrate_procedure::{Action, Intent, OutputSize, StepIntent};
use feedrate_program::{DataStep, Site, Slot};
use feedrate_rows::environment::Environment;
use feedrate_rows::{Outcome, Runtime, StepResult, Values, run_procedure};

use super::groups::{Reading, readings};

/// Returns what models of a step would read: once for the models, on all cores if there are no BY groups, and `times`
/// after that. The outputs with these indexes have the observations of the input.
pub(crate) fn intent(
    step: &DataStep,
    is_whole: bool,
    times: usize,
    with_rows: impl Iterator<Item = u32>,
) -> Intent<'_> {
    let mut outputs = vec![OutputSize::Few; step.writes.len()];
    for number in with_rows {
        if let Some(size) = outputs.get_mut(number as usize) {
            *size = OutputSize::AsInput;
        }
    }
    Intent::of(Action::Step(StepIntent {
        scans: u32::from(is_whole),
        passes: u32::try_from(times).unwrap_or(u32::MAX) + u32::from(!is_whole),
        outputs,
        ..StepIntent::reading(step, OutputSize::Few)
    }))
}

/// The scan of a data set.
pub(crate) struct WholeScan<'s> {
    /// The input and the output data sets.
    pub step: &'s DataStep,
    /// The variables that are loaded.
    pub slots: Vec<Slot>,
    /// The number of times that the data set is read after the scan.
    pub times: usize,
    /// The position of the procedure in the source.
    pub site: Site,
}

impl WholeScan<'_> {
    /// Gathers the observations in parts, which are passed to `report` in their order. `report` lists and writes the
    /// results, with the further readings.
    pub(crate) fn run<T: Send>(
        self,
        environment: &mut Environment<'_>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, &Values) -> StepResult<()> + Sync,
        report: impl Fn(Vec<T>, &mut [Reading], &mut Runtime<'_, '_>) -> StepResult<()>,
    ) -> Outcome {
        let workers = environment.options.workers() as usize;
        let mut passes = Passes::new(self.step, self.slots, workers, self.site);
        let parts = match passes.all(environment, begin, take) {
            Ok(parts) => parts,
            Err(outcome) => return *outcome,
        };
        let mut parts = Some(parts);
        let step = readings(self.step, self.times);
        let mut outcome = run_procedure(&step, environment, &mut |runtime, _| {
            let mut readings: Vec<_> = (0..self.times).map(Reading::new).collect();
            let parts = parts.take().unwrap_or_default();
            let done = report(parts, &mut readings, runtime);
            done.map_err(|fault| fault.at(self.site))
        });
        for read in std::mem::take(&mut outcome.read) {
            let read = Outcome {
                read: vec![read],
                ..Outcome::default()
            };
            if let Err(failed) = passes.add(read) {
                return *failed;
            }
        }
        passes.log_passes(outcome, environment.log)
    }
}

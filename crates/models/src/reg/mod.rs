//! PROC REG: linear regressions.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Reg) | the request |
//! | [`gather`] | gathers the observations of a BY group |
//! | [`fit`] | a fitted regression |
//! | [`listing`] | its tables |
//! | [`observations`] | lists observations with their predictions |
//! | [`output`](mod@output) | the data sets of OUTPUT and OUTEST= |

mod fit;
mod gather;
mod grammar;
mod listing;
mod observations;
mod output;
mod request;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::variables::group_values;
use feedrate_procedure::{Definition, Grammar, Intent, Procedure, Reads, names};
use feedrate_program::{Site, Slot, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, Runtime, StepResult, Values};
use feedrate_stats::glm::GlmError;
use fit::Fit;
use gather::GroupObservations;

use super::linear::{self, Reading, WholeScan, run_groups};
use crate::fault::ModelFault;

pub use request::{Reg, RegEstimates, RegModel, RegOutput};

pub(crate) const DEFINITION: Definition = Definition {
    name: "REG",
    extent: Extent::RunGroups {
        in_force: &["by", "format", "freq", "label", "model", "weight", "where"],
    },
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Reg {
    fn makes(&self) -> &[Write] {
        &self.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        let lists = match self.listing {
            true => self.models.iter().map(RegModel::lists).sum(),
            false => 0,
        };
        let times = lists + usize::from(!self.outputs.is_empty());
        let with_rows = self.outputs.iter().map(|output| output.number);
        linear::intent(&self.step, self.groups.is_empty(), times, with_rows)
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        // One reading for the models, one for each list of observations, and one for the data sets of OUTPUT.
        let lists = match self.listing {
            true => self.models.iter().map(RegModel::lists).sum(),
            false => 0,
        };
        let times = 1 + lists + usize::from(!self.outputs.is_empty());
        if self.groups.is_empty() {
            return self.whole(times - 1, site, environment);
        }
        run_groups(&self.step, times, site, environment, |readings, runtime| {
            self.groups(readings, runtime, line_size)
        })
    }
}

/// The title of all tables.
const TITLE: &str = "The REG Procedure";

impl Reg {
    /// Runs the step without BY groups.
    fn whole(&self, times: usize, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        let slots = self.variables.iter().map(|variable| variable.slot);
        let slots = slots.chain(self.weight).chain(self.frequency);
        let whole = WholeScan {
            step: &self.step,
            slots: slots.map(Slot::Number).collect(),
            times,
            site,
        };
        let take = |part: &mut GroupObservations, values: &Values| {
            part.take(self, values);
            Ok(())
        };
        whole.run(
            environment,
            || GroupObservations::new(self),
            take,
            |parts, readings, runtime| {
                let mut whole = GroupObservations::new(self);
                parts.iter().for_each(|part| whole.merge(part));
                if whole.read == 0.0 {
                    return Ok(());
                }
                if self.listing {
                    runtime.listing().heading(TITLE);
                }
                self.report(whole, readings, runtime, line_size)
            },
        )
    }

    fn groups(&self, readings: &mut [Reading], runtime: &mut Runtime<'_, '_>, line_size: usize) -> StepResult<()> {
        let Some((first, others)) = readings.split_first_mut() else {
            return Ok(());
        };
        let mut is_begun = false;
        loop {
            let mut gathered = GroupObservations::new(self);
            while first.next(&self.groups, runtime)? {
                gathered.take(self, &runtime.core.values);
            }
            if gathered.read == 0.0 {
                return Ok(());
            }
            if self.listing && !std::mem::replace(&mut is_begun, true) {
                runtime.listing().heading(TITLE);
            }
            self.report(gathered, others, runtime, line_size)?;
        }
    }

    /// Lists and writes the results of a BY group, whose values are in the vector.
    fn report(
        &self,
        mut gathered: GroupObservations,
        readings: &mut [Reading],
        runtime: &mut Runtime<'_, '_>,
        line_size: usize,
    ) -> StepResult<()> {
        if !gathered.is_finite {
            return Err(ModelFault::Unfitted(GlmError::NotFinite).into());
        }
        if self.listing {
            let groups = group_values(&self.groups, runtime);
            runtime.listing().by_group(&groups);
            let has_frequencies = self.frequency.is_some();
            listing::observations(&gathered, has_frequencies, line_size, runtime.listing());
        }
        let mut fits = Vec::new();
        if gathered.used > 0.0 {
            for model in &self.models {
                for &response in &model.responses {
                    let fit = Fit::of(self, model, response, &mut gathered);
                    fits.push(fit.map_err(ModelFault::Unfitted)?);
                }
            }
        } else {
            let text = "No observation has values of all variables of the models; nothing is fitted.";
            runtime.core.log.message(Severity::Warning, text);
        }
        let mut readings = readings.iter_mut();
        for fit in &fits {
            if self.listing {
                fit.head(runtime.listing());
                fit.list(line_size, runtime.listing());
                if fit.model.lists() > 0
                    && let Some(reading) = readings.next()
                {
                    fit.list_observations(reading, line_size, runtime)?;
                }
            }
            if let Some(estimates) = &self.estimates {
                output::write_estimates(fit, estimates, runtime)?;
            }
        }
        if !self.outputs.is_empty()
            && let Some(reading) = readings.next_back()
        {
            output::write(self, &fits, reading, runtime)?;
        }
        // Without a model there are no statistics of observations, but they must be read.
        for reading in readings {
            while reading.next(&self.groups, runtime)? {}
        }
        Ok(())
    }
}

impl RegModel {
    /// Returns the number of lists of observations.
    fn lists(&self) -> usize {
        match self.predicted || self.residuals {
            true => self.responses.len(),
            false => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feedrate_program::{DataStep, NumberSlot};

    /// Returns an empty request.
    pub(super) fn nothing() -> Reg {
        Reg {
            step: DataStep {
                vector: feedrate_program::Vector::default(),
                arrays: Vec::new(),
                iteration: NumberSlot(0),
                error: NumberSlot(0),
                reset: Vec::new(),
                reads: Vec::new(),
                writes: Vec::new(),
                modified: None,
                externals: Vec::new(),
                lags: Vec::new(),
                body: Vec::new(),
                objects: Vec::new(),
                implicit_output: false,
                sites: Vec::new(),
                notes: Vec::new(),
            },
            variables: Vec::new(),
            models: Vec::new(),
            groups: Vec::new(),
            weight: None,
            frequency: None,
            listing: false,
            outputs: Vec::new(),
            estimates: None,
        }
    }
}

//! PROC GLM: general linear models with class variables and covariates.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Glm) | the request |
//! | [`levels`] | the levels of a class variable |
//! | [`gather`] | gathers the observations of a BY group |
//! | [`fitted`] | a fitted model with the names of its parts |
//! | [`listing`] | its analysis of variance and parameters |
//! | [`functions`] | ESTIMATE and CONTRAST |
//! | [`least_squares_means`], [`effect_means`], [`differences`] | LSMEANS, and PDIFF |
//! | [`adjustment`] | adjusts probabilities for multiple comparisons |
//! | [`moments`], [`means`] | MEANS |
//! | [`output`](mod@output) | the data sets of OUTPUT |

mod adjustment;
mod differences;
mod effect_means;
mod fitted;
mod functions;
mod gather;
pub(crate) mod grammar;
mod least_squares_means;
mod levels;
mod listing;
mod means;
mod moments;
mod output;
mod request;

use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::variables::group_values;
use feedrate_procedure::{Definition, Grammar, Intent, Procedure, Reads, names, passes};
use feedrate_program::{Site, Slot, Write};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, Runtime, StepResult};
use fitted::ResponseModel;
use gather::GroupObservations;
use listing::ObservationCounts;

use super::linear::{self, Reading, WholeScan, run_groups};

pub use request::{
    Adjustment, Glm, GlmCoefficients, GlmEffect, GlmFunction, GlmListing, GlmMeans, GlmMeansOutput, GlmOutput,
    GlmRequest,
};

pub(crate) const DEFINITION: Definition = Definition {
    name: "GLM",
    extent: Extent::RunGroups {
        in_force: &["by", "class", "format", "freq", "label", "model", "weight", "where"],
    },
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

pub(crate) const ANOVA: Definition = Definition {
    name: "ANOVA",
    grammar: Grammar::Here(grammar::lower_anova),
    syntax: grammar::syntax_of_anova,
    ..DEFINITION
};

impl Procedure for Glm {
    fn makes(&self) -> &[Write] {
        &self.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        let times = usize::from(!self.outputs.is_empty());
        let with_rows = self.outputs.iter().map(|output| output.number);
        linear::intent(&self.step, self.groups.is_empty(), times, with_rows)
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        let memory = usize::try_from(environment.options.memory_bytes / 2).unwrap_or(usize::MAX);
        // One reading for the models, and one for the data sets of OUTPUT.
        let times = 1 + usize::from(!self.outputs.is_empty());
        if self.groups.is_empty() {
            return self.whole(times - 1, memory, site, environment);
        }
        run_groups(&self.step, times, site, environment, |readings, runtime| {
            self.groups(readings, memory, line_size, runtime)
        })
    }
}

impl Glm {
    /// Returns the title of all tables.
    fn title(&self) -> &'static str {
        match self.is_anova {
            true => "The ANOVA Procedure",
            false => "The GLM Procedure",
        }
    }

    /// Runs the step without BY groups.
    fn whole(&self, times: usize, memory: usize, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        let model = match self.model() {
            Ok(model) => model,
            Err(fault) => return *passes::failed(fault, site, environment),
        };
        let numbers = self.covariates.iter().chain(&self.responses);
        let numbers = numbers.map(|variable| variable.slot);
        let numbers = numbers.chain(self.weight).chain(self.frequency);
        let classes = self.classes.iter().map(|class| class.slot);
        let whole = WholeScan {
            step: &self.step,
            slots: numbers.map(Slot::Number).chain(classes).collect(),
            times,
            site,
        };
        let share = memory / environment.options.workers().max(1) as usize;
        whole.run(
            environment,
            || GroupObservations::new(self, &model, share),
            |part, values| part.take(values),
            |parts, readings, runtime| {
                let mut parts = parts.into_iter();
                let Some(mut whole) = parts.next() else {
                    return Ok(());
                };
                parts.for_each(|part| whole.merge(part));
                if whole.read == 0.0 {
                    return Ok(());
                }
                if self.listing.is_some() {
                    runtime.listing().heading(self.title());
                }
                self.report(whole, readings.first_mut(), line_size, runtime)
            },
        )
    }

    fn groups(
        &self,
        readings: &mut [Reading],
        memory: usize,
        line_size: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let Some((first, others)) = readings.split_first_mut() else {
            return Ok(());
        };
        let model = self.model()?;
        let mut is_begun = false;
        loop {
            let mut gathered = GroupObservations::new(self, &model, memory);
            while first.next(&self.groups, runtime)? {
                gathered.take(&runtime.core.values)?;
            }
            if gathered.read == 0.0 {
                return Ok(());
            }
            if self.listing.is_some() && !std::mem::replace(&mut is_begun, true) {
                runtime.listing().heading(self.title());
            }
            self.report(gathered, others.first_mut(), line_size, runtime)?;
        }
    }

    /// Lists and writes the results of a BY group, whose values are in the vector.
    fn report(
        &self,
        mut gathered: GroupObservations<'_>,
        reading: Option<&mut Reading>,
        line_size: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let read = ObservationCounts {
            used: gathered.read,
            frequencies: gathered.frequencies_read,
        };
        let counted = gathered.responses.iter().map(|of| ObservationCounts {
            used: of.used,
            frequencies: of.frequencies,
        });
        let counted: Vec<ObservationCounts> = counted.collect();
        let (fittings, places) = gathered.fit()?;
        if self.listing.is_some() {
            let groups = group_values(&self.groups, runtime);
            let out = runtime.listing();
            out.by_group(&groups);
            if !self.is_continued {
                listing::classes(&gathered.levels, line_size, out);
                listing::observations(self, read, &counted, line_size, out);
            }
        }
        for (response, counted) in self.responses.iter().zip(&counted) {
            if counted.used == 0.0 {
                let text = format!(
                    "No observation has values of {} and of all variables of its model; nothing is fitted.",
                    response.name
                );
                runtime.core.log.message(Severity::Warning, &text);
            }
        }
        for fitting in &fittings {
            let fitted = ResponseModel {
                glm: self,
                fitting,
                levels: &gathered.levels,
            };
            self.show(fitted, &places, line_size, runtime)?;
        }
        match reading {
            Some(reading) => output::write(self, &fittings, &mut gathered.levels, reading, runtime),
            None => Ok(()),
        }
    }

    /// Lists a model and the results of the requests, and writes its data sets.
    fn show(
        &self,
        fitted: ResponseModel<'_, '_>,
        places: &[Vec<u32>],
        line_size: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        if let Some(listing) = &self.listing {
            let (out, log) = (&mut *runtime.listing, &mut *runtime.core.log);
            if !self.is_continued {
                fitted.head(out);
                if self.is_anova && !fitted.is_balanced() {
                    let text = "PROC ANOVA has determined that the number of observations in each cell is not equal. \
                                PROC GLM may be more appropriate.";
                    log.message(Severity::Warning, text);
                }
                fitted.analysis(listing, line_size, out);
            }
            fitted.functions(listing.limits, line_size, out, log);
            if listing.solution && !self.is_continued {
                fitted.parameters(listing.limits, line_size, out);
            }
        }
        for request in &self.requests {
            match request {
                GlmRequest::Means(effects) if self.listing.is_some() => {
                    fitted.means(effects, places, line_size, runtime.listing());
                }
                GlmRequest::LeastSquaresMeans(asked) => {
                    let is_listed = self.listing.is_some();
                    fitted.least_squares_means(asked, is_listed, line_size, runtime)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

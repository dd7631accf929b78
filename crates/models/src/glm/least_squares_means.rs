//! LSMEANS: the least squares means of the levels of an effect.

use feedrate_rows::environment::Listing;
use feedrate_rows::{Runtime, StepResult};
use feedrate_values::missing::{MISSING, of_operation};

use super::differences::Differences;
use super::effect_means::{EffectMeans, value_or_not};
use super::fitted::ResponseModel;
use super::request::{GlmMeans, GlmMeansOutput};
use crate::fault::ModelFault;
use crate::linear::number::{count, probability};
use crate::linear::tables::with_limits;
use crate::number::best;

impl<'f, 'm> ResponseModel<'f, 'm> {
    /// Lists and writes the means of a statement.
    pub(super) fn least_squares_means(
        self,
        asked: &'f GlmMeans,
        is_listed: bool,
        width: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let at = asked.at.as_ref().map(|at| {
            let mut values = self.fitting.means.clone();
            for (covariate, value) in at {
                values[*covariate] = *value;
            }
            values
        });
        for &effect in &asked.effects {
            let found = self.fitting.fit.least_squares_means(effect, at.as_deref());
            let means = EffectMeans {
                fitted: self,
                asked,
                effect,
                found: found.map_err(ModelFault::Unfitted)?,
            };
            if is_listed {
                means.list(width, runtime)?;
            }
            if let Some(output) = &asked.output {
                means.write(output, runtime)?;
            }
        }
        Ok(())
    }

    /// Returns the title of the means, with the covariate values of AT if there are any.
    fn title_of_means(&self, asked: &GlmMeans) -> String {
        let title = "Least Squares Means".to_owned();
        let Some(at_values) = &asked.at else {
            return title;
        };
        let covariates = self.glm.covariates.iter().zip(&self.fitting.means);
        let at = covariates.enumerate().map(|(place, (covariate, mean))| {
            let value = at_values.iter().find(|(other, _)| *other == place);
            let value = value.map_or(*mean, |(_, value)| *value);
            format!("{}={}", covariate.name, best(value, 8))
        });
        let at: Vec<_> = at.collect();
        match at.is_empty() {
            true => title,
            false => format!("{title} at {}", at.join(" ")),
        }
    }
}

impl EffectMeans<'_, '_> {
    fn list(&self, width: usize, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        self.means(width, runtime.listing());
        let mut differences = match self.asked.differences {
            true => Differences::of(self, runtime)?,
            false => None,
        };
        if let Some(differences) = &mut differences {
            differences.probabilities(width, runtime)?;
        }
        if self.asked.limits {
            self.limits(width, runtime.listing());
            if let Some(differences) = &mut differences {
                differences.limits(width, runtime.listing());
            }
        }
        Ok(())
    }

    fn heading(&self) -> String {
        format!("{} LSMEAN", self.fitted.response())
    }

    fn means(&self, width: usize, out: &mut dyn Listing) {
        let (fitted, effect) = (&self.fitted, self.effect);
        let mut table = fitted
            .table_of_levels("LSMeans", &fitted.title_of_means(self.asked), effect, "")
            .number("LSMean", &self.heading());
        if self.asked.errors {
            table = table.number("StdErr", "Standard\nError").number("Probt", "Pr > |t|");
        }
        if self.asked.differences {
            table = table.number("LSMeanNumber", "LSMEAN\nNumber");
        }
        let decimals = self.decimals();
        for (number, mean) in self.found.means.iter().enumerate() {
            let mut row = fitted.level_cells(effect, &mean.levels);
            row.push(value_or_not(mean.estimate.as_ref(), decimals));
            if self.asked.errors {
                let nothing = f64::NAN;
                let known = mean.estimate;
                row.push(decimals.cell(known.map_or(nothing, |known| known.standard_error)));
                row.push(probability(known.map_or(nothing, |known| known.probability)));
            }
            if self.asked.differences {
                row.push(count((number + 1) as f64));
            }
            table.push(row);
        }
        table.show_with_keys(&self.key_cells(), width, out);
    }

    /// Lists the limits of the means.
    fn limits(&self, width: usize, out: &mut dyn Listing) {
        let (fitted, effect, alpha) = (&self.fitted, self.effect, self.asked.alpha);
        let table = fitted
            .table_of_levels("LSMeanCL", "", effect, "")
            .number("LSMean", &self.heading());
        let mut table = with_limits(table, alpha);
        let decimals = self.decimals();
        for mean in &self.found.means {
            let limits = mean.estimate.as_ref();
            let limits = limits.map(|known| self.found.limits(known, alpha));
            let (lower, upper) = limits.unwrap_or((f64::NAN, f64::NAN));
            let mut row = fitted.level_cells(effect, &mean.levels);
            row.push(value_or_not(mean.estimate.as_ref(), decimals));
            row.push(decimals.cell(lower));
            row.push(decimals.cell(upper));
            table.push(row);
        }
        table.show_with_keys(&self.key_cells(), width, out);
    }

    /// Writes the observations of OUT=.
    fn write(&self, output: &GlmMeansOutput, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let fitted = &self.fitted;
        let classes = fitted.glm.effects[self.effect].effect.classes();
        for mean in &self.found.means {
            let values = &mut runtime.core.values;
            values.set_text(output.response, fitted.response().as_bytes());
            let known = mean.estimate;
            let value = known.map_or(MISSING, |known| known.value);
            let error = known.map_or(MISSING, |known| known.standard_error);
            values.set_number(output.mean, of_operation(value));
            values.set_number(output.error, of_operation(error));
            for (class, slot) in &output.classes {
                values.clear(*slot);
                let place = classes.iter().position(|other| other == class);
                let level = place.and_then(|place| mean.levels.get(place));
                let level = level.and_then(|level| fitted.levels[*class].at(*level));
                if let Some(level) = level {
                    level.load(*slot, values);
                }
            }
            runtime.output(&[output.number])?;
        }
        Ok(())
    }
}

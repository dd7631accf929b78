//! The data sets of OUTPUT and OUTEST=.

use feedrate_procedure::passes::Passes;
use feedrate_rows::environment::Environment;
use feedrate_rows::{Outcome, Runtime, StepResult};
use feedrate_stats::logistic::{Fit, Progress};
use feedrate_values::missing::MISSING;

use super::GroupModel;
use super::census::Census;
use super::plan::{Plan, Reader};
use super::request::{EstimatesOutput, Logistic, LogisticOutput};
use crate::fault::ModelFault;

impl Logistic {
    /// Makes the pass that writes the data sets.
    pub(super) fn output(
        &self,
        census: &Census<'_>,
        fitted: &[GroupModel],
        passes: &mut Passes,
        environment: &mut Environment<'_>,
    ) -> Result<Box<Outcome>, Box<Outcome>> {
        passes.making(&self.step, environment, &mut |runtime| {
            let mut reader = Reader::default();
            let mut groups = fitted.iter();
            let mut group = groups.next();
            let mut number = 0;
            let mut last = None;
            while runtime.read(0)? {
                runtime.core.check_stop()?;
                while group.is_some_and(|group| group.group.end <= number) {
                    group = groups.next();
                }
                let begins = last != group.map(|group| group.group.end);
                last = group.map(|group| group.group.end);
                let model = group.and_then(|group| group.model.as_ref());
                if let (Some(output), true, Some((plan, fit))) = (&self.estimates, begins, model) {
                    self.estimates(output, plan, fit, runtime)?;
                }
                match &self.output {
                    Some(output) => {
                        self.predict(output, census, model, &mut reader, runtime)?;
                    }
                    // The BY values of a group are those of its first observation.
                    None if self.groups.is_empty() => break,
                    None => {}
                }
                number += 1;
            }
            Ok(())
        })
    }

    /// Writes the current observation with its predictions: once for each category but the last.
    fn predict(
        &self,
        output: &LogisticOutput,
        census: &Census<'_>,
        model: Option<&(Plan, Fit)>,
        reader: &mut Reader,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let set = |runtime: &mut Runtime<'_, '_>, p: f64, predictor: f64| {
            let values = &mut runtime.core.values;
            for (slot, number) in [(output.probability, p), (output.predictor, predictor)] {
                if let Some(slot) = slot {
                    values.set_number(slot, number);
                }
            }
        };
        let Some((plan, fit)) = model else {
            runtime.core.values.clear(output.level);
            set(runtime, MISSING, MISSING);
            return runtime.output(&[output.number]);
        };
        let there = plan.read_columns(self, census, &runtime.core.values, reader);
        let predicted = there.map(|()| fit.linear_predictors(reader.row()));
        for (category, &level) in plan.categories[..fit.intercepts()].iter().enumerate() {
            match &predicted {
                Some(predictors) => {
                    let predictor = predictors[category];
                    set(runtime, logistic(predictor), predictor);
                }
                None => set(runtime, MISSING, MISSING),
            }
            census
                .response
                .level(level)
                .load(output.level, &mut runtime.core.values);
            runtime.output(&[output.number])?;
        }
        Ok(())
    }

    fn estimates(
        &self,
        output: &EstimatesOutput,
        plan: &Plan,
        fit: &Fit,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let status = match plan.ended() {
            Progress::Converged | Progress::Again => "0 Converged",
            _ => "1 Warning",
        };
        let texts = ["LOGIT", "PARMS", status, &self.response.class.heading, "MLE"];
        let parameters = fit.parameters();
        let intercepts = fit.intercepts();
        if intercepts != 1 {
            let text = "OUTEST= is for two response levels here";
            return Err(ModelFault::NoModel(text.to_owned()).into());
        }
        // The slots may be those of covariates, so their values are restored for later predictions.
        let kept = runtime.core.values.clone();
        let values = &mut runtime.core.values;
        for (slot, text) in output.texts.iter().zip(texts) {
            values.set_text(*slot, text.as_bytes());
        }
        if let Some(slot) = output.intercept {
            values.set_number(slot, parameters[0].estimate);
        }
        for (slot, parameter) in output.slopes.iter().zip(&parameters[intercepts..]) {
            values.set_number(*slot, parameter.estimate);
        }
        values.set_number(output.likelihood, -fit.deviance() / 2.0);
        runtime.output(&[output.number])?;
        runtime.core.values = kept;
        Ok(())
    }
}

/// Returns the logistic function of `x`.
fn logistic(x: f64) -> f64 {
    match x < 0.0 {
        true => x.exp() / (1.0 + x.exp()),
        false => (1.0 + (-x).exp()).recip(),
    }
}

//! What is asked for, of the variables that are there.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::{DataStep, NumberSlot};

use super::model::{LevelOptions, LevelOrder, Model};
use super::output::{estimate_columns, estimate_slots};
use super::statements::{LogisticOptions, Statements};
use crate::aggregate::ClassOrder;
use crate::glm::GlmEffect;
use crate::glm::grammar::Factors;
use crate::grammar::input::{StepVariables, reading_step, shown_by, special_data_set};
use crate::grammar::lowering::Lowering;
use crate::grammar::made::{Made, OutputColumn, making_step};
use crate::linear::grammar::{ALPHA, groups, number_slot};
use crate::logistic::{
    Logistic, LogisticEffect, LogisticListing, LogisticOptions as Fitting, LogisticVariable,
    Parametrization, ReferenceLevel,
};

/// Iterations, and their criterion, unless MODEL says otherwise.
const MOST_STEPS: u32 = 25;
const GRADIENT: f64 = 1e-8;

/// A request that is put together.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut Lowering<'p>,
    pub options: LogisticOptions,
    pub statements: Statements,
}

/// The variables by the parts that they play, as places among those of a step.
struct Parts {
    by: Vec<usize>,
    response: usize,
    classes: Vec<usize>,
    covariates: Vec<usize>,
    frequency: Option<usize>,
    weight: Option<usize>,
    effects: Vec<GlmEffect>,
}

impl Build<'_, '_> {
    pub(super) fn logistic(mut self) -> Result<Logistic> {
        let at = self.lowering.procedure.at;
        let Some(model) = self.statements.model.take() else {
            let message = "PROC LOGISTIC needs a MODEL statement";
            return Err(Diagnostic::error(at, message));
        };
        let data = self.options.data.take();
        let data = data.unwrap_or_else(|| special_data_set("_LAST_", at));
        // The variables are needed before it is known what is made of them.
        let told = self.lowering.diagnostics.len();
        let nothing = vec![special_data_set("_NULL_", at)];
        let read = reading_step(
            self.lowering,
            data.clone(),
            nothing,
            &self.statements.body,
            at,
        )?;
        let among = StepVariables(&read);
        let parts = self.parts(&model, among)?;
        let parameters = parameters(&parts, &model, among);
        let mut made: Vec<(&DataSet, &'static str, Vec<OutputColumn>)> = Vec::new();
        if let Some(output) = &self.statements.output {
            let columns = output.columns(among, parts.response, &parts.used())?;
            made.push((&output.data_set, "the OUTPUT statement", columns));
        }
        if let Some(estimates) = &self.options.estimates {
            let place = estimates.member.at;
            if !parts.classes.is_empty() {
                let message = "OUTEST= is not supported with CLASS variables";
                return Err(Diagnostic::error(place, message)
                    .with_hint("ODS OUTPUT ParameterEstimates= has the estimates"));
            }
            let columns = estimate_columns(among, &parts.by, &parameters, place)?;
            made.push((estimates, "PROC LOGISTIC", columns));
        }
        if made.is_empty() {
            return self.request(read, model, &parts, &parameters);
        }
        // What is to be said of the reading is said again with the outputs.
        self.lowering.diagnostics.truncate(told);
        let made: Vec<Made<'_>> = made
            .iter()
            .map(|(data_set, of, columns)| Made {
                data_set,
                at: data_set.member.at,
                of,
                columns,
            })
            .collect();
        let body = &self.statements.body;
        let step = making_step(self.lowering, data, among, &parts.by, body, &made, at)?;
        let parts = self.parts(&model, StepVariables(&step))?;
        self.request(step, model, &parts, &parameters)
    }

    fn parts(&self, model: &Model, among: StepVariables<'_>) -> Result<Parts> {
        let by = among.chosen(&self.statements.by)?;
        let one = |name: &Option<Name>, of: &str| {
            let name = name.as_ref();
            name.map(|name| among.numeric(name, of)).transpose()
        };
        let (frequency, weight) = (
            one(&self.statements.frequency, "FREQ")?,
            one(&self.statements.weight, "WEIGHT")?,
        );
        let response = among.one(&model.response)?;
        let mut classes = Vec::new();
        for class in &self.statements.classes {
            let index = among.one(&class.name)?;
            if classes.contains(&index) || index == response || by.contains(&index) {
                let message =
                    "a CLASS variable cannot be another one, the response or a BY variable too";
                return Err(Diagnostic::error(class.name.at, message));
            }
            classes.push(index);
        }
        let mut factors = Factors {
            among,
            classes,
            covariates: Vec::new(),
        };
        let effects = factors.effects(&model.effects)?;
        let Factors {
            classes,
            covariates,
            ..
        } = factors;
        if covariates.contains(&response) {
            let message = "the response cannot be in an effect of its own model";
            return Err(Diagnostic::error(model.response.at, message));
        }
        for effect in &effects {
            let of_effect = effect.crossed.iter().chain(&effect.nested);
            let of_effect: Vec<usize> = of_effect.copied().collect();
            let coding = |class: usize| self.statements.classes[class].options.coding;
            let mut codings = of_effect.iter().map(|&class| coding(class));
            let is_crossed = of_effect.len() + effect.covariates.len() > 1;
            if is_crossed && codings.any(|coding| coding == Some(Parametrization::Indicator)) {
                let message = format!(
                    "PARAM=GLM is not supported for a class variable of {}",
                    effect.name
                );
                return Err(Diagnostic::error(model.at, message)
                    .with_hint("write PARAM=REF or PARAM=EFFECT"));
            }
        }
        Ok(Parts {
            by,
            response,
            classes,
            covariates,
            frequency,
            weight,
            effects,
        })
    }

    fn request(
        self,
        step: DataStep,
        model: Model,
        parts: &Parts,
        parameters: &[(String, String)],
    ) -> Result<Logistic> {
        let at = self.lowering.procedure.at;
        let among = StepVariables(&step);
        let mut of_response = model.of_response;
        of_response.descending |= self.options.descending;
        of_response.order = of_response.order.or(self.options.order);
        let response = self.variable(among, parts.response, of_response)?;
        let mut classes = Vec::new();
        for (&index, class) in parts.classes.iter().zip(&self.statements.classes) {
            let options = &class.options;
            let variable = self.variable(among, index, options.levels)?;
            let coding = options.coding.unwrap_or(Parametrization::Effect);
            let reference = options.reference.clone();
            classes.push((variable, coding, reference.unwrap_or(ReferenceLevel::Last)));
        }
        let covariates = parts.covariates.iter().map(|&index| {
            let slot = number_slot(among, index, at)?;
            Ok((among.name(index).to_owned(), slot))
        });
        let covariates = covariates.collect::<Result<_>>()?;
        let effects = parts.effects.iter().map(LogisticEffect::from);
        let named = |index: Option<usize>| -> Result<Option<(String, NumberSlot)>> {
            let Some(index) = index else { return Ok(None) };
            let slot = number_slot(among, index, at)?;
            Ok(Some((among.name(index).to_owned(), slot)))
        };
        let mut next = 0;
        let mut number = || {
            next += 1;
            next - 1
        };
        let output = self.statements.output.as_ref();
        let output = output
            .map(|output| output.slots(&step, number()))
            .transpose()?;
        let estimates = self.options.estimates.as_ref().map(|estimates| {
            let place = estimates.member.at;
            estimate_slots(&step, number(), model.intercept, parameters, place)
        });
        let estimates = estimates.transpose()?;
        Ok(Logistic {
            response,
            event: model.event,
            classes,
            covariates,
            effects: effects.collect(),
            groups: groups(self.lowering, &step, &parts.by)?,
            frequency: named(parts.frequency)?,
            weight: named(parts.weight)?,
            options: Fitting {
                intercept: model.intercept,
                alpha: model.alpha.or(self.options.alpha).unwrap_or(ALPHA),
                most_steps: model.most_steps.unwrap_or(MOST_STEPS),
                // FCONV= alone takes the place of the other criterion.
                gradient: model.gradient.unwrap_or(match model.function {
                    Some(_) => 0.0,
                    None => GRADIENT,
                }),
                function: model.function,
                threads: self.options.threads,
            },
            listing: (!self.options.no_print).then_some(LogisticListing {
                odds_limits: model.odds_limits,
            }),
            output,
            estimates,
            step,
        })
    }

    /// A variable with levels.
    fn variable(
        &self,
        among: StepVariables<'_>,
        index: usize,
        options: LevelOptions,
    ) -> Result<LogisticVariable> {
        let variable = among.variable(index);
        let formatted = variable.format.is_some();
        let order = options
            .order
            .unwrap_or(LevelOrder::Classes(ClassOrder::Formatted));
        Ok(LogisticVariable {
            name: variable.name.clone(),
            label: variable.label.clone(),
            slot: variable.slot,
            format: shown_by(variable, self.lowering, self.lowering.procedure.at)?,
            formatted,
            order: match order {
                // Numbers without a format come by their size.
                LevelOrder::Classes(ClassOrder::Formatted) if !formatted => ClassOrder::Internal,
                LevelOrder::Classes(order) => order,
                LevelOrder::Frequency => ClassOrder::Internal,
            },
            by_frequency: order == LevelOrder::Frequency,
            descending: options.descending,
            missing: options.missing,
        })
    }
}

impl Parts {
    /// The variables that the model reads.
    fn used(&self) -> Vec<usize> {
        let others = [self.frequency, self.weight];
        let mut used = vec![self.response];
        used.extend(self.classes.iter().chain(&self.covariates).chain(&self.by));
        used.extend(others.iter().flatten());
        used
    }
}

/// What OUTEST= calls the parameters, and their labels.
fn parameters(parts: &Parts, model: &Model, among: StepVariables<'_>) -> Vec<(String, String)> {
    let intercept = model.intercept.then(|| {
        let label = format!("Intercept: {}", among.name(parts.response));
        ("Intercept".to_owned(), label)
    });
    let slopes = parts.effects.iter().map(|effect| {
        let label = match effect.covariates[..] {
            [one] if effect.crossed.is_empty() => {
                among.variable(parts.covariates[one]).label.clone()
            }
            _ => String::new(),
        };
        (effect.name.replace('*', ""), label)
    });
    intercept.into_iter().chain(slopes).collect()
}

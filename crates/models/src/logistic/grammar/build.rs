//! Builds the request from the statements and the variables of the input.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables, shown_by};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::variables::{ClassOrder, ClassVariable};

use super::model::{LevelOptions, LevelOrder, Model};
use super::output::Estimates;
use super::statements::{LogisticOptions, Statements};
use crate::glm::GlmEffect;
use crate::glm::grammar::Factors;
use crate::linear::grammar::ALPHA;
use crate::logistic::{
    EstimatesOutput, Logistic, LogisticListing, LogisticOptions as Fitting, LogisticOutput, LogisticVariable,
    Parametrization, ReferenceLevel,
};

/// The defaults of the maximum number of iterations and of the convergence criterion.
const MOST_STEPS: u32 = 25;
const GRADIENT: f64 = 1e-8;

/// The state of building a request.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut ProcedureLowering<'p>,
    pub options: LogisticOptions,
    pub statements: Statements,
}

/// The variables of each role, as indexes into the variables of the input.
struct Roles {
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
        let mut input = Input::new(self.lowering, self.options.data.take(), &self.statements.body)?;
        let roles = self.roles(&model, input.variables())?;
        let parameters = parameters(&roles, &model, input.variables());
        let mut output = None;
        if let Some(written) = &self.statements.output {
            let (response, used) = (roles.response, roles.used());
            output = Some(written.add(self.lowering, &mut input, response, &used)?);
        }
        let mut estimates = None;
        if let Some(out) = &self.options.estimates {
            if !roles.classes.is_empty() {
                let message = "OUTEST= is not supported with CLASS variables";
                return Err(Diagnostic::error(out.member.at, message)
                    .with_hint("ODS OUTPUT ParameterEstimates= has the estimates"));
            }
            let estimated = Estimates {
                by: &roles.by,
                parameters: &parameters,
                intercept: model.intercept,
            };
            estimates = Some(estimated.add(self.lowering, &mut input, out)?);
        }
        self.request(input, model, &roles, output, estimates)
    }

    fn roles(&self, model: &Model, among: InputVariables<'_>) -> Result<Roles> {
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
                let message = "a CLASS variable cannot be another one, the response or a BY variable too";
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
            classes, covariates, ..
        } = factors;
        if covariates.contains(&response) {
            let message = "the response cannot be in an effect of its own model";
            return Err(Diagnostic::error(model.response.at, message));
        }
        for effect in &effects {
            let of_effect = effect.effect.classes();
            let coding = |class: usize| self.statements.classes[class].options.coding;
            let mut codings = of_effect.iter().map(|&class| coding(class));
            let is_crossed = of_effect.len() + effect.effect.covariates.len() > 1;
            if is_crossed && codings.any(|coding| coding == Some(Parametrization::Indicator)) {
                let message = format!("PARAM=GLM is not supported for a class variable of {}", effect.name);
                return Err(Diagnostic::error(model.at, message).with_hint("write PARAM=REF or PARAM=EFFECT"));
            }
        }
        Ok(Roles {
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
        input: Input,
        model: Model,
        roles: &Roles,
        output: Option<LogisticOutput>,
        estimates: Option<EstimatesOutput>,
    ) -> Result<Logistic> {
        let among = input.variables();
        let mut of_response = model.of_response;
        of_response.descending |= self.options.descending;
        of_response.order = of_response.order.or(self.options.order);
        let response = self.variable(among, roles.response, of_response)?;
        let mut classes = Vec::new();
        for (&index, class) in roles.classes.iter().zip(&self.statements.classes) {
            let options = &class.options;
            let variable = self.variable(among, index, options.levels)?;
            let coding = options.coding.unwrap_or(Parametrization::Effect);
            let reference = options.reference.clone();
            classes.push((variable, coding, reference.unwrap_or(ReferenceLevel::Last)));
        }
        let numbered = |index: usize| (among.name(index).to_owned(), among.number(index));
        let covariates = roles.covariates.iter().map(|&index| numbered(index));
        let covariates = covariates.collect();
        let named = |index: Option<usize>| index.map(numbered);
        Ok(Logistic {
            response,
            event: model.event,
            classes,
            covariates,
            effects: roles.effects.clone(),
            groups: input.groups(self.lowering, &roles.by)?,
            frequency: named(roles.frequency),
            weight: named(roles.weight),
            options: Fitting {
                intercept: model.intercept,
                alpha: model.alpha.or(self.options.alpha).unwrap_or(ALPHA),
                most_steps: model.most_steps.unwrap_or(MOST_STEPS),
                // FCONV= alone replaces the default criterion.
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
            step: input.into_step(),
        })
    }

    /// Returns a variable with levels.
    fn variable(&self, among: InputVariables<'_>, index: usize, options: LevelOptions) -> Result<LogisticVariable> {
        let variable = among.variable(index);
        let formatted = variable.format.is_some();
        let order = options.order.unwrap_or(LevelOrder::Classes(ClassOrder::Formatted));
        Ok(LogisticVariable {
            class: ClassVariable {
                heading: variable.name.clone(),
                slot: variable.slot,
                format: shown_by(variable, self.lowering, self.lowering.procedure.at)?,
                formatted,
                order: match order {
                    // Numbers without a format are ordered by value.
                    LevelOrder::Classes(ClassOrder::Formatted) if !formatted => ClassOrder::Internal,
                    LevelOrder::Classes(order) => order,
                    LevelOrder::Frequency => ClassOrder::Internal,
                },
                descending: options.descending,
                missing: options.missing,
            },
            label: variable.label.clone(),
            by_frequency: order == LevelOrder::Frequency,
        })
    }
}

impl Roles {
    /// Returns the variables of the model.
    fn used(&self) -> Vec<usize> {
        let others = [self.frequency, self.weight];
        let mut used = vec![self.response];
        used.extend(self.classes.iter().chain(&self.covariates).chain(&self.by));
        used.extend(others.iter().flatten());
        used
    }
}

/// Returns the names and labels of the parameters in OUTEST=.
fn parameters(roles: &Roles, model: &Model, among: InputVariables<'_>) -> Vec<(String, String)> {
    let intercept = model.intercept.then(|| {
        let label = format!("Intercept: {}", among.name(roles.response));
        ("Intercept".to_owned(), label)
    });
    let slopes = roles.effects.iter().map(|effect| {
        let label = match effect.effect.covariates[..] {
            [one] if effect.effect.crossed.is_empty() => among.variable(roles.covariates[one]).label.clone(),
            _ => String::new(),
        };
        (effect.name.replace('*', ""), label)
    });
    intercept.into_iter().chain(slopes).collect()
}

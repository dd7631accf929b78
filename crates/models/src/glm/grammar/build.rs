//! Builds the request from the statements and the variables of the input.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables, shown_by};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::variables::{ClassOrder, ClassVariable};

use super::effects::{Factors, of_model};
use super::functions::Functions;
use super::means::LeastSquaresMeans;
use super::model::Model;
use super::output::{MeansColumns, classes_of};
use super::statements::{GlmOptions, GlmStatement, Statements};
use super::terms::ModelPart;
use crate::glm::{Glm, GlmCoefficients, GlmEffect, GlmFunction, GlmListing, GlmMeans, GlmOutput, GlmRequest};
use crate::linear::grammar::{ALPHA, add_output};

/// The state of building a request.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut ProcedureLowering<'p>,
    pub options: GlmOptions,
    pub statements: Statements,
}

/// The variables of each role, as indexes into the variables of the input, and the effects that are made of them.
struct Roles {
    by: Vec<usize>,
    weight: Option<usize>,
    frequency: Option<usize>,
    classes: Vec<usize>,
    covariates: Vec<usize>,
    responses: Vec<usize>,
    effects: Vec<GlmEffect>,
    /// The requests of the statements, without the indexes of data sets.
    requests: Vec<GlmRequest>,
}

impl Build<'_, '_> {
    pub(super) fn glm(mut self) -> Result<Glm> {
        let at = self.lowering.procedure.at;
        let Some(model) = self.statements.model.take() else {
            return Err(Diagnostic::error(at, "PROC GLM has no MODEL statement"));
        };
        let mut input = Input::new(self.lowering, self.options.data.take(), &self.statements.body)?;
        let mut roles = self.roles(&model, input.variables())?;
        let outputs = self.outputs(&mut input, &mut roles)?;
        self.request(&model, input, roles, outputs)
    }

    fn roles(&self, model: &Model, among: InputVariables<'_>) -> Result<Roles> {
        let by = among.chosen(&self.statements.by)?;
        let one = |name: &Option<Name>, of| name.as_ref().map(|name| among.numeric(name, of)).transpose();
        let mut classes: Vec<usize> = Vec::new();
        for index in among.chosen(&self.statements.classes)? {
            if !classes.contains(&index) {
                classes.push(index);
            }
        }
        let responses = among.numeric_lists(&model.responses, "MODEL")?;
        if let Some(both) = responses.iter().find(|index| classes.contains(index)) {
            let name = among.name(*both).to_uppercase();
            let message = format!("{name} is a response and a CLASS variable");
            return Err(Diagnostic::error(model.at, message));
        }
        let mut factors = Factors {
            among,
            classes,
            covariates: Vec::new(),
        };
        let effects = factors.effects(&model.effects)?;
        if let Some(both) = responses.iter().find(|index| factors.covariates.contains(index)) {
            let name = among.name(*both).to_uppercase();
            let message = format!("{name} is a response and in an effect of the model");
            return Err(Diagnostic::error(model.at, message));
        }
        let requests = self.statements.requests.iter();
        let requests = requests.map(|asked| self.asked(asked, &mut factors, &effects));
        let requests = requests.collect::<Result<_>>()?;
        Ok(Roles {
            by,
            weight: one(&self.statements.weight, "WEIGHT")?,
            frequency: one(&self.statements.frequency, "FREQ")?,
            classes: factors.classes,
            covariates: factors.covariates,
            responses,
            effects,
            requests,
        })
    }

    fn asked(&self, asked: &GlmStatement, factors: &mut Factors<'_>, effects: &[GlmEffect]) -> Result<GlmRequest> {
        Ok(match asked {
            GlmStatement::Functions(written) => {
                let function = function(written, factors, effects)?;
                match written.is_estimate {
                    true => GlmRequest::Estimate(function),
                    false => GlmRequest::Contrast(function),
                }
            }
            GlmStatement::Means(parts) => GlmRequest::Means(effects_of_classes(parts, factors, effects, "MEANS")?),
            GlmStatement::LeastSquaresMeans(written) => {
                GlmRequest::LeastSquaresMeans(self.means(written, factors, effects)?)
            }
        })
    }

    fn means(&self, written: &LeastSquaresMeans, factors: &mut Factors<'_>, effects: &[GlmEffect]) -> Result<GlmMeans> {
        let at_values = written.at_values.as_ref().map(|written| {
            let values = written.iter().map(|(name, value)| {
                let index = factors.among.one(name)?;
                let mut covariates = factors.covariates.iter();
                let place = covariates.position(|other| *other == index);
                let message = format!("{} of AT is no covariate of the model", name.text);
                let place = place.ok_or_else(|| Diagnostic::error(name.at, message))?;
                Ok((place, *value))
            });
            values.collect::<Result<Vec<_>>>()
        });
        Ok(GlmMeans {
            at: at_values.transpose()?,
            effects: effects_of_classes(&written.effects, factors, effects, "LSMEANS")?,
            errors: written.errors,
            differences: written.differences,
            limits: written.limits,
            alpha: written.alpha.or(self.options.alpha).unwrap_or(ALPHA),
            adjustment: written.adjustment,
            output: None,
        })
    }

    /// Adds the output data sets: those of LSMEANS, then those of OUTPUT.
    fn outputs(&mut self, input: &mut Input, roles: &mut Roles) -> Result<Vec<GlmOutput>> {
        let model = [&roles.responses[..], &roles.covariates, &roles.classes].concat();
        let keys = [&roles.by[..], &roles.classes].concat();
        for (asked, request) in self.statements.requests.iter().zip(&mut roles.requests) {
            if let (GlmStatement::LeastSquaresMeans(written), GlmRequest::LeastSquaresMeans(means)) = (asked, request)
                && let Some(out) = &written.out
            {
                let classes = classes_of(&means.effects, &roles.effects);
                let classes = classes.iter().map(|&class| (class, roles.classes[class]));
                let columns = MeansColumns {
                    by: &roles.by,
                    classes: classes.collect(),
                    model: &model,
                    keys: &keys,
                };
                means.output = Some(columns.add(self.lowering, input, out, written.at)?);
            }
        }
        let outputs = self.statements.outputs.iter().map(|written| {
            let (number, columns) = add_output(self.lowering, input, written, &roles.responses, "PROC GLM")?;
            Ok(GlmOutput { number, columns })
        });
        outputs.collect()
    }

    fn request(&self, model: &Model, input: Input, roles: Roles, outputs: Vec<GlmOutput>) -> Result<Glm> {
        let at = self.lowering.procedure.at;
        let among = input.variables();
        let classes = roles.classes.iter().map(|&index| {
            let variable = among.variable(index);
            Ok(ClassVariable {
                heading: variable.name.clone(),
                slot: variable.slot,
                format: shown_by(variable, self.lowering, at)?,
                formatted: variable.format.is_some(),
                order: self.options.order.unwrap_or(ClassOrder::Formatted),
                descending: false,
                missing: false,
            })
        });
        let variables = |places: &[usize]| places.iter().map(|&index| among.analysis(index)).collect();
        let slot = |index: Option<usize>| index.map(|index| among.number(index));
        let asked = &model.options;
        let is_any_type = asked.type_one || asked.type_three;
        let listing = GlmListing {
            type_one: asked.type_one || !is_any_type,
            type_three: asked.type_three || !is_any_type,
            // Without class variables the parameters are always listed.
            solution: asked.solution || asked.limits || roles.classes.is_empty(),
            limits: asked.limits,
        };
        Ok(Glm {
            is_anova: self.lowering.name == "ANOVA",
            classes: classes.collect::<Result<_>>()?,
            by_frequency: self.options.by_frequency,
            covariates: variables(&roles.covariates),
            responses: variables(&roles.responses),
            intercept: !asked.no_intercept,
            groups: input.groups(self.lowering, &roles.by)?,
            weight: slot(roles.weight),
            frequency: slot(roles.frequency),
            alpha: asked.alpha.or(self.options.alpha).unwrap_or(ALPHA),
            listing: (!self.options.no_print).then_some(listing),
            is_continued: self.lowering.procedure.continues_model(),
            outputs,
            requests: roles.requests,
            effects: roles.effects,
            step: input.into_step(),
        })
    }
}

fn function(written: &Functions, factors: &mut Factors<'_>, effects: &[GlmEffect]) -> Result<GlmFunction> {
    let of = match written.is_estimate {
        true => "ESTIMATE",
        false => "CONTRAST",
    };
    let rows = written.rows.iter().map(|row| {
        let given = row.effects.iter().map(|(term, coefficients)| {
            let effect = of_model(factors, effects, term, of)?;
            let divided = coefficients.iter().map(|value| value / written.divisor);
            Ok((effect, divided.collect()))
        });
        Ok(GlmCoefficients {
            effects: given.collect::<Result<_>>()?,
            intercept: row.intercept / written.divisor,
        })
    });
    Ok(GlmFunction {
        label: written.label.clone(),
        rows: rows.collect::<Result<_>>()?,
    })
}

/// Returns the effects of a list, which must be in the model and consist of class variables only.
fn effects_of_classes(
    parts: &[ModelPart],
    factors: &mut Factors<'_>,
    effects: &[GlmEffect],
    of: &str,
) -> Result<Vec<usize>> {
    let mut places = Vec::new();
    for part in parts {
        let ModelPart::Term(term) = part else {
            let ModelPart::List(list) = part else {
                continue;
            };
            let message = format!("{of} takes effects, and no list of variables");
            return Err(Diagnostic::error(list.at, message));
        };
        let place = of_model(factors, effects, term, of)?;
        if !effects[place].effect.covariates.is_empty() {
            let message = format!(
                "{} has a covariate; {of} is of effects of CLASS variables alone",
                effects[place].name
            );
            return Err(Diagnostic::error(term.at, message));
        }
        places.push(place);
    }
    Ok(places)
}

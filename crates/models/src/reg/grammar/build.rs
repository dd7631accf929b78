//! Builds the request from the statements and the variables of the input.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};

use super::model::Model;
use super::statements::{RegOptions, Statements};
use crate::linear::grammar::{ALPHA, add_output};
use crate::reg::{Reg, RegEstimates, RegModel, RegOutput};

/// The length of `_TYPE_`, and that of names, in bytes.
const TYPE_BYTES: u32 = 8;
const NAME_BYTES: u32 = 32;

/// The variables of each role, as indexes into the variables of the input.
struct Roles {
    by: Vec<usize>,
    weight: Option<usize>,
    frequency: Option<usize>,
    /// The responses and the regressors of each model.
    models: Vec<(Vec<usize>, Vec<usize>)>,
    /// The variables of all models, each once, in the order of occurrence.
    variables: Vec<usize>,
}

pub(super) fn build(
    lowering: &mut ProcedureLowering<'_>,
    mut options: RegOptions,
    statements: Statements,
) -> Result<Reg> {
    if lowering.procedure.continues_model() {
        // The data set was created by the run group of the model.
        options.estimates = None;
    } else if lowering.procedure.had_model
        && let Some(estimates) = &options.estimates
    {
        return Err(Diagnostic::error(
            estimates.member.at,
            "OUTEST= has the models of one run group, and this is a further one",
        )
        .with_hint("name all models before the first RUN, or leave OUTEST= out"));
    }
    let mut input = Input::new(lowering, options.data.take(), &statements.body)?;
    let roles = Roles::of(&statements, input.variables())?;
    let mut outputs = Vec::with_capacity(statements.outputs.len());
    for (model, output) in &statements.outputs {
        let responses = &roles.models[*model].0;
        let (number, columns) = add_output(lowering, &mut input, output, responses, "PROC REG")?;
        outputs.push(RegOutput {
            number,
            model: *model,
            columns,
        });
    }
    let estimates = options.estimates.as_ref();
    let estimates = estimates.map(|out| add_estimates(lowering, &mut input, &roles, out));
    let made = (outputs, estimates.transpose()?);
    request(lowering, input, &roles, &options, &statements, made)
}

impl Roles {
    fn of(statements: &Statements, among: InputVariables<'_>) -> Result<Self> {
        let by = among.chosen(&statements.by)?;
        let one = |name: &Option<Name>, of| name.as_ref().map(|name| among.numeric(name, of)).transpose();
        let models = statements.models.iter().map(|model| {
            let responses = among.numeric_lists(&model.responses, "MODEL")?;
            let regressors = among.numeric_lists(&model.regressors, "MODEL")?;
            if let Some(both) = regressors.iter().find(|index| responses.contains(index)) {
                let name = among.name(*both).to_uppercase();
                let message = format!("{name} is a response and a regressor of one model");
                return Err(Diagnostic::error(model.at, message));
            }
            Ok((responses, regressors))
        });
        let models: Vec<(Vec<usize>, Vec<usize>)> = models.collect::<Result<_>>()?;
        let mut variables = Vec::new();
        for &index in models.iter().flat_map(|(ys, xs)| ys.iter().chain(xs)) {
            if !variables.contains(&index) {
                variables.push(index);
            }
        }
        Ok(Self {
            by,
            weight: one(&statements.weight, "WEIGHT")?,
            frequency: one(&statements.frequency, "FREQ")?,
            models,
            variables,
        })
    }

    /// Returns the index of a variable in the variables of the models.
    fn place(&self, index: usize) -> usize {
        let mut variables = self.variables.iter();
        variables.position(|other| *other == index).unwrap_or(0)
    }
}

/// Adds the data set of OUTEST=.
fn add_estimates(
    lowering: &mut ProcedureLowering<'_>,
    input: &mut Input,
    roles: &Roles,
    out: &DataSet,
) -> Result<RegEstimates> {
    let at = out.member.at;
    let columns = estimate_columns(input.variables(), roles, at)?;
    let slots = input.add_output(
        lowering,
        &Output {
            data_set: out,
            at,
            of: "PROC REG",
            keys: &roles.by,
            columns: &columns,
        },
    )?;
    Ok(RegEstimates {
        number: slots.number,
        model: slots.character_of("_MODEL_"),
        of_type: slots.character_of("_TYPE_"),
        response: slots.character_of("_DEPVAR_"),
        error: slots.number_of("_RMSE_"),
        intercept: slots.number_of("Intercept"),
    })
}

/// Returns the columns of OUTEST=.
fn estimate_columns(among: InputVariables<'_>, roles: &Roles, at: Position) -> Result<Vec<OutputColumn>> {
    for name in ["_MODEL_", "_TYPE_", "_DEPVAR_", "_RMSE_", "Intercept"] {
        let index = among.position(name);
        if index.is_some_and(|index| roles.variables.contains(&index)) {
            let message = format!("{name} is a variable of a model, and OUTEST= has one of its own");
            return Err(Diagnostic::error(at, message));
        }
    }
    let by = roles.by.iter().map(|&index| among.variable(index));
    let by = by.map(OutputColumn::variable);
    let own = [
        OutputColumn::character("_MODEL_", NAME_BYTES).labelled("Label of model"),
        OutputColumn::character("_TYPE_", TYPE_BYTES).labelled("Type of statistics"),
        OutputColumn::character("_DEPVAR_", NAME_BYTES).labelled("Dependent variable"),
        OutputColumn::number("_RMSE_").labelled("Root mean squared error"),
        OutputColumn::number("Intercept").labelled("Intercept"),
    ];
    // The regressors are before the responses.
    let regressors = roles.models.iter().flat_map(|(_, regressors)| regressors);
    let responses = roles.models.iter().flat_map(|(responses, _)| responses);
    let mut met = Vec::new();
    for index in regressors.chain(responses) {
        if !met.contains(index) {
            met.push(*index);
        }
    }
    let variables = met.into_iter().map(|index| {
        let variable = among.variable(index);
        OutputColumn::variable(variable).labelled(&variable.label)
    });
    Ok(by.chain(own).chain(variables).collect())
}

fn request(
    lowering: &ProcedureLowering<'_>,
    input: Input,
    roles: &Roles,
    options: &RegOptions,
    statements: &Statements,
    (outputs, estimates): (Vec<RegOutput>, Option<RegEstimates>),
) -> Result<Reg> {
    let among = input.variables();
    let variables = roles.variables.iter().map(|&index| among.analysis(index));
    let models = statements.models.iter().zip(&roles.models).enumerate();
    let models = models.map(|(place, (model, variables))| {
        let place = place + 1;
        model_of(place, model, variables, roles, options)
    });
    Ok(Reg {
        variables: variables.collect(),
        models: models.collect(),
        groups: input.groups(lowering, &roles.by)?,
        weight: roles.weight.map(|index| among.number(index)),
        frequency: roles.frequency.map(|index| among.number(index)),
        listing: !options.no_print && !lowering.procedure.continues_model(),
        estimates,
        outputs,
        step: input.into_step(),
    })
}

fn model_of(
    place: usize,
    model: &Model,
    (responses, regressors): &(Vec<usize>, Vec<usize>),
    roles: &Roles,
    options: &RegOptions,
) -> RegModel {
    let places = |variables: &[usize]| {
        let places = variables.iter().map(|&index| roles.place(index));
        places.collect()
    };
    let label = model.label.clone();
    let asked = &model.options;
    RegModel {
        label: label.unwrap_or_else(|| format!("MODEL{place}")),
        responses: places(responses),
        regressors: places(regressors),
        intercept: !asked.no_intercept,
        alpha: asked.alpha.or(options.alpha).unwrap_or(ALPHA),
        limits: asked.limits,
        standardized: asked.standardized,
        tolerance: asked.tolerance,
        inflation: asked.inflation,
        predicted: asked.predicted,
        residuals: asked.residuals,
    }
}

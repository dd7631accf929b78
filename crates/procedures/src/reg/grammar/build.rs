//! What is asked for, of the variables that are there.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::DataStep;

use super::model::Model;
use super::statements::{RegOptions, Statements};
use crate::grammar::input::{StepVariables, reading_step, special_data_set};
use crate::grammar::lowering::Lowering;
use crate::grammar::made::{Made, OutputColumn, making_step, number_of, text_of};
use crate::linear::grammar::{ALPHA, groups, number_slot, output_columns, output_slots};
use crate::reg::{Reg, RegEstimates, RegModel, RegOutput, RegVariable};

/// Bytes of `_TYPE_`, and of names.
const TYPE_BYTES: u32 = 8;
const NAME_BYTES: u32 = 32;

/// The variables by the parts that they play, as places among those of a step.
struct Parts {
    by: Vec<usize>,
    weight: Option<usize>,
    frequency: Option<usize>,
    /// The responses and the regressors of each model.
    models: Vec<(Vec<usize>, Vec<usize>)>,
    /// Those of all models, each once, as they are met.
    variables: Vec<usize>,
}

pub(super) fn build(
    lowering: &mut Lowering<'_>,
    mut options: RegOptions,
    statements: Statements,
) -> Result<Reg> {
    let at = lowering.procedure.at;
    if lowering.procedure.continues_model() {
        // The run group of the model made it.
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
    let data = options.data.take();
    let data = data.unwrap_or_else(|| special_data_set("_LAST_", at));
    // The variables are needed before it is known what is made of them.
    let told = lowering.diagnostics.len();
    let nothing = vec![special_data_set("_NULL_", at)];
    let read = reading_step(lowering, data.clone(), nothing, &statements.body, at)?;
    let among = StepVariables(&read);
    let parts = Parts::of(&statements, among)?;
    let mut columns: Vec<(&DataSet, Position, Vec<OutputColumn>)> = Vec::new();
    for (model, output) in &statements.outputs {
        let responses = parts.models[*model].0.iter();
        let responses: Vec<&str> = responses.map(|&index| among.name(index)).collect();
        let of_output = output_columns(output, among, &responses)?;
        columns.push((&output.out, output.at, of_output));
    }
    if let Some(estimates) = &options.estimates {
        let of_estimates = estimate_columns(among, &parts, estimates.member.at)?;
        columns.push((estimates, estimates.member.at, of_estimates));
    }
    if columns.is_empty() {
        return request(lowering, read, &parts, &options, &statements);
    }
    // What is to be said of the reading is said again with the outputs.
    lowering.diagnostics.truncate(told);
    let made = columns.iter().map(|(data_set, at, columns)| Made {
        data_set,
        at: *at,
        of: "PROC REG",
        columns,
    });
    let made: Vec<Made<'_>> = made.collect();
    let step = making_step(
        lowering,
        data,
        among,
        &parts.by,
        &statements.body,
        &made,
        at,
    )?;
    let parts = Parts::of(&statements, StepVariables(&step))?;
    request(lowering, step, &parts, &options, &statements)
}

impl Parts {
    fn of(statements: &Statements, among: StepVariables<'_>) -> Result<Self> {
        let by = among.chosen(&statements.by)?;
        let one = |name: &Option<_>, of: &str| {
            let index = name.as_ref().map(|name| among.numeric(name, of));
            index.transpose()
        };
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

    /// The place of a variable among those of models.
    fn place(&self, index: usize) -> usize {
        let mut variables = self.variables.iter();
        variables.position(|other| *other == index).unwrap_or(0)
    }
}

/// The columns of OUTEST=.
fn estimate_columns(
    among: StepVariables<'_>,
    parts: &Parts,
    at: Position,
) -> Result<Vec<OutputColumn>> {
    for name in ["_MODEL_", "_TYPE_", "_DEPVAR_", "_RMSE_", "Intercept"] {
        let index = among.position(name);
        if index.is_some_and(|index| parts.variables.contains(&index)) {
            let message =
                format!("{name} is a variable of a model, and OUTEST= has one of its own");
            return Err(Diagnostic::error(at, message));
        }
    }
    let by = parts.by.iter();
    let by = by.map(|&index| OutputColumn::as_read(among.name(index)));
    let labelled = |column: OutputColumn, label: &str| OutputColumn {
        attributes: Some((label.to_owned(), None)),
        ..column
    };
    let own = [
        labelled(OutputColumn::text("_MODEL_", NAME_BYTES), "Label of model"),
        labelled(
            OutputColumn::text("_TYPE_", TYPE_BYTES),
            "Type of statistics",
        ),
        labelled(
            OutputColumn::text("_DEPVAR_", NAME_BYTES),
            "Dependent variable",
        ),
        labelled(OutputColumn::number("_RMSE_"), "Root mean squared error"),
        labelled(OutputColumn::number("Intercept"), "Intercept"),
    ];
    // The regressors come before the responses.
    let regressors = parts.models.iter().flat_map(|(_, regressors)| regressors);
    let responses = parts.models.iter().flat_map(|(responses, _)| responses);
    let mut met = Vec::new();
    for index in regressors.chain(responses) {
        if !met.contains(index) {
            met.push(*index);
        }
    }
    let variables = met.into_iter().map(|index| OutputColumn {
        attributes: Some((among.variable(index).label.clone(), None)),
        ..OutputColumn::as_read(among.name(index))
    });
    Ok(by.chain(own).chain(variables).collect())
}

fn request(
    lowering: &Lowering<'_>,
    step: DataStep,
    parts: &Parts,
    options: &RegOptions,
    statements: &Statements,
) -> Result<Reg> {
    let at = lowering.procedure.at;
    let among = StepVariables(&step);
    let variables = parts.variables.iter().map(|&index| {
        let variable = among.variable(index);
        Ok(RegVariable {
            name: variable.name.clone(),
            label: variable.label.clone(),
            slot: number_slot(among, index, at)?,
        })
    });
    let models = statements.models.iter().zip(&parts.models).enumerate();
    let models = models.map(|(place, (model, variables))| {
        let place = place + 1;
        model_of(place, model, variables, parts, options)
    });
    let outputs = (0..)
        .zip(&statements.outputs)
        .map(|(number, (model, output))| {
            Ok(RegOutput {
                number,
                model: *model,
                columns: output_slots(output, &step)?,
            })
        });
    let outputs: Vec<RegOutput> = outputs.collect::<Result<_>>()?;
    let estimates = options
        .estimates
        .as_ref()
        .map(|estimates| -> Result<RegEstimates> {
            let refused = |name: &str| {
                let message = format!("{name} cannot be a variable of OUTEST= here");
                Diagnostic::error(estimates.member.at, message)
            };
            let text = |name: &str| text_of(&step, name).ok_or_else(|| refused(name));
            let number = |name: &str| number_of(&step, name).ok_or_else(|| refused(name));
            Ok(RegEstimates {
                number: outputs.len() as u32,
                model: text("_MODEL_")?,
                of_type: text("_TYPE_")?,
                response: text("_DEPVAR_")?,
                error: number("_RMSE_")?,
                intercept: number("Intercept")?,
            })
        });
    let slot = |index: Option<usize>| {
        let slot = index.map(|index| number_slot(among, index, at));
        slot.transpose()
    };
    Ok(Reg {
        variables: variables.collect::<Result<_>>()?,
        models: models.collect(),
        groups: groups(lowering, &step, &parts.by)?,
        weight: slot(parts.weight)?,
        frequency: slot(parts.frequency)?,
        listing: !options.no_print && !lowering.procedure.continues_model(),
        estimates: estimates.transpose()?,
        outputs,
        step,
    })
}

fn model_of(
    place: usize,
    model: &Model,
    (responses, regressors): &(Vec<usize>, Vec<usize>),
    parts: &Parts,
    options: &RegOptions,
) -> RegModel {
    let places = |variables: &[usize]| {
        let places = variables.iter().map(|&index| parts.place(index));
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

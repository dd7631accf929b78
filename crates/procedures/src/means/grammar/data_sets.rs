//! The output data sets: their columns, and the step that makes them.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::DataStep;

use super::build::Build;
use super::output::Named;
use super::parts::Parts;
use crate::grammar::input::StepVariables;
use crate::grammar::made::{Made, OutputColumn, making_step, number_of, text_of};
use crate::means::{MeansContent, MeansOutput};

/// Bytes of `_STAT_`.
const STATISTIC_BYTES: u32 = 8;

/// What an output data set has.
pub(super) struct OutputFacts {
    columns: Vec<OutputColumn>,
    /// The statistics among them.
    named: Vec<Named>,
}

impl Build<'_, '_> {
    /// The columns of each output data set, and the statistics among them.
    pub(super) fn outputs(
        &mut self,
        variables: StepVariables<'_>,
        parts: &Parts,
    ) -> Result<Vec<OutputFacts>> {
        let mut all = Vec::new();
        let names: Vec<String> = parts
            .analysis
            .iter()
            .map(|&index| variables.name(index).to_owned())
            .collect();
        for output in &self.statements.outputs {
            let mut columns = Vec::new();
            let groups = parts.by.iter().chain(&parts.classes);
            columns.extend(groups.map(|&index| OutputColumn::as_read(variables.name(index))));
            columns.extend(["_TYPE_", "_FREQ_"].map(OutputColumn::number));
            let mut named = Vec::new();
            if !output.requests.is_empty() {
                let mut taken = columns
                    .iter()
                    .map(|column| column.name.to_uppercase())
                    .collect();
                let chosen = |lists: &[VariableList]| {
                    let chosen = variables.chosen(lists)?.into_iter();
                    let places = chosen.map(|index| {
                        let mut analysis = parts.analysis.iter();
                        analysis.position(|&other| other == index).ok_or_else(|| {
                            let name = variables.name(index).to_uppercase();
                            let message = format!("{name} is not an analysis variable of VAR");
                            Diagnostic::error(output.at, message)
                        })
                    });
                    places.collect()
                };
                named = output.named(&names, chosen, &mut taken, &mut self.lowering.diagnostics)?;
                columns.extend(named.iter().map(|named| {
                    let variable = variables.variable(parts.analysis[named.variable]);
                    let label = match (output.auto_label, variable.label.is_empty()) {
                        (false, _) => variable.label.clone(),
                        (true, true) => format!("{} {}", variable.name, named.statistic.label()),
                        (true, false) => format!("{} {}", variable.label, named.statistic.label()),
                    };
                    let format = variable.format.clone();
                    OutputColumn {
                        name: named.name.clone(),
                        attributes: Some((
                            label,
                            format.filter(|_| named.statistic.keeps_format()),
                        )),
                        text: None,
                    }
                }));
            } else if !parts.analysis.is_empty() {
                columns.push(OutputColumn::text("_STAT_", STATISTIC_BYTES));
                columns.extend(parts.analysis.iter().map(|&index| {
                    let variable = variables.variable(index);
                    OutputColumn {
                        name: variable.name.clone(),
                        attributes: Some((variable.label.clone(), variable.format.clone())),
                        text: None,
                    }
                }));
            }
            all.push(OutputFacts { columns, named });
        }
        Ok(all)
    }

    /// The step that reads the data set and makes the others.
    pub(super) fn step_with_outputs(
        &mut self,
        data: DataSet,
        read: &DataStep,
        parts: &Parts,
        facts: &[OutputFacts],
        at: Position,
    ) -> Result<DataStep> {
        let outputs = self.statements.outputs.iter().zip(facts);
        let made = outputs.map(|(output, facts)| Made {
            data_set: &output.data_set,
            at: output.at,
            of: "the OUTPUT statement",
            columns: &facts.columns,
        });
        let made: Vec<_> = made.collect();
        let keys = [&parts.by[..], &parts.classes].concat();
        let body = &self.statements.body;
        making_step(
            self.lowering,
            data,
            StepVariables(read),
            &keys,
            body,
            &made,
            at,
        )
    }

    pub(super) fn output(
        &self,
        step: &DataStep,
        OutputFacts { columns, named }: &OutputFacts,
    ) -> Result<MeansOutput> {
        let of_statistics = || columns.iter().any(|column| column.name == "_STAT_");
        let content = match named.is_empty() && of_statistics() {
            true => MeansContent::Five(text_of(step, "_STAT_").ok_or_else(|| self.lost("_STAT_"))?),
            false => {
                let chosen = named.iter().map(|named| {
                    let slot = number_of(step, &named.name);
                    let slot = slot.ok_or_else(|| self.lost(&named.name))?;
                    Ok((slot, named.statistic, named.variable))
                });
                MeansContent::Chosen(chosen.collect::<Result<_>>()?)
            }
        };
        Ok(MeansOutput {
            of_type: number_of(step, "_TYPE_").ok_or_else(|| self.lost("_TYPE_"))?,
            frequency: number_of(step, "_FREQ_").ok_or_else(|| self.lost("_FREQ_"))?,
            content,
        })
    }

    pub(super) fn lost(&self, name: &str) -> Diagnostic {
        let message = format!("{name} cannot be a variable of an output data set here");
        Diagnostic::error(self.lowering.procedure.at, message)
    }
}

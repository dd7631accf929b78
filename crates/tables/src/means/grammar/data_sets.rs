//! The output data sets: their columns, and the slots of the statistics.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::VariableList;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::output::{Output, OutputColumn};

use super::build::Build;
use super::output::{NamedStatistic, Output as OutputStatement};
use super::roles::Roles;
use crate::means::{MeansContent, MeansOutput};

/// The length of `_STAT_` in bytes.
const STATISTIC_BYTES: u32 = 8;

impl Build<'_, '_> {
    /// Adds the data sets of the OUTPUT statements.
    pub(super) fn outputs(&mut self, input: &mut Input, roles: &Roles) -> Result<Vec<MeansOutput>> {
        let keys = [&roles.by[..], &roles.classes].concat();
        let mut outputs = Vec::with_capacity(self.statements.outputs.len());
        for output in &self.statements.outputs {
            let variables = input.variables();
            let own_keys = keys.iter().map(|&key| variables.variable(key));
            let mut columns: Vec<_> = own_keys.map(OutputColumn::variable).collect();
            columns.extend(["_TYPE_", "_FREQ_"].map(OutputColumn::number));
            let warnings = &mut self.lowering.diagnostics;
            let named = named(output, variables, roles, &columns, warnings)?;
            match &named {
                Some(named) => columns.extend(named.iter().map(|named| {
                    let index = roles.analysis[named.variable];
                    statistic_column(output, variables, index, named)
                })),
                None if roles.analysis.is_empty() => {}
                None => {
                    columns.push(OutputColumn::character("_STAT_", STATISTIC_BYTES));
                    columns.extend(roles.analysis.iter().map(|&index| {
                        let variable = variables.variable(index);
                        OutputColumn::variable(variable).described(variable.label.clone(), variable.format.clone())
                    }));
                }
            }
            let slots = input.add_output(
                self.lowering,
                &Output {
                    data_set: &output.data_set,
                    at: output.at,
                    of: "the OUTPUT statement",
                    keys: &keys,
                    columns: &columns,
                },
            )?;
            let content = match &named {
                None if !roles.analysis.is_empty() => MeansContent::Five(slots.character_of("_STAT_")),
                _ => {
                    let named = named.unwrap_or_default();
                    let chosen = slots.last_numbers(named.len()).zip(&named);
                    let chosen = chosen.map(|(slot, named)| (slot, named.statistic, named.variable));
                    MeansContent::Chosen(chosen.collect())
                }
            };
            outputs.push(MeansOutput {
                of_type: slots.number_of("_TYPE_"),
                frequency: slots.number_of("_FREQ_"),
                content,
            });
        }
        Ok(outputs)
    }
}

/// Returns the statistics of an OUTPUT statement; `None` if it names none. `columns` are the columns before them.
fn named(
    output: &OutputStatement,
    variables: InputVariables<'_>,
    roles: &Roles,
    columns: &[OutputColumn],
    warnings: &mut Vec<Diagnostic>,
) -> Result<Option<Vec<NamedStatistic>>> {
    if output.requests.is_empty() {
        return Ok(None);
    }
    let taken = columns.iter().map(|column| column.name.to_uppercase());
    let mut taken: Vec<String> = taken.collect();
    let names = roles.analysis.iter();
    let names: Vec<String> = names.map(|&index| variables.name(index).to_owned()).collect();
    let chosen = |lists: &[VariableList]| {
        let chosen = variables.chosen(lists)?.into_iter();
        let places = chosen.map(|index| {
            let mut analysis = roles.analysis.iter();
            analysis.position(|&other| other == index).ok_or_else(|| {
                let name = variables.name(index).to_uppercase();
                let message = format!("{name} is not an analysis variable of VAR");
                Diagnostic::error(output.at, message)
            })
        });
        places.collect()
    };
    output.named(&names, chosen, &mut taken, warnings).map(Some)
}

/// Returns the column of a statistic of the variable at `index`.
fn statistic_column(
    output: &OutputStatement,
    variables: InputVariables<'_>,
    index: usize,
    named: &NamedStatistic,
) -> OutputColumn {
    let variable = variables.variable(index);
    let label = match (output.auto_label, variable.label.is_empty()) {
        (false, _) => variable.label.clone(),
        (true, true) => format!("{} {}", variable.name, named.statistic.label()),
        (true, false) => format!("{} {}", variable.label, named.statistic.label()),
    };
    let format = variable.format.clone();
    let format = format.filter(|_| named.statistic.keeps_format());
    OutputColumn::number(&named.name).described(label, format)
}

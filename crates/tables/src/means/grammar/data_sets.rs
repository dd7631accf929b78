//! The output data sets: their columns, and the slots of the statistics.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::VariableList;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::output::{Output, OutputColumn, OutputSlots};
use feedrate_program::Slot;
use feedrate_values::Kind;

use super::build::Build;
use super::named_selections::{NamedSelection, of_ids};
use super::output::{NamedStatistic, Output as OutputStatement};
use super::roles::Roles;
use crate::aggregate::{Selection, words_before};
use crate::means::request::{MeansSelections, SelectedValue};
use crate::means::{MeansContent, MeansOutput};

/// The length of `_STAT_` in bytes.
const STATISTIC_BYTES: u32 = 8;

impl Build<'_, '_> {
    /// Adds the data sets of the OUTPUT statements, and returns them with the observations that are selected for them.
    pub(super) fn outputs(&mut self, input: &mut Input, roles: &Roles) -> Result<(Vec<MeansOutput>, MeansSelections)> {
        let mut selected = MeansSelections::default();
        let mut outputs = Vec::with_capacity(self.statements.outputs.len());
        for number in 0..self.statements.outputs.len() {
            outputs.push(self.output(number, input, roles, &mut selected)?);
        }
        Ok((outputs, selected))
    }

    /// Adds the data set of an OUTPUT statement.
    fn output(
        &mut self,
        number: usize,
        input: &mut Input,
        roles: &Roles,
        selected: &mut MeansSelections,
    ) -> Result<MeansOutput> {
        let output = &self.statements.outputs[number];
        let variables = input.variables();
        let keys = [&roles.by[..], &roles.classes].concat();
        let mut columns = key_columns(output, variables, roles, self.options.character_types);
        let warnings = &mut self.lowering.diagnostics;
        let (named, chosen) = named(output, variables, roles, &columns, warnings)?;
        let before = columns.len();
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
        let behind = columns.len();
        columns.extend(chosen.iter().map(|own| selection_column(variables, own)));
        let mut values: Vec<SelectedValue> = Vec::new();
        if let Some(selection) = of_ids(&roles.ids, self.options.least_ids, variables) {
            for &index in &roles.ids {
                let slot = variables.variable(index).slot;
                values.push(selected.value(&selection, 0, Some(slot), slot));
            }
        }
        let sources: Vec<Option<Slot>> = chosen
            .iter()
            .map(|own| own.variable.map(|index| variables.variable(index).slot))
            .collect();
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
        for (place, (own, source)) in chosen.iter().zip(sources).enumerate() {
            values.push(selected.value(&own.selection, own.rank, source, slots.at(behind + place)));
        }
        Ok(MeansOutput {
            of_type: last_named(&columns, &slots, "_TYPE_"),
            frequency: slots.number_of("_FREQ_"),
            way: output.ways.then(|| slots.number_of("_WAY_")),
            level: output.levels.then(|| slots.number_of("_LEVEL_")),
            content: content(named, roles, &slots, before),
            selected: values,
        })
    }
}

/// Returns the columns before the statistics.
fn key_columns(
    output: &OutputStatement,
    variables: InputVariables<'_>,
    roles: &Roles,
    character_types: bool,
) -> Vec<OutputColumn> {
    let own_keys = [&roles.by[..], &roles.ids, &roles.classes].concat();
    let own_keys = own_keys.iter().map(|&key| variables.variable(key));
    let mut columns: Vec<_> = own_keys.map(OutputColumn::variable).collect();
    if output.ways {
        columns.push(OutputColumn::number("_WAY_"));
    }
    columns.push(match character_types && !roles.classes.is_empty() {
        true => OutputColumn::character("_TYPE_", roles.classes.len() as u32),
        false => OutputColumn::number("_TYPE_"),
    });
    if output.levels {
        columns.push(OutputColumn::number("_LEVEL_"));
    }
    columns.push(OutputColumn::number("_FREQ_"));
    columns
}

/// Returns the slot of the last column of a name.
fn last_named(columns: &[OutputColumn], slots: &OutputSlots, name: &str) -> Slot {
    let place = columns.iter().rposition(|column| column.name == name);
    slots.at(place.expect("each data set has _TYPE_"))
}

/// Returns what the observations have; the statistics begin at column `before`.
fn content(named: Option<Vec<NamedStatistic>>, roles: &Roles, slots: &OutputSlots, before: usize) -> MeansContent {
    match named {
        None if !roles.analysis.is_empty() => MeansContent::Default(slots.character_of("_STAT_")),
        named => {
            let named = named.unwrap_or_default().into_iter().enumerate();
            let chosen = named.filter_map(|(place, named)| match slots.at(before + place) {
                Slot::Number(slot) => Some((slot, named.statistic, named.variable)),
                Slot::Text(_) => None,
            });
            MeansContent::Chosen(chosen.collect())
        }
    }
}

/// Returns the statistics of an OUTPUT statement, `None` if it names nothing, and the values of selected observations.
/// `columns` are the columns before them.
fn named(
    output: &OutputStatement,
    variables: InputVariables<'_>,
    roles: &Roles,
    columns: &[OutputColumn],
    warnings: &mut Vec<Diagnostic>,
) -> Result<(Option<Vec<NamedStatistic>>, Vec<NamedSelection>)> {
    if output.requests.is_empty() && output.selections.is_empty() {
        return Ok((None, Vec::new()));
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
    let statistics = output.named(&names, chosen, &mut taken, warnings)?;
    let mut selections = Vec::new();
    for request in &output.selections {
        for own in request.named(variables, roles)? {
            let upper = own.name.to_uppercase();
            if taken.contains(&upper) {
                let message = format!("Variable {} already exists in the output data set.", own.name);
                return Err(Diagnostic::error(request.at, message).with_hint("give the value another name"));
            }
            taken.push(upper);
            selections.push(own);
        }
    }
    Ok((Some(statistics), selections))
}

/// Returns the column of a value of a selected observation.
fn selection_column(variables: InputVariables<'_>, own: &NamedSelection) -> OutputColumn {
    let Some(index) = own.variable else {
        return OutputColumn::number(&own.name);
    };
    let variable = variables.variable(index);
    let column = match variable.slot.kind() {
        Kind::Number => OutputColumn::number(&own.name),
        Kind::Text => OutputColumn::character(&own.name, variable.stored_length),
    };
    column.described(variable.label.clone(), variable.format.clone())
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
        (false, _) if output.is_plain => String::new(),
        (false, _) => variable.label.clone(),
        (true, true) => format!("{} {}", variable.name, named.statistic.label()),
        (true, false) => format!("{} {}", variable.label, named.statistic.label()),
    };
    let format = variable.format.clone();
    let format = format.filter(|_| named.statistic.keeps_format() && !output.is_plain);
    OutputColumn::number(&named.name).described(label, format)
}

impl MeansSelections {
    /// Returns the value of a variable of a selected observation, or the observation's number, which goes to a slot.
    fn value(&mut self, selection: &Selection, rank: usize, source: Option<Slot>, slot: Slot) -> SelectedValue {
        let same = |other: &Selection| {
            (&other.keys, other.complete, other.last, other.count)
                == (&selection.keys, selection.complete, selection.last, selection.count)
        };
        let number = self.selections.iter().position(same).unwrap_or_else(|| {
            self.selections.push(selection.clone());
            self.selections.len() - 1
        });
        let word = source.map(|source| {
            let place = self.ids.iter().position(|&other| other == source).unwrap_or_else(|| {
                self.ids.push(source);
                self.ids.len() - 1
            });
            words_before(&self.ids, place)
        });
        SelectedValue {
            selection: number,
            rank,
            word,
            slot,
        }
    }
}

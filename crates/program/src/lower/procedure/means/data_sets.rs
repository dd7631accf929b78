//! The output data sets: their columns, and the step that makes them.

use feedrate_dataset::Schema;
use feedrate_steps::ir::{DataStep, NumberSlot, Slot, StaticNote, Store, TextSlot, Write};
use feedrate_steps::procedure::{MeansContent, MeansOutput};
use feedrate_values::{Kind, Spec};

use super::super::input::{StepVariables, reading_step};
use super::build::Build;
use super::output::Named;
use super::parts::Parts;
use crate::diagnostic::Diagnostic;
use crate::lower::list::Roster;
use crate::lower::name::is_word;
use crate::parse::cursor::Result;
use crate::source::Position;
use crate::tree::{
    DataSet, DataSetOption, LengthItem, OptionValue, Statement, StatementKind, VariableList,
    VariableRange,
};

/// Bytes of `_STAT_`.
const STATISTIC_BYTES: u32 = 8;

/// What an output data set has.
pub(super) struct OutputFacts {
    columns: Vec<OutputColumn>,
    /// The statistics among them.
    named: Vec<Named>,
}

/// A column of an output data set, before its options act.
struct OutputColumn {
    name: String,
    /// What a statistic is labelled and shown by; absent of a variable that is as it was read.
    attributes: Option<(String, Option<Spec>)>,
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
        for output in &self.said.outputs {
            let mut columns = Vec::new();
            let groups = parts.by.iter().chain(&parts.classes);
            columns.extend(groups.map(|&index| OutputColumn {
                name: variables.name(index).to_owned(),
                attributes: None,
            }));
            let own = |name: &str| OutputColumn {
                name: name.to_owned(),
                attributes: Some((String::new(), None)),
            };
            columns.extend([own("_TYPE_"), own("_FREQ_")]);
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
                named = output.named(&names, chosen, &mut taken, &mut self.words.diagnostics)?;
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
                    }
                }));
            } else if !parts.analysis.is_empty() {
                columns.push(own("_STAT_"));
                columns.extend(parts.analysis.iter().map(|&index| {
                    let variable = variables.variable(index);
                    OutputColumn {
                        name: variable.name.clone(),
                        attributes: Some((variable.label.clone(), variable.format.clone())),
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
        mut data: DataSet,
        read: &DataStep,
        parts: &Parts,
        facts: &[OutputFacts],
        at: Position,
    ) -> Result<DataStep> {
        let variables = StepVariables(read);
        let mut lengths: Vec<LengthItem> = Vec::new();
        let mut in_the_way: Vec<VariableList> = Vec::new();
        let mut met: Vec<String> = Vec::new();
        let outputs = self.said.outputs.iter().zip(facts);
        let columns = outputs.flat_map(|(output, facts)| {
            let columns = facts.columns.iter();
            columns.map(|column| (output.at, column))
        });
        for (output_at, column) in columns {
            let upper = column.name.to_uppercase();
            if column.attributes.is_none() || met.contains(&upper) {
                continue;
            }
            let is_text = upper == "_STAT_";
            let own = VariableList {
                range: VariableRange::One(column.name.clone()),
                at,
            };
            let known = variables.position(&column.name);
            if known
                .is_some_and(|index| parts.by.contains(&index) || parts.classes.contains(&index))
            {
                let message = format!(
                    "{upper} is a name of an output variable and of a CLASS or BY variable"
                );
                return Err(Diagnostic::error(output_at, message));
            }
            // A variable of the data set that is in the way, and is of no use, is not read.
            let kind = known.and_then(|index| variables.kind(index));
            let is_other_kind = kind.is_some_and(|kind| (kind == Kind::Text) != is_text);
            if is_other_kind {
                in_the_way.push(own.clone());
            }
            if known.is_none() || is_other_kind {
                lengths.push(LengthItem {
                    variables: vec![own],
                    text: is_text,
                    length: if is_text { STATISTIC_BYTES } else { 8 },
                    at,
                });
            }
            met.push(upper);
        }
        if !in_the_way.is_empty() {
            data.options.push(DataSetOption {
                name: "DROP".into(),
                value: OptionValue::Variables(in_the_way),
                at,
            });
        }
        let mut body = self.said.body.clone();
        if !lengths.is_empty() {
            body.push(Statement {
                kind: StatementKind::Length(lengths),
                at,
            });
        }
        let data_sets = self.said.outputs.iter().zip(facts).map(|(output, facts)| {
            let mut data_set = output.data_set.clone();
            let own = facts.columns.iter().map(|column| VariableList {
                range: VariableRange::One(column.name.clone()),
                at,
            });
            let keep = DataSetOption {
                name: "KEEP".into(),
                value: OptionValue::Variables(own.collect()),
                at,
            };
            data_set.options.insert(0, keep);
            data_set
        });
        let data_sets = data_sets.collect();
        let mut step = reading_step(self.words, data, data_sets, &body, at)?;
        // What the procedure computes has a value.
        step.notes
            .retain(|note| !matches!(note, StaticNote::Uninitialized(_)));
        let mut outputs = self.said.outputs.iter();
        if let Some(output) = outputs.find(|output| is_word(&output.data_set, "_NULL_")) {
            let message = "_NULL_ cannot stand in OUT= of the OUTPUT statement";
            return Err(Diagnostic::error(output.data_set.member.at, message));
        }
        let mut writes = std::mem::take(&mut step.writes);
        let arranged = writes.iter_mut().zip(facts).zip(&self.said.outputs);
        for ((write, facts), output) in arranged {
            arrange(write, &step, &facts.columns)
                .map_err(|why| Diagnostic::error(output.at, why))?;
        }
        step.writes = writes;
        Ok(step)
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
        Diagnostic::error(self.words.procedure.at, message)
    }
}

/// Puts the columns of an output data set in their order, which is not that of the step, and gives those
/// of statistics their length and their attributes. The options of the data set have acted already.
fn arrange(
    write: &mut Write,
    step: &DataStep,
    columns: &[OutputColumn],
) -> std::result::Result<(), String> {
    let variables = StepVariables(step);
    let place_of = |slot: Slot| {
        columns.iter().position(|column| {
            let index = variables.position(&column.name);
            index.is_some_and(|index| variables.variable(index).slot == slot)
        })
    };
    let schema = std::mem::replace(
        &mut write.schema,
        Schema::lay_out(Vec::new()).map_err(|error| error.to_string())?,
    );
    let stored = schema.into_variables().into_iter().zip(&write.stores);
    let mut stored: Vec<_> = stored
        .map(|(variable, store)| (place_of(store.slot), variable, store.slot))
        .collect();
    stored.sort_by_key(|(place, ..)| *place);
    let mut slots = Vec::with_capacity(stored.len());
    let mut arranged = Vec::with_capacity(stored.len());
    for (place, mut variable, slot) in stored {
        if let Some((label, format)) = place.and_then(|place| columns[place].attributes.clone()) {
            variable.label = label;
            variable.format = format;
            variable.informat = None;
            if variable.kind == Kind::Number {
                variable.length = 8;
            }
        }
        slots.push(slot);
        arranged.push(variable);
    }
    write.schema = Schema::lay_out(arranged).map_err(|error| error.to_string())?;
    write.stores = (0..)
        .zip(slots)
        .map(|(column, slot)| Store { slot, column })
        .collect();
    Ok(())
}

fn slot_of(step: &DataStep, name: &str) -> Option<Slot> {
    let variables = StepVariables(step);
    let index = variables.position(name)?;
    Some(variables.variable(index).slot)
}

fn number_of(step: &DataStep, name: &str) -> Option<NumberSlot> {
    match slot_of(step, name)? {
        Slot::Number(slot) => Some(slot),
        Slot::Text(_) => None,
    }
}

fn text_of(step: &DataStep, name: &str) -> Option<TextSlot> {
    match slot_of(step, name)? {
        Slot::Text(slot) => Some(slot),
        Slot::Number(_) => None,
    }
}

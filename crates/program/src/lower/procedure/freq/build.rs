//! What is asked for, of the variables that are there.

use feedrate_steps::ir::{DataStep, Slot};
use feedrate_steps::procedure::{
    Aggregation, AnalysisVariable, ClassVariable, Divisor, Freq, FreqListing, FreqTable,
    FreqVariable, GroupVariable, MOST_CLASSES, QuantileDefinition,
};
use feedrate_values::Kind;

use super::super::input::{StepVariables, reading_step, shown_by, special_data_set};
use super::super::made::{Made, OutputColumn, making_step};
use super::super::words::Words;
use super::output::{columns, output};
use super::requests::tables;
use super::said::{FreqOptions, Said};
use super::table_options::TableOptions;
use crate::diagnostic::Diagnostic;
use crate::lower::list::Roster;
use crate::parse::cursor::Result;
use crate::source::Position;

/// A request that is put together.
pub(super) struct Build<'w, 'p> {
    pub words: &'w mut Words<'p>,
    pub options: FreqOptions,
    pub said: Said,
}

/// The variables by the parts that they play, as places among those of a step.
struct Parts {
    by: Vec<usize>,
    weight: Option<usize>,
    /// Those of all tables, each once.
    classes: Vec<usize>,
    tables: Vec<TablePart>,
}

/// A table, by its variables.
struct TablePart {
    variables: Vec<usize>,
    /// Which TABLES statement asks for it; none of one that no statement does.
    statement: Option<usize>,
    /// Whether it is the last of its statement, which OUT= is of.
    is_last: bool,
}

impl Build<'_, '_> {
    pub(super) fn freq(mut self) -> Result<Freq> {
        let at = self.words.procedure.at;
        let data = self.options.data.take();
        let data = data.unwrap_or_else(|| special_data_set("_LAST_", at));
        // The variables are needed before it is known what is made of them.
        let told = self.words.diagnostics.len();
        let nothing = vec![special_data_set("_NULL_", at)];
        let read = reading_step(self.words, data.clone(), nothing, &self.said.body, at)?;
        let parts = self.parts(StepVariables(&read))?;
        let outputs: Vec<_> = parts
            .tables
            .iter()
            .filter(|part| part.is_last)
            .filter_map(|part| {
                let tables = &self.said.tables[part.statement?];
                let out = tables.options.out.as_ref()?;
                let variables = StepVariables(&read);
                let columns = columns(variables, &parts.by, &part.variables, &tables.options);
                Some((out, columns))
            })
            .collect();
        if outputs.is_empty() {
            return self.request(read, &parts);
        }
        // What is to be said of the reading is said again with the outputs.
        self.words.diagnostics.truncate(told);
        let made: Vec<Made<'_>> = outputs.iter().map(made).collect();
        let keys = [&parts.by[..], &parts.classes].concat();
        let variables = StepVariables(&read);
        let body = &self.said.body;
        let step = making_step(self.words, data, variables, &keys, body, &made, at)?;
        let parts = self.parts(StepVariables(&step))?;
        self.request(step, &parts)
    }

    fn parts(&self, variables: StepVariables<'_>) -> Result<Parts> {
        let by = self.said.by.iter().map(|name| variables.one(name));
        let by = by.collect::<Result<Vec<_>>>()?;
        let mut weight = None;
        if let Some(name) = &self.said.weight {
            let index = variables.one(name)?;
            if variables.kind(index) != Some(Kind::Number) {
                let upper = name.text.to_uppercase();
                let message = format!(
                    "Variable {upper} in list does not match type prescribed for this list: WEIGHT takes numbers."
                );
                return Err(Diagnostic::error(name.at, message));
            }
            weight = Some(index);
        }
        let mut all: Vec<(TablePart, Position)> = Vec::new();
        for (statement, said) in self.said.tables.iter().enumerate() {
            for (variables, at) in tables(&said.requests, variables)? {
                let part = TablePart {
                    variables,
                    statement: Some(statement),
                    is_last: false,
                };
                all.push((part, at));
            }
            if let Some((part, _)) = all.last_mut() {
                part.is_last = part.statement == Some(statement);
            }
        }
        if self.said.tables.is_empty() {
            let others = (0..variables.count()).filter(|index| {
                variables.is_listed(*index) && !by.contains(index) && weight != Some(*index)
            });
            all.extend(others.map(|index| {
                let part = TablePart {
                    variables: vec![index],
                    statement: None,
                    is_last: false,
                };
                (part, self.words.procedure.at)
            }));
        }
        let mut classes = Vec::new();
        for (part, at) in &all {
            for &index in &part.variables {
                if by.contains(&index) || weight == Some(index) {
                    let name = variables.name(index).to_uppercase();
                    let message = format!(
                        "{name} is a variable of BY or WEIGHT, and cannot be one of a table"
                    );
                    return Err(Diagnostic::error(*at, message));
                }
                if classes.contains(&index) {
                    continue;
                }
                if classes.len() == MOST_CLASSES {
                    let message = "the tables have more than 32 variables in all";
                    return Err(Diagnostic::error(*at, message)
                        .with_hint("run PROC FREQ for some of the tables at a time"));
                }
                classes.push(index);
            }
        }
        Ok(Parts {
            by,
            weight,
            classes,
            tables: all.into_iter().map(|(part, _)| part).collect(),
        })
    }

    fn request(self, step: DataStep, parts: &Parts) -> Result<Freq> {
        let at = self.words.procedure.at;
        let variables = StepVariables(&step);
        let classes = parts.classes.iter().map(|&index| {
            let variable = variables.variable(index);
            Ok(ClassVariable {
                heading: variable.name.clone(),
                slot: variable.slot,
                format: shown_by(variable, self.words, at)?,
                formatted: variable.format.is_some(),
                order: self.options.order,
                descending: false,
                missing: true,
            })
        });
        let classes: Vec<_> = classes.collect::<Result<_>>()?;
        let flags = step.reads.iter().flat_map(|read| &read.by);
        let groups = flags.zip(&parts.by).map(|(by, &index)| {
            let variable = variables.variable(index);
            Ok(GroupVariable {
                heading: variable.name.clone(),
                last: by.last,
                slot: variable.slot,
                format: shown_by(variable, self.words, at)?,
            })
        });
        let groups: Vec<_> = groups.collect::<Result<_>>()?;
        let weight = parts.weight.map(|index| {
            let variable = variables.variable(index);
            match variable.slot {
                Slot::Number(slot) => Ok(AnalysisVariable {
                    name: variable.name.clone(),
                    label: variable.label.clone(),
                    slot,
                }),
                Slot::Text(_) => {
                    let name = variable.name.to_uppercase();
                    let message =
                        format!("{name} cannot be a variable of OUT= and be the weight here");
                    Err(Diagnostic::error(at, message))
                }
            }
        });
        let (mut requests, mut types, mut number) = (Vec::new(), Vec::new(), 0);
        for part in &parts.tables {
            let places = part.variables.iter().filter_map(|index| {
                let mut classes = parts.classes.iter();
                classes.position(|class| class == index)
            });
            let places: Vec<usize> = places.collect();
            let bits = places.iter().fold(0_u64, |bits, place| {
                bits | 1 << (parts.classes.len() - 1 - place)
            });
            types.push(bits);
            let statement = part.statement.map(|statement| &self.said.tables[statement]);
            let default = TableOptions::default();
            let options = statement.map_or(&default, |tables| &tables.options);
            let mut made = None;
            if let (true, Some(statement), true) = (part.is_last, statement, options.out.is_some())
            {
                made = Some(output(&step, number, places.len(), options, statement.at)?);
                number += 1;
            }
            requests.push(FreqTable {
                classes: places,
                missing: options.missing,
                sparse: options.sparse,
                listing: self.listing(options),
                output: made,
            });
        }
        types.sort_unstable();
        types.dedup();
        let names = parts.classes.iter().map(|&index| {
            let variable = variables.variable(index);
            FreqVariable {
                name: variable.name.clone(),
                label: variable.label.clone(),
            }
        });
        let freq = Freq {
            variables: names.collect(),
            by_frequency: self.options.by_frequency,
            zeros: self.said.zeros,
            tables: requests,
            aggregation: Aggregation {
                variables: weight.into_iter().collect::<Result<_>>()?,
                classes,
                types,
                groups,
                frequency: None,
                weight: None,
                exclude_weightless: false,
                divisor: Divisor::default(),
                alpha: 0.05,
                definition: QuantileDefinition::default(),
                threads: self.options.threads,
                step,
            },
        };
        Ok(freq)
    }

    /// What is listed; nothing with NOPRINT.
    fn listing(&self, options: &TableOptions) -> Option<FreqListing> {
        let is_listed = !self.options.no_print && !options.no_print;
        is_listed.then_some(FreqListing {
            list: options.list,
            frequencies: !options.no_frequencies,
            expected: options.expected,
            percents: !options.no_percents,
            of_row: !options.no_row,
            of_column: !options.no_column,
            cumulative: !options.no_cumulative,
            chi_square: options.chi_square,
            fisher: options.fisher,
            warning: !options.no_warning,
        })
    }
}

fn made<'m>((out, columns): &'m (&'m crate::tree::DataSet, Vec<OutputColumn>)) -> Made<'m> {
    Made {
        data_set: out,
        at: out.member.at,
        of: "PROC FREQ",
        columns,
    }
}

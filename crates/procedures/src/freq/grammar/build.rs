//! What is asked for, of the variables that are there.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_steps::ir::{DataStep, Slot};

use super::output::{columns, output};
use super::parts::Parts;
use super::statements::{FreqOptions, Statements};
use super::table_options::TableOptions;
use crate::aggregate::{
    Aggregation, AnalysisVariable, ClassVariable, Divisor, GroupVariable, QuantileDefinition,
};
use crate::freq::{Freq, FreqListing, FreqTable, FreqVariable};
use crate::grammar::input::{StepVariables, reading_step, shown_by, special_data_set};
use crate::grammar::lowering::Lowering;
use crate::grammar::made::{Made, OutputColumn, making_step};

/// A request that is put together.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut Lowering<'p>,
    pub options: FreqOptions,
    pub statements: Statements,
}

impl Build<'_, '_> {
    pub(super) fn freq(mut self) -> Result<Freq> {
        let at = self.lowering.procedure.at;
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
        let parts = Parts::of(&self.statements, StepVariables(&read), at)?;
        let outputs: Vec<_> = parts
            .tables
            .iter()
            .filter(|part| part.is_last)
            .filter_map(|part| {
                let tables = &self.statements.tables[part.statement?];
                let out = tables.options.out.as_ref()?;
                let variables = StepVariables(&read);
                let table = part.classes.iter().map(|&place| parts.classes[place]);
                let table: Vec<usize> = table.collect();
                let columns = columns(variables, &parts.by, &table, &tables.options);
                Some((out, columns))
            })
            .collect();
        if outputs.is_empty() {
            return self.request(read, parts);
        }
        // What is to be said of the reading is said again with the outputs.
        self.lowering.diagnostics.truncate(told);
        let made: Vec<Made<'_>> = outputs.iter().map(made).collect();
        let keys = [&parts.by[..], &parts.classes].concat();
        let variables = StepVariables(&read);
        let body = &self.statements.body;
        let step = making_step(self.lowering, data, variables, &keys, body, &made, at)?;
        let parts = Parts::of(&self.statements, StepVariables(&step), at)?;
        self.request(step, parts)
    }

    fn request(self, step: DataStep, parts: Parts) -> Result<Freq> {
        let at = self.lowering.procedure.at;
        let variables = StepVariables(&step);
        let classes = parts.classes.iter().map(|&index| {
            let variable = variables.variable(index);
            Ok(ClassVariable {
                heading: variable.name.clone(),
                slot: variable.slot,
                format: shown_by(variable, self.lowering, at)?,
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
                format: shown_by(variable, self.lowering, at)?,
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
        let (mut requests, mut number) = (Vec::new(), 0);
        for part in &parts.tables {
            let statement = part
                .statement
                .map(|statement| &self.statements.tables[statement]);
            let default = TableOptions::default();
            let options = statement.map_or(&default, |tables| &tables.options);
            let mut made = None;
            if let (true, Some(statement), true) = (part.is_last, statement, options.out.is_some())
            {
                made = Some(output(
                    &step,
                    number,
                    part.classes.len(),
                    options,
                    statement.at,
                )?);
                number += 1;
            }
            requests.push(FreqTable {
                classes: part.classes.clone(),
                crossing: part.crossing,
                missing: options.missing,
                sparse: options.sparse,
                listing: self.listing(options),
                output: made,
            });
        }
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
            zeros: self.statements.zeros,
            tables: requests,
            aggregation: Aggregation {
                variables: weight.into_iter().collect::<Result<_>>()?,
                classes,
                crossings: parts.crossings,
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

fn made<'m>(
    (out, columns): &'m (&'m feedrate_language::tree::DataSet, Vec<OutputColumn>),
) -> Made<'m> {
    Made {
        data_set: out,
        at: out.member.at,
        of: "PROC FREQ",
        columns,
    }
}

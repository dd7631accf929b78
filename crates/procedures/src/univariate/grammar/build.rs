//! What is asked for, of the variables that are there.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_lower::list::Roster;
use feedrate_steps::ir::{DataStep, NumberSlot, Slot};

use super::options::UnivariateOptions;
use super::output::Named;
use super::parts::Parts;
use super::statements::Statements;
use crate::aggregate::{Aggregation, AnalysisVariable, ClassVariable, CrossedClasses, Statistic};
use crate::grammar::input::{StepVariables, reading_step, shown_by, special_data_set};
use crate::grammar::lowering::Lowering;
use crate::grammar::made::{Made, OutputColumn, making_step, number_of};
use crate::linear::grammar::groups;
use crate::univariate::{Univariate, UnivariateFigure, UnivariateId, UnivariateOutput};

/// A request that is put together.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut Lowering<'p>,
    pub options: UnivariateOptions,
    pub statements: Statements,
}

impl Build<'_, '_> {
    pub(super) fn univariate(mut self) -> Result<Univariate> {
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
        let among = StepVariables(&read);
        let parts = self.parts(among)?;
        if self.statements.outputs.is_empty() {
            return self.request(read, &parts, Vec::new());
        }
        // What is to be said of the reading is said again with the outputs.
        self.lowering.diagnostics.truncate(told);
        let (mut all, mut columns) = (Vec::new(), Vec::new());
        for output in &self.statements.outputs {
            let (named, own) = self.output(among, &parts, output)?;
            all.push(named);
            columns.push(own);
        }
        let outputs = self.statements.outputs.iter().zip(&columns);
        let made = outputs.map(|(output, columns)| Made {
            data_set: &output.data_set,
            at: output.at,
            of: "the OUTPUT statement",
            columns,
        });
        let made: Vec<Made<'_>> = made.collect();
        let keys = [&parts.by[..], &parts.classes].concat();
        let step = making_step(
            self.lowering,
            data,
            among,
            &keys,
            &self.statements.body,
            &made,
            at,
        )?;
        let parts = self.parts(StepVariables(&step))?;
        self.request(step, &parts, all)
    }

    /// The figures of an OUTPUT statement, and the columns of its data set.
    fn output(
        &self,
        among: StepVariables<'_>,
        parts: &Parts,
        output: &super::output::Output,
    ) -> Result<(Vec<Named>, Vec<OutputColumn>)> {
        let keys = parts.by.iter().chain(&parts.classes);
        let names: Vec<&str> = keys.map(|&index| among.name(index)).collect();
        let taken: Vec<String> = names.iter().map(|name| name.to_uppercase()).collect();
        let all = parts.analysis.iter().map(|&index| {
            let variable = among.variable(index);
            (variable.name.clone(), variable.label.clone())
        });
        let all: Vec<_> = all.collect();
        let named = output.named(&all, &taken)?;
        let columns = names.into_iter().map(OutputColumn::as_read);
        let figures = named.iter().map(|named| {
            let format = among
                .variable(parts.analysis[named.variable])
                .format
                .clone();
            OutputColumn {
                attributes: Some((
                    named.label.clone(),
                    format.filter(|_| keeps_format(named.figure)),
                )),
                ..OutputColumn::number(&named.name)
            }
        });
        let columns = columns.chain(figures).collect();
        Ok((named, columns))
    }

    fn request(
        self,
        step: DataStep,
        parts: &Parts,
        outputs: Vec<Vec<Named>>,
    ) -> Result<Univariate> {
        let at = self.lowering.procedure.at;
        let among = StepVariables(&step);
        let lowering = &*self.lowering;
        let lost = |name: &str| {
            let message = format!("{name} cannot be a variable of an output data set here");
            Diagnostic::error(at, message)
        };
        let number = |index: usize| -> Result<NumberSlot> {
            match among.variable(index).slot {
                Slot::Number(slot) => Ok(slot),
                Slot::Text(_) => Err(lost(among.name(index))),
            }
        };
        let variables = parts.analysis.iter().map(|&index| {
            let variable = among.variable(index);
            Ok(AnalysisVariable {
                name: variable.name.clone(),
                label: variable.label.clone(),
                slot: number(index)?,
            })
        });
        let variables: Vec<_> = variables.collect::<Result<_>>()?;
        let classes = parts.classes.iter().zip(&self.statements.classes);
        let classes = classes.map(|(&index, statements)| {
            let variable = among.variable(index);
            Ok(ClassVariable {
                heading: variable.name.clone(),
                slot: variable.slot,
                format: shown_by(variable, lowering, at)?,
                formatted: variable.format.is_some(),
                order: statements.order,
                descending: false,
                missing: statements.missing,
            })
        });
        let classes: Vec<_> = classes.collect::<Result<_>>()?;
        let groups = groups(lowering, &step, &parts.by)?;
        let ids = parts.ids.iter().map(|&index| {
            let variable = among.variable(index);
            Ok(UnivariateId {
                name: variable.name.clone(),
                slot: variable.slot,
                format: shown_by(variable, lowering, at)?,
            })
        });
        let ids = ids.collect::<Result<_>>()?;
        let outputs = outputs.into_iter().map(|named| {
            let figures = named.into_iter().map(|named| {
                let slot = number_of(&step, &named.name).ok_or_else(|| lost(&named.name))?;
                Ok((slot, named.figure, named.variable))
            });
            Ok(UnivariateOutput {
                figures: figures.collect::<Result<_>>()?,
            })
        });
        let outputs = outputs.collect::<Result<_>>()?;
        let locations = &self.options.locations;
        let location = |place: usize| match locations[..] {
            [] => 0.0,
            [one] => one,
            _ => locations[place],
        };
        let alpha = self.options.alpha.unwrap_or(0.05);
        Ok(Univariate {
            locations: (0..variables.len()).map(location).collect(),
            extremes: self.options.extremes(),
            ids,
            normal: self.options.normal,
            intervals: self.options.intervals.map(|own| own.unwrap_or(alpha)),
            listing: !self.options.no_print,
            outputs,
            aggregation: Aggregation {
                crossings: vec![CrossedClasses::whole((0..classes.len()).collect())],
                classes,
                groups,
                frequency: parts.frequency.map(number).transpose()?,
                weight: parts.weight.map(number).transpose()?,
                exclude_weightless: self.options.exclude_weightless,
                divisor: self.options.divisor,
                alpha,
                definition: self.options.definition,
                threads: self.options.threads,
                variables,
                step,
            },
        })
    }
}

/// Whether the format of the variable shows a figure well.
fn keeps_format(figure: UnivariateFigure) -> bool {
    match figure {
        UnivariateFigure::Statistic(statistic) => {
            statistic.keeps_format() && statistic != Statistic::Sum
        }
        UnivariateFigure::Percentile(_) | UnivariateFigure::QuartileRange => true,
        _ => false,
    }
}

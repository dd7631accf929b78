//! Builds the request from the statements and the variables of the input.

use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::class_variable::class_variable;
use feedrate_procedure::grammar::input::{Input, InputVariables, shown_by};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};
use feedrate_procedure::variables::ClassVariable;

use super::options::UnivariateOptions;
use super::output::{NamedFigure, Output as OutputStatement};
use super::roles::Roles;
use super::statements::Statements;
use crate::aggregate::{Aggregation, CrossedClasses, Statistic};
use crate::univariate::{Univariate, UnivariateFigure, UnivariateId, UnivariateOutput};

/// The state of building a request.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut ProcedureLowering<'p>,
    pub options: UnivariateOptions,
    pub statements: Statements,
}

impl Build<'_, '_> {
    pub(super) fn univariate(mut self) -> Result<Univariate> {
        let data = self.options.data.take();
        let mut input = Input::new(self.lowering, data, &self.statements.body)?;
        let at = self.lowering.procedure.at;
        let roles = Roles::of(&self.statements, &self.options, input.variables(), at)?;
        let keys = [&roles.by[..], &roles.classes].concat();
        let mut outputs = Vec::with_capacity(self.statements.outputs.len());
        for output in &self.statements.outputs {
            let (named, columns) = columns(output, input.variables(), &roles, &keys)?;
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
            let figures = slots.last_numbers(named.len()).zip(named);
            let figures = figures.map(|(slot, named)| (slot, named.figure, named.variable));
            outputs.push(UnivariateOutput {
                figures: figures.collect(),
            });
        }
        self.request(input, &roles, outputs)
    }

    fn request(self, input: Input, roles: &Roles, outputs: Vec<UnivariateOutput>) -> Result<Univariate> {
        let at = self.lowering.procedure.at;
        let among = input.variables();
        let lowering = &*self.lowering;
        let number = |index: usize| among.number(index);
        let variables = roles.analysis.iter();
        let variables: Vec<_> = variables.map(|&index| among.analysis(index)).collect();
        let classes = roles.classes.iter().zip(&self.statements.classes);
        let classes = classes.map(|(&index, statements)| {
            Ok(ClassVariable {
                missing: statements.missing,
                ..class_variable(among, index, statements.order, lowering)?
            })
        });
        let classes: Vec<_> = classes.collect::<Result<_>>()?;
        let groups = input.groups(lowering, &roles.by)?;
        let ids = roles.ids.iter().map(|&index| {
            let variable = among.variable(index);
            Ok(UnivariateId {
                name: variable.name.clone(),
                slot: variable.slot,
                format: shown_by(variable, lowering, at)?,
            })
        });
        let ids = ids.collect::<Result<_>>()?;
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
                frequency: roles.frequency.map(number),
                weight: roles.weight.map(number),
                exclude_weightless: self.options.exclude_weightless,
                divisor: self.options.divisor,
                alpha,
                definition: self.options.definition,
                threads: self.options.threads,
                variables,
                step: input.into_step(),
            },
        })
    }
}

/// Returns the statistics of an OUTPUT statement, and the columns of its data set: the `keys`, then the statistics.
fn columns(
    output: &OutputStatement,
    among: InputVariables<'_>,
    roles: &Roles,
    keys: &[usize],
) -> Result<(Vec<NamedFigure>, Vec<OutputColumn>)> {
    let keys = keys.iter().map(|&key| among.variable(key));
    let columns: Vec<OutputColumn> = keys.map(OutputColumn::variable).collect();
    let taken = columns.iter().map(|column| column.name.to_uppercase());
    let taken: Vec<String> = taken.collect();
    let all = roles.analysis.iter().map(|&index| {
        let variable = among.variable(index);
        (variable.name.clone(), variable.label.clone())
    });
    let all: Vec<_> = all.collect();
    let named = output.named(&all, &taken)?;
    let figures = named.iter().map(|named| {
        let variable = among.variable(roles.analysis[named.variable]);
        let format = variable.format.clone();
        let format = format.filter(|_| keeps_format(named.figure));
        OutputColumn::number(&named.name).described(named.label.clone(), format)
    });
    let columns = columns.into_iter().chain(figures).collect();
    Ok((named, columns))
}

/// Returns whether a statistic is shown in the format of its variable.
fn keeps_format(figure: UnivariateFigure) -> bool {
    match figure {
        UnivariateFigure::Statistic(statistic) => statistic.keeps_format() && statistic != Statistic::Sum,
        UnivariateFigure::Percentile(_) | UnivariateFigure::QuartileRange => true,
        _ => false,
    }
}

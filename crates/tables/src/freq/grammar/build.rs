//! Builds the request from the statements and the variables of the input.

use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::class_variable::class_variable;
use feedrate_procedure::grammar::input::Input;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::variables::ClassVariable;
use feedrate_stats::Divisor;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use super::output::output;
use super::roles::Roles;
use super::statements::{FreqOptions, Statements};
use super::table_options::TableOptions;
use crate::aggregate::Aggregation;
use crate::freq::{Freq, FreqTable, FreqVariable};

/// The state of building a request.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut ProcedureLowering<'p>,
    pub options: FreqOptions,
    pub statements: Statements,
}

impl Build<'_, '_> {
    pub(super) fn freq(mut self) -> Result<Freq> {
        let data = self.options.data.take();
        let input = Input::new(self.lowering, data, &self.statements.body)?;
        let at = self.lowering.procedure.at;
        let roles = Roles::of(&self.statements, input.variables(), at)?;
        self.request(input, roles)
    }

    fn request(self, mut input: Input, roles: Roles) -> Result<Freq> {
        let mut requests = Vec::with_capacity(roles.tables.len());
        for part in &roles.tables {
            let statement = part.statement.map(|statement| &self.statements.tables[statement]);
            let default = TableOptions::default();
            let options = statement.map_or(&default, |tables| &tables.options);
            let mut made = None;
            if let (true, Some(out)) = (part.is_last, &options.out) {
                let table = part.classes.iter().map(|&place| roles.classes[place]);
                let keys: Vec<usize> = roles.by.iter().copied().chain(table).collect();
                let classes = part.classes.len();
                made = Some(output(self.lowering, &mut input, &keys, classes, options, out)?);
            }
            requests.push(FreqTable {
                classes: part.classes.clone(),
                crossing: part.crossing,
                missing: options.missing,
                sparse: options.sparse,
                listing: (!self.options.no_print && !options.no_print).then_some(options.listing),
                output: made,
            });
        }
        let variables = input.variables();
        let classes = roles.classes.iter().map(|&index| {
            Ok(ClassVariable {
                missing: true,
                ..class_variable(variables, index, self.options.order, self.lowering)?
            })
        });
        let names = roles.classes.iter().map(|&index| {
            let variable = variables.variable(index);
            FreqVariable {
                name: variable.name.clone(),
                label: variable.label.clone(),
            }
        });
        let weight = roles.weight.map(|index| variables.analysis(index));
        let freq = Freq {
            variables: names.collect(),
            by_frequency: self.options.by_frequency,
            zeros: self.statements.zeros,
            lists_levels: self.options.levels && !self.options.no_print,
            tables: requests,
            aggregation: Aggregation {
                variables: weight.into_iter().collect(),
                classes: classes.collect::<Result<_>>()?,
                crossings: roles.crossings,
                groups: input.groups(self.lowering, &roles.by)?,
                frequency: None,
                weight: None,
                exclude_weightless: false,
                divisor: Divisor::default(),
                alpha: 0.05,
                definition: QuantileDefinition::default(),
                threads: self.options.threads,
                step: input.into_step(),
            },
        };
        Ok(freq)
    }
}

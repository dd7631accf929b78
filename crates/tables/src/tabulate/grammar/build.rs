//! Builds the request from the statements and the variables of the input.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::class_variable::class_variable;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::variables::ClassVariable;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use super::options::TabulateOptions;
use super::output::{names, output};
use super::resolve::Resolver;
use super::roles::Roles;
use super::statements::Statements;
use crate::aggregate::{Aggregation, CrossedClasses, Statistic};
use crate::tabulate::{MOST_KINDS, TableFigure, Tabulate, TabulateOutput, TabulateTable};

/// The default format of cells.
const FORMAT: &str = "12.2";

/// The maximum number of types of a step.
const MOST_TYPES: usize = 1 << 16;

/// The state of building a request.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut ProcedureLowering<'p>,
    pub options: TabulateOptions,
    pub statements: Statements,
}

/// The statistics and types that the tables need.
#[derive(Default)]
struct TableNeeds {
    types: Vec<u64>,
    figures: Vec<TableFigure>,
    statistics: Vec<Statistic>,
}

impl<'p> Build<'_, 'p> {
    pub(super) fn tabulate(mut self) -> Result<Tabulate> {
        let at = self.lowering.procedure.at;
        if self.statements.tables.is_empty() {
            return Err(Diagnostic::error(at, "there is no TABLE statement"));
        }
        let data = self.options.data.take();
        let mut input = Input::new(self.lowering, data, &self.statements.body)?;
        let roles = Roles::of(&self.statements, &self.options, input.variables())?;
        let tables = self.tables(input.variables(), &roles)?;
        let needs = self.needs(&tables, &roles)?;
        let names = names(input.variables(), &roles, &needs.figures);
        let output = self.options.out.take().map(|out| {
            let figures = names.iter().cloned().zip(needs.figures.iter().copied());
            let figures: Vec<_> = figures.collect();
            output(self.lowering, &mut input, &roles, &figures, &out)
        });
        let output = output.transpose()?;
        let named = names.into_iter().zip(needs.figures.iter().copied());
        let named = named.collect();
        self.request(input, roles, tables, needs, named, output)
    }

    fn tables(&self, variables: InputVariables<'_>, roles: &Roles) -> Result<Vec<TabulateTable>> {
        let resolver = self.resolver(variables, roles);
        let tables = self.statements.tables.iter();
        tables.map(|table| resolver.table(table)).collect()
    }

    fn resolver<'r>(&'r self, variables: InputVariables<'r>, roles: &'r Roles) -> Resolver<'r, 'p> {
        Resolver {
            lowering: self.lowering,
            variables,
            roles,
            statements: &self.statements,
        }
    }

    /// Returns what the tables need; refuses invalid cells.
    fn needs(&self, tables: &[TabulateTable], roles: &Roles) -> Result<TableNeeds> {
        let mut needs = TableNeeds::default();
        for (table, statements) in tables.iter().zip(&self.statements.tables) {
            let refuse = |message: String| Diagnostic::error(statements.at, message);
            let own = table
                .needs()
                .map_err(|fault| refuse(format!("{fault}, in table {}.", self.number(statements))))?;
            let own = own.ok_or_else(|| refuse(format!("the table has more than {MOST_KINDS} kinds of cells")))?;
            needs.types.extend(own.types);
            for (_, figure) in own.figures {
                if !needs.figures.contains(&figure) {
                    needs.figures.push(figure);
                }
            }
        }
        let mut want = |statistic: Statistic| {
            if !needs.statistics.contains(&statistic) {
                needs.statistics.push(statistic);
            }
        };
        for figure in &needs.figures {
            match *figure {
                TableFigure::Observations => {}
                TableFigure::Statistic(_, statistic) => want(statistic),
                TableFigure::Percent { variable: None, .. } => {}
                TableFigure::Percent { sum: true, .. } => want(Statistic::Sum),
                TableFigure::Percent { sum: false, .. } => want(Statistic::N),
            }
        }
        // The levels of class variables are needed before their combinations.
        let classes = roles.classes.len();
        let all = needs.types.iter().fold(0, |all, bits| all | bits);
        let levels = (0..classes).map(|class| 1 << class);
        needs.types.extend(levels.filter(|bit| all & bit != 0));
        needs
            .types
            .sort_unstable_by_key(|bits: &u64| (bits.count_ones() != 1, *bits));
        needs.types.dedup();
        let at = self.lowering.procedure.at;
        if needs.types.len() > MOST_TYPES {
            let message = format!("the tables have more than {MOST_TYPES} combinations of classes");
            return Err(Diagnostic::error(at, message));
        }
        self.check_weight(&needs.statistics)?;
        Ok(needs)
    }

    fn number(&self, table: &super::statements::Table) -> usize {
        let mut tables = self.statements.tables.iter();
        1 + tables.position(|other| std::ptr::eq(other, table)).unwrap_or(0)
    }

    /// Refuses statistics that are not defined with weights.
    fn check_weight(&self, statistics: &[Statistic]) -> Result<()> {
        let Some(weight) = &self.statements.weight else {
            return Ok(());
        };
        if let Some(statistic) = statistics.iter().find(|statistic| statistic.is_unweighted()) {
            let keyword = statistic.keyword();
            let message = format!("{keyword} cannot be computed with a weight");
            return Err(Diagnostic::error(weight.at, message));
        }
        match self.options.definition_at {
            Some(at) if self.options.definition != QuantileDefinition::Averaged => {
                Err(Diagnostic::error(at, "with a weight there is QNTLDEF=5 only"))
            }
            _ => Ok(()),
        }
    }

    fn request(
        self,
        input: Input,
        roles: Roles,
        tables: Vec<TabulateTable>,
        needs: TableNeeds,
        named: Vec<(String, TableFigure)>,
        output: Option<TabulateOutput>,
    ) -> Result<Tabulate> {
        let at = self.lowering.procedure.at;
        let (written, format_at) = match &self.options.format {
            Some((written, at)) => (written.as_str(), *at),
            None => (FORMAT, at),
        };
        let variables = input.variables();
        let format = self.resolver(variables, &roles).format(written, format_at)?;
        let number = |index: usize| variables.number(index);
        let analysis = roles.analysis.iter();
        let analysis = analysis.map(|&index| variables.analysis(index));
        let classes = roles.classes.iter().map(|class| {
            Ok(ClassVariable {
                descending: class.descending,
                missing: class.missing,
                ..class_variable(variables, class.index, class.order.order, self.lowering)?
            })
        });
        let aggregation = Aggregation {
            variables: analysis.collect(),
            classes: classes.collect::<Result<_>>()?,
            crossings: vec![CrossedClasses::of_all(roles.classes.len(), needs.types)],
            groups: input.groups(self.lowering, &roles.by)?,
            frequency: roles.frequency.map(number),
            weight: roles.weight.map(number),
            exclude_weightless: self.options.exclude_weightless,
            divisor: self.options.divisor,
            alpha: self.options.alpha.unwrap_or(0.05),
            definition: self.options.definition,
            threads: self.options.threads,
            step: input.into_step(),
        };
        let by_frequency = roles.classes.iter().map(|class| class.order.by_frequency);
        Ok(Tabulate {
            aggregation,
            statistics: needs.statistics,
            named,
            by_frequency: by_frequency.collect(),
            tables,
            format,
            separators: !self.options.no_separators,
            outline: self.options.outline,
            output,
        })
    }
}

//! What is asked for, of the variables that are there.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_lower::list::Roster;
use feedrate_steps::ir::{DataStep, Slot};

use super::options::TabulateOptions;
use super::output::facts;
use super::parts::Parts;
use super::resolve::Resolver;
use super::statements::Statements;
use crate::aggregate::{
    Aggregation, AnalysisVariable, ClassVariable, CrossedClasses, GroupVariable,
    QuantileDefinition, Statistic,
};
use crate::grammar::input::{StepVariables, reading_step, shown_by, special_data_set};
use crate::grammar::lowering::Lowering;
use crate::grammar::made::{Made, making_step};
use crate::tabulate::{MOST_KINDS, TableFigure, Tabulate, TabulateOutput, TabulateTable};

/// The format of cells unless something says otherwise.
const FORMAT: &str = "12.2";

/// The most types of a step.
const MOST_TYPES: usize = 1 << 16;

/// A request that is put together.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut Lowering<'p>,
    pub options: TabulateOptions,
    pub statements: Statements,
}

/// What the tables need.
#[derive(Default)]
struct Wanted {
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
        let parts = Parts::of(&self.statements, &self.options, StepVariables(&read))?;
        let tables = self.tables(&read, &parts)?;
        let wanted = self.wanted(&tables, &parts)?;
        let Some(out) = self.options.out.take() else {
            return self.request(read, parts, tables, wanted, None);
        };
        // What is to be said of the reading is said again with the output.
        self.lowering.diagnostics.truncate(told);
        let output_at = out.member.at;
        let facts = facts(StepVariables(&read), &parts, &wanted.figures);
        let made = Made {
            data_set: &out,
            at: output_at,
            of: "PROC TABULATE",
            columns: &facts.columns,
        };
        let classes = parts.classes.iter().map(|class| class.index);
        let keys: Vec<usize> = parts.by.iter().copied().chain(classes).collect();
        let variables = StepVariables(&read);
        let body = &self.statements.body;
        let step = making_step(self.lowering, data, variables, &keys, body, &[made], at)?;
        let output = facts.output(&step, &wanted.figures, output_at)?;
        let parts = Parts::of(&self.statements, &self.options, StepVariables(&step))?;
        self.request(step, parts, tables, wanted, Some(output))
    }

    fn tables(&self, read: &DataStep, parts: &Parts) -> Result<Vec<TabulateTable>> {
        let resolver = self.resolver(read, parts);
        let tables = self.statements.tables.iter();
        tables.map(|table| resolver.table(table)).collect()
    }

    fn resolver<'r>(&'r self, step: &'r DataStep, parts: &'r Parts) -> Resolver<'r, 'p> {
        Resolver {
            lowering: self.lowering,
            variables: StepVariables(step),
            parts,
            statements: &self.statements,
        }
    }

    /// What the tables need; refuses cells that mean nothing.
    fn wanted(&self, tables: &[TabulateTable], parts: &Parts) -> Result<Wanted> {
        let mut wanted = Wanted::default();
        for (table, statements) in tables.iter().zip(&self.statements.tables) {
            let refuse = |message: String| Diagnostic::error(statements.at, message);
            let needs = table.needs().map_err(|fault| {
                refuse(format!("{fault}, in table {}.", self.number(statements)))
            })?;
            let needs = needs.ok_or_else(|| {
                refuse(format!(
                    "the table has more than {MOST_KINDS} kinds of cells"
                ))
            })?;
            wanted.types.extend(needs.types);
            for (_, figure) in needs.figures {
                if !wanted.figures.contains(&figure) {
                    wanted.figures.push(figure);
                }
            }
        }
        let mut want = |statistic: Statistic| {
            if !wanted.statistics.contains(&statistic) {
                wanted.statistics.push(statistic);
            }
        };
        for figure in &wanted.figures {
            match *figure {
                TableFigure::Observations => {}
                TableFigure::Statistic(_, statistic) => want(statistic),
                TableFigure::Percent { variable: None, .. } => {}
                TableFigure::Percent { sum: true, .. } => want(Statistic::Sum),
                TableFigure::Percent { sum: false, .. } => want(Statistic::N),
            }
        }
        // The levels of class variables come before what they are in.
        let classes = parts.classes.len();
        let all = wanted.types.iter().fold(0, |all, bits| all | bits);
        let levels = (0..classes).map(|class| 1 << class);
        wanted.types.extend(levels.filter(|bit| all & bit != 0));
        wanted
            .types
            .sort_unstable_by_key(|bits: &u64| (bits.count_ones() != 1, *bits));
        wanted.types.dedup();
        let at = self.lowering.procedure.at;
        if wanted.types.len() > MOST_TYPES {
            let message = format!("the tables have more than {MOST_TYPES} combinations of classes");
            return Err(Diagnostic::error(at, message));
        }
        self.check_weight(&wanted.statistics)?;
        Ok(wanted)
    }

    fn number(&self, table: &super::statements::Table) -> usize {
        let mut tables = self.statements.tables.iter();
        1 + tables
            .position(|other| std::ptr::eq(other, table))
            .unwrap_or(0)
    }

    /// Refuses what there is no definition of with weights.
    fn check_weight(&self, statistics: &[Statistic]) -> Result<()> {
        let Some(weight) = &self.statements.weight else {
            return Ok(());
        };
        let mut statistics = statistics.iter();
        let unweighted = statistics.find(|statistic| {
            use Statistic::{Kurtosis, Mode, Skewness};
            matches!(statistic, Kurtosis | Mode | Skewness)
        });
        if let Some(statistic) = unweighted {
            let keyword = statistic.keyword();
            let message = format!("{keyword} cannot be computed with a weight");
            return Err(Diagnostic::error(weight.at, message));
        }
        match self.options.definition_at {
            Some(at) if self.options.definition != QuantileDefinition::Averaged => Err(
                Diagnostic::error(at, "with a weight there is QNTLDEF=5 only"),
            ),
            _ => Ok(()),
        }
    }

    fn request(
        self,
        step: DataStep,
        parts: Parts,
        tables: Vec<TabulateTable>,
        wanted: Wanted,
        output: Option<TabulateOutput>,
    ) -> Result<Tabulate> {
        let at = self.lowering.procedure.at;
        let (written, format_at) = match &self.options.format {
            Some((written, at)) => (written.as_str(), *at),
            None => (FORMAT, at),
        };
        let format = self.resolver(&step, &parts).format(written, format_at)?;
        let variables = StepVariables(&step);
        let slot = |index: usize| match variables.variable(index).slot {
            Slot::Number(slot) => Ok(slot),
            Slot::Text(_) => {
                let name = variables.name(index).to_uppercase();
                let message = format!("{name} cannot be a variable of OUT= and be analysed here");
                Err(Diagnostic::error(at, message))
            }
        };
        let analysis = parts.analysis.iter().map(|&index| {
            let variable = variables.variable(index);
            Ok(AnalysisVariable {
                name: variable.name.clone(),
                label: variable.label.clone(),
                slot: slot(index)?,
            })
        });
        let classes = parts.classes.iter().map(|class| {
            let variable = variables.variable(class.index);
            Ok(ClassVariable {
                heading: variable.name.clone(),
                slot: variable.slot,
                format: shown_by(variable, self.lowering, at)?,
                formatted: variable.format.is_some(),
                order: class.order.order,
                descending: class.descending,
                missing: class.missing,
            })
        });
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
        let named = facts(variables, &parts, &wanted.figures).named(&wanted.figures);
        let aggregation = Aggregation {
            variables: analysis.collect::<Result<_>>()?,
            classes: classes.collect::<Result<_>>()?,
            crossings: vec![CrossedClasses::of_all(parts.classes.len(), wanted.types)],
            groups: groups.collect::<Result<_>>()?,
            frequency: parts.frequency.map(slot).transpose()?,
            weight: parts.weight.map(slot).transpose()?,
            exclude_weightless: self.options.exclude_weightless,
            divisor: self.options.divisor,
            alpha: self.options.alpha.unwrap_or(0.05),
            definition: self.options.definition,
            threads: self.options.threads,
            step,
        };
        let by_frequency = parts.classes.iter().map(|class| class.order.by_frequency);
        Ok(Tabulate {
            aggregation,
            statistics: wanted.statistics,
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

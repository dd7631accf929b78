//! Builds the request, with slots in the step.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_procedure::variables::{AnalysisVariable, ClassVariable, GroupVariable};
use feedrate_program::{DataStep, ExternalKind, NumberSlot, Slot, StaticNote};
use feedrate_stats::Divisor;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use super::build::{BREAK, Build};
use super::compute::Target;
use super::parts::{Column, Columns, Content};
use super::summaries::summaries;
use crate::aggregate::{Aggregation, CrossedClasses};
use crate::report::{Report, ReportBreak, ReportColumn, ReportContent, ReportLayout, ReportOutput};

impl Build<'_, '_> {
    /// Marks variables that the report sets as assigned, and directs LINE to the report.
    pub(super) fn settle(&self, step: &mut DataStep, columns: &Columns) {
        let mut own = vec![BREAK.0.to_lowercase()];
        let mut see = |column: &Column, _: &[usize]| {
            own.extend(column.variable.as_ref().map(|name| name.to_lowercase()));
        };
        columns.each(&mut see);
        let numbered = self.statements.computes.iter();
        let numbered = numbered.flat_map(|compute| compute.numbered());
        own.extend(numbered.map(|(_, name)| name.text.to_lowercase()));
        step.notes.retain(|note| match note {
            StaticNote::Uninitialized(name) => !own.contains(&name.to_lowercase()),
            _ => true,
        });
        for external in &mut step.externals {
            if matches!(external.kind, ExternalKind::Listing) {
                external.kind = ExternalKind::Procedure;
            }
        }
    }

    pub(super) fn request(
        self,
        step: DataStep,
        groups: Vec<GroupVariable>,
        columns: Columns,
        breaks: Vec<ReportBreak>,
        detail: bool,
        output: Option<ReportOutput>,
    ) -> Result<Report> {
        let variables = InputVariables(&step);
        let slots = StepSlots {
            variables,
            at: self.lowering.procedure.at,
        };
        let summaries = summaries(&columns, &breaks, detail);
        let aggregation = self.aggregation(&step, groups, &columns, summaries.types, &slots)?;
        let numbered = self.numbered(&columns, variables)?;
        let by_frequency = columns.classes.iter().map(|class| class.by_frequency);
        let by_frequency = by_frequency.collect();
        let rows = columns.rows;
        let mut blocks = self.column_blocks();
        let mut place = |column: Column| placed(column, &step, &mut blocks, &slots);
        let parts = columns.parts.into_iter();
        let parts = parts.map(|part| part.placed(&mut place));
        let parts = parts.collect::<Result<_>>()?;
        if let Some((name, _)) = blocks.first() {
            let upper = name.text.to_uppercase();
            let message = format!("{upper} is not a column that a COMPUTE block can be for");
            return Err(
                Diagnostic::error(name.at, message).with_hint("COLUMN names it, and not under an ACROSS variable")
            );
        }
        Ok(Report {
            aggregation,
            statistics: summaries.statistics,
            by_frequency,
            rows,
            detail,
            parts,
            breaks,
            break_name: match variables.slot(BREAK.0) {
                Some(Slot::Text(slot)) => Some(slot),
                _ => None,
            },
            numbered,
            layout: (!self.options.no_print).then_some(ReportLayout {
                line_size: self.options.line_size,
                head_line: self.options.head_line,
                head_skip: self.options.head_skip,
                has_headings: !self.options.no_header,
                is_centered: self.options.center,
            }),
            output,
        })
    }

    /// Returns what is computed of the observations of a step, for these types.
    fn aggregation(
        &self,
        step: &DataStep,
        groups: Vec<GroupVariable>,
        columns: &Columns,
        types: Vec<u64>,
        slots: &StepSlots<'_>,
    ) -> Result<Aggregation> {
        let analysis = columns.analysis.iter().map(|name| {
            Ok(AnalysisVariable {
                name: name.clone(),
                label: String::new(),
                slot: slots.number(name)?,
            })
        });
        let classes = columns.classes.iter().map(|class| {
            Ok(ClassVariable {
                heading: class.name.clone(),
                slot: slots.slot(&class.variable)?,
                format: class.format.clone(),
                formatted: class.formatted,
                order: class.order,
                descending: class.descending,
                missing: class.missing,
            })
        });
        let named = |name: &Option<Name>| name.as_ref().map(|name| slots.number(&name.text)).transpose();
        Ok(Aggregation {
            variables: analysis.collect::<Result<_>>()?,
            classes: classes.collect::<Result<_>>()?,
            crossings: vec![CrossedClasses::of_all(columns.classes.len(), types)],
            groups,
            frequency: named(&self.statements.frequency)?,
            weight: named(&self.statements.weight)?,
            exclude_weightless: false,
            divisor: Divisor::default(),
            alpha: 0.05,
            definition: QuantileDefinition::default(),
            threads: self.options.threads,
            step: step.clone(),
        })
    }

    /// Returns the names of columns with COMPUTE blocks, and their blocks.
    pub(super) fn column_blocks(&self) -> Vec<(Name, usize)> {
        let blocks = self.statements.computes.iter().enumerate();
        let blocks = blocks.filter_map(|(block, compute)| match &compute.target {
            Target::Column { name, .. } => Some((name.clone(), block)),
            Target::Location(_) => None,
        });
        blocks.collect()
    }

    /// Returns the `_C3_` variables of COMPUTE blocks.
    pub(super) fn numbered(
        &self,
        columns: &Columns,
        variables: InputVariables<'_>,
    ) -> Result<Vec<(usize, NumberSlot)>> {
        let mut numbered: Vec<(usize, NumberSlot)> = Vec::new();
        // Columns before the first ACROSS variable have a fixed number.
        let mut fixed: Vec<bool> = Vec::new();
        let mut is_fixed = true;
        let mut see = |column: &Column, across: &[usize]| {
            is_fixed &= across.is_empty();
            if is_fixed {
                fixed.push(column.text.is_some());
            }
        };
        columns.each(&mut see);
        let all = self.statements.computes.iter();
        for (number, name) in all.flat_map(|compute| compute.numbered()) {
            let upper = name.text.to_uppercase();
            if fixed.get(number - 1).is_some_and(|is_text| *is_text) {
                let message = format!("{upper} is a text; call it by its name");
                return Err(Diagnostic::error(name.at, message));
            }
            if is_fixed && number > fixed.len() {
                let message = format!("{upper} is none of the {} columns", fixed.len());
                return Err(Diagnostic::error(name.at, message));
            }
            let slot = variables.slot(&name.text);
            let Some(Slot::Number(slot)) = slot else {
                let message = format!("{upper} is a number, and stands for a column");
                return Err(Diagnostic::error(name.at, message));
            };
            if !numbered.contains(&(number, slot)) {
                numbered.push((number, slot));
            }
        }
        Ok(numbered)
    }
}

/// Finds the slots of variables of the step.
struct StepSlots<'s> {
    variables: InputVariables<'s>,
    at: Position,
}

impl StepSlots<'_> {
    fn slot(&self, name: &str) -> Result<Slot> {
        let index = self.variables.one(&Name {
            text: name.to_owned(),
            at: self.at,
        })?;
        Ok(self.variables.variable(index).slot)
    }

    fn number(&self, name: &str) -> Result<NumberSlot> {
        match self.slot(name)? {
            Slot::Number(slot) => Ok(slot),
            Slot::Text(_) => {
                let upper = name.to_uppercase();
                let message = format!("{upper} cannot be a text here and be analysed");
                Err(Diagnostic::error(self.at, message))
            }
        }
    }
}

/// Returns a column with its slots in a step, and its COMPUTE block.
fn placed(
    column: Column,
    step: &DataStep,
    blocks: &mut Vec<(Name, usize)>,
    slots: &StepSlots<'_>,
) -> Result<ReportColumn> {
    // The variable of a statistic, `x.sum`, is automatic.
    let own = column.variable.as_ref().and_then(|name| {
        let mut variables = step.vector.variables.iter();
        let own = variables.find(|variable| variable.name.eq_ignore_ascii_case(name))?;
        Some(own.slot)
    });
    let content = match &column.content {
        Content::Class(class) => ReportContent::Class(*class),
        Content::Display(name) => ReportContent::Display(slots.slot(name)?),
        Content::Statistic(variable, statistic) => ReportContent::Statistic {
            variable: *variable,
            statistic: *statistic,
        },
        Content::Count => ReportContent::Count,
        Content::Computed => ReportContent::Computed,
    };
    let called = &column.column.name;
    let block = blocks
        .iter()
        .position(|(name, _)| column.variable.is_some() && name.text.eq_ignore_ascii_case(called));
    Ok(ReportColumn {
        content,
        slot: own,
        block: block.map(|place| blocks.remove(place).1),
        ..column.column
    })
}

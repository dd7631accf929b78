//! The data set of OUT=: its variables.

use std::collections::HashSet;

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::DataStep;

use super::keywords::heading;
use super::parts::Parts;
use crate::grammar::input::StepVariables;
use crate::grammar::made::{OutputColumn, number_of, text_of};
use crate::tabulate::{TableFigure, TabulateOutput};

/// The longest name of a variable.
const LONGEST_NAME: usize = 32;

/// The variables of the data set, and the names of the statistics among them.
pub(super) struct OutputFacts {
    pub columns: Vec<OutputColumn>,
    names: Vec<String>,
}

/// What the data set has of these statistics.
pub(super) fn facts(
    variables: StepVariables<'_>,
    parts: &Parts,
    figures: &[TableFigure],
) -> OutputFacts {
    let classes = parts.classes.iter().map(|class| class.index);
    let keys = parts.by.iter().copied().chain(classes);
    let mut columns: Vec<OutputColumn> = keys
        .map(|index| OutputColumn::as_read(variables.name(index)))
        .collect();
    let bytes = parts.classes.len().max(1) as u32;
    columns.push(OutputColumn::text("_TYPE_", bytes));
    columns.extend(["_PAGE_", "_TABLE_"].map(OutputColumn::number));
    let mut taken: HashSet<String> = columns
        .iter()
        .map(|column| column.name.to_uppercase())
        .collect();
    let mut names = Vec::new();
    for figure in figures {
        let name = free_name(&name_of(variables, parts, figure), &mut taken);
        let mut column = OutputColumn::number(&name);
        if let TableFigure::Statistic(variable, statistic) = figure
            && statistic.keeps_format()
        {
            let variable = variables.variable(parts.analysis[*variable]);
            column.attributes = Some((String::new(), variable.format.clone()));
        }
        columns.push(column);
        names.push(name);
    }
    OutputFacts { columns, names }
}

/// What a statistic is called.
fn name_of(variables: StepVariables<'_>, parts: &Parts, figure: &TableFigure) -> String {
    let of_variable = |variable: usize, end: String| {
        let name = variables.name(parts.analysis[variable]);
        let room = LONGEST_NAME.saturating_sub(end.len());
        let mut start = name.len().min(room);
        while !name.is_char_boundary(start) {
            start -= 1;
        }
        format!("{}{end}", &name[..start])
    };
    match *figure {
        TableFigure::Observations => "N".to_owned(),
        TableFigure::Statistic(variable, statistic) => {
            of_variable(variable, format!("_{}", heading(statistic)))
        }
        TableFigure::Percent {
            variable,
            sum,
            over,
            over_variable,
        } => {
            let count = parts.classes.len();
            let of_type: String = (0..count.max(1))
                .map(
                    |class| match count > 0 && over >> (count - 1 - class) & 1 == 1 {
                        true => '1',
                        false => '0',
                    },
                )
                .collect();
            let keyword = if sum { "PctSum" } else { "PctN" };
            let end = format!("{keyword}_{of_type}");
            match variable {
                None => end,
                Some(variable) => {
                    let other = over_variable.filter(|&other| other != variable);
                    let other = other.map(|other| variables.name(parts.analysis[other]));
                    let other = other.map_or_else(String::new, |other| format!("_{other}"));
                    of_variable(variable, format!("_{end}{other}"))
                }
            }
        }
    }
}

/// A name that no other variable has.
fn free_name(name: &str, taken: &mut HashSet<String>) -> String {
    let mut number = 1_usize;
    loop {
        let end = match number {
            1 => String::new(),
            _ => number.to_string(),
        };
        let start: String = name.chars().take(LONGEST_NAME - end.len()).collect();
        let free = format!("{start}{end}");
        if taken.insert(free.to_uppercase()) {
            return free;
        }
        number += 1;
    }
}

impl OutputFacts {
    /// The statistics with their names.
    pub(super) fn named(self, figures: &[TableFigure]) -> Vec<(String, TableFigure)> {
        self.names
            .into_iter()
            .zip(figures.iter().copied())
            .collect()
    }

    /// Where in a step the variables lie.
    pub(super) fn output(
        &self,
        step: &DataStep,
        figures: &[TableFigure],
        at: Position,
    ) -> Result<TabulateOutput> {
        let lost = |name: &str| {
            let message = format!("{name} cannot be a variable of an output data set here");
            Diagnostic::error(at, message)
        };
        let number = |name: &str| number_of(step, name).ok_or_else(|| lost(name));
        let figures = self.names.iter().zip(figures);
        let figures = figures.map(|(name, figure)| Ok((number(name)?, *figure)));
        Ok(TabulateOutput {
            of_type: text_of(step, "_TYPE_").ok_or_else(|| lost("_TYPE_"))?,
            page: number("_PAGE_")?,
            table: number("_TABLE_")?,
            figures: figures.collect::<Result<_>>()?,
        })
    }
}

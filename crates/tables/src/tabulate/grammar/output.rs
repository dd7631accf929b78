//! The variables of the data set of OUT=.

use std::collections::HashSet;

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};

use super::keywords::heading;
use super::roles::Roles;
use crate::grammar::{LONGEST_NAME, with_end};
use crate::tabulate::{TableFigure, TabulateOutput};

/// The variables of the data set other than class variables and statistics.
const OWN: [&str; 3] = ["_TYPE_", "_PAGE_", "_TABLE_"];

/// Returns the names of statistics as variables of the data set.
pub(super) fn names(variables: InputVariables<'_>, roles: &Roles, figures: &[TableFigure]) -> Vec<String> {
    let keys = roles.keys().map(|index| variables.name(index));
    let taken = keys.chain(OWN).map(str::to_uppercase);
    let mut taken: HashSet<String> = taken.collect();
    let names = figures.iter();
    let names = names.map(|figure| free_name(&name_of(variables, roles, figure), &mut taken));
    names.collect()
}

/// Adds the data set with these statistics.
pub(super) fn output(
    lowering: &mut ProcedureLowering<'_>,
    input: &mut Input,
    roles: &Roles,
    figures: &[(String, TableFigure)],
    out: &DataSet,
) -> Result<TabulateOutput> {
    let variables = input.variables();
    let keys: Vec<usize> = roles.keys().collect();
    let columns = keys.iter().map(|&key| variables.variable(key));
    let mut columns: Vec<_> = columns.map(OutputColumn::variable).collect();
    let [of_type, page, table] = OWN;
    let bytes = roles.classes.len().max(1) as u32;
    columns.push(OutputColumn::character(of_type, bytes));
    columns.extend([page, table].map(OutputColumn::number));
    columns.extend(figures.iter().map(|(name, figure)| {
        let column = OutputColumn::number(name);
        match figure {
            TableFigure::Statistic(variable, statistic) if statistic.keeps_format() => {
                let variable = variables.variable(roles.analysis[*variable]);
                column.described(String::new(), variable.format.clone())
            }
            _ => column,
        }
    }));
    let slots = input.add_output(
        lowering,
        &Output {
            data_set: out,
            at: out.member.at,
            of: "PROC TABULATE",
            keys: &keys,
            columns: &columns,
        },
    )?;
    let slots_of_figures = slots.last_numbers(figures.len());
    Ok(TabulateOutput {
        of_type: slots.character_of(of_type),
        page: slots.number_of(page),
        table: slots.number_of(table),
        figures: slots_of_figures
            .zip(figures)
            .map(|(slot, (_, figure))| (slot, *figure))
            .collect(),
    })
}

/// Returns the name of a statistic's variable.
fn name_of(variables: InputVariables<'_>, roles: &Roles, figure: &TableFigure) -> String {
    let of_variable = |variable: usize, end: String| with_end(variables.name(roles.analysis[variable]), &end);
    match *figure {
        TableFigure::Observations => "N".to_owned(),
        TableFigure::Statistic(variable, statistic) => of_variable(variable, format!("_{}", heading(statistic))),
        TableFigure::Percent {
            variable,
            sum,
            over,
            over_variable,
        } => {
            let count = roles.classes.len();
            let of_type: String = (0..count.max(1))
                .map(|class| match count > 0 && over >> (count - 1 - class) & 1 == 1 {
                    true => '1',
                    false => '0',
                })
                .collect();
            let keyword = if sum { "PctSum" } else { "PctN" };
            let end = format!("{keyword}_{of_type}");
            match variable {
                None => end,
                Some(variable) => {
                    let other = over_variable.filter(|&other| other != variable);
                    let other = other.map(|other| variables.name(roles.analysis[other]));
                    let other = other.map_or_else(String::new, |other| format!("_{other}"));
                    of_variable(variable, format!("_{end}{other}"))
                }
            }
        }
    }
}

/// Returns a name that is not in use.
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

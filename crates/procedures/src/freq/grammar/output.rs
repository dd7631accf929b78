//! The data sets of OUT=: their columns, and where these lie.

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::DataStep;

use super::table_options::TableOptions;
use crate::freq::FreqOutput;
use crate::grammar::input::StepVariables;
use crate::grammar::made::{OutputColumn, number_of};

/// The columns of the data set of a table of these variables.
pub(super) fn columns(
    variables: StepVariables<'_>,
    by: &[usize],
    table: &[usize],
    options: &TableOptions,
) -> Vec<OutputColumn> {
    let keys = by.iter().chain(table);
    let mut columns: Vec<OutputColumn> = keys
        .map(|&index| OutputColumn::as_read(variables.name(index)))
        .collect();
    let labelled = |(name, label): &(&str, &str)| OutputColumn {
        attributes: Some(((*label).to_owned(), None)),
        ..OutputColumn::number(name)
    };
    columns.extend(names(table.len(), options).iter().map(labelled));
    columns
}

/// The names and the labels of what is computed.
fn names(classes: usize, options: &TableOptions) -> Vec<(&'static str, &'static str)> {
    let mut names = vec![("COUNT", "Frequency Count")];
    if options.out_expected && classes > 1 {
        names.push(("EXPECTED", "Expected Frequency"));
    }
    names.push(("PERCENT", "Percent of Total Frequency"));
    if options.out_percents && classes > 2 {
        names.push(("PCT_TABL", "Percent of Two-Way Table Frequency"));
    }
    if options.out_percents && classes > 1 {
        names.push(("PCT_ROW", "Percent of Row Frequency"));
        names.push(("PCT_COL", "Percent of Column Frequency"));
    }
    if options.out_cumulative && classes == 1 {
        names.push(("CUM_FREQ", "Cumulative Frequency"));
        names.push(("CUM_PCT", "Cumulative Percent"));
    }
    names
}

/// Where the columns lie in the step.
pub(super) fn output(
    step: &DataStep,
    number: u32,
    classes: usize,
    options: &TableOptions,
    at: Position,
) -> Result<FreqOutput> {
    let names = names(classes, options);
    let lost = |name: &str| {
        let message = format!("{name} cannot be a variable of OUT= here");
        Diagnostic::error(at, message)
    };
    let optional = |name: &str| match names.iter().any(|(known, _)| *known == name) {
        true => number_of(step, name).map(Some).ok_or_else(|| lost(name)),
        false => Ok(None),
    };
    let needed = |name: &str| number_of(step, name).ok_or_else(|| lost(name));
    Ok(FreqOutput {
        number,
        count: needed("COUNT")?,
        percent: needed("PERCENT")?,
        expected: optional("EXPECTED")?,
        of_stratum: optional("PCT_TABL")?,
        of_row: optional("PCT_ROW")?,
        of_column: optional("PCT_COL")?,
        cumulative: optional("CUM_FREQ")?.zip(optional("CUM_PCT")?),
    })
}

//! The data set of OUT=: its variables.

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;

use super::build::BREAK;
use super::parts::{Column, Columns, Out};
use super::statements::Statements;
use crate::grammar::input::StepVariables;
use crate::grammar::made::OutputColumn;

/// The variables of OUT=.
pub(super) fn output_columns(
    statements: &Statements,
    columns: &Columns,
    variables: StepVariables<'_>,
    at: Position,
) -> Result<Vec<OutputColumn>> {
    if columns.classes.len() > columns.rows {
        let message = "OUT= of a report with ACROSS variables is not supported";
        return Err(Diagnostic::error(at, message).with_hint(
            "PROC MEANS or PROC TABULATE with OUT= makes a data set of the statistics",
        ));
    }
    let by = variables.chosen(&statements.by_lists)?.into_iter();
    let mut all: Vec<OutputColumn> = by
        .map(|index| OutputColumn::as_read(variables.name(index)))
        .collect();
    for (name, column) in out_names(columns) {
        all.push(match (&column.out, column.text) {
            (Out::AsRead(_), _) => OutputColumn::as_read(&name),
            (Out::Own { .. }, Some(bytes)) => OutputColumn::text(&name, bytes),
            (Out::Own { label, format, .. }, None) => OutputColumn {
                attributes: Some((label.clone(), format.clone())),
                ..OutputColumn::number(&name)
            },
        });
    }
    all.push(OutputColumn::text(BREAK.0, BREAK.1));
    Ok(all)
}

/// The columns with their names in OUT=: a name that is taken becomes `_C3_`.
pub(super) fn out_names(columns: &Columns) -> Vec<(String, &Column)> {
    let mut all: Vec<&Column> = Vec::new();
    for part in &columns.parts {
        part.each(&mut Vec::new(), &mut |column, _| all.push(column));
    }
    let mut names: Vec<(String, &Column)> = Vec::with_capacity(all.len());
    for (place, column) in all.into_iter().enumerate() {
        let (Out::AsRead(name) | Out::Own { name, .. }) = &column.out;
        let is_taken = names
            .iter()
            .any(|(other, _)| other.eq_ignore_ascii_case(name));
        let name = match is_taken {
            true => format!("_C{}_", place + 1),
            false => name.clone(),
        };
        names.push((name, column));
    }
    names
}

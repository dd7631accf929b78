//! The variables of the data set of OUT=.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::Input;
use feedrate_procedure::grammar::output::{Output, OutputColumn};

use super::build::{BREAK, Build};
use super::parts::{Column, Columns, Out};
use crate::report::ReportOutput;

impl Build<'_, '_> {
    /// Adds the data set of OUT=.
    pub(super) fn output(&mut self, input: &mut Input, columns: &Columns, out: &DataSet) -> Result<ReportOutput> {
        let at = out.member.at;
        if columns.classes.len() > columns.rows {
            let message = "OUT= of a report with ACROSS variables is not supported";
            return Err(Diagnostic::error(at, message)
                .with_hint("PROC MEANS or PROC TABULATE with OUT= makes a data set of the statistics"));
        }
        let variables = input.variables();
        let by = variables.chosen(&self.statements.by_lists)?;
        let as_read = |index: usize| OutputColumn::variable(variables.variable(index));
        let mut all: Vec<OutputColumn> = by.iter().map(|&index| as_read(index)).collect();
        let named = out_names(columns);
        for (name, column) in &named {
            all.push(match (&column.out, column.text) {
                (Out::AsRead(_), _) => {
                    let index = variables.position(name);
                    as_read(index.expect("the name of a variable that is read"))
                }
                (Out::Own { .. }, Some(bytes)) => OutputColumn::character(name, bytes),
                (Out::Own { label, format, .. }, None) => {
                    OutputColumn::number(name).described(label.clone(), format.clone())
                }
            });
        }
        all.push(OutputColumn::character(BREAK.0, BREAK.1));
        let classes = columns.classes.iter();
        let classes = classes.filter_map(|class| variables.position(&class.variable));
        let keys: Vec<usize> = by.iter().copied().chain(classes).collect();
        let slots = input.add_output(
            self.lowering,
            &Output {
                data_set: out,
                at,
                of: "PROC REPORT",
                keys: &keys,
                columns: &all,
            },
        )?;
        let cells = (0..named.len()).map(|place| (place, slots.at(by.len() + place)));
        Ok(ReportOutput {
            cells: cells.collect(),
            break_name: slots.character_of(BREAK.0),
        })
    }
}

/// Returns the columns with their names in OUT=: a name that is in use is replaced by `_C3_`.
fn out_names(columns: &Columns) -> Vec<(String, &Column)> {
    let mut all: Vec<&Column> = Vec::new();
    columns.each(&mut |column, _| all.push(column));
    let mut names: Vec<(String, &Column)> = Vec::with_capacity(all.len());
    for (place, column) in all.into_iter().enumerate() {
        let (Out::AsRead(name) | Out::Own { name, .. }) = &column.out;
        let is_taken = names.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
        let name = match is_taken {
            true => format!("_C{}_", place + 1),
            false => name.clone(),
        };
        names.push((name, column));
    }
    names
}

//! The columns and groups of PROC PRINT.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, label_or_name, shown_by};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_program::{NumberSlot, Variable};
use feedrate_values::Kind;

use super::request::{Print, PrintColumn, PrintGroup};
use super::statements::{ProcOptions, Statements};

/// The columns that the variables of the step give.
pub(super) struct Columns<'w, 'p> {
    pub(super) input: Input,
    pub(super) lowering: &'w ProcedureLowering<'p>,
    pub(super) options: &'w ProcOptions,
}

impl Columns<'_, '_> {
    pub(super) fn print(self, statements: &Statements) -> Result<Print> {
        let among = self.input.variables();
        let mut by = Vec::new();
        for (list, _) in &statements.by.variables {
            by.extend(among.of_list(list)?);
        }
        let keys = among.chosen(&statements.keys)?;
        let rest = match &statements.columns {
            Some(lists) => among.chosen(lists)?,
            None => (0..among.count()).filter(|&index| among.is_listed(index)).collect(),
        };
        // BY and ID variables are not repeated as columns.
        let is_free = |index: &usize| !(keys.contains(index) || by.contains(index) && statements.columns.is_none());
        let mut rest: Vec<usize> = rest.into_iter().filter(is_free).collect();
        let mut sums = Vec::new();
        for list in &statements.sums {
            for index in among.of_list(list)? {
                let name = among.name(index);
                if among.kind(index) == Some(Kind::Text) {
                    let message = format!("{name} is text and has no sum");
                    return Err(Diagnostic::error(list.at, message));
                }
                sums.push(index);
                // A variable that is summed is shown.
                if !keys.contains(&index) && !rest.contains(&index) {
                    rest.push(index);
                }
            }
        }
        let column = |&index: &usize| self.column(index, sums.contains(&index));
        let columns = keys.iter().chain(&rest).map(column).collect::<Result<Vec<_>>>()?;
        let firsts = self.input.firsts_of_groups();
        let groups = firsts
            .zip(&by)
            .map(|(first, index)| Ok(self.group(first, among.variable(*index), column(index)?)))
            .collect::<Result<Vec<_>>>()?;
        let summed_groups = match &statements.sum_by {
            None => by.len(),
            Some(name) => {
                let index = among.one(name)?;
                let place = by.iter().position(|other| *other == index);
                let message = format!("{} of SUMBY is no variable of BY", name.text);
                1 + place.ok_or_else(|| Diagnostic::error(name.at, message))?
            }
        };
        let numbers = self.options.numbers.clone().filter(|_| keys.is_empty());
        let (count, total_count) = self.options.counts.clone();
        Ok(Print {
            are_groups_keys: !by.is_empty() && keys.starts_with(&by),
            step: self.input.into_step(),
            columns,
            numbers,
            keys: keys.len(),
            groups,
            summed_groups,
            total_label: self.options.total_label.clone(),
            sum_label: self.options.sum_label.clone(),
            blank_after: self.options.blank_after,
            is_rounded: self.options.is_rounded,
            count,
            total_count,
        })
    }

    /// Returns the groups of a BY variable, whose FIRST. variable and column these are.
    fn group(&self, first: NumberSlot, variable: &Variable, column: PrintColumn) -> PrintGroup {
        let heading = label_or_name(variable).to_owned();
        PrintGroup {
            first,
            sums_of: match self.options.sum_labels {
                true => heading.clone(),
                false => column.heading.clone(),
            },
            heading,
            column,
        }
    }

    fn column(&self, index: usize, sum: bool) -> Result<PrintColumn> {
        let variable = self.input.variables().variable(index);
        let format = shown_by(variable, self.lowering, self.lowering.procedure.at)?;
        let label = match self.options.split {
            Some(split) => variable.label.replace(split, "\n"),
            None => variable.label.clone(),
        };
        let is_name = !self.options.labels || label.is_empty();
        let heading = match is_name {
            true => variable.name.clone(),
            false => label,
        };
        let (is_named, heading) = match self.options.is_vertical {
            true => (false, vertical(&heading)),
            false => (is_name, heading),
        };
        Ok(PrintColumn {
            name: variable.name.clone(),
            is_named,
            heading,
            slot: variable.slot,
            is_plain: variable.format.is_none() && variable.slot.kind() == Kind::Number,
            format,
            sum,
        })
    }
}

/// Returns a heading with each letter in a line of its own.
pub(super) fn vertical(heading: &str) -> String {
    let letters: Vec<String> = heading.chars().map(String::from).collect();
    letters.join("\n")
}

//! PROC PRINT: a DATA step that reads, and the columns of a table.

use feedrate_steps::procedure::{Print, PrintColumn, PrintGroup, Procedure};
use feedrate_values::Kind;

use super::input::{StepVariables, reading_step, shown_by, special_data_set};
use super::statements::{Taken, statements};
use super::words::Words;
use super::{Request, step};
use crate::diagnostic::Diagnostic;
use crate::lower::list::Roster;
use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::{Grouping, Statement, StatementKind, VariableList};

const OPTIONS: &[&str] = &["DATA=", "NOOBS", "LABEL", "N"];

const STATEMENTS: &[&str] = &["BY", "FORMAT", "ID", "LABEL", "SUM", "VAR", "WHERE"];

/// What the statements say.
#[derive(Default)]
struct Said {
    columns: Option<Vec<VariableList>>,
    keys: Vec<VariableList>,
    sums: Vec<VariableList>,
    by: Grouping,
    body: Vec<Statement>,
}

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    let at = words.procedure.at;
    let (mut data, mut numbers, mut labels) = (None, true, false);
    let mut counts = (None, None);
    words.options(OPTIONS, |_, word, head| {
        match word {
            "data" => {
                head.expect(Symbol::Equal, "after DATA")?;
                data = Some(head.data_set()?);
            }
            "noobs" => numbers = false,
            "label" => labels = true,
            "n" => counts = count(head)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let data = data.unwrap_or_else(|| special_data_set("_LAST_", at));
    let said = said(words)?;
    let nothing = vec![special_data_set("_NULL_", at)];
    let read = reading_step(words, data, nothing, &said.body, at)?;
    let columns = Columns {
        among: StepVariables(&read),
        words,
    };
    let print = columns.print(&said, numbers, labels, counts)?;
    step(Procedure::Print(Box::new(print)))
}

/// What stands before the number of observations: `n`, `n='of a group: '`, `n='of a group: ' 'of all: '`.
fn count(head: &mut Cursor<'_>) -> Result<(Option<String>, Option<String>)> {
    if !head.take(Symbol::Equal) {
        return Ok((Some("N = ".to_owned()), None));
    }
    let of_group = head.expect_string("a text for N=")?;
    let of_all = head.take_text()?;
    let of_all = of_all.map(|text| String::from_utf8_lossy(&text).into_owned());
    Ok((Some(of_group), of_all))
}

fn said(words: &Words<'_>) -> Result<Said> {
    let mut said = Said::default();
    said.body = statements(words, STATEMENTS, |word, _, cursor| {
        match word {
            "var" => said
                .columns
                .get_or_insert_default()
                .extend(cursor.variables("VAR")?),
            "id" => said.keys.extend(cursor.variables("ID")?),
            "sum" => said.sums.extend(cursor.variables("SUM")?),
            "by" => {
                said.by = cursor.grouping()?;
                return Ok(Taken::of_step(StatementKind::By(said.by.clone())));
            }
            _ => return Ok(Taken::Unknown),
        }
        Ok(Taken::Own)
    })?;
    Ok(said)
}

/// The columns that the variables of the step give.
struct Columns<'s, 'w, 'p> {
    among: StepVariables<'s>,
    words: &'w Words<'p>,
}

impl Columns<'_, '_, '_> {
    fn print(
        &self,
        said: &Said,
        numbers: bool,
        labels: bool,
        (count, total_count): (Option<String>, Option<String>),
    ) -> Result<Print> {
        let mut by = Vec::new();
        for (list, _) in &said.by.variables {
            by.extend(self.among.of_list(list)?);
        }
        let keys = self.among.chosen(&said.keys)?;
        let rest = match &said.columns {
            Some(lists) => self.among.chosen(lists)?,
            None => (0..self.among.count())
                .filter(|&index| self.among.is_listed(index))
                .collect(),
        };
        // What stands above a group or in front of a row does not stand in it again.
        let is_free =
            |index: &usize| !(keys.contains(index) || by.contains(index) && said.columns.is_none());
        let rest: Vec<usize> = rest.into_iter().filter(is_free).collect();
        let mut sums = Vec::new();
        for list in &said.sums {
            for index in self.among.of_list(list)? {
                let name = self.among.name(index);
                if self.among.kind(index) == Some(Kind::Text) {
                    let message = format!("{name} is text and has no sum");
                    return Err(Diagnostic::error(list.at, message));
                }
                sums.push(index);
            }
        }
        let column = |&index: &usize| self.column(index, labels, sums.contains(&index));
        let columns = keys
            .iter()
            .chain(&rest)
            .map(column)
            .collect::<Result<Vec<_>>>()?;
        let firsts = self.among.0.reads.iter().flat_map(|read| &read.by);
        let groups = firsts
            .zip(&by)
            .map(|(variable, index)| {
                Ok(PrintGroup {
                    first: variable.first,
                    column: column(index)?,
                })
            })
            .collect::<Result<Vec<_>>>()?;
        Ok(Print {
            step: self.among.0.clone(),
            columns,
            numbers: numbers && keys.is_empty(),
            keys: keys.len(),
            groups,
            count,
            total_count,
        })
    }

    fn column(&self, index: usize, labels: bool, sum: bool) -> Result<PrintColumn> {
        let variable = self.among.variable(index);
        let format = shown_by(variable, self.words, self.words.procedure.at)?;
        let heading = match labels && !variable.label.is_empty() {
            true => variable.label.clone(),
            false => variable.name.clone(),
        };
        Ok(PrintColumn {
            name: variable.name.clone(),
            heading,
            slot: variable.slot,
            is_plain: variable.format.is_none() && variable.slot.kind() == Kind::Number,
            format,
            sum,
        })
    }
}

//! PROC PRINT: a DATA step that reads, and the columns of a table.

use feedrate_steps::ir::{DataStep, Variable};
use feedrate_steps::procedure::{Print, PrintColumn, PrintGroup, Procedure};
use feedrate_values::{Kind, format};

use super::words::Words;
use super::{Request, step};
use crate::diagnostic::Diagnostic;
use crate::lower::formats::of_kind;
use crate::lower::list::{Named, Roster, expand};
use crate::parse::cursor::Result;
use crate::source::Position;
use crate::token::Symbol;
use crate::tree::{
    DataSet, DataStep as Written, Grouping, Name, Statement, StatementKind, VariableList,
};

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
    let (mut data, mut numbers, mut labels, mut count) = (None, true, false, false);
    words.options(OPTIONS, |_, word, head| {
        match word {
            "data" => {
                head.expect(Symbol::Equal, "after DATA")?;
                data = Some(head.data_set()?);
            }
            "noobs" => numbers = false,
            "label" => labels = true,
            "n" => count = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let data = data.unwrap_or_else(|| DataSet {
        library: None,
        member: Name {
            text: "_LAST_".into(),
            at,
        },
        options: Vec::new(),
    });
    let said = statements(words)?;
    let read = read(words, data, &said, at)?;
    let columns = Columns { step: &read, words };
    let print = columns.print(&said, numbers, labels, count)?;
    step(Procedure::Print(Box::new(print)))
}

fn statements(words: &mut Words<'_>) -> Result<Said> {
    let mut said = Said::default();
    for (word, at, mut cursor) in words.statements() {
        let kind = match word.as_str() {
            "var" => {
                said.columns
                    .get_or_insert_default()
                    .extend(cursor.variables("VAR")?);
                None
            }
            "id" => {
                said.keys.extend(cursor.variables("ID")?);
                None
            }
            "sum" => {
                said.sums.extend(cursor.variables("SUM")?);
                None
            }
            "by" => {
                said.by = cursor.grouping()?;
                Some(StatementKind::By(said.by.clone()))
            }
            "where" => Some(cursor.where_statement()?),
            "format" => Some(StatementKind::Format(cursor.spec_items("FORMAT")?)),
            "label" => Some(StatementKind::Label(cursor.labels()?)),
            _ => return Err(words.unknown_statement(&word, at, STATEMENTS)),
        };
        cursor.expect_end(&word.to_ascii_uppercase())?;
        said.body.extend(kind.map(|kind| Statement { kind, at }));
    }
    Ok(said)
}

/// The step that reads what is printed.
fn read(words: &mut Words<'_>, data: DataSet, said: &Said, at: Position) -> Result<DataStep> {
    let null = DataSet {
        library: None,
        member: Name {
            text: "_NULL_".into(),
            at,
        },
        options: Vec::new(),
    };
    let set = Statement {
        kind: StatementKind::Set(vec![data], Vec::new()),
        at,
    };
    let written = Written {
        outputs: vec![null],
        body: std::iter::once(set)
            .chain(said.body.iter().cloned())
            .collect(),
        is_partial: false,
        at,
    };
    words.lowered(&written)
}

/// The variables of the step, among which the lists choose.
struct Columns<'s, 'w, 'p> {
    step: &'s DataStep,
    words: &'w Words<'p>,
}

impl Columns<'_, '_, '_> {
    fn print(&self, said: &Said, numbers: bool, labels: bool, count: bool) -> Result<Print> {
        let by = said
            .by
            .variables
            .iter()
            .map(|(name, _)| self.one(name))
            .collect::<Result<Vec<_>>>()?;
        let keys = self.chosen(&said.keys)?;
        let rest = match &said.columns {
            Some(lists) => self.chosen(lists)?,
            None => (0..self.count())
                .filter(|&index| self.is_listed(index))
                .collect(),
        };
        // What stands above a group or in front of a row does not stand in it again.
        let is_free =
            |index: &usize| !(keys.contains(index) || by.contains(index) && said.columns.is_none());
        let rest: Vec<usize> = rest.into_iter().filter(is_free).collect();
        let sums = self.chosen(&said.sums)?;
        let column = |&index: &usize| self.column(index, labels, sums.contains(&index));
        let columns = keys
            .iter()
            .chain(&rest)
            .map(column)
            .collect::<Result<Vec<_>>>()?;
        let firsts = self.step.reads.iter().flat_map(|read| &read.by);
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
            step: self.step.clone(),
            columns,
            numbers: numbers && keys.is_empty(),
            keys: keys.len(),
            groups,
            count,
        })
    }

    fn variable(&self, index: usize) -> &Variable {
        &self.step.vector.variables[index]
    }

    fn one(&self, name: &Name) -> Result<usize> {
        self.position(&name.text)
            .ok_or_else(|| not_found(&name.text, name.at))
    }

    fn chosen(&self, lists: &[VariableList]) -> Result<Vec<usize>> {
        let mut chosen = Vec::new();
        for list in lists {
            let named =
                expand(list, self).map_err(|refusal| Diagnostic::error(list.at, refusal))?;
            for name in named {
                match name {
                    Named::Known(index) => chosen.push(index),
                    Named::Unknown(name) => return Err(not_found(&name, list.at)),
                }
            }
        }
        Ok(chosen)
    }

    fn column(&self, index: usize, labels: bool, sum: bool) -> Result<PrintColumn> {
        let variable = self.variable(index);
        let kind = variable.slot.kind();
        let at = self.words.procedure.at;
        if sum && kind == Kind::Text {
            return Err(Diagnostic::error(
                at,
                format!("{} is text and has no sum", variable.name),
            ));
        }
        let length = variable.stored_length;
        let format = match &variable.format {
            Some(spec) => match self
                .words
                .catalog
                .format(&of_kind(spec, kind), kind, length)
            {
                Ok(format) => format,
                Err(refusal) if self.words.options.format_errors => {
                    return Err(Diagnostic::error(at, refusal));
                }
                Err(_) => format::Format::default_of(kind, length as usize),
            },
            None => format::Format::default_of(kind, length as usize),
        };
        let heading = match labels && !variable.label.is_empty() {
            true => variable.label.clone(),
            false => variable.name.clone(),
        };
        Ok(PrintColumn {
            heading,
            slot: variable.slot,
            format,
            sum,
        })
    }
}

impl Roster for Columns<'_, '_, '_> {
    fn count(&self) -> usize {
        self.step.vector.variables.len()
    }

    fn name(&self, index: usize) -> &str {
        &self.variable(index).name
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        Some(self.variable(index).slot.kind())
    }

    fn position(&self, name: &str) -> Option<usize> {
        let mut variables = self.step.vector.variables.iter();
        variables
            .position(|variable| !variable.automatic && variable.name.eq_ignore_ascii_case(name))
    }

    fn is_listed(&self, index: usize) -> bool {
        !self.variable(index).automatic
    }
}

fn not_found(name: &str, at: Position) -> Diagnostic {
    Diagnostic::error(at, format!("Variable {} not found.", name.to_uppercase()))
}

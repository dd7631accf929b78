//! INSERT: adds rows to a table.

use feedrate_language::tree::{Assignment, Expression, InsertedRows, Name, TableName};
use feedrate_language::{Diagnostic, Position};
use feedrate_rows::RowChange;

use super::change::{ChangeStatement, TableChange};
use super::target::Target;
use crate::bind::{Binder, Relation, assignable};

impl Binder<'_> {
    pub(super) fn bind_insert(
        &mut self,
        table: &TableName,
        columns: &[Name],
        rows: &InsertedRows,
    ) -> Result<TableChange, Diagnostic> {
        let target = self.target(table)?;
        let mut variables = Vec::with_capacity(columns.len());
        for name in columns {
            add_variable(&target, name, &mut variables)?;
        }
        if columns.is_empty() {
            variables.extend(0..target.schema.variables().len());
        }
        let relation = match rows {
            InsertedRows::Query(query) => {
                let relation = self.bind(query)?;
                check_count(relation.columns.len(), variables.len(), query.at, "The query")?;
                let of_table = target.schema.variables();
                for (own, &variable) in relation.columns.iter().zip(&variables) {
                    let to = &of_table[variable];
                    assignable(own.attributes.kind, &to.name, to.kind, own.at)?;
                }
                relation
            }
            InsertedRows::Values(rows) => {
                let mut all = Vec::with_capacity(rows.len());
                for (row, at) in rows {
                    check_count(row.len(), variables.len(), *at, "VALUES")?;
                    all.push((row.iter().map(Some).collect(), *at));
                }
                self.inserted(&target, &variables, &all)?
            }
            InsertedRows::Set(rows) => {
                if let Some(first) = columns.first() {
                    return Err(
                        Diagnostic::error(first.at, "columns are named before SET, which names them itself")
                            .with_hint("leave them out"),
                    );
                }
                let mut all = Vec::with_capacity(rows.len());
                for (row, at) in rows {
                    all.push((set(&target, row)?, *at));
                }
                self.inserted(&target, &variables, &all)?
            }
        };
        let is_read = self.sources.iter().any(|source| {
            let mut reads = source.step.reads.iter().flat_map(|read| &read.sources);
            reads.any(|source| source.data_set == target.name)
        });
        Ok(TableChange {
            planned: self.planned(&relation),
            columns: relation.columns,
            values: variables.into_iter().zip(0..).collect(),
            change: RowChange::Add { is_read },
            target,
            statement: ChangeStatement::Insert,
        })
    }

    fn inserted(
        &mut self,
        target: &Target,
        variables: &[usize],
        rows: &[(Vec<Option<&Expression>>, Position)],
    ) -> Result<Relation, Diagnostic> {
        let of_table = target.schema.variables();
        let targets: Vec<_> = variables
            .iter()
            .map(|&variable| (of_table[variable].name.as_str(), of_table[variable].kind))
            .collect();
        self.rows_of_values(rows, &targets, target.at)
    }
}

/// Returns the values of one SET, in the order of the table's variables.
fn set<'r>(target: &Target, row: &'r [Assignment]) -> Result<Vec<Option<&'r Expression>>, Diagnostic> {
    let mut named = Vec::with_capacity(row.len());
    let mut values = vec![None; target.schema.variables().len()];
    for assignment in row {
        add_variable(target, &assignment.column, &mut named)?;
        if let Some(value) = named.last().and_then(|&last: &usize| values.get_mut(last)) {
            *value = Some(&assignment.value);
        }
    }
    Ok(values)
}

/// Adds the index of a variable to those that are named already.
fn add_variable(target: &Target, name: &Name, variables: &mut Vec<usize>) -> Result<(), Diagnostic> {
    let Some(found) = target.schema.position(&name.text) else {
        return Err(target.has_no(name));
    };
    if variables.contains(&found) {
        let text = format!("{} is named twice", name.text);
        return Err(Diagnostic::error(name.at, text));
    }
    variables.push(found);
    Ok(())
}

fn check_count(values: usize, columns: usize, at: Position, what: &str) -> Result<(), Diagnostic> {
    if values == columns {
        return Ok(());
    }
    let than = if values > columns { "more" } else { "fewer" };
    let text = format!(
        "{what} attempts to insert {than} columns than specified after the INSERT table name: \
         {values} for {columns}."
    );
    Err(Diagnostic::error(at, text))
}

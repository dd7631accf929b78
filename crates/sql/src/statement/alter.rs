//! ALTER TABLE: changes the columns of a table and keeps its rows.

use feedrate_language::Diagnostic;
use feedrate_language::tree::{AlterAction, ColumnDefinition, Name, TableName};
use feedrate_rows::RowChange;

use super::change::{ChangeStatement, TableChange};
use super::target::{as_data_set, attributes, schema_of};
use crate::bind::{Binder, OutputColumn};

/// The new columns, while the actions are applied.
struct Columns {
    all: Vec<(Option<usize>, OutputColumn)>,
}

impl Columns {
    fn find(&self, name: &Name) -> Option<usize> {
        let same = |(_, own): &(_, OutputColumn)| own.name.eq_ignore_ascii_case(&name.text);
        self.all.iter().position(same)
    }

    fn add(&mut self, definition: &ColumnDefinition) -> Result<(), Diagnostic> {
        let name = &definition.name;
        if self.find(name).is_some() {
            let text = format!("the table has a column {} already", name.text);
            return Err(Diagnostic::error(name.at, text).with_hint("MODIFY changes a column that is there"));
        }
        if definition.text.is_none() {
            let text = format!("{} needs a type, such as NUM or CHAR(20)", name.text);
            return Err(Diagnostic::error(name.at, text));
        }
        let attributes = attributes(definition, None)?;
        let new = OutputColumn::new(&name.text, String::new(), attributes, name.at);
        self.all.push((None, new));
        Ok(())
    }
}

impl Binder<'_> {
    pub(super) fn bind_alter(&mut self, table: &TableName, actions: &[AlterAction]) -> Result<TableChange, Diagnostic> {
        let target = self.target(table)?;
        let relation = self.updated(&as_data_set(table), None, &[], None)?;
        let mut now = relation.columns.clone();
        // The flag of changed rows is not used here.
        now.pop();
        let all = now.iter().cloned().enumerate();
        let mut columns = Columns {
            all: all.map(|(index, own)| (Some(index), own)).collect(),
        };
        for action in actions {
            match action {
                AlterAction::Add(definitions) => {
                    for definition in definitions {
                        columns.add(definition)?;
                    }
                }
                AlterAction::Modify(definitions) => {
                    for definition in definitions {
                        let name = &definition.name;
                        let found = columns.find(name).ok_or_else(|| target.has_no(name))?;
                        let own = &mut columns.all[found].1;
                        own.attributes = attributes(definition, Some(&own.attributes))?;
                    }
                }
                AlterAction::Drop(names) => {
                    for name in names {
                        let found = columns.find(name).ok_or_else(|| target.has_no(name))?;
                        columns.all.remove(found);
                    }
                }
            }
        }
        if columns.all.is_empty() {
            return Err(
                Diagnostic::error(target.at, format!("{} would have no columns left", target.name))
                    .with_hint("DROP TABLE removes a table"),
            );
        }
        let (from, then): (Vec<_>, Vec<_>) = columns.all.into_iter().unzip();
        let schema = schema_of(&then, target.at)?;
        let values = from.iter().enumerate();
        let values = values.filter_map(|(variable, column)| Some((variable, (*column)?)));
        Ok(TableChange {
            planned: self.planned(&relation),
            columns: now,
            values: values.collect(),
            change: RowChange::Replace(schema),
            target,
            statement: ChangeStatement::Alter { columns: from.len() },
        })
    }
}

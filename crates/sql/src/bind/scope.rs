//! What names can mean.

use feedrate_language::{Diagnostic, Position, nearest};

use super::Result;
use super::relation::Attributes;

/// A column that a name can mean.
#[derive(Clone, Debug)]
pub(super) struct ScopeColumn {
    /// As the user knows it.
    pub name: String,
    /// What the plan calls it.
    pub id: String,
    pub attributes: Attributes,
    /// Whether it is named by its table only: the second of two that a natural join made one.
    pub is_hidden: bool,
}

/// A table, by the names that it can be called.
#[derive(Clone, Debug)]
pub(super) struct ScopeTable {
    /// Its alias, or its name without its library; none of a query without an alias.
    pub name: Option<String>,
    /// The name of the data set with its library, which stands for it where there is no alias.
    pub whole_name: Option<String>,
    pub columns: Vec<ScopeColumn>,
    /// What the plan calls the number of the row; only a data set has one.
    pub row_id: Option<String>,
    /// By which columns of the plan its rows are in order, and whether these descend.
    pub order: Vec<(String, bool)>,
    /// Whether that is the order of rows that were joined.
    pub is_joined: bool,
}

/// The tables of FROM.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub tables: Vec<ScopeTable>,
}

impl ScopeTable {
    fn is_called(&self, name: &str) -> bool {
        let is = |own: &Option<String>| {
            own.as_deref()
                .is_some_and(|own| own.eq_ignore_ascii_case(name))
        };
        is(&self.name) || is(&self.whole_name)
    }
}

impl Scope {
    /// All columns that `*` stands for.
    pub(super) fn all(&self) -> impl Iterator<Item = &ScopeColumn> {
        let columns = self.tables.iter().flat_map(|table| &table.columns);
        columns.filter(|column| !column.is_hidden)
    }

    /// A column with the name of its table, as a program can write it.
    pub(super) fn shown(&self, column: &ScopeColumn) -> String {
        let is_its = |table: &&ScopeTable| table.columns.iter().any(|own| own.id == column.id);
        let table = self.tables.iter().find(is_its);
        match table.and_then(|table| table.name.as_deref()) {
            Some(table) => format!("{table}.{}", column.name),
            None => column.name.clone(),
        }
    }

    /// The table that is called so.
    pub(super) fn table(&self, name: &str) -> Option<&ScopeTable> {
        self.tables.iter().find(|table| table.is_called(name))
    }

    /// The column that a name means, of a table or of any; `None` where there is none.
    pub(super) fn find(
        &self,
        table: Option<&str>,
        name: &str,
        at: Position,
    ) -> Result<Option<&ScopeColumn>> {
        let tables = self
            .tables
            .iter()
            .filter(|own| table.is_none_or(|wanted| own.is_called(wanted)));
        let mut found = tables
            .flat_map(|own| &own.columns)
            .filter(|column| table.is_some() || !column.is_hidden)
            .filter(|column| column.name.eq_ignore_ascii_case(name));
        let first = found.next();
        match (first, found.next()) {
            (Some(first), Some(_)) if table.is_none() => Err(Diagnostic::error(
                at,
                format!(
                    "Ambiguous reference, column {} is in more than one table.",
                    first.name
                ),
            )
            .with_hint("write the table or its alias and a dot before it")),
            (first, _) => Ok(first),
        }
    }

    /// What may have been meant by a name that no column has.
    pub(super) fn did_you_mean(&self, name: &str) -> Option<String> {
        let names = self.all().map(|column| column.name.as_str());
        nearest(name, names).map(|near| format!("did you mean {near}?"))
    }
}

//! The resolution of names.

use datafusion::logical_expr::Expr;
use feedrate_language::{Diagnostic, Position, nearest};

use super::Result;
use super::relation::{Attributes, column};
use crate::typed::TypedExpr;

/// A column that can be named.
#[derive(Clone, Debug)]
pub(super) struct ScopeColumn {
    /// The name that the user knows.
    pub name: String,
    /// The name in the plan.
    pub id: String,
    pub attributes: Attributes,
    /// True if it can be named only with its table: the second of two columns that a natural join merged.
    pub is_hidden: bool,
}

/// A table and its names.
#[derive(Clone, Debug)]
pub(super) struct ScopeTable {
    /// Its alias, or its name without the library; `None` for a query without an alias.
    pub name: Option<String>,
    /// The name of the data set with its library, which can be used if there is no alias.
    pub whole_name: Option<String>,
    pub columns: Vec<ScopeColumn>,
    /// The plan's name of the row number; only a data set has one.
    pub row_id: Option<String>,
    /// The columns of the plan that its rows are ordered by, and whether each is descending.
    pub order: Vec<(String, bool)>,
    /// True if that is the order of joined rows.
    pub is_joined: bool,
}

/// The tables of FROM.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub tables: Vec<ScopeTable>,
}

impl ScopeColumn {
    pub(super) fn new(name: &str, id: String, attributes: Attributes) -> Self {
        Self {
            name: name.to_owned(),
            id,
            attributes,
            is_hidden: false,
        }
    }

    /// Returns the column as a value, which is this `expression`.
    pub(super) fn value_of(&self, expression: Expr) -> TypedExpr {
        TypedExpr::column(expression, self.attributes.kind, self.attributes.length)
    }

    /// Returns the column as a value.
    pub(super) fn value(&self) -> TypedExpr {
        self.value_of(column(&self.id))
    }

    /// Returns whether it has the name of another column, by which a natural join matches them.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        !self.is_hidden && self.name.eq_ignore_ascii_case(&other.name)
    }
}

impl ScopeTable {
    fn is_called(&self, name: &str) -> bool {
        let is = |own: &Option<String>| own.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name));
        is(&self.name) || is(&self.whole_name)
    }
}

impl Scope {
    /// Returns all columns that `*` stands for.
    pub(super) fn all(&self) -> impl Iterator<Item = &ScopeColumn> {
        self.columns().filter(|column| !column.is_hidden)
    }

    /// Returns a column with the name of its table, as a program can write it.
    pub(super) fn shown(&self, column: &ScopeColumn) -> String {
        let is_its = |table: &&ScopeTable| table.columns.iter().any(|own| own.id == column.id);
        let table = self.tables.iter().find(is_its);
        match table.and_then(|table| table.name.as_deref()) {
            Some(table) => format!("{table}.{}", column.name),
            None => column.name.clone(),
        }
    }

    /// Returns the table of that name.
    pub(super) fn table(&self, name: &str) -> Option<&ScopeTable> {
        self.tables.iter().find(|table| table.is_called(name))
    }

    /// Resolves a name, with or without its table; `None` if there is no such column.
    pub(super) fn find(&self, table: Option<&str>, name: &str, at: Position) -> Result<Option<&ScopeColumn>> {
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
                format!("Ambiguous reference, column {} is in more than one table.", first.name),
            )
            .with_hint("write the table or its alias and a dot before it")),
            (first, _) => Ok(first),
        }
    }

    /// Returns the error for a name that no column has, with a hint of a similar one.
    pub(super) fn unknown(&self, name: &str, at: Position) -> Diagnostic {
        let text = format!("The following columns were not found in the contributing tables: {name}.");
        let error = Diagnostic::error(at, text);
        match nearest(name, self.all().map(|column| column.name.as_str())) {
            Some(near) => error.with_hint(format!("did you mean {near}?")),
            None => error,
        }
    }

    /// Returns all columns, also those that `*` does not stand for.
    pub(super) fn columns(&self) -> impl Iterator<Item = &ScopeColumn> {
        self.tables.iter().flat_map(|table| &table.columns)
    }
}

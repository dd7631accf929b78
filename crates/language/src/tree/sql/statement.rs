//! Statements of PROC SQL.

use super::{Modifiers, Query, TableName};
use crate::source::Position;
use crate::tree::{DataSet, Expression, IndexDefinition, Name};

/// A statement of PROC SQL.
#[derive(Clone, Debug)]
pub struct SqlStatement {
    /// Its kind.
    pub kind: SqlStatementKind,
    /// Where it begins.
    pub at: Position,
}

/// The kind of a statement of PROC SQL.
#[derive(Clone, Debug)]
pub enum SqlStatementKind {
    /// `select …`: to the listing, or into macro variables.
    Select(Query),
    /// `validate select …`: only checks the query.
    Validate(Query),
    /// `create table x as select …`.
    CreateAs {
        /// The table, with its options.
        table: DataSet,
        /// The query that gives its rows.
        query: Query,
    },
    /// `create table x (a num, b char(8))`.
    Create {
        /// The table, with its options.
        table: DataSet,
        /// Its columns.
        columns: Vec<ColumnDefinition>,
    },
    /// `create table x like y`.
    CreateLike {
        /// The table, with its options.
        table: DataSet,
        /// The table whose columns it has.
        like: DataSet,
    },
    /// `create view x as select …`.
    CreateView {
        /// The view.
        view: TableName,
        /// The names of its columns, if they are given.
        columns: Vec<Name>,
        /// The query.
        query: Query,
        /// The query as written, for DESCRIBE.
        text: String,
    },
    /// `create unique index a on x (a)`.
    CreateIndex {
        /// The index.
        index: IndexDefinition,
        /// The table that gets it.
        table: TableName,
    },
    /// `drop index a, b from x`.
    DropIndexes {
        /// The names of the indexes.
        names: Vec<Name>,
        /// The table that has them.
        table: TableName,
    },
    /// `insert into x …`.
    Insert {
        /// The table.
        table: TableName,
        /// The columns, if they are given; otherwise all.
        columns: Vec<Name>,
        /// The rows.
        rows: InsertedRows,
    },
    /// `update x set … where …`.
    Update {
        /// The table.
        table: TableName,
        /// Its alias in the expressions.
        alias: Option<Name>,
        /// The assignments.
        set: Vec<Assignment>,
        /// The rows to change; all if it is `None`.
        condition: Option<Expression>,
    },
    /// `delete from x where …`.
    Delete {
        /// The table.
        table: TableName,
        /// Its alias in the expressions.
        alias: Option<Name>,
        /// The rows to delete; all if it is `None`.
        condition: Option<Expression>,
    },
    /// `alter table x …`.
    Alter {
        /// The table.
        table: TableName,
        /// The changes, in the order of the text.
        actions: Vec<AlterAction>,
    },
    /// `drop table x, y`.
    DropTables(Vec<TableName>),
    /// `drop view x, y`.
    DropViews(Vec<TableName>),
    /// `describe table x, y`.
    DescribeTables(Vec<TableName>),
    /// `describe view x, y`.
    DescribeViews(Vec<TableName>),
    /// `reset …`.
    Reset(Vec<SqlOption>),
}

/// An option of PROC SQL or RESET: `noprint`, `outobs=10`.
#[derive(Clone, Debug)]
pub struct SqlOption {
    /// Its name in upper case.
    pub name: String,
    /// The value after the `=`, if there is one.
    pub value: Option<String>,
    /// The position of its name.
    pub at: Position,
}

/// A column of a table that is made or changed.
#[derive(Clone, Debug)]
pub struct ColumnDefinition {
    /// Its name.
    pub name: Name,
    /// True if it is a character column; `None` if ALTER's MODIFY gives no type.
    pub text: Option<bool>,
    /// The length in bytes, if the type gives one.
    pub length: Option<u64>,
    /// `label=` and other modifiers.
    pub modifiers: Modifiers,
}

/// A change by ALTER.
#[derive(Clone, Debug)]
pub enum AlterAction {
    /// `add a num, b char(8)`.
    Add(Vec<ColumnDefinition>),
    /// `modify a format=8.2`.
    Modify(Vec<ColumnDefinition>),
    /// `drop a, b`.
    Drop(Vec<Name>),
}

/// `a = expression`.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The column.
    pub column: Name,
    /// The new value.
    pub value: Expression,
}

/// The rows that INSERT adds.
#[derive(Clone, Debug)]
pub enum InsertedRows {
    /// `values (…) values (…)`: each with its position.
    Values(Vec<(Vec<Expression>, Position)>),
    /// `set a=1, b=2 set …`: each with its position.
    Set(Vec<(Vec<Assignment>, Position)>),
    /// `select …`.
    Query(Query),
}

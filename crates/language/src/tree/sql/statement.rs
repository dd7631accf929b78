//! Statements of PROC SQL as written.

use super::{Modifiers, Query, TableName};
use crate::source::Position;
use crate::tree::{DataSet, Expression, Name};

/// A statement of PROC SQL.
#[derive(Clone, Debug)]
pub struct SqlStatement {
    /// What it is to do.
    pub kind: SqlStatementKind,
    /// Where it begins.
    pub at: Position,
}

/// What a statement of PROC SQL is to do.
#[derive(Clone, Debug)]
pub enum SqlStatementKind {
    /// `select …`: to the listing, or into macro variables.
    Select(Query),
    /// `validate select …`: only checks it.
    Validate(Query),
    /// `create table x as select …`.
    CreateAs {
        /// The table, with its options.
        table: DataSet,
        /// What is in it.
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
        /// The table whose columns it gets.
        like: DataSet,
    },
    /// `create view x as select …`.
    CreateView {
        /// The view.
        view: TableName,
        /// The names of its columns, where they are told.
        columns: Vec<Name>,
        /// What it shows.
        query: Query,
        /// The query as written, for DESCRIBE.
        text: String,
    },
    /// `insert into x …`.
    Insert {
        /// The table.
        table: TableName,
        /// The columns that are told; all when there are none.
        columns: Vec<Name>,
        /// The rows.
        rows: Inserted,
    },
    /// `update x set … where …`.
    Update {
        /// The table.
        table: TableName,
        /// Its alias in the expressions.
        alias: Option<Name>,
        /// What is set.
        set: Vec<Assignment>,
        /// In which rows; in all when absent.
        condition: Option<Expression>,
    },
    /// `delete from x where …`.
    Delete {
        /// The table.
        table: TableName,
        /// Its alias in the expressions.
        alias: Option<Name>,
        /// Which rows; all when absent.
        condition: Option<Expression>,
    },
    /// `alter table x …`.
    Alter {
        /// The table.
        table: TableName,
        /// What is changed, in the order of the text.
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
    /// Its name in capitals.
    pub name: String,
    /// What follows the `=`; `None` where there is none.
    pub value: Option<String>,
    /// Where its name stands.
    pub at: Position,
}

/// A column of a table that is made or changed.
#[derive(Clone, Debug)]
pub struct ColumnDefinition {
    /// Its name.
    pub name: Name,
    /// Whether it holds text; `None` where ALTER's MODIFY tells no type.
    pub text: Option<bool>,
    /// The length in bytes, where the type tells one.
    pub length: Option<u64>,
    /// `label=` and the like.
    pub modifiers: Modifiers,
}

/// What ALTER changes.
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
    /// What it is set to.
    pub value: Expression,
}

/// The rows that INSERT adds.
#[derive(Clone, Debug)]
pub enum Inserted {
    /// `values (…) values (…)`: each with where it begins.
    Values(Vec<(Vec<Expression>, Position)>),
    /// `set a=1, b=2 set …`: each with where it begins.
    Set(Vec<(Vec<Assignment>, Position)>),
    /// `select …`.
    Query(Query),
}

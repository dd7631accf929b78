//! Syntax trees of PROC SQL.

mod expression;
mod query;
mod statement;

pub use expression::{CaseBranch, Quantifier, SqlExpression};
pub use query::{
    FromItem, Into, IntoTargets, Join, JoinKind, Modifiers, OrderBy, OrderKey, Query, QueryBody, Select, SelectItem,
    SetOperator, TableName,
};
pub use statement::{
    AlterAction, Assignment, ColumnDefinition, InsertedRows, SqlOption, SqlStatement, SqlStatementKind,
};

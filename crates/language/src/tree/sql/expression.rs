//! Expressions that only PROC SQL has.

use super::Query;
use crate::tree::{Binary, Expression, Name};

/// An expression that only PROC SQL has.
#[derive(Clone, Debug)]
pub enum SqlExpression {
    /// `a.x`: a column of a table.
    Column {
        /// The table or its alias.
        table: Name,
        /// The column.
        column: Name,
    },
    /// `calculated x`: the value of the item of the same SELECT with that name.
    Calculated(Name),
    /// `case … end`.
    Case {
        /// The value that branches are compared with; without it they are conditions.
        of: Option<Box<Expression>>,
        /// The branches, at least one.
        branches: Vec<CaseBranch>,
        /// `else`; a missing value if it is absent.
        otherwise: Option<Box<Expression>>,
    },
    /// A scalar subquery: `(select …)` as a value.
    Value {
        /// The query.
        query: Box<Query>,
        /// Its text, by which equal subqueries are recognized.
        text: String,
    },
    /// `exists (select …)`.
    Exists(Box<Query>),
    /// `x in (select …)`; `x not in` is [`Unary::Not`](crate::tree::Unary::Not) of it.
    In {
        /// The value.
        value: Box<Expression>,
        /// The query.
        among: Box<Query>,
    },
    /// `x > any (select …)`, `x = all (select …)`.
    Quantified {
        /// The value to compare.
        value: Box<Expression>,
        /// The comparison.
        operator: Binary,
        /// The rows for which it must hold: one, or all.
        quantifier: Quantifier,
        /// The query.
        among: Box<Query>,
    },
    /// `count(*)`.
    CountRows,
    /// `count(distinct x)` and similar calls: an aggregate of distinct values.
    Distinct {
        /// The aggregate's name as written.
        function: String,
        /// The argument.
        of: Box<Expression>,
    },
}

/// `when … then …`.
#[derive(Clone, Debug)]
pub struct CaseBranch {
    /// A condition, or the value that the operand of CASE is compared with.
    pub when: Expression,
    /// The result.
    pub then: Expression,
}

/// For how many rows of a query a comparison must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `any`, `some`: for at least one.
    Any,
    /// `all`: for each one, and also if there are none.
    All,
}

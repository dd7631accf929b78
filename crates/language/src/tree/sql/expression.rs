//! What only the expressions of PROC SQL have.

use super::Query;
use crate::tree::{Binary, Expression, Name};

/// What only an expression of PROC SQL can be.
#[derive(Clone, Debug)]
pub enum SqlExpression {
    /// `a.x`: a column of a table.
    Column {
        /// The table or its alias.
        table: Name,
        /// The column.
        column: Name,
    },
    /// `calculated x`: what the item of the same SELECT that is called so comes to.
    Calculated(Name),
    /// `case … end`.
    Case {
        /// What the branches are compared with; they are conditions when it is absent.
        of: Option<Box<Expression>>,
        /// The branches, at least one.
        branches: Vec<CaseBranch>,
        /// `else`; a missing value when it is absent.
        otherwise: Option<Box<Expression>>,
    },
    /// `(select …)` where a value stands.
    Value {
        /// It.
        query: Box<Query>,
        /// As it is written, by which two are known to be the same.
        text: String,
    },
    /// `exists (select …)`.
    Exists(Box<Query>),
    /// `x in (select …)`; `x not in` as [`Unary::Not`](crate::tree::Unary::Not) of it.
    In {
        /// What is looked for.
        value: Box<Expression>,
        /// Among what.
        among: Box<Query>,
    },
    /// `x > any (select …)`, `x = all (select …)`.
    Quantified {
        /// What is compared.
        value: Box<Expression>,
        /// How.
        operator: Binary,
        /// With one of the rows or with all of them.
        quantifier: Quantifier,
        /// With what.
        among: Box<Query>,
    },
    /// `count(*)`.
    CountRows,
    /// `count(distinct x)` and the like: an aggregate over values that are told once each.
    Distinct {
        /// The aggregate's name as written.
        function: String,
        /// Of what.
        of: Box<Expression>,
    },
}

/// `when … then …`.
#[derive(Clone, Debug)]
pub struct CaseBranch {
    /// A condition, or what the value of CASE is compared with.
    pub when: Expression,
    /// What the expression comes to.
    pub then: Expression,
}

/// With how many rows of a query a comparison is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `any`, `some`: with one at least.
    Any,
    /// `all`: with each; with none of them it holds too.
    All,
}

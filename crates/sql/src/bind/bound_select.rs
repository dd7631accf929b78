//! The bound parts of a SELECT.

use std::sync::Arc;

use datafusion::logical_expr::expr::AggregateFunction;
use datafusion::logical_expr::{AggregateUDF, Expr};

use super::relation::OutputColumn;
use crate::typed::TypedExpr;

/// A selected column and its value.
#[derive(Clone)]
pub(super) struct SelectedColumn {
    pub column: OutputColumn,
    pub value: TypedExpr,
}

/// A summary function in a query.
#[derive(Clone, Debug)]
pub(super) struct Aggregate {
    /// The plan's name of its value.
    pub id: String,
    pub function: Arc<AggregateUDF>,
    pub distinct: bool,
    pub of: Expr,
}

/// The clauses of a SELECT, bound.
pub(super) struct BoundSelect {
    pub selected: Vec<SelectedColumn>,
    pub groups: Vec<Expr>,
    pub having: Option<Expr>,
    /// The keys of ORDER BY, and whether each is descending.
    pub keys: Vec<(Expr, bool)>,
    /// True if GROUP BY is used without summary functions, so that no note on it is needed.
    pub is_of_groups: bool,
    pub aggregates: Vec<Aggregate>,
}

impl Aggregate {
    /// Returns the aggregate expression of the plan.
    pub(super) fn call(&self) -> Expr {
        let arguments = vec![self.of.clone()];
        let function = Arc::clone(&self.function);
        let call = AggregateFunction::new_udf(function, arguments, self.distinct, None, Vec::new(), None);
        Expr::AggregateFunction(call)
    }
}

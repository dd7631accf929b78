//! Subqueries in expressions.

use std::sync::Arc;

use datafusion::common::Spans;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::functions::expr_fn::coalesce;
use datafusion::logical_expr::expr::{Exists, InSubquery};
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder, Subquery, not};
use feedrate_language::tree::{Binary, Expression, Quantifier, Query};
use feedrate_language::{Diagnostic, Position};

use super::context::ExpressionContext;
use super::relation::{Relation, column};
use super::{Binder, Purpose, Result, refused};
use crate::function::PlanFunction;
use crate::typed::{TypedExpr, missing};

impl Binder<'_> {
    fn query_within(&mut self, query: &Query, context: &ExpressionContext<'_>) -> Result<Relation> {
        let outer: Vec<_> = context.scopes().collect();
        self.query(query, Purpose::LookedAt, &outer)
    }

    fn query_of_one_column(&mut self, query: &Query, context: &ExpressionContext<'_>) -> Result<Relation> {
        let relation = self.query_within(query, context)?;
        match relation.columns.len() {
            1 => Ok(relation),
            several => Err(Diagnostic::error(
                query.at,
                format!("A subquery cannot select more than one column, and this selects {several}."),
            )),
        }
    }

    /// Binds `(select …)` as a value: that of its only row, or missing if it has none. The same text over the same
    /// tables is bound once, so that a group can be recognized in SELECT.
    pub(super) fn scalar_query(
        &mut self,
        query: &Query,
        text: &str,
        context: &ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let tables = context.scopes().flat_map(|scope| &scope.tables);
        let ids = tables.filter_map(|table| Some(table.columns.first()?.id.as_str()));
        let key = ids.fold(text.to_owned(), |key, id| key + " " + id);
        if let Some((_, known)) = self.values.iter().find(|(known, _)| *known == key) {
            return Ok(known.clone());
        }
        let value = self.value_of(query, context)?;
        self.values.push((key, value.clone()));
        Ok(value)
    }

    fn value_of(&mut self, query: &Query, context: &ExpressionContext<'_>) -> Result<TypedExpr> {
        let relation = self.query_of_one_column(query, context)?;
        let only = &relation.columns[0];
        let of = &only.attributes;
        let plan = match relation.plan.all_out_ref_exprs().is_empty() {
            // The planner assumes that an aggregation always has a row, and would infer that the value is never NULL.
            true => LogicalPlanBuilder::from(relation.plan)
                .project([PlanFunction::Nullable.call([column(&only.id)]).alias(&only.id)])
                .and_then(LogicalPlanBuilder::build)
                .map_err(refused(query.at))?,
            false => relation.plan,
        };
        let value = coalesce(vec![Expr::ScalarSubquery(subquery(plan)), missing(of.kind)]);
        Ok(TypedExpr::column(value, of.kind, of.length))
    }

    /// Binds `exists (select …)`.
    pub(super) fn exists(&mut self, query: &Query, context: &ExpressionContext<'_>) -> Result<TypedExpr> {
        let relation = self.query_within(query, context)?;
        Ok(TypedExpr::Truth(exists(relation.plan)))
    }

    /// Binds `x in (select …)`.
    pub(super) fn in_query(
        &mut self,
        value: &Expression,
        among: &Query,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let value = self.expression(value, context)?;
        let relation = self.query_of_one_column(among, context)?;
        if value.kind() != relation.columns[0].attributes.kind {
            return Err(Diagnostic::error(
                at,
                "The value before IN and what the query selects are of different data types.",
            ));
        }
        let value = value.into_value().map_err(refused(at))?;
        let is_in = InSubquery::new(Box::new(value), subquery(relation.plan), false);
        Ok(TypedExpr::Truth(Expr::InSubquery(is_in)))
    }

    /// Binds `x > any (select …)`, which holds if the comparison holds for at least one row, and `all`, which holds if
    /// it fails for no row.
    pub(super) fn quantified(
        &mut self,
        value: &Expression,
        operator: Binary,
        quantifier: Quantifier,
        among: &Query,
        at: Position,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let value = self.expression(value, context)?;
        let (kind, length) = (value.kind(), value.length());
        let relation = self.query_of_one_column(among, context)?;
        let outside = to_outside(value.into_value().map_err(refused(at))?, context).map_err(refused(at))?;
        let outside = TypedExpr::column(outside, kind, length);
        let holds = self.compared(operator, outside, relation.columns[0].value(), at)?;
        let wanted = match quantifier {
            Quantifier::Any => holds,
            Quantifier::All => not(holds),
        };
        let plan = LogicalPlanBuilder::from(relation.plan)
            .filter(wanted)
            .and_then(LogicalPlanBuilder::build)
            .map_err(refused(at))?;
        Ok(TypedExpr::Truth(match quantifier {
            Quantifier::Any => exists(plan),
            Quantifier::All => not(exists(plan)),
        }))
    }
}

fn exists(plan: LogicalPlan) -> Expr {
    Expr::Exists(Exists::new(subquery(plan), false))
}

fn subquery(plan: LogicalPlan) -> Subquery {
    let outer_ref_columns = plan.all_out_ref_exprs();
    Subquery {
        subquery: Arc::new(plan),
        outer_ref_columns,
        spans: Spans::new(),
    }
}

/// Converts an expression for use within its subquery: its columns become outer references.
fn to_outside(expression: Expr, context: &ExpressionContext<'_>) -> datafusion::common::Result<Expr> {
    let outside = expression.transform(|part| {
        let Expr::Column(column) = &part else {
            return Ok(Transformed::no(part));
        };
        Ok(match context.scope.columns().find(|own| own.id == column.name) {
            Some(found) => Transformed::yes(super::expression::outer_value(found)),
            None => Transformed::no(part),
        })
    })?;
    Ok(outside.data)
}

//! Queries within expressions.

use std::sync::Arc;

use datafusion::common::Spans;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::functions::expr_fn::coalesce;
use datafusion::logical_expr::expr::{Exists, InSubquery};
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder, Subquery, not};
use feedrate_language::tree::{Binary, Expression, Quantifier, Query};
use feedrate_language::{Diagnostic, Position};

use super::expression::Place;
use super::relation::{Relation, column};
use super::{Binder, Purpose, Result, refused};
use crate::function::perhaps_absent;
use crate::typed::{Typed, missing};

impl Binder<'_> {
    fn query_within(&mut self, query: &Query, place: &Place<'_>) -> Result<Relation> {
        let outer: Vec<_> = std::iter::once(place.scope)
            .chain(place.outer.iter().copied())
            .collect();
        self.query(query, Purpose::LookedAt, &outer)
    }

    fn query_of_one_column(&mut self, query: &Query, place: &Place<'_>) -> Result<Relation> {
        let relation = self.query_within(query, place)?;
        match relation.columns.len() {
            1 => Ok(relation),
            several => Err(Diagnostic::error(
                query.at,
                format!(
                    "A subquery cannot select more than one column, and this selects {several}."
                ),
            )),
        }
    }

    /// `(select …)` where a value stands: that of its row, missing when it has none. Where the same is written twice
    /// over the same tables, it is the same value, by which a group is known in SELECT.
    pub(super) fn scalar_query(
        &mut self,
        query: &Query,
        text: &str,
        place: &Place<'_>,
    ) -> Result<Typed> {
        let scopes = std::iter::once(&place.scope).chain(place.outer);
        let tables = scopes.flat_map(|scope| &scope.tables);
        let ids = tables.filter_map(|table| Some(table.columns.first()?.id.as_str()));
        let key = ids.fold(text.to_owned(), |key, id| key + " " + id);
        if let Some((_, known)) = self.values.iter().find(|(known, _)| *known == key) {
            return Ok(known.clone());
        }
        let value = self.value_of(query, place)?;
        self.values.push((key, value.clone()));
        Ok(value)
    }

    fn value_of(&mut self, query: &Query, place: &Place<'_>) -> Result<Typed> {
        let relation = self.query_of_one_column(query, place)?;
        let only = &relation.columns[0];
        let of = &only.attributes;
        let plan = match relation.plan.all_out_ref_exprs().is_empty() {
            // The planner thinks that it always has a row, and would make a value of it that is never absent.
            true => LogicalPlanBuilder::from(relation.plan)
                .project([perhaps_absent(column(&only.id)).alias(&only.id)])
                .and_then(LogicalPlanBuilder::build)
                .map_err(refused(query.at))?,
            false => relation.plan,
        };
        let value = coalesce(vec![Expr::ScalarSubquery(subquery(plan)), missing(of.kind)]);
        Ok(Typed::column(value, of.kind, of.length))
    }

    /// `exists (select …)`.
    pub(super) fn exists(&mut self, query: &Query, place: &Place<'_>) -> Result<Typed> {
        let relation = self.query_within(query, place)?;
        Ok(Typed::Truth(exists(relation.plan)))
    }

    /// `x in (select …)`.
    pub(super) fn in_query(
        &mut self,
        value: &Expression,
        among: &Query,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let value = self.expression(value, place)?;
        let relation = self.query_of_one_column(among, place)?;
        if value.kind() != relation.columns[0].attributes.kind {
            return Err(Diagnostic::error(
                at,
                "The value before IN and what the query selects are of different data types.",
            ));
        }
        let value = value.into_value().map_err(refused(at))?;
        let is_in = InSubquery::new(Box::new(value), subquery(relation.plan), false);
        Ok(Typed::Truth(Expr::InSubquery(is_in)))
    }

    /// `x > any (select …)` is that there is a row of which it holds; `all` that there is none of which it does not.
    pub(super) fn quantified(
        &mut self,
        value: &Expression,
        operator: Binary,
        quantifier: Quantifier,
        among: &Query,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let value = self.expression(value, place)?;
        let (kind, length) = (value.kind(), value.length());
        let relation = self.query_of_one_column(among, place)?;
        let outside =
            to_outside(value.into_value().map_err(refused(at))?, place).map_err(refused(at))?;
        let outside = Typed::column(outside, kind, length);
        let holds = self.compared(operator, outside, relation.columns[0].value(), at)?;
        let wanted = match quantifier {
            Quantifier::Any => holds,
            Quantifier::All => not(holds),
        };
        let plan = LogicalPlanBuilder::from(relation.plan)
            .filter(wanted)
            .and_then(LogicalPlanBuilder::build)
            .map_err(refused(at))?;
        Ok(Typed::Truth(match quantifier {
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

/// An expression as a query within it sees it.
fn to_outside(expression: Expr, place: &Place<'_>) -> datafusion::common::Result<Expr> {
    let outside = expression.transform(|part| {
        let Expr::Column(column) = &part else {
            return Ok(Transformed::no(part));
        };
        let own = place.scope.tables.iter().flat_map(|table| &table.columns);
        let found = own.clone().find(|own| own.id == column.name);
        Ok(match found {
            Some(found) => Transformed::yes(super::expression::outer_value(found)),
            None => Transformed::no(part),
        })
    })?;
    Ok(outside.data)
}

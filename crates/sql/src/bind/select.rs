//! Queries: SELECT with its clauses.

use datafusion::common::tree_node::TreeNode;
use datafusion::logical_expr::utils::{conjunction, split_conjunction_owned};
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder};
use feedrate_language::tree::{OrderBy, Query, QueryBody, Select};

use super::finish::Ties;
use super::relation::{Relation, column};
use super::{Binder, OuterScopes, Purpose, Result, refused};
use crate::function::PlanFunction;

impl Binder<'_> {
    /// Binds a query with its ORDER BY.
    pub(super) fn query(&mut self, query: &Query, purpose: Purpose, outer: &OuterScopes<'_>) -> Result<Relation> {
        match &query.body {
            QueryBody::Select(select) => self.select(select, &query.order, purpose, outer),
            combined if query.order.is_empty() => self.combined(combined, purpose, outer),
            combined => {
                let inner = match purpose {
                    Purpose::Given => Purpose::Read,
                    other => other,
                };
                let relation = self.combined(combined, inner, outer)?;
                self.ordered_by_columns(relation, &query.order, purpose)
            }
        }
    }

    /// Binds a SELECT. Its rows are in the order of ORDER BY, or without that in the order of its table or groups.
    pub(super) fn select(
        &mut self,
        select: &Select,
        order: &[OrderBy],
        purpose: Purpose,
        outer: &OuterScopes<'_>,
    ) -> Result<Relation> {
        let at = select.at;
        let refused = refused(at);
        let from = self.from(&select.from, at, outer)?;
        let (mut plan, scope) = (from.plan, from.scope);
        let (mut bound, condition) = self.clauses(select, order, &scope, outer)?;
        if let Some(condition) = condition {
            plan = filtered(plan, condition).map_err(&refused)?;
        }
        let own_order = scope.tables.iter().flat_map(|table| &table.order);
        let own_order = own_order.map(|(id, descending)| (column(id), *descending));
        let mut ties: Vec<_> = own_order.collect();
        let mut is_joined = scope.tables.len() > 1 || scope.tables.iter().any(|own| own.is_joined);
        is_joined &= order.is_empty() && bound.groups.is_empty() && !select.distinct;
        if is_joined && !self.limits.joined_in_order {
            ties.clear();
        }
        if !bound.aggregates.is_empty() {
            let grouped = self.grouped(plan, &mut bound, at)?;
            plan = grouped.plan;
            let groups = grouped.order.into_iter().map(|group| (group, false));
            ties = match grouped.is_remerged {
                true => groups.chain(ties).collect(),
                false => groups.collect(),
            };
            is_joined &= grouped.is_remerged;
        } else if !bound.groups.is_empty() {
            self.warning(
                at,
                "A GROUP BY clause has been transformed into an ORDER BY clause because neither the SELECT clause \
                 nor the optional HAVING clause of the associated table-expression referenced a summary function.",
            );
            if order.is_empty() {
                bound.is_of_groups = true;
                bound.keys = bound.groups.drain(..).map(|group| (group, false)).collect();
            }
        }
        if let Some(having) = bound.having.take() {
            plan = filtered(plan, having).map_err(&refused)?;
        }
        let ties = Ties { keys: ties, is_joined };
        self.finish(plan, bound, select.distinct, ties, purpose, at)
    }
}

/// Returns the rows for which a condition holds.
///
/// A conjunct that names no column must not be pushed below an aggregation without groups, as the planner would do:
/// such an aggregation also has a row for no rows.
pub(super) fn filtered(plan: LogicalPlan, condition: Expr) -> datafusion::common::Result<LogicalPlan> {
    let first = plan.schema().columns().into_iter().next();
    let parts = split_conjunction_owned(condition).into_iter().map(|part| {
        let has_query = part.exists(|part| Ok(matches!(part, Expr::ScalarSubquery(_))))?;
        Ok(match &first {
            Some(first) if has_query && part.column_refs().is_empty() => {
                PlanFunction::Opaque.call([part, Expr::Column(first.clone())])
            }
            _ => part,
        })
    });
    let parts = parts.collect::<datafusion::common::Result<Vec<_>>>()?;
    let builder = LogicalPlanBuilder::from(plan);
    match conjunction(parts) {
        Some(condition) => builder.filter(condition)?.build(),
        None => builder.build(),
    }
}

//! Subqueries rewritten as joins, wherever they are in an expression and however they are correlated.
//!
//! DataFusion does this for most subqueries, and better; this is for those that it refuses. It follows T. Neumann and
//! A. Kemper, "Unnesting Arbitrary Queries" (2015): a correlated subquery is executed once for the set of all values of
//! its outer columns, which become columns of its result, and is joined by them.
//!
//! | module | contents |
//! |---|---|
//! | `attach` | joins a subquery to the rows of its expression |
//! | `dependent` | executes a subquery for all values of its outer columns |

mod attach;
mod dependent;

use std::sync::Arc;

use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, JoinType, Result, not_impl_err};
use datafusion::execution::session_state::SessionState;
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder};
use datafusion::physical_plan::ExecutionPlan;

use crate::typed::has_query;

/// Generates column names that no other column has.
#[derive(Default)]
struct Names(usize);

impl Names {
    fn next(&mut self) -> String {
        self.0 += 1;
        format!("u{}", self.0)
    }
}

/// Returns the physical plan of a query. DataFusion unnests most subqueries itself, and better than this module.
pub(crate) async fn physical_plan(state: &SessionState, plan: &LogicalPlan) -> Result<Arc<dyn ExecutionPlan>> {
    match state.create_physical_plan(plan).await {
        Err(error) => match unnested(plan) {
            Ok(plan) => state.create_physical_plan(&plan).await,
            Err(_) => Err(error),
        },
        planned => planned,
    }
}

/// Returns the plan without subqueries in its expressions.
fn unnested(plan: &LogicalPlan) -> Result<LogicalPlan> {
    rewritten(plan, &mut Names::default())
}

fn rewritten(plan: &LogicalPlan, names: &mut Names) -> Result<LogicalPlan> {
    let inputs = plan
        .inputs()
        .into_iter()
        .map(|input| rewritten(input, names))
        .collect::<Result<Vec<_>>>()?;
    let expressions = plan.expressions();
    if !expressions.iter().any(has_query) {
        return plan.with_new_exprs(expressions, inputs);
    }
    let before = columns_of(plan);
    match (plan, <[LogicalPlan; 1]>::try_from(inputs)) {
        (LogicalPlan::Filter(filter), Ok([input])) => {
            let (input, conditions) = names.attached(input, vec![filter.predicate.clone()])?;
            conditions
                .into_iter()
                .try_fold(LogicalPlanBuilder::from(input), LogicalPlanBuilder::filter)?
                .project(before)?
                .build()
        }
        (LogicalPlan::Projection(projection), Ok([input])) => {
            let (input, values) = names.attached(input, projection.expr.clone())?;
            LogicalPlanBuilder::from(input).project(values)?.build()
        }
        (LogicalPlan::Aggregate(aggregate), Ok([input])) => {
            let groups = aggregate.group_expr.len();
            let (input, mut all) = names.attached(input, expressions)?;
            let summaries = all.split_off(groups);
            LogicalPlanBuilder::from(input).aggregate(all, summaries)?.build()
        }
        (LogicalPlan::Window(_), Ok([input])) => {
            let (input, windows) = names.attached(input, expressions)?;
            LogicalPlanBuilder::from(input)
                .window(windows)?
                .project(before)?
                .build()
        }
        (LogicalPlan::Join(join), Err(inputs)) => {
            let (Some(filter), Ok([left, right])) = (&join.filter, <[LogicalPlan; 2]>::try_from(inputs)) else {
                return not_impl_err!("a query within the keys of a join");
            };
            names.joined(join, filter, left, right, before)
        }
        _ => not_impl_err!("a query within an expression of {}", plan.display()),
    }
}

/// Returns the columns of a plan, by their names in it.
fn columns_of(plan: &LogicalPlan) -> Vec<Expr> {
    plan.schema().columns().into_iter().map(Expr::Column).collect()
}

/// Collects the outer columns that an expression names.
fn outer_columns(expression: &Expr, found: &mut Vec<Column>) -> Result<()> {
    expression.apply(|part| {
        match part {
            Expr::OuterReferenceColumn(_, column) => found.push(column.clone()),
            // Nested subqueries may name them too.
            Expr::ScalarSubquery(query) => outer_columns_of(&query.subquery, found)?,
            Expr::InSubquery(is_in) => outer_columns_of(&is_in.subquery.subquery, found)?,
            Expr::Exists(exists) => outer_columns_of(&exists.subquery.subquery, found)?,
            _ => {}
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(())
}

/// Collects the outer columns that a plan names.
fn outer_columns_of(plan: &LogicalPlan, found: &mut Vec<Column>) -> Result<()> {
    plan.apply(|part| {
        for expression in part.expressions() {
            outer_columns(&expression, found)?;
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(())
}

impl Names {
    /// Rewrites a join with subqueries in its condition.
    fn joined(
        &mut self,
        join: &datafusion::logical_expr::Join,
        filter: &Expr,
        left: LogicalPlan,
        right: LogicalPlan,
        before: Vec<Expr>,
    ) -> Result<LogicalPlan> {
        let mut conditions: Vec<Expr> = join
            .on
            .iter()
            .map(|(left, right)| left.clone().eq(right.clone()))
            .collect();
        if join.join_type == JoinType::Inner {
            conditions.push(filter.clone());
            let both = LogicalPlanBuilder::from(left).cross_join(right)?.build()?;
            let (both, conditions) = self.attached(both, conditions)?;
            return conditions
                .into_iter()
                .try_fold(LogicalPlanBuilder::from(both), LogicalPlanBuilder::filter)?
                .project(before)?
                .build();
        }
        // The outer columns of the subqueries must be of one side, to which the subqueries are joined.
        let mut taken = Vec::new();
        attach::columns_for_queries(filter, &mut taken)?;
        let all_of = |side: &LogicalPlan| taken.iter().all(|column| side.schema().has_column(column));
        let (left, right, mut filter) = if all_of(&left) {
            let (left, filter) = self.attached(left, vec![filter.clone()])?;
            (left, right, filter)
        } else if all_of(&right) {
            let (right, filter) = self.attached(right, vec![filter.clone()])?;
            (left, right, filter)
        } else {
            return not_impl_err!("a query within ON of an outer join that takes values of both its sides");
        };
        conditions.append(&mut filter);
        LogicalPlanBuilder::from(left)
            .join_on(right, join.join_type, conditions)?
            .project(before)?
            .build()
    }
}

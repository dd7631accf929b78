//! GROUP BY: the rows of groups, or each row with the summaries of its group.

use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::logical_expr::expr::WindowFunction;
use datafusion::logical_expr::{Expr, ExprFunctionExt, LogicalPlan, LogicalPlanBuilder, WindowFunctionDefinition};
use feedrate_language::{Diagnostic, Position};

use super::bound_select::BoundSelect;
use super::relation::column;
use super::{Binder, Result, refused};
use crate::typed::{TypedExpr, has_query};

impl Binder<'_> {
    /// Binds GROUP BY: the rows of groups, or, if more than keys and summaries is selected, each row with the summaries
    /// of its group. In the first case the result has all columns that identify the groups, and in the second those
    /// that keep the rows of a group adjacent.
    pub(super) fn grouped(&mut self, plan: LogicalPlan, bound: &mut BoundSelect, at: Position) -> Result<GroupedRows> {
        let refused = refused(at);
        let plan = self.with_groups(plan, bound).map_err(&refused)?;
        let ids: Vec<String> = bound.groups.iter().map(|_| self.id()).collect();
        let columns: Vec<Expr> = ids.iter().map(|id| column(id)).collect();
        let known = |value: &Expr| {
            let columns = value.column_refs();
            columns.iter().all(|column| {
                ids.contains(&column.name) || bound.aggregates.iter().any(|aggregate| aggregate.id == column.name)
            })
        };
        let by_group = bound.replaced(&bound.groups, &columns).map_err(&refused)?;
        if !by_group.values().all(known) {
            if !self.limits.remerge {
                return Err(Diagnostic::error(
                    at,
                    "The query requires remerging summary statistics back with the original data, which NOREMERGE \
                     does not allow.",
                ));
            }
            self.note(
                at,
                "The query requires remerging summary statistics back with the original data.",
            );
            return Ok(GroupedRows {
                plan: remerged(plan, bound).map_err(&refused)?,
                order: bound.groups.clone(),
                is_remerged: true,
            });
        }
        let groups = bound.groups.iter().zip(&ids).map(|(group, id)| group.clone().alias(id));
        let has_distinct = bound.aggregates.iter().any(|own| own.distinct);
        let calls = bound.aggregates.iter().map(|own| match has_distinct {
            // The planner recognizes DISTINCT as groups, which can be spilled, only in summaries without an alias.
            true => own.call(),
            false => own.call().alias(&own.id),
        });
        let plan = LogicalPlanBuilder::from(plan)
            .aggregate(groups, calls.collect::<Vec<_>>())
            .map_err(&refused)?;
        let summaries = plan.schema().columns().into_iter().skip(ids.len());
        let named = summaries
            .zip(&bound.aggregates)
            .map(|(summary, own)| Expr::Column(summary).alias(&own.id));
        let all: Vec<Expr> = columns.iter().cloned().chain(named).collect();
        let plan = match has_distinct {
            true => plan.project(all).and_then(LogicalPlanBuilder::build),
            false => plan.build(),
        };
        let plan = plan.map_err(&refused)?;
        bound.take(by_group);
        Ok(GroupedRows {
            plan,
            order: columns,
            is_remerged: false,
        })
    }

    /// Makes columns of groups that are given by a subquery, because the planner cannot group by it.
    fn with_groups(&mut self, plan: LogicalPlan, bound: &mut BoundSelect) -> datafusion::common::Result<LogicalPlan> {
        if !bound.groups.iter().any(has_query) {
            return Ok(plan);
        }
        let ids: Vec<String> = bound.groups.iter().map(|_| self.id()).collect();
        let columns: Vec<Expr> = ids.iter().map(|id| column(id)).collect();
        let own = plan.schema().columns().into_iter().map(Expr::Column);
        let groups = bound.groups.iter().zip(&ids);
        let all: Vec<Expr> = own.chain(groups.map(|(group, id)| group.clone().alias(id))).collect();
        let replaced = bound.replaced(&bound.groups, &columns)?;
        bound.take(replaced);
        bound.groups = columns;
        LogicalPlanBuilder::from(plan).project(all)?.build()
    }
}

/// Grouped rows, or rows with summaries.
pub(super) struct GroupedRows {
    pub plan: LogicalPlan,
    /// The order of the rows.
    pub order: Vec<Expr>,
    /// True if these are all input rows, each with the summaries of its group.
    pub is_remerged: bool,
}

/// The expressions of a SELECT, with some replaced by columns.
struct ReplacedExpressions {
    selected: Vec<Expr>,
    having: Option<Expr>,
    keys: Vec<(Expr, bool)>,
}

impl ReplacedExpressions {
    fn values(&self) -> impl Iterator<Item = &Expr> {
        let keys = self.keys.iter().map(|(key, _)| key);
        self.selected.iter().chain(&self.having).chain(keys)
    }
}

impl BoundSelect {
    /// Returns the expressions with each of `of` replaced by its column.
    fn replaced(&self, of: &[Expr], by: &[Expr]) -> datafusion::common::Result<ReplacedExpressions> {
        let replace = |value: &Expr| -> datafusion::common::Result<Expr> {
            let replaced = value.clone().transform_down(|part| {
                let found = of.iter().zip(by).find(|(of, _)| **of == part);
                Ok(match found {
                    Some((_, by)) => Transformed::new(by.clone(), true, TreeNodeRecursion::Jump),
                    None => Transformed::no(part),
                })
            });
            Ok(replaced?.data)
        };
        let mut selected = Vec::with_capacity(self.selected.len());
        for one in &self.selected {
            selected.push(replace(&one.value.clone().into_value()?)?);
        }
        let keys = self.keys.iter();
        let keys = keys.map(|(key, descending)| Ok((replace(key)?, *descending)));
        Ok(ReplacedExpressions {
            selected,
            having: self.having.as_ref().map(replace).transpose()?,
            keys: keys.collect::<datafusion::common::Result<_>>()?,
        })
    }

    fn take(&mut self, replaced: ReplacedExpressions) {
        for (one, value) in self.selected.iter_mut().zip(replaced.selected) {
            one.value = TypedExpr::column(value, one.value.kind(), one.value.length());
        }
        self.having = replaced.having;
        self.keys = replaced.keys;
    }
}

/// Adds to each row the summaries of its group.
fn remerged(plan: LogicalPlan, bound: &BoundSelect) -> datafusion::common::Result<LogicalPlan> {
    let mut windows = Vec::with_capacity(bound.aggregates.len());
    for aggregate in &bound.aggregates {
        let function = WindowFunctionDefinition::AggregateUDF(aggregate.function.clone());
        let call =
            Expr::from(WindowFunction::new(function, vec![aggregate.of.clone()])).partition_by(bound.groups.clone());
        let call = match aggregate.distinct {
            true => call.distinct(),
            false => call,
        };
        windows.push(call.build()?.alias(&aggregate.id));
    }
    LogicalPlanBuilder::from(plan).window(windows)?.build()
}

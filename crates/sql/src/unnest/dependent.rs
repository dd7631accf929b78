//! Executes a subquery for all values of its outer columns at once. The values become further columns of its rows.

use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::common::{Column, JoinType, Result, not_impl_err};
use datafusion::functions::expr_fn::coalesce;
use datafusion::logical_expr::{Aggregate, Expr, Join, LogicalPlan, LogicalPlanBuilder, lit};

use super::{Names, columns_of, outer_columns, outer_columns_of};

/// The values of the outer columns of a subquery.
pub(super) struct Dependence {
    /// The outer columns, and their generated names.
    pub pairs: Vec<(Column, String)>,
    /// The distinct values, under the generated names. One row without columns if there are no outer columns.
    pub values: LogicalPlan,
}

impl Dependence {
    /// Returns the outer columns under their generated names.
    pub(super) fn columns(&self) -> Vec<Expr> {
        self.pairs.iter().map(|(_, id)| named(id)).collect()
    }

    fn concerns(&self, taken: &[Column]) -> bool {
        self.pairs.iter().any(|(own, _)| taken.contains(own))
    }

    fn is_taken_by(&self, plan: &LogicalPlan) -> Result<bool> {
        let mut taken = Vec::new();
        outer_columns_of(plan, &mut taken)?;
        Ok(self.concerns(&taken))
    }

    /// Replaces the outer columns of an expression by the generated columns.
    fn within(&self, expression: &Expr) -> Result<Expr> {
        let replaced = expression.clone().transform(|part| {
            let Expr::OuterReferenceColumn(_, column) = &part else {
                return Ok(Transformed::no(part));
            };
            let mut pairs = self.pairs.iter();
            Ok(match pairs.find(|(own, _)| own == column) {
                Some((_, id)) => Transformed::yes(named(id)),
                None => Transformed::no(part),
            })
        })?;
        Ok(replaced.data)
    }

    fn all_within(&self, expressions: &[Expr]) -> Result<Vec<Expr>> {
        expressions.iter().map(|own| self.within(own)).collect()
    }

    /// Executes a plan for all values: returns its own columns and the generated ones.
    pub(super) fn carried(&self, plan: &LogicalPlan, names: &mut Names) -> Result<LogicalPlan> {
        if self.pairs.is_empty() {
            return Ok(plan.clone());
        }
        if !self.is_taken_by(plan)? {
            return LogicalPlanBuilder::from(self.values.clone())
                .cross_join(plan.clone())?
                .build();
        }
        match plan {
            LogicalPlan::Projection(projection) => {
                let values = self.all_within(&projection.expr)?.into_iter();
                LogicalPlanBuilder::from(self.carried(&projection.input, names)?)
                    .project(values.chain(self.columns()))?
                    .build()
            }
            LogicalPlan::Filter(filter) => LogicalPlanBuilder::from(self.carried(&filter.input, names)?)
                .filter(self.within(&filter.predicate)?)?
                .build(),
            LogicalPlan::Aggregate(aggregate) => self.summarized(aggregate, names),
            LogicalPlan::Window(window) => {
                let windows = self.all_within(&window.window_expr)?.into_iter();
                let windows = windows.map(|own| self.partitioned(own));
                LogicalPlanBuilder::from(self.carried(&window.input, names)?)
                    .window(windows.collect::<Result<Vec<_>>>()?)?
                    .build()
            }
            LogicalPlan::Distinct(distinct) => LogicalPlanBuilder::from(self.carried(distinct.input(), names)?)
                .distinct()?
                .build(),
            LogicalPlan::Sort(sort) => self.carried(&sort.input, names),
            LogicalPlan::SubqueryAlias(alias) => {
                let inner = self.carried(&alias.input, names)?;
                let renamed = columns_of(&alias.input).into_iter().map(|own| {
                    let name = own.schema_name().to_string();
                    let name = own.try_as_col().map_or(name, |column| column.name.clone());
                    own.alias_qualified(Some(alias.alias.clone()), name)
                });
                LogicalPlanBuilder::from(inner)
                    .project(renamed.chain(self.columns()))?
                    .build()
            }
            LogicalPlan::Union(union) => {
                let mut whole: Option<LogicalPlanBuilder> = None;
                for input in &union.inputs {
                    let columns = columns_of(input).into_iter().chain(self.columns());
                    let part = LogicalPlanBuilder::from(self.carried(input, names)?)
                        .project(columns)?
                        .build()?;
                    whole = Some(match whole {
                        None => LogicalPlanBuilder::from(part),
                        Some(before) => before.union(part)?,
                    });
                }
                match whole {
                    Some(whole) => whole.build(),
                    None => not_impl_err!("a union of nothing"),
                }
            }
            LogicalPlan::Join(join) => self.joined_within(join, names),
            other => not_impl_err!("a query that takes values from outside in {}", other.display()),
        }
    }

    /// Aggregates the rows of each value. Without GROUP BY there is a row for each value, also for one without rows.
    fn summarized(&self, aggregate: &Aggregate, names: &mut Names) -> Result<LogicalPlan> {
        let groups = self.all_within(&aggregate.group_expr)?;
        let summaries = self.all_within(&aggregate.aggr_expr)?;
        let input = self.carried(&aggregate.input, names)?;
        let has_groups = !groups.is_empty();
        let whole = LogicalPlanBuilder::from(input)
            .aggregate(groups.into_iter().chain(self.columns()), summaries.clone())?
            .build()?;
        if has_groups {
            return Ok(whole);
        }
        let (right, keys) = self.renamed(whole, names)?;
        let kept = summaries.iter().map(|own| {
            let name = own.schema_name().to_string();
            let column = named(&name);
            let call = own.clone().unalias();
            let nothing = match &call {
                Expr::AggregateFunction(call) => {
                    let of_kind = right.schema().field_with_unqualified_name(&name)?.data_type();
                    Some(call.func.default_value(of_kind)?)
                }
                _ => None,
            };
            Ok(match nothing.filter(|nothing| !nothing.is_null()) {
                Some(nothing) => coalesce(vec![column, lit(nothing)]).alias(name),
                None => column,
            })
        });
        let kept = kept.collect::<Result<Vec<_>>>();
        let kept = kept?.into_iter().chain(self.columns()).collect::<Vec<_>>();
        LogicalPlanBuilder::from(self.values.clone())
            .join_on(right, JoinType::Left, keys)?
            .project(kept)?
            .build()
    }

    /// Adds the generated columns to the partition of a window.
    fn partitioned(&self, expression: Expr) -> Result<Expr> {
        let replaced = expression.transform(|part| {
            let Expr::WindowFunction(mut window) = part else {
                return Ok(Transformed::no(part));
            };
            window.params.partition_by.extend(self.columns());
            Ok(Transformed::yes(Expr::WindowFunction(window)))
        })?;
        Ok(replaced.data)
    }

    /// Renames the generated columns of a plan, and returns the conditions that equate them with the old ones.
    fn renamed(&self, plan: LogicalPlan, names: &mut Names) -> Result<(LogicalPlan, Vec<Expr>)> {
        let ids: Vec<String> = self.pairs.iter().map(|_| names.next()).collect();
        let is_own = |column: &Column| self.pairs.iter().any(|(_, id)| *id == column.name);
        let others = plan.schema().columns().into_iter();
        let others = others.filter(|column| !is_own(column)).map(Expr::Column);
        let own = self.columns().into_iter().zip(&ids);
        let columns: Vec<Expr> = others.chain(own.map(|(own, id)| own.alias(id))).collect();
        let keys = self.columns().into_iter().zip(&ids);
        let keys = keys.map(|(own, id)| own.eq(named(id))).collect();
        let plan = LogicalPlanBuilder::from(plan).project(columns)?.build()?;
        Ok((plan, keys))
    }

    /// Rewrites a join so that it only joins rows of the same values.
    fn joined_within(&self, join: &Join, names: &mut Names) -> Result<LogicalPlan> {
        let mut conditions = Vec::new();
        for (left, right) in &join.on {
            conditions.push(self.within(left)?.eq(self.within(right)?));
        }
        let mut taken = Vec::new();
        if let Some(filter) = &join.filter {
            outer_columns(filter, &mut taken)?;
            conditions.push(self.within(filter)?);
        }
        let right_has = self.is_taken_by(&join.right)?;
        // The values come from one side if possible, and otherwise from both.
        let (left, right) = match join.join_type {
            JoinType::Inner if right_has && !self.is_taken_by(&join.left)? => {
                let right = self.carried(&join.right, names)?;
                ((*join.left).clone(), right)
            }
            JoinType::Inner | JoinType::Left | JoinType::LeftSemi | JoinType::LeftAnti => {
                let left = self.carried(&join.left, names)?;
                let right = match right_has {
                    false => (*join.right).clone(),
                    true => {
                        let right = self.carried(&join.right, names)?;
                        let (right, keys) = self.renamed(right, names)?;
                        conditions.extend(keys);
                        right
                    }
                };
                (left, right)
            }
            JoinType::Right => {
                let right = self.carried(&join.right, names)?;
                let left = match self.is_taken_by(&join.left)? {
                    false => (*join.left).clone(),
                    true => {
                        let left = self.carried(&join.left, names)?;
                        let (left, keys) = self.renamed(left, names)?;
                        conditions.extend(keys);
                        left
                    }
                };
                (left, right)
            }
            JoinType::Full => return self.full_join_within(join, conditions, names),
            other => {
                return not_impl_err!("a query that takes values from outside in a {other} join");
            }
        };
        if conditions.is_empty() {
            conditions.push(lit(true));
        }
        let columns = join.schema.columns().into_iter().map(Expr::Column);
        LogicalPlanBuilder::from(left)
            .join_on(right, join.join_type, conditions)?
            .project(columns.chain(self.columns()))?
            .build()
    }

    fn full_join_within(&self, join: &Join, mut conditions: Vec<Expr>, names: &mut Names) -> Result<LogicalPlan> {
        let left = self.carried(&join.left, names)?;
        let right = self.carried(&join.right, names)?;
        let (right, keys) = self.renamed(right, names)?;
        let ids = keys.iter().filter_map(|key| match key {
            Expr::BinaryExpr(equal) => Some((*equal.right).clone()),
            _ => None,
        });
        let either = self.columns().into_iter().zip(ids).zip(&self.pairs);
        let either: Vec<Expr> = either
            .map(|((left, right), (_, id))| coalesce(vec![left, right]).alias(id))
            .collect();
        conditions.extend(keys);
        let columns = join.schema.columns().into_iter().map(Expr::Column);
        LogicalPlanBuilder::from(left)
            .join_on(right, JoinType::Full, conditions)?
            .project(columns.chain(either))?
            .build()
    }
}

/// A column with a generated name.
pub(super) fn named(id: &str) -> Expr {
    Expr::Column(Column::new_unqualified(id))
}

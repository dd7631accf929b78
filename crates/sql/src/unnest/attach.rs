//! Joins a subquery to the rows of its expression.

use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, JoinType, Result};
use datafusion::functions_aggregate::expr_fn::{count, first_value};
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder, lit};

use super::dependent::{Dependence, named};
use super::{Names, outer_columns, outer_columns_of, rewritten};
use crate::function::PlanFunction;

/// Collects the columns of an expression that its subqueries use, and those that are searched for in them.
pub(super) fn columns_for_queries(expression: &Expr, taken: &mut Vec<Column>) -> Result<()> {
    expression.apply(|part| {
        match part {
            Expr::ScalarSubquery(_) | Expr::Exists(_) => outer_columns(part, taken)?,
            Expr::InSubquery(is_in) => {
                outer_columns(part, taken)?;
                taken.extend(is_in.expr.column_refs().into_iter().cloned());
            }
            _ => {}
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(())
}

impl Names {
    /// Joins the subqueries of expressions to the rows of `input`, and returns the expressions with columns in place of
    /// the subqueries.
    pub(super) fn attached(&mut self, input: LogicalPlan, expressions: Vec<Expr>) -> Result<(LogicalPlan, Vec<Expr>)> {
        let mut input = input;
        let mut rest = Vec::with_capacity(expressions.len());
        for expression in expressions {
            let replaced = expression.transform_up(|part| {
                let (query, negated) = match &part {
                    Expr::ScalarSubquery(query) => (query, false),
                    Expr::Exists(exists) => (&exists.subquery, exists.negated),
                    Expr::InSubquery(is_in) => (&is_in.subquery, is_in.negated),
                    _ => return Ok(Transformed::no(part)),
                };
                let query = rewritten(&query.subquery, self)?;
                let value = match &part {
                    Expr::ScalarSubquery(_) => self.value_of(&mut input, &query)?,
                    Expr::InSubquery(is_in) => {
                        let is_there = self.is_there(&mut input, &query, Some(&is_in.expr))?;
                        with(is_there, negated)
                    }
                    _ => with(self.is_there(&mut input, &query, None)?, negated),
                };
                Ok(Transformed::yes(value))
            })?;
            rest.push(replaced.data);
        }
        Ok((input, rest))
    }

    /// Returns the dependence of a subquery on the rows of `input`, and the subquery executed for all values of it.
    fn depending(&mut self, input: &LogicalPlan, query: &LogicalPlan) -> Result<(Dependence, LogicalPlan)> {
        let mut taken = Vec::new();
        outer_columns_of(query, &mut taken)?;
        taken.retain(|column| input.schema().has_column(column));
        taken.sort();
        taken.dedup();
        let pairs: Vec<(Column, String)> = taken.into_iter().map(|own| (own, self.next())).collect();
        let values = pairs.iter().map(|(own, id)| Expr::Column(own.clone()).alias(id));
        let values: Vec<Expr> = values.collect();
        let plan = match values.is_empty() {
            true => LogicalPlanBuilder::empty(true).build()?,
            false => LogicalPlanBuilder::from(input.clone())
                .project(values)?
                .distinct()?
                .build()?,
        };
        let dependence = Dependence { pairs, values: plan };
        let query = dependence.carried(query, self)?;
        Ok((dependence, query))
    }

    /// Joins a scalar subquery; its value is NULL if it has no row.
    fn value_of(&mut self, input: &mut LogicalPlan, query: &LogicalPlan) -> Result<Expr> {
        let value = Expr::Column(query.schema().columns().remove(0));
        let (dependence, query) = self.depending(input, query)?;
        let (only, rows, found) = (self.next(), self.next(), self.next());
        let own = dependence.columns();
        let counted = LogicalPlanBuilder::from(query)
            .aggregate(
                own.clone(),
                [
                    first_value(value, Vec::new()).alias(&only),
                    count(lit(1_i64)).alias(&rows),
                ],
            )?
            .project(
                own.into_iter()
                    .chain([PlanFunction::Only.call([named(&only), named(&rows)]).alias(&found)]),
            )?
            .build()?;
        *input = dependence.joined(input, counted, Vec::new(), std::slice::from_ref(&found))?;
        Ok(named(&found))
    }

    /// Joins a subquery whose existence is tested: of any row, or of a row with `equal`.
    fn is_there(&mut self, input: &mut LogicalPlan, query: &LogicalPlan, equal: Option<&Expr>) -> Result<Expr> {
        let value = equal.map(|_| Expr::Column(query.schema().columns().remove(0)));
        let (dependence, query) = self.depending(input, query)?;
        let (looked_for, mark) = (self.next(), self.next());
        let mut columns = dependence.columns();
        columns.extend(value.map(|value| value.alias(&looked_for)));
        let query = LogicalPlanBuilder::from(query);
        // Without columns, the result is one row if there are any rows, and none otherwise.
        let marked = match columns.is_empty() {
            true => query.limit(0, Some(1))?.project([lit(true).alias(&mark)])?,
            false => {
                let kept = columns.iter().map(|own| named(own.schema_name().to_string().as_str()));
                let kept: Vec<Expr> = kept.chain([lit(true).alias(&mark)]).collect();
                query.project(columns)?.distinct()?.project(kept)?
            }
        };
        let conditions = equal.map(|equal| equal.clone().eq(named(&looked_for)));
        let conditions = conditions.into_iter().collect();
        *input = dependence.joined(input, marked.build()?, conditions, std::slice::from_ref(&mark))?;
        Ok(named(&mark).is_not_null())
    }
}

impl Dependence {
    /// Left-joins `found` to `input`: its columns are NULL where it has no row.
    fn joined(
        &self,
        input: &LogicalPlan,
        found: LogicalPlan,
        mut conditions: Vec<Expr>,
        kept: &[String],
    ) -> Result<LogicalPlan> {
        let pairs = self.pairs.iter();
        conditions.extend(pairs.map(|(own, id)| Expr::Column(own.clone()).eq(named(id))));
        if conditions.is_empty() {
            conditions.push(lit(true));
        }
        let columns = super::columns_of(input).into_iter();
        LogicalPlanBuilder::from(input.clone())
            .join_on(found, JoinType::Left, conditions)?
            .project(columns.chain(kept.iter().map(|id| named(id))))?
            .build()
    }
}

fn with(is_there: Expr, negated: bool) -> Expr {
    match negated {
        true => Expr::Not(Box::new(is_there)),
        false => is_there,
    }
}

//! UNION, OUTER UNION, EXCEPT and INTERSECT.

use datafusion::functions_window::expr_fn::row_number;
use datafusion::logical_expr::{Expr, ExprFunctionExt, LogicalPlan, LogicalPlanBuilder};
use feedrate_program::tree::{QueryBody, SetOperator};
use feedrate_program::{Diagnostic, Position};

use super::relation::{OutputColumn, Relation, column};
use super::{Binder, Outer, Result, refused};
use crate::typed::missing;

impl Binder<'_> {
    /// Rows that several queries give, combined.
    pub(super) fn combined(&mut self, body: &QueryBody, outer: &Outer<'_>) -> Result<Relation> {
        let (operator, all, by_name, left, right, at) = match body {
            QueryBody::Select(select) => return self.select(select, &[], false, outer),
            QueryBody::Combined {
                operator,
                all,
                by_name,
                left,
                right,
                at,
            } => (operator, all, by_name, left, right, at),
        };
        let left = self.combined(left, outer)?;
        let right = self.combined(right, outer)?;
        let outer_union = *operator == SetOperator::OuterUnion;
        let (left, right) = match (by_name, outer_union) {
            (false, true) => self.side_by_side(left, right, *at)?,
            (true, true) => self.all_by_name(left, right, *at)?,
            (true, false) => self.common_by_name(left, right, *at)?,
            (false, false) => self.by_place(left, right, *at)?,
        };
        // Both sides have the same columns now, under the same names.
        let columns = left.columns;
        let plan = match operator {
            SetOperator::OuterUnion => union(left.plan, right.plan, true),
            SetOperator::Union => union(left.plan, right.plan, *all),
            SetOperator::Except if !all => LogicalPlanBuilder::except(left.plan, right.plan, false),
            SetOperator::Intersect if !all => {
                LogicalPlanBuilder::intersect(left.plan, right.plan, false)
            }
            SetOperator::Except => {
                self.counted(left.plan, right.plan, &columns, LogicalPlanBuilder::except)
            }
            SetOperator::Intersect => self.counted(
                left.plan,
                right.plan,
                &columns,
                LogicalPlanBuilder::intersect,
            ),
        };
        let plan = plan.map_err(refused(*at))?;
        Ok(Relation { plan, columns })
    }

    /// Columns go together by their places. Where one side has more, those are missing on the other.
    fn by_place(
        &mut self,
        left: Relation,
        right: Relation,
        at: Position,
    ) -> Result<(Relation, Relation)> {
        let (longer, other) = match left.columns.len() >= right.columns.len() {
            true => (&left.columns, &right.columns),
            false => (&right.columns, &left.columns),
        };
        if longer.len() != other.len() {
            self.warning(
                at,
                "A table has been extended with null columns to perform the set operation.",
            );
        }
        let pairs: Vec<_> = (0..longer.len())
            .map(|index| {
                (
                    left.columns.get(index).cloned(),
                    right.columns.get(index).cloned(),
                )
            })
            .collect();
        self.paired(left, right, pairs, at)
    }

    /// Columns go together by their names; those of one side alone are left out.
    fn common_by_name(
        &mut self,
        left: Relation,
        right: Relation,
        at: Position,
    ) -> Result<(Relation, Relation)> {
        let pairs: Vec<_> = left
            .columns
            .iter()
            .filter_map(|own| Some((Some(own.clone()), Some(same(&right.columns, own)?.clone()))))
            .collect();
        if pairs.is_empty() {
            return Err(Diagnostic::error(
                at,
                "the queries have no column in common by its name",
            ));
        }
        self.paired(left, right, pairs, at)
    }

    /// Columns go together by their names; those of one side alone are missing on the other.
    fn all_by_name(
        &mut self,
        left: Relation,
        right: Relation,
        at: Position,
    ) -> Result<(Relation, Relation)> {
        let mut pairs: Vec<_> = left
            .columns
            .iter()
            .map(|own| (Some(own.clone()), same(&right.columns, own).cloned()))
            .collect();
        let alone = right
            .columns
            .iter()
            .filter(|own| same(&left.columns, own).is_none());
        pairs.extend(alone.map(|own| (None, Some(own.clone()))));
        self.paired(left, right, pairs, at)
    }

    /// No columns go together.
    fn side_by_side(
        &mut self,
        left: Relation,
        right: Relation,
        at: Position,
    ) -> Result<(Relation, Relation)> {
        let mut pairs: Vec<_> = left
            .columns
            .iter()
            .map(|own| (Some(own.clone()), None))
            .collect();
        pairs.extend(right.columns.iter().map(|own| (None, Some(own.clone()))));
        self.paired(left, right, pairs, at)
    }

    /// Both sides with the columns of the pairs.
    fn paired(
        &mut self,
        left: Relation,
        right: Relation,
        pairs: Vec<(Option<OutputColumn>, Option<OutputColumn>)>,
        at: Position,
    ) -> Result<(Relation, Relation)> {
        let (mut columns, mut lefts, mut rights) = (Vec::new(), Vec::new(), Vec::new());
        for (of_left, of_right) in pairs {
            let Some(model) = of_left.as_ref().or(of_right.as_ref()) else {
                continue;
            };
            let mut made = OutputColumn {
                id: self.id(),
                ..model.clone()
            };
            for other in [&of_left, &of_right].into_iter().flatten() {
                if other.attributes.kind != made.attributes.kind {
                    return Err(Diagnostic::error(
                        at,
                        format!(
                            "Column {} from the first contributor is not the same type as its counterpart from the second.",
                            columns.len() + 1
                        ),
                    ));
                }
                made.attributes.length = made.attributes.length.max(other.attributes.length);
            }
            let value = |of: &Option<OutputColumn>| match of {
                Some(own) => column(&own.id),
                None => missing(made.attributes.kind),
            };
            lefts.push(value(&of_left).alias(&made.id));
            rights.push(value(&of_right).alias(&made.id));
            columns.push(made);
        }
        let side = |relation: Relation, values: Vec<Expr>| -> Result<Relation> {
            let plan = LogicalPlanBuilder::from(relation.plan)
                .project(values)
                .and_then(LogicalPlanBuilder::build)
                .map_err(refused(at))?;
            Ok(Relation {
                plan,
                columns: columns.clone(),
            })
        };
        Ok((side(left, lefts)?, side(right, rights)?))
    }

    /// EXCEPT ALL and INTERSECT ALL: rows that are alike are told apart by a number, so that as many go or stay as the
    /// other side has.
    fn counted(
        &mut self,
        left: LogicalPlan,
        right: LogicalPlan,
        columns: &[OutputColumn],
        combine: fn(LogicalPlan, LogicalPlan, bool) -> datafusion::common::Result<LogicalPlan>,
    ) -> datafusion::common::Result<LogicalPlan> {
        let id = self.id();
        let all: Vec<Expr> = columns.iter().map(|own| column(&own.id)).collect();
        let numbered = |plan: LogicalPlan| {
            let number = row_number().partition_by(all.clone()).build()?.alias(&id);
            LogicalPlanBuilder::from(plan).window([number])?.build()
        };
        let combined = combine(numbered(left)?, numbered(right)?, true)?;
        LogicalPlanBuilder::from(combined)
            .project(all.clone())?
            .build()
    }
}

fn same<'c>(columns: &'c [OutputColumn], own: &OutputColumn) -> Option<&'c OutputColumn> {
    let mut columns = columns.iter();
    columns.find(|other| !own.name.is_empty() && other.name.eq_ignore_ascii_case(&own.name))
}

fn union(
    left: LogicalPlan,
    right: LogicalPlan,
    all: bool,
) -> datafusion::common::Result<LogicalPlan> {
    let both = LogicalPlanBuilder::from(left).union(right)?;
    match all {
        true => both.build(),
        false => both.distinct()?.build(),
    }
}

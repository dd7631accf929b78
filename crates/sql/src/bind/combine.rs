//! UNION, OUTER UNION, EXCEPT and INTERSECT.

use datafusion::common::ScalarValue;
use datafusion::functions::expr_fn::coalesce;
use datafusion::functions_window::expr_fn::row_number;
use datafusion::logical_expr::{Expr, ExprFunctionExt, LogicalPlan, LogicalPlanBuilder, lit};
use feedrate_language::tree::{QueryBody, SetOperator};
use feedrate_language::{Diagnostic, Position};

use super::relation::{OutputColumn, Relation, column};
use super::{Binder, OuterScopes, Purpose, Result, refused};
use crate::typed::missing;

impl Binder<'_> {
    /// Combines the rows of several queries. Those of UNION ALL and OUTER UNION come one query after the other, and all
    /// others in the order of their columns.
    pub(super) fn combined(&mut self, body: &QueryBody, purpose: Purpose, outer: &OuterScopes<'_>) -> Result<Relation> {
        let (operator, all, by_name, left, right, at) = match body {
            QueryBody::Select(select) => return self.select(select, &[], purpose, outer),
            QueryBody::Combined {
                operator,
                all,
                by_name,
                left,
                right,
                at,
            } => (operator, all, by_name, left, right, at),
        };
        let is_in_turn = match operator {
            SetOperator::OuterUnion => true,
            SetOperator::Union => *all,
            SetOperator::Except | SetOperator::Intersect => false,
        };
        let of_sides = match is_in_turn {
            true => purpose,
            false => Purpose::LookedAt,
        };
        let joined_in_order = std::mem::replace(&mut self.limits.joined_in_order, false);
        let left = self.combined(left, of_sides, outer);
        let right = left.and_then(|left| Ok((left, self.combined(right, of_sides, outer)?)));
        self.limits.joined_in_order = joined_in_order;
        let (mut left, mut right) = right?;
        if of_sides != Purpose::Read {
            left.order.clear();
            right.order.clear();
        }
        let outer_union = *operator == SetOperator::OuterUnion;
        let (left, right) = match (by_name, outer_union) {
            (false, true) => self.side_by_side(left, right, *at)?,
            (true, true) => self.all_by_name(left, right, *at)?,
            (true, false) => self.common_by_name(left, right, *at)?,
            (false, false) => self.by_place(left, right, *at)?,
        };
        // Both sides have the same columns now, under the same names.
        let (columns, order) = (left.columns, left.order);
        let plan = match operator {
            SetOperator::OuterUnion => union(left.plan, right.plan, true),
            SetOperator::Union => union(left.plan, right.plan, *all),
            SetOperator::Except if !all => LogicalPlanBuilder::except(left.plan, right.plan, false),
            SetOperator::Intersect if !all => LogicalPlanBuilder::intersect(left.plan, right.plan, false),
            SetOperator::Except => self.counted(left.plan, right.plan, &columns, LogicalPlanBuilder::except),
            SetOperator::Intersect => self.counted(left.plan, right.plan, &columns, LogicalPlanBuilder::intersect),
        };
        let order = match is_in_turn {
            true => order,
            false => columns.iter().map(|own| (own.id.clone(), false)).collect(),
        };
        let relation = Relation {
            order,
            // Sorting them takes as long as sorting joined rows.
            is_joined: is_in_turn,
            ..Relation::new(plan.map_err(refused(*at))?, columns)
        };
        match purpose {
            Purpose::Given => self.in_order_of(relation, *at),
            Purpose::Read | Purpose::LookedAt => Ok(relation),
        }
    }

    /// Matches columns by position. Where one side has more columns, they are missing on the other side.
    fn by_place(&mut self, left: Relation, right: Relation, at: Position) -> Result<(Relation, Relation)> {
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
            .map(|index| (left.columns.get(index).cloned(), right.columns.get(index).cloned()))
            .collect();
        self.paired(left, right, pairs, at)
    }

    /// Matches columns by name; those of one side only are left out.
    fn common_by_name(&mut self, left: Relation, right: Relation, at: Position) -> Result<(Relation, Relation)> {
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

    /// Matches columns by name; those of one side only are missing on the other side.
    fn all_by_name(&mut self, left: Relation, right: Relation, at: Position) -> Result<(Relation, Relation)> {
        let mut pairs: Vec<_> = left
            .columns
            .iter()
            .map(|own| (Some(own.clone()), same(&right.columns, own).cloned()))
            .collect();
        let alone = right.columns.iter().filter(|own| same(&left.columns, own).is_none());
        pairs.extend(alone.map(|own| (None, Some(own.clone()))));
        self.paired(left, right, pairs, at)
    }

    /// Matches no columns.
    fn side_by_side(&mut self, left: Relation, right: Relation, at: Position) -> Result<(Relation, Relation)> {
        let mut pairs: Vec<_> = left.columns.iter().map(|own| (Some(own.clone()), None)).collect();
        pairs.extend(right.columns.iter().map(|own| (None, Some(own.clone()))));
        self.paired(left, right, pairs, at)
    }

    /// Projects both sides to the matched columns.
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
                    let text = format!(
                        "Column {} from the first contributor is not the same type as its counterpart from the \
                         second.",
                        columns.len() + 1
                    );
                    return Err(Diagnostic::error(at, text));
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
        let order = self
            .one_after_the_other((&left, &mut lefts), (&right, &mut rights))
            .map_err(refused(at))?;
        let side = |relation: Relation, values: Vec<Expr>| -> Result<Relation> {
            let plan = LogicalPlanBuilder::from(relation.plan)
                .project(values)
                .and_then(LogicalPlanBuilder::build)
                .map_err(refused(at))?;
            Ok(Relation {
                order: order.clone(),
                ..Relation::new(plan, columns.clone())
            })
        };
        Ok((side(left, lefts)?, side(right, rights)?))
    }

    /// Returns an order in which the rows of the left side come first, if both sides describe their order: by the side,
    /// and then by the order of each side, whose columns the other side has no values for.
    fn one_after_the_other(
        &mut self,
        left: (&Relation, &mut Vec<Expr>),
        right: (&Relation, &mut Vec<Expr>),
    ) -> datafusion::common::Result<Vec<(String, bool)>> {
        let mut order = Vec::new();
        let ((left, lefts), (right, rights)) = (left, right);
        if left.order.is_empty() && right.order.is_empty() {
            return Ok(order);
        }
        let side = self.id();
        lefts.push(lit(0_u64).alias(&side));
        rights.push(lit(1_u64).alias(&side));
        order.push((side, false));
        for (own, is_left) in [(left, true), (right, false)] {
            let (mine, others) = match is_left {
                true => (&mut *lefts, &mut *rights),
                false => (&mut *rights, &mut *lefts),
            };
            for (id, descending) in &own.order {
                let field = own.plan.schema().field_with_unqualified_name(id)?;
                // A union takes the nullability of its columns from its first input, so NULL cannot be used for all of
                // them.
                let nothing = lit(ScalarValue::new_default(field.data_type())?);
                let key = self.id();
                let value = match field.is_nullable() {
                    true => coalesce(vec![column(id), nothing.clone()]),
                    false => column(id),
                };
                mine.push(value.alias(&key));
                others.push(nothing.alias(&key));
                order.push((key, *descending));
            }
        }
        Ok(order)
    }

    /// EXCEPT ALL and INTERSECT ALL: equal rows are numbered, so that as many are removed or kept as the other side
    /// has.
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
        LogicalPlanBuilder::from(combined).project(all.clone())?.build()
    }
}

fn same<'c>(columns: &'c [OutputColumn], own: &OutputColumn) -> Option<&'c OutputColumn> {
    let mut columns = columns.iter();
    columns.find(|other| !own.name.is_empty() && other.name.eq_ignore_ascii_case(&own.name))
}

fn union(left: LogicalPlan, right: LogicalPlan, all: bool) -> datafusion::common::Result<LogicalPlan> {
    let both = LogicalPlanBuilder::from(left).union(right)?;
    match all {
        true => both.build(),
        false => both.distinct()?.build(),
    }
}

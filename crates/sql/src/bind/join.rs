//! Joins in FROM.

use datafusion::common::{Column, JoinType};
use datafusion::functions::expr_fn::coalesce;
use datafusion::logical_expr::utils::{conjunction, split_conjunction};
use datafusion::logical_expr::{BinaryExpr, Expr, LogicalPlan, LogicalPlanBuilder, Operator, lit, when};
use feedrate_language::tree::{Join, JoinKind};
use feedrate_language::{Diagnostic, Position};

use super::context::ExpressionContext;
use super::from::From;
use super::relation::column;
use super::scope::Scope;
use super::{Binder, OuterScopes, Result, refused};
use crate::typed::missing;

impl Binder<'_> {
    /// Joins the rows of two sides.
    pub(super) fn join(&mut self, join: &Join, left: From, right: From, outer: &OuterScopes<'_>) -> Result<From> {
        let refused = refused(join.at);
        let left_tables = left.scope.tables.len();
        let mut scope = left.scope;
        scope.tables.extend(right.scope.tables);
        let condition = match (&join.on, join.natural) {
            (Some(on), _) => Some(self.condition(on, &mut ExpressionContext::of_rows(&scope, outer, "ON"))?),
            (None, true) => Some(natural(&scope, left_tables, join.at)?),
            (None, false) if join.kind == JoinKind::Union => Some(lit(false)),
            (None, false) => None,
        };
        let kind = match join.kind {
            JoinKind::Inner | JoinKind::Cross => JoinType::Inner,
            JoinKind::Left => JoinType::Left,
            JoinKind::Right => JoinType::Right,
            JoinKind::Full | JoinKind::Union => JoinType::Full,
        };
        let equal = match (&condition, kind) {
            (Some(condition), JoinType::Full) => equal_sides(condition, &left.plan, &right.plan),
            _ => Vec::new(),
        };
        let builder = LogicalPlanBuilder::from(left.plan);
        let joined = match condition {
            Some(condition) => builder.join_on(right.plan, kind, [condition]),
            None => builder.cross_join(right.plan),
        };
        let plan = joined.and_then(LogicalPlanBuilder::build).map_err(&refused)?;
        let mut columns = self.without_nulls(&mut scope, left_tables, kind);
        // Rows of a full join are in the order of the join keys.
        let mut keys = Vec::new();
        for (one, other) in equal {
            let id = self.id();
            columns.push(coalesce(vec![one, other]).alias(&id));
            keys.push((id, false));
        }
        if let Some(first) = scope.tables.first_mut() {
            first.order.splice(..0, keys);
        }
        if join.natural {
            self.unite(&mut scope, left_tables, kind, &mut columns);
        }
        let plan = LogicalPlanBuilder::from(plan)
            .project(columns)
            .and_then(LogicalPlanBuilder::build)
            .map_err(&refused)?;
        Ok(From { plan, scope })
    }

    /// Returns the columns of joined rows. Where a row of one side has no match on the other, the values of that are
    /// missing, not NULL.
    fn without_nulls(&mut self, scope: &mut Scope, left_tables: usize, kind: JoinType) -> Vec<Expr> {
        let lacking = |table: usize| match kind {
            JoinType::Left => table >= left_tables,
            JoinType::Right => table < left_tables,
            JoinType::Full => true,
            _ => false,
        };
        let mut columns = Vec::new();
        for (index, table) in scope.tables.iter_mut().enumerate() {
            for own in table.columns.iter_mut().filter(|_| lacking(index)) {
                let id = self.id();
                let value = coalesce(vec![column(&own.id), missing(own.attributes.kind)]);
                columns.push(value.alias(&id));
                own.id = id;
            }
            if !lacking(index) {
                columns.extend(table.columns.iter().map(|own| column(&own.id)));
            }
            // The row numbers are not output, so they can be NULL, and then come last.
            for (id, _) in &table.order {
                let value = column(id);
                if !columns.contains(&value) {
                    columns.push(value);
                }
            }
            table.row_id = None;
        }
        columns
    }

    /// Merges each pair of columns that a natural join compares into one: the left column, or for joins in which its
    /// row can lack a match, whichever is present.
    fn unite(&mut self, scope: &mut Scope, left_tables: usize, kind: JoinType, columns: &mut Vec<Expr>) {
        let (left, right) = scope.tables.split_at_mut(left_tables);
        for own in right.iter_mut().flat_map(|table| &mut table.columns) {
            let mut columns_of_left = left.iter_mut().flat_map(|table| &mut table.columns);
            let Some(same) = columns_of_left.find(|other| other.is_same(own)) else {
                continue;
            };
            own.is_hidden = true;
            if !matches!(kind, JoinType::Right | JoinType::Full) {
                continue;
            }
            // Both columns are in the list already, under their names in the plan.
            let find = |id: &str| columns.iter().find(|value| named(value) == id).cloned();
            let (Some(mine), Some(other)) = (find(&own.id), find(&same.id)) else {
                continue;
            };
            let id = self.id();
            let is_missing = unaliased(&other).eq(missing(same.attributes.kind));
            let value = when(is_missing, unaliased(&mine)).otherwise(unaliased(&other));
            if let Ok(value) = value {
                columns.push(value.alias(&id));
                same.id = id;
            }
        }
    }
}

/// Returns the two sides of each equation in a condition that compares the two plans.
fn equal_sides(condition: &Expr, left: &LogicalPlan, right: &LogicalPlan) -> Vec<(Expr, Expr)> {
    let is_of = |value: &Expr, plan: &LogicalPlan| {
        let columns = value.column_refs();
        let has = |column: &&Column| plan.schema().has_column(column);
        !columns.is_empty() && columns.iter().all(has)
    };
    let mut sides = Vec::new();
    for part in split_conjunction(condition) {
        if let Expr::BinaryExpr(BinaryExpr {
            left: one,
            op: Operator::Eq,
            right: other,
        }) = part
        {
            let is_equation = is_of(one, left) && is_of(other, right) || is_of(one, right) && is_of(other, left);
            if is_equation {
                sides.push(((**one).clone(), (**other).clone()));
            }
        }
    }
    sides
}

fn named(value: &Expr) -> &str {
    match value {
        Expr::Column(column) => &column.name,
        Expr::Alias(alias) => &alias.name,
        _ => "",
    }
}

fn unaliased(value: &Expr) -> Expr {
    value.clone().unalias()
}

/// Returns the condition that all columns with the same name are equal.
fn natural(scope: &Scope, left_tables: usize, at: Position) -> Result<Expr> {
    let (left, right) = scope.tables.split_at(left_tables);
    let left: Vec<_> = left.iter().flat_map(|table| &table.columns).collect();
    let mut conditions = Vec::new();
    for own in right.iter().flat_map(|table| &table.columns) {
        let Some(same) = left.iter().find(|other| other.is_same(own)) else {
            continue;
        };
        if same.attributes.kind != own.attributes.kind {
            let name = &own.name;
            let text = format!("a natural join is by {name}, which is text on one side and a number on the other");
            return Err(Diagnostic::error(at, text));
        }
        conditions.push(column(&same.id).eq(column(&own.id)));
    }
    Ok(conjunction(conditions).unwrap_or_else(|| lit(true)))
}

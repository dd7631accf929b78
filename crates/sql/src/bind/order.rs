//! ORDER BY.

use datafusion::logical_expr::{Expr, SortExpr};
use feedrate_language::tree::{Expression, ExpressionKind, OrderBy, OrderKey, SqlExpression};
use feedrate_language::{Diagnostic, Position};

use super::relation::{OutputColumn, Relation, column};
use super::{Binder, Purpose, Result};
use crate::function::PlanFunction;

/// A key in ascending or descending order. Keys are never NULL, so where NULLs sort has no effect.
pub(super) fn sort_key(key: Expr, descending: bool) -> SortExpr {
    key.sort(!descending, true)
}

/// Returns the index of the column at a position of the SELECT list, from 1 on.
pub(super) fn index_at(columns: usize, position: u64, at: Position) -> Result<usize> {
    let index = usize::try_from(position)
        .ok()
        .and_then(|position| position.checked_sub(1));
    index.filter(|index| *index < columns).ok_or_else(|| {
        let text = format!(
            "The ORDER BY or GROUP BY item {position} is out of range: the columns selected are 1 to {columns}."
        );
        Diagnostic::error(at, text)
    })
}

/// Returns the column name if the expression is a bare name.
fn name_of(expression: &Expression) -> Option<&str> {
    match &expression.kind {
        ExpressionKind::Name(name) => Some(name),
        ExpressionKind::Sql(sql) => match &**sql {
            SqlExpression::Column { column, .. } | SqlExpression::Calculated(column) => Some(&column.text),
            _ => None,
        },
        _ => None,
    }
}

impl Binder<'_> {
    /// Returns copies of the keys as opaque columns, and the order by them. The planner pushes sorting into unions,
    /// which it does incorrectly (and then rejects itself) if two columns are the same in one branch of the union; it
    /// does not see through opaque columns.
    pub(super) fn kept_apart(&mut self, keys: Vec<SortExpr>) -> (Vec<Expr>, Vec<SortExpr>) {
        let named = keys.into_iter().map(|key| {
            let id = self.id();
            let value = PlanFunction::Opaque.call([key.expr]).alias(&id);
            let expr = column(&id);
            (value, SortExpr { expr, ..key })
        });
        named.unzip()
    }

    /// Orders rows by their own columns only, as ORDER BY of combined queries does.
    pub(super) fn ordered_by_columns(
        &mut self,
        mut relation: Relation,
        order: &[OrderBy],
        purpose: Purpose,
    ) -> Result<Relation> {
        let mut keys = Vec::new();
        for OrderBy { key, descending, at } in order {
            let found = match key {
                OrderKey::Position(position) => &relation.columns[index_at(relation.columns.len(), *position, *at)?],
                OrderKey::Value(value) => {
                    let name = name_of(value);
                    let is_named = |own: &&OutputColumn| name.is_some_and(|name| own.name.eq_ignore_ascii_case(name));
                    let text = "the rows of combined queries are ordered by the names or places of their columns";
                    let found = relation.columns.iter().find(is_named);
                    found.ok_or_else(|| Diagnostic::error(*at, text))?
                }
            };
            keys.push((found.id.clone(), *descending));
        }
        // Rows with equal keys are ordered by the other columns, so that the order is the same in each run.
        let rest = relation.columns.iter().map(|own| (own.id.clone(), false));
        relation.order = keys.into_iter().chain(rest).collect();
        match (purpose, order.first()) {
            (Purpose::Given, Some(first)) => self.in_order_of(relation, first.at),
            _ => Ok(relation),
        }
    }
}

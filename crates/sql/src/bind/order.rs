//! ORDER BY.

use datafusion::logical_expr::{Expr, SortExpr};
use feedrate_language::tree::{OrderBy, OrderKey};
use feedrate_language::{Diagnostic, Position};

use super::relation::{OutputColumn, Relation, column};
use super::{Binder, Purpose, Result};
use crate::function;

/// A key in ascending or descending order. There are no NULLs, wherever they would come.
pub(super) fn sort_key(key: Expr, descending: bool) -> SortExpr {
    key.sort(!descending, true)
}

/// The column of that place among those selected.
pub(super) fn column_at(
    columns: &[OutputColumn],
    place: u64,
    at: Position,
) -> Result<&OutputColumn> {
    let index = usize::try_from(place)
        .ok()
        .and_then(|place| place.checked_sub(1));
    index.and_then(|index| columns.get(index)).ok_or_else(|| {
        Diagnostic::error(
            at,
            format!(
                "The ORDER BY or GROUP BY item {place} is out of range: the columns selected are 1 to {}.",
                columns.len()
            ),
        )
    })
}

impl Binder<'_> {
    /// Columns for the keys of an order, and the order by them. The planner takes sorting through unions, which it
    /// does wrong (and refuses itself then) where two columns are the same in one part of the union; of these columns
    /// it knows nothing.
    pub(super) fn kept_apart(&mut self, keys: Vec<SortExpr>) -> (Vec<Expr>, Vec<SortExpr>) {
        let named = keys.into_iter().map(|key| {
            let id = self.id();
            let value = function::kept(key.expr).alias(&id);
            let expr = column(&id);
            (value, SortExpr { expr, ..key })
        });
        named.unzip()
    }

    /// The order of rows by their columns alone, as those of combined queries are.
    pub(super) fn ordered_by_columns(
        &mut self,
        mut relation: Relation,
        order: &[OrderBy],
        purpose: Purpose,
    ) -> Result<Relation> {
        let mut keys = Vec::new();
        for OrderBy {
            key,
            descending,
            at,
        } in order
        {
            let found = match key {
                OrderKey::Place(place) => column_at(&relation.columns, *place, *at)?,
                OrderKey::Value(value) => {
                    let name = super::select::name_of(value);
                    let found = relation.columns.iter().find(|own| {
                        name.as_deref()
                            .is_some_and(|name| own.name.eq_ignore_ascii_case(name))
                    });
                    found.ok_or_else(|| {
                        Diagnostic::error(*at, "the rows of combined queries are ordered by the names or places of their columns")
                    })?
                }
            };
            keys.push((found.id.clone(), *descending));
        }
        // Rows that are equal in the keys come in the order of the rest, so that it is the same each time.
        let rest = relation.columns.iter().map(|own| (own.id.clone(), false));
        relation.order = keys.into_iter().chain(rest).collect();
        match (purpose, order.first()) {
            (Purpose::Given, Some(first)) => self.in_order_of(relation, first.at),
            _ => Ok(relation),
        }
    }
}

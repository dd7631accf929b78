//! The last step of binding a query: the selected columns, in the requested order.

use datafusion::logical_expr::{Expr, ExprSchemable, LogicalPlan, LogicalPlanBuilder, SortExpr};
use feedrate_language::Position;

use super::bound_select::BoundSelect;
use super::order::sort_key;
use super::relation::{OutputColumn, Relation, column};
use super::{Binder, Purpose, Result, refused};

/// The order of rows whose keys are equal.
pub(super) struct Ties {
    /// The keys, and whether each is descending.
    pub keys: Vec<(Expr, bool)>,
    /// True if this is the order of joined rows, which the query does not request.
    pub is_joined: bool,
}

impl Binder<'_> {
    /// Selects the columns of SELECT. Rows that are output are sorted by the keys of ORDER BY and then by `ties`. If
    /// another query reads the rows, their order is only described in the relation.
    pub(super) fn finish(
        &mut self,
        plan: LogicalPlan,
        bound: BoundSelect,
        distinct: bool,
        ties: Ties,
        purpose: Purpose,
        at: Position,
    ) -> Result<Relation> {
        let refused = refused(at);
        let mut values = Vec::with_capacity(bound.selected.len());
        for one in &bound.selected {
            values.push(one.value.clone().into_value().map_err(&refused)?);
        }
        let selected = |key: &Expr| values.iter().position(|value| value == key);
        let columns: Vec<OutputColumn> = bound.selected.into_iter().map(|one| one.column).collect();
        let outputs: Vec<Expr> = values
            .iter()
            .zip(&columns)
            .map(|(value, column)| value.clone().alias(&column.id))
            .collect();
        if purpose == Purpose::Given && !bound.is_of_groups && bound.keys.iter().any(|(key, _)| selected(key).is_none())
        {
            self.tell_of_other_keys(distinct, at);
        }
        let builder = LogicalPlanBuilder::from(plan);
        let keys: Vec<(Expr, bool)> = match (purpose, distinct) {
            (Purpose::LookedAt, _) => Vec::new(),
            // DISTINCT keeps rows that differ only in a key.
            (_, true) => bound.keys,
            (_, false) => bound.keys.into_iter().chain(ties.keys).collect(),
        };
        // The sort keys are selected columns, or are added after them.
        let (mut all, mut order) = (outputs, Vec::new());
        for (key, descending) in keys {
            let id = match selected(&key) {
                Some(found) => columns[found].id.clone(),
                None => {
                    let id = self.id();
                    all.push(key.alias(&id));
                    id
                }
            };
            order.push((id, descending));
        }
        if distinct && purpose != Purpose::LookedAt {
            order.extend(columns.iter().map(|own| (own.id.clone(), false)));
        }
        let plan = builder.project(all).and_then(|plan| match distinct {
            true => plan.distinct(),
            false => Ok(plan),
        });
        let plan = plan.and_then(LogicalPlanBuilder::build).map_err(&refused)?;
        let relation = Relation {
            is_joined: ties.is_joined && !order.is_empty(),
            order,
            ..Relation::new(plan, columns)
        };
        match purpose {
            Purpose::Given => self.in_order_of(relation, at),
            Purpose::Read | Purpose::LookedAt => Ok(relation),
        }
    }

    fn tell_of_other_keys(&mut self, distinct: bool, at: Position) {
        let mut text =
            "The query as specified involves ordering by an item that doesn't appear in its SELECT clause.".to_owned();
        if distinct {
            text += " Since you are ordering the output of a SELECT DISTINCT it may appear that some duplicates have \
                     not been eliminated.";
        }
        self.note(at, &text);
    }

    /// Sorts rows into the order that the relation describes, and selects only its columns.
    pub(super) fn in_order_of(&mut self, relation: Relation, at: Position) -> Result<Relation> {
        let refused = refused(at);
        let own: Vec<Expr> = relation.columns.iter().map(|own| column(&own.id)).collect();
        let builder = LogicalPlanBuilder::from(relation.plan);
        let has_more = builder.schema().fields().len() > own.len();
        let unordered = relation
            .is_joined
            .then(|| builder.clone().project(own.clone())?.build())
            .transpose()
            .map_err(&refused)?;
        let sorted = self.sorted(builder, &relation.order);
        let plan = sorted.and_then(|plan| match has_more {
            true => plan.project(own)?.build(),
            false => plan.build(),
        });
        Ok(Relation {
            unordered,
            ..Relation::new(plan.map_err(&refused)?, relation.columns)
        })
    }

    /// Sorts rows with all their columns by columns of the plan.
    pub(super) fn sorted(
        &mut self,
        builder: LogicalPlanBuilder,
        order: &[(String, bool)],
    ) -> datafusion::common::Result<LogicalPlanBuilder> {
        if order.is_empty() {
            return Ok(builder);
        }
        let keys = order
            .iter()
            .map(|(id, descending)| sort_key(column(id), *descending))
            .map(|key| without_partner_last(key, &builder));
        let keys: Vec<SortExpr> = keys.collect();
        if !has_union(builder.plan())? {
            return builder.sort(keys);
        }
        let (more, keys) = self.kept_apart(keys);
        let own: Vec<Expr> = builder.schema().columns().into_iter().map(Expr::Column).collect();
        let all: Vec<Expr> = own.iter().cloned().chain(more).collect();
        builder.project(all)?.sort(keys)?.project(own)
    }
}

/// Only the row numbers of an outer join's rows without a match can be NULL; these rows come last.
fn without_partner_last(key: SortExpr, of: &LogicalPlanBuilder) -> SortExpr {
    let is_nullable = key.expr.nullable(of.schema().as_ref()).unwrap_or(false);
    SortExpr {
        nulls_first: !is_nullable,
        ..key
    }
}

fn has_union(plan: &LogicalPlan) -> datafusion::common::Result<bool> {
    use datafusion::common::tree_node::TreeNode;
    plan.exists(|part| Ok(matches!(part, LogicalPlan::Union(_))))
}

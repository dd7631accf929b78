//! Grouping of more rows than fit in memory merges sorted partial sums.
//!
//! Threads sum their own rows as far as their memory allows and emit the partial sums when it is full, so that a group
//! may come several times. DataFusion would then keep the sums of all groups in a table, which it copies to spill it.
//! Once sorted, the partial sums of a group are adjacent, and no more than one group is in memory. If there are few
//! groups, there are few partial sums to sort.

use std::sync::Arc;

use datafusion::arrow::compute::SortOptions;
use datafusion::common::Result;
use datafusion::physical_expr::{LexOrdering, PhysicalSortExpr};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::aggregates::{AggregateExec, AggregateMode};
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::{ExecutionPlan, InputOrderMode};

use crate::bounded::BoundedOperator;
use crate::replacement::Replacement;

/// Returns the optimizer rule that sorts partial sums before they are merged.
pub(crate) fn sorted_groups() -> impl PhysicalOptimizerRule {
    Replacement::new("sorted_groups", |plan: &Arc<dyn ExecutionPlan>| {
        let groups = plan.downcast_ref::<AggregateExec>().filter(|groups| {
            groups.group_expr().is_single()
                && !groups.group_expr().is_empty()
                && groups.limit_options().is_none()
                && *groups.input_order_mode() == InputOrderMode::Linear
        });
        let sorted = groups.map(of_sorted_parts).transpose()?.flatten();
        Ok(sorted.map(|sorted| Arc::new(sorted) as _))
    })
}

/// Returns the same grouping over sorted partial sums, or `None` for an operator that makes partial sums itself.
fn of_sorted_parts(groups: &AggregateExec) -> Result<Option<AggregateExec>> {
    let mode = match groups.mode() {
        AggregateMode::Final | AggregateMode::FinalPartitioned => *groups.mode(),
        AggregateMode::Single => AggregateMode::Final,
        AggregateMode::SinglePartitioned => AggregateMode::FinalPartitioned,
        AggregateMode::Partial | AggregateMode::PartialReduce => return Ok(None),
    };
    let makes_parts = mode != *groups.mode();
    let (parts, by) = match makes_parts {
        false => (Arc::clone(groups.input()), groups.group_expr().clone()),
        true => {
            let parts = AggregateExec::try_new(
                AggregateMode::Partial,
                groups.group_expr().clone(),
                groups.aggr_expr().to_vec(),
                groups.filter_expr().to_vec(),
                Arc::clone(groups.input()),
                groups.input_schema(),
            )?;
            (Arc::new(parts) as _, groups.group_expr().as_final())
        }
    };
    let keys = by.expr().iter().map(|(key, _)| {
        // The order in which GROUP BY sorts its groups.
        PhysicalSortExpr::new(Arc::clone(key), SortOptions::new(false, true))
    });
    let Some(ordering) = LexOrdering::new(keys) else {
        return Ok(None);
    };
    let sorted = AggregateExec::try_new(
        mode,
        by,
        groups.aggr_expr().to_vec(),
        groups.filter_expr().to_vec(),
        Arc::new(BoundedOperator(
            SortExec::new(ordering, parts).with_preserve_partitioning(true),
        )),
        groups.input_schema(),
    )?;
    Ok(Some(sorted))
}

//! Groups of more rows than memory holds are put together from sorted parts.
//!
//! Threads sum their own rows up as far as their memory goes and give what they have when it is full, so that groups may
//! come several times. DataFusion keeps the sums of all groups in a table then, which it copies to lay it down. Sorted,
//! the parts of a group come one after the other, and no more than one group is in memory. Where there are few groups,
//! there are few parts to sort.

use std::sync::Arc;

use datafusion::arrow::compute::SortOptions;
use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::physical_expr::{LexOrdering, PhysicalSortExpr};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::aggregates::{AggregateExec, AggregateMode};
use datafusion::physical_plan::{ExecutionPlan, InputOrderMode};

use crate::sort::Sort;

/// Sorts parts of groups before they are put together.
#[derive(Debug)]
pub(crate) struct SortedGroups;

impl PhysicalOptimizerRule for SortedGroups {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(|plan| {
            let groups = plan.downcast_ref::<AggregateExec>();
            let groups = groups.filter(|groups| {
                groups.group_expr().is_single()
                    && !groups.group_expr().is_empty()
                    && groups.limit_options().is_none()
                    && *groups.input_order_mode() == InputOrderMode::Linear
            });
            Ok(match groups.map(of_sorted_parts) {
                Some(sorted) => match sorted? {
                    Some(sorted) => Transformed::yes(Arc::new(sorted) as _),
                    None => Transformed::no(plan),
                },
                None => Transformed::no(plan),
            })
        })
        .data()
    }

    fn name(&self) -> &str {
        "sorted_groups"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// The same groups put together from sorted parts; `None` of what makes parts itself.
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
        // As GROUP BY puts its groups in order.
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
        Arc::new(Sort::by(ordering, parts)),
        groups.input_schema(),
    )?;
    Ok(Some(sorted))
}

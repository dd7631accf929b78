//! Joins that only one task can execute.
//!
//! A join that puts its whole left side into memory, and returns rows of that side that have no match, knows only
//! after all rows of the right side which these are. In one process its partitions share that knowledge; the tasks of a
//! cluster do not, and each would return them.

use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{JoinType, Result};
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::joins::{HashJoinExec, NestedLoopJoinExec, PartitionMode};
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties, replace_children_if_necessary};

/// Returns the plan with the right side of such joins in one partition.
pub(super) fn in_one_task(plan: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
    plan.transform_up(|plan| {
        let kind = match (
            plan.downcast_ref::<NestedLoopJoinExec>(),
            plan.downcast_ref::<HashJoinExec>(),
        ) {
            (Some(join), _) => *join.join_type(),
            (_, Some(join)) if *join.partition_mode() == PartitionMode::CollectLeft => *join.join_type(),
            _ => return Ok(Transformed::no(plan)),
        };
        let [left, right] = plan.children()[..] else {
            return Ok(Transformed::no(plan));
        };
        if !returns_left(kind) || right.output_partitioning().partition_count() <= 1 {
            return Ok(Transformed::no(plan));
        }
        let left = Arc::clone(left);
        let right = Arc::new(CoalescePartitionsExec::new(Arc::clone(right)));
        Ok(Transformed::yes(replace_children_if_necessary(
            plan,
            vec![left, right],
        )?))
    })
    .data()
}

/// Returns whether a join returns each row of its left side at most once, whatever its matches are.
fn returns_left(kind: JoinType) -> bool {
    matches!(
        kind,
        JoinType::Left | JoinType::Full | JoinType::LeftSemi | JoinType::LeftAnti | JoinType::LeftMark
    )
}

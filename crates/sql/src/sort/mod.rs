//! Sorting within the memory of a plan.
//!
//! DataFusion's own sort reserves twice what its batches hold and fails if that is refused, and it does not account for
//! blocks of character values that its batches share. This one accounts for what its batches keep alive, spills it
//! sorted when the pool refuses more, merges as few files at once as fit, and always continues with the minimum that it
//! needs.

mod external;
mod in_memory;

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties};
use futures::TryStreamExt;
use futures::stream::once;

use crate::bounded::{BoundedExecution, BoundedOperator};
use crate::replacement::Replacement;

/// Returns the optimizer rule that sorts within the memory of the plan wherever DataFusion would sort all rows.
pub(crate) fn sorts_within_memory() -> impl PhysicalOptimizerRule {
    Replacement::new("sorts_within_memory", |plan: &Arc<dyn ExecutionPlan>| {
        // With a limit, DataFusion keeps no more rows than the limit.
        let sort = plan.downcast_ref::<SortExec>().filter(|sort| sort.fetch().is_none());
        Ok(sort.map(|sort| Arc::new(BoundedOperator(sort.clone())) as _))
    })
}

/// Sorts the rows of each partition.
impl BoundedExecution for SortExec {
    const NAME: &'static str = "Sort";

    fn execute_bounded(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let input = self.input().execute(partition, Arc::clone(&context))?;
        let ordering = self.expr().clone();
        let given = self.input().equivalence_properties();
        if given.ordering_satisfy(ordering.clone())? {
            return Ok(input);
        }
        let sorted = external::sorted(input, ordering, partition, context);
        Ok(Box::pin(RecordBatchStreamAdapter::new(
            self.schema(),
            once(sorted).try_flatten(),
        )))
    }
}

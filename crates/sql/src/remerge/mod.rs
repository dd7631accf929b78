//! Rows with the summaries of their groups, within the memory of a plan.
//!
//! DataFusion's window operator keeps all rows of a partition before it emits the first, and does not account for them
//! in the pool. Here the rows of a group are emitted once the group is complete; until then they are kept, and spilled
//! if the pool has no room for them.

mod group;

use std::sync::Arc;

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::{Result, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::aggregate::AggregateFunctionExpr;
use datafusion::physical_expr::window::PlainAggregateWindowExpr;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::{RecordBatchReceiverStream, RecordBatchStreamAdapter};
use datafusion::physical_plan::windows::WindowAggExec;
use futures::stream::once;
use futures::{FutureExt, StreamExt};

use crate::bounded::{BoundedExecution, BoundedOperator};
use crate::replacement::Replacement;
use group::RemergeState;

/// The number of batches that may be queued for the receiver.
const AHEAD: usize = 1;

/// Returns the optimizer rule that remerges within the memory of the plan.
pub(crate) fn remerges_within_memory() -> impl PhysicalOptimizerRule {
    Replacement::new("remerges_within_memory", |plan: &Arc<dyn ExecutionPlan>| {
        let windows = plan.downcast_ref::<WindowAggExec>();
        let windows = windows.filter(|windows| summaries(windows).is_some());
        Ok(windows.map(|windows| Arc::new(BoundedOperator(windows.clone())) as _))
    })
}

/// Returns the summaries of a window operator whose windows are whole groups, or `None` for others.
fn summaries(windows: &WindowAggExec) -> Option<Vec<Arc<AggregateFunctionExpr>>> {
    let by = windows.window_expr().first()?.partition_by();
    let summaries = windows.window_expr().iter().map(|window| {
        let plain = window.as_any().downcast_ref::<PlainAggregateWindowExpr>()?;
        let is_whole = window.order_by().is_empty() && window.partition_by() == by;
        is_whole.then(|| Arc::new(plain.get_aggregate_expr().clone()))
    });
    summaries.collect()
}

/// Adds the summaries of its group to each row. The rows of a group are adjacent.
impl BoundedExecution for WindowAggExec {
    const NAME: &'static str = "Remerge";

    fn execute_bounded(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let Some(summaries) = summaries(self) else {
            return internal_err!("only windows of whole groups are remerged");
        };
        let mut input = self.input().execute(partition, Arc::clone(&context))?;
        let mut remerging = RemergeState::new(
            self.window_expr()[0].partition_by().to_vec(),
            summaries,
            (input.schema(), self.schema()),
            partition,
            &context,
        )?;
        let (schema, outer) = (self.schema(), self.schema());
        // Starts when the first row is polled.
        let rows = async move {
            let mut rows = RecordBatchReceiverStream::builder(schema, AHEAD);
            let given = rows.tx();
            rows.spawn(async move {
                while let Some(batch) = input.next().await {
                    remerging.take(batch?, &given).await?;
                }
                remerging.end(&given).await
            });
            rows.build()
        };
        let rows = once(rows.boxed()).flatten();
        Ok(Box::pin(RecordBatchStreamAdapter::new(outer, rows)))
    }
}

/// The channel for complete rows.
type BatchSender = tokio::sync::mpsc::Sender<Result<RecordBatch>>;

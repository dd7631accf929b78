//! Rows with the summaries of their groups, within the memory of a plan.
//!
//! DataFusion's window operator keeps all rows of a partition before it emits the first, and does not account for them
//! in the pool. Here the rows of a group are emitted once the group is complete; until then they are kept, and spilled
//! if the pool has no room for them.

mod group;

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::aggregate::AggregateFunctionExpr;
use datafusion::physical_expr::window::PlainAggregateWindowExpr;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::execution_plan::{ChildrenPropertiesMode, ReplaceChildrenOptions};
use datafusion::physical_plan::stream::{RecordBatchReceiverStream, RecordBatchStreamAdapter};
use datafusion::physical_plan::windows::WindowAggExec;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, Distribution, ExecutionPlan, PlanProperties};
use futures::stream::once;
use futures::{FutureExt, StreamExt};

use group::RemergeState;

/// The number of batches that may be queued for the receiver.
const AHEAD: usize = 1;

/// Optimizer rule that remerges within the memory of the plan.
#[derive(Debug)]
pub(crate) struct RemergesWithinMemory;

impl PhysicalOptimizerRule for RemergesWithinMemory {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(|plan| {
            let windows = plan.downcast_ref::<WindowAggExec>();
            Ok(match windows.and_then(Remerge::of) {
                Some(remerge) => Transformed::yes(Arc::new(remerge) as _),
                None => Transformed::no(plan),
            })
        })
        .data()
    }

    fn name(&self) -> &str {
        "remerges_within_memory"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// Adds the summaries of its group to each row. The rows of a group are adjacent.
#[derive(Debug)]
struct Remerge {
    /// The operator of DataFusion that this one replaces.
    of: WindowAggExec,
    summaries: Vec<Arc<AggregateFunctionExpr>>,
}

impl Remerge {
    /// Returns the replacement of a window operator whose windows are whole groups, or `None` for others.
    fn of(windows: &WindowAggExec) -> Option<Self> {
        let by = windows.window_expr().first()?.partition_by();
        let summaries = windows.window_expr().iter().map(|window| {
            let plain = window.as_any().downcast_ref::<PlainAggregateWindowExpr>()?;
            let is_whole = window.order_by().is_empty() && window.partition_by() == by;
            is_whole.then(|| Arc::new(plain.get_aggregate_expr().clone()))
        });
        Some(Self {
            summaries: summaries.collect::<Option<_>>()?,
            of: windows.clone(),
        })
    }
}

impl DisplayAs for Remerge {
    fn fmt_as(&self, kind: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "within memory: ")?;
        self.of.fmt_as(kind, formatter)
    }
}

impl ExecutionPlan for Remerge {
    fn name(&self) -> &str {
        "Remerge"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.of.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        self.of.children()
    }

    fn required_input_distribution(&self) -> Vec<Distribution> {
        self.of.input_distribution_requirements().into_per_child()
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        options: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let of = Arc::new(self.of.clone()).replace_children(children, options)?;
        match of.downcast_ref::<WindowAggExec>() {
            Some(of) => Ok(Arc::new(Self {
                of: of.clone(),
                summaries: self.summaries.clone(),
            })),
            None => internal_err!("windows over other rows are windows"),
        }
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        let recompute = ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute);
        self.replace_children(children, recompute)
    }

    fn apply_expressions(
        &self,
        apply: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.of.apply_expressions(apply)
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let mut input = self.of.input().execute(partition, Arc::clone(&context))?;
        let mut remerging = RemergeState::new(
            self.of.window_expr()[0].partition_by().to_vec(),
            self.summaries.clone(),
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

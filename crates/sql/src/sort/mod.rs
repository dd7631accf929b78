//! Sorting within the memory of a plan.
//!
//! DataFusion's own sort reserves twice what its batches hold and fails if that is refused, and it does not account for
//! blocks of character values that its batches share. This one accounts for what its batches keep alive, spills it
//! sorted when the pool refuses more, merges as few files at once as fit, and always continues with the minimum that it
//! needs.

mod external;
mod in_memory;

use std::fmt;
use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::{LexOrdering, PhysicalExpr};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::execution_plan::{ChildrenPropertiesMode, ReplaceChildrenOptions};
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, Distribution, ExecutionPlan, ExecutionPlanProperties, PlanProperties,
};
use futures::TryStreamExt;
use futures::stream::once;

/// Optimizer rule that sorts within the memory of the plan wherever DataFusion would sort all rows.
#[derive(Debug)]
pub(crate) struct SortsWithinMemory;

impl PhysicalOptimizerRule for SortsWithinMemory {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(|plan| {
            Ok(match plan.downcast_ref::<SortExec>() {
                // With a limit, DataFusion keeps no more rows than the limit.
                Some(sort) if sort.fetch().is_none() => Transformed::yes(Arc::new(Sort::new(sort.clone())) as _),
                _ => Transformed::no(plan),
            })
        })
        .data()
    }

    fn name(&self) -> &str {
        "sorts_within_memory"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// Sorts the rows of each partition.
#[derive(Debug)]
pub(crate) struct Sort {
    /// The operator of DataFusion that this one replaces.
    of: SortExec,
}

impl Sort {
    fn new(of: SortExec) -> Self {
        Self { of }
    }

    /// Returns an operator that sorts each partition of `input` in this order.
    pub(crate) fn by(ordering: LexOrdering, input: Arc<dyn ExecutionPlan>) -> Self {
        Self::new(SortExec::new(ordering, input).with_preserve_partitioning(true))
    }
}

impl DisplayAs for Sort {
    fn fmt_as(&self, kind: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "within memory: ")?;
        self.of.fmt_as(kind, formatter)
    }
}

impl ExecutionPlan for Sort {
    fn name(&self) -> &str {
        "Sort"
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
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let [input] = &children[..] else {
            return internal_err!("a sort has one input");
        };
        let of = SortExec::new(self.of.expr().clone(), Arc::clone(input))
            .with_preserve_partitioning(self.of.preserve_partitioning());
        Ok(Arc::new(Self::new(of)))
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
        let input = self.of.input().execute(partition, Arc::clone(&context))?;
        let ordering = self.of.expr().clone();
        let given = self.of.input().equivalence_properties();
        if given.ordering_satisfy(ordering.clone())? {
            return Ok(input);
        }
        let schema = self.schema();
        let sorted = external::sorted(input, ordering, partition, context);
        Ok(Box::pin(RecordBatchStreamAdapter::new(
            schema,
            once(sorted).try_flatten(),
        )))
    }
}

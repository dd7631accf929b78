//! Operators of DataFusion that are executed within the memory of a plan.

use std::fmt;
use std::sync::Arc;

use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::execution_plan::{ChildrenPropertiesMode, ReplaceChildrenOptions};
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, Distribution, ExecutionPlan, PlanProperties};

/// An operator of DataFusion that has another execution here.
pub(crate) trait BoundedExecution: ExecutionPlan + Clone {
    /// The name of the operator with this execution.
    const NAME: &'static str;

    /// Executes a partition within the memory of the plan.
    fn execute_bounded(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream>;
}

/// An operator of DataFusion with the execution that is bounded, and otherwise as it is.
#[derive(Debug)]
pub(crate) struct BoundedOperator<O>(pub(crate) O);

impl<O: BoundedExecution> DisplayAs for BoundedOperator<O> {
    fn fmt_as(&self, kind: DisplayFormatType, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "within memory: ")?;
        self.0.fmt_as(kind, formatter)
    }
}

impl<O: BoundedExecution> ExecutionPlan for BoundedOperator<O> {
    fn name(&self) -> &str {
        O::NAME
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.0.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        self.0.children()
    }

    fn required_input_distribution(&self) -> Vec<Distribution> {
        self.0.input_distribution_requirements().into_per_child()
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        options: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let replaced = Arc::new(self.0.clone()).replace_children(children, options)?;
        match replaced.downcast_ref::<O>() {
            Some(operator) => Ok(Arc::new(Self(operator.clone()))),
            None => internal_err!("an operator over other rows is the same operator"),
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
        self.0.apply_expressions(apply)
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        self.0.execute_bounded(partition, context)
    }
}

//! Optimizer rules that replace operators of a physical plan, each on its own.

use std::fmt;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;

/// Optimizer rule that replaces operators, from the leaves upwards.
pub(crate) struct Replacement<F> {
    name: &'static str,
    /// Returns what replaces an operator; `None` for one that stays.
    replace: F,
}

impl<F> Replacement<F>
where
    F: Fn(&Arc<dyn ExecutionPlan>) -> Result<Option<Arc<dyn ExecutionPlan>>>,
{
    pub(crate) fn new(name: &'static str, replace: F) -> Self {
        Self { name, replace }
    }
}

impl<F> fmt::Debug for Replacement<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl<F> PhysicalOptimizerRule for Replacement<F>
where
    F: Fn(&Arc<dyn ExecutionPlan>) -> Result<Option<Arc<dyn ExecutionPlan>>> + Send + Sync + 'static,
{
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(|plan| {
            Ok(match (self.replace)(&plan)? {
                Some(other) => Transformed::yes(other),
                None => Transformed::no(plan),
            })
        })
        .data()
    }

    fn name(&self) -> &str {
        self.name
    }

    fn schema_check(&self) -> bool {
        true
    }
}

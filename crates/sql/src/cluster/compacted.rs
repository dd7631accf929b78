//! Rows between stages without the memory of others.

use std::sync::Arc;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{Result, config::ConfigOptions};
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_expr::{PhysicalExpr, ScalarFunctionExpr};
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::sorts::sort_preserving_merge::SortPreservingMergeExec;
use datafusion::physical_plan::{ExecutionPlan, replace_children_if_necessary};

use crate::function::PlanFunction;

/// Returns the plan with compact character values where a stage ends and its rows are stored as they are. Ballista 55.0
/// makes them compact itself only where it divides rows by keys.
pub(super) fn compacted(plan: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
    let plan = plan.transform_up(|plan| {
        let gathers = plan.is::<SortPreservingMergeExec>() || plan.is::<CoalescePartitionsExec>();
        let [input] = plan.children()[..] else {
            return Ok(Transformed::no(plan));
        };
        if !gathers {
            return Ok(Transformed::no(plan));
        }
        match compact(input)? {
            Some(compact) => Ok(Transformed::yes(replace_children_if_necessary(plan, vec![compact])?)),
            None => Ok(Transformed::no(plan)),
        }
    });
    let plan = plan.data()?;
    Ok(compact(&plan)?.unwrap_or(plan))
}

/// Returns the plan with compact character values; `None` if it has none.
fn compact(plan: &Arc<dyn ExecutionPlan>) -> Result<Option<Arc<dyn ExecutionPlan>>> {
    let schema = plan.schema();
    let fields = schema.fields();
    let is_text = |data_type: &DataType| *data_type == DataType::BinaryView;
    if !fields.iter().any(|field| is_text(field.data_type())) {
        return Ok(None);
    }
    let options = Arc::new(ConfigOptions::default());
    let columns = fields.iter().enumerate().map(|(index, field)| {
        let column: Arc<dyn PhysicalExpr> = Arc::new(Column::new(field.name(), index));
        let value: Arc<dyn PhysicalExpr> = match is_text(field.data_type()) {
            false => column,
            true => Arc::new(ScalarFunctionExpr::try_new(
                Arc::new(PlanFunction::Compact.function()),
                vec![column],
                &schema,
                Arc::clone(&options),
            )?),
        };
        Ok((value, field.name().clone()))
    });
    let columns = columns.collect::<Result<Vec<_>>>()?;
    let projected = ProjectionExec::try_new(columns, Arc::clone(plan))?;
    Ok(Some(Arc::new(projected)))
}

//! Stops joins soon after their statement is cancelled.
//!
//! A join that makes very many rows from few, or that tests very many pairs and keeps none, may never reach a point
//! where DataFusion checks for cancellation: it checks where rows are read. So each batch that comes out of a join
//! yields to other tasks, and the condition of a join fails once the statement is to end.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};
use datafusion::physical_expr::ScalarFunctionExpr;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::coop::CooperativeExec;
use datafusion::physical_plan::joins::utils::JoinFilter;
use datafusion::physical_plan::joins::{
    CrossJoinExec, HashJoinExec, HashJoinExecBuilder, NestedLoopJoinExec, NestedLoopJoinExecBuilder, SortMergeJoinExec,
};

use crate::shared::SharedState;

/// Optimizer rule that makes joins stop soon after the statement is cancelled.
#[derive(Debug)]
pub(crate) struct StoppableJoins(pub Arc<SharedState>);

impl PhysicalOptimizerRule for StoppableJoins {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, options: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        let options = Arc::new(options.clone());
        plan.transform_up(|plan| {
            Ok(match self.stoppable(&plan, &options)? {
                Some(join) => Transformed::yes(Arc::new(CooperativeExec::new(join)) as _),
                None => Transformed::no(plan),
            })
        })
        .data()
    }

    fn name(&self) -> &str {
        "stoppable_joins"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

impl StoppableJoins {
    /// Returns the same join with a condition that fails once the statement is to end, or `None` if the plan is not a
    /// join.
    fn stoppable(
        &self,
        plan: &Arc<dyn ExecutionPlan>,
        options: &Arc<ConfigOptions>,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        if let Some(join) = plan.downcast_ref::<HashJoinExec>() {
            let Some(filter) = join.filter() else {
                return Ok(Some(Arc::clone(plan)));
            };
            let filter = self.filter(filter, options)?;
            let join = HashJoinExecBuilder::from(join).with_filter(Some(filter));
            return Ok(Some(join.build_exec()?));
        }
        if let Some(join) = plan.downcast_ref::<NestedLoopJoinExec>() {
            let Some(filter) = join.filter() else {
                return Ok(Some(Arc::clone(plan)));
            };
            let filter = self.filter(filter, options)?;
            let join = NestedLoopJoinExecBuilder::from(join).with_filter(Some(filter));
            return Ok(Some(Arc::new(join.build()?)));
        }
        if let Some(join) = plan.downcast_ref::<SortMergeJoinExec>() {
            let Some(filter) = join.filter() else {
                return Ok(Some(Arc::clone(plan)));
            };
            return Ok(Some(Arc::new(SortMergeJoinExec::try_new(
                Arc::clone(join.left()),
                Arc::clone(join.right()),
                join.on().to_vec(),
                Some(self.filter(filter, options)?),
                join.join_type(),
                join.sort_options().to_vec(),
                join.null_equality(),
            )?)));
        }
        let is_cross = plan.downcast_ref::<CrossJoinExec>().is_some();
        Ok(is_cross.then(|| Arc::clone(plan)))
    }

    fn filter(&self, filter: &JoinFilter, options: &Arc<ConfigOptions>) -> Result<JoinFilter> {
        let unless_stopped = ScalarUDF::new_from_impl(StopCheck {
            signature: Signature::any(1, Volatility::Volatile),
            shared: Arc::clone(&self.0),
        });
        let condition = ScalarFunctionExpr::try_new(
            Arc::new(unless_stopped),
            vec![Arc::clone(filter.expression())],
            filter.schema(),
            Arc::clone(options),
        )?;
        Ok(JoinFilter::new(
            Arc::new(condition),
            filter.column_indices().to_vec(),
            Arc::clone(filter.schema()),
        ))
    }
}

/// Returns its argument unchanged, and fails once the statement is to end.
#[derive(Debug)]
struct StopCheck {
    signature: Signature,
    shared: Arc<SharedState>,
}

/// A statement has only one instance, so all instances are equal.
impl PartialEq for StopCheck {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }
}

impl Eq for StopCheck {}

impl Hash for StopCheck {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl ScalarUDFImpl for StopCheck {
    fn name(&self) -> &str {
        "unless_stopped"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        if self.shared.stop.load(Ordering::Relaxed) {
            return exec_err!("the statement is to end");
        }
        Ok(arguments.args[0].clone())
    }
}

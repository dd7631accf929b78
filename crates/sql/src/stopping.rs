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

use crate::replacement::Replacement;
use crate::shared::SharedState;

/// Returns the optimizer rule that makes joins stop soon after the statement is cancelled.
pub(crate) fn stoppable_joins(shared: Arc<SharedState>) -> impl PhysicalOptimizerRule {
    Replacement::new("stoppable_joins", move |plan: &Arc<dyn ExecutionPlan>| {
        let join = stoppable(plan, &shared)?;
        Ok(join.map(|join| Arc::new(CooperativeExec::new(join)) as _))
    })
}

/// Returns the same join with a condition that fails once the statement is to end, or `None` if the plan is not a join.
fn stoppable(plan: &Arc<dyn ExecutionPlan>, shared: &Arc<SharedState>) -> Result<Option<Arc<dyn ExecutionPlan>>> {
    let stopping = |filter: Option<&JoinFilter>| filter.map(|filter| stopping(filter, shared)).transpose();
    let join: Arc<dyn ExecutionPlan> = if let Some(join) = plan.downcast_ref::<HashJoinExec>() {
        match stopping(join.filter())? {
            Some(filter) => HashJoinExecBuilder::from(join).with_filter(Some(filter)).build_exec()?,
            None => Arc::clone(plan),
        }
    } else if let Some(join) = plan.downcast_ref::<NestedLoopJoinExec>() {
        match stopping(join.filter())? {
            Some(filter) => Arc::new(
                NestedLoopJoinExecBuilder::from(join)
                    .with_filter(Some(filter))
                    .build()?,
            ),
            None => Arc::clone(plan),
        }
    } else if let Some(join) = plan.downcast_ref::<SortMergeJoinExec>() {
        match stopping(join.filter().as_ref())? {
            Some(filter) => Arc::new(SortMergeJoinExec::try_new(
                Arc::clone(join.left()),
                Arc::clone(join.right()),
                join.on().to_vec(),
                Some(filter),
                join.join_type(),
                join.sort_options().to_vec(),
                join.null_equality(),
            )?),
            None => Arc::clone(plan),
        }
    } else if plan.is::<CrossJoinExec>() {
        Arc::clone(plan)
    } else {
        return Ok(None);
    };
    Ok(Some(join))
}

/// Returns the condition of a join that fails once the statement is to end.
fn stopping(filter: &JoinFilter, shared: &Arc<SharedState>) -> Result<JoinFilter> {
    let unless_stopped = ScalarUDF::new_from_impl(StopCheck {
        signature: Signature::any(1, Volatility::Volatile),
        shared: Arc::clone(shared),
    });
    let condition = ScalarFunctionExpr::try_new(
        Arc::new(unless_stopped),
        vec![Arc::clone(filter.expression())],
        filter.schema(),
        Arc::new(ConfigOptions::default()),
    )?;
    Ok(JoinFilter::new(
        Arc::new(condition),
        filter.column_indices().to_vec(),
        Arc::clone(filter.schema()),
    ))
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

//! Joins by numbers compare the bits of the numbers.
//!
//! No column holds a negative zero, and equal numbers have equal bits, missing values included. Comparing them as
//! integers avoids DataFusion's handling of negative zero, for which it goes through all keys of the smaller side with
//! each batch of the larger side.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::common::tree_node::Transformed;
use datafusion::logical_expr::{ExprSchemable, LogicalPlan};
use datafusion::optimizer::optimizer::ApplyOrder;
use datafusion::optimizer::{OptimizerConfig, OptimizerRule};

use crate::function::PlanFunction;

/// Optimizer rule that replaces numeric keys of joins by their bits.
#[derive(Debug)]
pub(crate) struct JoinKeys;

impl OptimizerRule for JoinKeys {
    fn name(&self) -> &str {
        "join_keys"
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        Some(ApplyOrder::BottomUp)
    }

    fn rewrite(&self, plan: LogicalPlan, _: &dyn OptimizerConfig) -> Result<Transformed<LogicalPlan>> {
        let LogicalPlan::Join(mut join) = plan else {
            return Ok(Transformed::no(plan));
        };
        let mut has_changed = false;
        for (left, right) in &mut join.on {
            let are_numbers = left.get_type(join.left.schema())? == DataType::Float64
                && right.get_type(join.right.schema())? == DataType::Float64;
            if are_numbers {
                *left = PlanFunction::Bits.call([std::mem::take(left)]);
                *right = PlanFunction::Bits.call([std::mem::take(right)]);
                has_changed = true;
            }
        }
        Ok(Transformed::new_transformed(LogicalPlan::Join(join), has_changed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::arrow::datatypes::Field;
    use datafusion::common::{DFSchema, JoinType};
    use datafusion::logical_expr::{EmptyRelation, LogicalPlanBuilder, col};
    use datafusion::optimizer::OptimizerContext;

    use super::*;

    fn table(name: &str, kind: DataType) -> LogicalPlan {
        let field = Field::new(name, kind, false);
        let schema = DFSchema::from_unqualified_fields(vec![field].into(), Default::default());
        LogicalPlan::EmptyRelation(EmptyRelation {
            produce_one_row: false,
            schema: Arc::new(schema.unwrap()),
        })
    }

    fn joined_by(kind: DataType) -> (String, bool) {
        let plan = LogicalPlanBuilder::from(table("a", kind.clone()))
            .join_with_expr_keys(table("b", kind), JoinType::Left, (vec![col("a")], vec![col("b")]), None)
            .and_then(LogicalPlanBuilder::build)
            .unwrap();
        let schema = Arc::clone(plan.schema());
        let context = OptimizerContext::new();
        let once = JoinKeys.rewrite(plan, &context).unwrap();
        assert_eq!(once.data.schema(), &schema);
        let again = JoinKeys.rewrite(once.data.clone(), &context).unwrap();
        assert!(!again.transformed);
        let line = once.data.display().to_string();
        (line, once.transformed)
    }

    #[test]
    fn numbers_are_joined_by_their_bits_and_texts_as_they_are() {
        let (line, changed) = joined_by(DataType::Float64);
        assert_eq!((line.as_str(), changed), ("Left Join: bits(a) = bits(b)", true));
        let (line, changed) = joined_by(DataType::BinaryView);
        assert_eq!((line.as_str(), changed), ("Left Join: a = b", false));
    }
}

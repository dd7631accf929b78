//! Joins by numbers compare the bits of the numbers.
//!
//! No column holds a negative zero, and equal numbers have equal bits, missing values included. Comparing them as
//! integers avoids DataFusion's handling of negative zero, for which it goes through all keys of the smaller side with
//! each batch of the larger side.

use std::sync::{Arc, LazyLock};

use datafusion::arrow::array::{Array, AsArray, Int64Array};
use datafusion::arrow::buffer::ScalarBuffer;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Float64Type};
use datafusion::common::tree_node::Transformed;
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ExprSchemable, LogicalPlan, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl,
    Signature, Volatility,
};
use datafusion::optimizer::optimizer::ApplyOrder;
use datafusion::optimizer::{OptimizerConfig, OptimizerRule};

static BITS: LazyLock<Arc<ScalarUDF>> = LazyLock::new(|| {
    Arc::new(ScalarUDF::new_from_impl(Bits {
        signature: Signature::exact(vec![DataType::Float64], Volatility::Immutable),
    }))
});

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
                *left = bits(std::mem::take(left));
                *right = bits(std::mem::take(right));
                has_changed = true;
            }
        }
        let plan = LogicalPlan::Join(join);
        Ok(match has_changed {
            true => Transformed::yes(plan),
            false => Transformed::no(plan),
        })
    }
}

/// Returns the bits of a number as an integer.
fn bits(number: Expr) -> Expr {
    BITS.call(vec![number])
}

/// Returns whether a function is that of the bits of a number.
pub(crate) fn is_bits(function: &ScalarUDF) -> bool {
    function.inner().is::<Bits>()
}

/// Returns that function.
pub(crate) fn bits_function() -> Arc<ScalarUDF> {
    Arc::clone(&BITS)
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Bits {
    signature: Signature,
}

impl ScalarUDFImpl for Bits {
    fn name(&self) -> &str {
        "bits"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Int64)
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs) -> Result<FieldRef> {
        let is_nullable = arguments.arg_fields.iter().any(|field| field.is_nullable());
        Ok(Arc::new(Field::new(self.name(), DataType::Int64, is_nullable)))
    }

    /// The buffer of the values is reused, not copied.
    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&arguments.args)?;
        let Some(numbers) = arrays.first().and_then(|array| array.as_primitive_opt::<Float64Type>()) else {
            return exec_err!("only numbers have bits that are told");
        };
        let bits = ScalarBuffer::new(numbers.values().inner().clone(), 0, numbers.len());
        let bits = Int64Array::new(bits, numbers.nulls().cloned());
        Ok(ColumnarValue::Array(Arc::new(bits)))
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::Float64Array;
    use datafusion::arrow::datatypes::Int64Type;
    use datafusion::common::config::ConfigOptions;
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

    #[test]
    fn bits_are_those_of_the_part_of_a_column() {
        let numbers = Float64Array::from(vec![1.5, 0.0, -3.0, f64::NAN]).slice(1, 3);
        let field = Arc::new(Field::new("x", DataType::Float64, false));
        let found = BITS
            .invoke_with_args(ScalarFunctionArgs {
                args: vec![ColumnarValue::Array(Arc::new(numbers))],
                arg_fields: vec![field],
                number_rows: 3,
                return_field: Arc::new(Field::new("bits", DataType::Int64, false)),
                config_options: Arc::new(ConfigOptions::new()),
            })
            .unwrap();
        let ColumnarValue::Array(found) = found else {
            panic!("a column gives a column");
        };
        let expected = [0.0, -3.0, f64::NAN].map(|number: f64| number.to_bits() as i64);
        assert_eq!(found.as_primitive::<Int64Type>().values(), &expected);
    }
}

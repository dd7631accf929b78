//! Arithmetic of two numbers. The result is `.` if an operand is missing or there is no finite result.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, Float64Array};
use datafusion::arrow::compute::kernels::arity::binary;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Float64Type};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use feedrate_values::missing::MISSING;
use serde::{Deserialize, Serialize};

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Returns the expression of an operator and its operands.
pub(crate) fn arithmetic(operation: Operation, left: Expr, right: Expr) -> Expr {
    let function = Arithmetic {
        operation,
        signature: Signature::exact(vec![DataType::Float64, DataType::Float64], Volatility::Immutable),
    };
    ScalarUDF::new_from_impl(function).call(vec![left, right])
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Arithmetic {
    pub(super) operation: Operation,
    signature: Signature,
}

impl Arithmetic {
    fn of(&self, left: &Float64Array, right: &Float64Array) -> Result<Float64Array> {
        // A result that is not finite is missing, and zero is never negative, so that equal numbers have equal bits.
        let settle = |result: f64| {
            if result.is_finite() { result + 0.0 } else { MISSING }
        };
        Ok(match self.operation {
            Operation::Add => binary(left, right, |left, right| settle(left + right))?,
            Operation::Subtract => binary(left, right, |left, right| settle(left - right))?,
            Operation::Multiply => binary(left, right, |left, right| settle(left * right))?,
            Operation::Divide => binary(left, right, |left, right| settle(left / right))?,
        })
    }
}

impl ScalarUDFImpl for Arithmetic {
    fn name(&self) -> &str {
        match self.operation {
            Operation::Add => "add",
            Operation::Subtract => "subtract",
            Operation::Multiply => "multiply",
            Operation::Divide => "divide",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Float64)
    }

    fn return_field_from_args(&self, _: ReturnFieldArgs) -> Result<FieldRef> {
        Ok(Arc::new(Field::new(self.name(), DataType::Float64, false)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let rows = args.number_rows;
        let left = args.args[0].to_array(rows)?;
        let right = args.args[1].to_array(rows)?;
        let result = self.of(left.as_primitive::<Float64Type>(), right.as_primitive::<Float64Type>())?;
        Ok(ColumnarValue::Array(Arc::new(result)))
    }
}

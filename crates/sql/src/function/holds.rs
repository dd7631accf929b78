//! The truth of a number: whether it is neither zero nor missing.

use std::sync::{Arc, LazyLock};

use datafusion::arrow::array::{AsArray, BooleanArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Float64Type};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

static HOLDS: LazyLock<Arc<ScalarUDF>> = LazyLock::new(|| {
    Arc::new(ScalarUDF::new_from_impl(Holds {
        signature: Signature::exact(vec![DataType::Float64], Volatility::Immutable),
    }))
});

/// Returns whether a number is neither zero nor missing.
pub(crate) fn holds(number: Expr) -> Expr {
    HOLDS.call(vec![number])
}

/// Returns the number of which an expression is the truth.
pub(super) fn held(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::ScalarFunction(call) if call.func.inner().is::<Holds>() => call.args.first(),
        _ => None,
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Holds {
    signature: Signature,
}

impl ScalarUDFImpl for Holds {
    fn name(&self) -> &str {
        "holds"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn return_field_from_args(&self, _: ReturnFieldArgs) -> Result<FieldRef> {
        Ok(Arc::new(Field::new(self.name(), DataType::Boolean, false)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let numbers = arrays[0].as_primitive::<Float64Type>();
        let holding = numbers.values().iter().map(|&number| number != 0.0 && !number.is_nan());
        Ok(ColumnarValue::Array(Arc::new(
            holding.map(Some).collect::<BooleanArray>(),
        )))
    }
}

//! The value of a scalar subquery.

use std::sync::Arc;

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Int64Type};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

/// The error for a scalar subquery with several rows.
pub(crate) const SEVERAL: &str = "Subquery evaluated to more than one row";

/// Returns the value, or an error if `rows` is greater than one.
pub(crate) fn only(value: Expr, rows: Expr) -> Expr {
    let function = ScalarSubquery {
        signature: Signature::any(2, Volatility::Immutable),
    };
    ScalarUDF::new_from_impl(function).call(vec![value, rows])
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct ScalarSubquery {
    signature: Signature,
}

impl ScalarUDFImpl for ScalarSubquery {
    fn name(&self) -> &str {
        "only"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        Ok(arguments.first().cloned().unwrap_or(DataType::Null))
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs) -> Result<FieldRef> {
        let first = arguments.arg_fields.first();
        let of_kind = first.map_or(DataType::Null, |field| field.data_type().clone());
        Ok(Arc::new(Field::new(self.name(), of_kind, true)))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let rows = arguments.args[1].to_array(arguments.number_rows)?;
        let rows = rows.as_primitive::<Int64Type>();
        if rows.iter().flatten().any(|rows| rows > 1) {
            return exec_err!("{SEVERAL}");
        }
        Ok(arguments.args[0].clone())
    }
}

//! The only value of a query that stands where a value is wanted.

use std::sync::Arc;

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Int64Type};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    Volatility,
};

/// What is said of a query that has several rows where one value stands.
pub(crate) const SEVERAL: &str = "Subquery evaluated to more than one row";

/// The value, if it comes of no more than one row; a query with more is an error.
pub(crate) fn only(value: Expr, rows: Expr) -> Expr {
    let function = Only {
        signature: Signature::any(2, Volatility::Immutable),
    };
    ScalarUDF::new_from_impl(function).call(vec![value, rows])
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Only {
    signature: Signature,
}

impl ScalarUDFImpl for Only {
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

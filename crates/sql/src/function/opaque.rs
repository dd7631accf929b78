//! The identity function, which the planner does not see through.

use std::sync::{Arc, LazyLock};

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

// A volatile function is neither folded nor moved.
static OPAQUE: LazyLock<Arc<ScalarUDF>> = LazyLock::new(|| {
    Arc::new(ScalarUDF::new_from_impl(Opaque {
        signature: Signature::variadic_any(Volatility::Volatile),
        is_nullable: false,
    }))
});

static NULLABLE: LazyLock<Arc<ScalarUDF>> = LazyLock::new(|| {
    Arc::new(ScalarUDF::new_from_impl(Opaque {
        signature: Signature::variadic_any(Volatility::Volatile),
        is_nullable: true,
    }))
});

/// Returns a value that is evaluated exactly here in the plan.
pub(crate) fn opaque(value: Expr) -> Expr {
    OPAQUE.call(vec![value])
}

/// Returns a value that the planner takes to depend on a column, although it does not.
pub(crate) fn opaque_beside(value: Expr, column: Expr) -> Expr {
    OPAQUE.call(vec![value, column])
}

/// Returns a value that the planner takes to be nullable.
pub(crate) fn nullable(value: Expr) -> Expr {
    NULLABLE.call(vec![value])
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Opaque {
    signature: Signature,
    /// True if the result is declared to be nullable.
    pub(super) is_nullable: bool,
}

impl ScalarUDFImpl for Opaque {
    fn name(&self) -> &str {
        match self.is_nullable {
            true => "nullable",
            false => "opaque",
        }
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
        let is_nullable = first.is_some_and(|field| field.is_nullable());
        Ok(Arc::new(Field::new(
            self.name(),
            of_kind,
            self.is_nullable || is_nullable,
        )))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        Ok(arguments.args[0].clone())
    }
}

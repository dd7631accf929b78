//! A value as it is, which the planner does not look into.

use std::sync::{Arc, LazyLock};

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    Volatility,
};

// A volatile function is neither folded nor moved.
static KEPT: LazyLock<Arc<ScalarUDF>> = LazyLock::new(|| {
    Arc::new(ScalarUDF::new_from_impl(Kept {
        signature: Signature::variadic_any(Volatility::Volatile),
        can_be_absent: false,
    }))
});

static PERHAPS_ABSENT: LazyLock<Arc<ScalarUDF>> = LazyLock::new(|| {
    Arc::new(ScalarUDF::new_from_impl(Kept {
        signature: Signature::variadic_any(Volatility::Volatile),
        can_be_absent: true,
    }))
});

/// The value itself, at this place of the plan.
pub(crate) fn kept(value: Expr) -> Expr {
    KEPT.call(vec![value])
}

/// The value itself, where a column is that it has nothing to do with.
pub(crate) fn kept_beside(value: Expr, column: Expr) -> Expr {
    KEPT.call(vec![value, column])
}

/// The value itself, which the planner is not to take for one that is always there.
pub(crate) fn perhaps_absent(value: Expr) -> Expr {
    PERHAPS_ABSENT.call(vec![value])
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Kept {
    signature: Signature,
    /// Whether the planner is to reckon with NULL.
    can_be_absent: bool,
}

impl ScalarUDFImpl for Kept {
    fn name(&self) -> &str {
        match self.can_be_absent {
            true => "perhaps_absent",
            false => "kept",
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
            self.can_be_absent || is_nullable,
        )))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        Ok(arguments.args[0].clone())
    }
}

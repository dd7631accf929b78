//! MONOTONIC: the number of the row, from 1 on, in processing order.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use datafusion::arrow::array::Float64Array;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

/// Returns a call that counts rows independently of other calls.
pub(crate) fn monotonic() -> Expr {
    static PLACES: AtomicU64 = AtomicU64::new(0);
    let function = Monotonic {
        place: PLACES.fetch_add(1, Ordering::Relaxed),
        before: AtomicU64::new(0),
        signature: Signature::nullary(Volatility::Volatile),
    };
    ScalarUDF::new_from_impl(function).call(Vec::new())
}

#[derive(Debug)]
struct Monotonic {
    /// Distinguishes the call from others.
    place: u64,
    before: AtomicU64,
    signature: Signature,
}

impl PartialEq for Monotonic {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl Eq for Monotonic {}

impl Hash for Monotonic {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place.hash(state);
    }
}

impl ScalarUDFImpl for Monotonic {
    fn name(&self) -> &str {
        "monotonic"
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
        let rows = args.number_rows as u64;
        let first = self.before.fetch_add(rows, Ordering::Relaxed) + 1;
        let numbers = (first..first + rows).map(|number| number as f64);
        Ok(ColumnarValue::Array(Arc::new(Float64Array::from_iter_values(numbers))))
    }
}

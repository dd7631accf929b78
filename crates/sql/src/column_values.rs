//! The values of a column of a plan, row by row.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BinaryViewArray, BooleanArray, Float64Array};
use datafusion::arrow::datatypes::DataType;
use feedrate_values::Value;
use feedrate_values::missing::MISSING;

/// The values of a column for the rows of a batch.
pub(crate) enum ColumnValues {
    Numbers(Float64Array),
    Texts(BinaryViewArray),
    /// Conditions, which are 1 or 0.
    Truths(BooleanArray),
}

impl ColumnValues {
    /// Returns the values of an array; `None` if they have no type of the language.
    pub(crate) fn of(array: &ArrayRef) -> Option<Self> {
        match array.data_type() {
            DataType::Float64 => array.as_primitive_opt().cloned().map(Self::Numbers),
            DataType::BinaryView => array.as_binary_view_opt().cloned().map(Self::Texts),
            DataType::Boolean => array.as_boolean_opt().cloned().map(Self::Truths),
            _ => None,
        }
    }

    /// Returns the value of a row; NULL is missing.
    #[inline]
    pub(crate) fn value(&self, row: usize) -> Value<'_> {
        match self {
            Self::Numbers(numbers) if numbers.is_valid(row) => Value::Number(numbers.value(row)),
            Self::Numbers(_) => Value::Number(MISSING),
            Self::Texts(texts) if texts.is_valid(row) => Value::Text(texts.value(row)),
            Self::Texts(_) => Value::Text(b""),
            Self::Truths(truths) => Value::Number(f64::from(u8::from(truths.value(row)))),
        }
    }
}

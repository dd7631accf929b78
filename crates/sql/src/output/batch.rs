//! The values of a batch, row by row.

use datafusion::arrow::array::{Array, AsArray, BinaryViewArray, Float64Array};
use datafusion::arrow::datatypes::Float64Type;
use datafusion::arrow::record_batch::RecordBatch;
use feedrate_rows::{Fault, StepResult};
use feedrate_values::Value;
use feedrate_values::missing::MISSING;

use crate::bind::OutputColumn;

/// The selected columns of a batch.
pub(super) struct Batch {
    columns: Vec<Values>,
    rows: usize,
}

enum Values {
    Numbers(Float64Array),
    Texts(BinaryViewArray),
}

impl Batch {
    /// Returns a batch without rows.
    pub(super) fn empty() -> Self {
        Self {
            columns: Vec::new(),
            rows: 0,
        }
    }

    /// Reads the batch, whose first columns are `columns`, in their order.
    pub(super) fn new(batch: RecordBatch, columns: &[OutputColumn]) -> StepResult<Self> {
        let values = batch.columns().iter().take(columns.len()).map(|array| {
            let numbers = array.as_primitive_opt::<Float64Type>();
            let numbers = numbers.map(|numbers| Values::Numbers(numbers.clone()));
            numbers.or_else(|| array.as_binary_view_opt().map(|texts| Values::Texts(texts.clone())))
        });
        match values.collect::<Option<Vec<_>>>() {
            Some(values) => Ok(Self {
                columns: values,
                rows: batch.num_rows(),
            }),
            None => Err(Box::new(Fault::Query(
                "a column of the result is neither numbers nor text".into(),
            ))),
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn value(&self, row: usize, column: usize) -> Value<'_> {
        match &self.columns[column] {
            Values::Numbers(numbers) if numbers.is_valid(row) => Value::Number(numbers.value(row)),
            Values::Numbers(_) => Value::Number(MISSING),
            Values::Texts(texts) if texts.is_valid(row) => Value::Text(texts.value(row)),
            Values::Texts(_) => Value::Text(b""),
        }
    }
}

//! Values that a file has column by column, as the batches of a scan.
//!
//! They are as those that are made of rows: negative zero becomes zero, and character values have no trailing blanks.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryViewArray, Float64Array, UInt64Array};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::record_batch::{RecordBatch, RecordBatchOptions};
use feedrate_dataset::file_format::{ColumnBlock, ColumnValues, RowNumbers};

use super::columns::ScanColumn;

/// The columns of the plan, and the most rows of a batch.
#[derive(Debug)]
pub(super) struct ColumnBatches {
    pub taken: Vec<ScanColumn>,
    pub schema: SchemaRef,
    pub batch_rows: usize,
}

impl ColumnBatches {
    /// Returns a block as one batch; `None` if it has no rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the block lacks a column.
    pub(super) fn whole(&self, block: ColumnBlock) -> Result<Option<RecordBatch>, ArrowError> {
        let (count, mut columns) = (block.count, block.columns);
        if count == 0 {
            return Ok(None);
        }
        let arrays = self.taken.iter().map(|taken| match *taken {
            ScanColumn::RowId => Ok(Arc::new(numbers(&block.numbers, count)) as ArrayRef),
            ScanColumn::Column(wanted) => match columns.iter().position(|(column, _)| *column == wanted) {
                Some(at) => array(columns.swap_remove(at).1),
                None => Err(ArrowError::SchemaError(format!("variable {wanted} was not read"))),
            },
        });
        let arrays = arrays.collect::<Result<_, _>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(count));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options).map(Some)
    }

    /// Returns a batch in parts of at most so many rows as a batch may have.
    pub(super) fn parts(&self, batch: &RecordBatch) -> impl Iterator<Item = RecordBatch> {
        let (rows, most) = (batch.num_rows(), self.batch_rows.max(1));
        let starts = (0..rows).step_by(most);
        starts.map(move |start| batch.slice(start, most.min(rows - start)))
    }
}

fn numbers(numbers: &RowNumbers, count: usize) -> UInt64Array {
    match numbers {
        RowNumbers::From(first) => UInt64Array::from_iter_values((*first..).take(count)),
        RowNumbers::Chosen(chosen) => UInt64Array::from_iter_values(chosen.iter().copied()),
    }
}

fn array(values: ColumnValues) -> Result<ArrayRef, ArrowError> {
    Ok(match values {
        ColumnValues::Numbers(mut numbers) => {
            numbers.iter_mut().for_each(|number| *number += 0.0);
            Arc::new(Float64Array::from(numbers))
        }
        ColumnValues::Texts { views, blocks } => Arc::new(BinaryViewArray::try_new(views, blocks, None)?),
    })
}

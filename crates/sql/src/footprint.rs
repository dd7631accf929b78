//! The memory that batches take, and compact copies of batches.
//!
//! A column of character values refers to blocks of bytes, which it may share with other columns and of which it may
//! use little: a slice of a batch keeps all of its blocks alive. Batches are made compact before they are kept.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BinaryViewArray, MutableArrayData, make_array};
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::record_batch::{RecordBatch, RecordBatchOptions};
use datafusion::common::Result;

/// The size of a view of a character value in its column.
const VIEW: usize = 16;

/// Returns how many bytes a batch keeps alive.
pub(crate) fn bytes_of(batch: &RecordBatch) -> usize {
    batch.columns().iter().map(bytes_of_column).sum()
}

/// Returns a batch of the same rows that keeps little else alive. A column of character values is copied into blocks of
/// its own if it uses less than half of the blocks that it refers to.
pub(crate) fn compact(batch: RecordBatch) -> Result<RecordBatch> {
    if !batch.columns().iter().any(is_wasteful) {
        return Ok(batch);
    }
    let columns = batch.columns().iter().map(|column| {
        Ok(match (is_wasteful(column), views(column)) {
            (false, _) => Arc::clone(column),
            (true, Some(texts)) => Arc::new(texts.gc()) as ArrayRef,
            (true, None) => copied(column)?,
        })
    });
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    let columns = columns.collect::<Result<_>>()?;
    Ok(RecordBatch::try_new_with_options(batch.schema(), columns, &options)?)
}

fn views(column: &ArrayRef) -> Option<&BinaryViewArray> {
    match column.data_type() {
        DataType::BinaryView => column.as_binary_view_opt(),
        _ => None,
    }
}

fn bytes_of_column(column: &ArrayRef) -> usize {
    match views(column) {
        Some(texts) => {
            let blocks = texts.data_buffers().iter().map(|block| block.len());
            texts.len() * VIEW + blocks.sum::<usize>()
        }
        None => column.get_array_memory_size(),
    }
}

/// Returns whether a column keeps alive twice as much as it needs.
fn is_wasteful(column: &ArrayRef) -> bool {
    let needed = match views(column) {
        Some(texts) => texts.len() * VIEW + texts.total_buffer_bytes_used(),
        None => {
            let Ok(bytes) = column.to_data().get_slice_memory_size() else {
                return false;
            };
            bytes
        }
    };
    bytes_of_column(column) > 2 * needed + 1024
}

fn copied(column: &ArrayRef) -> Result<ArrayRef> {
    let data = column.to_data();
    let mut copy = MutableArrayData::new(vec![&data], false, column.len());
    copy.try_extend(0, 0, column.len())?;
    Ok(make_array(copy.freeze()))
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::Float64Array;
    use datafusion::arrow::datatypes::{Field, Schema};

    use super::*;

    #[test]
    fn part_of_a_batch_holds_no_more_than_its_rows() {
        let texts: Vec<Vec<u8>> = (0..4000_u32).map(|index| vec![(index % 251) as u8; 100]).collect();
        let texts = BinaryViewArray::from_iter_values(&texts);
        let numbers: Float64Array = (0..4000).map(f64::from).collect();
        let schema = Schema::new(vec![
            Field::new("t", DataType::BinaryView, false),
            Field::new("x", DataType::Float64, false),
        ]);
        let columns: Vec<ArrayRef> = vec![Arc::new(texts), Arc::new(numbers)];
        let whole = RecordBatch::try_new(Arc::new(schema), columns).unwrap();
        let part = whole.slice(1000, 10);
        assert!(bytes_of(&part) > 400_000, "{}", bytes_of(&part));
        let small = compact(part.clone()).unwrap();
        assert!(bytes_of(&small) < 4000, "{}", bytes_of(&small));
        assert_eq!(small, part);
        assert_eq!(bytes_of(&compact(whole.clone()).unwrap()), bytes_of(&whole));
    }
}

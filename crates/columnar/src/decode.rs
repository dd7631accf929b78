//! Decodes a batch of columns to rows, or to columns of values.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use feedrate_dataset::file_format::ColumnValues;

use crate::columns::{Column, RowField};
use crate::lost_values::LostValues;
use crate::values::{numbers, texts};

/// Decodes a batch, which has these columns in this order, to rows of `length` bytes each.
///
/// # Errors
///
/// Returns the error of Arrow if a column cannot be converted.
pub fn decode(
    batch: &RecordBatch,
    columns: &[Column],
    length: usize,
    rows: &mut [u8],
    lost: &mut LostValues,
) -> Result<(), ArrowError> {
    for (array, column) in batch.columns().iter().zip(columns) {
        let rows = rows.chunks_exact_mut(length);
        match column.place {
            RowField::Number(field) => {
                let numbers = numbers(array, column.kind, lost)?;
                rows.zip(numbers).for_each(|(row, number)| field.set(row, number));
            }
            RowField::Text(field) => {
                let texts = texts(array, column.kind, field.length(), lost)?.into_array()?;
                for (index, row) in rows.enumerate() {
                    field.set(row, texts.value(index));
                }
            }
        }
    }
    Ok(())
}

/// Returns the values of a batch, which has these columns in this order, with the index of each variable. Losses are
/// counted of the columns for which `is_counted`.
///
/// # Errors
///
/// Returns the error of Arrow if a column cannot be converted.
pub fn values(
    batch: &RecordBatch,
    columns: &[Column],
    is_counted: impl Fn(&Column) -> bool,
    lost: &mut LostValues,
) -> Result<Vec<(usize, ColumnValues)>, ArrowError> {
    let mut ignored = LostValues::default();
    let columns = batch.columns().iter().zip(columns).map(|(array, column)| {
        let lost = match is_counted(column) {
            true => &mut *lost,
            false => &mut ignored,
        };
        let values = match column.place {
            RowField::Number(_) => ColumnValues::Numbers(numbers(array, column.kind, lost)?),
            RowField::Text(field) => {
                let texts = texts(array, column.kind, field.length(), lost)?;
                ColumnValues::Texts {
                    views: texts.views,
                    blocks: texts.blocks,
                }
            }
        };
        Ok((column.variable, values))
    });
    columns.collect()
}

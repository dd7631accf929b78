//! Rows into columns.
//!
//! Numbers are copied as they are, missing values included; negative zero becomes zero, so that equal numbers have
//! equal bits. Character values lose their trailing blanks, because values are equal that differ only in these.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryViewBuilder, Float64Array, UInt64Array};
use datafusion::arrow::compute::SortOptions;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::record_batch::{RecordBatch, RecordBatchOptions};
use datafusion::physical_expr::PhysicalSortExpr;
use datafusion::physical_expr::expressions::Column;
use feedrate_dataset::{Rows, Schema};
use feedrate_values::Kind;
use feedrate_values::value::trim;
use serde::{Deserialize, Serialize};

use super::reuse::Reuse;

/// The bytes of rows that are processed column by column, so that they stay in the nearest cache.
const NEAR: usize = 64 << 10;

/// The bytes of the rows of a batch: the cache of a core holds them and the page that they come from.
const A_BATCH: usize = 512 << 10;

/// The most bytes of a block of a column's character values. The last block of each column is not full, and there may
/// be many columns; by default the blocks of a column grow to two MiB.
const BLOCK: usize = 32 << 10;

/// The offset of a column in a row, and its values so far.
enum ColumnBuffer {
    /// A number of eight bytes.
    Whole { at: usize, values: Vec<f64> },
    /// A number of fewer bytes.
    Short { at: usize, length: usize, values: Vec<f64> },
    Text {
        at: usize,
        length: usize,
        values: BinaryViewBuilder,
    },
    /// The row number.
    RowId(Vec<u64>),
}

/// The columns of a batch that is being filled.
pub(super) struct Columns {
    buffers: Vec<ColumnBuffer>,
    schema: SchemaRef,
    rows: usize,
    capacity: usize,
    reuse: Reuse,
}

/// A column of the data set in the query.
#[derive(Clone, Debug)]
pub(crate) struct SourceColumn {
    /// The name in the plan, which no other column of the plan has.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// Its index in the schema of the data set.
    pub column: usize,
}

/// A column of the plan: a column of the data set, or the row number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ScanColumn {
    Column(usize),
    RowId,
}

/// Returns the order of the rows of a scan, if it has the row number: the rows of each partition are in order, so those
/// of all partitions can be merged without a sort.
pub(crate) fn row_order(taken: &[ScanColumn], schema: &SchemaRef) -> Option<PhysicalSortExpr> {
    let index = taken.iter().position(|taken| *taken == ScanColumn::RowId)?;
    let column = Column::new(schema.field(index).name(), index);
    Some(PhysicalSortExpr::new(Arc::new(column), SortOptions::new(false, true)))
}

impl Columns {
    /// Creates the columns of batches of at most `most` rows that also fit in a cache; others may hold `held` batches
    /// while one is made. Returns `None` if the data set has no such column.
    pub(super) fn new(taken: &[ScanColumn], of: &Schema, schema: SchemaRef, most: usize, held: usize) -> Option<Self> {
        let row_bytes = (of.row_length() as usize).max(1);
        let capacity = (A_BATCH / row_bytes).clamp(256, most.max(256));
        let buffer = |taken: &ScanColumn| {
            let ScanColumn::Column(column) = *taken else {
                return Some(ColumnBuffer::RowId(Vec::with_capacity(capacity)));
            };
            let column = of.variables().get(column)?;
            let (at, length) = (column.offset as usize, column.length as usize);
            Some(match (column.kind, length) {
                (Kind::Number, 8) => ColumnBuffer::Whole {
                    at,
                    values: Vec::with_capacity(capacity),
                },
                (Kind::Number, _) => ColumnBuffer::Short {
                    at,
                    length,
                    values: Vec::with_capacity(capacity),
                },
                (Kind::Text, _) => ColumnBuffer::Text {
                    at,
                    length,
                    values: BinaryViewBuilder::with_capacity(capacity)
                        .with_fixed_block_size((capacity * length).clamp(1, BLOCK) as u32),
                },
            })
        };
        Some(Self {
            buffers: taken.iter().map(buffer).collect::<Option<_>>()?,
            schema,
            rows: 0,
            capacity,
            reuse: Reuse::new(held),
        })
    }

    /// Returns the number of rows for which there is room.
    pub(super) fn room(&self) -> usize {
        self.capacity - self.rows
    }

    /// Adds `count` of the rows from `first` on, for which there must be room. The first of them has the number `id`.
    pub(super) fn extend(&mut self, rows: Rows<'_>, first: usize, count: usize, id: u64) {
        let near = (NEAR / rows.stride().max(1)).max(16);
        for start in (0..count).step_by(near) {
            let part = first + start..first + (start + near).min(count);
            match rows.contiguous() {
                Some(bytes) => {
                    let stride = rows.stride();
                    let bytes = &bytes[part.start * stride..part.end * stride];
                    self.fill(|| bytes.chunks_exact(stride), id + start as u64);
                }
                None => self.fill(|| part.clone().map(|index| rows.row(index)), id + start as u64),
            }
            self.rows += part.len();
        }
    }

    /// Adds a row, for which there must be room.
    pub(super) fn push(&mut self, row: &[u8], id: u64) {
        self.fill(|| std::iter::once(row), id);
        self.rows += 1;
    }

    /// Adds rows, one pass for each column.
    fn fill<'r, I: ExactSizeIterator<Item = &'r [u8]>>(&mut self, rows: impl Fn() -> I, id: u64) {
        for buffer in &mut self.buffers {
            match buffer {
                ColumnBuffer::Whole { at, values } => values.extend(rows().map(|row| {
                    let bytes: [u8; 8] = row[*at..*at + 8].try_into().unwrap_or_default();
                    f64::from_le_bytes(bytes) + 0.0
                })),
                ColumnBuffer::Short { at, length, values } => values.extend(rows().map(|row| {
                    let mut whole = [0; 8];
                    whole[8 - *length..].copy_from_slice(&row[*at..*at + *length]);
                    f64::from_le_bytes(whole) + 0.0
                })),
                ColumnBuffer::Text { at, length, values } => {
                    for row in rows() {
                        values.append_value(trim(&row[*at..*at + *length]));
                    }
                }
                ColumnBuffer::RowId(values) => values.extend((id..).take(rows().len())),
            }
        }
    }

    /// Returns the rows so far and empties the columns. `None` if there are no rows.
    pub(super) fn take(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        if self.rows == 0 {
            return None;
        }
        let (capacity, reuse) = (self.capacity, &mut self.reuse);
        reuse.begin_batch();
        let arrays = self.buffers.iter_mut().map(|buffer| match buffer {
            ColumnBuffer::Whole { values, .. } | ColumnBuffer::Short { values, .. } => {
                let full = std::mem::replace(values, reuse.room(capacity));
                let array = Float64Array::from(full);
                reuse.keep(array.values());
                Arc::new(array) as ArrayRef
            }
            ColumnBuffer::Text { values, .. } => Arc::new(values.finish()) as ArrayRef,
            ColumnBuffer::RowId(values) => {
                let full = std::mem::replace(values, Vec::with_capacity(capacity));
                Arc::new(UInt64Array::from(full)) as ArrayRef
            }
        });
        let arrays = arrays.collect();
        let rows = std::mem::take(&mut self.rows);
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        Some(RecordBatch::try_new_with_options(
            Arc::clone(&self.schema),
            arrays,
            &options,
        ))
    }
}

//! Batches in memory, emitted in order.

use std::sync::Arc;

use datafusion::arrow::compute::interleave_record_batch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::arrow::row::{Row, RowConverter, Rows, SortField};
use datafusion::common::Result;
use datafusion::physical_expr::LexOrdering;

use crate::footprint::{bytes_of, compact};

/// The most bytes of an emitted batch, if whole rows allow: many batches are in memory at once when files are merged.
const GIVEN_BYTES: usize = 256 << 10;

/// Converts rows to bytes that compare as the rows do.
pub(super) struct Keys {
    ordering: LexOrdering,
    converter: RowConverter,
}

impl Keys {
    pub(super) fn new(ordering: LexOrdering, schema: &SchemaRef) -> Result<Self> {
        let fields = ordering.iter().map(|key| {
            let kind = key.expr.data_type(schema)?;
            Ok(SortField::new_with_options(kind, key.options))
        });
        let fields = fields.collect::<Result<_>>()?;
        Ok(Self {
            ordering,
            converter: RowConverter::new(fields)?,
        })
    }

    fn of(&self, batch: &RecordBatch) -> Result<Rows> {
        let columns = self
            .ordering
            .iter()
            .map(|key| key.expr.evaluate(batch)?.into_array(batch.num_rows()));
        let columns = columns.collect::<Result<Vec<_>>>()?;
        Ok(self.converter.convert_columns(&columns)?)
    }
}

/// A batch with the keys of its rows.
pub(super) struct KeyedBatch {
    batch: RecordBatch,
    keys: Rows,
}

/// The first bytes of a row's key, its batch, and its index in the batch.
type Entry = (u64, u32, u32);

impl KeyedBatch {
    pub(super) fn new(batch: RecordBatch, keys: &Keys) -> Result<Self> {
        let batch = compact(batch)?;
        let keys = keys.of(&batch)?;
        Ok(Self { batch, keys })
    }

    /// Returns the bytes that the batch holds, and those that sorting it takes.
    pub(super) fn bytes(&self) -> usize {
        bytes_of(&self.batch) + self.keys.size() + self.batch.num_rows() * size_of::<Entry>()
    }

    fn entries(&self, batch: usize) -> impl Iterator<Item = Entry> + '_ {
        self.keys.iter().enumerate().map(move |(row, key)| {
            let mut first = [0; 8];
            let data = key.data();
            let length = data.len().min(first.len());
            first[..length].copy_from_slice(&data[..length]);
            (u64::from_be_bytes(first), batch as u32, row as u32)
        })
    }
}

/// Batches whose rows are emitted in order.
pub(super) struct BatchMerge {
    batches: Vec<KeyedBatch>,
    entries: Vec<Entry>,
    given: usize,
    /// The number of rows of an emitted batch.
    at_once: usize,
    schema: SchemaRef,
}

impl BatchMerge {
    /// Sorts the rows of batches, to emit no more than `most` of them at once. The sort is stable.
    pub(super) fn new(batches: Vec<KeyedBatch>, schema: SchemaRef, most: usize) -> Self {
        let rows = batches.iter().map(|keyed| keyed.batch.num_rows()).sum();
        let mut entries = Vec::with_capacity(rows);
        for (index, keyed) in batches.iter().enumerate() {
            entries.extend(keyed.entries(index));
        }
        entries.sort_unstable_by(|left, right| {
            left.0
                .cmp(&right.0)
                .then_with(|| key(&batches, left).cmp(&key(&batches, right)))
                .then_with(|| (left.1, left.2).cmp(&(right.1, right.2)))
        });
        let bytes: usize = batches.iter().map(|keyed| bytes_of(&keyed.batch)).sum();
        let of_a_row = bytes.checked_div(rows).unwrap_or(0).max(1);
        Self {
            batches,
            entries,
            given: 0,
            at_once: (GIVEN_BYTES / of_a_row).clamp(1, most.max(1)),
            schema,
        }
    }

    /// Returns the number of rows of an emitted batch.
    pub(super) fn at_once(&self) -> usize {
        self.at_once
    }

    /// Returns the next rows, or `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<RecordBatch>> {
        let end = (self.given + self.at_once).min(self.entries.len());
        let entries = &self.entries[self.given..end];
        if entries.is_empty() {
            return Ok(None);
        }
        self.given = end;
        let mut wanted: Vec<u32> = entries.iter().map(|entry| entry.1).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let from: Vec<&RecordBatch> = wanted
            .iter()
            .map(|&batch| &self.batches[batch as usize].batch)
            .collect();
        let rows: Vec<(usize, usize)> = entries
            .iter()
            .map(|&(_, batch, row)| (wanted.partition_point(|&own| own < batch), row as usize))
            .collect();
        let batch = interleave_record_batch(&from, &rows)?;
        // Without this it would keep alive all blocks of its character values.
        compact(batch.with_schema(Arc::clone(&self.schema))?).map(Some)
    }
}

fn key<'k>(batches: &'k [KeyedBatch], entry: &Entry) -> Row<'k> {
    batches[entry.1 as usize].keys.row(entry.2 as usize)
}

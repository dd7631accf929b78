//! Decodes the row groups of a Parquet file.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;
use std::path::Path;

use arrow_array::RecordBatch;
use feedrate_dataset::{FileAccount, Result};
use parquet::DecodeResult;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowPredicateFn, ArrowReaderMetadata, RowFilter, RowSelection};
use parquet::arrow::push_decoder::{ParquetPushDecoder, ParquetPushDecoderBuilder};

use super::chunk;
use crate::batches::Batches;
use crate::chosen_rows::ChosenRows;
use crate::file_bytes::Bytes;

/// Decodes selected columns of a file, row group by row group.
#[derive(Debug)]
pub struct ParquetBatches {
    bytes: Bytes,
    metadata: ArrowReaderMetadata,
    columns: ProjectionMask,
    batch_rows: usize,
    /// The choice of the rows that are decoded, if not all are.
    chosen: Option<ChosenRows>,
    decoder: Option<ParquetPushDecoder>,
    /// The ranges of the columns of a pass, by row group and column.
    places: HashMap<(u64, u64), (usize, usize)>,
}

/// The most bytes of columns on which a choice of rows depends that are kept rather than decoded again for those rows.
const MOST_CACHED: usize = 16 << 20;

const DAMAGED: &str = "it is damaged where it tells of its columns";

impl ParquetBatches {
    /// Creates a decoder of these columns, with batches of `batch_rows` rows.
    pub fn new(
        bytes: Bytes,
        metadata: ArrowReaderMetadata,
        columns: impl IntoIterator<Item = usize>,
        batch_rows: usize,
    ) -> Self {
        let columns = ProjectionMask::roots(metadata.parquet_schema(), columns);
        Self {
            bytes,
            metadata,
            columns,
            batch_rows,
            chosen: None,
            decoder: None,
            places: HashMap::new(),
        }
    }

    /// Returns the settings of a decoder of row groups.
    fn builder(&self, groups: Range<usize>, rows: Range<u64>) -> ParquetPushDecoderBuilder {
        let builder = ParquetPushDecoderBuilder::new_with_metadata(self.metadata.clone())
            .with_row_groups(groups.clone().collect())
            .with_projection(self.columns.clone())
            .with_batch_size(self.batch_rows);
        let Some(chosen) = self.chosen.clone() else {
            return builder;
        };
        let counts = groups.map(|group| self.metadata.metadata().row_group(group).num_rows());
        let all = usize::try_from(counts.sum::<i64>()).unwrap_or(0);
        let at = |row| usize::try_from(row).map_or(all, |row: usize| row.min(all));
        let rows = at(rows.start).min(at(rows.end))..at(rows.end);
        let builder = match rows == (0..all) {
            true => builder,
            false => builder.with_row_selection(RowSelection::from_consecutive_ranges(iter::once(rows), all)),
        };
        let columns = ProjectionMask::roots(self.metadata.parquet_schema(), chosen.columns());
        let predicate = ArrowPredicateFn::new(columns, move |batch| chosen.choose(&batch));
        builder
            .with_max_predicate_cache_size(MOST_CACHED)
            .with_row_filter(RowFilter::new(vec![Box::new(predicate)]))
    }

    /// Returns the ranges of the selected columns of a row group.
    fn chunks(&self, group: usize) -> impl Iterator<Item = (usize, Range<u64>)> + '_ {
        let group = self.metadata.metadata().row_group(group);
        let columns = group.columns().iter().enumerate();
        let chosen = columns.filter(|(leaf, _)| self.columns.leaf_included(*leaf));
        chosen.map(|(leaf, column)| {
            let (start, bytes) = column.byte_range();
            (leaf, start..start.saturating_add(bytes))
        })
    }
}

impl Batches for ParquetBatches {
    fn select_columns(&mut self, columns: Vec<usize>, rows: usize) -> Vec<usize> {
        self.batch_rows = rows;
        self.columns = ProjectionMask::roots(self.metadata.parquet_schema(), columns.iter().copied());
        columns
    }

    fn choose(&mut self, chosen: &ChosenRows) -> bool {
        self.chosen = Some(chosen.clone());
        true
    }

    fn begin(&mut self, groups: Range<usize>, rows: Range<u64>) -> Result<()> {
        let end = groups.end.min(self.metadata.metadata().num_row_groups());
        let groups = groups.start.min(end)..end;
        self.places.clear();
        let (mut start, mut last, mut together) = (u64::MAX, 0, 0);
        for group in groups.clone() {
            let chunks: Vec<_> = self.bytes.guarded(|| {
                // The library panics if a range begins before the file.
                Ok::<_, String>(self.chunks(group).collect())
            })?;
            let mut bytes: u64 = 0;
            for (leaf, chunk) in chunks {
                start = start.min(chunk.start);
                last = last.max(chunk.end);
                bytes = bytes.saturating_add(chunk.end - chunk.start);
                self.places.insert((chunk.start, chunk.end), (group, leaf));
            }
            together = bytes.max(together);
        }
        self.decoder = Some(self.bytes.guarded(|| self.builder(groups, rows).build())?);
        let wanted: u64 = self.places.keys().map(|(start, end)| end - start).sum();
        // Where much lies between the columns, they are read one by one.
        let is_sparse = wanted < last.saturating_sub(start) / 4 * 3;
        self.bytes.begin_rows(start.min(last)..last, together, is_sparse)
    }

    fn next(&mut self) -> Result<Option<RecordBatch>> {
        self.bytes.go_on()?;
        let Some(decoder) = &mut self.decoder else {
            return Ok(None);
        };
        loop {
            match self.bytes.guarded(|| decoder.try_decode())? {
                DecodeResult::Data(batch) => return Ok(Some(batch)),
                DecodeResult::Finished => return Ok(None),
                DecodeResult::NeedsData(ranges) => {
                    let mut parts = Vec::with_capacity(ranges.len());
                    for range in &ranges {
                        parts.push(bytes::Bytes::from(self.bytes.read_rows(range)?));
                    }
                    for (range, part) in ranges.iter().zip(&parts) {
                        let at = self.places.get(&(range.start, range.end));
                        let Some(&(group, column)) = at else {
                            return Err(self.bytes.wrong(DAMAGED));
                        };
                        let column = self.metadata.metadata().row_group(group).column(column);
                        self.bytes.guarded(|| chunk::check(column, range.start, part))?;
                    }
                    self.bytes.guarded(|| decoder.push_ranges(ranges, parts))?;
                }
            }
        }
    }

    fn path(&self) -> &Path {
        self.bytes.path()
    }

    fn account(&self) -> FileAccount {
        self.bytes.account()
    }

    fn into_bytes(self) -> Bytes {
        self.bytes
    }
}

//! The row groups of a Parquet file, decoded.

use std::ops::Range;

use arrow_array::RecordBatch;
use feedrate_dataset::{FileAccount, Result};
use parquet::DecodeResult;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ArrowReaderMetadata;
use parquet::arrow::push_decoder::{ParquetPushDecoder, ParquetPushDecoderBuilder};

use crate::file_bytes::Bytes;
use crate::source::Batches;

/// Decodes chosen columns of a file, row group by row group.
#[derive(Debug)]
pub struct ParquetBatches {
    bytes: Bytes,
    metadata: ArrowReaderMetadata,
    columns: ProjectionMask,
    batch_rows: usize,
    decoder: Option<ParquetPushDecoder>,
}

impl ParquetBatches {
    /// Decodes these columns, so many rows at a time.
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
            decoder: None,
        }
    }

    /// The file.
    pub fn into_bytes(self) -> Bytes {
        self.bytes
    }
}

impl Batches for ParquetBatches {
    fn begin(&mut self, group: usize) -> Result<()> {
        let groups = group..self.metadata.metadata().num_row_groups();
        let builder = ParquetPushDecoderBuilder::new_with_metadata(self.metadata.clone())
            .with_row_groups(groups.collect())
            .with_projection(self.columns.clone())
            .with_batch_size(self.batch_rows);
        self.decoder = Some(self.bytes.guarded(|| builder.build())?);
        Ok(())
    }

    fn next(&mut self) -> Result<Option<RecordBatch>> {
        let Some(decoder) = &mut self.decoder else {
            return Ok(None);
        };
        loop {
            match self.bytes.guarded(|| decoder.try_decode())? {
                DecodeResult::Data(batch) => return Ok(Some(batch)),
                DecodeResult::Finished => return Ok(None),
                DecodeResult::NeedsData(ranges) => {
                    let parts = read_all(&mut self.bytes, &ranges)?;
                    self.bytes.guarded(|| decoder.push_ranges(ranges, parts))?;
                }
            }
        }
    }

    fn account(&self) -> FileAccount {
        self.bytes.account()
    }
}

/// The bytes of several ranges.
pub fn read_all(bytes: &mut Bytes, ranges: &[Range<u64>]) -> Result<Vec<bytes::Bytes>> {
    ranges
        .iter()
        .map(|range| bytes.read(range).map(bytes::Bytes::from))
        .collect()
}

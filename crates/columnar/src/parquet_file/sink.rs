//! Writes a Parquet file.

use arrow_array::RecordBatch;
use feedrate_dataset::file_format::NewDataSet;
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::{Result, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use crate::sink::{BatchSink, BatchWriter, failed};
use crate::stored_attributes::KEY;

/// The creator that files state; the version follows.
pub const CREATED_BY: &str = "feedrate ";

/// The most rows of a row group.
const MOST_ROWS: usize = 1 << 17;

/// The approximate most bytes of a row group in memory.
const MOST_BYTES: usize = 64 << 20;

/// Begins a file. The writer collects the rows of a row group, so each batch is handed to it as it comes.
///
/// # Errors
///
/// Returns an error if the writer cannot be created.
pub fn begin(schema: &Schema, facts: &NewDataSet, stream: StreamWriter) -> Result<BatchSink<ArrowWriter<Vec<u8>>>> {
    BatchSink::begin(schema, facts, stream, 0, |encoder, _| {
        let properties = WriterProperties::builder()
            .set_created_by(format!("{CREATED_BY}{}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(MOST_ROWS))
            .set_max_row_group_bytes(Some(MOST_BYTES))
            .build();
        ArrowWriter::try_new(Vec::new(), encoder.schema().clone(), Some(properties)).map_err(failed)
    })
}

impl BatchWriter for ArrowWriter<Vec<u8>> {
    fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        self.write(batch).map_err(failed)
    }

    fn written(&mut self) -> &mut Vec<u8> {
        self.inner_mut()
    }

    fn end(mut self, kept: String) -> Result<Vec<u8>> {
        self.append_key_value_metadata(KeyValue::new(KEY.to_owned(), kept));
        self.into_inner().map_err(failed)
    }
}

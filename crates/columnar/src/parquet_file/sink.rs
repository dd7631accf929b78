//! Writes a Parquet file.

use std::fmt;

use feedrate_dataset::file_format::{NewDataSet, RowRoom, RowSink, SinkOutput};
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::{Error, Result, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use crate::encode::Encoder;
use crate::stored_attributes::{KEY, StoredAttributes};

/// The creator that files state; the version follows.
pub const CREATED_BY: &str = "feedrate ";

/// The most rows of a row group.
const MOST_ROWS: usize = 1 << 17;

/// The approximate most bytes of a row group in memory.
const MOST_BYTES: usize = 64 << 20;

/// Writes rows, a row group at a time.
pub struct ParquetSink {
    encoder: Encoder,
    kept: StoredAttributes,
    /// Writes into memory, from which the bytes are moved to the stream.
    writer: ArrowWriter<Vec<u8>>,
    stream: StreamWriter,
}

impl fmt::Debug for ParquetSink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ParquetSink")
            .field("encoder", &self.encoder)
            .finish_non_exhaustive()
    }
}

impl ParquetSink {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the writer cannot be created.
    pub fn begin(schema: &Schema, facts: &NewDataSet, stream: StreamWriter) -> Result<Self> {
        let encoder = Encoder::new(schema);
        let kept = StoredAttributes::of(schema, facts);
        let properties = WriterProperties::builder()
            .set_created_by(format!("{CREATED_BY}{}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(MOST_ROWS))
            .set_max_row_group_bytes(Some(MOST_BYTES))
            .build();
        let schema = encoder.schema().clone();
        let writer = ArrowWriter::try_new(Vec::new(), schema, Some(properties));
        Ok(Self {
            encoder,
            kept,
            writer: writer.map_err(failed)?,
            stream,
        })
    }
}

impl RowSink for ParquetSink {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        self.encoder.take(room.rows())?;
        room.clear();
        let batch = self.encoder.batch().map_err(failed)?;
        self.writer.write(&batch).map_err(failed)?;
        let written = self.writer.inner_mut();
        self.stream.put(written)?;
        written.clear();
        Ok(())
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.take(&mut room)?;
        self.kept.lengthen(self.encoder.longest());
        let kept = KeyValue::new(KEY.to_owned(), self.kept.text());
        self.writer.append_key_value_metadata(kept);
        let rest = self.writer.into_inner().map_err(failed)?;
        self.stream.put(&rest)?;
        SinkOutput::of_stream(self.stream, self.encoder.notes())
    }
}

fn failed(error: impl ToString) -> Error {
    crate::file_bytes::wrong(std::path::Path::new("the new file"), error)
}

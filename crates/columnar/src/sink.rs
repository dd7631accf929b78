//! Writes rows as a file of either format, a batch at a time.

use std::fmt;

use arrow_array::RecordBatch;
use feedrate_dataset::file_format::{NewDataSet, RowRoom, RowSink, SinkOutput};
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::{Error, Result, Schema};

use crate::encode::Encoder;
use crate::stored_attributes::StoredAttributes;

/// Writes batches into memory, from which the bytes are moved to the file.
pub trait BatchWriter {
    /// Writes a batch.
    ///
    /// # Errors
    ///
    /// Returns the error of the library.
    fn write(&mut self, batch: &RecordBatch) -> Result<()>;

    /// Returns the bytes that were written and not moved.
    fn written(&mut self) -> &mut Vec<u8>;

    /// Writes the end of the file with the stored attributes of its data set, and returns the rest of the bytes.
    ///
    /// # Errors
    ///
    /// Returns the error of the library.
    fn end(self, kept: String) -> Result<Vec<u8>>;
}

/// Writes rows, a batch at a time.
pub struct BatchSink<W> {
    encoder: Encoder,
    kept: StoredAttributes,
    row_length: usize,
    /// The bytes of rows that are at least in a batch, but for the last.
    batch_bytes: usize,
    writer: W,
    stream: StreamWriter,
}

impl<W> fmt::Debug for BatchSink<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("BatchSink")
            .field("encoder", &self.encoder)
            .finish_non_exhaustive()
    }
}

impl<W: BatchWriter> BatchSink<W> {
    /// Begins a file with the writer of its columns and of the stored attributes of the data set.
    ///
    /// # Errors
    ///
    /// Returns the error of `writer`.
    pub fn begin(
        schema: &Schema,
        facts: &NewDataSet,
        stream: StreamWriter,
        batch_bytes: usize,
        writer: impl FnOnce(&Encoder, &StoredAttributes) -> Result<W>,
    ) -> Result<Self> {
        let encoder = Encoder::new(schema);
        let kept = StoredAttributes::of(schema, facts);
        Ok(Self {
            writer: writer(&encoder, &kept)?,
            encoder,
            kept,
            row_length: schema.row_length() as usize,
            batch_bytes,
            stream,
        })
    }

    fn write(&mut self) -> Result<()> {
        let batch = self.encoder.batch().map_err(failed)?;
        self.writer.write(&batch)?;
        let written = self.writer.written();
        self.stream.put(written)?;
        written.clear();
        Ok(())
    }
}

impl<W: BatchWriter> RowSink for BatchSink<W> {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        self.encoder.take(room.rows())?;
        room.clear();
        match self.encoder.waiting() * self.row_length >= self.batch_bytes {
            true => self.write(),
            false => Ok(()),
        }
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.take(&mut room)?;
        if self.encoder.waiting() > 0 {
            self.write()?;
        }
        self.kept.lengthen(self.encoder.longest());
        let rest = self.writer.end(self.kept.text())?;
        self.stream.put(&rest)?;
        SinkOutput::of_stream(self.stream, self.encoder.notes())
    }
}

/// Returns the error of a library about the new file.
pub fn failed(error: impl ToString) -> Error {
    crate::file_bytes::wrong(std::path::Path::new("the new file"), error)
}

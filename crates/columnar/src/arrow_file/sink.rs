//! Writes an Arrow file.

use std::fmt;

use arrow_ipc::writer::FileWriter;
use feedrate_dataset::file_format::{BLOCK_BYTES, NewDataSet, RowRoom, RowSink, SinkOutput};
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::{Error, Result, Schema};

use crate::encode::Encoder;
use crate::stored_attributes::{KEY, StoredAttributes};

/// The approximate most bytes of the rows of a batch.
const BATCH_BYTES: usize = 32 * BLOCK_BYTES;

/// Writes rows, a batch at a time.
pub struct ArrowSink {
    encoder: Encoder,
    kept: StoredAttributes,
    row_length: usize,
    /// Writes into memory, from which the bytes are moved to the stream.
    writer: FileWriter<Vec<u8>>,
    stream: StreamWriter,
}

impl fmt::Debug for ArrowSink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ArrowSink")
            .field("encoder", &self.encoder)
            .finish_non_exhaustive()
    }
}

impl ArrowSink {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the writer cannot be created.
    pub fn begin(schema: &Schema, facts: &NewDataSet, stream: StreamWriter) -> Result<Self> {
        let encoder = Encoder::new(schema);
        let kept = StoredAttributes::of(schema, facts);
        // Programs that change a file keep the metadata of its columns, and drop that of the file.
        let columns = encoder.schema().as_ref().clone();
        let columns = columns.with_metadata([(KEY.to_owned(), kept.text())].into());
        let writer = FileWriter::try_new(Vec::new(), &columns).map_err(failed)?;
        Ok(Self {
            encoder,
            kept,
            row_length: schema.row_length() as usize,
            writer,
            stream,
        })
    }

    fn write(&mut self) -> Result<()> {
        let batch = self.encoder.batch().map_err(failed)?;
        self.writer.write(&batch).map_err(failed)?;
        let written = self.writer.get_mut();
        self.stream.put(written)?;
        written.clear();
        Ok(())
    }
}

impl RowSink for ArrowSink {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        self.encoder.take(room.rows())?;
        room.clear();
        match self.encoder.waiting() * self.row_length >= BATCH_BYTES {
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
        self.writer.write_metadata(KEY, self.kept.text());
        let rest = self.writer.into_inner().map_err(failed)?;
        self.stream.put(&rest)?;
        SinkOutput::of_stream(self.stream, self.encoder.notes())
    }
}

fn failed(error: impl ToString) -> Error {
    crate::file_bytes::wrong(std::path::Path::new("the new file"), error)
}

//! Writes an Arrow file.

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use feedrate_dataset::file_format::{BLOCK_BYTES, NewDataSet};
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::{Result, Schema, Settings};

use crate::file_bytes::failed;
use crate::sink::{BatchSink, BatchSize, BatchWriter};
use crate::stored_attributes::KEY;

/// The size of a batch.
const BATCH: BatchSize = BatchSize {
    rows: usize::MAX,
    bytes: 32 * BLOCK_BYTES,
};

/// Begins a file.
///
/// # Errors
///
/// Returns an error if the writer cannot be created.
pub fn begin(
    schema: &Schema,
    facts: &NewDataSet,
    stream: StreamWriter,
    settings: &Settings,
) -> Result<BatchSink<FileWriter<Vec<u8>>>> {
    BatchSink::begin(schema, facts, stream, settings, BATCH, |encoder, kept| {
        // Programs that change a file keep the metadata of its columns, and drop that of the file.
        let columns = encoder.schema().as_ref().clone();
        let columns = columns.with_metadata([(KEY.to_owned(), kept.text())].into());
        let writer = FileWriter::try_new(Vec::new(), &columns).map_err(failed)?;
        // The buffers of a batch are those of the file.
        Ok((writer, Box::new(Ok)))
    })
}

impl BatchWriter for FileWriter<Vec<u8>> {
    type Chunk = RecordBatch;

    fn append(&mut self, batch: RecordBatch) -> Result<()> {
        self.write(&batch).map_err(failed)
    }

    fn written(&mut self) -> &mut Vec<u8> {
        self.get_mut()
    }

    fn end(mut self, kept: String) -> Result<Vec<u8>> {
        self.write_metadata(KEY, kept);
        self.into_inner().map_err(failed)
    }
}

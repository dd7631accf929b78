//! Writes a Parquet file.

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use feedrate_dataset::file_format::NewDataSet;
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::{Result, Schema, Settings};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;

use super::dictionary;
use crate::file_bytes::failed;
use crate::sink::{BatchSink, BatchSize, BatchWriter};
use crate::stored_attributes::KEY;

/// The creator that files state; the version follows.
pub const CREATED_BY: &str = "feedrate ";

/// The size of a row group, before it is encoded.
const GROUP: BatchSize = BatchSize {
    rows: 1 << 17,
    bytes: 64 << 20,
};

/// Encodes the columns of a row group.
struct GroupEncoder {
    schema: SchemaRef,
    /// Begin columns with a dictionary of their values, and without.
    with_dictionary: ArrowRowGroupWriterFactory,
    plain: ArrowRowGroupWriterFactory,
}

/// Begins a file. Each batch is a row group.
///
/// # Errors
///
/// Returns an error if the writer cannot be created.
pub fn begin(
    schema: &Schema,
    facts: &NewDataSet,
    stream: StreamWriter,
    settings: &Settings,
) -> Result<BatchSink<SerializedFileWriter<Vec<u8>>>> {
    BatchSink::begin(schema, facts, stream, settings, GROUP, |encoder, _| {
        let schema = encoder.schema();
        let (file, with_dictionary) = file_of(schema, true).map_err(failed)?;
        let (_, plain) = file_of(schema, false).map_err(failed)?;
        let group = GroupEncoder {
            schema: schema.clone(),
            with_dictionary,
            plain,
        };
        let encode = move |batch: RecordBatch| group.encode(&batch).map_err(failed);
        Ok((file, Box::new(encode)))
    })
}

/// Begins a file in memory, whose columns have dictionaries or not.
fn file_of(
    schema: &SchemaRef,
    has_dictionaries: bool,
) -> std::result::Result<(SerializedFileWriter<Vec<u8>>, ArrowRowGroupWriterFactory), ParquetError> {
    let properties = WriterProperties::builder()
        .set_created_by(format!("{CREATED_BY}{}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(has_dictionaries)
        .build();
    ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties))?.into_serialized_writer()
}

impl GroupEncoder {
    fn encode(&self, batch: &RecordBatch) -> std::result::Result<Vec<ArrowColumnChunk>, ParquetError> {
        let with_dictionary = self.with_dictionary.create_column_writers(0)?;
        let plain = self.plain.create_column_writers(0)?;
        let writers = with_dictionary.into_iter().zip(plain);
        let columns = self.schema.fields().iter().zip(batch.columns()).zip(writers);
        let chunks = columns.map(|((field, values), (with_dictionary, plain))| {
            let mut writer = match dictionary::pays(values) {
                true => with_dictionary,
                false => plain,
            };
            for leaf in compute_leaves(field, values)? {
                writer.write(&leaf)?;
            }
            writer.close()
        });
        chunks.collect()
    }
}

impl BatchWriter for SerializedFileWriter<Vec<u8>> {
    type Chunk = Vec<ArrowColumnChunk>;

    fn append(&mut self, columns: Self::Chunk) -> Result<()> {
        let append = || {
            let mut group = self.next_row_group()?;
            for column in columns {
                column.append_to_row_group(&mut group)?;
            }
            group.close()
        };
        append().map(|_| ()).map_err(failed)
    }

    fn written(&mut self) -> &mut Vec<u8> {
        self.inner_mut()
    }

    fn end(mut self, kept: String) -> Result<Vec<u8>> {
        self.append_key_value_metadata(KeyValue::new(KEY.to_owned(), kept));
        self.into_inner().map_err(failed)
    }
}

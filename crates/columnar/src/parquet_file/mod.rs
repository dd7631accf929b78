//! Parquet files.

mod batches;
mod chunk;
mod describe;
mod dictionary;
mod sink;
mod thrift;

use std::path::Path;

use feedrate_dataset::file_format::{FactsCache, FileFormat, RowSink, RowSource};
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{Result, Schema, Settings};

use crate::file_bytes::Bytes;
use crate::source::Source;
use batches::ParquetBatches;
use describe::ParquetFile;

/// Parquet files.
#[derive(Debug, Default)]
pub struct Parquet {
    cache: FactsCache<ParquetFile>,
}

impl FileFormat for Parquet {
    fn engine(&self) -> &'static str {
        "PARQUET"
    }

    fn extension(&self) -> &'static str {
        ".parquet"
    }

    fn open(&self, path: &Path, settings: &Settings) -> Result<Box<dyn RowSource>> {
        let bytes = Bytes::open(path, settings)?;
        let identity = bytes.identity()?;
        let (bytes, file) = self.cache.facts_of(path, identity, bytes, describe::describe)?;
        let described = file.described.clone();
        let columns = described.layout.columns.iter().map(|column| column.index);
        let batches = ParquetBatches::new(bytes, file.metadata.clone(), columns, described.rows_together());
        Ok(Box::new(Source::new(path, identity, described, batches)))
    }

    fn create(
        &self,
        schema: &Schema,
        facts: &NewDataSet,
        stream: StreamWriter,
        settings: &Settings,
    ) -> Result<Box<dyn RowSink>> {
        Ok(Box::new(sink::begin(schema, facts, stream, settings)?))
    }
}

//! Files in Arrow's IPC format, of the kind with a footer; also called Feather, version 2.

mod batches;
mod compressed;
mod describe;
mod sink;

use std::path::Path;

use feedrate_dataset::file_format::{FactsCache, FileFormat, RowSink, RowSource};
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{Result, Schema, Settings};

use crate::file_bytes::Bytes;
use crate::source::Source;
use batches::ArrowBatches;
use describe::ArrowContents;

/// Arrow files.
#[derive(Debug, Default)]
pub struct ArrowFile {
    cache: FactsCache<ArrowContents>,
}

impl FileFormat for ArrowFile {
    fn engine(&self) -> &'static str {
        "ARROW"
    }

    fn extension(&self) -> &'static str {
        ".arrow"
    }

    fn open(&self, path: &Path, settings: &Settings) -> Result<Box<dyn RowSource>> {
        let bytes = Bytes::open(path, settings)?;
        let identity = bytes.identity()?;
        let (bytes, contents) = self.cache.facts_of(path, identity, bytes, describe::describe)?;
        let described = contents.described.clone();
        let columns = described.layout.columns.iter().map(|column| column.index);
        let batches = ArrowBatches::new(bytes, contents.file.clone(), columns.collect());
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

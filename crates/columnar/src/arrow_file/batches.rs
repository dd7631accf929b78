//! Decodes the record batches of an Arrow file.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::FileDecoder;
use arrow_ipc::{Block, MetadataVersion};
use arrow_schema::SchemaRef;
use feedrate_dataset::{FileAccount, Result};

use super::compressed;
use crate::batches::Batches;
use crate::file_bytes::Bytes;

/// The error for a file whose batches are not where it states.
pub const DAMAGED: &str = "it is damaged where it tells of its batches";

/// The schema of a file and the positions of its blocks.
#[derive(Debug)]
pub struct FileBlocks {
    pub schema: SchemaRef,
    pub version: MetadataVersion,
    pub dictionaries: Vec<Block>,
    pub batches: Vec<Block>,
}

/// Decodes selected columns of a file, batch by batch.
#[derive(Debug)]
pub struct ArrowBatches {
    bytes: Bytes,
    parts: Arc<FileBlocks>,
    columns: Vec<usize>,
    /// Set once the dictionaries have been read.
    decoder: Option<FileDecoder>,
    next: usize,
}

impl ArrowBatches {
    /// Creates a decoder of these columns.
    pub fn new(bytes: Bytes, parts: Arc<FileBlocks>, columns: Vec<usize>) -> Self {
        Self {
            bytes,
            parts,
            columns,
            decoder: None,
            next: 0,
        }
    }

    /// Reads a block, and checks that it can be as it states.
    fn read(&mut self, block: &Block, is_dictionary: bool) -> Result<Buffer> {
        let Some(range) = range_of(block) else {
            return Err(self.bytes.wrong(DAMAGED));
        };
        let bytes = match is_dictionary {
            true => self.bytes.read(&range)?,
            false => self.bytes.read_rows(&range)?,
        };
        self.bytes.guarded(|| compressed::check(block, &bytes))?;
        Ok(Buffer::from_vec(bytes))
    }

    fn with_dictionaries(&mut self) -> Result<FileDecoder> {
        let parts = Arc::clone(&self.parts);
        let mut decoder =
            FileDecoder::new(Arc::clone(&parts.schema), parts.version).with_projection(self.columns.clone());
        for block in &parts.dictionaries {
            let buffer = self.read(block, true)?;
            self.bytes.guarded(|| decoder.read_dictionary(block, &buffer))?;
        }
        Ok(decoder)
    }
}

/// Returns the range of a block: its metadata, which has at least eight bytes, and its body.
fn range_of(block: &Block) -> Option<Range<u64>> {
    let start = u64::try_from(block.offset()).ok()?;
    let description = u64::try_from(block.metaDataLength()).ok()?;
    let body = u64::try_from(block.bodyLength()).ok()?;
    let end = start.checked_add(description)?.checked_add(body)?;
    (description > 8).then_some(start..end)
}

impl Batches for ArrowBatches {
    fn select_columns(&mut self, mut columns: Vec<usize>, _: usize) -> Vec<usize> {
        // A batch tells its number of rows by its columns.
        if columns.is_empty() {
            columns.extend(self.columns.first());
        }
        self.columns.clone_from(&columns);
        columns
    }

    fn begin(&mut self, groups: Range<usize>, _: Range<u64>) -> Result<()> {
        let end = groups.end.min(self.parts.batches.len());
        self.next = groups.start.min(end);
        let wanted = &self.parts.batches[self.next..end];
        let ranges = || wanted.iter().filter_map(range_of);
        let start = ranges().map(|range| range.start).min().unwrap_or(0);
        let end = ranges().map(|range| range.end).max().unwrap_or(0);
        let together = ranges().map(|range| range.end - range.start).max();
        self.bytes
            .begin_rows(start..end.max(start), together.unwrap_or(0), false)
    }

    fn next(&mut self) -> Result<Option<RecordBatch>> {
        self.bytes.go_on()?;
        let Some(&block) = self.parts.batches.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let decoder = match self.decoder.take() {
            Some(decoder) => decoder,
            None => self.with_dictionaries()?,
        };
        let buffer = self.read(&block, false)?;
        let batch = self.bytes.guarded(|| decoder.read_record_batch(&block, &buffer));
        self.decoder = Some(decoder);
        match batch? {
            Some(batch) => Ok(Some(batch)),
            None => Err(self.bytes.wrong("one of its batches is none")),
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

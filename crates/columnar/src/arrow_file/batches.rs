//! The record batches of an Arrow file, decoded.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::FileDecoder;
use arrow_ipc::{Block, MetadataVersion};
use arrow_schema::SchemaRef;
use feedrate_dataset::{FileAccount, Result};

use crate::file_bytes::Bytes;
use crate::source::Batches;

/// Where the parts of a file lie.
#[derive(Debug)]
pub struct Parts {
    pub schema: SchemaRef,
    pub version: MetadataVersion,
    pub dictionaries: Vec<Block>,
    pub batches: Vec<Block>,
}

/// Decodes chosen columns of a file, batch by batch.
#[derive(Debug)]
pub struct ArrowBatches {
    bytes: Bytes,
    parts: Arc<Parts>,
    columns: Vec<usize>,
    /// There once the dictionaries have been read.
    decoder: Option<FileDecoder>,
    next: usize,
}

impl ArrowBatches {
    /// Decodes these columns.
    pub fn new(bytes: Bytes, parts: Arc<Parts>, columns: Vec<usize>) -> Self {
        Self {
            bytes,
            parts,
            columns,
            decoder: None,
            next: 0,
        }
    }

    /// The file.
    pub fn into_bytes(self) -> Bytes {
        self.bytes
    }

    fn read(&mut self, block: &Block) -> Result<Buffer> {
        read_block(&mut self.bytes, block).map(Buffer::from_vec)
    }

    fn with_dictionaries(&mut self) -> Result<FileDecoder> {
        let parts = Arc::clone(&self.parts);
        let mut decoder = FileDecoder::new(Arc::clone(&parts.schema), parts.version)
            .with_projection(self.columns.clone());
        for block in &parts.dictionaries {
            let buffer = self.read(block)?;
            self.bytes
                .guarded(|| decoder.read_dictionary(block, &buffer))?;
        }
        Ok(decoder)
    }
}

/// The bytes of a block: its description, which has at least eight, and what it describes.
pub fn read_block(bytes: &mut Bytes, block: &Block) -> Result<Vec<u8>> {
    let range = || {
        let start = u64::try_from(block.offset()).ok()?;
        let description = u64::try_from(block.metaDataLength()).ok()?;
        let body = u64::try_from(block.bodyLength()).ok()?;
        let end = start.checked_add(description)?.checked_add(body)?;
        (description > 8).then_some(start..end)
    };
    match range() {
        Some(range) => bytes.read(&range),
        None => Err(bytes.wrong("it is damaged where it tells of its batches")),
    }
}

impl Batches for ArrowBatches {
    fn begin(&mut self, group: usize) -> Result<()> {
        self.next = group;
        Ok(())
    }

    fn next(&mut self) -> Result<Option<RecordBatch>> {
        let Some(&block) = self.parts.batches.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let decoder = match self.decoder.take() {
            Some(decoder) => decoder,
            None => self.with_dictionaries()?,
        };
        let buffer = self.read(&block)?;
        let batch = self
            .bytes
            .guarded(|| decoder.read_record_batch(&block, &buffer));
        self.decoder = Some(decoder);
        match batch? {
            Some(batch) => Ok(Some(batch)),
            None => Err(self.bytes.wrong("one of its batches is none")),
        }
    }

    fn account(&self) -> FileAccount {
        self.bytes.account()
    }
}

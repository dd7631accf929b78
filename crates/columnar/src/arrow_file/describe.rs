//! The description of an Arrow file, with the lengths of its character columns.

use std::sync::Arc;

use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{Block, root_as_footer};
use arrow_schema::ArrowError;
use feedrate_dataset::Result;

use super::batches::{ArrowBatches, DAMAGED, FileBlocks};
use super::compressed::message;
use crate::columns::ChosenColumns;
use crate::describe::{FileDescription, described};
use crate::file_bytes::Bytes;
use crate::stored_attributes::{KEY, StoredAttributes};

/// The bytes at the end of a file: the length of the footer, and the magic.
const END: u64 = 10;

/// The description of a file.
#[derive(Debug)]
pub struct ArrowContents {
    pub file: Arc<FileBlocks>,
    pub described: Arc<FileDescription>,
}

/// Reads the footer of a file, and the character columns if it does not contain their lengths.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is damaged, or if its columns do not form a valid schema.
pub fn describe(mut bytes: Bytes) -> Result<(Bytes, ArrowContents)> {
    let footer = footer(&mut bytes)?;
    let (parts, own) = bytes.guarded(|| contents(&footer))?;
    let file = Arc::new(parts);
    let kept = own.as_deref().or_else(|| {
        let kept = file.schema.metadata().get(KEY);
        kept.map(String::as_str)
    });
    let kept = kept.and_then(StoredAttributes::parse).unwrap_or_default();
    let mut groups = Vec::with_capacity(file.batches.len());
    for block in &file.batches {
        groups.push(rows(&mut bytes, block)?);
    }
    let chosen = ChosenColumns::of(&file.schema, &[]);
    let is_own = own.is_some();
    let (bytes, described) = described(bytes, chosen, kept, is_own, groups, |bytes, texts| {
        ArrowBatches::new(bytes, Arc::clone(&file), texts)
    })?;
    Ok((bytes, ArrowContents { file, described }))
}

/// Reads the footer.
fn footer(bytes: &mut Bytes) -> Result<Vec<u8>> {
    let length = bytes.len();
    let end = match length.checked_sub(END) {
        Some(start) => bytes.read(&(start..length))?,
        None => Vec::new(),
    };
    let end = <[u8; END as usize]>::try_from(end).ok();
    let footer = end.and_then(|end| read_footer_length(end).ok());
    let start = footer.and_then(|footer| (length - END).checked_sub(footer as u64));
    match start {
        Some(start) => bytes.read(&(start..length - END)),
        None => Err(bytes.wrong(
            "it is no Arrow file, or it is cut short: it does not end as one. A stream of batches, which has \
             no end like that, is to be written as a file",
        )),
    }
}

/// Parses the footer: returns the blocks, and the stored attributes if the file was not changed since it was written
/// here.
fn contents(footer: &[u8]) -> std::result::Result<(FileBlocks, Option<String>), ArrowError> {
    let wrong = |what: &str| ArrowError::ParseError(what.to_owned());
    let footer = root_as_footer(footer).map_err(|_| wrong("it is damaged where it tells of its contents"))?;
    let schema = footer
        .schema()
        .ok_or_else(|| wrong("it does not tell of its columns"))?;
    if !schema.endianness().equals_to_target_endianness() {
        return Err(wrong("its numbers have their most significant byte first"));
    }
    let own = footer.custom_metadata().and_then(|pairs| {
        let mut pairs = pairs.iter();
        let own = pairs.find(|pair| pair.key() == Some(KEY))?;
        own.value().map(str::to_owned)
    });
    let parts = FileBlocks {
        schema: Arc::new(fb_to_schema(schema)),
        version: footer.version(),
        dictionaries: footer
            .dictionaries()
            .map_or_else(Vec::new, |all| all.iter().copied().collect()),
        batches: footer
            .recordBatches()
            .map_or_else(Vec::new, |all| all.iter().copied().collect()),
    };
    Ok((parts, own))
}

/// Returns the number of rows of a batch.
fn rows(bytes: &mut Bytes, block: &Block) -> Result<u64> {
    let start = u64::try_from(block.offset()).unwrap_or(u64::MAX);
    let length = u64::try_from(block.metaDataLength()).unwrap_or(0);
    let description = bytes.read(&(start..start.saturating_add(length)))?;
    let rows = message(&description).and_then(|message| u64::try_from(message.header_as_record_batch()?.length()).ok());
    rows.ok_or_else(|| bytes.wrong(DAMAGED))
}

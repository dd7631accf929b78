//! Checks that the buffers of a batch can be as they state, before memory is allocated for them.

use arrow_ipc::{Block, CompressionType, Message, MessageHeader, RecordBatch, root_as_message};
use arrow_schema::ArrowError;

/// The bytes before the metadata of a block: a marker, and its length.
const BEFORE_MESSAGE: usize = 8;

/// The bytes before a compressed buffer: its unpacked length.
const BEFORE_BUFFER: usize = 8;

/// The length of a buffer that is not compressed after all.
const NOT_COMPRESSED: i64 = -1;

/// Returns the metadata of a block.
pub fn message(block: &[u8]) -> Option<Message<'_>> {
    // Old files have no marker before the length.
    let skipped = match block.starts_with(&[0xFF; 4]) {
        true => BEFORE_MESSAGE,
        false => BEFORE_MESSAGE / 2,
    };
    root_as_message(block.get(skipped..)?).ok()
}

/// Checks all buffers of a block: each must be within it, and compressed ones must not state an impossible length.
///
/// # Errors
///
/// Returns an error for the first buffer that fails a check.
pub fn check(block: &Block, bytes: &[u8]) -> Result<(), ArrowError> {
    match is_sound(block, bytes) {
        Some(true) => Ok(()),
        _ => {
            let what = "it is damaged: a batch does not have what it says";
            Err(ArrowError::ParseError(what.to_owned()))
        }
    }
}

fn is_sound(block: &Block, bytes: &[u8]) -> Option<bool> {
    let body = bytes.get(usize::try_from(block.metaDataLength()).ok()?..)?;
    let message = message(bytes)?;
    let batch: RecordBatch<'_> = match message.header_type() {
        MessageHeader::DictionaryBatch => message.header_as_dictionary_batch()?.data()?,
        _ => message.header_as_record_batch()?,
    };
    let codec = batch.compression().map(|compression| compression.codec());
    for buffer in batch.buffers()? {
        let start = usize::try_from(buffer.offset()).ok()?;
        let length = usize::try_from(buffer.length()).ok()?;
        let found = body.get(start..start.checked_add(length)?)?;
        if let (Some(codec), Some(said)) = (codec, found.first_chunk::<BEFORE_BUFFER>()) {
            let said = i64::from_le_bytes(*said);
            if said != NOT_COMPRESSED && !is_possible(codec, length, said) {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// Returns whether packed bytes can become as many unpacked ones, by the greatest ratio of each codec.
fn is_possible(codec: CompressionType, packed: usize, unpacked: i64) -> bool {
    let times = match codec {
        // Each further byte of a length adds 255.
        CompressionType::LZ4_FRAME => 256,
        // Four bytes become a block of 128 KiB.
        _ => 1 << 15,
    };
    let most = packed.saturating_mul(times);
    usize::try_from(unpacked).is_ok_and(|unpacked| unpacked <= most)
}

//! Whether the buffers of a batch can be what they say, before memory is taken for them.

use arrow_ipc::{Block, CompressionType, Message, MessageHeader, RecordBatch, root_as_message};
use arrow_schema::ArrowError;

/// Bytes before a description: a mark, and how long it is.
const BEFORE_MESSAGE: usize = 8;

/// Bytes before compressed ones: how many they will be.
const BEFORE_BUFFER: usize = 8;

/// What stands there where a buffer is not compressed after all.
const NOT_COMPRESSED: i64 = -1;

/// The description of a block.
pub fn message(block: &[u8]) -> Option<Message<'_>> {
    // Old files have no mark before the length.
    let skipped = match block.starts_with(&[0xFF; 4]) {
        true => BEFORE_MESSAGE,
        false => BEFORE_MESSAGE / 2,
    };
    root_as_message(block.get(skipped..)?).ok()
}

/// Looks at all buffers of a block: each must lie in it, and those that are compressed must not say that they will
/// be longer than they can be.
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

/// Whether so many packed bytes can become as many unpacked ones: how often at most each codec can repeat a byte.
fn is_possible(codec: CompressionType, packed: usize, unpacked: i64) -> bool {
    let times = match codec {
        // A length goes on by 255 with each byte.
        CompressionType::LZ4_FRAME => 256,
        // Four bytes become a block of 128 KiB.
        _ => 1 << 15,
    };
    let most = packed.saturating_mul(times);
    usize::try_from(unpacked).is_ok_and(|unpacked| unpacked <= most)
}

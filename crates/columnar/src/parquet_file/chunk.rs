//! Checks that the pages of a column can be as they state, before memory is allocated for them.

use std::io::{Cursor, Read};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{Page, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;

use super::thrift::{Field, Fields};

/// The numbers of encodings whose pages contain a count of their own.
const COUNTED: [i64; 2] = [
    Encoding::DELTA_LENGTH_BYTE_ARRAY as i64,
    Encoding::DELTA_BYTE_ARRAY as i64,
];

/// The header of a page.
#[derive(Clone, Copy, Debug, Default)]
struct Header {
    unpacked: i64,
    packed: i64,
    values: i64,
    encoding: i64,
    is_dictionary: bool,
}

/// Checks all pages of a column of one row group, whose bytes are those of the file from `start` on.
///
/// # Errors
///
/// Returns a [`Reason`] if a page cannot be as its header states.
pub fn check(column: &ColumnChunkMetaData, start: u64, bytes: &Bytes) -> std::result::Result<(), Reason> {
    let mut at = 0;
    let (mut values, mut is_counted) = (0_i64, false);
    while values < column.num_values() && at < bytes.len() {
        let mut fields = Fields::new(&bytes[at..]);
        let header = header(&mut fields).ok_or(Reason("a page does not tell what it is"))?;
        at += fields.at();
        let packed = usize::try_from(header.packed).unwrap_or(usize::MAX);
        let left = bytes.len() - at;
        if packed > left {
            return Err(Reason("a page goes on behind its column"));
        }
        if !is_possible(column.compression(), header.packed, header.unpacked) {
            return Err(Reason("a page cannot be as long as it says"));
        }
        if header.is_dictionary {
            // Each value takes at least a bit.
            if !(0..=header.unpacked.saturating_mul(8)).contains(&header.values) {
                return Err(Reason("a dictionary cannot have as many values as it says"));
            }
        } else if header.values < 0 {
            return Err(Reason("a page has less than no values"));
        } else {
            values = values.saturating_add(header.values);
        }
        is_counted |= COUNTED.contains(&header.encoding);
        at += packed;
    }
    match is_counted {
        true => counts(column, start, bytes).map_err(|_| Reason("a page of texts does not have what it says")),
        false => Ok(()),
    }
}

/// Reads a header. The numbers of fields are those of `PageHeader`, `DataPageHeader`, `DictionaryPageHeader` and
/// `DataPageHeaderV2`.
fn header(fields: &mut Fields<'_>) -> Option<Header> {
    let mut header = Header::default();
    let mut is_sound = true;
    fields.structure(&mut |number, field| match (number, field) {
        (2, Field::Whole(bytes)) => header.unpacked = bytes,
        (3, Field::Whole(bytes)) => header.packed = bytes,
        (5 | 7 | 8, Field::Structure(mut page)) => {
            header.is_dictionary |= number == 7;
            let encoding = if number == 8 { 4 } else { 2 };
            let seen = page.structure(&mut |inner, field| match field {
                Field::Whole(values) if inner == 1 => header.values = values,
                Field::Whole(value) if inner == encoding => header.encoding = value,
                _ => {}
            });
            is_sound &= seen.is_some();
        }
        _ => {}
    })?;
    is_sound.then_some(header)
}

/// Returns whether packed bytes can become as many unpacked ones, by the greatest ratio of each codec.
fn is_possible(codec: Compression, packed: i64, unpacked: i64) -> bool {
    let times = match codec {
        Compression::UNCOMPRESSED => 1,
        // Three bytes become 64.
        Compression::SNAPPY => 22,
        // Each further byte of a length adds 255.
        Compression::LZ4 | Compression::LZ4_RAW => 256,
        Compression::GZIP(_) => 1032,
        // Four bytes become a block of 128 KiB, or one of 16 MiB.
        Compression::ZSTD(_) => 1 << 15,
        _ => 1 << 23,
    };
    (0..=packed.saturating_mul(times).saturating_add(1 << 10)).contains(&unpacked)
}

/// Checks the counts within pages of strings whose lengths come first, which requires unpacking them.
fn counts(column: &ColumnChunkMetaData, start: u64, bytes: &Bytes) -> Result<()> {
    let reader = Arc::new(Chunk {
        start,
        bytes: bytes.clone(),
    });
    let mut pages = SerializedPageReader::new(reader, column, 0, None)?;
    while let Some(page) = pages.get_next_page()? {
        let (levels, values) = match &page {
            Page::DataPageV2 {
                def_levels_byte_len,
                rep_levels_byte_len,
                num_values,
                ..
            } => {
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                (levels, *num_values)
            }
            Page::DataPage { num_values, .. } => {
                let descriptor = column.column_descr();
                let mut levels = 0;
                for level in [descriptor.max_rep_level(), descriptor.max_def_level()] {
                    levels += match level {
                        0 => 0,
                        _ => levels_at(page.buffer(), levels)?,
                    };
                }
                (levels, *num_values)
            }
            Page::DictionaryPage { .. } => continue,
        };
        if !COUNTED.contains(&(page.encoding() as i64)) {
            continue;
        }
        let texts = usize::try_from(levels)
            .ok()
            .and_then(|levels| page.buffer().get(levels..));
        let count = texts.and_then(count_of_lengths);
        if count.is_none_or(|count| count > u64::from(values)) {
            return Err(damaged("a page cannot have as many texts as it says"));
        }
    }
    Ok(())
}

/// Returns the size of the levels at an offset, including the four bytes of their length.
fn levels_at(page: &Bytes, at: u64) -> Result<u64> {
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    let length = page.get(at..).and_then(|rest| rest.first_chunk::<4>());
    let length = length.ok_or_else(|| damaged("a page ends within its levels"))?;
    Ok(4 + u64::from(u32::from_le_bytes(*length)))
}

/// Returns the third number of delta-packed integers, which is their count.
fn count_of_lengths(bytes: &[u8]) -> Option<u64> {
    let mut fields = Fields::new(bytes);
    fields.unsigned()?;
    fields.unsigned()?;
    fields.unsigned()
}

fn damaged(what: &str) -> ParquetError {
    ParquetError::General(what.to_owned())
}

/// The reason why pages cannot be as they state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is damaged: {0}")]
pub struct Reason(&'static str);

/// The bytes of a column, and their position in the file.
struct Chunk {
    start: u64,
    bytes: Bytes,
}

impl Chunk {
    fn from(&self, start: u64) -> Result<Bytes> {
        let at = start.checked_sub(self.start);
        let at = at.and_then(|at| usize::try_from(at).ok());
        let at = at.filter(|at| *at <= self.bytes.len());
        at.map(|at| self.bytes.slice(at..))
            .ok_or_else(|| damaged("a page lies outside its column"))
    }
}

impl Length for Chunk {
    fn len(&self) -> u64 {
        self.start + self.bytes.len() as u64
    }
}

impl ChunkReader for Chunk {
    type T = Box<dyn Read>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(Box::new(Cursor::new(self.from(start)?)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let from = self.from(start)?;
        match length <= from.len() {
            true => Ok(from.slice(..length)),
            false => Err(damaged("a page goes on behind its column")),
        }
    }
}

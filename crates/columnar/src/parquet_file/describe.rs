//! What a Parquet file says of itself, and how long its texts are.

use std::sync::Arc;

use feedrate_dataset::Result;
use parquet::DecodeResult;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataPushDecoder};

use super::batches::{ParquetBatches, read_all};
use super::sink::CREATED_BY;
use crate::columns::Chosen;
use crate::decode::longest;
use crate::file_bytes::Bytes;
use crate::kept::{KEY, Kept};
use crate::source::{Batches, Described};

/// Rows that are looked at together for the lengths of their texts.
const ROWS_TOGETHER: usize = 8192;

/// The fewest bytes of a file: the word at its beginning, and what tells of the end of its columns.
const LEAST: u64 = 12;

/// What is known of a file.
#[derive(Debug)]
pub struct ParquetFile {
    pub metadata: ArrowReaderMetadata,
    pub described: Arc<Described>,
}

/// Reads what a file says of itself, and if that does not tell how long its texts are, these.
pub fn describe(mut bytes: Bytes) -> Result<(Bytes, ParquetFile)> {
    let metadata = Arc::new(footer(&mut bytes)?);
    let metadata =
        bytes.guarded(|| ArrowReaderMetadata::try_new(metadata, ArrowReaderOptions::new()))?;
    let file = metadata.metadata().file_metadata();
    let pairs = file.key_value_metadata();
    let kept = pairs
        .and_then(|pairs| pairs.iter().find(|pair| pair.key == KEY))
        .and_then(|pair| Kept::parse(pair.value.as_ref()?))
        .unwrap_or_default();
    let chosen = Chosen::of(metadata.schema());
    let is_own = file
        .created_by()
        .is_some_and(|by| by.starts_with(CREATED_BY))
        && kept.has_all(chosen.names_of_texts());
    let mut lengths = Vec::new();
    if !is_own {
        let texts = chosen.texts();
        lengths = vec![0; texts.len()];
        if !texts.is_empty() {
            let mut batches = ParquetBatches::new(bytes, metadata.clone(), texts, ROWS_TOGETHER);
            batches.begin(0)?;
            while let Some(batch) = batches.next()? {
                for (array, length) in batch.columns().iter().zip(&mut lengths) {
                    let found = longest(array);
                    let found = found.map_err(|error| {
                        crate::file_bytes::wrong(&batches.account().path, error)
                    })?;
                    *length = found.max(*length);
                }
            }
            bytes = batches.into_bytes();
        }
    }
    let layout = chosen
        .lay_out(&lengths, &kept, is_own)
        .map_err(|error| bytes.wrong(error))?;
    let groups = metadata.metadata().row_groups().iter();
    let groups = groups.map(|group| u64::try_from(group.num_rows()).unwrap_or(0));
    let described = Described {
        layout,
        label: kept.label,
        data_set_type: kept.data_set_type,
        groups: groups.collect(),
    };
    let described = Arc::new(described);
    Ok((
        bytes,
        ParquetFile {
            metadata,
            described,
        },
    ))
}

fn footer(bytes: &mut Bytes) -> Result<ParquetMetaData> {
    let length = bytes.len();
    if length < LEAST || bytes.read(&(length - 4..length))? != b"PAR1" {
        return Err(bytes.wrong(
            "it is no Parquet file, or it is cut short: it does not end with the word PAR1",
        ));
    }
    let mut decoder = bytes.guarded(|| ParquetMetaDataPushDecoder::try_new(length))?;
    loop {
        match bytes.guarded(|| decoder.try_decode())? {
            DecodeResult::Data(metadata) => return Ok(metadata),
            DecodeResult::NeedsData(ranges) => {
                let parts = read_all(bytes, &ranges)?;
                bytes.guarded(|| decoder.push_ranges(ranges, parts))?;
            }
            DecodeResult::Finished => {
                return Err(bytes.wrong("it does not tell what it holds"));
            }
        }
    }
}

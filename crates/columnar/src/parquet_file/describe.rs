//! The description of a Parquet file, with the lengths of its character columns.

use std::sync::Arc;

use arrow_schema::{DataType, Fields, Schema};
use feedrate_dataset::Result;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::basic::LogicalType;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::schema::types::TypePtr;

use super::batches::ParquetBatches;
use super::sink::CREATED_BY;
use super::thrift;
use crate::columns::ChosenColumns;
use crate::describe::{FileDescription, described};
use crate::file_bytes::Bytes;
use crate::stored_attributes::{KEY, StoredAttributes};

/// The number of rows whose lengths are examined together.
const ROWS_TOGETHER: usize = 8192;

/// The fewest bytes of a file: the magic at its beginning, and its end.
const LEAST: u64 = 12;

/// The bytes at the end of a file: the length of the footer, and the magic.
const END: u64 = 8;

/// The description of a file.
#[derive(Debug)]
pub struct ParquetFile {
    pub metadata: ArrowReaderMetadata,
    pub described: Arc<FileDescription>,
}

/// Reads the footer of a file, and the character columns if it does not contain their lengths.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is damaged, or if its columns do not form a valid schema.
pub fn describe(mut bytes: Bytes) -> Result<(Bytes, ParquetFile)> {
    let metadata = Arc::new(footer(&mut bytes)?);
    let metadata = bytes.guarded(|| in_views(metadata))?;
    let file = metadata.metadata().file_metadata();
    let pairs = file.key_value_metadata();
    let kept = pairs
        .and_then(|pairs| pairs.iter().find(|pair| pair.key == KEY))
        .and_then(|pair| StoredAttributes::parse(pair.value.as_ref()?))
        .unwrap_or_default();
    let columns = metadata.parquet_schema().root_schema().get_fields().iter();
    let is_uuid = |(index, column): (usize, &TypePtr)| {
        let logical = column.get_basic_info().logical_type_ref();
        (logical == Some(&LogicalType::Uuid)).then_some(index)
    };
    let uuids: Vec<usize> = columns.enumerate().filter_map(is_uuid).collect();
    let chosen = ChosenColumns::of(metadata.schema(), &uuids);
    let is_own = file.created_by().is_some_and(|by| by.starts_with(CREATED_BY));
    let groups = metadata.metadata().row_groups().iter();
    let groups = groups.map(|group| u64::try_from(group.num_rows()).unwrap_or(0));
    let groups = groups.collect();
    let (bytes, described) = described(bytes, chosen, kept, is_own, groups, |bytes, texts| {
        ParquetBatches::new(bytes, metadata.clone(), texts, ROWS_TOGETHER)
    })?;
    Ok((bytes, ParquetFile { metadata, described }))
}

/// Returns metadata by which character values are decoded as views of the pages rather than copied.
fn in_views(metadata: Arc<ParquetMetaData>) -> std::result::Result<ArrowReaderMetadata, ParquetError> {
    let options = ArrowReaderOptions::new();
    let copied = ArrowReaderMetadata::try_new(Arc::clone(&metadata), options.clone())?;
    let fields = copied.schema().fields().iter().map(|field| {
        let viewed = match field.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
            DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
            _ => return Arc::clone(field),
        };
        Arc::new(field.as_ref().clone().with_data_type(viewed))
    });
    let fields: Fields = fields.collect();
    let schema = Schema::new_with_metadata(fields, copied.schema().metadata().clone());
    ArrowReaderMetadata::try_new(metadata, options.with_schema(Arc::new(schema)))
}

fn footer(bytes: &mut Bytes) -> Result<ParquetMetaData> {
    let length = bytes.len();
    let end = match length.checked_sub(END) {
        Some(start) if length >= LEAST => bytes.read(&(start..length))?,
        _ => Vec::new(),
    };
    let (footer, word) = end.split_at(end.len().min(4));
    if word == b"PARE" {
        return Err(bytes.wrong("it is encrypted"));
    }
    let footer = <[u8; 4]>::try_from(footer).map(u32::from_le_bytes);
    let (Ok(footer), b"PAR1") = (footer, word) else {
        return Err(bytes.wrong("it is no Parquet file, or it is cut short: it does not end with the word PAR1"));
    };
    let wrong = "it is damaged where it tells of its contents";
    let Some(start) = (length - END).checked_sub(footer.into()) else {
        return Err(bytes.wrong(wrong));
    };
    let footer = bytes.read(&(start..length - END))?;
    if thrift::Fields::new(&footer).structure(&mut |_, _| {}).is_none() {
        return Err(bytes.wrong(wrong));
    }
    bytes.guarded(|| ParquetMetaDataReader::decode_metadata(&footer))
}

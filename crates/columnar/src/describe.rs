//! The description of a file of either format, with the lengths of its character columns.

use std::sync::Arc;

use feedrate_dataset::Result;
use feedrate_dataset::file_format::BLOCK_BYTES;

use crate::batches::Batches;
use crate::columns::{ChosenColumns, Layout};
use crate::file_bytes::Bytes;
use crate::longest::longest_values;
use crate::stored_attributes::StoredAttributes;

/// The most rows that are processed together.
pub const MOST_ROWS: usize = 8192;

/// The description of a file.
#[derive(Debug)]
pub struct FileDescription {
    pub layout: Layout,
    pub label: String,
    pub data_set_type: String,
    /// The number of rows of each group. A group can be read without those before it.
    pub groups: Vec<u64>,
}

impl FileDescription {
    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.groups.iter().sum()
    }

    /// Returns how many rows to process together.
    pub fn rows_together(&self) -> usize {
        rows_together(self.layout.schema.row_length() as usize)
    }
}

/// Returns how many rows of so many bytes to process together.
pub fn rows_together(bytes: usize) -> usize {
    (BLOCK_BYTES / bytes.max(1)).clamp(1, MOST_ROWS)
}

/// Lays out the columns of a file. If the file was not written by feedrate (`is_own`), or its stored attributes lack a
/// length, the values of `batches_of` the character columns are read to find their lengths.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is damaged, or if its columns do not form a valid schema.
pub fn described<B: Batches>(
    bytes: Bytes,
    chosen: ChosenColumns,
    kept: StoredAttributes,
    is_own: bool,
    groups: Vec<u64>,
    batches_of: impl Fn(Bytes, Vec<usize>) -> B + Sync,
) -> Result<(Bytes, Arc<FileDescription>)> {
    let is_own = is_own && kept.has_all(chosen.names_of_texts());
    let (bytes, lengths) = match (is_own, chosen.texts()) {
        (true, _) => (bytes, Vec::new()),
        (false, texts) if texts.is_empty() => (bytes, Vec::new()),
        (false, texts) => {
            let columns = texts.len();
            longest_values(bytes, columns, &groups, |bytes| batches_of(bytes, texts.clone()))?
        }
    };
    let layout = chosen
        .lay_out(&lengths, &kept, is_own)
        .map_err(|error| bytes.wrong(error))?;
    let described = FileDescription {
        layout,
        label: kept.label,
        data_set_type: kept.data_set_type,
        groups,
    };
    Ok((bytes, Arc::new(described)))
}

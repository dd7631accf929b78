//! The description of a file of either format, with the lengths of its character columns.

use std::sync::Arc;

use feedrate_dataset::Result;

use crate::columns::ChosenColumns;
use crate::decode::longest;
use crate::file_bytes::{Bytes, guarded};
use crate::source::{Batches, FileDescription};
use crate::stored_attributes::StoredAttributes;

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
    batches_of: impl FnOnce(Bytes, Vec<usize>) -> B,
) -> Result<(Bytes, Arc<FileDescription>)> {
    let is_own = is_own && kept.has_all(chosen.names_of_texts());
    let (bytes, lengths) = match (is_own, chosen.texts()) {
        (true, _) => (bytes, Vec::new()),
        (false, texts) if texts.is_empty() => (bytes, Vec::new()),
        (false, texts) => {
            let mut lengths = vec![0; texts.len()];
            let mut batches = batches_of(bytes, texts);
            batches.begin(0..usize::MAX)?;
            while let Some(batch) = batches.next()? {
                for (array, length) in batch.columns().iter().zip(&mut lengths) {
                    let found = guarded(batches.path(), || longest(array))?;
                    *length = found.max(*length);
                }
            }
            (batches.into_bytes(), lengths)
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

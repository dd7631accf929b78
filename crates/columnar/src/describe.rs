//! What is known of a file, whatever its format, and how long its texts are.

use std::sync::Arc;

use feedrate_dataset::Result;

use crate::columns::ChosenColumns;
use crate::decode::longest;
use crate::file_bytes::{Bytes, guarded};
use crate::source::{Batches, Described};
use crate::stored_attributes::StoredAttributes;

/// Lays the columns of a file out. Where feedrate has not written it (`is_own`), or what was `kept` with it does not tell
/// of all texts, `batches_of` these columns are read for their lengths.
pub fn described<B: Batches>(
    bytes: Bytes,
    chosen: ChosenColumns,
    kept: StoredAttributes,
    is_own: bool,
    groups: Vec<u64>,
    batches_of: impl FnOnce(Bytes, Vec<usize>) -> B,
) -> Result<(Bytes, Arc<Described>)> {
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
    let described = Described {
        layout,
        label: kept.label,
        data_set_type: kept.data_set_type,
        groups,
    };
    Ok((bytes, Arc::new(described)))
}

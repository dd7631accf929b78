//! Which indexes a data set can have.

use feedrate_index::{DEFAULT_PAGE_BYTES, Layout};

use super::head::{LARGEST_PAGE, SMALLEST_PAGE};
use super::{Index, IndexKeys};
use crate::error::{Error, Result};
use crate::name::DataSetName;
use crate::schema::{Schema, Variable};
use crate::settings::Settings;

/// Returns the bytes of a page of a new index file.
pub(super) fn page_bytes_of(settings: &Settings) -> u32 {
    match settings.index_page {
        0 => DEFAULT_PAGE_BYTES as u32,
        bytes => bytes.next_multiple_of(SMALLEST_PAGE).clamp(SMALLEST_PAGE, LARGEST_PAGE),
    }
}

/// Returns the keys of an index of a data set that has these variables.
pub(super) fn keys_on_pages(name: &DataSetName, schema: &Schema, index: &Index, page_bytes: u32) -> Result<IndexKeys> {
    let not_possible = |reason: String| Error::IndexNotPossible {
        name: name.clone(),
        index: index.name.clone(),
        reason,
    };
    let mut variables = schema.variables().iter();
    let is_name = |it: &Variable| it.name.eq_ignore_ascii_case(&index.name);
    if index.is_composite() && variables.any(is_name) {
        let reason = "it is of several variables, and one of the data set has its name";
        return Err(not_possible(reason.into()));
    }
    let keys = index.keys(schema);
    let keys = keys.ok_or_else(|| not_possible("one of its variables is not there".into()))?;
    let longest = Layout::longest_key(LARGEST_PAGE as usize);
    Layout::new(page_bytes as usize, keys.length()).map_err(|error| {
        not_possible(match keys.length() > longest {
            false => format!("{error}; set IBUFSIZE=32767"),
            true => format!(
                "its variables have {} bytes in all, and those of an index have {longest} at most",
                keys.length()
            ),
        })
    })?;
    Ok(keys)
}

/// Checks that a data set of these variables can have these indexes, as far as it does not depend on observations.
///
/// # Errors
///
/// [`Error::IndexNotPossible`] if it cannot have one of them.
pub(crate) fn check_possible(
    name: &DataSetName,
    schema: &Schema,
    indexes: &[Index],
    settings: &Settings,
) -> Result<()> {
    let page_bytes = page_bytes_of(settings);
    indexes.iter().try_for_each(|index| {
        keys_on_pages(name, schema, index, page_bytes)?;
        Ok(())
    })
}

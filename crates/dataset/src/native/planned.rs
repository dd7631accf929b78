//! The size of a `.sas7bdat` file that would be written, by the rules of the writer.

use super::extent::Extent;
use super::page_size::page_size;
use crate::error::{Result, not_possible};
use crate::file_format::NewDataSet;
use crate::format::write::capacity::can_pay;
use crate::format::{CompressionOptions, Front};
use crate::name::DataSetName;
use crate::schema::Schema;
use crate::settings::Settings;

/// Returns the size that a new data set has with this many rows, and how its rows would be compressed. That of a
/// compressed one is the size with rows that compression does not make shorter, on pages of the size it needs.
///
/// # Errors
///
/// Fails if no page holds a row, or if a text of the description is too long.
pub(crate) fn extent_of_new(
    name: &DataSetName,
    schema: &Schema,
    facts: &NewDataSet,
    settings: &Settings,
    rows: u64,
) -> Result<(Extent, Option<CompressionOptions>)> {
    let compression = settings.compression.filter(|_| can_pay(schema));
    let page_size = page_size(name, schema, compression, settings.bufsize)?;
    let front = Front::new(&facts.native_file(name, schema, page_size, settings.header_bytes(page_size)));
    let front = front.map_err(|error| not_possible(name, error.to_string()))?;
    Ok((Extent::of_new(&front, rows), compression))
}

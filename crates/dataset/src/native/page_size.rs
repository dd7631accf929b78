//! The page size of a new `.sas7bdat` file, and the memory of its front.

use crate::error::{Result, not_possible};
use crate::format::write::capacity::page_for_packed_row;
use crate::format::{CompressionOptions, SMALLEST_PAGE, rows_per_page};
use crate::name::DataSetName;
use crate::schema::Schema;
use crate::settings::{DEFAULT_PAGE, PageRules, Settings, TakenMemory, TooLarge};

/// Takes the memory of the header and the description of a new data set, which are held until it is complete, each at
/// least a page.
///
/// # Errors
///
/// Fails if MEMSIZE= does not leave as much and a third page, which is filled meanwhile.
pub(crate) fn front_memory(name: &DataSetName, page_size: u32, settings: &Settings) -> Result<TakenMemory> {
    let page = u64::from(page_size);
    let memory = &settings.page_memory;
    let left = match page > DEFAULT_PAGE {
        true => memory.left().min(memory.most().unwrap_or(u64::MAX)),
        false => memory.left(),
    };
    let taken = match 3 * page <= left {
        true => memory.take(2 * page),
        false => None,
    };
    taken.ok_or_else(|| {
        let remedy = match settings.bufsize {
            0 => "make its variables fewer or shorter",
            _ => "lower BUFSIZE=",
        };
        let reason = format!(
            "it would have pages of {}K, and three of them in memory are more than the {}K that MEMSIZE= leaves; \
             raise MEMSIZE=, or {remedy}",
            page.div_ceil(1024),
            left >> 10
        );
        not_possible(name, reason)
    })
}

/// Returns the bytes of a page for `BUFSIZE=requested`.
pub(crate) fn page_size(
    name: &DataSetName,
    schema: &Schema,
    compression: Option<CompressionOptions>,
    requested: u64,
) -> Result<u32> {
    let row = schema.row_length();
    let least = compression.map_or(0, |_| page_for_packed_row(schema));
    let rules = PageRules {
        least: least.max(SMALLEST_PAGE.into()),
        rows_in: |page: u64| u32::try_from(page).map_or(0, |page| rows_per_page(page, row).into()),
    };
    rules
        .page_bytes(requested)
        .and_then(|bytes| u32::try_from(bytes).map_err(|_| TooLarge))
        .map_err(|error| not_possible(name, error.to_string()))
}

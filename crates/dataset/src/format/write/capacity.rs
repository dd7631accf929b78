//! The capacity of pages: how many rows fit on one, and how large one must be.

use super::{HEAD, MOST_BLOCKS, POINTER, SMALLEST_PAGE};
use crate::schema::Schema;

/// Returns how many rows of `row_length` bytes fit into `room` bytes with their bitmap of deleted rows, which takes one
/// bit per row: the integral part of `8 * room / (8 * row_length + 1)`.
///
/// The field for the number has two bytes, which readers take as signed, so it is at most 32767.
pub fn most_rows(room: u32, row_length: u32) -> u32 {
    let rows = 8 * u64::from(room) / (8 * u64::from(row_length) + 1);
    u32::try_from(rows).unwrap_or(MOST_BLOCKS).min(MOST_BLOCKS)
}

/// Returns how many rows of `row_length` bytes fit on a page of rows. Listings call it "Max Obs per Page".
pub fn rows_per_page(page_size: u32, row_length: u32) -> u32 {
    most_rows(page_size.saturating_sub(HEAD as u32), row_length)
}

/// Returns the size of the smallest page that holds `rows` rows of `row_length` bytes, without rounding.
pub fn page_for(rows: u32, row_length: u32) -> u64 {
    let bytes = u64::from(rows) * u64::from(row_length) + u64::from(rows.div_ceil(8));
    (HEAD as u64 + bytes).max(SMALLEST_PAGE.into())
}

/// Returns the size of the smallest page of a compressed file that holds a row of this schema however it is stored.
/// The last pointer of a page leads to its free space.
pub(crate) fn page_for_packed_row(schema: &Schema) -> u64 {
    let packed = (HEAD + 2 * POINTER) as u64 + u64::from(schema.end_of_values());
    packed.max(page_for(1, schema.row_length()))
}

/// Returns whether compression can pay for rows of this schema: a row is longer than what it takes besides its bytes.
pub(crate) fn can_pay(schema: &Schema) -> bool {
    schema.end_of_values() as usize >= POINTER
}

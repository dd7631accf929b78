//! The last page with rows of an existing file, and its free slots.

use super::super::bytes::Put;
use super::super::error::FormatError;
use super::super::metadata::Metadata;
use super::super::page::{Page, PageKind};
use super::HEAD;
use super::edit::Edit;
use super::row_pages::{BLOCKS, GAP, Slots, clear_padding};

/// The last page with rows, or with space for some.
#[derive(Debug)]
pub(super) struct LastPage {
    number: u64,
    /// Its offset in the file.
    at: u64,
    before: Vec<u8>,
    bytes: Vec<u8>,
    slots: Slots,
    end_of_values: usize,
    pointers: usize,
    /// The number of its rows, and of those that were added.
    taken: usize,
    added: usize,
    /// The offset of its bitmap of deleted rows.
    map: usize,
}

impl LastPage {
    /// Returns `None` if the page is not as expected.
    pub(super) fn new(metadata: &Metadata, number: u64, bytes: &[u8]) -> Option<Self> {
        let header = &metadata.header;
        let page: Page<'_> = Page::parse(bytes, number, header.shape()).ok()?;
        let is_mixed = page.kind == PageKind::Mixed;
        if page.has_deleted || !(is_mixed || page.kind == PageKind::Rows) {
            return None;
        }
        let taken = metadata.placement().map_or(0, |it| it.rows_on(number));
        let row_length = metadata.schema.row_length() as usize;
        let (pointers, count, room) = match is_mixed {
            true => (
                page.subheaders,
                usize::try_from(metadata.most_on_mixed_page).ok()?,
                first_piece(&page).ok()?,
            ),
            false => (0, metadata.most_rows_per_page() as usize, header.page_size as usize),
        };
        let slots = Slots {
            start: page.start_of_rows(metadata.is_aligned),
            stride: row_length,
            count,
        };
        let taken = usize::try_from(taken).ok()?;
        // A killed process may have written rows without counting them.
        let rows = page.blocks.checked_sub(pointers)?;
        let end = rows.checked_mul(row_length)?.checked_add(slots.start)?;
        let map = usize::try_from(page.gap()).ok()?.checked_add(end)?;
        let full = count.checked_mul(row_length)?.checked_add(slots.start)?;
        let map_fits = map.checked_add(count.div_ceil(8))? <= room;
        let is_right = taken <= rows && rows <= count && full <= map && map_fits;
        let is_counted = pointers + count <= usize::from(u16::MAX >> 1) && slots.start >= HEAD;
        (is_right && is_counted).then(|| Self {
            number,
            at: u64::from(header.header_length) + number * u64::from(header.page_size),
            before: bytes.to_vec(),
            bytes: bytes.to_vec(),
            slots,
            end_of_values: metadata.schema.end_of_values() as usize,
            pointers,
            taken,
            added: 0,
            map,
        })
    }

    /// Returns whether it has no space for another row.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.rows() == self.slots.count
    }

    /// Returns its number of rows, including added ones.
    pub(super) fn rows(&self) -> usize {
        self.taken + self.added
    }

    /// Returns the number of added rows.
    pub(super) fn added(&self) -> u64 {
        self.added as u64
    }

    /// Returns the page and the block of one of its rows, both from 1.
    pub(super) fn location(&self, row: usize) -> (u64, u64) {
        (self.number + 1, (self.pointers + row + 1) as u64)
    }

    /// Returns the bytes of another row.
    #[inline]
    pub(super) fn next_slot(&mut self) -> Option<&mut [u8]> {
        if self.is_full() {
            return None;
        }
        let index = self.rows();
        self.added += 1;
        Some(self.slots.of(&mut self.bytes, index))
    }

    /// Returns the change of the page with the added rows, if there are any.
    pub(super) fn edit(&mut self) -> Option<Edit> {
        if self.added == 0 {
            return None;
        }
        let rows = self.rows();
        let end = self.slots.end(rows);
        let added = self.taken..rows;
        clear_padding(&mut self.bytes, self.slots, added, self.end_of_values);
        self.bytes[end..self.map].fill(0);
        self.bytes.put_u64(GAP, (self.map - end) as u64);
        self.bytes.put_u16(BLOCKS, (self.pointers + rows) as u16);
        Some(Edit {
            at: self.at,
            before: self.before.clone(),
            after: self.bytes.clone(),
        })
    }
}

/// Returns the beginning of the subheaders, which are at the end of their page.
fn first_piece(page: &Page<'_>) -> Result<usize, FormatError> {
    let bytes = page.view.bytes;
    (0..page.subheaders).try_fold(bytes.len(), |first, index| {
        let pointer = page.pointer(index)?;
        Ok(match pointer.length {
            0 => first,
            _ => first.min(pointer.offset),
        })
    })
}

//! Added rows in the space of deleted ones, where REUSE=YES.
//!
//! An added row takes the pointer of a deleted one, and so its number, which the indexes forgot when it was deleted.
//! Its bytes go to the free space of the page, to which the bytes of deleted rows come when its rows are put together.
//! No other row moves, so a page is used if it has both: a deleted row, and room.

use super::CompressedRows;
use crate::compression::random::PackedLocation;
use crate::error::Result;
use crate::format::PackedPiece;
use crate::pages::Pool;

/// The most pages that are tried for a row.
const MOST_TRIED: usize = 4;

impl CompressedRows {
    /// Returns a deleted row whose page has room for one of this length; `None` if it is to be added behind the last.
    /// Deleted rows of pages that have none are not tried again, so each page is put together a few times at most.
    pub(crate) fn with_room(&mut self, pool: &mut Pool, length: usize) -> Result<Option<u64>> {
        for _ in 0..MOST_TRIED {
            let Some(row) = self.free.first() else {
                break;
            };
            let place = match self.pages().locate(pool, row)? {
                PackedLocation::At(place) if place.piece == PackedPiece::Deleted => place,
                PackedLocation::At(_) | PackedLocation::OnPage(..) | PackedLocation::Nowhere => {
                    self.free.pass(row..row + 1);
                    continue;
                }
            };
            let gap = self.gap(pool, place.page)?;
            if gap.is_some_and(|gap| gap.has_room_for(length)) || self.put_together(pool, place.page, None, length)? {
                return Ok(Some(row));
            }
            let first = row - place.index;
            let rows = self.directory.rows_on(place.page);
            self.free.pass(first..first + rows);
        }
        Ok(None)
    }

    /// Adds a row in the place of a deleted one that [has room](Self::with_room).
    pub(crate) fn add_again(&mut self, pool: &mut Pool, row: u64, packed: (&[u8], bool)) -> Result<()> {
        let place = self.place(pool, row)?;
        let gap = self.gap(pool, place.page)?;
        let restored = gap.and_then(|gap| gap.with_row_again(packed));
        let restored = restored.ok_or_else(|| self.layout())?;
        let page_at = self.pages().page_at(place.page);
        pool.write(page_at + restored.row.0 as u64, restored.row.1)?;
        pool.write(place.pointer_at, &restored.pointer)?;
        pool.write(page_at + restored.gap_pointer.0 as u64, &restored.gap_pointer.1)?;
        pool.write(page_at + restored.gap.0 as u64, &restored.gap.1)?;
        self.free.pass(row..row + 1);
        Ok(())
    }

    pub(crate) fn is_new(&self, row: u64) -> bool {
        row >= self.metadata.rows_stored || self.free.was_deleted(row)
    }

    pub(crate) fn add_at_end(&mut self) {
        self.free.stop();
    }
}

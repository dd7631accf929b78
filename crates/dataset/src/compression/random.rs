//! Finds single compressed rows by the directory of the pages, reading only the blocks that they need.

use crate::error::{Error, Result};
use crate::format::{Directory, Metadata, PackedPiece, PackedPointers};
use crate::pages::Pool;

/// The pages of compressed rows, and how many rows each has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedPages<'d> {
    pub(crate) metadata: &'d Metadata,
    pub(crate) directory: &'d Directory,
    /// True if the directory is one of the file, which is made for pages of nothing but rows. If not, it was made of
    /// whatever pages the file has.
    pub(crate) is_own: bool,
}

/// Where a compressed row lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedPlace {
    pub(crate) page: u64,
    /// The index of the row among those of the page.
    pub(crate) index: u64,
    /// The offset of its pointer in the file.
    pub(crate) pointer_at: u64,
    pub(crate) piece: PackedPiece,
}

/// The result of a search for a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PackedLocation {
    /// There is no such row.
    Nowhere,
    At(PackedPlace),
    /// It is on this page, with this index among so many rows, but the page must be searched for it.
    OnPage(u64, (u64, u64)),
}

impl PackedPages<'_> {
    /// Returns the offset of a page in the file.
    pub(crate) fn page_at(&self, page: u64) -> u64 {
        let header = &self.metadata.header;
        u64::from(header.header_length) + page * u64::from(header.page_size)
    }

    /// Returns a page.
    pub(crate) fn read_page<'p>(&self, pool: &'p mut Pool, page: u64) -> Result<&'p [u8]> {
        pool.read(self.page_at(page), self.metadata.header.page_size as usize)
    }

    /// Returns where the pointers to the rows of a page are; `None` if others are among them.
    pub(crate) fn pointers(&self, pool: &mut Pool, page: u64) -> Result<Option<PackedPointers>> {
        let (at, rows) = (self.page_at(page), self.directory.rows_on(page));
        let head = pool.read(at, self.metadata.page_head_length())?;
        let pointers = self.metadata.packed_pointers(page, head, rows);
        let Some(pointers) = pointers.filter(|it| it.has_gap && !self.is_own) else {
            return Ok(pointers);
        };
        let (last, length) = pointers.at(rows);
        let is_row = self.metadata.packed_piece(pool.read(at + last, length)?);
        Ok(is_row.is_none().then_some(pointers))
    }

    /// Has the system read the blocks in which a row probably is, while the header of the page is waited for: rows lie
    /// from the end of the page towards its pointers, and most are nearly of one length.
    fn expect(&self, pool: &Pool, page: u64, index: u64) {
        let at = self.page_at(page);
        let page_bytes = u64::from(self.metadata.header.page_size);
        let block = pool.unit_bytes() as u64;
        if page_bytes <= 2 * block || pool.has(at) {
            return;
        }
        let rows = self.directory.rows_on(page).max(1);
        let pointers = self.metadata.packed_pointers_end(page, rows);
        let used = page_bytes.saturating_sub(pointers);
        let before = |rows_before: u64| rows_before.saturating_mul(used) / rows;
        let end = page_bytes.saturating_sub(before(index));
        let start = page_bytes.saturating_sub(before(index + 1));
        let from = (at + start.saturating_sub(block / 2)) / block * block;
        let to = at + (end + block / 2).min(page_bytes);
        pool.file().expect(from, to.saturating_sub(from));
    }

    /// Finds a row, from 0.
    pub(crate) fn locate(&self, pool: &mut Pool, row: u64) -> Result<PackedLocation> {
        let Some((page, index)) = self.directory.page_of_row(row) else {
            return Ok(PackedLocation::Nowhere);
        };
        let on_page = PackedLocation::OnPage(page, (index, self.directory.rows_on(page)));
        self.expect(pool, page, index);
        let Some(pointers) = self.pointers(pool, page)? else {
            return Ok(on_page);
        };
        let (at, length) = pointers.at(index);
        let pointer_at = self.page_at(page) + at;
        let piece = self.metadata.packed_piece(pool.read(pointer_at, length)?);
        Ok(piece.map_or(on_page, |piece| {
            PackedLocation::At(PackedPlace {
                page,
                index,
                pointer_at,
                piece,
            })
        }))
    }

    /// Returns a row, from 0, decompressed into `buffer`; `None` if it is deleted or there is none.
    pub(crate) fn row<'b>(&self, pool: &mut Pool, row: u64, buffer: &'b mut Vec<u8>) -> Result<Option<&'b [u8]>> {
        match self.locate(pool, row)? {
            PackedLocation::Nowhere => Ok(None),
            PackedLocation::At(place) => match self.unpack(pool, place, buffer)? {
                true => Ok(Some(buffer)),
                false => Ok(None),
            },
            PackedLocation::OnPage(page, of) => {
                let bytes = self.read_page(pool, page)?;
                let found = self.metadata.packed_row(page, bytes, of, buffer);
                found.map_err(|error| Error::format(pool.file().path(), error))
            }
        }
    }

    /// Decompresses a row into `buffer`. Returns `false` if it is deleted.
    pub(crate) fn unpack(&self, pool: &mut Pool, place: PackedPlace, buffer: &mut Vec<u8>) -> Result<bool> {
        let PackedPiece::Row {
            offset,
            length,
            is_packed,
        } = place.piece
        else {
            return Ok(false);
        };
        let bytes = pool.read(self.page_at(place.page) + offset as u64, length)?;
        let done = self.metadata.unpack(place.page, (bytes, is_packed), buffer);
        done.map_err(|error| Error::format(pool.file().path(), error))?;
        Ok(true)
    }
}

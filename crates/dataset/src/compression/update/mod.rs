//! Compressed rows that are changed on their pages.
//!
//! A row that has become longer than its place gets another one on its page, for which the other rows of the page are
//! put together. One that does not fit the page is kept aside, until [all such rows are moved](shift).

mod add;
mod end;
mod reuse;
mod shift;

use std::collections::HashMap;

use super::random::{PackedLocation, PackedPages, PackedPlace};
use crate::error::{Error, Result};
use crate::format::{
    Directory, Header, Metadata, NotExtended, PackedInPlace, PackedPiece, RowPacker, pointer_to, pointer_to_deleted,
};
use crate::name::DataSetName;
use crate::native::Description;
use crate::pages::Pool;
use crate::update::free_rows::FreeRows;

/// Where rows are kept aside: an offset in the pool that no file reaches.
pub(crate) const ASIDE: u64 = 1 << 56;

/// The bytes of a page that are compared with those before, and written if they differ.
const PART: usize = 4096;

/// The rows of a compressed file that is changed in place.
#[derive(Debug)]
pub(crate) struct CompressedRows {
    name: DataSetName,
    pub(crate) metadata: Metadata,
    pub(crate) directory: Directory,
    /// True if the directory is one of the file, and if the file has one.
    is_own: bool,
    pub(crate) is_listed: bool,
    pub(crate) in_place: PackedInPlace,
    pub(crate) packer: RowPacker,
    pub(crate) stored: u64,
    /// Deleted rows, which are not in the number of rows of the file.
    pub(crate) removed: u64,
    /// Those whose numbers and space are used again.
    pub(crate) free: FreeRows,
    /// The last page with rows, and the first that is not in use.
    pub(crate) last: Option<u64>,
    pub(crate) next_page: u64,
    /// Rows that do not fit their pages, and the end of where they are.
    pub(crate) aside: HashMap<u64, MovedRow>,
    pub(crate) aside_end: u64,
    /// The number of pages that were written because of them.
    pub(crate) written_anew: u64,
    /// A page as it is and as it is to be, and a row.
    pub(crate) page: Vec<u8>,
    new_page: Vec<u8>,
    unpacked: Vec<u8>,
}

/// A row that does not fit its page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedRow {
    pub(crate) at: u64,
    pub(crate) length: u32,
    pub(crate) is_packed: bool,
}

impl CompressedRows {
    pub(crate) fn begin(pool: &mut Pool, description: &Description, name: &DataSetName) -> Result<Self> {
        let refused = |reason| Error::NotInPlace {
            name: name.clone(),
            reason,
        };
        let metadata = description.metadata();
        let header = &metadata.header;
        let own = description.directory();
        let next_page = metadata.end_of_changeable_rows(own.map(|it| &**it));
        let next_page = next_page.map_err(refused)?;
        let page_bytes = header.page_size as usize;
        let at = |page: u64| u64::from(header.header_length) + page * u64::from(header.page_size);
        // Pages with rows that are not counted belong to an append that was not committed.
        for page in next_page..header.page_count {
            if !metadata.is_packed_page(page, pool.read(at(page), page_bytes)?) {
                return Err(refused(NotExtended::Layout));
            }
        }
        let (directory, free) = match own {
            Some(own) => ((**own).clone(), FreeRows::none()),
            None => FreeRows::find(pool, metadata)?,
        };
        if directory.rows() != metadata.rows_stored {
            return Err(refused(NotExtended::Layout));
        }
        let prefix = pool.read(0, Header::PREFIX)?.to_vec();
        let first = pool.read(at(0), page_bytes)?.to_vec();
        let front = match metadata.rows_stored {
            0 => None,
            _ => Some(pool.read(at(metadata.first_page_with_rows), page_bytes)?),
        };
        let in_place = PackedInPlace::new(metadata, &prefix, &first, front).map_err(refused)?;
        let last = directory.pages().last();
        Ok(Self {
            name: name.clone(),
            is_own: own.is_some(),
            is_listed: own.is_some() || metadata.is_addressable && !metadata.reuses_space,
            in_place,
            packer: RowPacker::new(metadata),
            stored: metadata.rows_stored,
            removed: metadata.rows_deleted,
            free,
            last: last.filter(|&page| directory.rows_on(page) > 0),
            next_page,
            aside: HashMap::new(),
            aside_end: ASIDE,
            written_anew: 0,
            page: Vec::new(),
            new_page: Vec::new(),
            unpacked: Vec::new(),
            metadata: metadata.clone(),
            directory,
        })
    }

    pub(crate) fn stored(&self) -> u64 {
        self.stored
    }

    pub(crate) fn deleted(&self) -> u64 {
        self.removed
    }

    /// Returns the pages as they are so far.
    pub(crate) fn pages(&self) -> PackedPages<'_> {
        PackedPages {
            metadata: &self.metadata,
            directory: &self.directory,
            is_own: self.is_own,
        }
    }

    pub(crate) fn row(&mut self, pool: &mut Pool, row: u64) -> Result<Option<&[u8]>> {
        let mut unpacked = std::mem::take(&mut self.unpacked);
        let found = self.unpack(pool, row, &mut unpacked);
        self.unpacked = unpacked;
        Ok(found?.then_some(&self.unpacked))
    }

    fn unpack(&self, pool: &mut Pool, row: u64, buffer: &mut Vec<u8>) -> Result<bool> {
        let Some(aside) = self.aside_of(row) else {
            return Ok(self.pages().row(pool, row, buffer)?.is_some());
        };
        let stored = pool.read(aside.at, aside.length as usize)?;
        let done = self.metadata.unpack(0, (stored, aside.is_packed), buffer);
        done.map_err(|error| Error::format(pool.file().path(), error))?;
        Ok(true)
    }

    /// Returns where a row is if it does not fit its page.
    pub(crate) fn aside_of(&self, row: u64) -> Option<MovedRow> {
        match self.aside.is_empty() {
            true => None,
            false => self.aside.get(&row).copied(),
        }
    }

    /// Finds a row that is not kept aside.
    pub(crate) fn place(&self, pool: &mut Pool, row: u64) -> Result<PackedPlace> {
        match self.pages().locate(pool, row)? {
            PackedLocation::At(place) => Ok(place),
            PackedLocation::Nowhere | PackedLocation::OnPage(..) => Err(self.layout()),
        }
    }

    pub(crate) fn replace(&mut self, pool: &mut Pool, row: u64, bytes: &[u8]) -> Result<()> {
        let mut packer = std::mem::replace(&mut self.packer, RowPacker::none());
        let replaced = self.replace_packed(pool, row, packer.pack(bytes));
        self.packer = packer;
        replaced?;
        if self.aside.len() > most_aside(self.stored) {
            self.move_rows(pool)?;
        }
        Ok(())
    }

    fn replace_packed(&mut self, pool: &mut Pool, row: u64, (stored, is_packed): (&[u8], bool)) -> Result<()> {
        let known = self.aside_of(row);
        if known.is_none() {
            let place = self.place(pool, row)?;
            if let PackedPiece::Row { offset, length, .. } = place.piece
                && stored.len() <= length
            {
                let at = self.pages().page_at(place.page) + offset as u64;
                let pointer = pointer_to((offset, stored.len()), is_packed);
                pool.write(at, stored)?;
                return pool.write(place.pointer_at, &pointer);
            }
            let new = (place.index, (stored, is_packed));
            if self.put_together(pool, place.page, Some(new), 0)? {
                return Ok(());
            }
        }
        let at = match known.filter(|known| stored.len() <= known.length as usize) {
            Some(known) => known.at,
            None => self.aside_end,
        };
        pool.write(at, stored)?;
        self.aside_end = self.aside_end.max(at + stored.len() as u64);
        let aside = MovedRow {
            at,
            length: stored.len() as u32,
            is_packed,
        };
        self.aside.insert(row, aside);
        Ok(())
    }

    /// Puts the rows of a page together, with a new one in the place of the row with an index. Returns `false`, and
    /// leaves the page as it is, if they do not fit or if so many bytes are not left.
    pub(crate) fn put_together(
        &mut self,
        pool: &mut Pool,
        number: u64,
        new: Option<(u64, (&[u8], bool))>,
        left: usize,
    ) -> Result<bool> {
        let pages = self.pages();
        let pointers = pages.pointers(pool, number)?;
        let pointers = pointers.ok_or_else(|| self.layout())?;
        let mut page = std::mem::take(&mut self.page);
        let mut new_page = std::mem::take(&mut self.new_page);
        page.clear();
        page.extend_from_slice(self.pages().read_page(pool, number)?);
        new_page.clear();
        new_page.extend_from_slice(&page);
        let mut fits = pointers.rows <= PackedInPlace::most_rows(pointers.first);
        let mut filler = self.in_place.fill(&mut new_page, pointers.first);
        for index in 0..pointers.rows as u64 {
            let (at, length) = pointers.at(index);
            let pointer = page.get(at as usize..at as usize + length);
            let piece = pointer.and_then(|pointer| self.metadata.packed_piece(pointer));
            let replaced = new.filter(|&(at, _)| at == index);
            fits &= filler.push(match (replaced, piece.ok_or_else(|| self.layout())?) {
                (Some((_, new)), _) => Some(new),
                (None, PackedPiece::Deleted) => None,
                (
                    None,
                    PackedPiece::Row {
                        offset,
                        length,
                        is_packed,
                    },
                ) => Some((&page[offset..offset + length], is_packed)),
            });
        }
        fits = fits && filler.gap() >= left;
        if fits {
            filler.finish();
            self.write_page(pool, number, &new_page)?;
        }
        self.page = page;
        self.new_page = new_page;
        Ok(fits)
    }

    pub(crate) fn delete(&mut self, pool: &mut Pool, row: u64) -> Result<()> {
        let place = self.place(pool, row)?;
        pool.write(place.pointer_at, &pointer_to_deleted())?;
        self.aside.remove(&row);
        self.removed += 1;
        self.free.free(row);
        Ok(())
    }

    /// Writes the parts of a page that differ from what it is.
    pub(crate) fn write_page(&self, pool: &mut Pool, page: u64, bytes: &[u8]) -> Result<()> {
        let mut at = self.pages().page_at(page);
        for part in bytes.chunks(PART) {
            let end = at + part.len() as u64;
            // The file must reach to the end of its pages, whatever is on them.
            if end > pool.file_bytes() || pool.read(at, part.len())? != part {
                pool.write(at, part)?;
            }
            at = end;
        }
        Ok(())
    }

    pub(crate) fn layout(&self) -> Error {
        Error::NotInPlace {
            name: self.name.clone(),
            reason: NotExtended::Layout,
        }
    }
}

/// Returns how many rows may be kept aside before they are moved: where each has to be found takes memory.
fn most_aside(stored: u64) -> usize {
    let fewest = if cfg!(test) { 20 } else { 1 << 20 };
    usize::try_from(stored / 16).unwrap_or(usize::MAX).max(fewest)
}

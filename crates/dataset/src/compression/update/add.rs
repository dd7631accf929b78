//! Compressed rows that are added: behind the last one, or [in the space of a deleted one](super::reuse).

use super::CompressedRows;
use crate::error::Result;
use crate::format::{Directory, PackedGap, RowPacker};
use crate::pages::Pool;

impl CompressedRows {
    pub(crate) fn next(&mut self, pool: &mut Pool, bytes: &[u8]) -> Result<u64> {
        let length = self.packer.pack(bytes).0.len();
        Ok(self.with_room(pool, length)?.unwrap_or(self.stored))
    }

    pub(crate) fn add(&mut self, pool: &mut Pool, row: u64, bytes: &[u8]) -> Result<()> {
        let packer = std::mem::replace(&mut self.packer, RowPacker::none());
        let packed = packer.packed(bytes);
        if row < self.stored {
            let added = self.add_again(pool, row, packed);
            self.packer = packer;
            self.removed -= u64::from(added.is_ok());
            return added;
        }
        let mut added = self.add_packed(pool, packed);
        if let Ok(false) = added {
            added = self.begin_page(pool).and_then(|()| self.add_packed(pool, packed));
        }
        self.packer = packer;
        match added? && self.directory.add_to_last() {
            true => self.stored += 1,
            false => return Err(self.layout()),
        }
        Ok(())
    }

    /// Adds a row to the last page. Returns `false` if it does not fit or there is no such page.
    fn add_packed(&self, pool: &mut Pool, row: (&[u8], bool)) -> Result<bool> {
        let Some(page) = self.last else {
            return Ok(false);
        };
        let page_at = self.pages().page_at(page);
        let gap = self.gap(pool, page)?;
        let Some(added) = gap.and_then(|gap| gap.with_row(row)) else {
            return Ok(false);
        };
        pool.write(page_at + added.row.0 as u64, added.row.1)?;
        pool.write(page_at + added.pointers.0 as u64, &added.pointers.1)?;
        pool.write(page_at + added.gap.0 as u64, &added.gap.1)?;
        pool.write(page_at + added.blocks.0 as u64, &added.blocks.1)?;
        Ok(true)
    }

    /// Returns the free space of a page; `None` if it has none where it is expected.
    pub(crate) fn gap(&self, pool: &mut Pool, page: u64) -> Result<Option<PackedGap>> {
        let Some(pointers) = self.pages().pointers(pool, page)?.filter(|it| it.has_gap) else {
            return Ok(None);
        };
        let (page_at, page_size) = (self.pages().page_at(page), self.metadata.header.page_size);
        let (at, length) = pointers.at(pointers.rows as u64);
        let pointer = pool.read(page_at + at, length)?;
        Ok(PackedGap::parse(pointers.first + pointers.rows, pointer, page_size))
    }

    /// Begins a page behind all others.
    fn begin_page(&mut self, pool: &mut Pool) -> Result<()> {
        let number = self.next_page;
        let page_size = self.metadata.header.page_size;
        let mut page = std::mem::take(&mut self.page);
        page.resize(page_size as usize, 0);
        self.in_place.clear(&mut page, number);
        self.write_page(pool, number, &page)?;
        self.page = page;
        match self.directory.pages().is_empty() {
            true => self.directory = Directory::new(page_size, number),
            false => self.directory.list_until(number),
        }
        self.directory.push(0);
        self.last = Some(number);
        self.next_page += 1;
        Ok(())
    }
}

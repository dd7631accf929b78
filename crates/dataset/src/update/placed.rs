//! Rows that are changed in their slots.

use super::final_state::FinalState;
use crate::error::{Error, Result};
use crate::format::{AddedRow, Header, InPlace, Marks, Metadata, NotExtended, PageHead};
use crate::name::DataSetName;
use crate::native::Description;
use crate::pages::Pool;
use crate::random;

/// The rows of an uncompressed file that is changed in place.
#[derive(Debug)]
pub(super) struct PlacedRows {
    name: DataSetName,
    in_place: InPlace,
    row_length: usize,
    page_size: u32,
    header_length: u32,
    stored_before: u64,
    marks: Option<Marks>,
}

impl PlacedRows {
    pub(super) fn begin(pool: &mut Pool, description: &Description, name: &DataSetName) -> Result<Self> {
        let metadata = description.metadata();
        let header = &metadata.header;
        let in_place = in_place(pool, metadata)?;
        let in_place = in_place.map_err(|reason| Error::NotInPlace {
            name: name.clone(),
            reason,
        })?;
        Ok(Self {
            name: name.clone(),
            in_place,
            row_length: metadata.schema.row_length() as usize,
            page_size: header.page_size,
            header_length: header.header_length,
            stored_before: metadata.rows_stored,
            marks: header.marks,
        })
    }

    pub(super) fn stored(&self) -> u64 {
        self.in_place.stored()
    }

    pub(super) fn deleted(&self) -> u64 {
        self.in_place.deleted()
    }

    pub(super) fn is_new(&self, row: u64) -> bool {
        row >= self.stored_before
    }

    pub(super) fn row<'p>(&self, pool: &'p mut Pool, row: u64) -> Result<Option<&'p [u8]>> {
        let positions = self.in_place.positions();
        if self.deleted() > 0 && random::is_deleted(pool, positions, row)? {
            return Ok(None);
        }
        pool.read(positions.row_at(row), self.row_length).map(Some)
    }

    pub(super) fn replace(&self, pool: &mut Pool, row: u64, bytes: &[u8]) -> Result<()> {
        pool.write(self.in_place.positions().row_at(row), bytes)
    }

    pub(super) fn delete(&mut self, pool: &mut Pool, row: u64) -> Result<()> {
        let page = self.in_place.positions().placement().page_of(row);
        let head = self.page_head(pool, page)?.with_deleted();
        self.put_page_head(pool, page, head)?;
        let positions = self.in_place.positions();
        let rows = positions.placement().rows_on(page);
        let bit = positions.deleted_bit(row, rows, head.gap);
        let bit = bit.ok_or_else(|| self.layout())?;
        let map = pool.read(bit.at, 1)?[0];
        pool.write(bit.at, &[map | bit.bit])?;
        self.in_place.delete();
        Ok(())
    }

    pub(super) fn add(&mut self, pool: &mut Pool, bytes: &[u8]) -> Result<()> {
        let added = self.in_place.add().map_err(|reason| Error::NotInPlace {
            name: self.name.clone(),
            reason,
        })?;
        let AddedRow {
            row,
            page,
            is_first_on_new_page,
        } = added;
        if is_first_on_new_page {
            let new = self.in_place.new_page(page, self.page_size as usize);
            pool.write(self.in_place.positions().page_at(page), &new)?;
        }
        let head = self.page_head(pool, page)?;
        self.put_page_head(pool, page, head)?;
        pool.write(self.in_place.positions().row_at(row), bytes)
    }

    pub(super) fn finish(&self, pool: &mut Pool, modified: f64) -> Result<FinalState> {
        for (at, bytes) in self.in_place.counts(modified) {
            pool.write(at, &bytes)?;
        }
        let pages = self.in_place.pages() * u64::from(self.page_size);
        Ok(FinalState {
            end: u64::from(self.header_length) + pages,
            marks: self.marks,
            notes: Vec::new(),
        })
    }

    fn page_head(&self, pool: &mut Pool, page: u64) -> Result<PageHead> {
        let positions = self.in_place.positions();
        let bytes = pool.read(positions.page_at(page), positions.head_length())?;
        let head = positions.page_head(bytes);
        let head = head.and_then(|head| self.in_place.head_of(page, head));
        head.ok_or_else(|| self.layout())
    }

    fn put_page_head(&self, pool: &mut Pool, page: u64, head: PageHead) -> Result<()> {
        let (at, bytes) = head.encode();
        pool.write(self.in_place.positions().page_at(page) + at, &bytes)
    }

    fn layout(&self) -> Error {
        Error::NotInPlace {
            name: self.name.clone(),
            reason: NotExtended::Layout,
        }
    }
}

/// Returns how the rows of a file are changed, or why they cannot be.
fn in_place(pool: &mut Pool, metadata: &Metadata) -> Result<std::result::Result<InPlace, NotExtended>> {
    let prefix = pool.read(0, Header::PREFIX)?.to_vec();
    let Some((at, length)) = InPlace::first_subheader(metadata) else {
        return Ok(Err(NotExtended::Layout));
    };
    let row_size = pool.read(at, length)?.to_vec();
    let first_page = u64::from(metadata.header.header_length);
    let sequence = pool.read(first_page, size_of::<u32>())?;
    let sequence = sequence.first_chunk().copied().unwrap_or_default();
    Ok(InPlace::new(metadata, &prefix, sequence, &row_size))
}

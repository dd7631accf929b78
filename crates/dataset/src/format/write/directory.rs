//! Writes the directory of the pages of a compressed file.

use super::super::bytes::Put;
use super::super::directory::{Directory, FIELDS, LIST, MAGIC, Part, checksum};
use super::row_pages::Head;

/// The kind of its pages.
const DIRECTORY: u16 = 0x9000;

impl Directory {
    /// Writes the next part that is not written into a page with this number, from 0 after the header. Returns whether
    /// there was one.
    ///
    /// # Panics
    ///
    /// Panics if the page is smaller than those for which this was created.
    pub fn write_next(&mut self, page: &mut [u8], number: u64, sequence: u32) -> bool {
        let Some(index) = self.parts.iter().position(|part| part.at.is_none()) else {
            return false;
        };
        self.write(index, page, number, sequence);
        true
    }

    /// Writes the next part that is not as it was written into a page. Returns the number of the page in the file, from
    /// 0 after the header; `None` if there is no such part.
    ///
    /// # Panics
    ///
    /// Panics if the page is smaller than those for which this was created.
    pub fn write_changed(&mut self, page: &mut [u8], sequence: u32) -> Option<u64> {
        let changed = |part: &Part| part.at.filter(|_| part.is_changed);
        let (index, at) = (self.parts.iter().enumerate()).find_map(|(index, part)| Some((index, changed(part)?)))?;
        self.write(index, page, at - 1, sequence);
        Some(at - 1)
    }

    fn write(&mut self, index: usize, page: &mut [u8], number: u64, sequence: u32) {
        let before = index.checked_sub(1).map(|before| &self.parts[before]);
        let previous = before.and_then(|part| part.at).unwrap_or(0);
        let part = &mut self.parts[index];
        page.fill(0);
        Head {
            sequence,
            number,
            // These three are as in other files.
            gap: 1,
            kind: DIRECTORY,
            blocks: 2,
            pointers: 1,
        }
        .put(page);
        let count = part.ends.len();
        let fields = [MAGIC, previous, part.first_page, part.rows_before, count as u64];
        for (at, field) in (FIELDS..).step_by(8).zip(fields) {
            page.put_u64(at, field);
        }
        for (at, &end) in (LIST..).step_by(4).zip(&part.ends) {
            page.put_u32(at, end);
        }
        let list = LIST..LIST + 4 * count;
        let sum = checksum(&page[FIELDS..FIELDS + 40], &page[list]);
        page.put_u64(FIELDS + 40, sum);
        part.at = Some(number + 1);
        part.is_changed = false;
    }

    /// Returns the number, from 1, of the last page that was written; 0 if there is none.
    pub fn last_written(&self) -> u64 {
        self.parts.iter().filter_map(|part| part.at).max().unwrap_or(0)
    }
}

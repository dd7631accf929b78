//! Completes the changes of compressed rows: the directory of their pages, and the counts.

use super::{ASIDE, CompressedRows};
use crate::error::Result;
use crate::format::{Marks, PackedCounts, PackedInPlace};
use crate::pages::Pool;
use crate::update::final_state::FinalState;

impl CompressedRows {
    /// Moves all rows that are kept aside to pages.
    pub(crate) fn move_rows(&mut self, pool: &mut Pool) -> Result<()> {
        if !self.aside.is_empty() {
            self.shift(pool)?;
            self.aside.clear();
            self.aside_end = ASIDE;
        }
        Ok(())
    }

    pub(crate) fn finish(&mut self, pool: &mut Pool, modified: f64) -> Result<FinalState> {
        self.move_rows(pool)?;
        if self.is_listed {
            self.write_directory(pool)?;
        }
        let header = &self.metadata.header;
        let marks = header.marks.map(|marks| Marks {
            removed: self.deleted(),
            ..marks
        });
        if let Some(marks) = marks {
            let (at, bytes) = marks.encode();
            pool.write(at, &bytes)?;
        }
        let ends = match self.stored() {
            0 => None,
            stored => Some([self.location(0)?, self.location(stored - 1)?]),
        };
        if let Some(page) = self.metadata.empty_front.filter(|_| self.stored() > 0) {
            let (at, bytes) = PackedInPlace::of_subheaders();
            pool.write(self.pages().page_at(page) + at, &bytes)?;
        }
        let counts = PackedCounts {
            rows: self.stored() - self.deleted(),
            pages: self.next_page.max(header.page_count),
            ends,
            directory_page: self.directory.last_written(),
        };
        for (at, bytes) in self.in_place.counts(counts, modified) {
            pool.write(at, &bytes)?;
        }
        let pages = counts.pages * u64::from(header.page_size);
        let notes = (self.written_anew > 0).then(|| {
            format!(
                "{} pages were written anew because observations on some of them have become longer",
                self.written_anew
            )
        });
        Ok(FinalState {
            end: u64::from(header.header_length) + pages,
            marks,
            notes: notes.into_iter().collect(),
        })
    }

    /// Writes the directory of pages: where it was as far as it lists the same pages, and behind all others.
    fn write_directory(&mut self, pool: &mut Pool) -> Result<()> {
        let sequence = self.in_place.sequence();
        let mut page = std::mem::take(&mut self.page);
        page.resize(self.metadata.header.page_size as usize, 0);
        while let Some(number) = self.directory.write_changed(&mut page, sequence) {
            self.write_page(pool, number, &page)?;
        }
        while self.directory.write_next(&mut page, self.next_page, sequence) {
            self.write_page(pool, self.next_page, &page)?;
            self.next_page += 1;
        }
        self.page = page;
        Ok(())
    }

    /// Returns the page and the block of a row, from 1.
    fn location(&self, row: u64) -> Result<(u64, u64)> {
        let place = self.directory.page_of_row(row);
        let (page, index) = place.ok_or_else(|| self.layout())?;
        Ok((page + 1, self.metadata.pointers_before_rows(page) as u64 + index + 1))
    }
}

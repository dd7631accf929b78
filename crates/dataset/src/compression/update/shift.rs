//! Moves compressed rows to later pages, where those that have become longer do not fit theirs.
//!
//! Rows keep their order, and so their numbers: what does not fit a page goes to the front of the next one with rows,
//! and what does not fit that goes on, until a page has room or new ones are added. No row moves to an earlier page, so
//! the pages can be written from the last to the first, and no page is needed once it was written.

use super::CompressedRows;
use crate::error::Result;
use crate::format::{PackedInPlace, PackedPiece};
use crate::pages::Pool;

/// A page that is written anew.
#[derive(Clone, Copy, Debug)]
struct FilledPage {
    page: u64,
    /// Its first row, and how many it has.
    first: u64,
    rows: u32,
}

impl CompressedRows {
    /// Moves rows so that all that are kept aside have places on pages.
    pub(crate) fn shift(&mut self, pool: &mut Pool) -> Result<()> {
        let (filled, next_page) = self.plan(pool)?;
        let mut directory = self.directory.clone();
        let counts: Vec<(u64, u32)> = filled.iter().map(|it| (it.page, it.rows)).collect();
        if !directory.recount(&counts) {
            return Err(self.layout());
        }
        drop(counts);
        let mut page = Vec::new();
        for it in filled.iter().rev() {
            self.fill(pool, *it, &mut page)?;
            self.write_page(pool, it.page, &page)?;
        }
        self.written_anew += filled.len() as u64;
        self.last = directory.pages().last();
        self.directory = directory;
        self.next_page = next_page;
        Ok(())
    }

    /// Returns which rows go to which pages, in the order of the pages, and the first page that is not in use then.
    fn plan(&self, pool: &mut Pool) -> Result<(Vec<FilledPage>, u64)> {
        let mut aside: Vec<u64> = self.aside.keys().copied().collect();
        aside.sort_unstable();
        let listed = self.directory.pages().end;
        let (mut filled, mut next_page) = (Vec::new(), self.next_page);
        let mut row = 0;
        for wanted in aside {
            if wanted < row {
                continue;
            }
            let place = self.directory.page_of_row(wanted);
            let (mut page, index) = place.ok_or_else(|| self.layout())?;
            row = wanted - index;
            loop {
                let is_new = page >= listed;
                let end = match is_new {
                    true => self.stored(),
                    false => self.directory.rows_before(page + 1),
                };
                let first = row;
                row = self.fitting(pool, page, first..end)?;
                filled.push(FilledPage {
                    page,
                    first,
                    // A page has less than 2^15 rows.
                    rows: (row - first) as u32,
                });
                if row == end {
                    break;
                }
                // A page without anything else has room for any row.
                if row == first && self.metadata.pointers_before_rows(page) == 0 {
                    return Err(self.layout());
                }
                let with_rows = (page + 1..listed).find(|&page| self.directory.rows_on(page) > 0);
                page = with_rows.unwrap_or_else(|| {
                    next_page += 1;
                    next_page - 1
                });
            }
        }
        Ok((filled, next_page))
    }

    /// Returns the end of the rows that fit a page, from the first of these rows on.
    fn fitting(&self, pool: &mut Pool, page: u64, rows: std::ops::Range<u64>) -> Result<u64> {
        let pointers = self.metadata.pointers_before_rows(page);
        let most = rows.start + PackedInPlace::most_rows(pointers) as u64;
        let mut room = self.in_place.room(pointers);
        for row in rows.start..rows.end.min(most) {
            let length = match self.aside_of(row) {
                Some(aside) => aside.length as usize,
                None => self.place(pool, row)?.piece.length(),
            };
            match room.checked_sub(PackedInPlace::POINTER + length) {
                Some(left) => room = left,
                None => return Ok(row),
            }
        }
        Ok(rows.end.min(most))
    }

    /// Fills a page with its rows, from where they are so far.
    fn fill(&self, pool: &mut Pool, filled: FilledPage, page: &mut Vec<u8>) -> Result<()> {
        let pointers = self.metadata.pointers_before_rows(filled.page);
        page.clear();
        match pointers {
            0 => {
                page.resize(self.metadata.header.page_size as usize, 0);
                self.in_place.clear(page, filled.page);
            }
            _ => page.extend_from_slice(self.pages().read_page(pool, filled.page)?),
        }
        let mut filler = self.in_place.fill(page, pointers);
        for row in filled.first..filled.first + u64::from(filled.rows) {
            let fits = match self.aside_of(row) {
                Some(aside) => {
                    let stored = pool.read(aside.at, aside.length as usize)?;
                    filler.push(Some((stored, aside.is_packed)))
                }
                None => {
                    let place = self.place(pool, row)?;
                    match place.piece {
                        PackedPiece::Deleted => filler.push(None),
                        PackedPiece::Row {
                            offset,
                            length,
                            is_packed,
                        } => {
                            let at = self.pages().page_at(place.page) + offset as u64;
                            filler.push(Some((pool.read(at, length)?, is_packed)))
                        }
                    }
                }
            };
            if !fits {
                return Err(self.layout());
            }
        }
        filler.finish();
        Ok(())
    }
}

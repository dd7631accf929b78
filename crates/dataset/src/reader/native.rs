//! The rows of a `.sas7bdat` file.

use std::path::{Path, PathBuf};

use feedrate_pageio::Access;

use super::{Block, Found, Memory};
use crate::error::{Error, Result};
use crate::format::{Collector, Converter, Header, Metadata, PageRows};
use crate::pages::{FileAccount, Identity, PageReader, RangeReader};
use crate::schema::Schema;
use crate::settings::Settings;

/// A file of which the description has been read, and its pages once a row is asked for.
#[derive(Debug)]
pub(super) struct Native {
    path: PathBuf,
    settings: Settings,
    identity: Identity,
    metadata: Metadata,
    converter: Option<Converter>,
    /// What it took to learn what the data set is.
    described: FileAccount,
    pages: Option<PageReader>,
    /// The rows of the current page that are yet to come, and how many rows its pages so far hold.
    rest: Option<PageRows>,
    stored_before: u64,
    unpacked: Vec<u8>,
    converted: Vec<u8>,
}

impl Native {
    pub(super) fn open(path: &Path, settings: &Settings) -> Result<Self> {
        let wrong = |error| Error::format(path, error);
        let prefix = Header::PREFIX as u64;
        let mut first = RangeReader::open(path, Access::Random, prefix)?;
        let header = Header::parse(first.read(0, prefix)?).map_err(wrong)?;
        let (page_bytes, header_bytes) = (u64::from(header.page_size), header.header_length.into());
        let end = first.file_bytes();
        if header.file_length().is_none_or(|needed| end < needed) {
            return Err(Error::Truncated {
                path: path.into(),
                pages: header.page_count,
                page_bytes,
                header_bytes,
                end,
            });
        }
        let mut pages = RangeReader::open(path, Access::Random, page_bytes)?;
        let identity = pages.identity()?;
        if identity != first.identity()? {
            return Err(Error::Changed { path: path.into() });
        }
        let mut collector = Collector::new(header, end).map_err(wrong)?;
        while let Some(number) = collector.wants() {
            let page = pages.read(header_bytes + number * page_bytes, page_bytes)?;
            collector.take(page).map_err(wrong)?;
        }
        let metadata = collector.finish().map_err(wrong)?;
        let mut described = pages.account();
        described.page_bytes = page_bytes;
        described.moved = pages.moved(page_bytes);
        described.moved += first.moved(0);
        Ok(Self {
            path: path.into(),
            settings: settings.clone(),
            identity,
            converter: Converter::new(&metadata),
            metadata,
            described,
            pages: None,
            rest: None,
            stored_before: 0,
            unpacked: Vec::new(),
            converted: Vec::new(),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    pub(super) fn schema(&self) -> &Schema {
        &self.metadata.schema
    }

    pub(super) fn cut(&self) -> u64 {
        self.converter.as_ref().map_or(0, Converter::cut)
    }

    pub(super) fn rewind(&mut self) -> Result<()> {
        if let Some(pages) = &mut self.pages {
            pages.seek(self.metadata.first_page_with_rows)?;
        }
        self.rest = None;
        self.stored_before = 0;
        Ok(())
    }

    pub(super) fn account(&self) -> FileAccount {
        match &self.pages {
            Some(pages) => pages.account(),
            None => self.described.clone(),
        }
    }

    #[inline]
    pub(super) fn memory(&self, memory: Memory) -> &[u8] {
        match (memory, &self.pages) {
            (Memory::Page, Some(pages)) => pages.page(),
            (Memory::Page, None) => &[],
            (Memory::Unpacked, _) => &self.unpacked,
            (Memory::Converted, _) => &self.converted,
        }
    }

    /// Finds the next block, and in `live` which of its rows are not deleted, where some are.
    pub(super) fn next_block(&mut self, live: &mut Vec<u32>) -> Result<Option<Found>> {
        if self.metadata.rows_stored == 0 {
            return Ok(None);
        }
        if self.pages.is_none() {
            let mut pages = self.open_pages()?;
            pages.seek(self.metadata.first_page_with_rows)?;
            self.pages = Some(pages);
        }
        loop {
            if let Some(found) = self.rest_of_page(live)? {
                return Ok(Some(found));
            }
            if !self.next_page()? {
                return Ok(None);
            }
        }
    }

    /// The next rows of the current page.
    fn rest_of_page(&mut self, live: &mut Vec<u32>) -> Result<Option<Found>> {
        let (Some(rest), Some(pages)) = (&mut self.rest, &self.pages) else {
            return Ok(None);
        };
        let wrong = |error| Error::format(&self.path, error);
        let page = pages.page();
        let Some(rows) = rest.next_block(page, &mut self.unpacked).map_err(wrong)? else {
            self.rest = None;
            return Ok(None);
        };
        let in_page = start_in(page, rows.bytes());
        let mut is_converted = false;
        let rows = match &mut self.converter {
            Some(converter) => {
                let before = rows.bytes().as_ptr();
                let rows = converter
                    .convert(rows, &mut self.converted)
                    .map_err(wrong)?;
                is_converted = rows.bytes().as_ptr() != before;
                rows
            }
            None => rows,
        };
        live.clear();
        if rows.has_deleted() {
            let left = (0..rows.stored()).filter(|&index| !rows.is_deleted(index));
            // A page holds less than 2^16 rows.
            live.extend(left.map(|index| index as u32));
        }
        let (memory, start) = match in_page {
            _ if is_converted => (Memory::Converted, 0),
            Some(start) => (Memory::Page, start),
            None => (Memory::Unpacked, 0),
        };
        Ok(Some(Found {
            block: Block {
                memory,
                start,
                stride: rows.row_length(),
                has_deleted: rows.has_deleted(),
            },
            stored: rows.stored(),
        }))
    }

    /// Goes to the next page. False where there are no more rows.
    fn next_page(&mut self) -> Result<bool> {
        let told = self.metadata.rows_stored;
        let Some(pages) = &mut self.pages else {
            return Ok(false);
        };
        if self.stored_before >= told {
            return Ok(false);
        }
        if !pages.advance()? {
            return Err(Error::RowsMissing {
                path: self.path.clone(),
                told,
                found: self.stored_before,
            });
        }
        let rows = self
            .metadata
            .page_rows(pages.number(), pages.page(), self.stored_before)
            .map_err(|error| Error::format(&self.path, error))?;
        self.stored_before += rows.stored() as u64;
        self.rest = Some(rows);
        Ok(true)
    }

    fn open_pages(&self) -> Result<PageReader> {
        let header = &self.metadata.header;
        let mut pages = PageReader::open(
            &self.path,
            &self.settings,
            header.header_length.into(),
            header.page_size.into(),
            header.page_count,
        )?;
        // Another file may have taken its place since it was described.
        if pages.identity()? != self.identity {
            return Err(Error::Changed {
                path: self.path.clone(),
            });
        }
        pages.add_moved(self.described.moved);
        Ok(pages)
    }
}

/// How far into `memory` a part of it begins; `None` if it lies elsewhere. It is told by the address
/// alone.
fn start_in(memory: &[u8], part: &[u8]) -> Option<usize> {
    (part.as_ptr() as usize)
        .checked_sub(memory.as_ptr() as usize)
        .filter(|start| start + part.len() <= memory.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_by_its_address() {
        let (memory, other) = ([0; 100], [0; 100]);
        assert_eq!(start_in(&memory, &memory[7..20]), Some(7));
        assert_eq!(start_in(&memory, &memory), Some(0));
        assert_eq!(start_in(&memory, &other[7..20]), None);
    }
}

//! Writes a new `.sas7bdat` file with compressed rows.

use std::path::Path;
use std::time::Instant;

use crate::drafts::Draft;
use crate::error::{Error, Result, not_possible, not_written};
use crate::format::{Directory, NewFile, PackedEnd, PackedFront, PackedRows, Packing};
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::native::{front_memory, page_size};
use crate::pages::{NewPages, Packed, PageWriter};
use crate::row_block::RowBlock;
use crate::schema::Schema;
use crate::settings::{Settings, TakenMemory};
use crate::writer::{Completed, NewDataSet, already_failed};

/// Writes the rows of a new `.sas7bdat` file, compressed. Rows are collected in a block, and compressed from it into
/// pages when it is full.
#[derive(Debug)]
pub(crate) struct PackedTarget {
    name: DataSetName,
    schema: Schema,
    facts: NewDataSet,
    began: Instant,
    durable: bool,
    packing: Packing,
    /// The description, and the first rows on its last page.
    front: PackedFront,
    packed: PackedRows,
    block: RowBlock,
    rows: u64,
    end: PackedEnd,
    /// The pages that were completed; `None` as long as rows are on the page of the description only.
    directory: Option<Directory>,
    stage: Stage,
    /// That of the front.
    _memory: TakenMemory,
    // Declared after the pages, so that transfers in flight end before the file is removed.
    draft: Draft,
}

#[derive(Debug)]
enum Stage {
    /// All rows so far are on the page of the description.
    Front(Box<NewPages>),
    /// There are more rows.
    Pages(Box<PageWriter>),
    /// A page could not be written.
    Failed,
}

impl PackedTarget {
    pub(crate) fn create(
        claim: Claim,
        name: &DataSetName,
        schema: Schema,
        facts: NewDataSet,
        (settings, packing): (&Settings, Packing),
        durable: bool,
    ) -> Result<Self> {
        let page_size = page_size(name, &schema, Some(packing), settings.bufsize)?;
        let memory = front_memory(name, page_size, settings)?;
        let header_length = settings.header_bytes(page_size);
        let file = NewFile {
            name: name.member(),
            label: &facts.label,
            data_set_type: &facts.data_set_type,
            step: &facts.step,
            schema: &schema,
            page_size,
            header_length,
            created: facts.created,
            packing: Some(packing),
        };
        let front = PackedFront::new(&file, packing)
            .map_err(|error| not_possible(name, error.to_string()))?;
        let (draft, pages) = Draft::begin(claim, |file, path| {
            NewPages::open(path, Some(file), settings, header_length.into(), page_size)
        })
        .map_err(|error| not_written(name, error))?;
        Ok(Self {
            name: name.clone(),
            block: RowBlock::new(schema.row_length()),
            schema,
            facts,
            began: Instant::now(),
            durable,
            packing,
            packed: front.rows(),
            front,
            rows: 0,
            end: PackedEnd::default(),
            directory: None,
            stage: Stage::Front(Box::new(pages)),
            _memory: memory,
            draft,
        })
    }

    /// Returns its variables and their offsets in a row that is given.
    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the final path.
    pub(crate) fn path(&self) -> &Path {
        self.draft.destination()
    }

    /// Returns the bytes of a page.
    pub(crate) fn page_bytes(&self) -> usize {
        self.front.page_size()
    }

    /// Limits the bytes of pages in flight, except for a single larger page. Must be called before the first row; later
    /// it has no effect.
    pub(crate) fn hold_at_most(&mut self, bytes: u64) {
        if let Stage::Front(pages) = &mut self.stage {
            pages.hold_at_most(bytes);
        }
    }

    /// Returns the number of rows so far.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds a row and returns its bytes, whose initial content is undefined: every variable must be set.
    #[inline]
    pub(crate) fn next_row(&mut self) -> Result<&mut [u8]> {
        if self.block.is_full() {
            self.pack()?;
        }
        self.rows += 1;
        Ok(self.block.next_row())
    }

    /// Returns the contiguous space for rows in the block; [`fill`](Self::fill) records how many were written. Empty if
    /// the next row needs an empty block.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        self.block.room()
    }

    /// Records that rows were written into the [room](Self::room).
    ///
    /// # Panics
    ///
    /// Panics if there is no space for as many.
    pub(crate) fn fill(&mut self, rows: usize) {
        self.block.fill(rows);
        self.rows += rows as u64;
    }

    /// Compresses the rows of the block into pages.
    #[cold]
    fn pack(&mut self) -> Result<()> {
        loop {
            let page = match &mut self.stage {
                Stage::Front(_) => self.front.last_page_mut(),
                Stage::Pages(pages) => pages.page_mut(),
                Stage::Failed => return Err(already_failed(&self.draft)),
            };
            let added = self.packed.add(page, self.block.rows());
            if self.block.take(added) {
                return Ok(());
            }
            self.next_page()?;
        }
    }

    /// Submits the full page, or begins the first one.
    fn next_page(&mut self) -> Result<()> {
        let next = match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Front(pages) => {
                self.seal_front();
                pages.start(self.front.pages(), None).map(Box::new)
            }
            Stage::Pages(pages) => self.sealed(pages),
            Stage::Failed => return Err(already_failed(&self.draft)),
        };
        self.stage = Stage::Pages(next.map_err(|error| self.not_written(error))?);
        Ok(())
    }

    /// Completes the last page of the description.
    fn seal_front(&mut self) {
        let number = self.front.pages() - 1;
        self.end.last_row = self.packed.last_row(number);
        let rows = self.packed.seal(self.front.last_page_mut(), number);
        self.end.rows_on_front = rows as u64;
        let page_size = self.front.page_size() as u32;
        let mut directory = Directory::new(page_size, number + u64::from(rows == 0));
        if rows > 0 {
            directory.push(rows as u32);
        }
        self.directory = Some(directory);
    }

    /// Completes the current page.
    fn sealed(&mut self, mut pages: Box<PageWriter>) -> Result<Box<PageWriter>> {
        let number = self.front.pages() + pages.pages();
        self.end.last_row = self.packed.last_row(number);
        let rows = self.packed.seal(pages.page_mut(), number);
        if let Some(directory) = &mut self.directory {
            directory.push(rows as u32);
        }
        pages.advance()?;
        Ok(pages)
    }

    /// Writes the rest of the data set, and if it is durable, waits until it has reached the device. Everything that
    /// can fail for lack of space fails here.
    pub(crate) fn complete(mut self) -> Result<Completed> {
        self.pack()?;
        let pages = match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Front(pages) => {
                self.seal_front();
                let pages = pages.start(self.front.pages(), Some(1));
                pages.map(Box::new)
            }
            Stage::Pages(pages) if self.packed.on_page() > 0 => self.sealed(pages),
            Stage::Pages(pages) => Ok(pages),
            Stage::Failed => return Err(already_failed(&self.draft)),
        };
        let pages = pages.and_then(|pages| self.directed(pages));
        let pages = pages.map_err(|error| self.not_written(error))?;
        self.end.rows = self.rows;
        self.end.pages = self.front.pages() + pages.pages();
        let modified = self.facts.created + self.began.elapsed().as_secs_f64();
        let front = self.front.finish(self.end, modified);
        match pages.finish(front, self.durable) {
            Ok(mut pages) => {
                pages.account.packed = (self.rows > 0).then(|| Packed::Pages {
                    compressed: self.end.pages,
                    uncompressed: self.front.uncompressed_pages(self.rows),
                });
                Ok(Completed::file(self.name, pages, self.draft, self.durable))
            }
            Err(error) => Err(self.not_written(error)),
        }
    }

    /// Writes the directory of pages, if there shall be one.
    fn directed(&mut self, mut pages: Box<PageWriter>) -> Result<Box<PageWriter>> {
        let directory = self.directory.as_mut();
        if let Some(directory) = directory.filter(|_| self.packing.is_addressable && self.rows > 0)
        {
            let sequence = self.front.sequence();
            let number = |pages: &PageWriter| self.front.pages() + pages.pages();
            loop {
                let number = number(&pages);
                if !directory.write_next(pages.page_mut(), number, sequence) {
                    break;
                }
                pages.advance()?;
            }
            self.end.directory_page = directory.last_written();
        }
        Ok(pages)
    }

    fn not_written(&self, error: Error) -> Error {
        not_written(&self.name, self.draft.in_terms_of_destination(error))
    }
}

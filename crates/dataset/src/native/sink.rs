//! Writes a new `.sas7bdat` file.

use std::path::Path;
use std::time::Instant;

use crate::drafts::Draft;
use crate::error::{Error, Result, not_possible, not_written};
use crate::format::{Front, NewFile, Packing, RowPages, SMALLEST_PAGE, Slots, rows_per_page};
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::pages::{NewPages, Packed, PageWriter};
use crate::schema::Schema;
use crate::settings::{DEFAULT_PAGE, PageRules, Settings, TakenMemory, TooLarge};
use crate::writer::{Completed, NewDataSet, already_failed};

/// Writes the rows of a new `.sas7bdat` file.
#[derive(Debug)]
pub(crate) struct Native {
    name: DataSetName,
    schema: Schema,
    facts: NewDataSet,
    began: Instant,
    durable: bool,
    packed: Option<Packed>,
    /// The description, and the first rows on its last page.
    front: Front,
    row_pages: RowPages,
    /// The row slots of a page.
    slots: Slots,
    rows: u64,
    /// Rows on the current page of rows.
    on_page: usize,
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

impl Native {
    pub(crate) fn create(
        claim: Claim,
        name: &DataSetName,
        schema: Schema,
        facts: NewDataSet,
        settings: &Settings,
        durable: bool,
    ) -> Result<Self> {
        let page_size = page_size(name, &schema, None, settings.bufsize)?;
        let memory = front_memory(name, page_size, settings)?;
        let header_length = settings.header_bytes(page_size);
        let front = Front::new(&NewFile {
            name: name.member(),
            label: &facts.label,
            data_set_type: &facts.data_set_type,
            step: &facts.step,
            schema: &schema,
            page_size,
            header_length,
            created: facts.created,
            packing: None,
        })
        .map_err(|error| not_possible(name, error.to_string()))?;
        let (draft, pages) = Draft::begin(claim, |file, path| {
            NewPages::open(path, Some(file), settings, header_length.into(), page_size)
        })
        .map_err(|error| not_written(name, error))?;
        Ok(Self {
            name: name.clone(),
            schema,
            facts,
            began: Instant::now(),
            durable,
            // It is for rows that are too short.
            packed: settings.packing.map(|_| Packed::Disabled),
            row_pages: front.row_pages(),
            slots: front.row_pages().slots(),
            front,
            rows: 0,
            on_page: 0,
            stage: Stage::Front(Box::new(pages)),
            _memory: memory,
            draft,
        })
    }

    /// Returns its variables and their offsets in a row.
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

    /// Adds a row and returns its bytes in the page, whose initial content is undefined: every variable must be set.
    #[inline]
    pub(crate) fn next_row(&mut self) -> Result<&mut [u8]> {
        if self.rows < self.front.slots() as u64 {
            let index = self.rows as usize;
            self.rows += 1;
            return Ok(self.front.slot_mut(index));
        }
        if self.on_page == self.slots.count || !matches!(self.stage, Stage::Pages(_)) {
            self.next_page()?;
        }
        let Stage::Pages(pages) = &mut self.stage else {
            return Err(already_failed(&self.draft));
        };
        let index = self.on_page;
        self.on_page += 1;
        self.rows += 1;
        Ok(self.slots.of(pages.page_mut(), index))
    }

    /// Returns the contiguous space for rows in the current page; [`fill`](Self::fill) records how many were written.
    /// Empty if the next row needs a new page.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        match &mut self.stage {
            Stage::Pages(pages) => self.slots.from(pages.page_mut(), self.on_page),
            _ => &mut [],
        }
    }

    /// Records that rows were written into the [room](Self::room).
    ///
    /// # Panics
    ///
    /// Panics if there is no space for as many.
    pub(crate) fn fill(&mut self, rows: usize) {
        assert!(
            rows <= self.slots.count - self.on_page,
            "there is no room for {rows} rows"
        );
        self.on_page += rows;
        self.rows += rows as u64;
    }

    /// Submits the full page, or begins the first one.
    #[cold]
    fn next_page(&mut self) -> Result<()> {
        let next = match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Front(pages) => pages.start(self.front.pages(), None).map(Box::new),
            Stage::Pages(mut pages) => {
                let number = self.front.pages() + pages.pages();
                self.row_pages.seal(pages.page_mut(), number, self.on_page);
                pages.advance().map(|()| pages)
            }
            Stage::Failed => return Err(already_failed(&self.draft)),
        };
        self.on_page = 0;
        self.stage = Stage::Pages(next.map_err(|error| self.not_written(error))?);
        Ok(())
    }

    /// Writes the rest of the data set, and if it is durable, waits until it has reached the device. Everything that
    /// can fail for lack of space fails here.
    pub(crate) fn complete(mut self) -> Result<Completed> {
        let mut pages = match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Front(pages) => pages
                .start(self.front.pages(), Some(0))
                .map(Box::new)
                .map_err(|error| self.not_written(error))?,
            Stage::Pages(pages) => pages,
            Stage::Failed => return Err(already_failed(&self.draft)),
        };
        if self.on_page > 0 {
            let number = self.front.pages() + pages.pages();
            self.row_pages.seal(pages.page_mut(), number, self.on_page);
            pages.advance().map_err(|error| self.not_written(error))?;
        }
        let modified = self.facts.created + self.began.elapsed().as_secs_f64();
        let front = self.front.finish(self.rows, modified);
        match pages.finish(front, self.durable) {
            Ok(mut pages) => {
                pages.account.packed = self.packed;
                Ok(Completed::file(self.name, pages, self.draft, self.durable))
            }
            Err(error) => Err(self.not_written(error)),
        }
    }

    fn not_written(&self, error: Error) -> Error {
        not_written(&self.name, self.draft.in_terms_of_destination(error))
    }
}

/// Takes the memory of the header and the description of a new data set, which are held until it is complete, each at
/// least a page.
///
/// # Errors
///
/// Fails if MEMSIZE= does not leave as much and a third page, which is filled meanwhile.
pub(crate) fn front_memory(
    name: &DataSetName,
    page_size: u32,
    settings: &Settings,
) -> Result<TakenMemory> {
    let page = u64::from(page_size);
    let memory = &settings.page_memory;
    let left = match page > DEFAULT_PAGE {
        true => memory.left().min(memory.most().unwrap_or(u64::MAX)),
        false => memory.left(),
    };
    let taken = match 3 * page <= left {
        true => memory.take(2 * page),
        false => None,
    };
    taken.ok_or_else(|| {
        let remedy = match settings.bufsize {
            0 => "make its variables fewer or shorter",
            _ => "lower BUFSIZE=",
        };
        let reason = format!(
            "it would have pages of {}K, and three of them in memory are more than the {}K that MEMSIZE= leaves; \
             raise MEMSIZE=, or {remedy}",
            page.div_ceil(1024),
            left >> 10
        );
        not_possible(name, reason)
    })
}

/// Returns the bytes of a page for `BUFSIZE=requested`.
pub(crate) fn page_size(
    name: &DataSetName,
    schema: &Schema,
    packing: Option<Packing>,
    requested: u64,
) -> Result<u32> {
    let row = schema.row_length();
    let least = packing.map_or(0, |_| Packing::page_for(schema));
    let rules = PageRules {
        least: least.max(SMALLEST_PAGE.into()),
        rows_in: |page: u64| u32::try_from(page).map_or(0, |page| rows_per_page(page, row).into()),
    };
    rules
        .page_bytes(requested)
        .and_then(|bytes| u32::try_from(bytes).map_err(|_| TooLarge))
        .map_err(|error| not_possible(name, error.to_string()))
}

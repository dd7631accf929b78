//! Reading the observations of a data set by their numbers.
//!
//! Under `DISCIPLINE=ASSAS`, what is transferred is a page, and BUFNO= pages are kept. Otherwise it is the 4 KiB blocks
//! that hold the observation, in mapped memory where that is possible. Transfers go through the page cache whatever
//! SGIO says, as in the SAS System: what is read at random is likely to be read again.

mod division;
mod lookups;

use std::path::Path;
use std::sync::{Arc, Weak};

use feedrate_pageio::Direction;

use crate::compression::random::PackedPages;
use crate::error::{Error, Result};
use crate::format::{
    Block, Compression, Converter, Directory, FormatError, Metadata, PageHead, RowPositions, ValueLosses,
};
use crate::native::Description;
use crate::pages::{Amount, FileAccount, Pool};
use crate::schema::Schema;
use crate::settings::Settings;
use division::plan;
pub(crate) use division::plan_of_changes;
pub use lookups::Lookups;

/// The note on a request for direct transfers.
pub(crate) const SGIO_IGNORED: &str = "SGIO is ignored: the data set is read at random";

/// Reads the rows of a `.sas7bdat` file by their numbers. Rows have the layout that [`Reader`](crate::Reader) gives
/// them.
#[derive(Debug)]
pub struct RandomReader {
    description: Arc<Description>,
    /// Its variables, if rows are returned in another layout than in the file.
    laid_out: Option<Schema>,
    converter: Option<Converter>,
    rows: StoredRows,
    row: Vec<u8>,
    unpacked: Vec<u8>,
    converted: Vec<u8>,
    /// The amount that was moved to read the description.
    described: Amount,
    notes: Vec<String>,
}

/// The rows of a file, as they are stored.
#[derive(Debug)]
struct StoredRows {
    pool: Pool,
    found: RowSearch,
    row_length: usize,
    has_deleted: bool,
}

/// The way in which rows are found.
#[derive(Debug)]
enum RowSearch {
    /// There are none, or they have no bytes.
    Nothing,
    /// By their positions.
    Placed(RowPositions),
    /// Compressed rows, by the directory of their pages, and whether that is one of the file.
    Listed(Arc<Directory>, bool),
}

impl RandomReader {
    /// Opens the pages of a file whose description was read, for a source.
    ///
    /// # Errors
    ///
    /// Fails if the file has changed since, or if its rows have no numbers by which they can be found.
    pub(crate) fn new(description: Arc<Description>, source: &Weak<()>, settings: &Settings) -> Result<Self> {
        let metadata = description.metadata();
        let laid_out = match settings.expansion {
            Some(expansion) => Some(expansion.of(&metadata.schema)),
            None if metadata.schema.row_length() == 0 => Some(Schema::lay_out(Vec::new())),
            None => None,
        };
        let laid_out = laid_out.transpose();
        let laid_out = laid_out.map_err(|error| Error::format(description.path(), error.into()))?;
        let plan = plan(metadata, settings, description.is_listed());
        let mut pool = Pool::open(description.path(), description.file(), plan)?;
        if !pool.identity()?.is_same_file(description.identity()) {
            return Err(Error::Changed {
                path: description.path().into(),
            });
        }
        let found = RowSearch::new(&description, &mut pool)?;
        let mut notes = settings.notes.clone();
        if settings.direct {
            notes.push(SGIO_IGNORED.to_owned());
        }
        Ok(Self {
            converter: Converter::new(metadata, laid_out.as_ref()),
            rows: StoredRows {
                pool,
                found,
                row_length: metadata.schema.row_length() as usize,
                has_deleted: metadata.rows_deleted > 0,
            },
            laid_out,
            described: description.count(source),
            description,
            row: Vec::new(),
            unpacked: Vec::new(),
            converted: Vec::new(),
            notes,
        })
    }

    /// Returns the variables and their offsets in a row.
    pub fn schema(&self) -> &Schema {
        let of_file = self.description.schema();
        self.laid_out.as_ref().unwrap_or(of_file)
    }

    /// Returns the number of rows, including deleted ones: the greatest number of a row.
    pub fn stored(&self) -> u64 {
        self.description.metadata().rows_stored
    }

    /// Returns the number of rows, without deleted ones.
    pub fn rows(&self) -> u64 {
        self.description.metadata().rows()
    }

    /// Returns the row with this number, from 1; `None` if it is deleted or there is none.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read or is damaged.
    pub fn row(&mut self, number: u64) -> Result<Option<&[u8]>> {
        if number == 0 || number > self.stored() {
            return Ok(None);
        }
        let path = self.description.path();
        let metadata = self.description.metadata();
        let Some(stored) = self.rows.row(number - 1, metadata, &mut self.unpacked)? else {
            return Ok(None);
        };
        let Some(converter) = &mut self.converter else {
            return match &self.laid_out {
                // A row of no bytes gets some.
                Some(schema) => {
                    self.row.resize(schema.row_length() as usize, 0);
                    Ok(Some(&self.row))
                }
                None => Ok(Some(stored)),
            };
        };
        let block = converter.convert(Block::of_row(stored), number - 1, &mut self.converted);
        let block = block.map_err(|error| Error::format(path, error))?;
        Ok(block.row(0))
    }

    /// Takes note that the row with this number will be read soon. It is a hint, for rows that are not compressed.
    #[inline]
    pub fn expect(&self, number: u64) {
        if let RowSearch::Placed(positions) = &self.rows.found
            && (1..=self.stored()).contains(&number)
        {
            let at = positions.row_at(number - 1);
            self.rows.pool.expect(at, self.rows.row_length);
        }
    }

    /// Returns how many values were cut in the conversion to UTF-8.
    pub fn lost(&self) -> ValueLosses {
        let converter = self.converter.as_ref();
        let lost = converter.map_or_else(ValueLosses::default, |converter| converter.lost().clone());
        ValueLosses {
            absurd: self.description.metadata().absurd.clone(),
            ..lost
        }
    }

    /// Returns what was moved, including the reading of the description.
    pub fn account(&self) -> FileAccount {
        let page_bytes = self.description.metadata().header.page_size;
        let mut account = self.rows.pool.account(Direction::Read, page_bytes.into());
        account.moved += self.described;
        account.notes.extend_from_slice(&self.notes);
        account
    }
}

impl StoredRows {
    /// Returns a row from 0; `None` if it is deleted. Compressed rows are in `buffer`.
    fn row<'r>(&'r mut self, row: u64, metadata: &Metadata, buffer: &'r mut Vec<u8>) -> Result<Option<&'r [u8]>> {
        match &self.found {
            RowSearch::Nothing => Ok(Some(&[])),
            RowSearch::Placed(positions) => {
                if self.has_deleted && is_deleted(&mut self.pool, positions, row)? {
                    return Ok(None);
                }
                let at = positions.row_at(row);
                self.pool.read(at, self.row_length).map(Some)
            }
            &RowSearch::Listed(ref directory, is_own) => {
                let pages = PackedPages {
                    metadata,
                    directory,
                    is_own,
                };
                pages.row(&mut self.pool, row, buffer)
            }
        }
    }
}

impl RowSearch {
    /// Returns how the rows of a file are found. Without a directory of its pages, a compressed file is
    /// read once, unless its pages were read before.
    fn new(description: &Description, pool: &mut Pool) -> Result<Self> {
        let metadata = description.metadata();
        let refused = |reason| {
            Err(Error::NotByNumber {
                path: description.path().into(),
                reason,
            })
        };
        if metadata.rows_stored == 0 || metadata.schema.row_length() == 0 {
            return Ok(Self::Nothing);
        }
        if metadata.compression == Compression::None {
            return match RowPositions::new(metadata) {
                Some(positions) => Ok(Self::Placed(positions)),
                None => refused("its observations have no numbers by which they could be found"),
            };
        }
        if let Some(directory) = description.directory() {
            return Ok(Self::Listed(Arc::clone(directory), true));
        }
        if let Some(directory) = description.learned() {
            return Ok(Self::Listed(Arc::clone(directory), false));
        }
        let directory = Arc::new(list_pages(pool, metadata)?);
        description.learn(Arc::clone(&directory));
        Ok(Self::Listed(directory, false))
    }
}

/// Checks that the rows of a file may be read by their numbers, if it is compressed.
pub(crate) fn check_by_number(path: &Path, metadata: &Metadata) -> Result<()> {
    match metadata.compression == Compression::None || metadata.is_addressable {
        true => Ok(()),
        false => Err(Error::NotByNumber {
            path: path.into(),
            reason: "it is compressed and was made with POINTOBS=NO",
        }),
    }
}

/// Lists the pages of a compressed file by reading them.
pub(crate) fn list_pages(pool: &mut Pool, metadata: &Metadata) -> Result<Directory> {
    list_pages_with(pool, metadata, |_, _, _| Ok(()))
}

/// The same, and calls `listed` with the number and the bytes of each page and the number of rows before it.
pub(crate) fn list_pages_with(
    pool: &mut Pool,
    metadata: &Metadata,
    mut listed: impl FnMut(u64, &[u8], u64) -> std::result::Result<(), FormatError>,
) -> Result<Directory> {
    let header = &metadata.header;
    let page_bytes = u64::from(header.page_size);
    let mut directory = Directory::new(header.page_size, metadata.first_page_with_rows);
    while directory.rows() < metadata.rows_stored && directory.pages().end < header.page_count {
        let (page, before) = (directory.pages().end, directory.rows());
        let at = u64::from(header.header_length) + page * page_bytes;
        let bytes = pool.read(at, page_bytes as usize)?;
        let done = metadata.list_page(&mut directory, bytes);
        let done = done.and_then(|()| listed(page, bytes, before));
        done.map_err(|error| Error::format(pool.file().path(), error))?;
    }
    Ok(directory)
}

/// Returns whether a row, from 0, is deleted.
pub(crate) fn is_deleted(pool: &mut Pool, positions: &RowPositions, row: u64) -> Result<bool> {
    let page = positions.placement().page_of(row);
    let head = pool.read(positions.page_at(page), positions.head_length())?;
    let Some(head) = positions.page_head(head).filter(PageHead::has_deleted) else {
        return Ok(false);
    };
    let rows = positions.placement().rows_on(page);
    let Some(found) = positions.deleted_bit(row, rows, head.gap) else {
        let reason = "its map of deleted rows lies outside it";
        return Err(Error::format(pool.file().path(), FormatError::page(page, reason)));
    };
    Ok(pool.read(found.at, 1)?[0] & found.bit != 0)
}

//! Changes observations of a data set in its file.
//!
//! What is changed goes to a journal first, and to the file when all of it is known: a step that fails leaves the data
//! set as it was. If the data set must outlive the session, a mark in its header names the journal while the changes
//! are made. If that is interrupted, the mark stays, the data set is not read, and a repair makes the changes from the
//! journal.

mod journal_file;
mod repair;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Instant;

use feedrate_pageio::Direction;

pub(crate) use journal_file::JournalFile;
pub use repair::Repair;
pub(crate) use repair::{check_not_interrupted, repair};

use crate::error::{Error, Result};
use crate::format::{AddedRow, Header, InPlace, Marks, Metadata, NotExtended, PageHead};
use crate::index::changes::IndexChanges;
use crate::index::head::DataSetState;
use crate::index::{Index, IndexKeys, Position};
use crate::library::claim::AppendClaim;
use crate::name::DataSetName;
use crate::pages::{AloneInFile, Amount, FileAccount, Pool, Wait};
use crate::random;
use crate::reader::Description;
use crate::schema::Schema;
use crate::settings::Settings;
use crate::writer::not_written;

/// Changes observations of a data set in place. It is unchanged until this is [committed](Self::commit), and stays so
/// if this is dropped.
#[derive(Debug)]
pub struct Updater {
    name: DataSetName,
    path: PathBuf,
    metadata: Metadata,
    pool: Pool,
    in_place: InPlace,
    /// The indexes, if there are some.
    indexes: Option<IndexChanges>,
    /// A row that may have been changed and is not in the pool yet, and what it was.
    row: Vec<u8>,
    row_before: Vec<u8>,
    pending: Option<Pending>,
    changes: Changes,
    durable: bool,
    /// When this began, in seconds since 1960.
    started: f64,
    began: Instant,
    described: Amount,
    notes: Vec<String>,
    journal: JournalFile,
    _alone: AloneInFile,
    /// Keeps other processes from changing it. Dropped last.
    claim: AppendClaim,
}

/// What becomes of the row that may have been changed.
#[derive(Clone, Copy, Debug)]
enum Pending {
    /// It replaces the row with this number, from 0.
    Replace(u64),
    /// It is added.
    Add,
}

/// How many observations were changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Changed after [`Updater::row_mut`], each time counted.
    pub rewritten: u64,
    /// Added by [`Updater::next_row`].
    pub added: u64,
    /// Deleted by [`Updater::delete`].
    pub deleted: u64,
}

impl Updater {
    /// Examines a data set that was claimed, without changing its file. `now` is the time in seconds since 1960, by the
    /// local clock. If `durable`, the changes have reached the device when they are committed.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or written, is read by another process, or does not accept changes in place.
    pub(crate) fn begin(
        claim: AppendClaim,
        name: &DataSetName,
        settings: &Settings,
        wait: Wait<'_>,
        now: f64,
        durable: bool,
    ) -> Result<Self> {
        let path = claim.path().to_owned();
        let began = Instant::now();
        let journal = JournalFile::create(&path)?;
        // The plan is made for the sizes of the file, which do not change while it is claimed.
        let changed = || Error::Changed { path: path.clone() };
        let before = Description::read(&path, settings, wait)?.metadata().clone();
        let plan = random::plan_of_changes(&before, settings);
        let mut pool = Pool::open_to_change(&path, journal.page_file()?, plan)?;
        let alone = AloneInFile::new(pool.file().as_file(), &path, wait)?;
        let description = Description::read(&path, settings, wait)?;
        let metadata = description.metadata().clone();
        let is_same = pool.identity()?.is_same_file(description.identity());
        if !is_same || metadata.header.page_size != before.header.page_size {
            return Err(changed());
        }
        let in_place = in_place(&mut pool, &metadata)?;
        let in_place = in_place.map_err(|reason| Error::NotInPlace {
            name: name.clone(),
            reason,
        })?;
        if durable && metadata.header.marks.is_none() {
            return Err(Error::NotInPlace {
                name: name.clone(),
                reason: NotExtended::Layout,
            });
        }
        let mut notes = settings.notes.clone();
        notes.extend(settings.direct.then(|| random::SGIO_IGNORED.to_owned()));
        let row = vec![0; metadata.schema.row_length() as usize];
        Ok(Self {
            name: name.clone(),
            indexes: IndexChanges::open(&path, &metadata, settings)?,
            row_before: row.clone(),
            row,
            path,
            metadata,
            pool,
            in_place,
            pending: None,
            changes: Changes::default(),
            durable,
            started: now,
            began,
            described: description.account().moved,
            notes,
            journal,
            _alone: alone,
            claim,
        })
    }

    /// Returns the variables and their offsets in a row.
    pub fn schema(&self) -> &Schema {
        &self.metadata.schema
    }

    /// Returns the number of rows, including deleted and added ones: the greatest number of a row.
    pub fn stored(&self) -> u64 {
        self.in_place.stored()
    }

    /// Returns the number of rows, without deleted ones.
    pub fn rows(&self) -> u64 {
        self.in_place.stored() - self.in_place.deleted()
    }

    /// Returns the number of rows that there were at the beginning, including deleted ones.
    pub fn stored_before(&self) -> u64 {
        self.metadata.rows_stored
    }

    /// Returns the number of observations that were changed so far.
    pub fn changes(&self) -> Changes {
        self.changes
    }

    /// Returns the indexes.
    pub fn indexes(&self) -> impl Iterator<Item = &Index> {
        self.indexes.iter().flat_map(IndexChanges::iter)
    }

    /// Returns the position of an index of this name, in either case.
    pub fn position_of(&self, index: &str) -> Option<Position> {
        self.indexes.as_ref()?.position_of(index)
    }

    /// Returns the keys of the index of a position; `None` if there are no indexes.
    pub fn keys(&self, position: &Position) -> Option<&IndexKeys> {
        Some(self.indexes.as_ref()?.keys(position))
    }

    /// Returns the number of the first observation with a key whose number is greater than `after`, with all changes so
    /// far.
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged, or if an earlier change cannot be kept.
    pub fn next_with_key(
        &mut self,
        position: &mut Position,
        key: &[u8],
        after: u64,
    ) -> Result<Option<u64>> {
        self.keep()?;
        match &mut self.indexes {
            Some(indexes) => indexes.next_with_key(position, key, after),
            None => Ok(None),
        }
    }

    /// Returns the row with this number, from 1, with its changes so far; `None` if it is deleted or there is none.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read.
    pub fn row(&mut self, number: u64) -> Result<Option<&[u8]>> {
        self.keep()?;
        let Some(row) = self.row_of(number)? else {
            return Ok(None);
        };
        let at = self.in_place.positions().row_at(row);
        self.pool.read(at, self.row.len()).map(Some)
    }

    /// Returns the row with this number, from 1, to change it; `None` if it is deleted or there is none.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, or if an earlier change cannot be kept.
    pub fn row_mut(&mut self, number: u64) -> Result<Option<&mut [u8]>> {
        self.keep()?;
        let Some(row) = self.row_of(number)? else {
            return Ok(None);
        };
        let at = self.in_place.positions().row_at(row);
        let bytes = self.pool.read(at, self.row.len())?;
        self.row.copy_from_slice(bytes);
        self.row_before.copy_from_slice(bytes);
        self.pending = Some(Pending::Replace(row));
        Ok(Some(&mut self.row))
    }

    /// Deletes the row with this number, from 1. Returns `false` if it is deleted or there is none.
    ///
    /// # Errors
    ///
    /// Fails if its page cannot be read, or if an earlier change cannot be kept.
    pub fn delete(&mut self, number: u64) -> Result<bool> {
        self.keep()?;
        let Some(row) = self.row_of(number)? else {
            return Ok(false);
        };
        if let Some(indexes) = &mut self.indexes {
            let at = self.in_place.positions().row_at(row);
            let bytes = self.pool.read(at, self.row.len())?;
            indexes.change(&self.name, number, Some(bytes), None)?;
        }
        let page = self.in_place.positions().placement().page_of(row);
        let head = self.page_head(page)?.with_deleted();
        self.put_page_head(page, head)?;
        let positions = self.in_place.positions();
        let rows = positions.placement().rows_on(page);
        let bit = positions.deleted_bit(row, rows, head.gap);
        let bit = bit.ok_or_else(|| self.layout())?;
        let map = self.pool.read(bit.at, 1)?[0];
        self.pool.write(bit.at, &[map | bit.bit])?;
        self.in_place.delete();
        self.changes.deleted += 1;
        Ok(true)
    }

    /// Returns the bytes of a new row, which are zeros: every variable must be set. It is added behind the last one when
    /// it is [kept](Self::keep).
    ///
    /// # Errors
    ///
    /// Fails if an earlier change cannot be kept.
    pub fn next_row(&mut self) -> Result<&mut [u8]> {
        self.keep()?;
        self.row.fill(0);
        self.pending = Some(Pending::Add);
        Ok(&mut self.row)
    }

    /// Keeps the row that [`row_mut`](Self::row_mut) or [`next_row`](Self::next_row) has returned last. All other methods
    /// do so first; this one is for learning at once whether the row is accepted.
    ///
    /// # Errors
    ///
    /// [`Error::DuplicateKey`] if an index is unique and another row has the key; the row is as it was then, or not
    /// added. Fails also if the file does not accept more rows, or if the change cannot be kept.
    pub fn keep(&mut self) -> Result<()> {
        match self.pending.take() {
            Some(Pending::Replace(row)) => {
                if let Some(indexes) = &mut self.indexes {
                    let before = Some(&*self.row_before);
                    indexes.change(&self.name, row + 1, before, Some(&self.row))?;
                }
                let at = self.in_place.positions().row_at(row);
                self.pool.write(at, &self.row)?;
                self.changes.rewritten += 1;
            }
            Some(Pending::Add) => self.add()?,
            None => {}
        }
        Ok(())
    }

    /// Adds the row behind the last one.
    fn add(&mut self) -> Result<()> {
        if let Some(indexes) = &mut self.indexes {
            let number = self.in_place.stored() + 1;
            indexes.change(&self.name, number, None, Some(&self.row))?;
        }
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
            let page_size = self.metadata.header.page_size as usize;
            let bytes = self.in_place.new_page(page, page_size);
            let at = self.in_place.positions().page_at(page);
            self.pool.write(at, &bytes)?;
        }
        let head = self.page_head(page)?;
        self.put_page_head(page, head)?;
        let at = self.in_place.positions().row_at(row);
        self.pool.write(at, &self.row)?;
        self.changes.added += 1;
        Ok(())
    }

    /// Returns the index of a row that is there.
    fn row_of(&mut self, number: u64) -> Result<Option<u64>> {
        if number == 0 || number > self.in_place.stored() {
            return Ok(None);
        }
        let row = number - 1;
        let is_deleted = self.in_place.deleted() > 0
            && random::is_deleted(&mut self.pool, self.in_place.positions(), row)?;
        Ok((!is_deleted).then_some(row))
    }

    fn page_head(&mut self, page: u64) -> Result<PageHead> {
        let positions = self.in_place.positions();
        let bytes = self
            .pool
            .read(positions.page_at(page), positions.head_length())?;
        let head = positions.page_head(bytes);
        let head = head.and_then(|head| self.in_place.head_of(page, head));
        head.ok_or_else(|| self.layout())
    }

    fn put_page_head(&mut self, page: u64, head: PageHead) -> Result<()> {
        let (at, bytes) = head.encode();
        self.pool
            .write(self.in_place.positions().page_at(page) + at, &bytes)
    }

    fn layout(&self) -> Error {
        Error::NotInPlace {
            name: self.name.clone(),
            reason: NotExtended::Layout,
        }
    }

    /// Makes the changes. The account includes the reading of the description and the journal.
    ///
    /// # Errors
    ///
    /// Fails if the journal or the file cannot be written. The data set is unchanged then, unless the changes were
    /// being made: if it is in WORK, it is damaged, and otherwise it must be repaired.
    pub fn commit(mut self) -> Result<FileAccount> {
        self.keep()
            .and_then(|()| self.make_changes())
            .map_err(|error| not_written(&self.name, error))
    }

    fn make_changes(&mut self) -> Result<FileAccount> {
        let began = Instant::now();
        let is_changed = self.pool.is_changed();
        if is_changed {
            let modified = self.started + self.began.elapsed().as_secs_f64();
            for (at, bytes) in self.in_place.counts(modified) {
                self.pool.write(at, &bytes)?;
            }
            let header = &self.metadata.header;
            let end = u64::from(header.header_length)
                + self.in_place.pages() * u64::from(header.page_size);
            self.pool.reserve(end)?;
            let index_end = match &mut self.indexes {
                Some(indexes) => {
                    indexes.set_state(DataSetState {
                        stored: self.in_place.stored(),
                        deleted: self.in_place.deleted(),
                        modified: modified.to_bits(),
                    })?;
                    let end = indexes.pages.end();
                    indexes.pages.pool.reserve(end)?;
                    end
                }
                None => 0,
            };
            match (self.durable, header.marks) {
                (true, Some(marks)) => self.make_durable(marks, end, index_end)?,
                _ => self.apply(end, index_end)?,
            }
            self.claim.renew();
        }
        let page_bytes = u64::from(self.metadata.header.page_size);
        let mut account = self.pool.account(Direction::Write, page_bytes);
        account.moved += self.described;
        if let Some(indexes) = &self.indexes {
            account.moved += indexes.account().moved;
            account.waited += indexes.account().waited;
        }
        account.notes.append(&mut self.notes);
        account.flush = (self.durable && is_changed).then(|| began.elapsed());
        Ok(account)
    }

    /// Makes the changes so that they are made as a whole, whenever the process or the machine fails.
    fn make_durable(&mut self, marks: Marks, end: u64, index_end: u64) -> Result<()> {
        let id = self.journal.id();
        let with_update = Marks {
            update: Some(id),
            index_update: self.indexes.as_ref().map(|indexes| indexes.journal.id()),
            ..marks
        };
        let (at, bytes) = with_update.encode();
        self.pool.write(at, &bytes)?;
        self.pool.complete_journal(id.get(), end, true)?;
        if let Some(indexes) = &mut self.indexes {
            let id = indexes.journal.id().get();
            indexes.pages.pool.complete_journal(id, index_end, true)?;
        }
        // From here on they are not removed as abandoned.
        self.journal.keep()?;
        if let Some(indexes) = &mut self.indexes {
            indexes.journal.keep()?;
        }
        self.pool.write_at_once(at, &bytes)?;
        self.pool.flush()?;
        self.apply(end, index_end)?;
        self.flush()?;
        let (at, bytes) = marks.encode();
        self.pool.write_at_once(at, &bytes)?;
        self.pool.flush()?;
        self.journal.remove();
        if let Some(indexes) = &self.indexes {
            indexes.journal.remove();
        }
        Ok(())
    }

    /// Makes the changes in the files.
    fn apply(&mut self, end: u64, index_end: u64) -> Result<()> {
        if let Some(indexes) = &mut self.indexes {
            indexes.pages.pool.apply(index_end)?;
        }
        self.pool.apply(end)
    }

    /// Waits until the changes of the files have reached the device.
    fn flush(&self) -> Result<()> {
        if let Some(indexes) = &self.indexes {
            indexes.pages.pool.flush()?;
        }
        self.pool.flush()
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns how the rows of a file are changed, or why they cannot be.
fn in_place(
    pool: &mut Pool,
    metadata: &Metadata,
) -> Result<std::result::Result<InPlace, NotExtended>> {
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

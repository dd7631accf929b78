//! A data set that is read, with its next observation.
//!
//! The next observation is always known one ahead, because END=, LAST. and the order of several sources require it. It
//! stays in its page until it is taken.

use feedrate_dataset::format::ValueLosses;
use feedrate_dataset::key::KeyReader;
use feedrate_dataset::{FileAccount, Libraries, Location, Reader, Selection};
use feedrate_program::{By, Slot, Source};

use super::filter::RowFilter;
use super::key::KeyLayout;
use super::overlay::Overlay;
use crate::access::{Choice, IndexedRows};
use crate::evaluation::core::Core;
use crate::fault::{Disorder, Fault, StepResult};
use crate::outcome::OtherUse;
use crate::vector::clear::Clear;
use crate::vector::load::Loader;
use crate::vector::values::Values;

/// A source of a SET or MERGE statement.
pub struct Cursor<'s> {
    pub(crate) source: &'s Source,
    location: Location,
    /// The variables in whose order an index may return the observations.
    by: &'s [By],
    /// The rows that an index has found, once the first observation was requested.
    chosen: Option<IndexedRows>,
    has_begun: bool,
    reader: Reader,
    loader: Loader,
    filter: Option<RowFilter<'s>>,
    key_reader: KeyReader,
    /// The BY values of the next observation.
    key: Vec<u8>,
    /// Those of the one before it.
    key_before: Vec<u8>,
    /// True if the observations must be sorted by the BY values.
    is_sorted: bool,
    /// True if its memory is freed after the last observation.
    is_read_once: bool,
    /// True if there is a next observation.
    is_there: bool,
    /// The number of observations that satisfied the filter.
    passed: u64,
    /// The number of observations that were taken.
    pub(crate) taken: u64,
    /// The number of the last taken one in the data set, from 1.
    pub(crate) number: u64,
}

impl<'s> Cursor<'s> {
    /// Opens the data set. There is no next observation until the first [`advance`](Self::advance), which checks the
    /// order of the BY values if `is_sorted`. Unless the data set has this order, an index of `by` may give it.
    /// Variables that are not loaded have no meaning in its rows.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be opened or has other variables than the step expects.
    pub fn open(
        source: &'s Source,
        keys: &KeyLayout,
        by: &'s [By],
        is_sorted: bool,
        libraries: &mut Libraries,
    ) -> StepResult<Self> {
        let name = &source.data_set;
        let location = libraries.locate(name, &source.settings)?;
        let mut reader = location.open()?;
        let conditions = source.filter.iter().flat_map(|filter| &filter.loads);
        let loads = source.loads.iter().chain(conditions);
        let wanted = reader.schema().selection(loads.map(|load| load.column as usize));
        reader.select_variables(&wanted);
        let changed = || Fault::changed(name);
        let loader = Loader::new(&source.loads, reader.schema()).ok_or_else(changed)?;
        let key_reader = keys.reader(source, reader.schema()).ok_or_else(changed)?;
        let filter = source.filter.as_ref();
        let filter = filter.map(|filter| RowFilter::new(filter, reader.schema()).ok_or_else(changed));
        let filter = filter.transpose()?;
        if filter.is_none() {
            reader.set_window(source.first, source.last)?;
        }
        Ok(Self {
            source,
            location: location.as_another_source(),
            by: if is_sorted { by } else { &[] },
            chosen: None,
            has_begun: false,
            reader,
            loader,
            filter,
            key_reader,
            key: vec![0; keys.length()],
            key_before: vec![0; keys.length()],
            is_sorted,
            is_read_once: false,
            is_there: false,
            passed: 0,
            taken: 0,
            number: 0,
        })
    }

    /// Frees the memory of the data set after its last observation: a step can read any number of data sets one after
    /// the other.
    pub fn read_once(&mut self) {
        self.is_read_once = true;
    }

    /// Advances to the following observation.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be read, if the filter fails, or if the observation is out of order.
    pub fn advance(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.begin(core)?;
        }
        let had_one = std::mem::replace(&mut self.is_there, false);
        if !self.find_next(core)? {
            if self.is_read_once {
                self.reader.release();
            }
            return Ok(());
        }
        self.is_there = true;
        if !self.key.is_empty() {
            std::mem::swap(&mut self.key, &mut self.key_before);
            self.key_reader.read(self.reader.row(), &mut self.key);
            if had_one && self.is_sorted && self.key < self.key_before {
                let mut next = core.values.clone();
                self.loader.load(self.reader.row(), &mut next);
                let by = self.by.iter().map(|by| (by.slot, by.descending)).collect();
                let data_set = self.source.data_set.to_string();
                return Err(Box::new(Fault::Unsorted(Box::new(Disorder { data_set, by, next }))));
            }
        }
        Ok(())
    }

    /// Chooses between the order of the file and an index.
    fn begin(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        if self.filter.is_none() && self.by.is_empty() {
            return Ok(());
        }
        let choice = Choice::of(self.source, &[], self.by, &self.location, &self.reader)?;
        choice.log(core);
        if let Some(chosen) = &choice.chosen {
            chosen.select(&self.location, &mut self.reader)?;
        }
        self.chosen = choice.chosen;
        Ok(())
    }

    /// Advances to the next row that satisfies the filter and is within FIRSTOBS= and OBS=, which count the rows that
    /// satisfy it.
    #[inline]
    fn find_next(&mut self, core: &mut Core<'s, '_>) -> StepResult<bool> {
        let Some(filter) = &mut self.filter else {
            return Ok(self.reader.next_row()?.is_some());
        };
        if self.source.last.is_some_and(|last| self.passed >= last) {
            return Ok(false);
        }
        while filter.find_next(&mut self.reader, core)? {
            self.passed += 1;
            if self.passed >= self.source.first {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the reader of the data set.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Returns the reader, to read block by block where nothing is filtered.
    pub fn reader_mut(&mut self) -> &mut Reader {
        &mut self.reader
    }

    /// Returns the reader, to read rows of it again.
    pub fn into_reader(self) -> Reader {
        self.reader
    }

    /// Returns the next observation as a row of the data set.
    #[inline]
    pub fn row(&self) -> &[u8] {
        self.reader.row()
    }

    /// Returns whether there is a next observation.
    #[inline]
    pub fn is_there(&self) -> bool {
        self.is_there
    }

    /// Returns the BY values of the next observation.
    #[inline]
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// Copies the next observation into the vector.
    #[inline]
    pub fn take(&mut self, values: &mut Values) {
        self.loader.load(self.reader.row(), values);
        self.taken += 1;
        self.number = self.reader.row_number();
    }

    /// Copies the next observation into the vector as a transaction.
    pub fn take_over(&mut self, overlay: &Overlay, values: &mut Values) {
        overlay.apply(self.reader.row(), values);
        self.taken += 1;
        self.number = self.reader.row_number();
    }

    /// Returns the loader of its rows if nothing but their order in the file determines which is next.
    #[inline]
    pub fn plain(&self) -> Option<&Loader> {
        (self.filter.is_none() && self.key.is_empty()).then_some(&self.loader)
    }

    /// Returns the length of a row in bytes.
    #[inline]
    pub fn row_bytes(&self) -> usize {
        self.reader.schema().row_length() as usize
    }

    /// Returns the next observation and those that follow it in its page.
    #[inline]
    pub fn ready(&self) -> &[u8] {
        match self.is_there {
            true => self.reader.rows_at_hand(),
            false => &[],
        }
    }

    /// Records that observations were taken, each of which had a next one in the same page.
    #[inline]
    pub fn took(&mut self, observations: usize) {
        self.reader.pass(observations);
        self.taken += observations as u64;
    }

    /// Returns the slots of its variables.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<'s> {
        let source: &'s Source = self.source;
        source.loads.iter().map(|load| load.slot)
    }

    /// Returns the set of its variables, to set them to missing.
    pub fn clear(&self) -> Clear {
        Clear::new(self.slots())
    }

    /// Returns the number of observations in the data set.
    pub fn observations(&self) -> u64 {
        self.reader.rows()
    }

    /// Returns how many values were cut in the conversion to UTF-8.
    pub fn lost(&self) -> ValueLosses {
        self.reader.lost()
    }

    /// Returns whether the condition on its rows was compiled.
    pub fn is_condition_compiled(&self) -> bool {
        self.filter.as_ref().is_some_and(RowFilter::is_compiled)
    }

    /// Returns what was moved of the index that was used.
    pub fn index_use(&self) -> Option<OtherUse> {
        let mut index_use = self.chosen.as_ref()?.index_use(&self.location);
        if let Some(Selection::InOrder(scan)) = self.reader.selection() {
            index_use.account.moved += scan.account().moved;
        }
        Some(index_use)
    }

    /// Returns what was moved.
    pub fn account(&self) -> FileAccount {
        self.reader.account()
    }
}

//! One data set that is read, and the observation of it that comes next.
//!
//! What comes next is always known one observation ahead: END=, LAST. and the order of several sources
//! need that. It stays in its page until it is taken.

use feedrate_dataset::format::Lost;
use feedrate_dataset::{FileAccount, Libraries, Reader};

use super::clear::Clear;
use super::filter::Filtered;
use super::key::{KeyLayout, KeyReader};
use super::load::Loader;
use crate::data::core::Core;
use crate::data::fault::{Fault, Faulted};
use crate::data::values::Values;
use crate::ir::{Slot, Source};

/// A source of a SET or MERGE statement.
pub struct Cursor<'s> {
    pub(super) source: &'s Source,
    reader: Reader,
    loader: Loader,
    filter: Option<Filtered<'s>>,
    key_reader: KeyReader,
    /// The BY values of the observation that comes next.
    key: Vec<u8>,
    /// Those of the one before it.
    key_before: Vec<u8>,
    /// Whether the BY values must not go backwards.
    is_sorted: bool,
    /// Whether there is a next observation.
    is_there: bool,
    /// Observations that the filter let through.
    passed: u64,
    /// Observations that were taken.
    pub(super) taken: u64,
    /// The number that the last of them has in the data set, from 1.
    pub(super) number: u64,
}

impl<'s> Cursor<'s> {
    /// Opens the data set. Nothing is next until the first [`advance`](Self::advance), which makes sure of
    /// the order of the BY values if it `is_sorted`.
    pub fn open(
        source: &'s Source,
        keys: &KeyLayout,
        is_sorted: bool,
        libraries: &mut Libraries,
    ) -> Faulted<Self> {
        let name = &source.data_set;
        let mut reader = libraries.open(name, &source.settings)?;
        let changed = || Box::new(Fault::Changed(name.to_string()));
        let loader = Loader::new(&source.loads, reader.schema()).ok_or_else(changed)?;
        let key_reader = keys.reader(source, reader.schema()).ok_or_else(changed)?;
        let filter = match &source.filter {
            Some(filter) => Some(Filtered::new(filter, reader.schema()).ok_or_else(changed)?),
            None => None,
        };
        if filter.is_none() {
            reader.set_window(source.first, source.last)?;
        }
        Ok(Self {
            source,
            reader,
            loader,
            filter,
            key_reader,
            key: vec![0; keys.length()],
            key_before: vec![0; keys.length()],
            is_sorted,
            is_there: false,
            passed: 0,
            taken: 0,
            number: 0,
        })
    }

    /// Goes on to the observation after the next one. An error when BY values go
    /// backwards and must not.
    pub fn advance(&mut self, core: &mut Core<'s, '_>) -> Faulted<()> {
        let had_one = std::mem::replace(&mut self.is_there, false);
        if !self.find_next(core)? {
            return Ok(());
        }
        self.is_there = true;
        if !self.key.is_empty() {
            std::mem::swap(&mut self.key, &mut self.key_before);
            self.key_reader.read(self.reader.row(), &mut self.key);
            if had_one && self.is_sorted && self.key < self.key_before {
                let name = &self.source.data_set;
                return Err(Box::new(Fault::Unsorted(name.to_string())));
            }
        }
        Ok(())
    }

    /// Goes to the next row that the filter lets through and that FIRSTOBS= and OBS= want, which count
    /// what the filter lets through.
    fn find_next(&mut self, core: &mut Core<'s, '_>) -> Faulted<bool> {
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

    /// The data set.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The data set, to read it block by block where nothing is filtered.
    pub fn reader_mut(&mut self) -> &mut Reader {
        &mut self.reader
    }

    /// The data set, for who reads rows of it once more.
    pub fn into_reader(self) -> Reader {
        self.reader
    }

    /// The next observation as it lies in the data set.
    pub fn row(&self) -> &[u8] {
        self.reader.row()
    }

    /// Whether there is a next observation.
    #[inline]
    pub fn is_there(&self) -> bool {
        self.is_there
    }

    /// The BY values of the next observation.
    #[inline]
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// Puts the next observation into the vector.
    #[inline]
    pub fn take(&mut self, values: &mut Values) {
        self.loader.load(self.reader.row(), values);
        self.taken += 1;
        self.number = self.reader.row_number();
    }

    /// How its rows get into the vector, where nothing but their order in the file decides which is next.
    pub fn plain(&self) -> Option<&Loader> {
        (self.filter.is_none() && self.key.is_empty()).then_some(&self.loader)
    }

    /// The length of a row in bytes.
    pub fn row_bytes(&self) -> usize {
        self.reader.schema().row_length() as usize
    }

    /// The next observation and those after it that lie ready in its page.
    pub fn ready(&self) -> &[u8] {
        match self.is_there {
            true => self.reader.rows_at_hand(),
            false => &[],
        }
    }

    /// As many observations were taken, each with the one after it lying ready.
    pub fn took(&mut self, observations: usize) {
        self.reader.pass(observations);
        self.taken += observations as u64;
    }

    /// Where its variables lie.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<'s> {
        let source: &'s Source = self.source;
        source.loads.iter().map(|load| load.slot)
    }

    /// What makes all its variables missing.
    pub fn clear(&self) -> Clear {
        Clear::new(self.slots())
    }

    /// How many observations the data set has.
    pub fn observations(&self) -> u64 {
        self.reader.rows()
    }

    /// Values that were cut when their text was turned into UTF-8.
    pub fn lost(&self) -> Lost {
        self.reader.lost()
    }

    /// Whether the condition on its rows was compiled.
    pub fn is_condition_compiled(&self) -> bool {
        self.filter.as_ref().is_some_and(Filtered::is_compiled)
    }

    /// What was moved.
    pub fn account(&self) -> FileAccount {
        self.reader.account()
    }
}

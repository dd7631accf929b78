//! KEY=: looks observations up in an index by the values of the vector.

use std::collections::VecDeque;

use feedrate_dataset::Libraries;
use feedrate_dataset::index::{FoundEarly, Indexes, Position};
use feedrate_program::{KeyLookup, Source, Vector};
use feedrate_values::ReturnCode;

use super::ahead::KeysAhead;
use super::cursor::Cursor;
use super::modified::UpdatedDataSet;
use super::random::RandomCursor;
use super::search_key::SearchKey;
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::outcome::OtherUse;
use crate::vector::load::Loader;

/// The data set of a SET with KEY=.
pub(crate) struct KeyedRead<'s> {
    lookup: &'s KeyLookup,
    pub(crate) cursor: RandomCursor<'s>,
    indexes: Indexes,
    position: Position,
    search_key: SearchKey,
    /// Keys that are looked up before they are asked for, from the data sets that may have them. The first one is used,
    /// and goes if it turns out not to have them.
    ahead: VecDeque<KeysAhead>,
    /// True if the position is at the observation that was found last; false if that was found ahead.
    is_at_last: bool,
}

impl<'s> KeyedRead<'s> {
    /// Opens the data set and its index.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be read at random, has no such index, or lacks variables.
    pub(crate) fn open(
        source: &'s Source,
        lookup: &'s KeyLookup,
        libraries: &Libraries,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Self> {
        let name = &source.data_set;
        let reader = libraries.open_indexed(name, &source.settings)?;
        let indexes = libraries.open_indexes(name, &source.settings)?;
        let found = indexes.and_then(|indexes| {
            let position = indexes.position_of(&lookup.index)?;
            Some((indexes, position))
        });
        let (indexes, position) = found.ok_or_else(|| no_index(source, lookup))?;
        let schema = reader.schema();
        core.take_rows(&name.to_string(), schema.row_length())?;
        core.values.set_number(lookup.return_code, 0.0);
        let changed = || Fault::changed(name);
        let loader = Loader::new(&source.loads, schema).ok_or_else(changed)?;
        let keys = indexes.keys(&position).clone();
        let index = indexes.definition(&position);
        let search_key = SearchKey::new(lookup, index, keys, &source.loads, schema);
        Ok(Self {
            lookup,
            search_key: search_key.ok_or_else(|| left_out(source, lookup))?,
            cursor: RandomCursor::new(source, reader, loader),
            indexes,
            position,
            ahead: VecDeque::new(),
            is_at_last: false,
        })
    }

    /// Takes note that a cursor of another SET statement of the step, of this number, may set the key.
    pub(crate) fn feed(&mut self, feed: (usize, &Cursor<'_>), vector: &Vector) {
        let slots = self.search_key.slots.iter().copied();
        self.ahead.extend(KeysAhead::new(feed, slots, vector));
    }

    /// Returns the SET statement whose next observations [`look_ahead`](Self::look_ahead) needs before the next
    /// [`read`](Self::read), if any.
    #[inline]
    pub(crate) fn feed_due(&self) -> Option<usize> {
        self.ahead.front()?.due()
    }

    /// Looks up the key of the vector, and those of the rows that come next in it.
    pub(crate) fn look_ahead(&mut self, rows: &[u8], core: &Core<'s, '_>) {
        if let Some(ahead) = self.ahead.front_mut() {
            let index = (&mut self.indexes, &mut self.position);
            let now = (&core.values, rows);
            if !ahead.look(now, &mut self.search_key, index, &self.cursor) {
                self.ahead.pop_front();
            }
        }
    }

    /// Returns the number of the first observation with the key.
    fn first(&mut self) -> StepResult<Option<u64>> {
        let key = &self.search_key.key;
        let ahead = self.ahead.front_mut().map(|ahead| ahead.take(key));
        self.is_at_last = false;
        match ahead.unwrap_or(FoundEarly::Unknown) {
            FoundEarly::Row(number) => Ok(Some(number)),
            FoundEarly::Nothing => Ok(None),
            FoundEarly::Unknown => {
                self.is_at_last = true;
                Ok(self.indexes.first_with_key(&mut self.position, key)?)
            }
        }
    }

    /// Returns the number of the observation behind the last one with the same key.
    fn following(&mut self) -> StepResult<Option<u64>> {
        if !self.is_at_last {
            let key = &self.search_key.key;
            self.indexes.first_with_key(&mut self.position, key)?;
            self.is_at_last = true;
        }
        Ok(self.indexes.next_with_key(&mut self.position)?)
    }

    /// Copies the next observation with the key into the vector. If there is none, the vector stays as it is and
    /// `_ERROR_` is set to 1.
    pub(crate) fn read(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        core.check_stop()?;
        let (is_in, goes_on) = self.search_key.take(core);
        let mut found = None;
        if is_in {
            found = match goes_on {
                true => self.following()?,
                false => self.first()?,
            };
        }
        let is_found = match found {
            Some(number) => self.cursor.read(number, core)?,
            None => false,
        };
        self.search_key.goes_on = is_found;
        core.set_flag(self.cursor.source.contributes, is_found);
        let code = match is_found {
            true => ReturnCode::Found,
            false => ReturnCode::NoMatch,
        };
        core.values.set_number(self.lookup.return_code, code.number().into());
        core.raised |= !is_found;
        Ok(())
    }

    /// Returns what was moved of the index.
    pub(crate) fn index_use(&self) -> OtherUse {
        OtherUse {
            name: format!("{}.INDEX", self.cursor.source.data_set),
            account: self.indexes.account(),
        }
    }
}

/// The index of the data set of a MODIFY with KEY=.
pub(crate) struct KeyedModify<'s> {
    source: &'s Source,
    position: Position,
    search_key: SearchKey,
    /// The number of the observation that was found last.
    last: u64,
}

impl<'s> KeyedModify<'s> {
    /// Finds the index.
    ///
    /// # Errors
    ///
    /// Fails if the data set has no such index, or if the step does not read its variables.
    pub(crate) fn open(source: &'s Source, lookup: &'s KeyLookup, modified: &UpdatedDataSet<'s>) -> StepResult<Self> {
        let updater = &modified.updater;
        let position = updater.position_of(&lookup.index);
        let position = position.ok_or_else(|| no_index(source, lookup))?;
        let mut indexes = updater.indexes();
        let index = indexes.find(|index| index.name.eq_ignore_ascii_case(&lookup.index));
        let search_key = index
            .zip(updater.keys(&position))
            .and_then(|(index, keys)| SearchKey::new(lookup, index, keys.clone(), &source.loads, updater.schema()));
        Ok(Self {
            source,
            search_key: search_key.ok_or_else(|| left_out(source, lookup))?,
            position,
            last: 0,
        })
    }

    /// Copies the next observation with the key into the vector, as [`KeyedRead::read`] does.
    pub(crate) fn read(&mut self, modified: &mut UpdatedDataSet<'s>, core: &mut Core<'s, '_>) -> StepResult<()> {
        let (is_in, goes_on) = self.search_key.take(core);
        let after = if goes_on { self.last } else { 0 };
        let mut found = None;
        if is_in {
            let key = &self.search_key.key;
            let updater = &mut modified.updater;
            found = updater.next_with_key(&mut self.position, key, after)?;
        }
        let is_found = match found {
            Some(number) => modified.read(number, core)?,
            None => false,
        };
        if !is_found {
            modified.not_found(ReturnCode::NoMatch, core);
        }
        self.last = found.unwrap_or(0);
        self.search_key.goes_on = is_found;
        core.set_flag(self.source.contributes, is_found);
        Ok(())
    }
}

fn no_index(source: &Source, lookup: &KeyLookup) -> Box<Fault> {
    Box::new(Fault::NoIndex {
        data_set: source.data_set.to_string(),
        index: lookup.index.to_uppercase(),
    })
}

fn left_out(source: &Source, lookup: &KeyLookup) -> Box<Fault> {
    Box::new(Fault::KeyLeftOut {
        data_set: source.data_set.to_string(),
        index: lookup.index.to_uppercase(),
    })
}

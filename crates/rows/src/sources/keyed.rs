//! KEY=: looks observations up in an index by the values of the vector.

use feedrate_dataset::index::{FoundEarly, Index, IndexKeys, Indexes, Position};
use feedrate_dataset::{Libraries, Schema, Variable};
use feedrate_program::{KeyLookup, Load, NumberSlot, Slot, Source, Store, Vector};
use feedrate_values::ReturnCode;

use super::ahead::Ahead;
use super::cursor::Cursor;
use super::modified::UpdatedDataSet;
use super::random::RandomCursor;
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::outcome::OtherUse;
use crate::vector::load::Loader;
use crate::vector::store::Storer;
use crate::vector::values::Values;

/// A variable of the vector whose value may not be one that the data set can hold: no observation has it then, although
/// one may have what is left of it.
#[derive(Clone, Copy, Debug)]
enum Exact {
    /// A number of fewer than 8 bytes: of the number, only these bits are stored.
    Number { slot: NumberSlot, stored: u64 },
    /// A text that is longer than that of the data set: behind it there are blanks in the vector.
    Text { behind: usize, end: usize },
}

impl Exact {
    /// Returns the check before a value of a slot is looked up in a column; `None` if the column can hold each value.
    fn of(slot: Slot, column: &Variable) -> Option<Self> {
        match slot {
            Slot::Number(slot) => (column.length < 8).then(|| Self::Number {
                slot,
                stored: !(u64::MAX >> (8 * column.length)),
            }),
            Slot::Text(slot) => (column.length < slot.length).then(|| Self::Text {
                behind: (slot.start + column.length) as usize,
                end: (slot.start + slot.length) as usize,
            }),
        }
    }

    fn holds(self, values: &Values) -> bool {
        match self {
            Self::Number { slot, stored } => values.numbers[slot.0 as usize].to_bits() & !stored == 0,
            Self::Text { behind, end } => values.text[behind..end].iter().all(|&it| it == b' '),
        }
    }
}

/// The key that is looked up.
pub(crate) struct LookedUp {
    keys: IndexKeys,
    /// Copies the key variables into a row.
    storer: Storer,
    /// The slots of the key variables.
    slots: Vec<Slot>,
    exact: Vec<Exact>,
    row: Vec<u8>,
    key: Vec<u8>,
    before: Vec<u8>,
    /// True if the next execution goes on behind the observation that the last one has found.
    goes_on: bool,
    unique: bool,
}

impl LookedUp {
    fn new(lookup: &KeyLookup, index: &Index, keys: IndexKeys, loads: &[Load], schema: &Schema) -> Option<Self> {
        let stores = index.variables.iter().map(|name| {
            let mut variables = schema.variables().iter();
            let column = variables.position(|it| it.name.eq_ignore_ascii_case(name))?;
            let load = loads.iter().find(|load| load.column as usize == column)?;
            Some(Store {
                slot: load.slot,
                column: load.column,
            })
        });
        let stores: Vec<Store> = stores.collect::<Option<_>>()?;
        let exact = stores.iter().filter_map(|store| {
            let column = schema.variables().get(store.column as usize)?;
            Exact::of(store.slot, column)
        });
        Some(Self {
            exact: exact.collect(),
            slots: stores.iter().map(|store| store.slot).collect(),
            storer: Storer::new(&stores, schema)?,
            row: vec![0; schema.row_length() as usize],
            key: vec![0; keys.length()],
            before: vec![0; keys.length()],
            keys,
            goes_on: false,
            unique: lookup.unique,
        })
    }

    /// Appends the key of a vector to `keys`, unless it cannot be in the index.
    pub(crate) fn append_key(&mut self, values: &Values, keys: &mut Vec<u8>) {
        self.storer.store(values, &mut self.row);
        let (start, can_be_held) = (keys.len(), self.can_hold(values));
        keys.resize(start + self.keys.length(), 0);
        if !self.keys.read(&self.row, &mut keys[start..]) || !can_be_held {
            keys.truncate(start);
        }
    }

    fn can_hold(&self, values: &Values) -> bool {
        self.exact.iter().all(|it| it.holds(values))
    }

    /// Takes the key from the vector. Returns whether it can be in the index at all, and whether the search goes on.
    fn take(&mut self, core: &Core<'_, '_>) -> (bool, bool) {
        std::mem::swap(&mut self.key, &mut self.before);
        self.storer.store(&core.values, &mut self.row);
        let is_in = self.keys.read(&self.row, &mut self.key) && self.can_hold(&core.values);
        let goes_on = self.goes_on && !self.unique && self.key == self.before;
        (is_in, goes_on)
    }
}

/// The data set of a SET with KEY=.
pub(crate) struct KeyedRead<'s> {
    lookup: &'s KeyLookup,
    pub(crate) cursor: RandomCursor<'s>,
    indexes: Indexes,
    position: Position,
    looked_up: LookedUp,
    /// Keys that are looked up before they are asked for, if they come from another data set.
    ahead: Option<Ahead>,
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
        let changed = || Box::new(Fault::Changed(name.to_string()));
        let loader = Loader::new(&source.loads, schema).ok_or_else(changed)?;
        let keys = indexes.keys(&position).clone();
        let index = indexes.definition(&position);
        let looked_up = LookedUp::new(lookup, index, keys, &source.loads, schema);
        Ok(Self {
            lookup,
            looked_up: looked_up.ok_or_else(|| left_out(source, lookup))?,
            cursor: RandomCursor::new(source, reader, loader),
            indexes,
            position,
            ahead: None,
            is_at_last: false,
        })
    }

    /// Takes note that a cursor of another SET statement of the step, of this number, may set the key.
    pub(crate) fn feed(&mut self, feed: (usize, &Cursor<'_>), vector: &Vector) {
        if self.ahead.is_none() {
            let slots = self.looked_up.slots.iter().copied();
            self.ahead = Ahead::new(feed, slots, vector);
        }
    }

    /// Returns the SET statement whose next observations [`look_ahead`](Self::look_ahead) needs before the next
    /// [`read`](Self::read), if any.
    #[inline]
    pub(crate) fn feed_due(&self) -> Option<usize> {
        self.ahead.as_ref()?.due()
    }

    /// Looks up the key of the vector, and those of the rows that come next in it.
    pub(crate) fn look_ahead(&mut self, rows: &[u8], core: &Core<'s, '_>) {
        if let Some(ahead) = &mut self.ahead {
            let index = (&mut self.indexes, &mut self.position);
            let now = (&core.values, rows);
            ahead.look(now, &mut self.looked_up, index, &self.cursor);
        }
    }

    /// Returns the number of the first observation with the key.
    fn first(&mut self) -> StepResult<Option<u64>> {
        let key = &self.looked_up.key;
        let ahead = self.ahead.as_mut().map(|ahead| ahead.take(key));
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
            let key = &self.looked_up.key;
            self.indexes.first_with_key(&mut self.position, key)?;
            self.is_at_last = true;
        }
        Ok(self.indexes.next_with_key(&mut self.position)?)
    }

    /// Copies the next observation with the key into the vector. If there is none, the vector stays as it is and
    /// `_ERROR_` is set to 1.
    pub(crate) fn read(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        core.check_stop()?;
        let (is_in, goes_on) = self.looked_up.take(core);
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
        self.looked_up.goes_on = is_found;
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
    looked_up: LookedUp,
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
        let looked_up = index
            .zip(updater.keys(&position))
            .and_then(|(index, keys)| LookedUp::new(lookup, index, keys.clone(), &source.loads, updater.schema()));
        Ok(Self {
            source,
            looked_up: looked_up.ok_or_else(|| left_out(source, lookup))?,
            position,
            last: 0,
        })
    }

    /// Copies the next observation with the key into the vector, as [`KeyedRead::read`] does.
    pub(crate) fn read(&mut self, modified: &mut UpdatedDataSet<'s>, core: &mut Core<'s, '_>) -> StepResult<()> {
        let (is_in, goes_on) = self.looked_up.take(core);
        let after = if goes_on { self.last } else { 0 };
        let mut found = None;
        if is_in {
            let key = &self.looked_up.key;
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
        self.looked_up.goes_on = is_found;
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

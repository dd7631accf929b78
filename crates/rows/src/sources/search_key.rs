//! The key that KEY= looks up.

use feedrate_dataset::index::{Index, IndexKeys};
use feedrate_dataset::{Schema, Variable};
use feedrate_program::{KeyLookup, Load, NumberSlot, Slot, Store};

use crate::evaluation::core::Core;
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
pub(crate) struct SearchKey {
    keys: IndexKeys,
    /// Copies the key variables into a row.
    storer: Storer,
    /// The slots of the key variables.
    pub(crate) slots: Vec<Slot>,
    exact: Vec<Exact>,
    row: Vec<u8>,
    pub(crate) key: Vec<u8>,
    before: Vec<u8>,
    /// True if the next execution goes on behind the observation that the last one has found.
    pub(crate) goes_on: bool,
    unique: bool,
}

impl SearchKey {
    /// Returns `None` if the step does not read a variable of the index.
    pub(crate) fn new(
        lookup: &KeyLookup,
        index: &Index,
        keys: IndexKeys,
        loads: &[Load],
        schema: &Schema,
    ) -> Option<Self> {
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
    pub(crate) fn take(&mut self, core: &Core<'_, '_>) -> (bool, bool) {
        std::mem::swap(&mut self.key, &mut self.before);
        self.storer.store(&core.values, &mut self.row);
        let is_in = self.keys.read(&self.row, &mut self.key) && self.can_hold(&core.values);
        let goes_on = self.goes_on && !self.unique && self.key == self.before;
        (is_in, goes_on)
    }
}

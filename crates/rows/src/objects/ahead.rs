//! Looking up keys before FIND and CHECK ask for them.
//!
//! Most programs that look keys up take them from a data set, observation after observation, and its next observations
//! are in memory already. So their keys are looked up together, which saves most of what each would wait for memory. It
//! is a guess that the program will ask for them: what it asks for is compared with what was looked up, and where the
//! guesses are wrong too often, there are no more of them.

use feedrate_dataset::Schema;
use feedrate_program::{Argument, Load, Number, Slot, Text, Vector};

use super::layout::{Field, length};
use super::table::{Changes, Table, is_same};
use crate::score::Score;
use crate::vector::load::Loader;
use crate::vector::values::Values;

/// The most keys that are looked up together: their rows stay near the processor.
const MOST: usize = 64;

/// The guesses about the keys of a hash table.
#[derive(Debug)]
pub(crate) enum Guesses {
    /// The data sets of the SET statements from this one on may have the keys.
    Untried(usize),
    /// No data set has the keys, or the guesses were wrong.
    Without,
    Keys(Box<KeysAhead>),
}

impl Default for Guesses {
    fn default() -> Self {
        Self::Untried(0)
    }
}

/// The keys of the next observations of a data set, and what was found of them.
#[derive(Debug)]
pub(crate) struct KeysAhead {
    /// Which SET statement of the step reads the data set.
    feed: usize,
    /// Copies the key variables from its rows.
    loader: Loader,
    row_bytes: usize,
    /// A vector in which only the key variables are used.
    values: Values,
    fields: Vec<Field>,
    key_bytes: usize,
    keys: Vec<u8>,
    found: Vec<Option<u32>>,
    /// The changes of the table before these keys were looked up.
    changes: Changes,
    /// The first key that was not asked for.
    next: usize,
    /// The number of keys that are looked up at once the next time.
    most: usize,
    score: Score,
}

/// A data set whose observations may have the keys.
pub(crate) struct Feed<'f> {
    /// Which SET statement of the step reads it.
    pub(crate) number: usize,
    pub(crate) loads: &'f [Load],
    pub(crate) schema: &'f Schema,
    pub(crate) vector: &'f Vector,
}

impl Guesses {
    /// Returns whether keys are to be looked up before the next one is asked for.
    #[inline]
    pub(crate) fn are_due(&self) -> bool {
        match self {
            Self::Untried(_) => true,
            Self::Without => false,
            Self::Keys(keys) => keys.next == keys.found.len(),
        }
    }

    /// Returns what was found of a key, if it was looked up and still holds.
    #[inline]
    pub(super) fn take(&mut self, key: &[u8], table: &Table) -> Option<Option<u32>> {
        match self {
            Self::Keys(keys) => keys.take(key, table.changes()),
            _ => None,
        }
    }
}

impl KeysAhead {
    /// Returns how keys are taken from the observations of a data set; `None` if it does not set all of them.
    /// `arguments` are those of the call, in place of the key variables.
    pub(super) fn new(keys: &[Field], arguments: &[Argument], feed: &Feed<'_>) -> Option<Self> {
        let fields = fields_of(keys, arguments)?;
        let loads = fields.iter().map(|field| {
            let mut loads = feed.loads.iter();
            loads.find(|load| load.slot == field.slot).copied()
        });
        let loads: Vec<Load> = loads.collect::<Option<_>>()?;
        Some(Self {
            feed: feed.number,
            loader: Loader::new(&loads, feed.schema)?,
            row_bytes: (feed.schema.row_length() as usize).max(1),
            values: Values::new(feed.vector),
            key_bytes: length(keys),
            fields,
            keys: Vec::new(),
            found: Vec::new(),
            changes: Changes::default(),
            next: 0,
            most: 1,
            score: Score::default(),
        })
    }

    /// Returns the SET statement whose next rows have the keys.
    pub(crate) fn feed(&self) -> usize {
        self.feed
    }

    /// Looks up the key of the vector and those of the next rows. Returns whether it is worth while to go on.
    pub(super) fn look(&mut self, now: &Values, rows: &[u8], table: &Table) -> bool {
        self.found.clear();
        self.keys.clear();
        self.next = 0;
        if self.score.is_bad() {
            return false;
        }
        append_key(&self.fields, self.key_bytes, now, &mut self.keys);
        for row in rows.chunks_exact(self.row_bytes).take(self.most - 1) {
            self.loader.load(row, &mut self.values);
            append_key(&self.fields, self.key_bytes, &self.values, &mut self.keys);
        }
        self.most = (2 * self.most).min(MOST);
        self.changes = table.changes();
        table.find_many(&self.keys, &mut self.found);
        self.score.guessed(self.found.len());
        true
    }

    #[inline]
    fn take(&mut self, key: &[u8], now: Changes) -> Option<Option<u32>> {
        if self.changes.removed != now.removed {
            // The rows may be gone.
            self.next = self.found.len();
        }
        while let Some(&found) = self.found.get(self.next) {
            let number = self.next;
            let at = number * self.key_bytes;
            self.next += 1;
            if is_same(&self.keys[at..at + self.key_bytes], key) {
                self.score.asked(number);
                // A key that was not there may have been added.
                let holds = found.is_some() || self.changes.added == now.added;
                return holds.then_some(found);
            }
        }
        None
    }
}

/// Returns the fields of a key with the variables from which a call takes their values; `None` if some come from other
/// expressions.
fn fields_of(keys: &[Field], arguments: &[Argument]) -> Option<Vec<Field>> {
    if arguments.is_empty() {
        return Some(keys.to_vec());
    }
    let fields = keys.iter().zip(arguments).map(|(field, argument)| {
        let slot = match argument {
            Argument::Number(Number::Variable(slot)) => Slot::Number(*slot),
            Argument::Text(Text::Variable(slot)) => Slot::Text(*slot),
            _ => return None,
        };
        let is_alike = slot.kind() == field.slot.kind();
        is_alike.then(|| Field { slot, ..field.clone() })
    });
    let fields: Vec<_> = fields.collect::<Option<_>>()?;
    (fields.len() == keys.len() && arguments.len() == keys.len()).then_some(fields)
}

/// Appends the key that variables have.
#[inline]
fn append_key(fields: &[Field], bytes: usize, values: &Values, keys: &mut Vec<u8>) {
    let start = keys.len();
    keys.resize(start + bytes, 0);
    let key = &mut keys[start..];
    for field in fields {
        match field.slot {
            Slot::Number(slot) => field.set_key_number(key, values.number(slot)),
            Slot::Text(slot) => field.set_text(key, values.text(slot)),
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::Variable;
    use feedrate_options::MemoryGrant;
    use feedrate_program::NumberSlot;

    use super::super::layout::Layout;
    use super::super::table::KeyOrder;
    use super::*;

    fn key_of(number: f64) -> Vec<u8> {
        let mut key = vec![0; 8];
        field().set_key_number(&mut key, number);
        key
    }

    fn field() -> Field {
        Field {
            name: "k".to_owned(),
            slot: Slot::Number(NumberSlot(0)),
            variable: None,
            start: 0,
            length: 8,
        }
    }

    fn ahead() -> KeysAhead {
        let schema = Schema::lay_out(vec![Variable::number("k")]).unwrap();
        let vector = Vector {
            numbers: 1,
            ..Vector::default()
        };
        let load = Load {
            column: 0,
            slot: Slot::Number(NumberSlot(0)),
        };
        let feed = Feed {
            number: 0,
            loads: &[load],
            schema: &schema,
            vector: &vector,
        };
        KeysAhead::new(&[field()], &[], &feed).unwrap()
    }

    fn vector_with(number: f64) -> Values {
        Values {
            numbers: vec![number],
            ..Values::default()
        }
    }

    fn rows(numbers: impl Iterator<Item = u32>) -> Vec<u8> {
        numbers.flat_map(|number| f64::from(number).to_le_bytes()).collect()
    }

    /// A table of the even numbers below 100.
    fn table() -> (Table, MemoryGrant) {
        let layout = Layout {
            keys: vec![field()],
            data: vec![field()],
            data_are_keys: true,
        };
        let mut table = Table::new(layout.key_bytes(), layout.data_bytes(), KeyOrder::Added, false);
        let mut memory = MemoryGrant::new(1 << 20);
        for number in (0..100).step_by(2) {
            let key = key_of(number.into());
            table.add_searched(table.search(&key), &key, &mut memory).unwrap();
        }
        (table, memory)
    }

    #[test]
    fn keys_are_found_before_they_are_asked_for_until_the_table_changes() {
        let (mut table, mut memory) = table();
        let mut ahead = ahead();
        for most in [1, 2, 4, 8] {
            assert!(ahead.look(&vector_with(0.0), &rows(1..100), &table));
            assert_eq!(ahead.found.len(), most);
        }
        let now = table.changes();
        assert_eq!(ahead.take(&key_of(0.0), now), Some(table.find(&key_of(0.0))));
        assert_eq!(ahead.take(&key_of(1.0), now), Some(None));
        // An observation that is left out.
        assert_eq!(ahead.take(&key_of(4.0), now), Some(table.find(&key_of(4.0))));
        let key = key_of(5.0);
        table.add_searched(table.search(&key), &key, &mut memory).unwrap();
        assert_eq!(ahead.take(&key, table.changes()), None);
        assert_eq!(
            ahead.take(&key_of(6.0), table.changes()),
            Some(table.find(&key_of(6.0)))
        );
        table.remove(table.find(&key).unwrap());
        assert_eq!(ahead.take(&key_of(7.0), table.changes()), None);
        assert_eq!(ahead.next, ahead.found.len());
    }

    #[test]
    fn wrong_guesses_end() {
        let (table, _) = table();
        let mut ahead = ahead();
        let mut looked = 0;
        while ahead.look(&vector_with(0.0), &rows(1..100), &table) {
            assert_eq!(ahead.take(&key_of(1000.0), table.changes()), None);
            looked += 1;
        }
        assert!((5..20).contains(&looked), "{looked}");
    }
}

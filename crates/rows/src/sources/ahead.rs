//! Looking up the keys of KEY= before they are asked for.
//!
//! Most programs that look observations up take the keys from another data set, observation after observation, and its
//! next observations are in memory already. So their keys are looked up together, which saves most of what each would
//! wait for memory. It is a guess that the program will ask for them: what it asks for is compared with what was looked
//! up, and where the guesses are wrong too often, there are no more of them.

use feedrate_dataset::index::{FoundEarly, Indexes, Position};
use feedrate_program::{Load, Slot, Vector};

use super::cursor::Cursor;
use super::random::RandomCursor;
use super::search_key::SearchKey;
use crate::score::Score;
use crate::vector::load::Loader;
use crate::vector::values::Values;

/// The most keys that are looked up together: their pages and observations stay near the processor.
const MOST: usize = 32;

/// The keys of the next observations of another data set, and what they lead to.
pub(crate) struct KeysAhead {
    /// Which SET statement of the step reads the other data set.
    feed: usize,
    /// Copies the key variables from its rows.
    loader: Loader,
    row_bytes: usize,
    /// A vector in which only the key variables are used.
    values: Values,
    keys: Vec<u8>,
    found: Vec<FoundEarly>,
    /// The first key that was not asked for.
    next: usize,
    /// The number of keys that are looked up at once the next time.
    most: usize,
    score: Score,
}

impl KeysAhead {
    /// Returns how keys of the slots in `loads` are taken from the observations that a cursor of the step returns;
    /// `None` if it does not set all of them.
    pub(crate) fn new(feed: (usize, &Cursor<'_>), slots: impl Iterator<Item = Slot>, vector: &Vector) -> Option<Self> {
        let (feed, cursor) = feed;
        // Neither WHERE= nor BY: what follows in the page is what comes next.
        cursor.plain()?;
        let loads = slots.map(|slot| {
            let mut loads = cursor.source.loads.iter();
            loads.find(|load| load.slot == slot).copied()
        });
        let loads: Vec<Load> = loads.collect::<Option<_>>()?;
        Some(Self {
            feed,
            loader: Loader::new(&loads, cursor.reader().schema())?,
            row_bytes: cursor.row_bytes().max(1),
            values: Values::new(vector),
            keys: Vec::new(),
            found: Vec::new(),
            next: 0,
            most: 1,
            score: Score::default(),
        })
    }

    /// Returns the SET statement whose next observations are to be looked at now, if any.
    #[inline]
    pub(crate) fn due(&self) -> Option<usize> {
        (self.next == self.found.len()).then_some(self.feed)
    }

    /// Looks up the key of the vector and those of the next observations of the other data set. Returns whether it is
    /// worth while to go on.
    pub(crate) fn look(
        &mut self,
        (now, rows): (&Values, &[u8]),
        search_key: &mut SearchKey,
        (indexes, position): (&mut Indexes, &mut Position),
        cursor: &RandomCursor<'_>,
    ) -> bool {
        self.keys.clear();
        self.found.clear();
        self.next = 0;
        if self.score.is_bad() {
            return false;
        }
        search_key.append_key(now, &mut self.keys);
        for row in rows.chunks_exact(self.row_bytes).take(self.most - 1) {
            self.loader.load(row, &mut self.values);
            search_key.append_key(&self.values, &mut self.keys);
        }
        self.most = (2 * self.most).min(MOST);
        // Who asks for the key is told what is wrong.
        if indexes.find_many(position, &self.keys, &mut self.found).is_err() {
            self.found.clear();
            return false;
        }
        self.score.guessed(self.found.len());
        for found in &self.found {
            if let FoundEarly::Row(number) = found {
                cursor.expect(*number);
            }
        }
        true
    }

    /// Returns what was found of a key, if it was looked up.
    #[inline]
    pub(crate) fn take(&mut self, key: &[u8]) -> FoundEarly {
        while let Some(&found) = self.found.get(self.next) {
            let number = self.next;
            let at = number * key.len();
            self.next += 1;
            if self.keys.get(at..at + key.len()) == Some(key) {
                self.score.asked(number);
                return found;
            }
        }
        FoundEarly::Unknown
    }
}

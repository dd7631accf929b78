//! The keys of unique indexes of a data set that is written anew: its index file is made again when the rows are in
//! place, so rows that repeat a key are left out before.

use std::collections::HashSet;

use feedrate_dataset::index::{IndexKeys, Indexes, Position};
use feedrate_dataset::{DataSetName, Libraries, RequestedSettings, Result};

/// The keys of a data set's unique indexes, with those of new rows.
pub(super) struct UniqueKeys {
    indexes: Indexes,
    unique: Vec<UniqueIndex>,
    key: Vec<u8>,
}

struct UniqueIndex {
    position: Position,
    keys: IndexKeys,
    /// The keys of new rows.
    new: HashSet<Vec<u8>>,
}

impl UniqueKeys {
    /// Opens the indexes of a data set. Returns `None` if none is unique.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be read or do not agree with the data set.
    pub(super) fn open(libraries: &Libraries, name: &DataSetName) -> Result<Option<Self>> {
        let Some(indexes) = libraries.open_indexes(name, &RequestedSettings::default())? else {
            return Ok(None);
        };
        let named = indexes.iter().filter(|index| index.unique);
        let unique: Vec<_> = named
            .filter_map(|index| indexes.position_of(&index.name))
            .map(|position| UniqueIndex {
                keys: indexes.keys(&position).clone(),
                position,
                new: HashSet::new(),
            })
            .collect();
        Ok((!unique.is_empty()).then_some(Self {
            indexes,
            unique,
            key: Vec::new(),
        }))
    }

    /// Returns whether no other row has a key of this one, which counts from then on.
    ///
    /// # Errors
    ///
    /// Fails if an index cannot be read.
    pub(super) fn take(&mut self, row: &[u8]) -> Result<bool> {
        for one in &mut self.unique {
            self.key.resize(one.keys.length(), 0);
            if !one.keys.read(row, &mut self.key) {
                continue;
            }
            let old = self.indexes.first_with_key(&mut one.position, &self.key)?;
            if old.is_some() || one.new.contains(&self.key) {
                return Ok(false);
            }
        }
        for one in &mut self.unique {
            self.key.resize(one.keys.length(), 0);
            if one.keys.read(row, &mut self.key) {
                one.new.insert(self.key.clone());
            }
        }
        Ok(true)
    }
}

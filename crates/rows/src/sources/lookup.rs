//! Finds the first observation of a data set with given BY values, while its observations are changed.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};

use feedrate_dataset::Updater;
use feedrate_dataset::key::KeyReader;
use feedrate_options::MemoryGrant;

use crate::fault::StepResult;

/// Bytes of a row in the table.
const ENTRY_BYTES: u64 = 16;

/// Bytes of a row that was added later, about.
const LATER_BYTES: u64 = 64;

/// The rows of a data set by hashes of their keys. A row that was deleted or has other values by now is left in it:
/// what is found is compared with the key.
pub(crate) struct Lookup {
    reader: KeyReader,
    /// The hash and the number of each row that there was at the beginning, in order.
    rows: Vec<(u64, u64)>,
    /// Rows that were added, and those with new keys.
    later: BTreeMap<u64, Vec<u64>>,
    key: Vec<u8>,
}

impl Lookup {
    /// Reads the keys of all rows.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be read, or if MEMSIZE= does not suffice.
    pub(crate) fn new(
        reader: KeyReader,
        updater: &mut Updater,
        memory: &mut MemoryGrant,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<Self> {
        take(memory, updater.rows().saturating_mul(ENTRY_BYTES))?;
        let mut lookup = Self {
            key: vec![0; reader.length()],
            reader,
            rows: Vec::with_capacity(updater.rows() as usize),
            later: BTreeMap::new(),
        };
        for number in 1..=updater.stored() {
            check_stop()?;
            if let Some(row) = updater.row(number)? {
                let hash = lookup.hash(row);
                lookup.rows.push((hash, number));
            }
        }
        lookup.rows.sort_unstable();
        Ok(lookup)
    }

    /// Returns the hash of the key of a row.
    pub(crate) fn hash(&mut self, row: &[u8]) -> u64 {
        self.reader.read(row, &mut self.key);
        hash_of(&self.key)
    }

    /// Adds a row, or one that has a new key.
    pub(crate) fn add(&mut self, hash: u64, number: u64, memory: &mut MemoryGrant) -> StepResult<()> {
        take(memory, LATER_BYTES)?;
        self.later.entry(hash).or_default().push(number);
        Ok(())
    }

    /// Returns the number of the first row with this key.
    pub(crate) fn first(&mut self, key: &[u8], updater: &mut Updater) -> StepResult<Option<u64>> {
        let hash = hash_of(key);
        let start = self.rows.partition_point(|&(other, _)| other < hash);
        let same = self.rows[start..].iter();
        let same = same.take_while(|&&(other, _)| other == hash);
        let mut first = None;
        for &(_, number) in same {
            if is_of_key(&self.reader, number, key, &mut self.key, updater)? {
                first = Some(number);
                break;
            }
        }
        for &number in self.later.get(&hash).into_iter().flatten() {
            let is_earlier = first.is_none_or(|first| number < first);
            if is_earlier && is_of_key(&self.reader, number, key, &mut self.key, updater)? {
                first = Some(number);
            }
        }
        Ok(first)
    }
}

fn hash_of(key: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(key);
    hasher.finish()
}

fn is_of_key(
    reader: &KeyReader,
    number: u64,
    key: &[u8],
    buffer: &mut [u8],
    updater: &mut Updater,
) -> StepResult<bool> {
    let Some(row) = updater.row(number)? else {
        return Ok(false);
    };
    reader.read(row, buffer);
    Ok(buffer == key)
}

fn take(memory: &mut MemoryGrant, bytes: u64) -> StepResult<()> {
    let what = ("The table of the BY values of the data set of MODIFY", "needs");
    let remedy = "use UPDATE on sorted data sets";
    Ok(memory.take(bytes, what, remedy)?)
}

//! The entries of an index before they are in order: in memory, and in runs when there is no more of it.

use std::sync::atomic::AtomicBool;

use feedrate_dataset::index::IndexKeys;

use crate::fault::{StepResult, check_stop};
use crate::spill::{Layout, LeadingBytes, Merge, Run, RunReaders, SpillRoom, prefix, reduce};

/// Bytes of the number of an observation in a record.
const NUMBER: usize = 8;

/// The number of entries that are taken between two looks at the stop flag.
const BETWEEN_LOOKS: usize = 1 << 14;

/// The fewest entries that are held, however little memory there is.
const FEWEST: usize = 1 << 10;

/// Entries that are taken in any order and given in that of keys and numbers.
pub(super) struct Entries<'r> {
    room: &'r SpillRoom,
    key_bytes: usize,
    /// The most entries that are held.
    most: usize,
    memory: u64,
    held: HeldEntries,
    runs: Vec<Run>,
}

/// Entries in memory.
enum HeldEntries {
    /// Keys of at most eight bytes, as numbers of the same order.
    Short(Vec<(u64, u64)>),
    /// The first bytes of keys and the positions of the entries, and the keys and numbers in their first order.
    Long {
        order: Vec<(u64, u32)>,
        keys: Vec<u8>,
        numbers: Vec<u64>,
    },
}

impl<'r> Entries<'r> {
    /// Returns no entries, which will hold at most `memory` bytes in memory.
    pub(super) fn new(keys: &IndexKeys, room: &'r SpillRoom, memory: u64) -> Self {
        let key_bytes = keys.length();
        let (held, bytes) = match key_bytes {
            0..=8 => (HeldEntries::Short(Vec::new()), 16),
            _ => {
                let held = HeldEntries::Long {
                    order: Vec::new(),
                    keys: Vec::new(),
                    numbers: Vec::new(),
                };
                (held, 16 + key_bytes as u64 + 8)
            }
        };
        // Growing vectors have twice the memory for a moment.
        let most = usize::try_from(memory / bytes / 2).unwrap_or(usize::MAX);
        Self {
            room,
            key_bytes,
            most: most.clamp(FEWEST, u32::MAX as usize),
            memory,
            held,
            runs: Vec::new(),
        }
    }

    /// Takes an entry.
    #[inline]
    pub(super) fn push(&mut self, key: &[u8], number: u64) -> StepResult<()> {
        if self.held.len() == self.most {
            self.spill()?;
        }
        match &mut self.held {
            HeldEntries::Short(entries) => entries.push((prefix(key), number)),
            HeldEntries::Long { order, keys, numbers } => {
                // There are at most 2^32 of them.
                order.push((prefix(key), order.len() as u32));
                keys.extend_from_slice(key);
                numbers.push(number);
            }
        }
        Ok(())
    }

    /// Writes the entries in memory to a run.
    fn spill(&mut self) -> StepResult<()> {
        let record_bytes = self.key_bytes + NUMBER;
        let layout = Layout::new(record_bytes, self.memory.saturating_mul(4), self.memory);
        let records = self.held.len() as u64;
        let mut writer = self.room.writer(layout, Some(records))?;
        self.held.in_order(self.key_bytes, |key, number| {
            let record = writer.next_record()?;
            let (place, behind) = record.split_at_mut(key.len());
            place.copy_from_slice(key);
            behind.copy_from_slice(&number.to_be_bytes());
            Ok(())
        })?;
        self.runs.extend(writer.finish()?);
        self.held.clear();
        Ok(())
    }

    /// Passes all entries to `take` in the order of keys and numbers.
    pub(super) fn in_order(
        mut self,
        stop: &AtomicBool,
        mut take: impl FnMut(&[u8], u64) -> StepResult<()>,
    ) -> StepResult<()> {
        let mut taken = 0_usize;
        let mut take = |key: &[u8], number: u64| {
            taken += 1;
            if taken.is_multiple_of(BETWEEN_LOOKS) {
                check_stop(stop)?;
            }
            take(key, number)
        };
        if self.runs.is_empty() {
            return self.held.in_order(self.key_bytes, take);
        }
        self.spill()?;
        self.held = HeldEntries::Short(Vec::new());
        let record_bytes = self.key_bytes + NUMBER;
        let layout = Layout::new(record_bytes, self.memory.saturating_mul(4), self.memory);
        let key = LeadingBytes(record_bytes);
        let most = layout.runs_at_once(self.memory);
        let (runs, _) = reduce(self.room, layout, self.runs, most, &key, stop)?;
        let count = runs.len();
        let mut merge = Merge::new(RunReaders::open(self.room, runs)?, count, key);
        while let Some(record) = merge.next()? {
            let (key, number) = record.split_at(self.key_bytes);
            let number = number.first_chunk().copied().unwrap_or_default();
            take(key, u64::from_be_bytes(number))?;
        }
        Ok(())
    }
}

impl HeldEntries {
    fn len(&self) -> usize {
        match self {
            Self::Short(entries) => entries.len(),
            Self::Long { order, .. } => order.len(),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Short(entries) => entries.clear(),
            Self::Long { order, keys, numbers } => {
                order.clear();
                keys.clear();
                numbers.clear();
            }
        }
    }

    /// Sorts the entries and passes them to `take`.
    fn in_order(&mut self, key_bytes: usize, mut take: impl FnMut(&[u8], u64) -> StepResult<()>) -> StepResult<()> {
        match self {
            Self::Short(entries) => {
                entries.sort_unstable();
                for (key, number) in entries {
                    take(&key.to_be_bytes()[..key_bytes], *number)?;
                }
            }
            Self::Long { order, keys, numbers } => {
                let key = |at: u32| &keys[at as usize * key_bytes..][..key_bytes];
                // Entries come in the order of their numbers.
                order.sort_unstable_by(|a, b| {
                    let by_prefix = a.0.cmp(&b.0);
                    by_prefix.then_with(|| (key(a.1), a.1).cmp(&(key(b.1), b.1)))
                });
                for &(_, at) in &*order {
                    take(key(at), numbers[at as usize])?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::index::Index;
    use feedrate_dataset::{Schema, Variable};
    use proptest::prelude::*;

    use super::*;

    fn keys(length: u32) -> IndexKeys {
        let schema = Schema::lay_out(vec![Variable::text("t", length)]).unwrap();
        let index = Index {
            name: "T".into(),
            variables: vec!["T".into()],
            unique: false,
            no_missing: false,
        };
        index.keys(&schema).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn entries_come_in_order(length in 1usize..20, seed: u64, count in 0usize..8000, memory in 1u64..400_000) {
            let folder = tempfile::tempdir().unwrap();
            let room = SpillRoom::new(folder.path());
            let mut entries = Entries::new(&keys(length as u32), &room, memory);
            let mut random = seed | 1;
            let mut should = Vec::new();
            for number in 1..=count as u64 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mut key = vec![b'x'; length];
                key[length - 1] = (random >> 60) as u8;
                key[0] = (random >> 40) as u8 & 3;
                entries.push(&key, number).unwrap();
                should.push((key, number));
            }
            should.sort();
            let mut found = Vec::new();
            let stop = AtomicBool::new(false);
            entries
                .in_order(&stop, |key, number| {
                    found.push((key.to_vec(), number));
                    Ok(())
                })
                .unwrap();
            prop_assert_eq!(found, should);
        }
    }
}

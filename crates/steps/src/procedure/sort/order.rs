//! Sorting the order of rows in memory.
//!
//! An entry is a number of 16 bytes: eight bytes of the key above the place of the row. Entries are sorted
//! as numbers, which leaves rows with equal key bytes as they came. Where the first eight bytes are equal
//! and the key is longer, the next eight take their place and these entries are sorted again, and so on.

use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::data::KeyReader;

/// Fewer entries than these are sorted by one thread.
const WORTH_A_THREAD: usize = 1 << 14;

/// Eight bytes of the key of a row, and where it lies: its piece of memory, and its offset there. Entries
/// sort by the bytes of the key, and then by the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u128);

impl Entry {
    #[inline]
    pub(super) fn new(prefix: u64, piece: usize, offset: usize) -> Self {
        let place = (piece as u64) << 32 | offset as u64;
        Self(u128::from(prefix) << 64 | u128::from(place))
    }

    #[inline]
    pub(super) fn place(self) -> (usize, usize) {
        let place = self.0 as u64;
        ((place >> 32) as usize, place as u32 as usize)
    }

    #[inline]
    fn prefix(self) -> u64 {
        (self.0 >> 64) as u64
    }

    #[inline]
    fn with_prefix(self, prefix: u64) -> Self {
        Self(u128::from(prefix) << 64 | u128::from(self.0 as u64))
    }
}

/// The rows of entries.
pub(super) struct Rows<'r> {
    pub(super) pieces: &'r [&'r [u8]],
    pub(super) record_bytes: usize,
    pub(super) key: &'r KeyReader,
    pub(super) key_bytes: usize,
}

impl Rows<'_> {
    /// How many times eight bytes a key has.
    fn words(&self) -> usize {
        self.key_bytes.div_ceil(8)
    }

    /// Puts the bytes of the key from eight times `word` on into entries.
    fn read_word(&self, entries: &mut [Entry], word: usize, key: &mut [u8]) {
        for entry in entries {
            let (piece, offset) = entry.place();
            let row = &self.pieces[piece][offset..offset + self.record_bytes];
            self.key.read(row, key);
            *entry = entry.with_prefix(crate::spill::prefix(&key[8 * word..]));
        }
    }
}

/// Sorts entries whose first bytes are those that their keys begin with.
pub(super) fn sort(entries: &mut [Entry], rows: &Rows<'_>, threads: usize) {
    sort_from(entries, rows, 0, threads.max(1));
}

/// Sorts entries with equal bytes before those of `word`, which they hold.
fn sort_from(entries: &mut [Entry], rows: &Rows<'_>, word: usize, threads: usize) {
    if threads == 1 || entries.len() < WORTH_A_THREAD {
        return sort_alone(entries, rows, word, &mut vec![0; rows.key_bytes]);
    }
    sort_numbers(entries, threads);
    if word + 1 >= rows.words() {
        return;
    }
    let (stretches, long) = cut_at_ties(entries, entries_a_share(entries.len(), threads));
    let stretches = Mutex::new(stretches);
    let next = || {
        let mut stretches = stretches.lock().unwrap_or_else(PoisonError::into_inner);
        stretches.pop()
    };
    thread::scope(|scope| {
        let work = || {
            let mut key = vec![0; rows.key_bytes];
            while let Some(stretch) = next() {
                sort_ties(stretch, rows, word, &mut key);
            }
        };
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    // What one thread would be long about, all do together.
    for tie in long {
        read_word(tie, rows, word + 1, threads);
        sort_from(tie, rows, word + 1, threads);
    }
}

/// The same by this thread alone.
fn sort_alone(entries: &mut [Entry], rows: &Rows<'_>, word: usize, key: &mut [u8]) {
    entries.sort_unstable();
    if word + 1 < rows.words() {
        sort_ties(entries, rows, word, key);
    }
}

/// Sorts each stretch of equal bytes by the bytes that follow.
fn sort_ties(entries: &mut [Entry], rows: &Rows<'_>, word: usize, key: &mut [u8]) {
    let ties = entries.chunk_by_mut(|a, b| a.prefix() == b.prefix());
    for tie in ties.filter(|tie| tie.len() > 1) {
        rows.read_word(tie, word + 1, key);
        sort_alone(tie, rows, word + 1, key);
    }
}

/// Entries by which work is handed out: several times as many shares as threads, as they take differently
/// long.
fn entries_a_share(entries: usize, threads: usize) -> usize {
    (entries / threads / 4).max(1)
}

/// Sorts entries as numbers.
fn sort_numbers(entries: &mut [Entry], threads: usize) {
    if threads <= 1 || entries.len() < WORTH_A_THREAD {
        return entries.sort_unstable();
    }
    let first = threads / 2;
    let middle = entries.len() / threads * first;
    entries.select_nth_unstable(middle);
    let (low, high) = entries.split_at_mut(middle);
    thread::scope(|scope| {
        scope.spawn(|| sort_numbers(low, first));
        sort_numbers(high, threads - first);
    });
}

/// Reads bytes of the keys of entries, on several threads.
fn read_word(entries: &mut [Entry], rows: &Rows<'_>, word: usize, threads: usize) {
    let share = entries.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        for part in entries.chunks_mut(share) {
            scope.spawn(move || rows.read_word(part, word, &mut vec![0; rows.key_bytes]));
        }
    });
}

/// Cuts sorted entries into stretches of about `share` between which bytes differ, and into ties that are
/// longer than that.
fn cut_at_ties(mut entries: &mut [Entry], share: usize) -> (Vec<&mut [Entry]>, Vec<&mut [Entry]>) {
    let (mut stretches, mut long) = (Vec::new(), Vec::new());
    while !entries.is_empty() {
        let last = entries[share.min(entries.len()) - 1].prefix();
        let tie = entries.partition_point(|entry| entry.prefix() < last);
        let end = entries.partition_point(|entry| entry.prefix() <= last);
        let (stretch, rest) = entries.split_at_mut(end);
        match end - tie > share {
            true => {
                let (before, tie) = stretch.split_at_mut(tie);
                stretches.push(before);
                long.push(tie);
            }
            false => stretches.push(stretch),
        }
        entries = rest;
    }
    (stretches, long)
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::{Schema, Variable};

    use super::*;

    /// Rows of a text of 20 bytes that repeat few values, sorted by so many threads.
    fn sorted(rows: usize, values: u32, threads: usize) {
        let schema = Schema::lay_out(vec![Variable::text("a", 20)]).unwrap();
        let key = KeyReader::of_columns(&schema, &[(0, false)]).unwrap();
        let mut memory = Vec::new();
        let mut state = 1u32;
        for _ in 0..rows {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Half of the rows differ only in their last bytes.
            let value = (state >> 8) % values;
            let head = if state >> 31 == 0 { 7 } else { value };
            memory.extend(format!("{head:08}{:08}{value:04}", value / 3).bytes());
        }
        let pieces: Vec<_> = memory.chunks(20 * 1000).collect();
        let rows = Rows {
            pieces: &pieces,
            record_bytes: 20,
            key: &key,
            key_bytes: 20,
        };
        let mut entries = Vec::new();
        for (piece, part) in pieces.iter().enumerate() {
            for (index, row) in part.chunks(20).enumerate() {
                let prefix = crate::spill::prefix(row);
                entries.push(Entry::new(prefix, piece, index * 20));
            }
        }
        let mut expected: Vec<(&[u8], (usize, usize))> = Vec::new();
        for entry in &entries {
            let (piece, offset) = entry.place();
            expected.push((&pieces[piece][offset..offset + 20], (piece, offset)));
        }
        expected.sort();
        sort(&mut entries, &rows, threads);
        let places: Vec<_> = entries.iter().map(|entry| entry.place()).collect();
        let should: Vec<_> = expected.into_iter().map(|(_, place)| place).collect();
        assert!(places == should, "{values} values, {threads} threads");
    }

    #[test]
    fn any_number_of_threads_gives_one_stable_order() {
        for threads in [1, 2, 3, 7] {
            for values in [1, 5, 9999] {
                sorted(40_000, values, threads);
            }
        }
        sorted(0, 1, 4);
        sorted(1, 1, 4);
    }
}

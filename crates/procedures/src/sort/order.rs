//! Sorts rows in memory.
//!
//! An entry is a number of 16 bytes: eight bytes of the key above the location of the row. Entries are sorted as
//! numbers, so that rows with equal key bytes keep their order. If the first eight bytes are equal and the key is
//! longer, the complete keys are compared if the rows are few. Otherwise the key bytes of these entries are replaced
//! by those from the first difference on, and the entries are sorted again, and so on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use feedrate_rows::KeyReader;

use feedrate_procedure::threads::{on_threads, start};

/// The minimum number of entries that are sorted by several threads.
const WORTH_A_THREAD: usize = 1 << 14;

/// The maximum number of rows with equal key bytes that are compared by complete keys.
const FEW: usize = 32;

/// Eight bytes of the key of a row, and its location: the piece of memory and the offset in it. Entries sort by the
/// key bytes and then by location.
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

/// Entries with equal key bytes before an offset, and the offset, at which the bytes in the entries begin.
type Stretch<'e> = (&'e mut [Entry], usize);

impl Rows<'_> {
    fn row(&self, entry: Entry) -> &[u8] {
        let (piece, offset) = entry.place();
        &self.pieces[piece][offset..offset + self.record_bytes]
    }

    /// Reads the key bytes from `at` on into the entries.
    fn read(&self, entries: &mut [Entry], at: usize) {
        for entry in entries {
            let mut bytes = [0; 8];
            self.key.read_part(self.row(*entry), at, &mut bytes);
            *entry = entry.with_prefix(u64::from_be_bytes(bytes));
        }
    }

    /// Returns the offset of the first byte in which keys differ that are equal before `at`, or the length of the key
    /// if they are equal. `one` is any of their rows.
    fn first_difference(&self, one: &[u8], entries: &[Entry], at: usize) -> usize {
        let mut first = self.key_bytes;
        for &entry in entries {
            first = first.min(self.key.first_difference(one, self.row(entry), at));
            if first == at {
                break;
            }
        }
        first
    }

    /// Replaces the equal key bytes from `at` on in entries by the next bytes that differ. Returns the offset of
    /// these; `None` if all keys are equal.
    fn read_next(&self, entries: &mut [Entry], at: usize, threads: usize) -> Option<usize> {
        let next = at + 8;
        if next >= self.key_bytes {
            return None;
        }
        let threads = match entries.len() < WORTH_A_THREAD {
            true => 1,
            false => threads,
        };
        let share = entries.len().div_ceil(threads).max(1);
        let read = |entries: &mut [Entry], at: usize| {
            let parts = Mutex::new(entries.chunks_mut(share));
            on_threads(threads, || {
                while let Some(part) = take(&parts).next() {
                    self.read(part, at);
                }
            });
        };
        read(entries, next);
        let one = *entries.first()?;
        if entries.iter().any(|entry| entry.prefix() != one.prefix()) {
            return Some(next);
        }
        // A common prefix is skipped as a whole.
        let first = AtomicUsize::new(self.key_bytes);
        let parts = Mutex::new(entries.chunks(share));
        on_threads(threads, || {
            while let Some(part) = take(&parts).next() {
                let from = (next + 8).min(self.key_bytes);
                let differ = self.first_difference(self.row(one), part, from);
                first.fetch_min(differ, Ordering::Relaxed);
            }
        });
        let first = first.into_inner();
        if first == self.key_bytes {
            return None;
        }
        read(entries, first);
        Some(first)
    }
}

fn take<T>(from: &Mutex<T>) -> MutexGuard<'_, T> {
    from.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sorts entries that contain the first bytes of their keys.
pub(super) fn sort(entries: &mut [Entry], rows: &Rows<'_>, threads: usize) {
    let threads = threads.max(1);
    let mut due: Vec<Stretch<'_>> = vec![(entries, 0)];
    while let Some((entries, at)) = due.pop() {
        if threads == 1 || entries.len() < WORTH_A_THREAD {
            sort_alone(entries, rows, at);
            continue;
        }
        sort_numbers(entries, threads);
        if at + 8 >= rows.key_bytes {
            continue;
        }
        let (stretches, long) = cut_at_ties(entries, entries_a_share(entries.len(), threads));
        let stretches = Mutex::new(stretches);
        on_threads(threads, || {
            while let Some(stretch) = { take(&stretches).pop() } {
                sort_ties(stretch, rows, at);
            }
        });
        // Ties that would take one thread long are sorted by all threads together.
        for tie in long {
            if let Some(at) = rows.read_next(tie, at, threads) {
                due.push((tie, at));
            }
        }
    }
}

/// Sorts entries with this thread only.
fn sort_alone(entries: &mut [Entry], rows: &Rows<'_>, at: usize) {
    entries.sort_unstable();
    sort_ties(entries, rows, at);
}

/// Sorts each stretch of entries with equal key bytes, which are from offset `at`, by the bytes that follow.
fn sort_ties(entries: &mut [Entry], rows: &Rows<'_>, at: usize) {
    if at + 8 >= rows.key_bytes {
        return;
    }
    // A loop, because recursion would go as deep as keys are long.
    let mut due: Vec<Stretch<'_>> = vec![(entries, at)];
    while let Some((entries, at)) = due.pop() {
        let ties = entries.chunk_by_mut(|a, b| a.prefix() == b.prefix());
        for tie in ties.filter(|tie| tie.len() > 1) {
            if tie.len() <= FEW {
                tie.sort_unstable_by(|&a, &b| {
                    let order = rows.key.compare(rows.row(a), rows.row(b), at + 8);
                    order.then_with(|| a.place().cmp(&b.place()))
                });
            } else if let Some(at) = rows.read_next(tie, at, 1) {
                tie.sort_unstable();
                due.push((tie, at));
            }
        }
    }
}

/// Returns the number of entries in a share of work. There are several times as many shares as threads because their
/// durations differ.
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
    let refused = thread::scope(|scope| {
        let other = start(scope, || sort_numbers(low, first));
        sort_numbers(high, threads - first);
        other.is_err()
    });
    if refused {
        low.sort_unstable();
    }
}

/// Splits sorted entries into stretches of about `share` entries at places where key bytes differ, and into ties that
/// are longer than that.
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

    /// Sorts rows with a character key of 20 bytes that has few distinct values, with this number of threads.
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
                let prefix = feedrate_rows::spill::prefix(row);
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

    /// Returns the sorted order of rows whose columns are character values of these lengths.
    fn places(records: &[Vec<u8>], lengths: &[u32], threads: usize) -> Vec<usize> {
        let texts = lengths.iter().enumerate();
        let texts = texts.map(|(index, &length)| Variable::text(format!("a{index}"), length));
        let schema = Schema::lay_out(texts.collect()).unwrap();
        let columns: Vec<_> = (0..lengths.len()).map(|column| (column, false)).collect();
        let key = KeyReader::of_columns(&schema, &columns).unwrap();
        let bytes = lengths.iter().sum::<u32>() as usize;
        let pieces: Vec<&[u8]> = records.iter().map(Vec::as_slice).collect();
        let rows = Rows {
            pieces: &pieces,
            record_bytes: bytes,
            key: &key,
            key_bytes: bytes,
        };
        let entries = records.iter().enumerate();
        let entries = entries.map(|(piece, row)| Entry::new(feedrate_rows::spill::prefix(row), piece, 0));
        let mut entries: Vec<_> = entries.collect();
        sort(&mut entries, &rows, threads);
        entries.iter().map(|entry| entry.place().0).collect()
    }

    #[test]
    fn the_longest_keys_that_are_equal_take_neither_stack_nor_time() {
        let lengths = [32_767; 8];
        let row = vec![b'x'; 8 * 32_767];
        let mut other = row.clone();
        *other.last_mut().unwrap() = b'w';
        let few = [row.clone(), other.clone(), row.clone()];
        assert_eq!(places(&few, &lengths, 1), [1, 0, 2]);
        let mut many = vec![row; FEW + 8];
        many[FEW + 3] = other;
        let mut should: Vec<_> = (0..many.len()).collect();
        should.remove(FEW + 3);
        should.insert(0, FEW + 3);
        assert_eq!(places(&many, &lengths, 1), should);
    }

    #[test]
    fn long_beginnings_in_common_are_passed_over() {
        for (count, threads) in [(5000, 1), (WORTH_A_THREAD + 100, 3)] {
            let rows: Vec<_> = (0..count)
                .map(|row| {
                    let value = row * 7919 % 1000;
                    format!("{}{value:08}", "p".repeat(992)).into_bytes()
                })
                .collect();
            let mut should: Vec<_> = (0..count).collect();
            should.sort_by_key(|&row| &rows[row]);
            assert!(places(&rows, &[1000], threads) == should, "{count} rows");
        }
    }

    #[test]
    fn keys_that_part_one_by_one_take_no_stack() {
        // Each row is equal to all later ones a few bytes longer.
        let rows: Vec<_> = (0..400)
            .map(|row| {
                let mut text = vec![b'p'; 4096];
                text[row * 10..].fill(b'q');
                text
            })
            .collect();
        let should: Vec<_> = (0..400).rev().collect();
        assert!(places(&rows, &[4096], 1) == should);
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

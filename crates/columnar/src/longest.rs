//! The lengths of character columns that do not state them: those of their longest values.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

use feedrate_dataset::Result;

use crate::batches::Batches;
use crate::file_bytes::{Bytes, guarded};
use crate::values::longest;

/// The fewest rows for which a thread is worthwhile.
const LEAST_ROWS: u64 = 1 << 16;

/// Returns the length of the longest value of each of `columns` columns, which the batches of `batches_of` have. The
/// groups of rows are divided between the threads of its settings.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is damaged, or was replaced.
pub fn longest_values<B: Batches>(
    bytes: Bytes,
    columns: usize,
    groups: &[u64],
    batches_of: impl Fn(Bytes) -> B + Sync,
) -> Result<(Bytes, Vec<usize>)> {
    let parts = parts(groups, bytes.threads());
    let next = AtomicUsize::new(0);
    let work = |bytes: Bytes| -> Result<(Bytes, Vec<usize>)> {
        let (mut batches, mut lengths) = (batches_of(bytes), vec![0; columns]);
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            batches.begin(part.clone(), 0..u64::MAX)?;
            lengthen(&mut batches, &mut lengths)?;
        }
        Ok((batches.into_bytes(), lengths))
    };
    let same = bytes.same_file()?;
    let work_beside = || -> Result<_> {
        let (bytes, lengths) = work(same.open()?)?;
        Ok((bytes.account(), lengths))
    };
    thread::scope(|scope| {
        // Where the system refuses a thread, the others do its part.
        let begin = |_| Builder::new().spawn_scoped(scope, work_beside).ok();
        let others: Vec<_> = (1..parts.len()).filter_map(begin).collect();
        let (mut bytes, mut lengths) = work(bytes)?;
        for other in others {
            let other = other.join().map_err(|_| bytes.wrong("a thread that read it failed"))?;
            let (account, further) = other?;
            bytes.add_account(account);
            for (length, further) in lengths.iter_mut().zip(further) {
                *length = further.max(*length);
            }
        }
        Ok((bytes, lengths))
    })
}

/// Divides groups of rows into one or more consecutive parts of about as many rows.
fn parts(groups: &[u64], threads: usize) -> Vec<Range<usize>> {
    let rows: u64 = groups.iter().sum();
    let each = (rows / threads.max(1) as u64).max(LEAST_ROWS);
    let (mut parts, mut start, mut own) = (Vec::new(), 0, 0);
    for (group, rows) in groups.iter().enumerate() {
        own += rows;
        if own >= each {
            parts.push(start..group + 1);
            (start, own) = (group + 1, 0);
        }
    }
    if start < groups.len() || parts.is_empty() {
        parts.push(start..groups.len());
    }
    parts
}

/// Takes over the lengths of all values that are longer.
fn lengthen(batches: &mut impl Batches, lengths: &mut [usize]) -> Result<()> {
    while let Some(batch) = batches.next()? {
        for (array, length) in batch.columns().iter().zip(&mut *lengths) {
            let found = guarded(batches.path(), || longest(array))?;
            *length = found.max(*length);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_all_groups() {
        let ends = |groups: &[u64], threads| -> Vec<(usize, usize)> {
            let parts = parts(groups, threads).into_iter();
            parts.map(|part| (part.start, part.end)).collect()
        };
        assert_eq!(ends(&[], 4), [(0, 0)]);
        assert_eq!(ends(&[10, 10, 10], 2), [(0, 3)]);
        assert_eq!(ends(&[LEAST_ROWS; 5], 2), [(0, 3), (3, 5)]);
        assert_eq!(ends(&[LEAST_ROWS; 3], 8), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(ends(&[LEAST_ROWS, 1], 1), [(0, 2)]);
        assert_eq!(ends(&[9 * LEAST_ROWS, 1, 1], 3), [(0, 1), (1, 3)]);
    }
}

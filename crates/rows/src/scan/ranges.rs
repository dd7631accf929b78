//! Divides the rows of a scan into ranges.

use std::ops::Range;

use super::Scan;
use super::parallel::LEAST_BYTES;
use super::threads::{shares, threads_worthwhile};

/// Bytes of rows that one thread reads before the next range, if rows are wanted in order.
const RANGE_BYTES: u64 = 16 << 20;

impl Scan {
    /// Divides its rows into ranges for at most `most` threads, each of at least `least` bytes if possible. A thread
    /// has one range; or, if rows are wanted `in_order`, several ranges such that all threads together go through the
    /// file from front to back. A file in which rows cannot be located is read by one thread, because every reader
    /// would begin at its front.
    pub fn ranges(&self, most: usize, least: u64, in_order: bool) -> Vec<Vec<Range<u64>>> {
        let threads = self.threads(&self.rows, most, least);
        if threads == 1 || !in_order {
            let shares = self.whole_groups(shares(&self.rows, threads));
            return shares.into_iter().map(|share| vec![share]).collect();
        }
        let a_share = self.row_count().div_ceil(threads as u64).max(1);
        // Each range starts a new read, and two ranges share the page between them.
        let a_range = (least.max(RANGE_BYTES) / self.row_bytes()).clamp(1, a_share);
        let mut ranges = vec![Vec::new(); threads];
        let starts = (self.rows.start..self.rows.end).step_by(usize::try_from(a_range).unwrap_or(usize::MAX));
        let all = starts.map(|start| start..(start + a_range).min(self.rows.end));
        for (index, range) in self.whole_groups(all).into_iter().enumerate() {
            ranges[index % threads].push(range);
        }
        ranges
    }

    /// Divides rows within those of the scan into parts for at most `workers` threads.
    pub fn parts(&self, rows: &Range<u64>, workers: usize) -> Vec<Range<u64>> {
        let start = rows.start.clamp(self.rows.start, self.rows.end);
        let rows = start..rows.end.clamp(start, self.rows.end);
        self.whole_groups(shares(&rows, self.threads(&rows, workers, LEAST_BYTES)))
    }

    /// Divides its rows into consecutive ranges for at most `most` processes, each of at least `least` bytes if
    /// possible. Groups of rows that are only read as a whole, such as those of Parquet, are not divided.
    pub fn consecutive_parts(&self, most: usize, least: u64) -> Vec<Range<u64>> {
        let parts = self.threads(&self.rows, most, least);
        self.whole_groups(shares(&self.rows, parts))
    }

    /// Moves the ends of consecutive ranges, of which there is at least one, to those of groups that are only read as a
    /// whole: a range has the groups that begin in it.
    fn whole_groups(&self, ranges: impl Iterator<Item = Range<u64>>) -> Vec<Range<u64>> {
        if self.group_starts.is_empty() {
            return ranges.collect();
        }
        let ranges: Vec<_> = ranges.collect();
        let start = ranges.first().map_or(self.rows.start, |range| range.start);
        let all_end = ranges.last().map_or(start, |range| range.end);
        let (mut whole, mut next) = (Vec::with_capacity(ranges.len()), start);
        for range in ranges {
            let end = self.first_of_group(range.end).min(all_end);
            if end > next {
                whole.push(next..end);
                next = end;
            }
        }
        if whole.is_empty() {
            whole.push(start..all_end);
        }
        whole
    }

    /// Returns the first row at or after `row`, from 1, with which a group begins; the end of the rows if none does.
    fn first_of_group(&self, row: u64) -> u64 {
        let index = self.group_starts.partition_point(|start| start + 1 < row);
        let start = self.group_starts.get(index).map(|start| start + 1);
        start.unwrap_or(self.rows.end).min(self.rows.end)
    }

    /// Returns how many threads are worthwhile: at most `most`, each with at least `least` bytes.
    fn threads(&self, rows: &Range<u64>, most: usize, least: u64) -> usize {
        match self.can_seek && !self.is_ordered {
            true => threads_worthwhile(rows, self.row_bytes(), most, least),
            false => 1,
        }
    }

    fn row_bytes(&self) -> u64 {
        u64::from(self.schema.row_length()).max(1)
    }
}

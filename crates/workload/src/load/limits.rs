//! Limits of the amount of a load.

use super::check::longest_block;
use super::spec::Load;
use super::walk::FilePart;

/// The amount that a load may still begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// True if it continues until its time is up.
    endless: bool,
    bytes: u64,
    operations: u64,
    /// Bytes of one pass over the files.
    pass: u64,
    loops: u64,
    /// True if a pass is over when the bytes of the files are begun, and not only when no file has another block.
    ends_by_bytes: bool,
    /// True if the requested amount may be more than one pass.
    is_more_than_a_pass: bool,
    longest: u64,
    begun_bytes: u64,
    begun_operations: u64,
    begun_in_pass: u64,
    /// The number of times that it began again.
    pub(super) passes: u64,
}

impl Limits {
    pub(super) fn new(load: &Load, parts: &[FilePart]) -> Self {
        let pass = parts.iter().fold(0u64, |sum, part| sum.saturating_add(part.bytes));
        let loops = load.limit.loops.unwrap_or(1).max(1);
        let of_all_loops = |limit: u64| limit.saturating_mul(loops);
        let endless = load.limit.for_all_time && load.limit.time.is_some();
        Self {
            endless,
            bytes: of_all_loops(load.limit.bytes.unwrap_or(pass)),
            operations: load.limit.operations.map_or(u64::MAX, of_all_loops),
            pass,
            loops,
            ends_by_bytes: load
                .sequence
                .as_ref()
                .is_none_or(|sequence| sequence.queues && !endless),
            is_more_than_a_pass: match &load.sequence {
                Some(sequence) => sequence.repeats_files,
                None => load.limit.bytes.is_some(),
            },
            longest: longest_block(load),
            begun_bytes: 0,
            begun_operations: 0,
            begun_in_pass: 0,
            passes: 0,
        }
    }

    /// Returns whether everything has been begun.
    pub(super) fn are_reached(&self) -> bool {
        !self.endless && (self.begun_bytes >= self.bytes || self.begun_operations >= self.operations)
    }

    /// Returns whether several separate passes are requested.
    pub(super) fn has_loops(&self) -> bool {
        self.loops > 1 && !self.endless
    }

    /// Returns whether one pass over the files is complete by its bytes, which both directions share in sequential
    /// order.
    pub(super) fn is_pass_over(&self) -> bool {
        self.ends_by_bytes && self.begun_in_pass >= self.pass
    }

    /// Counts a block that is begun.
    pub(super) fn begin(&mut self, bytes: u64) {
        self.begun_bytes += bytes;
        self.begun_operations += 1;
        self.begun_in_pass += bytes;
    }

    /// Begins another pass, and returns whether there is one.
    pub(super) fn begin_again(&mut self) -> bool {
        // A pass in which nothing fits would be repeated without end.
        if self.begun_in_pass == 0 {
            return false;
        }
        let left = self.bytes.saturating_sub(self.begun_bytes);
        let goes_on =
            self.endless || self.passes + 1 < self.loops || (self.is_more_than_a_pass && left >= self.longest);
        if goes_on {
            self.passes += 1;
            self.begun_in_pass = 0;
        }
        goes_on
    }

    /// Returns the bytes that it will move, if that is known.
    pub(super) fn bytes_to_come(&self, load: &Load) -> Option<u64> {
        if self.endless {
            return None;
        }
        let by_operations = self.operations.saturating_mul(self.longest);
        let of_this = self.bytes.min(by_operations);
        let reads_back = load.directions.writes() && load.verify.as_ref().is_some_and(|verify| verify.read_back);
        Some(if reads_back { of_this.saturating_mul(2) } else { of_this })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::spec::{Limit, LoadFile};

    /// Returns the number of blocks of 4 KiB that are begun with four in a pass, and the number of repeated passes.
    fn begun(limit: Limit) -> (u64, u64) {
        let mut load = Load::new("l", vec![LoadFile::new("f", 16384)]);
        load.limit = limit;
        let part = FilePart {
            offset: 0,
            bytes: 16384,
            start: 0,
            file_bytes: 16384,
        };
        let mut limits = Limits::new(&load, &[part]);
        let mut blocks = 0;
        while !limits.are_reached() && blocks < 100 {
            if limits.is_pass_over() && !limits.begin_again() {
                break;
            }
            limits.begin(4096);
            blocks += 1;
        }
        (blocks, limits.passes)
    }

    #[test]
    fn limits_are_those_of_the_tools() {
        let none = Limit::default();
        assert_eq!(begun(none), (4, 0));
        let bytes = |bytes| Limit {
            bytes: Some(bytes),
            ..none
        };
        assert_eq!(begun(bytes(8192)), (2, 0));
        assert_eq!(begun(bytes(40960)), (10, 2));
        // The rest is less than a block.
        assert_eq!(begun(bytes(20000)), (4, 0));
        assert_eq!(begun(Limit { loops: Some(3), ..none }), (12, 2));
        assert_eq!(
            begun(Limit {
                operations: Some(3),
                ..none
            }),
            (3, 0)
        );
        let endless = Limit {
            time: Some(std::time::Duration::from_secs(1)),
            for_all_time: true,
            ..none
        };
        assert_eq!(begun(endless), (100, 24));
    }
}

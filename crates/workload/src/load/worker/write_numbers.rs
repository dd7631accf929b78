//! Which write of a load each interval of its files has last, so that a later one that was lost is noticed.

use std::ops::Range;

use crate::load::spec::Verify;
use crate::load::walk::FilePart;

/// Of more intervals, none are kept (256 MiB).
const MOST: u64 = 1 << 27;

/// The numbers of writes, by file and interval; 0 where it is not known.
#[derive(Debug)]
pub(super) struct WriteNumbers(Vec<Vec<u16>>);

/// Returns the number in headers of a write, which are counted from 0.
pub(super) fn number_of(write: u64) -> u16 {
    (write % u64::from(u16::MAX)) as u16 + 1
}

impl WriteNumbers {
    /// `None` if numbers are not checked, or there are too many.
    pub(super) fn new(verify: &Verify, parts: &[FilePart], interval: u64) -> Option<Self> {
        let of = |part: &FilePart| (part.file_bytes - part.offset).div_ceil(interval);
        let is_kept = verify.numbers && parts.iter().map(of).sum::<u64>() <= MOST;
        is_kept.then(|| Self(parts.iter().map(|part| vec![0; of(part) as usize]).collect()))
    }

    /// Keeps the number of a write that is done, or 0 for one that failed.
    pub(super) fn set(&mut self, file: usize, units: Range<u64>, number: u16) {
        let of = self.0.get_mut(file);
        let of = of.and_then(|of| of.get_mut(units.start as usize..units.end as usize));
        of.into_iter().flatten().for_each(|kept| *kept = number);
    }

    /// Returns the number of the last write of an interval.
    pub(super) fn of(&self, file: usize, unit: u64) -> u16 {
        let of = self.0.get(file).and_then(|of| of.get(unit as usize));
        of.copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::spec::{VerifyMethod, VerifySum};

    #[test]
    fn the_last_write_of_an_interval_counts() {
        let verify = |numbers| Verify {
            method: VerifyMethod::Sum(VerifySum::Crc32c),
            interval: None,
            header_at: 0,
            numbers,
            read_back: true,
            fatal: false,
            dump: false,
            backlog: None,
            only_flushed: false,
            until: None,
        };
        let part = FilePart {
            offset: 4096,
            bytes: 8192,
            start: 0,
            file_bytes: 12_288,
        };
        assert!(WriteNumbers::new(&verify(false), &[part], 1024).is_none());
        let mut numbers = WriteNumbers::new(&verify(true), &[part], 1024).unwrap();
        numbers.set(0, 0..4, number_of(0));
        numbers.set(0, 2..6, number_of(1));
        let all: Vec<u16> = (0..9).map(|unit| numbers.of(0, unit)).collect();
        assert_eq!(all, [1, 1, 2, 2, 2, 2, 0, 0, 0]);
        // A number that is not there is passed over.
        numbers.set(0, 6..9, 5);
        numbers.set(1, 0..1, 5);
        assert_eq!((numbers.of(0, 7), numbers.of(1, 0)), (0, 0));
        assert_eq!([0, 65_534, 65_535].map(number_of), [1, 65_535, 1]);
    }
}

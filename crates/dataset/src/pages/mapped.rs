//! The units that a [`Pool`](super::Pool) reads in mapped memory, and their account.
//!
//! A call of the system for each row takes many times as long as what is done with the row. So ranges are copied out of
//! the mapped file, and the system reads the pages that it does not have. A unit counts as moved when it is first used.
//!
//! A device reads much faster from front to back than at random. So the file is [read ahead](ReadAhead) while storage
//! is waited for. It is done only where memory has room for the file, and not where most of it is in memory already.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use feedrate_machine::{Memory, since_boot};
use feedrate_pageio::cache::{ReadAhead, Residency};
use feedrate_pageio::{Account, MappedFile, PageFile};

use super::moved;
use crate::error::Result;

/// The least time of a unit that comes from storage. From memory it takes one or two microseconds.
const FROM_STORAGE: Duration = Duration::from_micros(20);

/// The share of a file in memory from which on nothing is read ahead.
const RESIDENT: f64 = 0.95;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct MappedUnits {
    file: MappedFile,
    unit_bytes: u64,
    /// A bit for each unit from the beginning of the file on: whether it was used.
    used: Vec<u64>,
    /// The bytes that are copied.
    range: Vec<u8>,
    /// The reading ahead, if there is any.
    ahead: Option<ReadAhead>,
    account: Account,
    last: Instant,
    /// When the first bytes had been read, since the machine started.
    first_page: Option<Duration>,
    waited: Duration,
}

impl MappedUnits {
    /// Maps a file. `None` if that cannot be.
    pub(super) fn new(file: &PageFile, unit_bytes: usize, resident: &Residency) -> Option<Self> {
        let mapped = MappedFile::new(file)?;
        let unit_bytes = unit_bytes as u64;
        let units = mapped.bytes().div_ceil(unit_bytes);
        let used = vec![0; usize::try_from(units.div_ceil(64)).ok()?];
        let is_resident = match resident {
            Residency::Known(resident) => resident.share() >= RESIDENT,
            Residency::Unknown => true,
        };
        let is_worth_it = !is_resident && has_room(mapped.bytes());
        Some(Self {
            file: mapped,
            unit_bytes,
            used,
            range: Vec::new(),
            // Without it all is as it was, but for the time.
            ahead: is_worth_it.then(|| ReadAhead::new(file).ok()).flatten(),
            account: Account::default(),
            last: Instant::now(),
            first_page: None,
            waited: Duration::ZERO,
        })
    }

    /// Returns the bytes from `offset` on. Behind the end of the file are zeros.
    #[inline]
    pub(super) fn read(&mut self, offset: u64, bytes: usize) -> Result<&[u8]> {
        let mut range = std::mem::take(&mut self.range);
        if range.len() < bytes {
            range.resize(bytes, 0);
        }
        let read = self.read_into(offset, &mut range[..bytes]);
        self.range = range;
        read?;
        Ok(&self.range[..bytes])
    }

    /// Copies the bytes from `offset` on.
    #[inline]
    pub(super) fn read_into(&mut self, offset: u64, into: &mut [u8]) -> Result<()> {
        let first = offset / self.unit_bytes;
        let last = (offset + into.len().max(1) as u64 - 1) / self.unit_bytes;
        if (first..=last).all(|unit| self.is_used(unit)) {
            return Ok(self.file.read(offset, into)?);
        }
        self.read_first(offset, into, first..=last)
    }

    /// Brings bytes near the processor, those that are in memory.
    #[inline]
    pub(super) fn expect(&self, offset: u64, bytes: usize) {
        self.file.expect(offset, bytes);
    }

    /// Returns whether a unit was used, or lies behind the end of the file.
    #[inline]
    fn is_used(&self, unit: u64) -> bool {
        let word = self.used.get((unit / 64) as usize);
        word.is_none_or(|word| word & 1 << (unit % 64) != 0)
    }

    #[cold]
    fn read_first(&mut self, offset: u64, into: &mut [u8], units: RangeInclusive<u64>) -> Result<()> {
        let began = Instant::now();
        self.file.read(offset, into)?;
        self.last = Instant::now();
        self.first_page.get_or_insert_with(since_boot);
        let took = self.last - began;
        self.waited += took;
        self.account.calls.mapped += 1;
        for unit in units {
            if self.is_used(unit) {
                continue;
            }
            self.used[(unit / 64) as usize] |= 1 << (unit % 64);
            let at = unit * self.unit_bytes;
            let bytes = self.file.bytes().saturating_sub(at).min(self.unit_bytes);
            if bytes > 0 {
                self.account.read.record(bytes as usize, took);
                moved::count(bytes);
            }
        }
        if let Some(ahead) = &mut self.ahead
            && took >= FROM_STORAGE
        {
            ahead.waited(took);
        }
        Ok(())
    }

    /// The account of what was moved.
    pub(super) fn account(&self) -> &Account {
        &self.account
    }

    /// When the first bytes had been read, since the machine started.
    pub(super) fn first_page(&self) -> Option<Duration> {
        self.first_page
    }

    /// When something was moved last, and how long that was waited for in all.
    pub(super) fn times(&self) -> (Instant, Duration) {
        (self.last, self.waited)
    }
}

/// Returns whether half of the memory that this process can still have holds so many bytes.
fn has_room(bytes: u64) -> bool {
    let memory = Memory::host();
    let limit = memory.cgroup_limit_bytes.unwrap_or(u64::MAX);
    let available = memory.available_bytes.unwrap_or(0).min(limit);
    bytes <= available / 2
}

#[cfg(test)]
mod tests {
    use feedrate_pageio::cache::{ResidencySource, ResidentBytes};
    use feedrate_pageio::{Method, OpenRequest};

    use super::*;

    fn mapped(bytes: &[u8], share: f64) -> MappedUnits {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, bytes).unwrap();
        let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
        let resident = Residency::Known(ResidentBytes {
            bytes: (bytes.len() as f64 * share) as u64,
            dirty: None,
            file_bytes: bytes.len() as u64,
            witness: ResidencySource::Cachestat,
        });
        MappedUnits::new(&file, 4096, &resident).unwrap()
    }

    #[test]
    fn ranges_are_those_of_the_file_and_units_count_once() {
        let bytes: Vec<u8> = (0..10_000_u32).map(|at| (at % 251) as u8).collect();
        let mut mapped = mapped(&bytes, 1.0);
        for (offset, length, moved) in [
            (100, 50, 4096),
            (200, 50, 4096),
            // Over the boundary of two units.
            (4090, 100, 8192),
            (9990, 10, 10_000),
            (0, 10_000, 10_000),
        ] {
            let read = mapped.read(offset as u64, length).unwrap();
            assert_eq!(read, &bytes[offset..offset + length]);
            assert_eq!(mapped.account().read.bytes, moved);
        }
        assert_eq!(mapped.read(9998, 4).unwrap(), [bytes[9998], bytes[9999], 0, 0]);
        assert_eq!(mapped.read(1 << 40, 3).unwrap(), [0; 3]);
        assert_eq!(mapped.account().read.operations, 3);
    }

    #[test]
    fn a_file_is_read_ahead_unless_it_is_in_memory() {
        assert!(mapped(&[1; 10_000], 0.5).ahead.is_some());
        assert!(mapped(&[1; 10_000], 1.0).ahead.is_none());
    }
}

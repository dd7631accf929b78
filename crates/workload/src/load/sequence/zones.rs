//! Zones of a file with their shares of the accesses, in whole percents as fio has them.

use crate::load::spec::{Distribution, Extent, Zone};

/// The zone that each percent of the accesses goes to: its beginning and its end, in percents or in bytes.
#[derive(Clone, Debug)]
pub(super) struct Zones {
    of_percent: Vec<(u64, u64)>,
    are_bytes: bool,
}

impl Zones {
    /// Creates the table of a distribution; `None` where it has no zones.
    pub(super) fn new(of: &Distribution) -> Option<Self> {
        let Distribution::Zoned(zones) = of else {
            return None;
        };
        let mut of_percent = Vec::with_capacity(100);
        let mut from = 0;
        for Zone { access_percent, extent } in zones {
            let end = from
                + match *extent {
                    Extent::Percent(percent) => percent as u64,
                    Extent::Bytes(bytes) => bytes,
                };
            let accesses = (*access_percent as usize).min(100 - of_percent.len());
            of_percent.extend(std::iter::repeat_n((from, end), accesses));
            from = end;
        }
        let are_bytes = zones.iter().any(|zone| matches!(zone.extent, Extent::Bytes(_)));
        Some(Self { of_percent, are_bytes })
    }

    /// Returns the first block of the zone for a percent, from 1, and the number of its blocks, of `blocks` in all;
    /// `None` if it ends after them.
    pub(super) fn part(&self, percent: u32, blocks: u64, block_bytes: u64) -> Option<(u64, u64)> {
        let at = self.of_percent.get(percent as usize - 1).or(self.of_percent.last());
        let &(from, end) = at?;
        if self.are_bytes {
            let (from, end) = (from / block_bytes, end / block_bytes);
            return (end <= blocks).then(|| (from, end - from));
        }
        let share = |percent: u64| (u128::from(blocks) * u128::from(percent) / 100) as u64;
        Some((share(from), share(end - from)))
    }
}

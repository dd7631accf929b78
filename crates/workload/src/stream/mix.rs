//! Reads and writes in a given proportion.

use feedrate_pageio::Direction;

/// Spreads reads and writes as evenly as can be.
#[derive(Debug, Default)]
pub(super) struct Mix {
    owed_to_reads: u32,
}

impl Mix {
    /// The direction of the next transfer.
    pub(super) fn next(&mut self, read_percent: u8) -> Direction {
        self.owed_to_reads += u32::from(read_percent);
        if self.owed_to_reads >= 100 {
            self.owed_to_reads -= 100;
            Direction::Read
        } else {
            Direction::Write
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_is_exact_and_even() {
        for percent in [0u8, 1, 40, 50, 60, 99, 100] {
            let mut mix = Mix::default();
            let directions: Vec<_> = (0..1000).map(|_| mix.next(percent)).collect();
            let reads = directions
                .iter()
                .filter(|&&direction| direction == Direction::Read)
                .count();
            assert_eq!(reads, usize::from(percent) * 10);
        }
        let mut mix = Mix::default();
        let first: Vec<_> = (0..4).map(|_| mix.next(50)).collect();
        assert_eq!(
            first,
            [Direction::Write, Direction::Read, Direction::Write, Direction::Read]
        );
    }
}

//! The lengths of blocks, as fio draws them.

use super::generator::Generator;
use crate::load::spec::Blocks;

/// So often a length is drawn until one fits.
const TRIES: u32 = 10_000;

/// The lengths of one direction.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    least: u64,
    most: u64,
    /// The divisor of all lengths but the longest.
    multiple: u64,
    /// Lengths with their percentages, the least of them first.
    parts: Vec<(u64, u64)>,
    generator: Generator,
}

impl Lengths {
    /// With `any`, lengths need not be multiples of the shortest.
    pub(super) fn new(blocks: &Blocks, any: bool, generator: Generator) -> Self {
        let mut parts: Vec<(u64, u64)> = match blocks {
            Blocks::Split(parts) => parts
                .iter()
                .map(|&(bytes, percent)| (bytes, percent as u64))
                .filter(|&(_, percent)| percent > 0)
                .collect(),
            _ => Vec::new(),
        };
        parts.sort_by_key(|&(_, percent)| percent);
        Self {
            least: blocks.least(),
            most: blocks.most(),
            multiple: if any { 1 } else { blocks.least().max(1) },
            parts,
            generator,
        }
    }

    /// Draws from another generator from now on.
    pub(super) fn restart(&mut self, generator: Generator) {
        self.generator = generator;
    }

    /// Returns the shortest length.
    #[inline]
    pub(super) fn least(&self) -> u64 {
        self.least
    }

    /// Draws a length of at most `room`. Where there is only one, that is returned whatever the room.
    #[inline]
    pub(super) fn next(&mut self, room: u64) -> Option<u64> {
        if self.least == self.most {
            return Some(self.least);
        }
        if room < self.least {
            return None;
        }
        (0..TRIES).map(|_| self.draw(room)).find(|&bytes| bytes <= room)
    }

    fn draw(&mut self, room: u64) -> u64 {
        let bytes = match self.parts.last() {
            None => self.least + (self.most as f64 * self.generator.fraction()) as u64,
            Some(&(last, _)) => {
                let drawn = self.generator.next();
                let hundredth = self.generator.most() / 100;
                let mut sum = 0;
                let mut chosen = self.parts.iter().filter(|&&(bytes, percent)| {
                    sum += percent;
                    drawn / sum <= hundredth && bytes <= room
                });
                chosen.next().map_or(last, |part| part.0)
            }
        };
        (bytes - bytes % self.multiple).min(self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_come_in_their_shares_and_fit() {
        let split = Blocks::Split(vec![(8192, 75.0), (4096, 25.0)]);
        let mut lengths = Lengths::new(&split, false, Generator::short(1));
        let short = (0..10_000).filter(|_| lengths.next(u64::MAX) == Some(4096)).count();
        assert!((2300..2700).contains(&short), "{short}");
        assert!((0..100).all(|_| lengths.next(8000) == Some(4096)));
        assert_eq!(lengths.next(4095), None);
    }

    #[test]
    fn a_range_is_of_whole_shortest_blocks_or_of_any_lengths() {
        let drawn = |blocks: &Blocks, any| {
            let mut lengths = Lengths::new(blocks, any, Generator::short(1));
            std::iter::from_fn(move || lengths.next(u64::MAX)).take(1000)
        };
        let range = Blocks::Range {
            least: 1000,
            most: 3500,
        };
        assert!(drawn(&range, false).all(|bytes| [1000, 2000, 3000, 3500].contains(&bytes)));
        assert!(drawn(&range, true).all(|bytes| (1000..=3500).contains(&bytes)));
        assert!(drawn(&range, true).filter(|bytes| bytes % 1000 != 0).count() > 700);
        let split = Blocks::Split(vec![(3072, 30.0), (4097, 70.0)]);
        assert!(drawn(&split, true).any(|bytes| bytes == 4097));
    }
}

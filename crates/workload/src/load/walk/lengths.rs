//! Draws the lengths of blocks.

use crate::load::spec::Blocks;

/// The lengths of one direction.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    blocks: Blocks,
    least: u64,
    random: fastrand::Rng,
}

impl Lengths {
    pub(crate) fn new(blocks: &Blocks, seed: u64) -> Self {
        Self {
            blocks: blocks.clone(),
            least: blocks.least(),
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// Returns the length if there is only one.
    pub(crate) fn fixed(&self) -> Option<u64> {
        match self.blocks {
            Blocks::Fixed(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Draws a length of at most `room`.
    pub(crate) fn next(&mut self, room: u64) -> Option<u64> {
        if room < self.least {
            return None;
        }
        Some(match &self.blocks {
            Blocks::Fixed(bytes) => *bytes,
            Blocks::Range { least, most } => {
                let most = (*most).min(room) / least;
                least * self.random.u64(1..=most.max(1))
            }
            Blocks::Split(parts) => {
                let fitting = || parts.iter().filter(|(bytes, _)| *bytes <= room);
                let total: f64 = fitting().map(|(_, percent)| percent).sum();
                let mut at = self.random.f64() * total;
                let mut chosen = self.least;
                for (bytes, percent) in fitting() {
                    chosen = *bytes;
                    at -= percent;
                    if at < 0.0 {
                        break;
                    }
                }
                chosen
            }
        })
    }
}

impl Blocks {
    /// Returns the shortest length.
    pub fn least(&self) -> u64 {
        match self {
            Self::Fixed(bytes) => *bytes,
            Self::Range { least, .. } => *least,
            Self::Split(parts) => parts.iter().map(|part| part.0).min().unwrap_or(0),
        }
    }

    /// Returns the longest length.
    pub fn most(&self) -> u64 {
        match self {
            Self::Fixed(bytes) => *bytes,
            Self::Range { most, .. } => *most,
            Self::Split(parts) => parts.iter().map(|part| part.0).max().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_come_in_their_shares_and_fit() {
        let split = Blocks::Split(vec![(4096, 25.0), (8192, 75.0)]);
        let mut lengths = Lengths::new(&split, 1);
        let short = (0..10_000).filter(|_| lengths.next(u64::MAX) == Some(4096)).count();
        assert!((2300..2700).contains(&short), "{short}");
        assert!((0..100).all(|_| lengths.next(8000) == Some(4096)));
        assert_eq!(lengths.next(4095), None);
    }

    #[test]
    fn a_range_is_of_multiples_each_as_likely() {
        let range = Blocks::Range {
            least: 1000,
            most: 3000,
        };
        let mut lengths = Lengths::new(&range, 1);
        let mut counts = [0; 4];
        for _ in 0..9000 {
            counts[(lengths.next(u64::MAX).unwrap() / 1000) as usize] += 1;
        }
        assert!(counts[1..].iter().all(|count| (2700..3300).contains(count)));
        assert_eq!(lengths.next(1999), Some(1000));
    }
}

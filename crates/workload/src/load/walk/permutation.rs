//! Permutations of the numbers below a bound in an apparently random order, without a table.

/// The rounds of the network: enough to separate neighbours.
const ROUNDS: usize = 4;

/// An odd number without a pattern (2^64 divided by the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A permutation of the numbers from 0 to `count` − 1: a Feistel network over the next power of two, repeated until the
/// number is below the bound (M. Luby and C. Rackoff 1988; J. Black and P. Rogaway 2002, "cycle walking").
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permutation {
    count: u64,
    /// The bits of the high and of the low half.
    high: u32,
    low: u32,
    keys: [u64; ROUNDS],
}

impl Permutation {
    pub(crate) fn new(count: u64, seed: u64) -> Self {
        let bits = (u64::BITS - count.saturating_sub(1).leading_zeros()).max(2);
        let mut random = fastrand::Rng::with_seed(seed);
        Self {
            count,
            high: bits / 2,
            low: bits - bits / 2,
            keys: std::array::from_fn(|_| random.u64(..)),
        }
    }

    /// Returns the count of numbers.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number at `index`, from 0, which must be below the bound.
    pub(crate) fn get(&self, index: u64) -> u64 {
        debug_assert!(index < self.count);
        let mut number = index;
        loop {
            number = self.once(number);
            // The cycle of a number below the bound contains one, at the latest itself.
            if number < self.count {
                return number;
            }
        }
    }

    fn once(&self, number: u64) -> u64 {
        let mut high = number >> self.low;
        let mut low = number & ((1 << self.low) - 1);
        for pair in self.keys.chunks_exact(2) {
            high ^= mixed(low, pair[0], self.high);
            low ^= mixed(high, pair[1], self.low);
        }
        high << self.low | low
    }
}

/// Returns `bits` bits, at least one, that depend on all bits of a number.
fn mixed(number: u64, key: u64, bits: u32) -> u64 {
    let spread = (number ^ key).wrapping_mul(SPREAD);
    (spread ^ (spread >> 32)).wrapping_mul(SPREAD) >> (u64::BITS - bits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_number_comes_once(count in 1u64..5000, seed: u64) {
            let permutation = Permutation::new(count, seed);
            let mut seen = vec![false; count as usize];
            for index in 0..count {
                let number = permutation.get(index) as usize;
                prop_assert!(!seen[number]);
                seen[number] = true;
            }
        }

        #[test]
        fn the_largest_bounds_are_kept(less in 0u64..1000, index: u64, seed: u64) {
            let count = (i64::MAX as u64) - less;
            prop_assert!(Permutation::new(count, seed).get(index % count) < count);
        }
    }

    #[test]
    fn neighbours_end_far_apart() {
        let count = 1 << 20;
        let permutation = Permutation::new(count, 7);
        let near = (1..count)
            .filter(|&index| permutation.get(index).abs_diff(permutation.get(index - 1)) < 1024)
            .count();
        // The expected share is one in 512.
        assert!((1000..3500).contains(&near), "{near}");
    }
}

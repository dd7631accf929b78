//! Reproducible random numbers for the order of trials and for resampling.

/// The generator SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Debug)]
pub(super) struct SplitMix(pub(super) u64);

impl SplitMix {
    /// Returns a number from 0 to below a limit, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        (bits % limit as u64) as usize
    }
}

/// Shuffles by Fisher and Yates.
pub(super) fn shuffle(items: &mut [usize], seed: u64) {
    let mut random = SplitMix(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

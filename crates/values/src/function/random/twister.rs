//! The Mersenne Twister MT19937 (Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed
//! uniform pseudo-random number generator", ACM Transactions on Modeling and Computer Simulation 8, 1998).
//!
//! A seed is expanded to the state by the method that its authors published in 1998; they changed it in 2002, and the
//! language uses the new method only for multiples of 8192, for which the old one is poor.

const SIZE: usize = 624;
const MIDDLE: usize = 397;

/// The state of the generator.
#[derive(Clone, Debug)]
pub(super) struct Twister {
    state: [u32; SIZE],
    next: usize,
}

impl Twister {
    pub(super) fn new(seed: u32) -> Self {
        Self::spread(seed, seed.is_multiple_of(8192))
    }

    /// Expands a seed by the method of 2002 if `recent`, otherwise by that of 1998.
    fn spread(seed: u32, recent: bool) -> Self {
        let mut state = [seed; SIZE];
        for index in 1..SIZE {
            let before = state[index - 1];
            state[index] = if recent {
                // The index is below 624.
                (before ^ before >> 30)
                    .wrapping_mul(1_812_433_253)
                    .wrapping_add(index as u32)
            } else {
                before.wrapping_mul(69_069)
            };
        }
        Self { state, next: SIZE }
    }

    /// Returns a uniform variate between 0 and 1, excluding both.
    pub(super) fn uniform(&mut self) -> f64 {
        loop {
            let bits = self.bits();
            if bits != 0 {
                return f64::from(bits) / 4_294_967_296.0;
            }
        }
    }

    fn bits(&mut self) -> u32 {
        if self.next == SIZE {
            self.refill();
        }
        let mut bits = self.state[self.next];
        self.next += 1;
        bits ^= bits >> 11;
        bits ^= bits << 7 & 0x9D2C_5680;
        bits ^= bits << 15 & 0xEFC6_0000;
        bits ^ bits >> 18
    }

    fn refill(&mut self) {
        for index in 0..SIZE {
            let high = self.state[index] & 0x8000_0000;
            let low = self.state[(index + 1) % SIZE] & 0x7FFF_FFFF;
            let mixed = high | low;
            let twist = if mixed & 1 == 1 { 0x9908_B0DF } else { 0 };
            self.state[index] = self.state[(index + MIDDLE) % SIZE] ^ mixed >> 1 ^ twist;
        }
        self.next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that the authors' program of 2002 prints for its own seed are the reference. The method of 1998 is
    /// tested with the function `RAND`.
    #[test]
    fn the_recurrence_is_that_of_the_authors() {
        let mut twister = Twister::spread(5489, true);
        let first: Vec<u32> = (0..5).map(|_| twister.bits()).collect();
        assert_eq!(
            first,
            [3_499_211_612, 581_869_302, 3_890_346_734, 3_586_334_585, 545_404_204]
        );
        // The 10000th number, as the standard library of C++ prescribes it.
        assert_eq!((5..10_000).map(|_| twister.bits()).last(), Some(4_123_659_995));
    }

    #[test]
    fn seeds_that_8192_divides_are_spread_by_the_recent_way() {
        assert_eq!(Twister::new(81_920).state, Twister::spread(81_920, true).state);
        assert_eq!(Twister::new(81_921).state, Twister::spread(81_921, false).state);
    }
}

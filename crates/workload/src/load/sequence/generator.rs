//! The random numbers of fio's orders: combined Tausworthe generators (P. L'Ecuyer, "Maximally equidistributed combined
//! Tausworthe generators", 1996, and "Tables of maximally equidistributed combined LFSR generators", 1999).

use crate::load::spec::GeneratorState;

/// One register of a combined generator.
struct Register {
    /// The distance of the second tap.
    tap: u32,
    /// The shift down of the changed part.
    down: u32,
    /// The bits that the state has at least: lower ones are always zero.
    unused: u32,
    /// The shift up of the rest.
    up: u32,
}

/// The registers of 32 bits.
const SHORT: [Register; 3] = [
    Register {
        tap: 13,
        down: 19,
        unused: 1,
        up: 12,
    },
    Register {
        tap: 2,
        down: 25,
        unused: 3,
        up: 4,
    },
    Register {
        tap: 3,
        down: 11,
        unused: 4,
        up: 17,
    },
];

/// Those of 64 bits.
const LONG: [Register; 5] = [
    Register {
        tap: 1,
        down: 53,
        unused: 1,
        up: 10,
    },
    Register {
        tap: 24,
        down: 50,
        unused: 9,
        up: 5,
    },
    Register {
        tap: 3,
        down: 23,
        unused: 12,
        up: 29,
    },
    Register {
        tap: 5,
        down: 24,
        unused: 17,
        up: 23,
    },
    Register {
        tap: 3,
        down: 33,
        unused: 23,
        up: 8,
    },
];

/// The lower bounds of the states, which are greater, as in fio.
const SHORT_LEAST: [u32; 3] = [1, 7, 15];
const LONG_LEAST: [u64; 5] = [1, 7, 15, 33, 49];

/// The value before the first state, and the factor between states.
const BEFORE_FIRST: u32 = 53;
const SHORT_FACTOR: u32 = 69_069;
const LONG_FACTOR: u64 = 6_906_969_069;

/// The numbers that are left out at the beginning.
const LEFT_OUT: usize = 6;

/// A generator.
#[derive(Clone, Debug)]
pub(crate) enum Generator {
    /// Of numbers of 32 bits.
    Short([u32; 3]),
    /// Of numbers of 64 bits.
    Long([u64; 5]),
}

impl Generator {
    /// Creates a generator of numbers of 32 bits, or of 64 where `is_long`.
    pub(crate) fn new(seed: u64, is_long: bool) -> Self {
        let mut generator = if is_long {
            let mut state = u64::from(BEFORE_FIRST);
            Self::Long(LONG_LEAST.map(|least| {
                state = state.wrapping_mul(LONG_FACTOR) ^ seed;
                if state < least {
                    state += least;
                }
                state
            }))
        } else {
            let seed = seed as u32;
            let mut state = BEFORE_FIRST;
            Self::Short(SHORT_LEAST.map(|least| {
                state = state.wrapping_mul(SHORT_FACTOR) ^ seed;
                if state < least {
                    state += least;
                }
                state
            }))
        };
        for _ in 0..LEFT_OUT {
            generator.next();
        }
        generator
    }

    /// Creates a generator of numbers of 32 bits.
    pub(crate) fn short(seed: u64) -> Self {
        Self::new(seed, false)
    }

    /// Returns its registers.
    pub(crate) fn state(&self) -> GeneratorState {
        match self {
            Self::Short(states) => GeneratorState::Short(*states),
            Self::Long(states) => GeneratorState::Long(*states),
        }
    }

    /// Returns the next number.
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        match self {
            Self::Short(states) => {
                let mut number = 0;
                for (state, register) in states.iter_mut().zip(&SHORT) {
                    let changed = ((*state << register.tap) ^ *state) >> register.down;
                    let rest = *state >> register.unused << register.unused;
                    *state = (rest << register.up) ^ changed;
                    number ^= *state;
                }
                u64::from(number)
            }
            Self::Long(states) => {
                let mut number = 0;
                for (state, register) in states.iter_mut().zip(&LONG) {
                    let changed = ((*state << register.tap) ^ *state) >> register.down;
                    let rest = *state >> register.unused << register.unused;
                    *state = (rest << register.up) ^ changed;
                    number ^= *state;
                }
                number
            }
        }
    }

    /// Returns the largest number.
    #[inline]
    pub(crate) fn most(&self) -> u64 {
        match self {
            Self::Short(_) => u64::from(u32::MAX),
            Self::Long(_) => u64::MAX,
        }
    }

    /// Returns the next number as a part of one.
    #[inline]
    pub(crate) fn fraction(&mut self) -> f64 {
        self.next() as f64 / (self.most() as f64 + 1.0)
    }

    /// Returns a number from 1 to 100.
    #[inline]
    pub(crate) fn percent(&mut self) -> u32 {
        1 + (100.0 * self.fraction()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registers_are_those_of_the_tables() {
        // After as many steps as the period of a register of 32 bits has states below its unused bits, none repeats
        // early: the first register has 31 used bits. A short cycle would show within a few thousand numbers.
        let mut generator = Generator::short(1);
        let first: Vec<u64> = (0..4096).map(|_| generator.next()).collect();
        let mut sorted = first.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert!(sorted.len() > 4090);
        let mean = first.iter().map(|&number| number as f64).sum::<f64>() / 4096.0;
        assert!((mean / 2f64.powi(31) - 1.0).abs() < 0.05, "{mean}");
    }
}

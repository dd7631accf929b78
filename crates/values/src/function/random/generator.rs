//! The multiplicative generator of `RANUNI`: x ← 397 204 094 x mod 2³¹-1 (Fishman and Moore, "A
//! statistical evaluation of multiplicative congruential random number generators with modulus 2³¹-1",
//! Journal of the American Statistical Association 77, 1982).

use super::seed_of_time;
use crate::function::Clock;

const MULTIPLIER: u64 = 397_204_094;
const MODULUS: u64 = (1 << 31) - 1;

/// A stream that starts from a seed.
#[derive(Clone, Debug)]
pub(in crate::function) struct Generator {
    /// 1 to 2³¹-2.
    state: u32,
}

impl Generator {
    /// Creates a stream from a seed below 2³¹-1, ignoring its fraction. One that is not positive is replaced by one
    /// from the time. `None` for any other number.
    pub(in crate::function) fn new(seed: f64, clock: &dyn Clock) -> Option<Self> {
        if seed.is_nan() || seed >= MODULUS as f64 {
            return None;
        }
        let state = if seed < 1.0 { seed_of_time(clock) } else { seed as u32 };
        Some(Self { state })
    }

    /// Returns the seed with which another stream continues as this one.
    pub(in crate::function) fn state(&self) -> u32 {
        self.state
    }

    /// Returns a uniform variate between 0 and 1, excluding both.
    pub(in crate::function) fn uniform(&mut self) -> f64 {
        // The product has less than 60 bits, and the remainder less than 32.
        self.state = (u64::from(self.state) * MULTIPLIER % MODULUS) as u32;
        f64::from(self.state) / MODULUS as f64
    }

    /// Returns a normal variate with mean 0 and variance 1, by the transformation of Box and Muller, of which only the
    /// cosine is used.
    pub(in crate::function) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

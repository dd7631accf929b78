//! Seeded noise for tests, so that failures are reproducible.

/// A small generator (xorshift64*, Vigna 2016) of noise.
pub(crate) struct Noise(u64);

impl Noise {
    /// Creates the stream of `seed`; neighbouring seeds yield unrelated streams.
    pub(crate) fn new(seed: u64) -> Self {
        let mut noise = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66_D1CE_4E5B);
        for _ in 0..8 {
            noise.uniform();
        }
        noise
    }

    /// Returns a uniform number between 0 and 1, excluding both.
    pub(crate) fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 12;
        (bits as f64 + 0.5) / (1_u64 << 52) as f64
    }

    /// Returns a standard normal number (Box and Muller, 1958).
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// Returns a series whose relative rate at the fraction `x` of the run is `rate(x)`, with normal noise of the given
/// relative deviation.
pub(crate) fn planted(seed: u64, n: usize, deviation: f64, rate: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut noise = Noise::new(seed);
    (0..n)
        .map(|i| 800.0 * rate(i as f64 / n as f64) * (1.0 + deviation * noise.normal()))
        .collect()
}

//! A shift register that comes to each number below a bound once (`random_generator=lfsr`).

/// The positions of the taps of a register of maximal length, by its bits from 3 on, the last one first. They are those
/// of the published tables that fio uses.
const TAPS: [&[u8]; 61] = [
    &[3, 2],
    &[4, 3],
    &[5, 3],
    &[6, 5],
    &[7, 6],
    &[8, 6, 5, 4],
    &[9, 5],
    &[10, 7],
    &[11, 9],
    &[12, 6, 4, 1],
    &[13, 4, 3, 1],
    &[14, 5, 3, 1],
    &[15, 14],
    &[16, 15, 13, 4],
    &[17, 14],
    &[18, 11],
    &[19, 6, 2, 1],
    &[20, 17],
    &[21, 19],
    &[22, 21],
    &[23, 18],
    &[24, 23, 22, 17],
    &[25, 22],
    &[26, 6, 2, 1],
    &[27, 5, 2, 1],
    &[28, 25],
    &[29, 27],
    &[30, 6, 4, 1],
    &[31, 28],
    &[32, 31, 29, 1],
    &[33, 20],
    &[34, 27, 2, 1],
    &[35, 33],
    &[36, 25],
    &[37, 5, 4, 3, 2, 1],
    &[38, 6, 5, 1],
    &[39, 35],
    &[40, 38, 21, 19],
    &[41, 38],
    &[42, 41, 20, 19],
    &[43, 42, 38, 37],
    &[44, 43, 18, 17],
    &[45, 44, 42, 41],
    &[46, 45, 26, 25],
    &[47, 42],
    &[48, 47, 21, 20],
    &[49, 40],
    &[50, 49, 24, 23],
    &[51, 50, 36, 35],
    &[52, 49],
    &[53, 52, 38, 37],
    &[54, 53, 18, 17],
    &[55, 31],
    &[56, 55, 35, 34],
    &[57, 50],
    &[58, 39],
    &[59, 58, 38, 37],
    &[60, 59],
    &[61, 60, 46, 45],
    &[62, 61, 6, 5],
    &[63, 62],
];

/// The fewest bits that there are taps for.
const FEWEST_BITS: u32 = 3;

/// A register, and how far it has come.
#[derive(Clone, Debug)]
pub(super) struct Register {
    state: u64,
    count: u64,
    drawn: u64,
    last_bit: u64,
    taps: u64,
    /// The first number of all leaves one out, which comes at the end; not so after a restart.
    is_first: bool,
}

impl Register {
    /// Creates a register for the numbers below `count`.
    pub(super) fn new(count: u64, seed: u64) -> Self {
        // A register of so many bits never has the state of all ones.
        let bits = (u64::BITS - count.leading_zeros()).clamp(FEWEST_BITS, 63);
        let taps = TAPS[(bits - FEWEST_BITS) as usize];
        let mut register = Self {
            state: 0,
            count,
            drawn: 0,
            last_bit: 1 << (bits - 1),
            taps: taps.iter().fold(0, |mask, tap| mask | 1 << (tap - 1)),
            is_first: true,
        };
        register.restart(seed);
        register
    }

    /// Begins again.
    pub(super) fn restart(&mut self, seed: u64) {
        let all = (self.last_bit << 1) - 1;
        self.drawn = 0;
        self.state = seed & all;
        if self.state == all {
            // There it would stay for ever; fio refuses to run.
            self.state = 0;
        }
    }

    /// Returns the next number; `None` when all have come.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.drawn >= self.count {
            return None;
        }
        self.drawn += 1;
        if std::mem::take(&mut self.is_first) {
            self.step();
        }
        loop {
            self.step();
            if self.state < self.count {
                return Some(self.state);
            }
        }
    }

    #[inline]
    fn step(&mut self) {
        let taps = if self.state & 1 == 0 { self.taps } else { 0 };
        self.state = (self.state >> 1 | self.last_bit) ^ taps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_comes_once() {
        for count in [1, 2, 7, 8, 100, 1023, 1024, 5000] {
            let mut register = Register::new(count, 0x1234_5678_9abc);
            for _ in 0..2 {
                let mut all: Vec<u64> = std::iter::from_fn(|| register.next()).collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..count), "{count}");
                register.restart(0x1234_5678_9abc);
            }
        }
    }

    #[test]
    fn each_table_has_its_bits() {
        for (bits, taps) in (FEWEST_BITS..).zip(TAPS) {
            assert_eq!(u32::from(taps[0]), bits);
        }
    }
}

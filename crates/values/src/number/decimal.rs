//! The decimal digits of a number, and their rounding.
//!
//! Formats round the shortest decimal that reads back as the same number, and halves away from zero: 1.005 with two
//! decimals is 1.01, although the double nearest to 1.005 is a little less. Integers have all their digits.

/// More digits than any number has: shortest decimals have 17, integers up to 2^63 have 19.
const MOST_DIGITS: usize = 20;

/// Below this, an integer is converted digit by digit.
const WHOLE_LIMIT: f64 = 9_223_372_036_854_775_808.0;

/// A number that is not negative, as `0.d₁d₂d₃… × 10^point`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal {
    /// The digits as numbers, without zeros at either end.
    digits: [u8; MOST_DIGITS],
    count: usize,
    /// The digits before the decimal point; not positive below 0.1.
    point: i32,
}

impl Decimal {
    const ZERO: Self = Self {
        digits: [0; MOST_DIGITS],
        count: 0,
        point: 1,
    };

    /// Returns the digits of a number's magnitude. A number that is not finite has none.
    pub(crate) fn of(number: f64) -> Self {
        let magnitude = number.abs();
        if magnitude < WHOLE_LIMIT && magnitude.fract() == 0.0 {
            Self::of_whole(magnitude as u64)
        } else if magnitude.is_finite() {
            Self::of_shortest(magnitude)
        } else {
            Self::ZERO
        }
    }

    fn of_whole(mut whole: u64) -> Self {
        let mut reversed = [0; MOST_DIGITS];
        let mut count = 0;
        while whole > 0 {
            reversed[count] = (whole % 10) as u8;
            whole /= 10;
            count += 1;
        }
        let mut decimal = Self::ZERO;
        for (digit, from) in decimal.digits.iter_mut().zip(reversed[..count].iter().rev()) {
            *digit = *from;
        }
        decimal.count = count;
        decimal.point = count.max(1) as i32;
        decimal.strip();
        decimal
    }

    fn of_shortest(magnitude: f64) -> Self {
        let mut buffer = zmij::Buffer::new();
        let mut decimal = Self { point: 0, ..Self::ZERO };
        let mut is_behind_point = false;
        // `12.34`, `0.01234` or `1.234e-56`.
        let mut bytes = buffer.format_finite(magnitude).bytes();
        for byte in bytes.by_ref() {
            match byte {
                b'.' => is_behind_point = true,
                b'0' if decimal.count == 0 => decimal.point -= i32::from(is_behind_point),
                b'0'..=b'9' => {
                    decimal.point += i32::from(!is_behind_point);
                    if let Some(digit) = decimal.digits.get_mut(decimal.count) {
                        *digit = byte - b'0';
                        decimal.count += 1;
                    }
                }
                _ => break,
            }
        }
        let mut exponent = 0;
        let mut is_negative = false;
        for byte in bytes {
            match byte {
                b'-' => is_negative = true,
                b'0'..=b'9' => exponent = exponent * 10 + i32::from(byte - b'0'),
                _ => {}
            }
        }
        decimal.point += if is_negative { -exponent } else { exponent };
        decimal.strip();
        decimal
    }

    /// Returns whether it is 0.
    pub(crate) fn is_zero(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of significant digits.
    pub(crate) fn significant(&self) -> usize {
        self.count
    }

    /// Returns the digits before the decimal point; 0 or less is the number of zeros after the point, negated.
    pub(crate) fn point(&self) -> i32 {
        self.point
    }

    /// Returns the digits after the decimal point.
    pub(crate) fn places(&self) -> usize {
        usize::try_from(self.count as i32 - self.point).unwrap_or(0)
    }

    /// Returns the bytes of the integer part, which is `0` below 1.
    pub(crate) fn whole_length(&self) -> usize {
        usize::try_from(self.point).unwrap_or(0).max(1)
    }

    /// Returns a digit, counted from the first significant one.
    pub(crate) fn digit(&self, index: usize) -> u8 {
        if index < self.count { self.digits[index] } else { 0 }
    }

    /// Multiplies it by a power of ten.
    pub(crate) fn scale(&mut self, power: i32) {
        if self.count > 0 {
            self.point += power;
        }
    }

    /// Rounds to `digits` significant digits.
    pub(crate) fn round_to_significant(&mut self, digits: usize) {
        if digits >= self.count {
            return;
        }
        let is_up = self.digits[digits] >= 5;
        self.count = digits;
        if is_up {
            self.carry();
        }
        self.strip();
    }

    /// Rounds to `places` digits after the decimal point.
    pub(crate) fn round_to_places(&mut self, places: usize) {
        let places = i32::try_from(places).unwrap_or(i32::MAX);
        match usize::try_from(self.point.saturating_add(places)) {
            Ok(digits) => self.round_to_significant(digits),
            Err(_) => *self = Self::ZERO,
        }
    }

    /// Adds one to the last digit.
    fn carry(&mut self) {
        while self.count > 0 {
            let last = &mut self.digits[self.count - 1];
            if *last < 9 {
                *last += 1;
                return;
            }
            self.count -= 1;
        }
        self.digits[0] = 1;
        self.count = 1;
        self.point += 1;
    }

    fn strip(&mut self) {
        while self.count > 0 && self.digits[self.count - 1] == 0 {
            self.count -= 1;
        }
        if self.count == 0 {
            *self = Self::ZERO;
        }
    }

    /// Appends the integer part: `0` below 1.
    pub(crate) fn write_whole(&self, out: &mut Vec<u8>) {
        if self.point <= 0 {
            out.push(b'0');
        }
        for index in 0..usize::try_from(self.point).unwrap_or(0) {
            out.push(b'0' + self.digit(index));
        }
    }

    /// Appends the point and `places` digits after it, or nothing if that is 0.
    pub(crate) fn write_places(&self, places: usize, out: &mut Vec<u8>) {
        if places == 0 {
            return;
        }
        out.push(b'.');
        let zeros = usize::try_from(-self.point).unwrap_or(0).min(places);
        out.resize(out.len() + zeros, b'0');
        let first = usize::try_from(self.point).unwrap_or(0);
        for index in 0..places - zeros {
            out.push(b'0' + self.digit(first + index));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(number: f64, places: usize) -> String {
        let mut decimal = Decimal::of(number);
        decimal.round_to_places(places);
        let mut out = Vec::new();
        decimal.write_whole(&mut out);
        decimal.write_places(places, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(text(2.5, 0), "3");
        assert_eq!(text(0.5, 0), "1");
        assert_eq!(text(0.49, 0), "0");
        assert_eq!(text(1.005, 2), "1.01");
        assert_eq!(text(0.125, 2), "0.13");
        assert_eq!(text(99.995, 2), "100.00");
        assert_eq!(text(0.0004, 2), "0.00");
        assert_eq!(text(0.005, 2), "0.01");
        assert_eq!(text(0.05, 0), "0");
    }

    #[test]
    fn zeros_at_either_end() {
        assert_eq!(text(0.0, 3), "0.000");
        assert_eq!(text(1000.0, 1), "1000.0");
        assert_eq!(text(0.00123, 6), "0.001230");
        assert_eq!(text(1e22, 0), "10000000000000000000000");
        assert_eq!(text(1_152_921_504_606_846_976.0, 0), "1152921504606846976");
        assert_eq!(text(5e-324, 2), "0.00");
    }

    proptest! {
        #[test]
        fn all_digits_read_back(number in 0.0f64..1e15) {
            let places = Decimal::of(number).places();
            prop_assert_eq!(text(number, places).parse::<f64>().unwrap(), number);
        }

        #[test]
        fn rounding_is_near(number in 0.0f64..1e9, places in 0usize..6) {
            let rounded: f64 = text(number, places).parse().unwrap();
            // Half of the last digit, and the error of the double itself.
            let half = 0.5 * 10f64.powi(-(places as i32));
            prop_assert!((rounded - number).abs() <= half + number * f64::EPSILON);
        }
    }
}

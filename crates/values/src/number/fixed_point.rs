//! A number in fractions of a unit, rounded exactly.

/// More decimals than these are zeros in every double of seconds.
const MOST_PLACES: usize = 15;

/// Below this, the number of fractions fits.
const LIMIT: f64 = 1e18;

/// A number that is not negative, rounded to decimals of a unit.
///
/// The double itself is rounded, not its shortest decimal: 1500.45 is a little more than that and becomes 1500.5,
/// 2500.45 is a little less and becomes 2500.4. Halves are rounded up. SAS rounds seconds this way; formats of numbers
/// round the shortest decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FixedPoint {
    parts: u128,
    places: usize,
}

impl FixedPoint {
    /// Rounds a number in units of `unit`, which is at most 60. `None` for a number that is negative, missing or very
    /// large.
    pub(crate) fn of(number: f64, unit: u32, places: usize) -> Option<Self> {
        if !(0.0..LIMIT).contains(&number) {
            return None;
        }
        let places = places.min(MOST_PLACES);
        // Zero may be negative.
        let bits = number.abs().to_bits();
        let fraction = bits & ((1 << 52) - 1);
        // The number is `digits` times two to the power of minus `shift`.
        let (digits, shift) = match (bits >> 52) as i32 {
            0 => (fraction, 1074),
            exponent => (fraction | 1 << 52, 1075 - exponent),
        };
        // 53 bits and 50 bits.
        let scaled = u128::from(digits) * ten_to(places);
        let unit = u128::from(unit);
        let parts = match shift {
            // Below 10^18, and with the same number of bits.
            ..=0 => (2 * (scaled << -shift) + unit) / (2 * unit),
            // A number with a larger shift is below 10^-20 and rounds to zero.
            1..=119 => (2 * scaled + (unit << shift)) / (unit << (shift + 1)),
            _ => 0,
        };
        Some(Self { parts, places })
    }

    /// Returns the largest number below an integer number of units, or itself if it is less.
    pub(crate) fn below(self, units: u64) -> Self {
        let limit = u128::from(units) * ten_to(self.places);
        Self {
            parts: self.parts.min(limit.saturating_sub(1)),
            ..self
        }
    }

    /// Returns the integer units.
    pub(crate) fn whole(self) -> u64 {
        // Below 10^18, like the number that was rounded.
        (self.parts / ten_to(self.places)) as u64
    }

    /// Appends a point and `places` decimals, truncated or with zeros if it was rounded to another number of decimals.
    pub(crate) fn write_places(self, places: usize, out: &mut Vec<u8>) {
        out.push(b'.');
        let mut rest = self.parts % ten_to(self.places);
        let mut unit = ten_to(self.places);
        for _ in 0..places {
            unit /= 10;
            let digit = rest.checked_div(unit).unwrap_or(0);
            rest -= digit * unit;
            out.push(b'0' + digit as u8);
        }
    }
}

/// Returns ten to a power, at most 38.
fn ten_to(power: usize) -> u128 {
    10u128.pow(power as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(number: f64, unit: u32, places: usize, shown: usize) -> String {
        let rounded = FixedPoint::of(number, unit, places).unwrap();
        let mut out = rounded.whole().to_string().into_bytes();
        rounded.write_places(shown, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_double_itself_is_rounded() {
        assert_eq!(text(1500.45, 1, 1, 1), "1500.5");
        assert_eq!(text(2500.45, 1, 1, 1), "2500.4");
        assert_eq!(text(69_506.25, 1, 1, 1), "69506.3");
        assert_eq!(text(3599.9321, 60, 3, 3), "59.999");
        assert_eq!(text(1775.0, 60, 2, 1), "29.5");
        assert_eq!(text(0.5, 1, 0, 2), "1.00");
        assert_eq!(text(0.001, 1, 20, 20), "0.00100000000000000000");
        assert_eq!(text(5e-324, 1, 15, 3), "0.000");
        assert_eq!(text(2e-13, 1, 15, 15), "0.000000000000200");
        assert_eq!(text(1e-20, 60, 15, 15), "0.000000000000000");
        assert_eq!(text(9e17, 1, 15, 1), "900000000000000000.0");
        assert_eq!(FixedPoint::of(-0.0, 60, 2), FixedPoint::of(0.0, 60, 2));
        for beyond in [-1.0, 1e18, f64::NAN, f64::INFINITY] {
            assert_eq!(FixedPoint::of(beyond, 1, 2), None);
        }
    }

    #[test]
    fn a_limit_is_not_reached() {
        let of = |number| FixedPoint::of(number, 1, 2).unwrap().below(60);
        assert_eq!(of(59.999), of(59.99));
        assert_eq!(of(12.0), FixedPoint::of(12.0, 1, 2).unwrap());
    }

    proptest! {
        #[test]
        fn it_is_near(
            number in prop_oneof![0.0f64..1e-3, 0.0f64..1e6, 0.0f64..1e17],
            unit in 1u32..=60,
            places in 0usize..12,
        ) {
            let shown: f64 = text(number, unit, places, places).parse().unwrap();
            let exact = number / f64::from(unit);
            let half = 0.5 * 10f64.powi(-(places as i32));
            prop_assert!((shown - exact).abs() <= half + exact * 4.0 * f64::EPSILON);
        }
    }
}

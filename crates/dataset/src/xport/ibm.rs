//! IBM floating-point numbers, which transport files use.

use feedrate_values::missing;

/// Converts an IBM number of 1 to 8 bytes.
///
/// The first byte is the sign and an exponent of 16 with a bias of 64; the others are a fraction. If the first byte is
/// `.`, `_` or a capital letter and all others are zeros, it is a missing value.
pub(super) fn number(bytes: &[u8]) -> f64 {
    let mut whole = [0; 8];
    for (target, byte) in whole.iter_mut().zip(bytes) {
        *target = *byte;
    }
    let bits = u64::from_be_bytes(whole);
    let first = whole[0];
    let fraction = bits & 0x00FF_FFFF_FFFF_FFFF;
    if fraction == 0 {
        return match first {
            b'.' => missing::MISSING,
            b'A'..=b'Z' | b'_' => missing::special(first).unwrap_or(missing::MISSING),
            _ => 0.0,
        };
    }
    let exponent = 4 * (i32::from(first & 0x7F) - 64) - 56;
    // The fraction has 56 bits, three more than fit, so this rounds; the power of two is exact.
    let magnitude = fraction as f64 * 2_f64.powi(exponent);
    if first & 0x80 != 0 { -magnitude } else { magnitude }
}

/// Converts a number to the eight bytes of an IBM number, which has all of its digits; `None` if it is too large. One
/// that is too near to 0 becomes 0.
pub(super) fn bytes(number: f64) -> Option<[u8; 8]> {
    /// The bits of a double before its exponent and without it.
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    if let Some(letter) = missing::letter(number) {
        return Some([letter.map_or(b'.', |it| it as u8), 0, 0, 0, 0, 0, 0, 0]);
    }
    if number.is_infinite() {
        return None;
    }
    let bits = number.to_bits();
    let (exponent, fraction) = (bits >> FRACTION & 0x7FF, bits & ((1 << FRACTION) - 1));
    if exponent == 0 {
        // Zero, and what is much nearer to it than any IBM number.
        return Some([0; 8]);
    }
    // The number is `digits * 2**power`.
    let (digits, power) = (fraction | 1 << FRACTION, exponent as i32 - 1075);
    let shift = (power + 56).rem_euclid(4);
    let sixteens = (power - shift + 56) / 4 + 64;
    match sixteens {
        ..0 => Some([0; 8]),
        0..128 => {
            let sign = if number < 0.0 { 0x80 } else { 0 };
            let whole = (sixteens as u64 | sign) << 56 | digits << shift;
            Some(whole.to_be_bytes())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same numbers the other way.
    #[test]
    fn numbers_become_those_of_the_description() {
        for (value, right) in [
            (1.0, 0x4110_0000_0000_0000),
            (-1.0, 0xC110_0000_0000_0000),
            (0.5, 0x4080_0000_0000_0000),
            (100.0, 0x4264_0000_0000_0000),
            (-118.625, 0xC276_A000_0000_0000),
            // A tenth: 0.1 is 0x3FB999999999999A, whose last bit stays.
            (0.1, 0x4019_9999_9999_999A),
            (0.0, 0),
            (-0.0, 0),
            (f64::MIN_POSITIVE, 0),
            (1e-80, 0),
            (2_f64.powi(-260), 0x0010_0000_0000_0000),
            (2_f64.powi(252) * (1.0 - f64::EPSILON / 2.0), 0x7FFF_FFFF_FFFF_FFF8_u64),
        ] {
            assert_eq!(bytes(value).map(u64::from_be_bytes), Some(right), "{value}");
        }
        assert_eq!(bytes(2_f64.powi(252)), None);
        assert_eq!(bytes(f64::INFINITY), None);
    }

    proptest! {
        #[test]
        fn every_number_comes_back(number in -7e75..7e75_f64, bits: u64) {
            let tiny = f64::from_bits(bits);
            for value in [number, tiny, missing::MISSING] {
                let Some(there) = bytes(value).filter(|it| *it != [0; 8]) else { continue };
                prop_assert!(value.is_nan() || super::number(&there).to_bits() == value.to_bits());
            }
        }

        /// A double of fewer bytes needs no more of an IBM number.
        #[test]
        fn shorter_numbers_come_back(bits: u64, length in 3..8_usize) {
            let kept = bits >> (64 - 8 * length) << (64 - 8 * length);
            let value = f64::from_bits(kept);
            if let Some(there) = bytes(value).filter(|it| *it != [0; 8] && !value.is_nan()) {
                prop_assert_eq!(super::number(&there[..length]).to_bits(), kept);
            }
        }
    }

    #[test]
    fn numbers_are_those_of_the_description() {
        assert_eq!(number(&[0x41, 0x10, 0, 0, 0, 0, 0, 0]), 1.0);
        assert_eq!(number(&[0xC1, 0x10, 0, 0, 0, 0, 0, 0]), -1.0);
        assert_eq!(number(&[0x40, 0x80, 0, 0, 0, 0, 0, 0]), 0.5);
        assert_eq!(number(&[0x42, 0x64, 0, 0, 0, 0, 0, 0]), 100.0);
        // -118.625, a common example.
        assert_eq!(number(&[0xC2, 0x76, 0xA0, 0, 0, 0, 0, 0]), -118.625);
        assert_eq!(number(&[0; 8]), 0.0);
        assert_eq!(number(&[0x80, 0, 0, 0, 0, 0, 0, 0]), 0.0);
        assert_eq!(number(&[0xFF; 8]), -(2_f64.powi(252)));
        assert_eq!(number(&[0x00, 0x10, 0, 0, 0, 0, 0, 0]), 2_f64.powi(-260));
    }

    #[test]
    fn short_numbers_lack_their_last_bytes() {
        assert_eq!(number(&[0x41, 0x10]), 1.0);
        assert_eq!(number(&[0xC2, 0x76, 0xA0]), -118.625);
    }

    #[test]
    fn missing_values_are_letters_before_zeros() {
        for (letter, value) in (b'A'..=b'Z').chain([b'_']).map(|l| (l, missing::special(l).unwrap())) {
            assert_eq!(number(&[letter, 0, 0]).to_bits(), value.to_bits());
            assert_eq!(bytes(value), Some([letter, 0, 0, 0, 0, 0, 0, 0]));
        }
        assert_eq!(number(b".").to_bits(), missing::MISSING.to_bits());
        assert!(number(&[b'A', 0x10]) > 0.0, "with a fraction it is a number");
    }
}

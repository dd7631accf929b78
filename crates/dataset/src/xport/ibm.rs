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
    if first & 0x80 != 0 {
        -magnitude
    } else {
        magnitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for (letter, value) in (b'A'..=b'Z')
            .chain([b'_'])
            .map(|l| (l, missing::special(l).unwrap()))
        {
            assert_eq!(number(&[letter, 0, 0]).to_bits(), value.to_bits());
        }
        assert_eq!(number(b".").to_bits(), missing::MISSING.to_bits());
        assert!(
            number(&[b'A', 0x10]) > 0.0,
            "with a fraction it is a number"
        );
    }
}

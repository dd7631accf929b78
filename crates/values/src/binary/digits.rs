//! The decimal digits of integers.

use crate::number::decimal::Decimal;

/// The most bytes of a form.
pub(super) const MOST_BYTES: usize = 32;

/// Returns the decimal digits of the integer that is nearest to a number, the first one of the most value, in as many
/// bytes; all nines if there are more, and zeros for a missing value.
pub(super) fn digits_of(number: f64, digits: &mut [u8]) {
    let magnitude = number.abs().round();
    if magnitude.is_infinite() {
        digits.fill(9);
        return;
    }
    let mut decimal = Decimal::of(magnitude);
    decimal.round_to_places(0);
    let count = if decimal.is_zero() { 0 } else { decimal.whole_length() };
    if count > digits.len() {
        digits.fill(9);
        return;
    }
    digits.fill(0);
    let first = digits.len() - count;
    for (index, digit) in digits[first..].iter_mut().enumerate() {
        *digit = decimal.digit(index);
    }
}

/// Returns the number of decimal digits.
pub(super) fn number_of(digits: &[u8]) -> f64 {
    match digits.iter().try_fold(0u64, |number, digit| {
        number.checked_mul(10)?.checked_add(u64::from(*digit))
    }) {
        Some(number) => number as f64,
        None => digits
            .iter()
            .fold(0.0, |number, digit| number * 10.0 + f64::from(*digit)),
    }
}

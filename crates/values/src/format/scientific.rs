//! `Ew.`: numbers with an exponent.

use std::io::Write;

use crate::number::decimal::Decimal;

/// `Ew.`: one digit before the point, a sign and at least two digits in the exponent. A column is reserved for the sign
/// of the number.
pub(super) fn write(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    let exact = Decimal::of(number);
    let mut exponent = if exact.is_zero() { 0 } else { exact.point() - 1 };
    loop {
        let exponent_digits = if exponent.unsigned_abs() > 99 { 3 } else { 2 };
        // Sign, digit, point, `E`, sign of the exponent.
        let places = width.saturating_sub(5 + exponent_digits);
        let mut rounded = exact;
        rounded.round_to_significant(places + 1);
        let after = if exact.is_zero() { 0 } else { rounded.point() - 1 };
        if after > exponent && after == 100 {
            exponent = after;
            continue;
        }
        let is_negative = number < 0.0;
        let length = usize::from(is_negative) + 1 + if places > 0 { places + 1 } else { 0 } + 2 + exponent_digits;
        if length > width {
            return false;
        }
        if is_negative {
            out.push(b'-');
        }
        out.push(b'0' + rounded.digit(0));
        if places > 0 {
            out.push(b'.');
            out.extend((1..=places).map(|index| b'0' + rounded.digit(index)));
        }
        let sign = if after < 0 { '-' } else { '+' };
        write!(out, "E{sign}{:02}", after.unsigned_abs()).expect("a vector takes every byte");
        return true;
    }
}

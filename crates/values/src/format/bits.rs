//! Numbers as bits, in digits of one, three or four of them. The integer part of a number is in two's complement with
//! leading zeros, and what does not fit is left out from the left.

use std::io::Write;

/// `HEXw.`: the bits of the double for a width of 16, and otherwise an integer.
pub(super) fn hexadecimal(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    let bits = match width {
        16.. => u128::from(number.to_bits()),
        _ => two_s_complement(number, 4 * width),
    };
    write!(out, "{bits:0width$X}").is_ok()
}

/// `BINARYw.`: as `HEXw.`, with a digit for each bit. Widths of eight bytes, from 57 on, show the double, of which the
/// lower bits are left out below 64 (SAS usage note 4572).
pub(super) fn binary(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    let bits = match width {
        57.. => u128::from(number.to_bits() >> (64 - width)),
        _ => two_s_complement(number, width),
    };
    write!(out, "{bits:0width$b}").is_ok()
}

/// `OCTALw.`: an integer.
pub(super) fn octal(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    write!(out, "{:0width$o}", two_s_complement(number, 3 * width)).is_ok()
}

/// Returns the lowest bits of the integer part of a number; there are at most 72.
fn two_s_complement(number: f64, bits: usize) -> u128 {
    let modulus = 1i128 << bits;
    // The remainder of a division by a power of two is exact, and less than that power.
    let rest = (number.trunc() % modulus as f64) as i128;
    rest.rem_euclid(modulus).unsigned_abs()
}

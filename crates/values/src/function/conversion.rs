//! Implicit conversions between numbers and character values in functions.

use crate::format::Formats;
use crate::number;

/// Appends a number in up to 32 characters, trimmed.
pub(super) fn write_short(value: f64, formats: &Formats, out: &mut Vec<u8>) {
    formats.write_best(value, 32, out);
}

/// Appends a number right-aligned in 12 characters.
pub(super) fn write_aligned(value: f64, formats: &Formats, out: &mut Vec<u8>) {
    let start = out.len();
    formats.write_best(value, 12, out);
    let blanks = 12_usize.saturating_sub(out.len() - start);
    out.resize(out.len() + blanks, b' ');
    out[start..].rotate_right(blanks);
}

/// Parses a number.
pub(super) fn number_of(text: &[u8]) -> Option<f64> {
    number::parse(text)
}

//! Formats of sizes in bytes: `SIZEK` and `SIZEKMG`.

use super::money::fixed;
use super::plain::Fit;

/// `SIZEKw.d` and `SIZEKMGw.d`: rounded up to the decimals.
pub(super) fn write(number: f64, width: usize, places: usize, has_units: bool, out: &mut Vec<u8>) -> Fit {
    let power = |power: i32| 1024_f64.powi(power);
    let (unit, letters): (f64, &[u8]) = match number.abs() {
        _ if !has_units => (power(1), b"K"),
        size if size >= power(3) => (power(3), b"GB"),
        size if size >= power(2) => (power(2), b"MB"),
        _ => (power(1), b"KB"),
    };
    let Some(room) = width.checked_sub(letters.len()).filter(|room| *room > 0) else {
        return Fit::None;
    };
    // A part of a unit counts as one, as in the example of 200943 bytes, which are 197K.
    let scale = 10_f64.powi(places as i32);
    let fit = fixed((number / unit * scale).ceil() / scale, room, places, false, out);
    out.extend_from_slice(letters);
    fit
}

//! `Dw.p` and `BESTDw.p`: numbers of similar magnitude with the same decimals, so that their points are aligned.
//!
//! One column is for the sign and one for the point, and the others are for digits. `p` of them are significant, and
//! the rest is the length of the groups of magnitudes that have the same decimals. SAS documents this in words only;
//! the lengths are those of the columns that its manual and its users' blog show.

use super::best::best;
use super::plain::{Fit, Plain};
use crate::number::decimal::Decimal;

/// The most digits that are written of a number.
const MOST_SIGNIFICANT: i32 = 15;

/// Beyond this many zeros after the point, numbers have an exponent.
const MOST_ZEROS: i32 = 4;

/// Appends a finite number with a precision.
pub(super) fn write(number: f64, width: usize, precision: usize, has_plain_integers: bool, out: &mut Vec<u8>) -> Fit {
    let exact = Decimal::of(number);
    if has_plain_integers && exact.places() == 0 {
        return Fit::full(best(number, width, out));
    }
    let is_negative = number < 0.0;
    let columns = width as i32 - i32::from(is_negative);
    let places = places_of_group(&exact, width as i32, precision as i32).or_else(|| places_that_fit(&exact, columns));
    let plain = places.and_then(|places| {
        let plain = Plain::within(&exact, is_negative, width, places)?;
        (plain.fit(places) == Fit::Full).then_some(plain)
    });
    match plain {
        Some(plain) => {
            plain.write(out);
            Fit::Full
        }
        None => Fit::full(best(number, width, out)),
    }
}

/// Returns the decimals of the group of a number; `None` if it has none or too few digits would be shown.
fn places_of_group(exact: &Decimal, width: i32, precision: i32) -> Option<usize> {
    let digits = width - 2;
    if precision > digits {
        return None;
    }
    let length = (digits - precision).max(1);
    let first = length / 2 + 1;
    // The digits before the point.
    let point = if exact.is_zero() { 1 } else { exact.point() };
    if point > digits {
        return None;
    }
    let places = if point > 0 {
        let groups = (point - first).max(0) as u32;
        digits - (first + groups.div_ceil(length as u32) as i32 * length).min(digits)
    } else {
        let shown = |places: i32| point + places >= precision;
        [digits - first, digits - 1].into_iter().find(|places| shown(*places))?
    };
    usize::try_from(places).ok()
}

/// Returns as many decimals as fit beside the integer part; `None` where an exponent is shorter.
fn places_that_fit(exact: &Decimal, columns: i32) -> Option<usize> {
    let point = exact.point();
    if point < -MOST_ZEROS {
        return None;
    }
    let places = (columns - 1 - point.max(1)).min(MOST_SIGNIFICANT - point);
    usize::try_from(places).ok()
}

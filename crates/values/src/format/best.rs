//! `BESTw.`: as much of a number as fits in a width.
//!
//! Digits and a point are used wherever they show a significant digit, an exponent for numbers that are too large and
//! for those with more than four zeros after the point. SAS documents this in words only; the limit of four zeros is
//! what its users report (0.000005 is shown as 5E-6).

use std::io::Write;

use crate::number::decimal::Decimal;

/// The most digits that [`best`] shows of a number that is not an integer: more digits of a double are not reliable.
const MOST_SIGNIFICANT: usize = 15;

/// With more zeros than this after the point, [`best`] uses an exponent: 0.00001 but 1E-6.
const MOST_LEADING_ZEROS: usize = 4;

/// `BESTw.`: all digits if they fit, and otherwise as many as fit, with an exponent if that is the only way or the
/// number is very small.
pub(super) fn best(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    let is_negative = number < 0.0;
    let exact = Decimal::of(number);
    let Some(room) = width.checked_sub(usize::from(is_negative)) else {
        return false;
    };
    let start = out.len();
    if is_negative {
        out.push(b'-');
    }
    if let Some(written) = DecimalNotation::within(&exact, room) {
        written.write(out);
        return true;
    }
    if let Some(rounded) = with_exponent(&exact, room) {
        match with_two_digits(&exact, &rounded, room) {
            Some(exponent) => {
                let mut rounded = exact;
                rounded.round_to_significant(2);
                out.extend([b'0' + rounded.digit(0), b'0' + rounded.digit(1)]);
                write!(out, "E{exponent}").expect("a vector takes every byte");
            }
            None => write_with_exponent(&rounded, out),
        }
        return true;
    }
    // A number that is too small even for its exponent is written as 0 or 1.
    let mut rounded = exact;
    rounded.round_to_places(0);
    if rounded.is_zero() {
        out.truncate(start);
    }
    let fits = exact.point() <= 0 && out.len() - start < width;
    if fits {
        rounded.write_whole(out);
    }
    fits
}

/// A number as digits and a point.
struct DecimalNotation {
    rounded: Decimal,
    /// `.5` instead of `0.5`
    drops_zero: bool,
}

impl DecimalNotation {
    /// Rounds to as many digits as fit; `None` if that shows fewer than an exponent would.
    fn within(exact: &Decimal, room: usize) -> Option<Self> {
        let mut rounded = *exact;
        let mut drops_zero = false;
        if exact.is_zero() || exact.point() > 0 {
            let behind = room.checked_sub(exact.whole_length())?;
            let certain = MOST_SIGNIFICANT.saturating_sub(exact.whole_length());
            rounded.round_to_places(behind.saturating_sub(1).min(certain));
        } else {
            let zeros = usize::try_from(-exact.point()).unwrap_or(usize::MAX);
            if zeros > MOST_LEADING_ZEROS {
                return None;
            }
            let mut places = room.saturating_sub(2);
            if places <= zeros {
                places = room.saturating_sub(1);
                drops_zero = true;
            }
            if places <= zeros {
                return None;
            }
            rounded.round_to_places(places.min(zeros + MOST_SIGNIFICANT - 1));
        }
        // Rounding may have made the integer part longer.
        (rounded.whole_length() <= room).then_some(Self { rounded, drops_zero })
    }

    fn write(&self, out: &mut Vec<u8>) {
        if !self.drops_zero || self.rounded.point() > 0 {
            self.rounded.write_whole(out);
        }
        self.rounded.write_places(self.rounded.places(), out);
    }
}

/// Rounds the number such that it fits with an exponent.
fn with_exponent(exact: &Decimal, room: usize) -> Option<Decimal> {
    let mantissa = room.checked_sub(exponent_length(exact.point() - 1))?;
    let digits = match mantissa {
        0 => return None,
        1 | 2 => 1,
        _ => (mantissa - 1).min(MOST_SIGNIFICANT),
    };
    let mut rounded = *exact;
    rounded.round_to_significant(digits);
    // Rounding to the next power of ten may have made the exponent longer.
    let length = match rounded.significant() {
        0 | 1 => 1,
        digits => digits + 1,
    };
    (length + exponent_length(rounded.point() - 1) <= room).then_some(rounded)
}

/// Returns the exponent of a number in two digits without a point, `36E5`, if `rounded` to one digit is all that fits
/// with a point.
fn with_two_digits(exact: &Decimal, rounded: &Decimal, room: usize) -> Option<i32> {
    if rounded.significant() > 1 {
        return None;
    }
    let mut two = *exact;
    two.round_to_significant(2);
    let exponent = two.point() - 2;
    (two.significant() == 2 && 2 + exponent_length(exponent) <= room).then_some(exponent)
}

/// Returns the bytes of `E-6` and similar exponents.
fn exponent_length(exponent: i32) -> usize {
    let digits = match exponent.unsigned_abs() {
        0..=9 => 1,
        10..=99 => 2,
        _ => 3,
    };
    1 + usize::from(exponent < 0) + digits
}

fn write_with_exponent(rounded: &Decimal, out: &mut Vec<u8>) {
    out.push(b'0' + rounded.digit(0));
    if rounded.significant() > 1 {
        out.push(b'.');
        out.extend((1..rounded.significant()).map(|index| b'0' + rounded.digit(index)));
    }
    // Writing to a vector cannot fail.
    write!(out, "E{}", rounded.point() - 1).expect("a vector takes every byte");
}

//! Formats of numbers.
//!
//! Each function appends at most `width` bytes without leading blanks, and returns whether that is the form of the
//! format; the caller aligns the text or writes asterisks. A number too wide for its format is written as well as the
//! width allows, first with fewer decimals and then as [`best`] does, as announced by SAS's note on a W.D format that
//! was too small.

use std::io::Write;

use super::Form;
use super::best::best;
use super::rule::{Decimals, Rule};
use crate::number::decimal::Decimal;

/// A form of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// `BESTw.`
    Best,
    /// `w.d`
    Fixed,
    /// `COMMAw.d` and, with the sign, `DOLLARw.d`
    Grouped { with_dollar: bool },
    /// `PERCENTw.d`: negative numbers in parentheses
    Percent,
    /// `PERCENTNw.d`: negative numbers with a minus
    PercentMinus,
    /// `PVALUEw.d`: `<.0001` for numbers that would be written as 0
    Probability,
    /// `Zw.d`: with leading zeros
    Zeros,
    /// `Ew.`
    Scientific,
    /// `HEXw.`
    Hexadecimal,
    /// `BINARYw.`
    Binary,
}

/// The result of writing a number in a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It is in the form of the format.
    Full,
    /// It is in another form, because the format is too narrow.
    Changed,
    /// It does not fit.
    None,
}

impl Fit {
    fn full(fits: bool) -> Self {
        if fits { Self::Full } else { Self::None }
    }

    fn changed(fits: bool) -> Self {
        if fits { Self::Changed } else { Self::None }
    }
}

/// Appends a finite number.
pub(super) fn write(form: NumberForm, number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    match form {
        NumberForm::Best => Fit::full(best(number, width, out)),
        NumberForm::Fixed => fixed(number, width, places, out),
        NumberForm::Grouped { with_dollar } => grouped(number, width, places, with_dollar, out),
        NumberForm::Percent => percent(number, width, places, out),
        NumberForm::PercentMinus => percent_with_minus(number, width, places, out),
        NumberForm::Probability => probability(number, width, places, out),
        NumberForm::Zeros => zeros(number, width, places, out),
        NumberForm::Scientific => Fit::full(scientific(number, width, out)),
        NumberForm::Hexadecimal => Fit::full(hexadecimal(number, width, out)),
        NumberForm::Binary => Fit::full(binary(number, width, out)),
    }
}

/// `w.d`
fn fixed(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let exact = Decimal::of(number);
    match Plain::within(&exact, number < 0.0, width, places) {
        Some(plain) => {
            plain.write(out);
            plain.fit(places)
        }
        None => Fit::changed(best(number, width, out)),
    }
}

/// Appends as `w.d` does, at any width. A number that is not finite is a point.
pub(super) fn write_fixed(number: f64, places: usize, out: &mut Vec<u8>) {
    if !number.is_finite() {
        out.push(b'.');
        return;
    }
    let mut rounded = Decimal::of(number);
    rounded.round_to_places(places);
    if number < 0.0 {
        out.push(b'-');
    }
    rounded.write_whole(out);
    rounded.write_places(places, out);
}

/// Appends a number that is not negative as `w.d` does; one that is too long has as many digits as fit and an exponent,
/// without a point: `123E3`. Returns `false` if that does not fit.
pub(super) fn fixed_or_whole(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> bool {
    let exact = Decimal::of(number);
    if let Some(plain) = Plain::within(&exact, false, width, places) {
        plain.write(out);
        return true;
    }
    for most in (1..width.saturating_sub(1)).rev() {
        let mut rounded = exact;
        rounded.round_to_significant(most);
        let digits = rounded.significant();
        let exponent = rounded.point() - digits as i32;
        let exponent_digits = exponent.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1;
        if digits + 1 + exponent_digits <= width {
            out.extend((0..digits).map(|index| b'0' + rounded.digit(index)));
            write!(out, "E{exponent}").expect("a vector takes every byte");
            return true;
        }
    }
    false
}

/// A number with a sign and decimals that fits in a width.
struct Plain {
    rounded: Decimal,
    is_negative: bool,
    places: usize,
    drops_zero: bool,
}

impl Plain {
    /// Rounds to as many of the decimals as fit.
    fn within(exact: &Decimal, is_negative: bool, width: usize, mut places: usize) -> Option<Self> {
        loop {
            let mut rounded = *exact;
            rounded.round_to_places(places);
            let length = usize::from(is_negative) + rounded.whole_length() + if places > 0 { places + 1 } else { 0 };
            let is_below_one = rounded.is_zero() || rounded.point() <= 0;
            let drops_zero = length > width && is_below_one && places > 0;
            let excess = (length - usize::from(drops_zero)).saturating_sub(width);
            if excess == 0 {
                return Some(Self {
                    rounded,
                    is_negative,
                    places,
                    drops_zero,
                });
            }
            if places == 0 || excess > places + 1 {
                return None;
            }
            places = places.saturating_sub(excess);
        }
    }

    fn length(&self) -> usize {
        usize::from(self.is_negative) + self.rounded.whole_length() - usize::from(self.drops_zero)
            + if self.places > 0 { self.places + 1 } else { 0 }
    }

    /// Returns whether it has all requested decimals.
    fn fit(&self, places: usize) -> Fit {
        match self.places == places {
            true => Fit::Full,
            false => Fit::Changed,
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.write_filled(0, out);
    }

    /// Appends it with zeros between the sign and the digits.
    fn write_filled(&self, zeros: usize, out: &mut Vec<u8>) {
        if self.is_negative {
            out.push(b'-');
        }
        out.resize(out.len() + zeros, b'0');
        if !self.drops_zero {
            self.rounded.write_whole(out);
        }
        self.rounded.write_places(self.places, out);
    }
}

/// `COMMAw.d` and `DOLLARw.d`. If it does not fit, the commas are dropped first and then the dollar sign.
fn grouped(number: f64, width: usize, places: usize, with_dollar: bool, out: &mut Vec<u8>) -> Fit {
    let is_negative = number < 0.0;
    let mut rounded = Decimal::of(number);
    rounded.round_to_places(places);
    let whole = rounded.whole_length();
    let bare = usize::from(is_negative) + whole + if places > 0 { places + 1 } else { 0 };
    let all = (whole - 1) / 3;
    for (has_dollar, commas) in [(with_dollar, all), (with_dollar, 0), (false, 0)] {
        if bare + usize::from(has_dollar) + commas > width {
            continue;
        }
        if has_dollar {
            out.push(b'$');
        }
        if is_negative {
            out.push(b'-');
        }
        if commas == 0 {
            rounded.write_whole(out);
        } else {
            for index in 0..whole {
                out.push(b'0' + rounded.digit(index));
                let rest = whole - index - 1;
                if rest > 0 && rest.is_multiple_of(3) {
                    out.push(b',');
                }
            }
        }
        rounded.write_places(places, out);
        return match (has_dollar, commas) == (with_dollar, all) {
            true => Fit::Full,
            false => Fit::Changed,
        };
    }
    fixed(number, width, places, out)
}

/// `PERCENTw.d`. There is room for parentheses in every number, so that percent signs are aligned.
fn percent(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let (before, after) = if number < 0.0 { (b'(', b')') } else { (b' ', b' ') };
    let mut exact = Decimal::of(number);
    exact.scale(2);
    let Some(room) = width.checked_sub(3) else {
        return Fit::None;
    };
    let Some(plain) = Plain::within(&exact, false, room, places) else {
        return Fit::None;
    };
    out.push(before);
    out.resize(out.len() + room - plain.length(), b' ');
    plain.write(out);
    out.extend([b'%', after]);
    plain.fit(places)
}

/// `PERCENTNw.d`
fn percent_with_minus(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let mut exact = Decimal::of(number);
    exact.scale(2);
    let Some(room) = width.checked_sub(1) else {
        return Fit::None;
    };
    let Some(plain) = Plain::within(&exact, number < 0.0, room, places) else {
        return Fit::None;
    };
    plain.write(out);
    out.push(b'%');
    plain.fit(places)
}

/// `PVALUEw.d`: a number below the least one with that many decimals is written as less than that.
fn probability(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let exact = Decimal::of(number);
    let is_small = exact.is_zero() || exact.point() < 1 - places as i32;
    if number < 0.0 || places == 0 || !is_small {
        return fixed(number, width, places, out);
    }
    out.extend_from_slice(b"<.");
    out.resize(out.len() + places - 1, b'0');
    out.push(b'1');
    Fit::full(places + 2 <= width)
}

/// `Zw.d`
fn zeros(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let exact = Decimal::of(number);
    match Plain::within(&exact, number < 0.0, width, places) {
        Some(plain) => {
            plain.write_filled(width - plain.length(), out);
            plain.fit(places)
        }
        None => Fit::changed(best(number, width, out)),
    }
}

/// `Ew.`: one digit before the point, a sign and at least two digits in the exponent. A column is reserved for the sign
/// of the number.
fn scientific(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
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

/// `HEXw.`: the bits of the double for a width of 16, and otherwise an integer in two's complement with leading zeros.
fn hexadecimal(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    let bits = match width {
        16.. => Some(number.to_bits()),
        _ => two_s_complement(number, 4 * width),
    };
    bits.is_some_and(|bits| write!(out, "{bits:0width$X}").is_ok())
}

/// `BINARYw.`: as `HEXw.`, with a digit for each bit. Widths of eight bytes, from 57 on, show the double, of which the
/// lower bits are left out below 64 (SAS usage note 4572).
fn binary(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    let bits = match width {
        57.. => Some(number.to_bits() >> (64 - width)),
        _ => two_s_complement(number, width),
    };
    bits.is_some_and(|bits| write!(out, "{bits:0width$b}").is_ok())
}

/// Returns the integer part of a number in so many bits, at most 60; `None` if it needs more.
fn two_s_complement(number: f64, bits: usize) -> Option<u64> {
    let modulus = 1i64 << bits;
    let limit = modulus as f64;
    let whole = number.trunc();
    let fits = whole < limit && whole >= -limit / 2.0;
    fits.then(|| (whole as i64).rem_euclid(modulus).unsigned_abs())
}

/// Returns the rule of a format of numbers by its name in upper case.
pub(super) fn rule(name: &str) -> Option<Rule> {
    use Decimals::{Ignored, None as NoDecimals, Own, UpTo};
    use NumberForm as F;
    let (form, default, least, most, decimals) = match name {
        "BEST" => (F::Best, 12, 1, 32, Ignored),
        "" | "F" => (F::Fixed, 12, 1, 32, UpTo(31)),
        // NLNUM is in the locale of the United States.
        "COMMA" | "NLNUM" => (F::Grouped { with_dollar: false }, 6, 1, 32, UpTo(31)),
        "DOLLAR" => (F::Grouped { with_dollar: true }, 6, 2, 32, UpTo(31)),
        "PERCENT" => (F::Percent, 6, 4, 32, UpTo(31)),
        "PERCENTN" => (F::PercentMinus, 6, 4, 32, UpTo(31)),
        "PVALUE" => (F::Probability, 6, 3, 32, Own(4)),
        "Z" => (F::Zeros, 1, 1, 32, UpTo(31)),
        "E" => (F::Scientific, 12, 7, 32, NoDecimals),
        "HEX" => (F::Hexadecimal, 8, 1, 16, NoDecimals),
        "BINARY" => (F::Binary, 8, 1, 64, NoDecimals),
        _ => return None,
    };
    let form = Form::Number(form);
    Some(Rule {
        form,
        default: Some(default),
        least,
        most,
        decimals,
    })
}

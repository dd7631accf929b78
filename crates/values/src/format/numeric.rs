//! Formats of numbers.
//!
//! Each function appends at most `width` bytes without leading blanks, and tells whether that is the form of the
//! format, as a `Fit` or a truth; the caller aligns the text or writes asterisks. A number too wide for its format is
//! written as well as the width allows, first with fewer decimals and then as [`best`] does, as announced by SAS's note
//! on a W.D format that was too small.

use std::io::Write;

use super::Form;
use super::best::best;
use super::plain::{Fit, Plain};
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

/// Appends a finite number.
pub(super) fn write(form: NumberForm, number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    match form {
        NumberForm::Best => Fit::full(best(number, width, out)),
        NumberForm::Fixed => fixed(number, width, places, false, out),
        NumberForm::Grouped { with_dollar } => grouped(number, width, places, with_dollar, out),
        NumberForm::Percent => percent(number, width, places, out).unwrap_or(Fit::None),
        NumberForm::PercentMinus => percent_with_minus(number, width, places, out).unwrap_or(Fit::None),
        NumberForm::Probability => probability(number, width, places, out),
        NumberForm::Zeros => fixed(number, width, places, true, out),
        NumberForm::Scientific => Fit::full(scientific(number, width, out)),
        NumberForm::Hexadecimal => Fit::full(hexadecimal(number, width, out)),
        NumberForm::Binary => Fit::full(binary(number, width, out)),
    }
}

/// `w.d` and, with zeros before it, `Zw.d`
fn fixed(number: f64, width: usize, places: usize, fills: bool, out: &mut Vec<u8>) -> Fit {
    let exact = Decimal::of(number);
    let Some(plain) = Plain::within(&exact, number < 0.0, width, places) else {
        return Fit::changed(best(number, width, out));
    };
    plain.write_filled(if fills { width - plain.length() } else { 0 }, out);
    plain.fit(places)
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
    fixed(number, width, places, false, out)
}

/// `PERCENTw.d`. There is room for parentheses in every number, so that percent signs are aligned.
fn percent(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<Fit> {
    let (before, after) = if number < 0.0 { (b'(', b')') } else { (b' ', b' ') };
    let room = width.checked_sub(3)?;
    let plain = Plain::within(&hundredfold(number), false, room, places)?;
    out.push(before);
    out.resize(out.len() + room - plain.length(), b' ');
    plain.write(out);
    out.extend([b'%', after]);
    Some(plain.fit(places))
}

/// `PERCENTNw.d`
fn percent_with_minus(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<Fit> {
    let room = width.checked_sub(1)?;
    let plain = Plain::within(&hundredfold(number), number < 0.0, room, places)?;
    plain.write(out);
    out.push(b'%');
    Some(plain.fit(places))
}

fn hundredfold(number: f64) -> Decimal {
    let mut exact = Decimal::of(number);
    exact.scale(2);
    exact
}

/// `PVALUEw.d`: a number below the least one with that many decimals is written as less than that.
fn probability(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let exact = Decimal::of(number);
    let is_small = exact.is_zero() || exact.point() < 1 - places as i32;
    if number < 0.0 || places == 0 || !is_small {
        return fixed(number, width, places, false, out);
    }
    out.extend_from_slice(b"<.");
    out.resize(out.len() + places - 1, b'0');
    out.push(b'1');
    Fit::full(places + 2 <= width)
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
    Some(Rule {
        decimals,
        ..Rule::new(Form::Number(form), default, least, most)
    })
}

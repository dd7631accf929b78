//! Formats of numbers.
//!
//! Each function appends at most `width` bytes without leading blanks, and tells whether that is the form of the
//! format, as a `Fit` or a truth; the caller aligns the text or writes asterisks. A number too wide for its format is
//! written as well as the width allows, first with fewer decimals and then as [`best`] does, as announced by SAS's note
//! on a W.D format that was too small.

use std::io::Write;

use super::best::best;
use super::currency::{self, Conversion};
use super::money::{self, Grouping, fixed};
use super::plain::{Fit, Plain};
use super::rule::{Decimals, Rule};
use super::{Form, MOST_WIDTH, aligned, bits, scientific, size, words};
use crate::number::decimal::Decimal;

/// A form of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// `BESTw.`
    Best,
    /// `w.d`
    Fixed,
    /// `COMMAw.d`, `DOLLARw.d` and others with groups of three digits
    Grouped(Grouping),
    /// `NLNUMw.d` and `NLNUMIw.d`: with groups of three digits, aligned to the left
    LocalGroups,
    /// `NLPCTw.d` and `NLPCTIw.d` and, aligned to the right, `NLPCTPw.d`: a percentage with groups of three digits
    LocalPercent { is_left: bool },
    /// `EURFRxxxw.d` and `EURTOxxxw.d`
    Converted(Conversion),
    /// `NLMNYw.d` and `NLMNYIw.d`: money with the sign or the letters of the dollar
    Money { has_letters: bool },
    /// `NEGPARENw.d`: negative numbers in parentheses
    Parentheses,
    /// `NUMXw.d`: with a comma for the point
    Comma,
    /// `Dw.p` and, without decimals for integers, `BESTDw.p`
    Aligned { has_plain_integers: bool },
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
    /// `OCTALw.`
    Octal,
    /// `FRACTw.`: `2/3`
    Fraction,
    /// `ROMANw.`
    Roman,
    /// `WORDSw.` and, with hundredths in digits, `WORDFw.`
    Words { has_digits: bool },
    /// `SSNw.`: `263-87-8439`
    SocialSecurity,
    /// `SIZEKw.d` and, with the largest of three units, `SIZEKMGw.d`
    Size { has_units: bool },
    /// `S370FFw.d`: as `w.d`, in EBCDIC
    Ebcdic,
}

impl NumberForm {
    /// Returns whether the text is aligned to the left.
    pub(super) fn is_left(self) -> bool {
        matches!(
            self,
            Self::Words { .. } | Self::Money { .. } | Self::LocalGroups | Self::LocalPercent { is_left: true }
        )
    }

    /// Returns whether missing values have a form of their own at that width.
    pub(super) fn has_own_missing(self, width: usize) -> bool {
        self == Self::SocialSecurity || self == Self::Hexadecimal && width >= 16
    }
}

/// Appends a finite number.
pub(super) fn write(form: NumberForm, number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    match form {
        NumberForm::Best => Fit::full(best(number, width, out)),
        NumberForm::Fixed | NumberForm::Ebcdic => fixed(number, width, places, false, out),
        NumberForm::Grouped(grouping) => money::grouped(number, width, places, grouping, out),
        NumberForm::LocalGroups => money::grouped(number, width, places, Grouping::ENGLISH, out),
        NumberForm::LocalPercent { .. } => money::percent(number, width, places, out),
        NumberForm::Converted(conversion) => currency::write(conversion, number, width, places, out),
        NumberForm::Money { has_letters } => {
            money::local(number, width, places, if has_letters { "USD" } else { "$" }, out)
        }
        NumberForm::Parentheses => money::in_parentheses(number, width, places, out),
        NumberForm::Comma => money::with_comma(number, width, places, out),
        NumberForm::Aligned { has_plain_integers } => aligned::write(number, width, places, has_plain_integers, out),
        NumberForm::Percent => percent(number, width, places, out).unwrap_or(Fit::None),
        NumberForm::PercentMinus => percent_with_minus(number, width, places, out).unwrap_or(Fit::None),
        NumberForm::Probability => probability(number, width, places, out),
        NumberForm::Zeros => fixed(number, width, places, true, out),
        NumberForm::Scientific => Fit::full(scientific::write(number, width, out)),
        NumberForm::Hexadecimal => Fit::full(bits::hexadecimal(number, width, out)),
        NumberForm::Binary => Fit::full(bits::binary(number, width, out)),
        NumberForm::Octal => Fit::full(bits::octal(number, width, out)),
        NumberForm::Fraction => Fit::full(words::fraction(number, width, out)),
        NumberForm::Roman => Fit::full(words::roman(number, width, out)),
        NumberForm::Words { has_digits } => Fit::full(words::words(number, width, has_digits, out)),
        NumberForm::Size { has_units } => size::write(number, width, places, has_units, out),
        NumberForm::SocialSecurity => {
            words::social_security(number, out);
            Fit::Full
        }
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

/// `PERCENTw.d`. There is room for parentheses in every number, so that percent signs are aligned. Asterisks replace
/// digits that do not fit, and the percent sign stays.
fn percent(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<Fit> {
    let (before, after) = if number < 0.0 { (b'(', b')') } else { (b' ', b' ') };
    let room = width.checked_sub(3)?;
    out.push(before);
    let Some(plain) = Plain::within(&hundredfold(number), false, room, places) else {
        out.resize(out.len() + room, b'*');
        out.extend([b'%', after]);
        return Some(Fit::Changed);
    };
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

/// Returns the rule of a format of numbers by its name in upper case.
pub(super) fn rule(name: &str) -> Option<Rule> {
    use Decimals::{Ignored, None as NoDecimals, Own, UpTo};
    use NumberForm as F;
    let (form, default, least, most, decimals) = match name {
        "BEST" | "NLBEST" => (F::Best, 12, 1, 32, Ignored),
        "" | "F" => (F::Fixed, 12, 1, 32, UpTo(31)),
        "COMMA" => (F::Grouped(Grouping::ENGLISH), 6, 1, 32, UpTo(31)),
        "NLNUM" | "NLNUMI" => (F::LocalGroups, 6, 1, 32, UpTo(31)),
        "NLPCT" | "NLPCTI" => (F::LocalPercent { is_left: true }, 6, 4, 32, UpTo(31)),
        "NLPCTP" => (F::LocalPercent { is_left: false }, 6, 4, 32, UpTo(31)),
        "COMMAX" => (F::Grouped(Grouping::EUROPEAN), 6, 1, 32, UpTo(31)),
        "DOLLAR" => (F::Grouped(Grouping::ENGLISH.with_dollar()), 6, 2, 32, UpTo(31)),
        "DOLLARX" => (F::Grouped(Grouping::EUROPEAN.with_dollar()), 6, 2, 32, UpTo(31)),
        "EURO" => (F::Grouped(Grouping::ENGLISH.with_euro()), 6, 1, 32, UpTo(31)),
        "EUROX" => (F::Grouped(Grouping::EUROPEAN.with_euro()), 6, 1, 32, UpTo(31)),
        "YEN" => (F::Grouped(Grouping::ENGLISH.with_yen()), 1, 1, 32, UpTo(31)),
        "NLMNY" => (F::Money { has_letters: false }, 9, 1, 32, UpTo(31)),
        "NLMNYI" => (F::Money { has_letters: true }, 9, 1, 32, UpTo(31)),
        "NEGPAREN" => (F::Parentheses, 6, 1, 32, UpTo(31)),
        "NUMX" => (F::Comma, 12, 1, 32, UpTo(31)),
        "D" => (
            F::Aligned {
                has_plain_integers: false,
            },
            12,
            1,
            32,
            Own(3, 9),
        ),
        "BESTD" => (
            F::Aligned {
                has_plain_integers: true,
            },
            12,
            1,
            32,
            Own(3, 31),
        ),
        "PERCENT" => (F::Percent, 6, 4, 32, UpTo(31)),
        "PERCENTN" | "NLPCTN" => (F::PercentMinus, 6, 4, 32, UpTo(31)),
        "PVALUE" | "NLPVALUE" => (F::Probability, 6, 3, 32, Own(4, 30)),
        "Z" => (F::Zeros, 1, 1, 32, UpTo(31)),
        "E" => (F::Scientific, 12, 7, 32, NoDecimals),
        "HEX" => (F::Hexadecimal, 8, 1, 16, NoDecimals),
        "BINARY" => (F::Binary, 8, 1, 64, NoDecimals),
        "OCTAL" => (F::Octal, 3, 1, 24, NoDecimals),
        "FRACT" => (F::Fraction, 10, 4, 32, NoDecimals),
        "ROMAN" => (F::Roman, 6, 2, 32, NoDecimals),
        "WORDS" => (F::Words { has_digits: false }, 10, 5, MOST_WIDTH, NoDecimals),
        "WORDF" => (F::Words { has_digits: true }, 10, 5, MOST_WIDTH, NoDecimals),
        "SIZEK" => (F::Size { has_units: false }, 9, 2, 33, UpTo(31)),
        "SIZEKMG" => (F::Size { has_units: true }, 9, 2, 33, UpTo(31)),
        "SSN" => (F::SocialSecurity, 11, 11, 11, NoDecimals),
        "S370FF" => (F::Ebcdic, 12, 1, 32, UpTo(31)),
        _ => return None,
    };
    Some(Rule {
        decimals,
        ..Rule::new(Form::Number(form), default, least, most)
    })
}

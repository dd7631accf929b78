//! Numbers as `w.d` writes them, and with groups of three digits, a sign of a currency, a comma for the point or
//! parentheses.

use super::best::best;
use super::plain::{Fit, Plain};
use crate::number::decimal::Decimal;

/// Below this, integers are written digit by digit.
const WHOLE_LIMIT: f64 = 9_007_199_254_740_992.0;

/// The groups of three digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grouping {
    /// The sign of a currency before the number.
    sign: Sign,
    /// True if a point separates groups and a comma decimals.
    is_european: bool,
}

/// The sign of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    None,
    /// It stays where separators of groups do not fit.
    Kept(u8),
    /// It is left out where it does not fit, before separators are.
    Dropped(u8),
}

impl Grouping {
    /// `1,234.56`
    pub(super) const ENGLISH: Self = Self {
        sign: Sign::None,
        is_european: false,
    };

    /// `1.234,56`
    pub(super) const EUROPEAN: Self = Self {
        sign: Sign::None,
        is_european: true,
    };

    /// Returns the same groups behind a dollar sign.
    pub(super) fn with_dollar(self) -> Self {
        Self {
            sign: Sign::Kept(b'$'),
            ..self
        }
    }

    /// Returns the same groups behind the letter that stands for the euro.
    pub(super) fn with_euro(self) -> Self {
        Self {
            sign: Sign::Dropped(b'E'),
            ..self
        }
    }

    /// Returns the same groups behind a yen sign, which has the code of the backslash, as SAS documents for ASCII.
    pub(super) fn with_yen(self) -> Self {
        Self {
            sign: Sign::Kept(b'\\'),
            ..self
        }
    }
}

/// `w.d` and, with zeros before it, `Zw.d`
pub(super) fn fixed(number: f64, width: usize, places: usize, fills: bool, out: &mut Vec<u8>) -> Fit {
    if let Some(fit) = whole(number, width, places, fills, out) {
        return fit;
    }
    let exact = Decimal::of(number);
    let Some(plain) = Plain::within(&exact, number < 0.0, width, places) else {
        return Fit::changed(best(number, width, out));
    };
    plain.write_filled(if fills { width - plain.length() } else { 0 }, out);
    plain.fit(places)
}

/// Writes an integer as [`fixed`] does, if it fits with all of its decimals.
fn whole(number: f64, width: usize, places: usize, fills: bool, out: &mut Vec<u8>) -> Option<Fit> {
    let magnitude = number.abs();
    if magnitude >= WHOLE_LIMIT || magnitude.fract() != 0.0 {
        return None;
    }
    let mut digits = itoa::Buffer::new();
    let digits = digits.format(magnitude as u64);
    let is_negative = number < 0.0;
    let decimals = if places > 0 { places + 1 } else { 0 };
    let zeros = width.checked_sub(usize::from(is_negative) + digits.len() + decimals)?;
    out.extend(is_negative.then_some(b'-'));
    out.resize(out.len() + if fills { zeros } else { 0 }, b'0');
    out.extend_from_slice(digits.as_bytes());
    if places > 0 {
        out.push(b'.');
        out.resize(out.len() + places, b'0');
    }
    Some(Fit::Full)
}

/// Writes groups, without their separators and the sign of the currency as far as these do not fit.
pub(super) fn grouped(number: f64, width: usize, places: usize, grouping: Grouping, out: &mut Vec<u8>) -> Fit {
    let start = out.len();
    let fit = in_groups(number, width, places, grouping.sign, out);
    // A number that does not fit otherwise has an exponent, and its point, as in the documented `7.78E6` of EUROX6.
    let has_exponent = out[start..]
        .windows(2)
        .any(|pair| pair[0].is_ascii_digit() && pair[1] == b'E');
    if grouping.is_european && !has_exponent {
        swap_separators(&mut out[start..]);
    }
    fit
}

/// Makes points of commas and commas of points.
fn swap_separators(text: &mut [u8]) {
    for byte in text {
        *byte = match *byte {
            b'.' => b',',
            b',' => b'.',
            other => other,
        };
    }
}

/// `NUMXw.d`
pub(super) fn with_comma(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let start = out.len();
    let fit = fixed(number, width, places, false, out);
    swap_separators(&mut out[start..]);
    fit
}

/// `NLMNYw.d` and `NLMNYIw.d`: negative numbers in parentheses, around the sign of the currency. What is too long is
/// written as `COMMAw.d` does.
pub(super) fn local(number: f64, width: usize, places: usize, currency: &str, out: &mut Vec<u8>) -> Fit {
    let start = out.len();
    let is_negative = number < 0.0;
    out.extend(is_negative.then_some(b'('));
    out.extend_from_slice(currency.as_bytes());
    let room = width.checked_sub(out.len() - start + usize::from(is_negative));
    if let Some(room) = room
        && in_groups(number.abs(), room, places, Sign::None, out) == Fit::Full
    {
        out.extend(is_negative.then_some(b')'));
        return Fit::Full;
    }
    out.truncate(start);
    match in_groups(number, width, places, Sign::None, out) {
        Fit::None => Fit::None,
        _ => Fit::Changed,
    }
}

/// `NEGPARENw.d`. A column is kept for the closing parenthesis. Where parentheses do not fit, a number is written as
/// `COMMAw.d` does.
pub(super) fn in_parentheses(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let start = out.len();
    let is_negative = number < 0.0;
    let room = width.saturating_sub(if is_negative { 2 } else { 1 });
    if is_negative {
        out.push(b'(');
    }
    if in_groups(number.abs(), room, places, Sign::None, out) == Fit::Full {
        out.push(if is_negative { b')' } else { b' ' });
        return Fit::Full;
    }
    out.truncate(start);
    in_groups(number, width, places, Sign::None, out)
}

/// Writes groups separated by commas.
fn in_groups(number: f64, width: usize, places: usize, sign: Sign, out: &mut Vec<u8>) -> Fit {
    let groups = groups_of(&Decimal::of(number), number < 0.0, width, places, sign, out);
    groups.unwrap_or_else(|| fixed(number, width, places, false, out))
}

/// `NLPCTw.d` and its kin: hundred times the number in groups before a percent sign.
pub(super) fn percent(number: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let mut exact = Decimal::of(number);
    exact.scale(2);
    let fit = groups_of(&exact, number < 0.0, width.saturating_sub(1), places, Sign::None, out);
    out.extend(fit.is_some().then_some(b'%'));
    fit.unwrap_or(Fit::None)
}

/// Writes groups separated by commas, with all decimals; `None` if they do not fit.
fn groups_of(
    exact: &Decimal,
    is_negative: bool,
    width: usize,
    places: usize,
    sign: Sign,
    out: &mut Vec<u8>,
) -> Option<Fit> {
    let mut rounded = *exact;
    rounded.round_to_places(places);
    let whole = rounded.whole_length();
    let bare = usize::from(is_negative) + whole + if places > 0 { places + 1 } else { 0 };
    let all = (whole - 1) / 3;
    let forms = match sign {
        Sign::None => [(None, all), (None, 0), (None, 0)],
        Sign::Kept(sign) => [(Some(sign), all), (Some(sign), 0), (None, 0)],
        Sign::Dropped(sign) => [(Some(sign), all), (None, all), (None, 0)],
    };
    for (shown, commas) in forms {
        if bare + usize::from(shown.is_some()) + commas > width {
            continue;
        }
        out.extend(shown);
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
        return Some(match (shown, commas) == forms[0] {
            true => Fit::Full,
            false => Fit::Changed,
        });
    }
    None
}

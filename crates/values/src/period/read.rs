//! `$N8601Bw.d` and `$N8601Ew.d`: durations, datetimes and intervals from text.

use super::{FRACTION, Period};
use crate::calendar::Date;

/// The greatest number of each element of a duration with letters: year to second.
const MOST: [u32; FRACTION] = [9999, 12, 99, 99, 99, 99];

/// The greatest number of each element of a date and time.
const MOST_OF_CALENDAR: [u32; FRACTION] = [9999, 12, 31, 23, 59, 59];

/// Appends the digits of a field in the extended or the basic notation; `None` if it is none.
pub(crate) fn read(field: &[u8], is_extended: bool, out: &mut Vec<u8>) -> Option<()> {
    let parts: Vec<_> = field.trim_ascii().split(|byte| *byte == b'/').collect();
    if parts.len() > 2 {
        return None;
    }
    for part in parts {
        let period = match part.strip_prefix(b"P").or_else(|| part.strip_prefix(b"p")) {
            Some(duration) if has_letters(duration) => letters(duration)?,
            Some(duration) => calendar(duration, is_extended, true)?,
            None => calendar(part, is_extended, false)?,
        };
        period.push_digits(out);
    }
    Some(())
}

/// Returns whether a duration has letters behind its numbers.
fn has_letters(duration: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !matches!(byte, b'T' | b't' | b'x' | b'X');
    duration.iter().any(is_letter)
}

/// Takes the decimal digits with which a text begins: their number, and their count.
fn take_number(text: &mut &[u8]) -> Option<(u32, usize)> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=6).contains(&count) {
        return None;
    }
    let (digits, rest) = text.split_at(count);
    *text = rest;
    let number = digits
        .iter()
        .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    Some((number, count))
}

/// Takes a point or comma and one to three decimals, in thousandths.
fn take_fraction(text: &mut &[u8]) -> Option<Option<u32>> {
    let Some((b'.' | b',', rest)) = text.split_first() else {
        return Some(None);
    };
    *text = rest;
    match take_number(text)? {
        (number, count @ 1..=3) => Some(Some(number * 10u32.pow(3 - count as u32))),
        _ => None,
    }
}

/// Reads `2Y3M4DT5H6M7.5S`.
fn letters(mut text: &[u8]) -> Option<Period> {
    let mut period = Period {
        is_duration: true,
        elements: [None; FRACTION],
        thousandths: None,
    };
    let mut next = 0;
    while !text.is_empty() {
        if next <= 3
            && let [b'T' | b't', rest @ ..] = text
        {
            text = rest;
            next = 3;
            continue;
        }
        let (number, _) = take_number(&mut text)?;
        let fraction = take_fraction(&mut text)?;
        let (letter, rest) = text.split_first()?;
        text = rest;
        let end = if next < 3 { 3 } else { FRACTION };
        let place = (next..end).find(|index| b"YMDHMS"[*index] == letter.to_ascii_uppercase())?;
        if number > MOST[place] || fraction.is_some() && place < FRACTION - 1 {
            return None;
        }
        period.elements[place] = Some(number);
        period.thousandths = fraction;
        next = place + 1;
        // Behind the days there must be a `T`.
        if place < 3 && next == 3 && !matches!(text.first(), None | Some(b'T' | b't')) {
            return None;
        }
    }
    (period.elements != [None; FRACTION]).then_some(period)
}

/// Reads `2012-09-15T15:53:00`, `20120915T155300` and what these begin with; hyphens and `x` stand for omitted
/// elements.
fn calendar(mut text: &[u8], is_extended: bool, is_duration: bool) -> Option<Period> {
    let mut elements = [None; FRACTION];
    for (index, element) in elements.iter_mut().enumerate() {
        if index > 0 {
            if text.is_empty() {
                break;
            }
            let separator = match index {
                3 => Some(b'T'),
                1 | 2 => is_extended.then_some(b'-'),
                _ => is_extended.then_some(b':'),
            };
            if let Some(separator) = separator {
                let (first, rest) = text.split_first()?;
                if first.to_ascii_uppercase() != separator {
                    return None;
                }
                text = rest;
            }
        }
        *element = take_element(&mut text, index)?;
    }
    let thousandths = match elements[FRACTION - 1] {
        Some(_) => take_fraction(&mut text)?,
        None => None,
    };
    let is_within = |(element, most): (&Option<u32>, u32)| element.is_none_or(|number| number <= most);
    let is_date = match elements {
        [Some(year), Some(month), Some(day), ..] if !is_duration => {
            i32::try_from(year).is_ok_and(|year| Date::new(year, month, day).is_some())
        }
        _ => true,
    };
    let is_valid = text.is_empty() && is_date && elements.iter().zip(MOST_OF_CALENDAR).all(is_within);
    is_valid.then_some(Period {
        is_duration,
        elements,
        thousandths,
    })
}

/// Takes an element, `Some(None)` if it is omitted.
fn take_element(text: &mut &[u8], index: usize) -> Option<Option<u32>> {
    let digits = if index == 0 { 4 } else { 2 };
    if let Some(rest) = text.strip_prefix(b"-") {
        *text = rest;
        return Some(None);
    }
    let (own, rest) = text.split_at_checked(digits)?;
    *text = rest;
    if own.iter().all(|byte| matches!(byte, b'x' | b'X')) {
        return Some(None);
    }
    let mut own = own;
    let (number, count) = take_number(&mut own)?;
    (count == digits).then_some(Some(number))
}

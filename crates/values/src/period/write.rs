//! `$N8601Bw.d` and its kin: durations, datetimes and intervals as text.

use super::{FRACTION, LENGTH, Period};
use crate::value::trim;

/// A form of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PeriodForm {
    /// True if elements are separated.
    is_extended: bool,
    /// True if a duration has the letters of its elements, as in `P2Y3M`.
    has_letters: bool,
    omission: Omission,
}

/// The text of omitted elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Omission {
    /// None behind the last element, and a hyphen before it.
    Cut,
    /// A hyphen.
    Hyphen,
    /// An `x` for each digit.
    Cross,
}

impl PeriodForm {
    /// Returns the form of a name in upper case without its `$`.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let (is_extended, has_letters, omission) = match name.strip_prefix("N8601")? {
            "B" => (false, true, Omission::Cut),
            "BA" => (false, false, Omission::Cut),
            "E" => (true, true, Omission::Cut),
            "EA" => (true, false, Omission::Cut),
            "EH" => (true, false, Omission::Hyphen),
            "EX" => (true, false, Omission::Cross),
            "H" => (true, true, Omission::Hyphen),
            "X" => (true, true, Omission::Cross),
            _ => return None,
        };
        Some(Self {
            is_extended,
            has_letters,
            omission,
        })
    }

    /// Appends an element of a date or time, at `index` among all of them.
    fn element(self, index: usize, element: Option<u32>, out: &mut Vec<u8>) {
        let digits = if index == 0 { 4 } else { 2 };
        match (element, self.omission) {
            (Some(number), _) => out.extend_from_slice(format!("{number:0digits$}").as_bytes()),
            (None, Omission::Cross) => out.resize(out.len() + digits, b'x'),
            (None, _) => out.push(b'-'),
        }
    }

    /// Appends the decimals of a second: as many as asked for, or else all three, in the basic notation and behind
    /// letters without zeros at their end.
    fn fraction(self, thousandths: Option<u32>, places: usize, out: &mut Vec<u8>, is_short: bool) {
        let Some(thousandths) = thousandths else {
            return;
        };
        let digits = format!("{thousandths:03}");
        let kept = match places {
            0 if is_short => digits.trim_end_matches('0'),
            0 => digits.as_str(),
            places => &digits[..places.min(digits.len())],
        };
        if !kept.is_empty() {
            out.push(b'.');
            out.extend_from_slice(kept.as_bytes());
        }
    }

    /// Appends a date and a time.
    fn calendar(self, period: Period, places: usize, out: &mut Vec<u8>) {
        let last = period.elements.iter().rposition(Option::is_some).unwrap_or(0);
        let shown = match self.omission {
            Omission::Cut => last,
            _ => FRACTION - 1,
        };
        for (index, element) in period.elements.into_iter().enumerate().take(shown + 1) {
            match index {
                3 => out.push(b'T'),
                1 | 2 if self.is_extended => out.push(b'-'),
                4 | 5 if self.is_extended => out.push(b':'),
                _ => {}
            }
            self.element(index, element, out);
        }
        if shown == FRACTION - 1 && period.elements[shown].is_some() {
            self.fraction(period.thousandths, places, out, !self.is_extended);
        }
    }

    /// Appends a duration with the letters of its elements.
    fn letters(self, period: Period, places: usize, out: &mut Vec<u8>) {
        let has_time = period.elements[3..].iter().any(Option::is_some);
        for (index, element) in period.elements.into_iter().enumerate() {
            if index == 3 && has_time {
                out.push(b'T');
            }
            let Some(number) = element else {
                continue;
            };
            out.extend_from_slice(number.to_string().as_bytes());
            if index == FRACTION - 1 {
                self.fraction(period.thousandths, places, out, true);
            }
            out.push(b"YMDHMS"[index]);
        }
    }

    fn period(self, period: Period, places: usize, out: &mut Vec<u8>) {
        if period.is_duration {
            out.push(b'P');
        }
        match period.is_duration && self.has_letters {
            true => self.letters(period, places, out),
            false => self.calendar(period, places, out),
        }
    }
}

/// Appends a value; `None` if it is none. A blank one is no text.
pub(crate) fn write(form: PeriodForm, value: &[u8], places: usize, out: &mut Vec<u8>) -> Option<()> {
    let value = trim(value);
    let (first, second) = value.split_at(value.len().min(LENGTH));
    for (index, digits) in [first, second].into_iter().enumerate() {
        if digits.is_empty() {
            break;
        }
        if index > 0 {
            out.push(b'/');
        }
        form.period(Period::of_digits(digits)?, places, out);
    }
    Some(())
}

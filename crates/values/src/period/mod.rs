//! Durations, datetimes and intervals by ISO 8601 in character values.
//!
//! A duration or a datetime is a text of 16 hexadecimal digits: four of the year, one of the month, two each of the
//! day, hour, minute and second, and three of the thousandths of the second times 4, with 1 added for a datetime. All
//! of the digits of an element that is omitted are `F`. An interval is two such texts.

mod read;
mod write;

#[cfg(test)]
mod tests;

pub(crate) use read::read;
pub(crate) use write::{PeriodForm, write};

/// The digits of a duration or datetime.
const LENGTH: usize = 16;

/// The digits of each element: year, month, day, hour, minute, second and its fraction.
const DIGITS: [usize; 7] = [4, 1, 2, 2, 2, 2, 3];

/// The place of the fraction among the elements.
const FRACTION: usize = 6;

/// The value of an omitted fraction.
const NO_FRACTION: u32 = 0xFFF >> 2;

/// A duration or a datetime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Period {
    is_duration: bool,
    /// Year, month, day, hour, minute and second; `None` if omitted.
    elements: [Option<u32>; FRACTION],
    thousandths: Option<u32>,
}

impl Period {
    /// Returns what 16 digits mean; `None` if they are none.
    fn of_digits(digits: &[u8]) -> Option<Self> {
        let mut elements = [None; FRACTION];
        let mut rest = digits;
        let mut last = 0;
        for (index, length) in DIGITS.into_iter().enumerate() {
            let (own, behind) = rest.split_at_checked(length)?;
            rest = behind;
            let number = |base: u32| {
                own.iter().try_fold(0, |number, digit| {
                    Some(number * base + char::from(*digit).to_digit(base)?)
                })
            };
            if index == FRACTION {
                last = number(16)?;
            } else if !own.eq_ignore_ascii_case(&b"FFFF"[..length]) {
                // A month is one digit.
                elements[index] = Some(number(if length == 1 { 16 } else { 10 })?);
            }
        }
        let fraction = last >> 2;
        let period = Self {
            is_duration: last & 3 == 0,
            elements,
            thousandths: (fraction != NO_FRACTION).then_some(fraction),
        };
        let is_known = last & 3 <= 1 && (fraction == NO_FRACTION || fraction < 1000);
        (rest.is_empty() && is_known).then_some(period)
    }

    /// Appends its 16 digits.
    fn push_digits(self, out: &mut Vec<u8>) {
        for (element, length) in self.elements.into_iter().zip(DIGITS) {
            match element {
                None => out.extend_from_slice(&b"FFFF"[..length]),
                Some(number) if length == 1 => out.extend_from_slice(format!("{number:X}").as_bytes()),
                Some(number) => out.extend_from_slice(format!("{number:0length$}").as_bytes()),
            }
        }
        let last = self.thousandths.unwrap_or(NO_FRACTION) << 2 | u32::from(!self.is_duration);
        out.extend_from_slice(format!("{last:03X}").as_bytes());
    }
}

//! Time intervals: `MONTH`, `WEEK2.2`, `DTDAY`, `WEEKDAY17W` and others.
//!
//! Each kind of interval consists of units that are numbered from the one that contains 1 January 1960: days, working
//! days, thirds and halves of months, months, or seconds. An interval is a run of such units, and the shift index is
//! the unit with which it begins. Weeks are runs of seven days from the Sunday before that day.

use super::interval_kinds::{IntervalKind, IntervalUnit};
use crate::calendar::Date;

/// An interval with its multiple and shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::function) struct Interval {
    kind: IntervalKind,
    part: IntervalUnit,
    /// The meaning of its values.
    pub(in crate::function) values: Values,
    /// The units of an interval.
    length: i64,
    /// The first unit of an interval, counted from that of 1 January 1960.
    first: i64,
}

/// The meaning of the values of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::function) enum Values {
    /// Days since 1960.
    Dates,
    /// Seconds since 1960, for intervals of whole days.
    Datetimes,
    /// Seconds since 1960 or since midnight.
    Seconds,
}

/// Longer intervals have no meaning between 1582 and 19900.
const MOST_MULTIPLE: i64 = 1_000_000_000;

impl Interval {
    /// Parses a name, ignoring case.
    pub(in crate::function) fn of_name(name: &[u8]) -> Option<Self> {
        let name = name.trim_ascii();
        let (datetime, rest) = match split_prefix(name, "DT") {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let (word, rest) = rest.split_at(letters.count());
        let kind = IntervalKind::of_name(word)?;
        let (mut part, base) = kind.unit();
        let values = match part {
            IntervalUnit::Seconds(_) => Values::Seconds,
            _ if datetime => Values::Datetimes,
            _ => Values::Dates,
        };
        let rest = match &mut part {
            IntervalUnit::WorkingDay { off } => split_days_off(rest, off)?,
            _ => rest,
        };
        let (multiple, rest) = split_number(rest)?;
        let shift = match rest.split_first() {
            None => 1,
            Some((b'.', digits)) => match split_number(digits)? {
                (Some(shift), b"") => shift,
                _ => return None,
            },
            Some(_) => return None,
        };
        let length = base * multiple.unwrap_or(1);
        if !(1..=length).contains(&shift) {
            return None;
        }
        // 1 January 1960 was a Friday, five days after the Sunday that begins its week.
        let origin = if base == 7 { -5 } else { 0 };
        Some(Self {
            kind,
            part,
            values,
            length,
            first: origin + shift - 1,
        })
    }

    /// Returns the kind of its units.
    pub(super) fn kind(&self) -> IntervalKind {
        self.kind
    }

    /// Returns how many units of its kind make one interval.
    pub(super) fn multiple(&self) -> i64 {
        self.length / self.kind.unit().1
    }

    /// Returns the working days of a week.
    pub(super) fn working_days(&self) -> i64 {
        match self.part {
            IntervalUnit::WorkingDay { off } => working_days_to(6, off),
            _ => 7,
        }
    }

    /// Returns how many intervals make a year, of which days have 365; `None` for those that make no whole number.
    pub(in crate::function) fn in_a_year(&self) -> Option<f64> {
        let units = match self.part {
            IntervalUnit::Day => 365,
            IntervalUnit::HalfOfMonth => 24,
            IntervalUnit::Month => 12,
            _ => return None,
        };
        (units % self.length == 0).then_some((units / self.length) as f64)
    }

    /// Returns the number of the interval that contains a value, which is a day unless units are seconds.
    pub(in crate::function) fn index(&self, value: i64) -> Option<i64> {
        let part = match self.part {
            IntervalUnit::Day => value,
            IntervalUnit::WorkingDay { off } => working_day(value, off),
            IntervalUnit::Seconds(seconds) => value.div_euclid(seconds),
            IntervalUnit::ThirdOfMonth | IntervalUnit::HalfOfMonth | IntervalUnit::Month => {
                let date = Date::from_days(i32::try_from(value).ok()?)?;
                let month = i64::from(date.year() - 1960) * 12 + i64::from(date.month()) - 1;
                match self.part {
                    IntervalUnit::ThirdOfMonth => month * 3 + i64::from((date.day() - 1) / 10).min(2),
                    IntervalUnit::HalfOfMonth => month * 2 + i64::from(date.day() > 15),
                    _ => month,
                }
            }
        };
        Some((part - self.first).div_euclid(self.length))
    }

    /// Returns the first day or second of an interval; `None` outside of the calendar.
    pub(in crate::function) fn start(&self, index: i64) -> Option<i64> {
        let part = index.checked_mul(self.length)?.checked_add(self.first)?;
        let day_of = |month: i64, day: u32| {
            let year = i32::try_from(month.div_euclid(12).checked_add(1960)?).ok()?;
            // The remainder is 0 to 11.
            Date::new(year, month.rem_euclid(12) as u32 + 1, day).map(|date| i64::from(date.days()))
        };
        match self.part {
            IntervalUnit::Day => Some(part),
            IntervalUnit::WorkingDay { off } => day_of_working_day(part, off),
            IntervalUnit::Seconds(seconds) => part.checked_mul(seconds),
            IntervalUnit::ThirdOfMonth => day_of(part.div_euclid(3), part.rem_euclid(3) as u32 * 10 + 1),
            IntervalUnit::HalfOfMonth => day_of(part.div_euclid(2), part.rem_euclid(2) as u32 * 15 + 1),
            IntervalUnit::Month => day_of(part, 1),
        }
    }

    /// Returns the value `count` intervals later at the same position: as many days or seconds into the interval, or on
    /// the same day of a month unless that is too short.
    pub(super) fn same(&self, value: i64, count: i64) -> Option<i64> {
        let parts = count.checked_mul(self.length)?;
        match self.part {
            IntervalUnit::Day => value.checked_add(parts),
            IntervalUnit::Seconds(seconds) => value.checked_add(parts.checked_mul(seconds)?),
            IntervalUnit::Month => add_months(value, parts),
            IntervalUnit::WorkingDay { .. } | IntervalUnit::ThirdOfMonth | IntervalUnit::HalfOfMonth => {
                let index = self.index(value)?;
                let later = index.checked_add(count)?;
                let place = value - self.start(index)?;
                let last = self.start(later.checked_add(1)?)? - 1;
                Some((self.start(later)? + place).min(last))
            }
        }
    }
}

/// Returns the same day of the month some months later, or the last one of that month.
fn add_months(day: i64, months: i64) -> Option<i64> {
    let date = Date::from_days(i32::try_from(day).ok()?)?;
    let month = i64::from(date.year()) * 12 + i64::from(date.month()) - 1;
    let month = month.checked_add(months)?;
    let year = i32::try_from(month.div_euclid(12)).ok()?;
    // The remainder is 0 to 11.
    let month = month.rem_euclid(12) as u32 + 1;
    let day = date.day().min(crate::calendar::days_in_month(year, month));
    Date::new(year, month, day).map(|date| i64::from(date.days()))
}

/// Returns whether a day of the week, 0 for Sunday, is a working day.
fn works(day_of_week: u8, off: u8) -> bool {
    off >> day_of_week & 1 == 0
}

/// Returns the working days of a week up to and including a day of the week, 0 for Sunday.
fn working_days_to(day_of_week: i64, off: u8) -> i64 {
    (0..7)
        .filter(|&day| i64::from(day) <= day_of_week && works(day, off))
        .count() as i64
}

/// Returns the number of the working day that a day is or belongs to, counted from that of 1 January 1960.
fn working_day(day: i64, off: u8) -> i64 {
    let in_all = |day: i64| {
        let since_sunday = day + 5;
        since_sunday.div_euclid(7) * working_days_to(6, off) + working_days_to(since_sunday.rem_euclid(7), off)
    };
    in_all(day) - in_all(0)
}

/// Returns the day of a working day.
fn day_of_working_day(number: i64, off: u8) -> Option<i64> {
    let a_week = working_days_to(6, off);
    // Counted from 0 for the first working day of the week of 1 January 1960, its sixth day.
    let number = number.checked_add(working_days_to(5, off) - 1)?;
    let place = number.rem_euclid(a_week);
    let day_of_week = (0..7).filter(|&day| works(day, off)).nth(place as usize)?;
    number
        .div_euclid(a_week)
        .checked_mul(7)?
        .checked_add(i64::from(day_of_week) - 5)
}

fn split_prefix<'a>(text: &'a [u8], prefix: &str) -> Option<&'a [u8]> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix.as_bytes()).then_some(rest)
}

/// Splits off the number at the beginning, if there is one. `None` if it is zero or too large.
fn split_number(text: &[u8]) -> Option<(Option<i64>, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return Some((None, text));
    }
    let mut number = 0_i64;
    for digit in &text[..digits] {
        number = number * 10 + i64::from(digit - b'0');
        if number > MOST_MULTIPLE {
            return None;
        }
    }
    (number > 0).then_some((Some(number), &text[digits..]))
}

/// Parses the days off of `17W`, 1 for Sunday, if the text begins with such a list; they replace the default. `None`
/// for a list with other digits or without a working day.
fn split_days_off<'a>(text: &'a [u8], off: &mut u8) -> Option<&'a [u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || !text.get(digits).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'W')) {
        return Some(text);
    }
    *off = 0;
    for digit in &text[..digits] {
        if !(b'1'..=b'7').contains(digit) {
            return None;
        }
        *off |= 1 << (digit - b'1');
    }
    (*off != 0b111_1111).then_some(&text[digits + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names() {
        for name in [
            "day",
            "WEEK2.14",
            "Month ",
            "QTR.3",
            "SEMIYEAR.6",
            "YEAR2.24",
            "DTMONTH",
            "dtweek.2",
            "HOUR8.7",
            "WEEKDAY",
            "WEEKDAY1W",
            "WEEKDAY17W3.2",
            "TENDAY4.2",
            "SEMIMONTH2.2",
            "DTSECOND30",
        ] {
            assert!(Interval::of_name(name.as_bytes()).is_some(), "{name}");
        }
        for name in [
            "",
            "DT",
            "MONTH.2",
            "YEAR2.25",
            "WEEK.8",
            "DAY0",
            "DAY.0",
            "MONTHES",
            "DTS",
            "MONTHWEEK",
            "MONTH2.",
            "MONTH2.x",
            "WEEKDAY1234567W",
            "WEEKDAY8W",
            "DAY99999999999999999999",
            "FORTNIGHT",
            "MONTH 2",
        ] {
            assert_eq!(Interval::of_name(name.as_bytes()), None, "{name}");
        }
        for (other, name) in [
            ("days", "DAY"),
            ("Weeks2.3", "WEEK2.3"),
            ("WEEKDAYS17W", "WEEKDAY"),
            ("months", "MONTH"),
            ("quarter", "QTR"),
            ("QTRS.2", "QTR.2"),
            ("semiyears", "SEMIYEAR"),
            ("tendays4.2", "TENDAY4.2"),
            ("semimonthly", "SEMIMONTH"),
            ("years", "YEAR"),
            ("annual", "YEAR"),
            ("hours8.7", "HOUR8.7"),
            ("minutes", "MINUTE"),
            ("seconds30", "SECOND30"),
            ("dtdays", "DTDAY"),
            ("dtquarters", "DTQTR"),
        ] {
            let found = Interval::of_name(other.as_bytes());
            assert!(found.is_some(), "{other}");
            assert_eq!(found, Interval::of_name(name.as_bytes()), "{other}");
        }
        let plain = Interval::of_name(b"WEEKDAY");
        assert_eq!(plain, Interval::of_name(b"WEEKDAY17W"));
        assert_eq!(Interval::of_name(b"WEEK"), Interval::of_name(b"week1.1"));
    }

    proptest! {
        /// Intervals tile the calendar: each day lies between the start of its interval and the next.
        #[test]
        fn intervals_tile_the_calendar(
            day in -130_000_i64..3_000_000,
            kind in prop::sample::select(vec![
                "DAY", "WEEK", "WEEKDAY", "WEEKDAY1W", "WEEKDAY135W", "TENDAY", "SEMIMONTH", "MONTH",
                "QTR", "SEMIYEAR", "YEAR",
            ]),
            multiple in 1_i64..30,
            share in 0.0..1.0,
        ) {
            let length = Interval::of_name(format!("{kind}{multiple}").as_bytes()).unwrap().length;
            let shift = (share * length as f64) as i64 + 1;
            let interval = Interval::of_name(format!("{kind}{multiple}.{shift}").as_bytes()).unwrap();
            let index = interval.index(day).unwrap();
            let (start, next) = (interval.start(index).unwrap(), interval.start(index + 1).unwrap());
            prop_assert!(start <= day && day < next, "{start} {day} {next}");
            prop_assert_eq!(interval.index(start).unwrap(), index);
            prop_assert_eq!(interval.index(next - 1).unwrap(), index);
            prop_assert_eq!(interval.same(day, 0).unwrap(), day);
        }

        #[test]
        fn any_name_and_any_value_is_survived(name in ".{0,12}", value: i64, count: i64) {
            if let Some(interval) = Interval::of_name(name.as_bytes()) {
                let _ = (interval.start(value), interval.same(value / 2, count));
            }
        }
    }
}

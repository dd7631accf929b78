//! Days and seconds since 1960, and calendar dates.
//!
//! A date is a count of days since 1 January 1960, a datetime a count of seconds since that day's midnight, a time a
//! count of seconds since midnight; all of them are plain numbers. The calendar is the Gregorian one throughout, from
//! 1582 to 19900, except that the years 4000, 8000 and so on have no leap day in the language.

/// The first year with dates.
pub const FIRST_YEAR: i32 = 1582;
/// The last year with dates.
pub const LAST_YEAR: i32 = 19_900;
/// Seconds in a day.
pub const SECONDS_A_DAY: f64 = 86_400.0;

/// The first year of the Republic of China, from which its years are counted.
pub const FIRST_YEAR_OF_MINGUO: i32 = 1912;

/// The letters of the eras of Japan and their first days, the last one first.
pub const ERAS: [(u8, i32, u32, u32); 5] = [
    (b'R', 2019, 5, 1),
    (b'H', 1989, 1, 8),
    (b'S', 1926, 12, 25),
    (b'T', 1912, 7, 30),
    (b'M', 1868, 1, 25),
];

/// The months in order.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The days of the week in the order of [`weekday`], Sunday first.
pub const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// Days from 1 January of the year 1 to 1 January 1960.
const EPOCH: i32 = 715_509;

/// Days of 4000 years, the last of which has no leap day.
const ERA: u32 = 1_460_969;

/// The days of a common year before each month, and in the whole year.
const BEFORE_MONTH: [u32; 13] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/// A day within the limits of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: i32,
    month: u32,
    day: u32,
}

impl Date {
    /// Creates a date; `None` if there is no such day or it is outside of the calendar.
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        let is_date = (FIRST_YEAR..=LAST_YEAR).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day);
        is_date.then_some(Self { year, month, day })
    }

    /// Returns the date of a number of days, rounded down; `None` for a missing value and outside of the calendar.
    pub fn of(days: f64) -> Option<Self> {
        let days = days.floor();
        // The comparison is false for NaN, and other numbers that pass it fit.
        (days.abs() < 1e8).then_some(days as i32).and_then(Self::from_days)
    }

    /// Returns the date of a datetime, and the seconds since its midnight.
    pub fn of_datetime(seconds: f64) -> Option<(Self, f64)> {
        let days = (seconds / SECONDS_A_DAY).floor();
        Some((Self::of(days)?, seconds - days * SECONDS_A_DAY))
    }

    /// Returns the date that is `days` after 1 January 1960.
    pub fn from_days(days: i32) -> Option<Self> {
        let days = u32::try_from(days.checked_add(EPOCH)?).ok()?;
        let (eras, days) = (days / ERA, days % ERA);
        // The last day of 400 years, and of 4, would begin a fifth part: it belongs to the fourth.
        let (cycles, days) = (days / 146_097, days % 146_097);
        let centuries = (days / 36_524).min(3);
        let days = days - centuries * 36_524;
        let (fours, days) = (days / 1461, days % 1461);
        let years = (days / 365).min(3);
        let days = days - years * 365;
        let year = i32::try_from(eras * 4000 + cycles * 400 + centuries * 100 + fours * 4 + years + 1).ok()?;
        // A month has at most 31 days, so this is the month or the one before it.
        let mut month = days / 31;
        if days >= before_month(year, month + 2) {
            month += 1;
        }
        Self::new(year, month + 1, days - before_month(year, month + 1) + 1)
    }

    /// Returns the days since 1 January 1960.
    pub fn days(self) -> i32 {
        let whole = self.year - 1;
        let leap_days = whole / 4 - whole / 100 + whole / 400 - whole / 4000;
        // Both numbers are below 8 million: the calendar ends in 19900.
        whole * 365 + leap_days + self.day_of_year() as i32 - 1 - EPOCH
    }

    /// Returns the year.
    pub fn year(self) -> i32 {
        self.year
    }

    /// Returns the month, 1 to 12.
    pub fn month(self) -> u32 {
        self.month
    }

    /// Returns the day of the month, 1 to 31.
    pub fn day(self) -> u32 {
        self.day
    }

    /// Returns the quarter, 1 to 4.
    pub fn quarter(self) -> u32 {
        (self.month - 1) / 3 + 1
    }

    /// Returns the day of the year, 1 to 366.
    pub fn day_of_year(self) -> u32 {
        before_month(self.year, self.month) + self.day
    }

    /// Returns the day of the week, 1 for Sunday to 7 for Saturday.
    pub fn weekday(self) -> u32 {
        weekday(self.days())
    }

    /// Returns the name of the month.
    pub fn month_name(self) -> &'static str {
        MONTHS[self.month as usize - 1]
    }

    /// Returns the name of the day of the week.
    pub fn weekday_name(self) -> &'static str {
        WEEKDAYS[self.weekday() as usize - 1]
    }
}

/// Converts a number of days after 1 January 1960 in the Gregorian calendar to days in the language's. A leap day that
/// the language lacks becomes 1 March.
pub fn from_gregorian(days: i64) -> i64 {
    match days < i64::from(BEFORE_LACK) {
        true => days,
        false => days - lacking(|index, march| days > march + index),
    }
}

/// Converts days in the language's calendar to the number of days after 1 January 1960 in the Gregorian calendar.
pub fn to_gregorian(days: i64) -> i64 {
    match days < i64::from(BEFORE_LACK) {
        true => days,
        false => days.saturating_add(lacking(|_, march| days >= march)),
    }
}

/// The number of 1 March 4000, before which no leap day is lacking.
const BEFORE_LACK: i32 = 745_154;

/// Counts the years without a leap day for which `holds`, given how many there were before it and the number of its 1
/// March.
fn lacking(holds: impl Fn(i64, i64) -> bool) -> i64 {
    (0..i64::from(LAST_YEAR / 4000))
        .take_while(|&index| holds(index, i64::from(BEFORE_LACK) + index * i64::from(ERA)))
        .count() as i64
}

/// Returns the day of the week of a number of days since 1960, 1 for Sunday to 7 for Saturday.
pub fn weekday(days: i32) -> u32 {
    // The first day of 1960 was a Friday. The remainder is 0 to 6.
    (i64::from(days) + 5).rem_euclid(7) as u32 + 1
}

/// Returns whether a year has 366 days.
pub fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) && year % 4000 != 0
}

/// Returns the days in a month, 1 to 12; 0 for any other month.
pub fn days_in_month(year: i32, month: u32) -> u32 {
    if (1..=12).contains(&month) {
        before_month(year, month + 1) - before_month(year, month)
    } else {
        0
    }
}

/// Returns the month, 1 to 12, of an English name or of its first three letters, ignoring case.
pub fn month_of_name(name: &[u8]) -> Option<u32> {
    let is_name = |month: &&str| {
        let whole = month.as_bytes();
        name.eq_ignore_ascii_case(&whole[..3]) || name.eq_ignore_ascii_case(whole)
    };
    MONTHS.iter().position(is_name).map(|index| index as u32 + 1)
}

/// Returns the year of two digits within the hundred years from `cutoff` on.
pub fn full_year(two_digits: i32, cutoff: i32) -> i32 {
    cutoff.wrapping_add(two_digits.wrapping_sub(cutoff).rem_euclid(100))
}

/// Returns the days of a year before a month, 1 to 13.
fn before_month(year: i32, month: u32) -> u32 {
    BEFORE_MONTH[month as usize - 1] + u32::from(month > 2 && is_leap(year))
}

/// The rule for the weeks of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeekRule {
    /// `U`: on Sundays; the days before the first one are in week 0
    Sunday,
    /// `V`: on Mondays; the first week contains 4 January, and may begin in the year before
    Iso,
    /// `W`: on Mondays; the days before the first one are in week 0
    Monday,
}

impl WeekRule {
    /// Returns the year, the week and the day of the week, from 1, of a date.
    pub fn of(self, date: Date) -> (i32, u32, u32) {
        // Sunday is the last day of a week that begins on a Monday.
        let since_monday = (date.weekday() + 5) % 7;
        let day = match self {
            Self::Sunday => date.weekday(),
            Self::Iso | Self::Monday => since_monday + 1,
        };
        match self {
            Self::Iso => {
                // A week belongs to the year of its Thursday.
                let thursday = Date::from_days(date.days() + 3 - since_monday as i32).unwrap_or(date);
                (thursday.year(), (thursday.day_of_year() - 1) / 7 + 1, day)
            }
            Self::Sunday | Self::Monday => (date.year(), (date.day_of_year() + 7 - day) / 7, day),
        }
    }

    /// Returns the date of a day of a week of a year; `None` if the year has none.
    pub fn date(self, year: i32, week: u32, day: u32) -> Option<Date> {
        if week > 53 || !(1..=7).contains(&day) {
            return None;
        }
        let fourth = Date::new(year, 1, 4)?;
        let (_, first_week, first_day) = self.of(fourth);
        let weeks = i32::try_from(week).ok()? - i32::try_from(first_week).ok()?;
        let days = i32::try_from(day).ok()? - i32::try_from(first_day).ok()?;
        let date = Date::from_days(fourth.days() + 7 * weeks + days)?;
        (self.of(date) == (year, week, day)).then_some(date)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn days(year: i32, month: u32, day: u32) -> i32 {
        Date::new(year, month, day).unwrap().days()
    }

    #[test]
    fn known_days() {
        assert_eq!(days(1960, 1, 1), 0);
        assert_eq!(days(1959, 12, 31), -1);
        assert_eq!(days(1970, 1, 1), 3653);
        assert_eq!(days(2000, 1, 1), 14_610);
        assert_eq!(days(2012, 3, 16), 19_068);
        assert_eq!(days(1582, 1, 1), -138_061);
        assert_eq!(days(4000, 2, 28), 745_153);
        assert_eq!(days(4000, 3, 1), 745_154);
        assert_eq!(days(8000, 12, 31), 2_206_428);
        assert_eq!(days(9999, 12, 31), 2_936_547);
        let to_the_end: i32 = (1960..=LAST_YEAR).map(|year| 365 + i32::from(is_leap(year))).sum();
        assert_eq!(days(LAST_YEAR, 12, 31), to_the_end - 1);
    }

    #[test]
    fn what_is_no_date_is_refused() {
        assert_eq!(Date::new(2023, 2, 29), None);
        assert_eq!(Date::new(1900, 2, 29), None);
        assert_eq!(Date::new(4000, 2, 29), None);
        assert_eq!(Date::new(8000, 2, 29), None);
        assert!(Date::new(6000, 2, 29).is_some());
        assert!(Date::new(2000, 2, 29).is_some());
        assert_eq!(Date::new(1581, 12, 31), None);
        assert_eq!(Date::new(19_901, 1, 1), None);
        assert_eq!(Date::new(2000, 0, 1), None);
        assert_eq!(Date::new(2000, 13, 1), None);
        assert_eq!(Date::of(-138_062.0), None);
        for beyond in [f64::NAN, f64::INFINITY, -1e300, 1e12] {
            assert_eq!(Date::of(beyond), None);
            assert_eq!(Date::of_datetime(beyond), None);
        }
    }

    #[test]
    fn leap_days_that_are_lacking() {
        for (gregorian, own) in [
            (0, 0),
            (745_153, 745_153),
            // The 29 February 4000, and the day after it.
            (745_154, 745_154),
            (745_155, 745_154),
            (2_936_549, 2_936_547),
        ] {
            assert_eq!(from_gregorian(gregorian), own);
        }
        assert_eq!(to_gregorian(745_153), 745_153);
        assert_eq!(to_gregorian(2_936_547), 2_936_549);
    }

    #[test]
    fn weekdays_and_quarters() {
        let date = Date::new(2012, 10, 22).unwrap();
        assert_eq!(
            (date.weekday_name(), date.quarter(), date.month_name()),
            ("Monday", 4, "October")
        );
        assert_eq!(Date::new(1960, 1, 1).unwrap().weekday_name(), "Friday");
    }

    #[test]
    fn two_digits_of_a_year() {
        assert_eq!(full_year(26, 1926), 1926);
        assert_eq!(full_year(25, 1926), 2025);
        assert_eq!(full_year(99, 1926), 1999);
        assert_eq!(full_year(0, 2000), 2000);
        assert_eq!(full_year(99, 2000), 2099);
    }

    #[test]
    fn names_of_months() {
        assert_eq!(month_of_name(b"sep"), Some(9));
        assert_eq!(month_of_name(b"SEPTEMBER"), Some(9));
        assert_eq!(month_of_name(b"sept"), None);
        assert_eq!(month_of_name(b""), None);
    }

    proptest! {
        #[test]
        fn gregorian_days_come_back(days in -138_061i64..6_500_000) {
            prop_assert_eq!(from_gregorian(to_gregorian(days)), days);
        }

        #[test]
        fn days_come_back(days in -138_061i32..6_500_000) {
            let date = Date::from_days(days).unwrap();
            prop_assert_eq!(date.days(), days);
            let next = Date::from_days(days + 1).unwrap();
            prop_assert!(next > date);
            prop_assert_eq!(next.weekday(), date.weekday() % 7 + 1);
        }
    }
}

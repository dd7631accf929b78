//! The kinds of intervals, by all of their names.

/// The unit of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IntervalUnit {
    /// Days.
    Day,
    /// Working days, each with the days off after it; the days off as bits, Sunday the lowest.
    WorkingDay { off: u8 },
    /// Parts of a month from the 1st, 11th and 21st on.
    ThirdOfMonth,
    /// Parts of a month from the 1st and 16th on.
    HalfOfMonth,
    /// Months.
    Month,
    /// Seconds, and how many of them.
    Seconds(i64),
}

/// A kind of interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::function) enum IntervalKind {
    Day,
    Week,
    WorkingDay,
    TenDay,
    SemiMonth,
    Month,
    Quarter,
    SemiYear,
    Year,
    Hour,
    Minute,
    Second,
}

use IntervalKind::{Day, Hour, Minute, Month, Quarter, Second, SemiMonth, SemiYear, TenDay, Week, WorkingDay, Year};

/// The names of each kind, its unit, and the number of units. The other names are those that SAS/ETS lists as
/// abbreviations of the first (Date Intervals, Formats, and Functions: Summary of Interval Types).
const KINDS: &[(IntervalKind, &[&str], IntervalUnit, i64)] = &[
    (Day, &["DAY", "DAYS", "DAILY"], IntervalUnit::Day, 1),
    (Week, &["WEEK", "WEEKS", "WEEKLY"], IntervalUnit::Day, 7),
    (
        WorkingDay,
        &["WEEKDAY", "WEEKDAYS"],
        IntervalUnit::WorkingDay { off: 0b100_0001 },
        1,
    ),
    (TenDay, &["TENDAY", "TENDAYS"], IntervalUnit::ThirdOfMonth, 1),
    (
        SemiMonth,
        &["SEMIMONTH", "SEMIMONTHS", "SEMIMONTHLY", "SEMIMON"],
        IntervalUnit::HalfOfMonth,
        1,
    ),
    (Month, &["MONTH", "MONTHS", "MONTHLY", "MON"], IntervalUnit::Month, 1),
    (
        Quarter,
        &["QTR", "QTRS", "QTRLY", "QUARTER", "QUARTERS", "QUARTERLY"],
        IntervalUnit::Month,
        3,
    ),
    (
        SemiYear,
        &["SEMIYEAR", "SEMIYEARS", "SEMIYEARLY", "SEMIYR", "SEMIANNUAL", "SEMIANN"],
        IntervalUnit::Month,
        6,
    ),
    (
        Year,
        &["YEAR", "YEARS", "YEARLY", "YR", "ANNUAL", "ANNUALS", "ANNUALLY"],
        IntervalUnit::Month,
        12,
    ),
    (Hour, &["HOUR", "HOURS", "HOURLY", "HR"], IntervalUnit::Seconds(3600), 1),
    (Minute, &["MINUTE", "MINUTES", "MIN"], IntervalUnit::Seconds(60), 1),
    (Second, &["SECOND", "SECONDS", "SEC"], IntervalUnit::Seconds(1), 1),
];

impl IntervalKind {
    /// Returns the kind of one of its names in either case.
    pub(super) fn of_name(name: &[u8]) -> Option<Self> {
        let is_name = |other: &&str| name.eq_ignore_ascii_case(other.as_bytes());
        let mut kinds = KINDS.iter();
        kinds
            .find(|(_, names, ..)| names.iter().any(is_name))
            .map(|(kind, ..)| *kind)
    }

    /// Returns its first name.
    pub(super) fn name(self) -> &'static str {
        KINDS[self as usize].1[0]
    }

    /// Returns its unit, and the number of units.
    pub(super) fn unit(self) -> (IntervalUnit, i64) {
        let (_, _, unit, count) = KINDS[self as usize];
        (unit, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_the_order_of_their_table() {
        for (position, (kind, names, ..)) in KINDS.iter().enumerate() {
            assert_eq!((*kind as usize, kind.name()), (position, names[0]));
        }
    }
}

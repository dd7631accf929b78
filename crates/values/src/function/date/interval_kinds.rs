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

/// The names of each kind, its unit, and the number of units. The other names are those that SAS/ETS lists as
/// abbreviations of the first (Date Intervals, Formats, and Functions: Summary of Interval Types).
const KINDS: &[(&[&str], IntervalUnit, i64)] = &[
    (&["DAY", "DAYS", "DAILY"], IntervalUnit::Day, 1),
    (&["WEEK", "WEEKS", "WEEKLY"], IntervalUnit::Day, 7),
    (
        &["WEEKDAY", "WEEKDAYS"],
        IntervalUnit::WorkingDay { off: 0b100_0001 },
        1,
    ),
    (&["TENDAY", "TENDAYS"], IntervalUnit::ThirdOfMonth, 1),
    (
        &["SEMIMONTH", "SEMIMONTHS", "SEMIMONTHLY", "SEMIMON"],
        IntervalUnit::HalfOfMonth,
        1,
    ),
    (&["MONTH", "MONTHS", "MONTHLY", "MON"], IntervalUnit::Month, 1),
    (
        &["QTR", "QTRS", "QTRLY", "QUARTER", "QUARTERS", "QUARTERLY"],
        IntervalUnit::Month,
        3,
    ),
    (
        &["SEMIYEAR", "SEMIYEARS", "SEMIYEARLY", "SEMIYR", "SEMIANNUAL", "SEMIANN"],
        IntervalUnit::Month,
        6,
    ),
    (
        &["YEAR", "YEARS", "YEARLY", "YR", "ANNUAL", "ANNUALS", "ANNUALLY"],
        IntervalUnit::Month,
        12,
    ),
    (&["HOUR", "HOURS", "HOURLY", "HR"], IntervalUnit::Seconds(3600), 1),
    (&["MINUTE", "MINUTES", "MIN"], IntervalUnit::Seconds(60), 1),
    (&["SECOND", "SECONDS", "SEC"], IntervalUnit::Seconds(1), 1),
];

/// Returns the unit of a kind by one of its names in either case, and the number of units.
pub(super) fn kind_of(name: &[u8]) -> Option<(IntervalUnit, i64)> {
    let is_name = |other: &&str| name.eq_ignore_ascii_case(other.as_bytes());
    let mut kinds = KINDS.iter();
    let (_, unit, count) = kinds.find(|(names, ..)| names.iter().any(is_name))?;
    Some((*unit, *count))
}

//! The forms of dates.

use crate::calendar::WeekRule;

/// A form of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum DateForm {
    /// `DATEw.`: `15SEP2012`
    Date,
    /// `MMDDYYw.`, `DDMMYYw.`, `YYMMDDw.` and those with a separator in their name
    Numbers(Order, Option<u8>),
    /// `YYMMw.`, `YYMMxw.`, `YYQw.`, `YYQRw.`, `YYMONw.`, `JULIANw.`: `2012M09`
    YearFirst(YearPart, Option<u8>),
    /// `MMYYw.`, `MMYYxw.`, `MONYYw.`: `09M2012`
    YearLast(YearPart, Option<u8>),
    /// `YYQZw.`: `201203`
    YearAndPaddedQuarter,
    /// `WORDDATEw.` and `WORDDATXw.`: `September 15, 2012`, `15 September 2012`
    Words { is_day_first: bool },
    /// `WEEKDATEw.` and `WEEKDATXw.`: the same after `Saturday, `
    Week { is_day_first: bool },
    /// `DOWNAMEw.`
    WeekdayName,
    /// `MONNAMEw.`
    MonthName,
    /// `WEEKDAYw.`: 1 for Sunday
    Weekday,
    /// `EURDFDNw.`: 1 for Monday
    WeekdayFromMonday,
    /// `NLDATEw.`: `September 15, 2012`
    LocalDate,
    /// `NLDATEWw.`: `Sat, Sep 15, 12`, or in full
    LocalWeek,
    /// `NLDATEMNw.`: in full or three letters
    ShortenedMonthName,
    /// `NLDATEWNw.`: in full or three letters
    ShortenedWeekdayName,
    /// `NLDATMDTw.`: `September 15, 2012`
    PaddedLocalDate,
    /// `NLDATEYRw.`: in four digits or two
    LocalYear,
    /// `NLDATEMDw.`: `September 15`
    MonthAndDay,
    /// `NLDATEYMw.`: `September 2012`
    MonthAndYear,
    /// `DAYw.`
    Day,
    /// `MONTHw.`, in hexadecimal if the width is 1
    Month,
    /// `YEARw.`
    Year,
    /// `QTRw.`
    Quarter,
    /// `QTRRw.`
    RomanQuarter,
    /// `JULDAYw.`: the day of the year
    DayOfYear,
    /// `E8601DAw.`, and `B8601DAw.` without the separators: `2012-09-15`
    Iso(bool),
    /// `WEEKUw.`, `WEEKVw.` and `WEEKWw.`: `2012-W37-06`
    WeekOfYear(WeekRule),
    /// `YYWEEKUw.`, `YYWEEKVw.` and `YYWEEKWw.`: `2012-W37`
    YearAndWeek(WeekRule),
    /// `MINGUOw.`: `101/09/15`, in years of the Republic of China
    Minguo,
    /// `NENGOw.`: `H.24/09/15`, in years of an era of Japan
    Nengo,
}

/// The part of a year beside which the year stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum YearPart {
    /// `09`
    Month,
    /// `SEP`
    MonthName,
    /// `3`
    Quarter,
    /// `III`
    RomanQuarter,
    /// `259`
    Day,
}

/// The order of day, month and year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum Order {
    MonthDayYear,
    DayMonthYear,
    YearMonthDay,
}

impl DateForm {
    /// Returns whether the text is aligned to the left, as that of formats of a locale.
    pub(in crate::format) fn is_left(self) -> bool {
        matches!(
            self,
            Self::LocalDate
                | Self::LocalWeek
                | Self::ShortenedMonthName
                | Self::ShortenedWeekdayName
                | Self::PaddedLocalDate
                | Self::LocalYear
                | Self::MonthAndDay
                | Self::MonthAndYear
        )
    }
}

//! Formats that write a date, of a number of days or, for those whose name begins with `DT`, of seconds.
//!
//! The width decides how much of the date is shown; the tables of SAS's manual give the widths at which
//! a form changes.

use std::io::Write;

use crate::calendar::Date;
use crate::number::digits;

/// A way to write a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateForm {
    /// `DATEw.`: `15SEP2012`
    Date,
    /// `MMDDYYw.`, `DDMMYYw.`, `YYMMDDw.` and those with a separator of their own
    Numbers(Order, Option<u8>),
    /// `MONYYw.`: `SEP2012`
    MonthYear,
    /// `YYMMw.` and `YYMMxw.`: `2012M09`
    YearMonth(Option<u8>),
    /// `MMYYw.` and `MMYYxw.`: `09M2012`
    MonthThenYear(Option<u8>),
    /// `YYQw.` and `YYQxw.`: `2012Q3`
    YearQuarter(Option<u8>),
    /// `YYQRw.` and `YYQRxw.`: `2012QIII`
    YearRomanQuarter(Option<u8>),
    /// `WORDDATEw.`: `September 15, 2012`
    Words,
    /// `WORDDATXw.`: `15 September 2012`
    WordsDayFirst,
    /// `WEEKDATEw.`: `Saturday, September 15, 2012`
    Week,
    /// `WEEKDATXw.`: `Saturday, 15 September 2012`
    WeekDayFirst,
    /// `DOWNAMEw.`
    WeekdayName,
    /// `MONNAMEw.`
    MonthName,
    /// `WEEKDAYw.`: 1 for Sunday
    Weekday,
    /// `DAYw.`
    Day,
    /// `MONTHw.`, in hexadecimal if there is one column
    Month,
    /// `YEARw.`
    Year,
    /// `QTRw.`
    Quarter,
    /// `QTRRw.`
    RomanQuarter,
    /// `JULIANw.`: `2012259`
    Julian,
    /// `JULDAYw.`: the day of the year
    DayOfYear,
}

/// The order of day, month and year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    MonthDayYear,
    DayMonthYear,
    YearMonthDay,
}

const ROMAN: [&str; 4] = ["I", "II", "III", "IV"];

/// Appends a date without the blanks before it; `false` if it does not fit.
pub(super) fn write(form: DateForm, date: Date, width: usize, out: &mut Vec<u8>) -> bool {
    let mut writer = Writer {
        date,
        width,
        out,
        fits: true,
    };
    writer.write(form);
    writer.fits
}

/// A date on its way into a field.
struct Writer<'a> {
    date: Date,
    width: usize,
    out: &'a mut Vec<u8>,
    /// Cleared by a year of five digits where four have a place.
    fits: bool,
}

impl Writer<'_> {
    fn write(&mut self, form: DateForm) {
        let Self { date, width, .. } = *self;
        match form {
            DateForm::Date => {
                let separator = (width >= 11).then_some(b'-');
                self.two(date.day());
                self.separator(separator);
                self.month_abbreviation();
                self.separator(separator);
                match width {
                    0..=6 => {}
                    7 | 8 => self.short_year(),
                    _ => self.year(),
                }
            }
            DateForm::Numbers(order, separator) => self.numbers(order, separator),
            DateForm::MonthYear => {
                self.month_abbreviation();
                self.year_if(width >= 7);
            }
            DateForm::YearMonth(separator) => {
                self.year_if(width >= 6 + usize::from(separator.is_some()));
                self.separator(separator);
                self.two(date.month());
            }
            DateForm::MonthThenYear(separator) => {
                self.two(date.month());
                self.separator(separator);
                self.year_if(width >= 6 + usize::from(separator.is_some()));
            }
            DateForm::YearQuarter(separator) => {
                self.year_if(width >= 5 + usize::from(separator.is_some()));
                self.separator(separator);
                self.number(date.quarter());
            }
            DateForm::YearRomanQuarter(separator) => {
                let roman = roman_quarter(date);
                self.year_if(width >= 4 + usize::from(separator.is_some()) + roman.len());
                self.separator(separator);
                self.text(roman);
            }
            DateForm::Words | DateForm::WordsDayFirst => {
                match width {
                    0..=8 => self.text(&date.month_name()[..3]),
                    9..=11 => self.text(date.month_name()),
                    _ => self.words(form == DateForm::WordsDayFirst, width >= 18, true),
                };
            }
            DateForm::Week | DateForm::WeekDayFirst => {
                let is_day_first = form == DateForm::WeekDayFirst;
                match width {
                    0..=8 => self.text(&date.weekday_name()[..3]),
                    9..=14 => self.text(date.weekday_name()),
                    15..=22 => {
                        self.text(&date.weekday_name()[..3]);
                        self.text(", ");
                        self.words(is_day_first, false, width >= 17);
                    }
                    _ => {
                        self.text(date.weekday_name());
                        self.text(", ");
                        self.words(is_day_first, width >= 29, true);
                    }
                }
            }
            DateForm::WeekdayName => self.cut_text(date.weekday_name()),
            DateForm::MonthName => self.cut_text(date.month_name()),
            DateForm::Weekday => self.number(date.weekday()),
            DateForm::Day => self.number(date.day()),
            DateForm::Month if width == 1 => self.hexadecimal_digit(date.month()),
            DateForm::Month => self.number(date.month()),
            DateForm::Year => self.year_if(width >= 4),
            DateForm::Quarter => self.number(date.quarter()),
            DateForm::RomanQuarter => self.text(roman_quarter(date)),
            DateForm::Julian => {
                self.year_if(width >= 7);
                self.padded(date.day_of_year(), 3);
            }
            DateForm::DayOfYear => self.number(date.day_of_year()),
        }
    }

    /// Day, month and year as far as the width goes.
    fn numbers(&mut self, order: Order, separator: Option<u8>) {
        let (parts, with_separator, has_long_year) = match (self.width, separator) {
            (0..=3, _) => (1, false, false),
            (4, _) => (2, false, false),
            (5, _) => (2, true, false),
            (6 | 7, _) => (3, false, false),
            (8, None) => (3, false, true),
            (8 | 9, _) => (3, true, false),
            _ => (3, true, true),
        };
        let separator = separator.filter(|_| with_separator);
        let order = match order {
            Order::MonthDayYear => [Part::Month, Part::Day, Part::Year],
            Order::DayMonthYear => [Part::Day, Part::Month, Part::Year],
            Order::YearMonthDay => [Part::Year, Part::Month, Part::Day],
        };
        for (index, part) in order.iter().take(parts).enumerate() {
            if index > 0 {
                self.separator(separator);
            }
            match part {
                Part::Month => self.two(self.date.month()),
                Part::Day => self.two(self.date.day()),
                Part::Year => self.year_if(has_long_year),
            }
        }
    }

    /// `September 15, 2012` or `15 September 2012`, with the month cut to three letters or the year to two
    /// digits if they are not to be long.
    fn words(&mut self, is_day_first: bool, has_long_month: bool, has_long_year: bool) {
        let name = self.date.month_name();
        let name = if has_long_month { name } else { &name[..3] };
        if is_day_first {
            self.number(self.date.day());
            self.text(" ");
            self.text(name);
            self.text(" ");
        } else {
            self.text(name);
            self.text(" ");
            self.number(self.date.day());
            self.text(", ");
        }
        self.year_if(has_long_year);
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn cut_text(&mut self, text: &str) {
        let end = text.len().min(self.width);
        self.text(&text[..end]);
    }

    fn separator(&mut self, separator: Option<u8>) {
        self.out.extend(separator);
    }

    fn month_abbreviation(&mut self) {
        let name = self.date.month_name();
        self.out
            .extend(name.bytes().take(3).map(|byte| byte.to_ascii_uppercase()));
    }

    fn two(&mut self, number: u32) {
        self.out
            .extend([b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8]);
    }

    fn number(&mut self, number: u32) {
        self.padded(number, 0);
    }

    fn padded(&mut self, number: u32, least: usize) {
        digits::push(u64::from(number), least, self.out);
    }

    fn hexadecimal_digit(&mut self, number: u32) {
        write!(self.out, "{number:X}").expect("a vector takes every byte");
    }

    fn year_if(&mut self, is_long: bool) {
        if is_long {
            self.year()
        } else {
            self.short_year()
        }
    }

    fn year(&mut self) {
        let year = self.date.year().unsigned_abs();
        self.fits &= year <= 9999;
        self.two(year / 100 % 100);
        self.two(year % 100);
    }

    fn short_year(&mut self) {
        self.two(self.date.year().unsigned_abs() % 100);
    }
}

enum Part {
    Month,
    Day,
    Year,
}

fn roman_quarter(date: Date) -> &'static str {
    ROMAN[date.quarter() as usize - 1]
}

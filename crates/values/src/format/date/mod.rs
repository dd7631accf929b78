//! Formats of dates, for numbers of days or, if their name begins with `DT`, of seconds.
//!
//! The width determines how much of the date is written; the tables of SAS's manual give the widths at which a form
//! changes.

mod calendars;
mod form;
mod rules;
mod writer;

pub(super) use form::{DateForm, Order, YearPart};
pub(super) use rules::rule;

use crate::calendar::Date;
use writer::Writer;

/// Appends a date without leading blanks; returns `false` if it does not fit.
pub(super) fn write(form: DateForm, date: Date, width: usize, out: &mut Vec<u8>) -> bool {
    let mut writer = Writer::new(date, width, out);
    writer.write(form);
    writer.fits
}

/// Appends a date in numbers without leading zeros, such as `9/15/2012`; returns `false` if its year cannot be written.
pub(super) fn write_bare(date: Date, has_long_year: bool, out: &mut Vec<u8>) -> bool {
    let mut writer = Writer::new(date, 0, out);
    writer.number(date.month());
    writer.text("/");
    writer.number(date.day());
    writer.text("/");
    writer.year_if(has_long_year);
    writer.fits
}

impl Writer<'_> {
    fn write(&mut self, form: DateForm) {
        let Self { date, width, .. } = *self;
        match form {
            DateForm::Date => self.day_month_year(),
            DateForm::Numbers(order, separator) => self.numbers(order, separator),
            DateForm::YearFirst(part, separator) => {
                self.year_if(self.has_room_for_year(part, separator));
                self.separator(separator);
                self.year_part(part);
            }
            DateForm::YearLast(part, separator) => {
                self.year_part(part);
                self.separator(separator);
                self.year_if(self.has_room_for_year(part, separator));
            }
            DateForm::Words { is_day_first } => match width {
                0..=8 => self.text(&date.month_name()[..3]),
                9..=11 => self.text(date.month_name()),
                _ => self.words(is_day_first, width >= 18, true),
            },
            DateForm::Week { is_day_first } => self.week_date(is_day_first),
            DateForm::WeekdayName => self.cut_text(date.weekday_name()),
            DateForm::MonthName => self.cut_text(date.month_name()),
            DateForm::Weekday => self.number(date.weekday()),
            DateForm::WeekdayFromMonday => self.number((date.weekday() + 5) % 7 + 1),
            DateForm::LocalDate => self.words(false, true, true),
            DateForm::LocalWeek => self.local_week(),
            DateForm::ShortenedMonthName => self.shortened(date.month_name()),
            DateForm::ShortenedWeekdayName => self.shortened(date.weekday_name()),
            DateForm::MonthAndDay => self.month_and_day(),
            DateForm::PaddedLocalDate => {
                self.month_and_day();
                self.text(", ");
                self.year();
            }
            DateForm::MonthAndYear => {
                self.text(date.month_name());
                self.text(" ");
                self.year();
            }
            DateForm::Day => self.number(date.day()),
            // Hexadecimal digits are capitals.
            DateForm::Month if width == 1 => self.out.push(b"0123456789ABC"[date.month() as usize]),
            DateForm::Month => self.number(date.month()),
            DateForm::Year | DateForm::LocalYear => self.year_if(width >= 4),
            DateForm::YearAndPaddedQuarter => {
                self.year_if(width >= 6);
                self.two(date.quarter());
            }
            DateForm::Quarter => self.number(date.quarter()),
            DateForm::RomanQuarter => self.text(self.roman_quarter()),
            DateForm::DayOfYear => self.number(date.day_of_year()),
            DateForm::Iso(is_extended) => {
                let separator = is_extended.then_some(b'-');
                self.year();
                self.separator(separator);
                self.two(date.month());
                self.separator(separator);
                self.two(date.day());
            }
            DateForm::WeekOfYear(rule) => self.week(rule, true),
            DateForm::YearAndWeek(rule) => self.week(rule, false),
            DateForm::Minguo => self.minguo(),
            DateForm::Nengo => self.nengo(),
        }
    }

    /// Writes `15SEP2012` or `15-SEP-2012`, as far as it fits.
    fn day_month_year(&mut self) {
        let separator = (self.width >= 11).then_some(b'-');
        self.two(self.date.day());
        self.separator(separator);
        self.month_abbreviation();
        self.separator(separator);
        match self.width {
            0..=6 => {}
            7 | 8 => self.short_year(),
            _ => self.year(),
        }
    }

    fn year_part(&mut self, part: YearPart) {
        match part {
            YearPart::Month => self.two(self.date.month()),
            YearPart::MonthName => self.month_abbreviation(),
            YearPart::Quarter => self.number(self.date.quarter()),
            YearPart::RomanQuarter => self.text(self.roman_quarter()),
            YearPart::Day => self.padded(self.date.day_of_year(), 3),
        }
    }

    /// Returns whether there is room for a year of four digits beside a part of it and a separator.
    fn has_room_for_year(&self, part: YearPart, separator: Option<u8>) -> bool {
        let length = match part {
            YearPart::Month => 2,
            YearPart::MonthName | YearPart::Day => 3,
            YearPart::Quarter => 1,
            YearPart::RomanQuarter => self.roman_quarter().len(),
        };
        self.width >= 4 + usize::from(separator.is_some()) + length
    }

    /// Writes `Saturday, September 15, 2012`, shortened to what fits.
    fn week_date(&mut self, is_day_first: bool) {
        let (name, width) = (self.date.weekday_name(), self.width);
        let is_short = matches!(width, 0..=8 | 15..=22);
        self.text(if is_short { &name[..3] } else { name });
        if width >= 15 {
            self.text(", ");
            self.words(is_day_first, width >= 29, width >= 17);
        }
    }

    /// Writes day, month and year as far as they fit.
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
            Order::MonthDayYear => b"MDY",
            Order::DayMonthYear => b"DMY",
            Order::YearMonthDay => b"YMD",
        };
        for (index, part) in order.iter().take(parts).enumerate() {
            if index > 0 {
                self.separator(separator);
            }
            match part {
                b'M' => self.two(self.date.month()),
                b'D' => self.two(self.date.day()),
                _ => self.year_if(has_long_year),
            }
        }
    }

    /// Writes `September 15, 2012` or `15 September 2012`, with the month shortened to three letters or the year to two
    /// digits unless they are long.
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
}

//! Formats of dates, for numbers of days or, if their name begins with `DT`, of seconds.
//!
//! The width determines how much of the date is written; the tables of SAS's manual give the widths at which a form
//! changes.

use std::io::Write;

use super::Form;
use super::iso::iso_kind;
use super::rule::Rule;
use crate::calendar::Date;
use crate::number::digits;

/// A form of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateForm {
    /// `DATEw.`: `15SEP2012`
    Date,
    /// `MMDDYYw.`, `DDMMYYw.`, `YYMMDDw.` and those with a separator in their name
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
    /// `MONTHw.`, in hexadecimal if the width is 1
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
    /// `YYMONw.`: `2012SEP`
    YearMonthName,
    /// `E8601DAw.`, and `B8601DAw.` without the separators: `2012-09-15`
    Iso(bool),
    /// `WEEKUw.`, `WEEKVw.` and `WEEKWw.`: `2012-W37-06`
    WeekOfYear(WeekRule),
    /// `MINGUOw.`: `101/09/15`, in years of the Republic of China
    Minguo,
    /// `NENGOw.`: `H.24/09/15`, in years of an era of Japan
    Nengo,
}

/// The rule for the weeks of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WeekRule {
    /// `U`: on Sundays; the days before the first one are in week 0
    Sunday,
    /// `V`: on Mondays; the first week contains 4 January, and may begin in the year before
    Iso,
    /// `W`: on Mondays; the days before the first one are in week 0
    Monday,
}

/// The order of day, month and year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    MonthDayYear,
    DayMonthYear,
    YearMonthDay,
}

const ROMAN: [&str; 4] = ["I", "II", "III", "IV"];

/// The letters of the eras of Japan and their first days, the last one first.
const ERAS: [(u8, i32, u32, u32); 5] = [
    (b'R', 2019, 5, 1),
    (b'H', 1989, 1, 8),
    (b'S', 1926, 12, 25),
    (b'T', 1912, 7, 30),
    (b'M', 1868, 1, 25),
];

/// Appends a date without leading blanks; returns `false` if it does not fit.
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

/// Appends a date in numbers without leading zeros, such as `9/15/2012`; returns `false` if its year cannot be written.
pub(super) fn write_bare(order: Order, date: Date, has_long_year: bool, out: &mut Vec<u8>) -> bool {
    let mut writer = Writer {
        date,
        width: 0,
        out,
        fits: true,
    };
    let Order::MonthDayYear = order else {
        return false;
    };
    writer.number(date.month());
    writer.text("/");
    writer.number(date.day());
    writer.text("/");
    writer.year_if(has_long_year);
    writer.fits
}

/// Writes a date to a field.
struct Writer<'a> {
    date: Date,
    width: usize,
    out: &'a mut Vec<u8>,
    /// Cleared by a five-digit year where four digits fit.
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
            DateForm::YearMonthName => {
                self.year_if(width >= 7);
                self.month_abbreviation();
            }
            DateForm::Iso(is_extended) => {
                let separator = is_extended.then_some(b'-');
                self.year();
                self.separator(separator);
                self.two(date.month());
                self.separator(separator);
                self.two(date.day());
            }
            DateForm::WeekOfYear(rule) => self.week(rule),
            DateForm::Minguo => self.minguo(),
            DateForm::Nengo => self.nengo(),
        }
    }

    /// Writes a week of a year and a day of it, as far as they fit.
    fn week(&mut self, rule: WeekRule) {
        let date = self.date;
        // Sunday is the last day of a week that begins on a Monday.
        let since_monday = (date.weekday() + 5) % 7;
        let day = match rule {
            WeekRule::Sunday => date.weekday(),
            WeekRule::Iso | WeekRule::Monday => since_monday + 1,
        };
        let (year, week) = match rule {
            WeekRule::Iso => {
                // A week belongs to the year of its Thursday.
                let thursday = Date::from_days(date.days() + 3 - since_monday as i32);
                let thursday = thursday.unwrap_or(date);
                (thursday.year(), (thursday.day_of_year() - 1) / 7 + 1)
            }
            _ => (date.year(), (date.day_of_year() + 7 - day) / 7),
        };
        let (year_digits, separator) = match self.width {
            0..=4 => (0, None),
            5..=8 => (2, None),
            9 | 10 => (4, None),
            _ => (4, Some(b'-')),
        };
        let year = year.unsigned_abs();
        self.fits &= year <= 9999;
        match year_digits {
            0 => {}
            2 => self.two(year % 100),
            _ => {
                self.two(year / 100 % 100);
                self.two(year % 100);
            }
        }
        self.separator(separator);
        self.text("W");
        self.two(week);
        if self.width >= 7 {
            self.separator(separator);
            self.two(day);
        }
    }

    /// Writes a year of the Republic of China, month and day, as far as they fit.
    fn minguo(&mut self) {
        let date = self.date;
        let Ok(year @ 1..) = u32::try_from(date.year() - 1911) else {
            self.fits = false;
            return;
        };
        let (least, separator) = match self.width {
            10 => (4, Some(b'/')),
            8 | 9 if year < 100 || self.width == 9 => (2, Some(b'/')),
            _ => (2, None),
        };
        let start = self.out.len();
        self.padded(year, least);
        for part in [date.month(), date.day()] {
            let more = 2 + usize::from(separator.is_some());
            if self.out.len() - start + more > self.width {
                break;
            }
            self.separator(separator);
            self.two(part);
        }
    }

    /// Writes the letter of an era of Japan, its year, month and day, as far as they fit.
    fn nengo(&mut self) {
        let date = self.date;
        let begun = |(_, year, month, day): &(u8, i32, u32, u32)| {
            (date.year(), date.month(), date.day()) >= (*year, *month, *day)
        };
        let Some(&(letter, first, ..)) = ERAS.iter().find(|era| begun(era)) else {
            self.fits = false;
            return;
        };
        let year = (date.year() - first + 1).unsigned_abs();
        self.fits &= year <= 99;
        self.separator(Some(letter));
        self.separator(matches!(self.width, 8 | 10).then_some(b'.'));
        match self.width {
            0..=2 => self.number(year % 10),
            _ => self.two(year),
        }
        self.fits &= self.width > 2 || year < 10;
        let parts = match self.width {
            0..=4 => 0,
            5 | 6 => 1,
            _ => 2,
        };
        let separator = matches!(self.width, 6 | 9 | 10).then_some(b'/');
        for part in [date.month(), date.day()].into_iter().take(parts) {
            self.separator(separator);
            self.two(part);
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
            Order::MonthDayYear => [DateElement::Month, DateElement::Day, DateElement::Year],
            Order::DayMonthYear => [DateElement::Day, DateElement::Month, DateElement::Year],
            Order::YearMonthDay => [DateElement::Year, DateElement::Month, DateElement::Day],
        };
        for (index, part) in order.iter().take(parts).enumerate() {
            if index > 0 {
                self.separator(separator);
            }
            match part {
                DateElement::Month => self.two(self.date.month()),
                DateElement::Day => self.two(self.date.day()),
                DateElement::Year => self.year_if(has_long_year),
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
        if is_long { self.year() } else { self.short_year() }
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

enum DateElement {
    Month,
    Day,
    Year,
}

fn roman_quarter(date: Date) -> &'static str {
    ROMAN[date.quarter() as usize - 1]
}

/// Returns the rule of a format of dates by its name in upper case.
pub(super) fn rule(name: &str) -> Option<Rule> {
    use DateForm as F;
    if let Some((is_extended, kind)) = iso_kind(name) {
        let least = if is_extended { 10 } else { 8 };
        let form = match kind {
            "DA" => Form::Date(F::Iso(is_extended)),
            "DN" => Form::DateOfDatetime(F::Iso(is_extended)),
            _ => return None,
        };
        return Some(Rule::new(form, 10, least, 10));
    }
    let (form, default, least, most) = match name {
        "DATE" => (F::Date, 7, 5, 11),
        "MONYY" => (F::MonthYear, 5, 5, 7),
        "WORDDATE" => (F::Words, 18, 3, 32),
        "WORDDATX" => (F::WordsDayFirst, 18, 3, 32),
        "WEEKDATE" => (F::Week, 29, 3, 37),
        "WEEKDATX" => (F::WeekDayFirst, 29, 3, 37),
        "DOWNAME" => (F::WeekdayName, 9, 1, 32),
        "MONNAME" => (F::MonthName, 9, 1, 32),
        "WEEKDAY" => (F::Weekday, 1, 1, 32),
        "DAY" => (F::Day, 2, 2, 32),
        "MONTH" => (F::Month, 2, 1, 32),
        "YEAR" => (F::Year, 4, 2, 32),
        "QTR" => (F::Quarter, 1, 1, 32),
        "QTRR" => (F::RomanQuarter, 3, 3, 32),
        "JULIAN" => (F::Julian, 5, 5, 7),
        "JULDAY" => (F::DayOfYear, 3, 3, 32),
        "YYMON" => (F::YearMonthName, 7, 5, 32),
        "WEEKU" => (F::WeekOfYear(WeekRule::Sunday), 11, 3, 200),
        "WEEKV" => (F::WeekOfYear(WeekRule::Iso), 11, 3, 200),
        "WEEKW" => (F::WeekOfYear(WeekRule::Monday), 11, 3, 200),
        "MINGUO" => (F::Minguo, 8, 1, 10),
        "NENGO" => (F::Nengo, 10, 2, 10),
        "DTDATE" => return Some(Rule::new(Form::DateOfDatetime(F::Date), 7, 5, 9)),
        "DTMONYY" => return Some(Rule::new(Form::DateOfDatetime(F::MonthYear), 5, 5, 7)),
        "DTYEAR" => return Some(Rule::new(Form::DateOfDatetime(F::Year), 4, 2, 4)),
        "DTYYQC" => {
            let form = Form::DateOfDatetime(F::YearQuarter(Some(b':')));
            return Some(Rule::new(form, 4, 4, 6));
        }
        "DTWKDATX" => {
            return Some(Rule::new(Form::DateOfDatetime(F::WeekDayFirst), 29, 3, 37));
        }
        _ => return separated_rule(name),
    };
    Some(Rule::new(Form::Date(form), default, least, most))
}

/// Formats whose name ends with the letter of a separator.
fn separated_rule(name: &str) -> Option<Rule> {
    use DateForm as F;
    let numbers = [
        ("MMDDYY", Order::MonthDayYear, b'/'),
        ("DDMMYY", Order::DayMonthYear, b'/'),
        ("YYMMDD", Order::YearMonthDay, b'-'),
    ];
    for (stem, order, own) in numbers {
        if let Some(separator) = separator(name, stem, own) {
            let most = if separator.is_some() { 10 } else { 8 };
            return Some(Rule::new(Form::Date(F::Numbers(order, separator)), 8, 2, most));
        }
    }
    // The longer names first: `YYQR` is not `YYQ` with a separator.
    type WithSeparator = fn(Option<u8>) -> DateForm;
    let stems: [(_, WithSeparator, _, _); 4] = [
        ("YYMM", F::YearMonth, b'M', 5),
        ("MMYY", F::MonthThenYear, b'M', 5),
        ("YYQR", F::YearRomanQuarter, b'Q', 6),
        ("YYQ", F::YearQuarter, b'Q', 4),
    ];
    stems.into_iter().find_map(|(stem, form, own, least)| {
        let separator = separator(name, stem, own).filter(|found| *found != Some(b' '))?;
        let saved = u16::from(separator.is_none());
        Some(Rule::new(
            Form::Date(form(separator)),
            least + 2 - saved,
            least - saved,
            32,
        ))
    })
}

/// Returns the separator of a name that is a stem or a stem and a letter: the stem's own without a letter, and no
/// separator for `N`.
fn separator(name: &str, stem: &str, own: u8) -> Option<Option<u8>> {
    match name.strip_prefix(stem)? {
        "" => Some(Some(own)),
        "B" => Some(Some(b' ')),
        "C" => Some(Some(b':')),
        "D" => Some(Some(b'-')),
        "N" => Some(None),
        "P" => Some(Some(b'.')),
        "S" => Some(Some(b'/')),
        _ => None,
    }
}

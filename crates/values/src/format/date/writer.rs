//! The parts of a date, written to a field.

use crate::calendar::Date;
use crate::number::digits;

/// Writes a date to a field.
pub(super) struct Writer<'a> {
    pub(super) date: Date,
    pub(super) width: usize,
    pub(super) out: &'a mut Vec<u8>,
    /// Cleared by a five-digit year where four digits fit.
    pub(super) fits: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(date: Date, width: usize, out: &'a mut Vec<u8>) -> Self {
        Self {
            date,
            width,
            out,
            fits: true,
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    pub(super) fn cut_text(&mut self, text: &str) {
        let end = text.len().min(self.width);
        self.text(&text[..end]);
    }

    /// Writes a name in full if it fits, and else its first three letters.
    pub(super) fn shortened(&mut self, name: &str) {
        self.text(if name.len() <= self.width { name } else { &name[..3] });
    }

    /// Writes `September 05`.
    pub(super) fn month_and_day(&mut self) {
        self.text(self.date.month_name());
        self.text(" ");
        self.two(self.date.day());
    }

    pub(super) fn separator(&mut self, separator: Option<u8>) {
        self.out.extend(separator);
    }

    pub(super) fn month_abbreviation(&mut self) {
        let name = self.date.month_name();
        self.out
            .extend(name.bytes().take(3).map(|byte| byte.to_ascii_uppercase()));
    }

    pub(super) fn two(&mut self, number: u32) {
        self.out
            .extend([b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8]);
    }

    pub(super) fn number(&mut self, number: u32) {
        self.padded(number, 0);
    }

    pub(super) fn padded(&mut self, number: u32, least: usize) {
        digits::push(u64::from(number), least, self.out);
    }

    pub(super) fn year_if(&mut self, is_long: bool) {
        if is_long { self.year() } else { self.short_year() }
    }

    pub(super) fn year(&mut self) {
        let year = self.date.year().unsigned_abs();
        self.fits &= year <= 9999;
        self.two(year / 100 % 100);
        self.two(year % 100);
    }

    pub(super) fn short_year(&mut self) {
        self.two(self.date.year().unsigned_abs() % 100);
    }

    pub(super) fn roman_quarter(&self) -> &'static str {
        ["I", "II", "III", "IV"][self.date.quarter() as usize - 1]
    }

    /// Writes `Sat, Sep 15, 12`, or all names and the year in full if any date fits so.
    pub(super) fn local_week(&mut self) {
        let (weekday, month) = (self.date.weekday_name(), self.date.month_name());
        let is_long = self.width >= "Wednesday, September 30, 2026".len();
        self.text(if is_long { weekday } else { &weekday[..3] });
        self.text(", ");
        self.text(if is_long { month } else { &month[..3] });
        self.text(" ");
        if is_long {
            self.number(self.date.day());
        } else {
            self.two(self.date.day());
        }
        self.text(", ");
        self.year_if(is_long);
    }
}

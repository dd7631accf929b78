//! Dates in weeks of a year, and in the years of the Republic of China and of the eras of Japan.

use super::writer::Writer;
use crate::calendar::{ERAS, FIRST_YEAR_OF_MINGUO, WeekRule};

impl Writer<'_> {
    /// Writes a week of a year and, if it has one, a day of it, as far as they fit.
    pub(super) fn week(&mut self, rule: WeekRule, has_day: bool) {
        let (year, week, day) = rule.of(self.date);
        let (year_digits, separator) = match (self.width, has_day) {
            (0..=4, _) => (0, None),
            (5..=6, _) | (5..=8, true) => (2, None),
            (7, false) | (9 | 10, true) => (4, None),
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
        if self.width >= 7 && has_day {
            self.separator(separator);
            self.two(day);
        }
    }

    /// Writes a year of the Republic of China, month and day, as far as they fit.
    pub(super) fn minguo(&mut self) {
        let date = self.date;
        let Ok(year @ 1..) = u32::try_from(date.year() - FIRST_YEAR_OF_MINGUO + 1) else {
            self.fits = false;
            return;
        };
        let is_short = year < 100;
        // The digits of the year, the separator and the parts after the year.
        let (digits, separator, parts) = match self.width {
            0 | 1 => (1, None, 0),
            2 => (2, None, 0),
            3 => (3, None, 0),
            4 => (2, None, 1),
            5 if is_short => (2, Some(b'/'), 1),
            5 => (3, None, 1),
            6 => (2, None, 2),
            7 if is_short => (2, None, 2),
            7 => (3, None, 2),
            8 => (2, Some(b'/'), 2),
            9 if is_short => (2, Some(b'/'), 2),
            9 => (3, Some(b'/'), 2),
            _ => (4, Some(b'/'), 2),
        };
        self.year_in(year, digits);
        for part in [date.month(), date.day()].into_iter().take(parts) {
            self.separator(separator);
            self.two(part);
        }
    }

    /// Writes a year in so many digits, and asterisks for one that needs more.
    fn year_in(&mut self, year: u32, digits: usize) {
        if year.checked_ilog10().unwrap_or(0) as usize + 1 > digits {
            self.out.resize(self.out.len() + digits, b'*');
        } else {
            self.padded(year, digits);
        }
    }

    /// Writes the letter of an era of Japan, its year, month and day, as far as they fit.
    pub(super) fn nengo(&mut self) {
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
        if self.width > 2 {
            self.separator(Some(letter));
            self.separator(matches!(self.width, 4 | 8 | 10).then_some(b'.'));
        }
        self.two(year);
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
}

//! Dates in weeks of a year, and in the years of the Republic of China and of the eras of Japan.

use super::WeekRule;
use super::writer::Writer;
use crate::calendar::Date;

/// The letters of the eras of Japan and their first days, the last one first.
const ERAS: [(u8, i32, u32, u32); 5] = [
    (b'R', 2019, 5, 1),
    (b'H', 1989, 1, 8),
    (b'S', 1926, 12, 25),
    (b'T', 1912, 7, 30),
    (b'M', 1868, 1, 25),
];

impl Writer<'_> {
    /// Writes a week of a year and a day of it, as far as they fit.
    pub(super) fn week(&mut self, rule: WeekRule) {
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
    pub(super) fn minguo(&mut self) {
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
}

//! The settings that affect informats.

/// The settings that affect informats in addition to their spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InformatSettings {
    /// The first of the hundred years for two-digit years: the option `YEARCUTOFF=`. Default: 1926.
    pub year_cutoff: i32,
    /// The order of day, month and year in three numbers, for the `ANYDT` informats: the option `DATESTYLE=`. Default:
    /// month, day, year.
    pub date_order: DateOrder,
    /// The letters that stand for special missing values: the statement `MISSING`. Default: none.
    pub missing_letters: MissingLetters,
    /// The seconds by which local time is ahead of universal time, for `E8601LZ`. Default: 0.
    pub utc_offset: i32,
}

impl Default for InformatSettings {
    fn default() -> Self {
        Self {
            year_cutoff: 1926,
            date_order: DateOrder::MonthDayYear,
            missing_letters: MissingLetters::default(),
            utc_offset: 0,
        }
    }
}

/// The order of day, month and year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    /// `MDY`
    MonthDayYear,
    /// `DMY`
    DayMonthYear,
    /// `YMD`
    YearMonthDay,
}

/// A set of letters and the underscore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissingLetters(u32);

impl MissingLetters {
    /// Adds a letter, ignoring case, or an underscore; returns `false` for any other byte.
    pub fn insert(&mut self, letter: u8) -> bool {
        let bit = Self::bit(letter);
        self.0 |= bit;
        bit != 0
    }

    /// Returns whether it contains a letter, ignoring case, or the underscore.
    pub fn contains(self, letter: u8) -> bool {
        self.0 & Self::bit(letter) != 0
    }

    fn bit(letter: u8) -> u32 {
        match letter.to_ascii_uppercase() {
            letter @ b'A'..=b'Z' => 1 << (letter - b'A'),
            b'_' => 1 << 26,
            _ => 0,
        }
    }
}

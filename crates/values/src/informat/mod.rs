//! Informats: text as values.
//!
//! A [`Spec`] is turned, once, into an [`Informat`], which then reads field after field without looking
//! anything up or allocating. A field is what lies in the columns of a value or between two delimiters;
//! who reads it cuts it out.

mod any;
mod catalogue;
mod clock;
mod cursor;
mod date;
mod iso;
mod numeric;

#[cfg(test)]
mod tests;

use crate::missing;
use crate::spec::Spec;
use crate::value::{Kind, trim};
use date::DateForm;
use iso::IsoForm;
use numeric::NumberForm;

/// What besides its spec decides how an informat reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InformatSettings {
    /// The first of the hundred years that a year of two digits is one of: the option `YEARCUTOFF=`.
    /// Default: 1926.
    pub year_cutoff: i32,
    /// Which of three numbers is the day, for the `ANYDT` informats: the option `DATESTYLE=`. Default:
    /// month, day, year.
    pub date_order: DateOrder,
    /// The letters that stand for special missing values by themselves: the statement `MISSING`.
    /// Default: none.
    pub missing_letters: MissingLetters,
    /// How many seconds local time is ahead of universal time, for `E8601LZ`. Default: 0.
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

/// A set of letters, and the underscore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissingLetters(u32);

impl MissingLetters {
    /// Adds a letter in either case or an underscore; `false` for any other byte.
    pub fn insert(&mut self, letter: u8) -> bool {
        let bit = Self::bit(letter);
        self.0 |= bit;
        bit != 0
    }

    /// Whether a letter, in either case, or the underscore is in it.
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

/// A field that an informat cannot read. The step that read it says where it lies and gives the value
/// missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the field does not hold what its informat reads")]
pub struct InvalidData;

/// Why an informat cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InformatError {
    /// There is none of that name.
    #[error("there is no informat {0}")]
    Unknown(String),
    /// It reads text, and the variable is for numbers.
    #[error("informat {0} reads text, and the variable is for numbers")]
    ForText(String),
    /// It reads numbers, and the variable is for text.
    #[error("informat {0} reads numbers, and the variable is for text")]
    ForNumbers(String),
    /// It cannot be that wide or narrow.
    #[error("the width of informat {spec} cannot be; it is {least} to {most}")]
    Width {
        /// The informat with its width.
        spec: String,
        /// The least width.
        least: u16,
        /// The greatest width.
        most: u16,
    },
    /// It cannot have so many decimals.
    #[error("informat {spec} has too many decimals; it takes at most {most}")]
    Decimals {
        /// The informat with its decimals.
        spec: String,
        /// The greatest number of decimals.
        most: u16,
    },
}

/// An informat that is ready to read. Cheap to clone.
#[derive(Clone, Copy, Debug)]
pub struct Informat {
    form: Form,
    width: usize,
    has_own_width: bool,
    decimals: u16,
    settings: InformatSettings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Number(NumberForm),
    Date(DateForm),
    Time,
    Datetime,
    /// `MDYAMPM`: a date in numbers, the month first, and a time
    MonthDayYearTime,
    /// `YMDDTTM`: a date in numbers, the year first, and a time
    YearMonthDayTime,
    Iso(IsoForm),
    AnyDate,
    AnyTime,
    AnyDatetime,
    Text(TextForm),
}

/// A way to read text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextForm {
    /// `$w.`: without the blanks before it, and a point alone is blank
    Plain,
    /// `$CHARw.`: every byte
    Whole,
    /// `$UPCASEw.`: in capitals
    Capitals,
}

impl Informat {
    /// The informat that a spec asks for. `kind` is that of the variable, `length` its length if it is
    /// text, which is the default width of informats for text. A name for text may lack its `$`.
    pub fn resolve(
        spec: &Spec,
        kind: Kind,
        length: usize,
        settings: InformatSettings,
    ) -> Result<Self, InformatError> {
        catalogue::resolve(spec, kind, length, settings)
    }

    /// The informat of a variable that has none: `w.` or `$w.` of any width.
    pub fn default_of(kind: Kind, length: usize, settings: InformatSettings) -> Self {
        let (form, width) = match kind {
            Kind::Number => (Form::Number(NumberForm::Standard), 12),
            Kind::Text => (Form::Text(TextForm::Plain), length.max(1)),
        };
        Self {
            form,
            width,
            has_own_width: false,
            decimals: 0,
            settings,
        }
    }

    /// How many columns it reads.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether its spec says how many columns it reads, so that the width is not a default.
    pub fn has_own_width(&self) -> bool {
        self.has_own_width
    }

    /// Which kind of values it gives.
    pub fn kind(&self) -> Kind {
        match self.form {
            Form::Text(_) => Kind::Text,
            _ => Kind::Number,
        }
    }

    /// The number, date or time of a field, whose length need not be the width. Blanks and a point alone
    /// are the missing value; `.A` and its like, and the letters of the settings, are special ones.
    pub fn read_number(&self, field: &[u8]) -> Result<f64, InvalidData> {
        let text = field.trim_ascii();
        match text {
            [] | [b'.'] => return Ok(missing::MISSING),
            [b'.', letter] if !letter.is_ascii_digit() => {
                return missing::special(*letter).ok_or(InvalidData);
            }
            [letter] if self.settings.missing_letters.contains(*letter) => {
                return missing::special(*letter).ok_or(InvalidData);
            }
            _ => {}
        }
        let InformatSettings {
            year_cutoff,
            date_order,
            utc_offset,
            ..
        } = self.settings;
        let any = || any::read(text, date_order, year_cutoff);
        let value = match self.form {
            Form::Number(form) => numeric::read(form, text, self.decimals),
            Form::Date(form) => {
                date::read(form, text, year_cutoff).map(|date| f64::from(date.days()))
            }
            Form::Time => clock::read_time(text),
            Form::Datetime => clock::read_datetime(DateForm::Date, text, year_cutoff),
            Form::MonthDayYearTime => {
                clock::read_datetime(DateForm::MonthDayYear, text, year_cutoff)
            }
            Form::YearMonthDayTime => {
                clock::read_datetime(DateForm::YearMonthDay, text, year_cutoff)
            }
            Form::Iso(form) => iso::read(form, text, utc_offset),
            Form::AnyDate => any().map(|found| f64::from(found.date.days())),
            Form::AnyTime => any().map(|found| found.seconds),
            Form::AnyDatetime => any().map(|found| found.datetime()),
            Form::Text(_) => None,
        };
        value.ok_or(InvalidData)
    }

    /// Appends the text of a field, without padding. An informat for numbers has none.
    pub fn read_text(&self, field: &[u8], out: &mut Vec<u8>) -> Result<(), InvalidData> {
        match self.form {
            Form::Text(TextForm::Plain) => {
                let first = field
                    .iter()
                    .position(|&byte| byte != b' ')
                    .unwrap_or(field.len());
                let text = &field[first..];
                if trim(text) != b"." {
                    out.extend_from_slice(text);
                }
            }
            Form::Text(TextForm::Whole) => out.extend_from_slice(field),
            Form::Text(TextForm::Capitals) => out.extend(field.iter().map(u8::to_ascii_uppercase)),
            _ => return Err(InvalidData),
        }
        Ok(())
    }
}

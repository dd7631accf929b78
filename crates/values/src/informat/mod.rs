//! Informats: text as values.
//!
//! A [`Spec`] is resolved once to an [`Informat`], which then reads field after field without lookups or allocation. A
//! field is the text in the columns of a value or between two delimiters, which the caller extracts.

mod any;
mod catalogue;
mod clock;
mod cursor;
mod date;
mod error;
mod iso;
mod numeric;
mod settings;
mod text;
mod user;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use catalogue::is_of_language;
pub use error::InformatError;
pub use settings::{DateOrder, InformatSettings, MissingLetters};
pub use user::{Reading, UserInformat};

use crate::binary::BinaryForm;
use crate::binary::stamp::Stamp;
use crate::missing;
use crate::spec::Spec;
use crate::value::Kind;
use date::DateForm;
use iso::IsoForm;
use numeric::NumberForm;
use text::TextForm;
use user::ReadyInformat;

/// The error for a field that an informat cannot read. The step that read it reports its position and sets the value to
/// missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the field does not hold what its informat reads")]
pub struct InvalidData;

/// A resolved informat. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Informat {
    form: Form,
    width: usize,
    has_own_width: bool,
    decimals: u16,
    settings: InformatSettings,
}

#[derive(Clone, Debug)]
enum Form {
    Number(NumberForm),
    /// `BZw.d`: blanks are zeros
    BlanksAsZeros,
    /// `S370FFw.d`: a number in EBCDIC
    Ebcdic,
    /// `BITSw.d`: so many bits behind others
    Bits {
        count: u16,
        skipped: u16,
    },
    /// Bytes that are no text.
    Binary(BinaryForm),
    Stamp(Stamp),
    Date(DateForm),
    Time,
    /// `HHMMSSw.`: a time with or without colons
    HoursMinutesSeconds,
    /// `STIMERw.`: seconds, minutes and hours of a log
    Stimer,
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
    User(Arc<ReadyInformat>),
}

impl Informat {
    /// Resolves a spec. `kind` is that of the variable, and `length` the length of a character variable, which is the
    /// default width of character informats. The name of a character informat may lack its `$`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such informat, if it is for the other kind, or if its width or decimals are not
    /// allowed.
    pub fn resolve(spec: &Spec, kind: Kind, length: usize, settings: InformatSettings) -> Result<Self, InformatError> {
        catalogue::resolve(spec, kind, length, settings)
    }

    /// Resolves a spec like [`resolve`](Self::resolve); `find` returns the informats of the program by their names.
    pub(crate) fn resolve_with(
        spec: &Spec,
        kind: Kind,
        length: usize,
        settings: InformatSettings,
        find: &dyn Fn(&str) -> Option<Arc<UserInformat>>,
    ) -> Result<Self, InformatError> {
        catalogue::resolve_with(spec, kind, length, settings, find, 0)
    }

    /// Returns the most bytes of a text that it reads from a field of `length` bytes.
    pub fn longest(&self, length: usize) -> usize {
        let width = self.width.min(length.max(1));
        match &self.form {
            Form::User(user) => user.longest(width),
            _ if self.has_own_width => self.width,
            _ => length,
        }
    }

    /// Returns the informat of a variable without one: `w.` or `$w.` of any width.
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

    /// Returns the settings with which it was resolved.
    pub fn settings(&self) -> InformatSettings {
        self.settings
    }

    /// Returns the number of columns that it reads.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns whether its width is given by its spec rather than being a default.
    pub fn has_own_width(&self) -> bool {
        self.has_own_width
    }

    /// Returns the kind of its values.
    pub fn kind(&self) -> Kind {
        match &self.form {
            Form::Text(_) => Kind::Text,
            Form::User(user) => user.informat.kind(),
            _ => Kind::Number,
        }
    }

    /// Reads the number, date or time of a field, whose length need not be the width. Blanks and a single point are the
    /// missing value; `.A` and similar texts, and the letters of the settings, are special missing values.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidData`] if the field is not of the form of the informat, or if that is a character informat.
    pub fn read_number(&self, field: &[u8]) -> Result<f64, InvalidData> {
        if let Form::User(user) = &self.form {
            return user.read_number(field);
        }
        if let Some(number) = self.read_bytes(field) {
            return number.ok_or(InvalidData);
        }
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
        let value = match &self.form {
            &Form::Number(form) => numeric::read(form, text, self.decimals),
            &Form::Date(form) => date::read(form, field, year_cutoff).map(|date| f64::from(date.days())),
            Form::Time => clock::read_time(text),
            Form::HoursMinutesSeconds => clock::read_hours_minutes_seconds(text),
            Form::Stimer => clock::read_stimer(text),
            Form::Datetime => clock::read_datetime(DateForm::Date, text, year_cutoff),
            Form::MonthDayYearTime => clock::read_datetime(DateForm::MonthDayYear, text, year_cutoff),
            Form::YearMonthDayTime => clock::read_datetime(DateForm::YearMonthDay, text, year_cutoff),
            &Form::Iso(form) => iso::read(form, text, utc_offset),
            Form::AnyDate => any().map(|found| f64::from(found.date.days())),
            Form::AnyTime => any().map(|found| found.seconds),
            Form::AnyDatetime => any().map(|found| found.datetime()),
            Form::BlanksAsZeros | Form::Ebcdic | Form::Bits { .. } | Form::Binary(_) | Form::Stamp(_) => None,
            Form::Text(_) | Form::User(_) => None,
        };
        value.ok_or(InvalidData)
    }

    /// Reads a form to which every byte of a field counts; `None` if the informat has another form.
    fn read_bytes(&self, field: &[u8]) -> Option<Option<f64>> {
        Some(match self.form {
            Form::BlanksAsZeros => numeric::read_blanks_as_zeros(field, self.width, self.decimals),
            Form::Ebcdic => numeric::read_ebcdic(field, self.decimals),
            Form::Bits { count, skipped } => Some(numeric::read_bits(field, count, skipped)),
            Form::Binary(form) => form.read(field, u32::from(self.decimals)),
            Form::Stamp(stamp) => stamp.read(field),
            _ => return None,
        })
    }

    /// Appends the character value of a field, without padding.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidData`] for a numeric informat, and for digits that are none.
    pub fn read_text(&self, field: &[u8], out: &mut Vec<u8>) -> Result<(), InvalidData> {
        match &self.form {
            Form::User(user) => user.read_text(field, out),
            Form::Text(form) => form.read(field, out),
            _ => Err(InvalidData),
        }
    }
}

/// Returns the character value that `$w.` reads from a field: without leading blanks, and nothing for a single point.
pub fn plain_text(field: &[u8]) -> &[u8] {
    text::plain(field)
}

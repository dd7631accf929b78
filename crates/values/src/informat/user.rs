//! Informats that a program defines with `invalue` of PROC FORMAT: texts, numbers and ranges of both, each with the
//! value that is read.

use std::sync::Arc;

use super::numeric::{self, NumberForm};
use super::{Informat, InvalidData, plain_text};
use crate::Kind;
use crate::case::Case;
use crate::missing::{self, MISSING};
use crate::ranges::{Arrangement, RangeFault, Ranges};
use crate::spec::Spec;
use crate::value::trim;

/// The result of reading a value of a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// This number.
    Number(f64),
    /// This text.
    Text(Vec<u8>),
    /// `_SAME_`: the value as it stands.
    Same,
    /// `_ERROR_`: none; the data are invalid.
    Error,
    /// The value by another informat, as in `[DATE9.]`.
    Informat(Spec),
}

/// An informat as defined by `invalue`.
#[derive(Clone, Debug, PartialEq)]
pub struct UserInformat {
    /// Its name in upper case, including the `$` of character informats.
    pub name: String,
    /// The ranges of texts, in any order.
    pub texts: Ranges<Reading>,
    /// The ranges of numbers, in any order; none in character informats.
    pub numbers: Ranges<Reading>,
    /// The result for all other values; `None` reads them as they stand.
    pub other: Option<Reading>,
    /// `DEFAULT=`: the width without one.
    pub width: Option<u16>,
    /// `MIN=`.
    pub least: Option<u16>,
    /// `MAX=`.
    pub most: Option<u16>,
    /// `FUZZ=`: the distance from a range at which a number is still in it.
    pub fuzz: f64,
    /// `NOTSORTED`.
    pub arrangement: Arrangement,
    /// `UPCASE`: values are compared in capitals.
    pub is_upper: bool,
    /// `JUST`: values are compared without leading blanks.
    pub is_justified: bool,
}

/// The default width of an informat with ranges of numbers.
const NUMBER_WIDTH: usize = 12;

impl UserInformat {
    /// Returns an informat without ranges.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            texts: Ranges::Text(Vec::new()),
            numbers: Ranges::Numbers(Vec::new()),
            other: None,
            width: None,
            least: None,
            most: None,
            fuzz: 0.0,
            arrangement: Arrangement::default(),
            is_upper: false,
            is_justified: false,
        }
    }

    /// Returns the kind of the values that it reads.
    pub fn kind(&self) -> Kind {
        match self.name.starts_with('$') {
            true => Kind::Text,
            false => Kind::Number,
        }
    }

    /// Brings the ranges into the order of the search, and checks them.
    pub fn arrange(&mut self) -> Result<(), RangeFault> {
        self.texts.arrange(self.arrangement)?;
        self.numbers.arrange(self.arrangement)
    }

    /// Returns the width of fields without one: of a character informat that of its longest result, and else that of
    /// the longest text that is compared.
    pub fn default_width(&self) -> usize {
        if let Some(width) = self.width {
            return width.into();
        }
        let results = self.readings().filter_map(|reading| match reading {
            Reading::Text(text) => Some(text.len()),
            _ => None,
        });
        if self.kind() == Kind::Text
            && let Some(longest @ 1..) = results.max()
        {
            return longest;
        }
        let Ranges::Text(texts) = &self.texts else {
            return NUMBER_WIDTH;
        };
        let ends = texts.iter().flat_map(|range| [&range.low.value, &range.high.value]);
        let longest = ends.flatten().map(Vec::len).max().unwrap_or(0);
        match self.numbers.count() > 0 || longest == 0 {
            true => longest.max(NUMBER_WIDTH),
            false => longest,
        }
    }

    /// Returns the results in the order of the ranges of texts, of numbers, and that of all others.
    pub(super) fn readings(&self) -> impl Iterator<Item = &Reading> {
        self.texts.labels().chain(self.numbers.labels()).chain(&self.other)
    }

    /// Returns the specs of other informats.
    pub fn nested(&self) -> impl Iterator<Item = &Spec> {
        self.readings().filter_map(|reading| match reading {
            Reading::Informat(spec) => Some(spec),
            _ => None,
        })
    }

    fn find(&self, text: &[u8]) -> Option<&Reading> {
        let found = self.texts.find_text(text, self.arrangement);
        if let Some(index) = found {
            return self.texts.label(index);
        }
        if self.numbers.count() > 0
            && let Some(number) = number_of(text)
            && let Some(index) = self.numbers.find_number(number, self.fuzz, self.arrangement)
        {
            return self.numbers.label(index);
        }
        self.other.as_ref()
    }
}

/// Returns the number that a field has in standard notation.
fn number_of(text: &[u8]) -> Option<f64> {
    match text.trim_ascii() {
        [] => None,
        [b'.'] => Some(MISSING),
        [b'.', letter] if !letter.is_ascii_digit() => missing::special(*letter),
        text => numeric::read(NumberForm::Standard, text, 0),
    }
}

/// An informat of the user with the informats of its results.
#[derive(Debug)]
pub(super) struct ReadyInformat {
    pub(super) informat: Arc<UserInformat>,
    /// The informats by their specs.
    pub(super) nested: Vec<(Spec, Informat)>,
}

impl ReadyInformat {
    fn nested(&self, spec: &Spec) -> Result<&Informat, InvalidData> {
        let found = self.nested.iter().find(|(other, _)| other == spec);
        found.map(|(_, informat)| informat).ok_or(InvalidData)
    }

    /// Returns the result for a field.
    fn find(&self, field: &[u8]) -> Option<&Reading> {
        let informat = &self.informat;
        let text = match informat.is_justified {
            true => trim(field).trim_ascii_start(),
            false => trim(field),
        };
        match informat.is_upper {
            true => {
                let mut capitals = Vec::with_capacity(text.len());
                Case::Upper.write(text, &mut capitals);
                informat.find(&capitals)
            }
            false => informat.find(text),
        }
    }

    /// Reads the number of a field. One that is in no range is read as `w.` does.
    pub(super) fn read_number(&self, field: &[u8]) -> Result<f64, InvalidData> {
        match self.find(field) {
            Some(Reading::Number(number)) => Ok(*number),
            Some(Reading::Text(_) | Reading::Error) => Err(InvalidData),
            Some(Reading::Informat(spec)) => self.nested(spec)?.read_number(field),
            Some(Reading::Same) | None => match field.trim_ascii() {
                [] => Ok(MISSING),
                _ => number_of(field).ok_or(InvalidData),
            },
        }
    }

    /// Appends the text of a field. One that is in no range is read as `$w.` does.
    pub(super) fn read_text(&self, field: &[u8], out: &mut Vec<u8>) -> Result<(), InvalidData> {
        match self.find(field) {
            Some(Reading::Text(text)) => out.extend_from_slice(text),
            Some(Reading::Number(_) | Reading::Error) => return Err(InvalidData),
            Some(Reading::Informat(spec)) => return self.nested(spec)?.read_text(field, out),
            Some(Reading::Same) | None => out.extend_from_slice(plain_text(field)),
        }
        Ok(())
    }

    /// Returns the most bytes of a text that it reads from a field of this width.
    pub(super) fn longest(&self, width: usize) -> usize {
        let bytes = |reading: &Reading| match reading {
            Reading::Text(text) => text.len(),
            _ => width,
        };
        let longest = self.informat.readings().map(bytes).max().unwrap_or(width);
        match self.informat.other {
            Some(_) => longest,
            None => longest.max(width),
        }
    }
}

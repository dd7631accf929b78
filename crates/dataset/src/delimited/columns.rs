//! The columns of a file, and the variables that they become.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;
use feedrate_values::format::Moment;
use feedrate_values::informat::Informat;
use feedrate_values::{Kind as ValueKind, Spec};

use super::Rules;
use super::guess::{Guess, Kind};
use super::import::{self, ImportGuess};
use crate::format::field::{NumberField, Order, TextField};
use crate::schema::{LONGEST_TEXT, Variable};

/// A column, and where its values are in a row.
#[derive(Clone, Debug)]
pub(super) enum Column {
    Number(NumberField),
    Moment(Moment, NumberField),
    /// With the informat of an imported variable.
    Informat(Informat, NumberField),
    Text(TextField),
    /// With the informat `$w.`
    PlainText(TextField),
}

/// The kind of a column by the rules of the file.
#[derive(Clone, Copy, Debug)]
pub(super) enum ColumnGuess {
    Library(Guess),
    Import(ImportGuess),
}

impl ColumnGuess {
    /// Returns the guess of a column without values.
    pub fn new(rules: &Rules) -> Self {
        match rules {
            Rules::Import(_, settings) => Self::Import(ImportGuess::new(*settings)),
            Rules::Library | Rules::Export(_) => Self::Library(Guess::default()),
        }
    }

    /// Takes another value, in UTF-8, of a part of the file.
    #[inline]
    pub fn take(&mut self, text: &[u8], part: usize) {
        match self {
            Self::Library(guess) => guess.take(text, part),
            Self::Import(guess) => guess.take(text),
        }
    }

    /// Adds the values of other parts of the file.
    pub fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Library(one), Self::Library(other)) => one.merge(other),
            (Self::Import(one), Self::Import(other)) => one.merge(other),
            _ => {}
        }
    }

    /// Returns the variable of the column.
    pub fn variable(self, name: String, heading: &str) -> Variable {
        let guess = match self {
            Self::Library(guess) => guess,
            Self::Import(guess) => return guess.variable(name),
        };
        let label = match name == heading {
            true => String::new(),
            false => crate::file_format::label(heading.to_owned()),
        };
        let plain = match guess.kind() {
            Kind::Number => Variable::number(name),
            // A date is displayed as in the file.
            Kind::Moment(Moment::Date) => Variable {
                format: Some(iso_date()),
                informat: Some(iso_date()),
                ..Variable::number(name)
            },
            Kind::Moment(moment) => Variable {
                format: Some(moment.format()),
                ..Variable::number(name)
            },
            Kind::Text => {
                let length = guess.longest.clamp(1, LONGEST_TEXT as usize);
                Variable::text(name, length as u32)
            }
        };
        Variable { label, ..plain }
    }

    /// Returns where the values of its variable are in a row.
    pub fn column(self, variable: &Variable) -> Option<Column> {
        if variable.kind == ValueKind::Text {
            let column = match self {
                Self::Library(_) => Column::Text,
                Self::Import(_) => Column::PlainText,
            };
            return variable.text_field().map(column);
        }
        let field = variable.number_field(Order::Little)?;
        Some(match self {
            Self::Library(guess) => match guess.kind() {
                Kind::Moment(moment) => Column::Moment(moment, field),
                _ => Column::Number(field),
            },
            Self::Import(guess) => match import::informat(variable, guess.settings()) {
                Some(informat) => Column::Informat(informat, field),
                None => Column::Number(field),
            },
        })
    }
}

/// Returns `YYMMDD10.`, the format and the informat of ISO 8601 dates.
fn iso_date() -> Spec {
    Spec {
        name: "YYMMDD".to_owned(),
        width: Some(10),
        decimals: None,
    }
}

/// Returns a text as UTF-8. If it is not UTF-8, it is decoded as Windows-1252, in which every byte is a character.
pub(super) fn utf8(text: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(WINDOWS_1252.decode_without_bom_handling(text).0.into_owned()),
    }
}

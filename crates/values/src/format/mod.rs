//! Formats: values as text of a fixed width.
//!
//! [`Formats`] contains the formats of the language and those of the program. It resolves a [`Spec`](crate::spec::Spec)
//! once to a [`Format`], which then writes value after value without lookups or allocation.

mod aligned;
mod best;
mod bits;
mod catalogue;
mod clock;
mod date;
mod definitions;
mod error;
mod iso;
mod moment;
mod money;
mod numeric;
pub mod picture;
mod plain;
mod rule;
mod size;
mod text;
mod user;
mod words;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use catalogue::{Formats, WORK_FORMATS};
pub use definitions::Definition;
pub use error::{DefineError, FormatError};
pub use moment::Moment;
pub use user::{FUZZ, Label, UserFormat, UserWidths};

use crate::binary::{self, BinaryForm, ebcdic};
use crate::calendar::Date;
use crate::missing;
use crate::value::{Kind, Value};
use clock::ClockForm;
use date::DateForm;
use iso::IsoForm;
use numeric::NumberForm;
use plain::Fit;
use rule::{Decimals, Rule};
use text::TextForm;
use user::{ReadyFormat, ReadyLabel};

/// The widest format.
const MOST_WIDTH: u16 = 32_767;

/// A resolved format. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Format {
    width: usize,
    places: usize,
    /// The character for the ordinary missing value.
    missing: u8,
    form: Form,
}

/// The form of a format.
#[derive(Clone, Debug)]
enum Form {
    Number(NumberForm),
    Date(DateForm),
    /// The date of a datetime.
    DateOfDatetime(DateForm),
    Clock(ClockForm),
    /// A time or a datetime by ISO 8601.
    Iso(IsoForm),
    /// Bytes that are no text.
    Binary(BinaryForm),
    Text(TextForm),
    User(Arc<ReadyFormat>),
}

impl Form {
    /// Returns the width that shows all of a character value of a length.
    fn width_of(&self, length: usize) -> usize {
        match self {
            Self::Text(form) => form.width_of(length),
            _ => length,
        }
    }
}

/// Returns the rule of a name in upper case, including the `$` of character formats.
fn rule_of(name: &str) -> Option<Rule> {
    if name.starts_with('$') {
        return text::rule(name);
    }
    numeric::rule(name)
        .or_else(|| clock::rule(name))
        .or_else(|| iso::rule(name))
        .or_else(|| date::rule(name))
        .or_else(|| binary_rule(name))
}

/// Returns the rule of a format that writes bytes.
fn binary_rule(name: &str) -> Option<Rule> {
    let binary = binary::of_format(name)?;
    Some(Rule {
        decimals: Decimals::Scale(binary.decimals),
        ..Rule::new(Form::Binary(binary.form), binary.default, binary.least, binary.most)
    })
}

impl Format {
    fn best(width: usize, missing: u8) -> Self {
        Self {
            width,
            places: 0,
            missing,
            form: Form::Number(NumberForm::Best),
        }
    }

    /// Returns how many bytes [`write`](Self::write) appends.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the decimals, 0 if there are none.
    pub fn decimals(&self) -> usize {
        self.places
    }

    /// Returns the kind of its values.
    pub fn kind(&self) -> Kind {
        match &self.form {
            Form::Text(_) => Kind::Text,
            Form::User(user) => user.kind(),
            _ => Kind::Number,
        }
    }

    /// Returns whether it is a format of PROC FORMAT.
    pub fn is_user_defined(&self) -> bool {
        matches!(self.form, Form::User(_))
    }

    /// Returns whether distinct character values of at most `length` bytes are always written differently. For numbers
    /// and labels it is not known, and the result is `false`.
    pub fn tells_texts_apart(&self, length: usize) -> bool {
        match self.form {
            Form::Text(TextForm::Plain) => self.width >= length,
            Form::Text(form @ (TextForm::Hexadecimal | TextForm::Binary | TextForm::Octal)) => {
                self.width >= form.width_of(length)
            }
            _ => false,
        }
    }

    /// Appends exactly [`width`](Self::width) bytes: numbers aligned to the right, character values and labels to the
    /// left, asterisks for a value that does not fit or is of the wrong kind, which a caller that resolved the format
    /// for its value does not have.
    ///
    /// Returns `false` if a number is not in the form of the format, or not shown at all, because the format is too
    /// narrow for it.
    pub fn write(&self, value: Value<'_>, out: &mut Vec<u8>) -> bool {
        match (value, &self.form) {
            (Value::Number(number), Form::User(user)) if user.kind() == Kind::Number => {
                self.write_labelled(user.of_number(number), value, out)
            }
            (Value::Text(text), Form::User(user)) if user.kind() == Kind::Text => {
                self.write_labelled(user.of_text(text), value, out)
            }
            (Value::Text(text), Form::Text(form)) => {
                text::write(*form, text, self.width, out);
                true
            }
            (Value::Number(number), Form::Binary(form)) => {
                let places = u32::try_from(self.places).unwrap_or(0);
                form.write(number, self.width, places, out);
                true
            }
            (
                Value::Number(number),
                Form::Number(_) | Form::Date(_) | Form::DateOfDatetime(_) | Form::Clock(_) | Form::Iso(_),
            ) => self.write_number(number, out),
            _ => {
                out.resize(out.len() + self.width, b'*');
                true
            }
        }
    }

    /// Returns the text that [`write`](Self::write) appends.
    pub fn text(&self, value: Value<'_>) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.width);
        self.write(value, &mut out);
        out
    }

    fn write_number(&self, number: f64, out: &mut Vec<u8>) -> bool {
        let start = out.len();
        let width = self.width;
        let has_own_missing = matches!(self.form, Form::Number(form) if form.has_own_missing(width));
        // That a number is not a date or time does not depend on the width.
        let dated = |fits| if fits { Fit::Full } else { Fit::None };
        let fit = if number.is_nan() && !has_own_missing {
            self.write_missing(number, out);
            Fit::Full
        } else if number.is_infinite() {
            Fit::None
        } else {
            match self.form {
                Form::Number(form) => numeric::write(form, number, width, self.places, out),
                Form::Date(form) => dated(Date::of(number).is_some_and(|date| date::write(form, date, width, out))),
                Form::DateOfDatetime(form) => {
                    dated(Date::of_datetime(number).is_some_and(|(date, _)| date::write(form, date, width, out)))
                }
                Form::Clock(form) => dated(clock::write(form, number, width, self.places, out).is_some()),
                Form::Iso(form) => dated(iso::write(form, number, width, self.places, out).is_some()),
                Form::Binary(_) | Form::Text(_) | Form::User(_) => Fit::None,
            }
        };
        if fit == Fit::None || out.len() - start > width {
            out.truncate(start);
            out.resize(start + width, b'*');
        }
        match self.form {
            Form::Number(form) if form.is_left() => out.resize(start + width, b' '),
            Form::Date(form) | Form::DateOfDatetime(form) if form.is_left() => out.resize(start + width, b' '),
            _ => align_right(start, width, out),
        }
        if matches!(self.form, Form::Number(NumberForm::Ebcdic)) {
            ebcdic::encode(&mut out[start..]);
        }
        fit == Fit::Full || !matches!(self.form, Form::Number(_))
    }

    fn write_missing(&self, number: f64, out: &mut Vec<u8>) {
        out.push(match missing::letter(number) {
            Some(Some(letter)) => letter as u8,
            _ => self.missing,
        });
    }

    /// Writes a label of a format of the user, or the value itself if it has none.
    fn write_labelled(&self, label: Option<ReadyLabel<'_>>, value: Value<'_>, out: &mut Vec<u8>) -> bool {
        match (label, value) {
            (Some(ReadyLabel::Text(text)), _) => {
                user::write_label(text, self.width, out);
                true
            }
            (Some(ReadyLabel::Picture(picture)), Value::Number(number)) if number.is_finite() || picture.is_label() => {
                picture.write(number, self.width, out)
            }
            (Some(ReadyLabel::Format(format)), _) => {
                let start = out.len();
                let fits = format.write(value, out);
                // The label's format has a width of its own.
                out.resize(start + self.width, b' ');
                fits
            }
            (_, Value::Text(text)) => {
                text::write(TextForm::Plain, text, self.width, out);
                true
            }
            (_, Value::Number(number)) => Self::best(self.width, self.missing).write_number(number, out),
        }
    }
}

/// Appends a number as `BESTw.` does, without leading blanks. A missing one is a point, whatever the option MISSING=
/// is: values of the program are written by [`Formats::write_best`].
pub fn write_best(number: f64, width: usize, out: &mut Vec<u8>) {
    write_best_with(number, width, b'.', out);
}

fn write_best_with(number: f64, width: usize, missing: u8, out: &mut Vec<u8>) {
    let start = out.len();
    Format::best(width, missing).write_number(number, out);
    let blanks = out[start..].iter().take_while(|&&byte| byte == b' ').count();
    out.drain(start..start + blanks);
}

/// Formats a number with `decimals` decimals, as `w.d` does: halves of its shortest decimal form are rounded away from
/// zero. A number that is not finite is [`PLACEHOLDER`](missing::PLACEHOLDER).
pub fn fixed(number: f64, decimals: usize) -> String {
    if !number.is_finite() {
        return missing::PLACEHOLDER.to_owned();
    }
    let mut out = Vec::new();
    numeric::write_fixed(number, decimals, &mut out);
    out.into_iter().map(char::from).collect()
}

/// Aligns what follows `start` to the right end of a field.
fn align_right(start: usize, width: usize, out: &mut Vec<u8>) {
    let blanks = width - (out.len() - start);
    if blanks > 0 {
        out.resize(start + width, b' ');
        out[start..].rotate_right(blanks);
    }
}

//! The writing of a value in the width of a format.

use super::date;
use super::plain::Fit;
use super::text::{self, TextForm};
use super::user::{self, ReadyLabel};
use super::{Form, Format, NumberForm, clock, iso, local, numeric};
use crate::binary::ebcdic;
use crate::calendar::Date;
use crate::missing;
use crate::value::{Kind, Value};

impl Format {
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
                text::write(*form, text, self.width, self.places, out);
                true
            }
            (Value::Number(number), Form::Binary(form)) => {
                let places = u32::try_from(self.places).unwrap_or(0);
                form.write(number, self.width, places, out);
                true
            }
            (
                Value::Number(number),
                Form::Number(_)
                | Form::Date(_)
                | Form::DateOfDatetime(_)
                | Form::Clock(_)
                | Form::Iso(_)
                | Form::Local(_),
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

    pub(super) fn write_number(&self, number: f64, out: &mut Vec<u8>) -> bool {
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
                Form::Local(form) => dated(local::write(form, number, width, self.places, out).is_some()),
                Form::Binary(_) | Form::Text(_) | Form::User(_) => Fit::None,
            }
        };
        if fit == Fit::None || out.len() - start > width {
            out.truncate(start);
            out.resize(start + width, b'*');
        }
        match self.form {
            Form::Local(_) => out.resize(start + width, b' '),
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
                text::write(TextForm::Plain, text, self.width, 0, out);
                true
            }
            (_, Value::Number(number)) => Self::best(self.width, self.missing).write_number(number, out),
        }
    }
}

/// Aligns what follows `start` to the right end of a field.
fn align_right(start: usize, width: usize, out: &mut Vec<u8>) {
    let blanks = width - (out.len() - start);
    if blanks > 0 {
        out.resize(start + width, b' ');
        out[start..].rotate_right(blanks);
    }
}

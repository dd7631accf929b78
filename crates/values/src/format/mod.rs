//! Formats: values as text of a fixed width.
//!
//! [`Formats`] contains the formats of the language and those of the program. It resolves a [`Spec`](crate::spec::Spec)
//! once to a [`Format`], which then writes value after value without lookups or allocation.

mod aligned;
mod best;
mod bits;
mod catalogue;
mod clock;
mod currency;
mod date;
mod definitions;
mod error;
mod iso;
mod local;
mod moment;
mod money;
mod numeric;
pub mod picture;
mod plain;
mod rule;
mod scientific;
mod size;
mod text;
mod user;
mod words;
mod write;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use catalogue::{Formats, WORK_FORMATS};
pub use definitions::Definition;
pub use error::{DefineError, FormatError};
pub use moment::Moment;
pub use user::{FUZZ, Label, UserFormat, UserWidths};

use crate::binary::{self, BinaryForm};
use crate::missing;
use crate::value::Kind;
use clock::ClockForm;
use date::DateForm;
use iso::IsoForm;
use local::LocalForm;
use numeric::NumberForm;
use rule::{Decimals, Rule};
use text::TextForm;
use user::ReadyFormat;

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
    /// A time, a datetime or a name as a locale has it.
    Local(LocalForm),
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
        .or_else(|| local::rule(name))
        .or_else(|| currency_rule(name))
        .or_else(|| date::rule(name))
        .or_else(|| binary_rule(name))
}

/// Returns the rule of a format that converts between a currency and the euro.
fn currency_rule(name: &str) -> Option<Rule> {
    let form = Form::Number(NumberForm::Converted(currency::Conversion::of_name(name)?));
    Some(Rule {
        decimals: Decimals::UpTo(31),
        ..Rule::new(form, 6, 1, 32)
    })
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

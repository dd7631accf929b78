//! Formats and informats of a step.

use feedrate_language::{Diagnostic, Position};
use feedrate_values::{Kind, Spec, format, informat};

use super::catalog::{Catalog, Options};
use super::lowering::StepLowering;

/// The maximum width of the default numeric formats and informats.
const WIDEST_NUMBER: u16 = 32;

impl StepLowering<'_> {
    /// Parses a format or informat as written in a program.
    pub fn spec(&mut self, written: &str, at: Position) -> Option<Spec> {
        match written.parse::<Spec>() {
            Ok(spec) => Some(spec),
            Err(error) => self.fail(at, error.to_string()),
        }
    }

    /// Returns whether columns are valid; reports an error if not.
    pub fn check_columns(&mut self, from: u32, to: u32, at: Position) -> bool {
        let is_valid = from > 0 && to >= from;
        if !is_valid {
            self.error(at, format!("columns {from}-{to} are none; they count from 1"));
        }
        is_valid
    }

    /// Returns the format of a spec for values of a kind and, for character values, this length. A format of the
    /// other kind is replaced by the one of the same name for this kind, if it exists.
    pub fn format(&mut self, spec: &Spec, kind: Kind, length: u32, at: Position) -> Option<format::Format> {
        let found = found_format(self.catalog, self.options, spec, kind, length, at);
        match found {
            Ok((format, refusal)) => {
                if let Some(refusal) = refusal {
                    self.note(at, refusal);
                }
                Some(format)
            }
            Err(error) => {
                self.refuse(error);
                None
            }
        }
    }

    /// Returns the informat of a spec for values of a kind, by the rules of `format`.
    pub fn informat(&mut self, spec: &Spec, kind: Kind, length: u32, at: Position) -> Option<informat::Informat> {
        match self.catalog.informat(&of_kind(spec, kind), kind, length) {
            Ok(informat) => Some(informat),
            Err(refusal) => self.fail(at, refusal),
        }
    }
}

/// Returns the spec with its name changed to that of a kind: `$` is added for character values and removed for
/// numbers.
pub fn of_kind(spec: &Spec, kind: Kind) -> Spec {
    let mut spec = spec.clone();
    match kind {
        Kind::Text if !spec.is_text() => spec.name.insert(0, '$'),
        Kind::Number if spec.is_text() => {
            spec.name.remove(0);
        }
        _ => {}
    }
    spec
}

/// Returns `BESTw.`, which converts numbers to character values.
pub fn best(width: u32) -> Spec {
    let width = u16::try_from(width).unwrap_or(WIDEST_NUMBER).clamp(1, WIDEST_NUMBER);
    Spec {
        name: "BEST".into(),
        width: Some(width),
        decimals: None,
    }
}

/// Returns `$w.`, which leaves character values unchanged.
pub fn best_text(width: u32) -> Spec {
    Spec {
        name: "$".into(),
        width: Some(u16::try_from(width).unwrap_or(u16::MAX)),
        decimals: None,
    }
}

/// Returns `w.d`, which reads numbers in standard notation.
pub fn plain_number(width: u32, decimals: Option<u16>) -> Spec {
    let width = u16::try_from(width).unwrap_or(WIDEST_NUMBER).clamp(1, WIDEST_NUMBER);
    Spec {
        name: String::new(),
        width: Some(width),
        decimals,
    }
}

/// Returns the format and informat of values that take so many columns.
pub fn of_columns(kind: Kind, width: u32, decimals: Option<u16>) -> Spec {
    match kind {
        Kind::Number => plain_number(width, decimals),
        Kind::Text => best_text(width),
    }
}

/// Returns the informat with which list input reads a variable that has none of its own.
pub fn default_informat(kind: Kind, length: u32) -> Spec {
    match kind {
        Kind::Number => plain_number(u32::from(WIDEST_NUMBER), None),
        Kind::Text => best_text(length),
    }
}

/// Returns the format of a spec for values of a kind; with `NOFMTERR`, the default format if there is none, and the
/// note on it.
///
/// # Errors
///
/// With `FMTERR`, returns the catalog's error, with a hint at this option.
pub fn found_format(
    catalog: &dyn Catalog,
    options: &Options,
    spec: &Spec,
    kind: Kind,
    length: u32,
    at: Position,
) -> Result<(format::Format, Option<String>), Diagnostic> {
    match catalog.format(&of_kind(spec, kind), kind, length) {
        Ok(format) => Ok((format, None)),
        Err(refusal) if options.format_errors => {
            let is_unknown = refusal.starts_with("48-59");
            let error = Diagnostic::error(at, refusal);
            Err(match is_unknown {
                true => error
                    .with_hint("formats of PROC FORMAT are made before they are used")
                    .with_hint("with OPTIONS NOFMTERR values are shown by the default format"),
                false => error,
            })
        }
        Err(refusal) => {
            let formats = catalog.formats();
            let format = formats.instead_of(spec, kind, length as usize);
            let note = match refusal.strip_prefix("48-59: The format ") {
                Some(rest) => format!("484-185: Format {rest}"),
                None => refusal,
            };
            Ok((format, Some(format!("{note}\nThe default format is used."))))
        }
    }
}

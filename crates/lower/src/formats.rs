//! Formats and informats as a step names them.

use feedrate_language::{Diagnostic, Position};
use feedrate_values::{Kind, Spec, format, informat};

use super::catalog::Options;
use super::lowering::Lowering;

/// The widest that the default formats and informats for numbers can be.
const WIDEST_NUMBER: u16 = 32;

impl Lowering<'_> {
    /// What a program wrote as a format or informat.
    pub fn spec(&mut self, written: &str, at: Position) -> Option<Spec> {
        match written.parse::<Spec>() {
            Ok(spec) => Some(spec),
            Err(error) => {
                self.error(at, error.to_string());
                None
            }
        }
    }

    /// The format of a spec for values of a kind; of a text, with its length. A format of the other kind
    /// gives way to the one of the same name for this kind, if there is one.
    pub fn format(
        &mut self,
        spec: &Spec,
        kind: Kind,
        length: u32,
        at: Position,
    ) -> Option<format::Format> {
        let given = self.catalog.format(&of_kind(spec, kind), kind, length);
        let refusal = given.as_ref().err().cloned();
        match found_format(self.options, given, spec, kind, length, at) {
            Ok(format) => {
                if let Some(refusal) = refusal {
                    self.note(at, format!("{refusal}; the default format is used"));
                }
                Some(format)
            }
            Err(error) => {
                self.refuse(error);
                None
            }
        }
    }

    /// The informat of a spec for values of a kind, likewise.
    pub fn informat(
        &mut self,
        spec: &Spec,
        kind: Kind,
        length: u32,
        at: Position,
    ) -> Option<informat::Informat> {
        match self.catalog.informat(&of_kind(spec, kind), kind, length) {
            Ok(informat) => Some(informat),
            Err(refusal) => {
                self.error(at, refusal);
                None
            }
        }
    }
}

/// The spec, under the name that it has for values of a kind.
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

/// `BESTw.`, which converts numbers to text.
pub fn best(width: u32) -> Spec {
    let width = u16::try_from(width)
        .unwrap_or(WIDEST_NUMBER)
        .clamp(1, WIDEST_NUMBER);
    Spec {
        name: "BEST".into(),
        width: Some(width),
        decimals: None,
    }
}

/// `$w.`, which gives text as it is.
pub fn best_text(width: u32) -> Spec {
    Spec {
        name: "$".into(),
        width: Some(u16::try_from(width).unwrap_or(u16::MAX)),
        decimals: None,
    }
}

/// `w.d`, which reads numbers as they are commonly written.
pub fn plain_number(width: u32, decimals: Option<u16>) -> Spec {
    let width = u16::try_from(width)
        .unwrap_or(WIDEST_NUMBER)
        .clamp(1, WIDEST_NUMBER);
    Spec {
        name: String::new(),
        width: Some(width),
        decimals,
    }
}

/// The informat by which list input reads a variable that has none of its own.
pub fn default_informat(kind: Kind, length: u32) -> Spec {
    match kind {
        Kind::Number => plain_number(u32::from(WIDEST_NUMBER), None),
        Kind::Text => best_text(length),
    }
}

/// Returns the format that a catalog gave for a spec; with `NOFMTERR`, the default one where it refused.
///
/// # Errors
///
/// With `FMTERR`, the refusal, with a hint at this option.
pub fn found_format(
    options: &Options,
    given: Result<format::Format, String>,
    spec: &Spec,
    kind: Kind,
    length: u32,
    at: Position,
) -> Result<format::Format, Diagnostic> {
    given.or_else(|refusal| match options.format_errors {
        true => Err(Diagnostic::error(at, refusal)
            .with_hint("with OPTIONS NOFMTERR values are shown by the default format")),
        false => Ok(format::Format::instead_of(spec, kind, length as usize)),
    })
}

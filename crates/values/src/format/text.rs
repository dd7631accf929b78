//! Character formats.

use super::rule::{Decimals, Rule};
use super::{Form, MOST_WIDTH};

/// A form of character value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextForm {
    /// `$w.` and `$CHARw.`
    Plain,
    /// `$UPCASEw.`
    Capitals,
    /// `$HEXw.`: two hexadecimal digits for each byte
    Hexadecimal,
}

/// Appends exactly `width` bytes: the value from its first byte on, cut or padded with blanks.
pub(super) fn write(form: TextForm, text: &[u8], width: usize, out: &mut Vec<u8>) {
    let end = out.len() + width;
    match form {
        TextForm::Plain => out.extend_from_slice(&text[..text.len().min(width)]),
        TextForm::Capitals => out.extend(text.iter().take(width).map(u8::to_ascii_uppercase)),
        TextForm::Hexadecimal => {
            let digits = text.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
            out.extend(digits.take(width).map(|digit| b"0123456789ABCDEF"[usize::from(digit)]));
        }
    }
    out.resize(end, b' ');
}

/// Returns the rule of a character format by its name in upper case.
pub(super) fn rule(name: &str) -> Option<Rule> {
    let (form, default) = match name {
        "$" | "$CHAR" | "$F" => (TextForm::Plain, None),
        "$UPCASE" => (TextForm::Capitals, None),
        "$HEX" => (TextForm::Hexadecimal, Some(4)),
        _ => return None,
    };
    let form = Form::Text(form);
    Some(Rule {
        form,
        default,
        least: 1,
        most: MOST_WIDTH,
        decimals: Decimals::None,
    })
}

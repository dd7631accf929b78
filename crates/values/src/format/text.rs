//! Character formats.

use super::rule::{Decimals, Rule};
use super::{Form, MOST_WIDTH};
use crate::binary::ebcdic;
use crate::case::Case;
use crate::period::{self, PeriodForm};
use crate::representation::{self, Representation, RepresentationRule};
use crate::value::trim;

/// A form of character value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextForm {
    /// `$w.` and `$CHARw.`
    Plain,
    /// `$UPCASEw.`
    Capitals,
    /// `$HEXw.`: two hexadecimal digits for each byte
    Hexadecimal,
    /// `$OCTALw.`: three octal digits for each byte
    Octal,
    /// `$BINARYw.`: eight digits for each byte
    Binary,
    /// `$QUOTEw.`: between double quotation marks
    Quoted,
    /// `$REVERSw.` and, aligned to the right, `$REVERJw.`
    Reversed { is_left: bool },
    /// `$EBCDICw.`
    Ebcdic,
    /// `$UESCw.` and the like: in another representation
    Represented(Representation),
    /// `$UESCEw.` and the like: from another representation
    Restored(Representation),
    /// `$N8601Ew.d` and the like: a duration, datetime or interval
    Period(PeriodForm),
}

impl TextForm {
    /// Returns the width that shows all of a character value of a length.
    pub(super) fn width_of(self, length: usize) -> usize {
        match self {
            Self::Hexadecimal => 2 * length,
            Self::Octal => 3 * length,
            Self::Binary => 8 * length,
            Self::Quoted => length + 2,
            _ => length,
        }
    }
}

/// Appends exactly `width` bytes: the value from its first byte on, cut or padded with blanks; asterisks for what is
/// not of the form.
pub(super) fn write(form: TextForm, text: &[u8], width: usize, places: usize, out: &mut Vec<u8>) {
    let start = out.len();
    let cut = &text[..text.len().min(width)];
    match form {
        TextForm::Plain => out.extend_from_slice(cut),
        TextForm::Capitals => Case::Upper.write(cut, out),
        TextForm::Hexadecimal => write_digits(text, 2, 16, width, out),
        TextForm::Octal => write_digits(text, 3, 8, width, out),
        TextForm::Binary => write_digits(text, 8, 2, width, out),
        TextForm::Quoted => write_quoted(trim(text), width, out),
        TextForm::Reversed { is_left } => {
            let blanks = cut.iter().take_while(|&&byte| byte == b' ').count();
            let reversed = cut[blanks..].iter().rev();
            match is_left {
                true => out.extend(reversed.skip_while(|&&byte| byte == b' ')),
                false => {
                    out.resize(start + width - (cut.len() - blanks), b' ');
                    out.extend(reversed);
                }
            }
        }
        TextForm::Ebcdic => out.extend_from_slice(cut),
        TextForm::Represented(form) => {
            form.encode(text, width, out);
            form.fill(start, width, out);
        }
        TextForm::Restored(form) => restore(form, text, width, out),
        TextForm::Period(form) => {
            if period::write(form, text, places, out).is_none() || out.len() - start > width {
                out.truncate(start);
                out.resize(start + width, b'*');
            }
        }
    }
    out.resize(start + width, b' ');
    if form == TextForm::Ebcdic {
        ebcdic::encode(&mut out[start..]);
    }
}

/// Appends the text that a representation means, cut to whole characters; asterisks if it means none.
fn restore(form: Representation, text: &[u8], width: usize, out: &mut Vec<u8>) {
    let start = out.len();
    if form.decode(text, out).is_none() {
        out.truncate(start);
        out.resize(start + width, b'*');
    }
    if out.len() - start > width {
        let mut end = start + width;
        // The bytes of a character behind its first one.
        while end > start && out[end] & 0xC0 == 0x80 {
            end -= 1;
        }
        out.truncate(end);
    }
}

/// Appends at most `width` digits, `count` for each byte.
fn write_digits(text: &[u8], count: u32, base: u8, width: usize, out: &mut Vec<u8>) {
    let digits = text.iter().flat_map(|&byte| {
        let digit = move |power: u32| u32::from(byte) / u32::from(base).pow(power) % u32::from(base);
        (0..count).rev().map(digit)
    });
    out.extend(digits.take(width).map(|digit| b"0123456789ABCDEF"[digit as usize]));
}

/// Appends a text between quotation marks, those in it twice; nothing if it does not fit.
fn write_quoted(text: &[u8], width: usize, out: &mut Vec<u8>) {
    let start = out.len();
    out.push(b'"');
    for &byte in text {
        out.extend((byte == b'"').then_some(byte));
        out.push(byte);
    }
    out.push(b'"');
    if out.len() - start > width {
        out.truncate(start);
    }
}

/// Returns the rule of a character format by its name in upper case.
pub(super) fn rule(name: &str) -> Option<Rule> {
    let form = match name {
        // Messages are in mixed case, and the codes of text are those of ASCII.
        "$" | "$CHAR" | "$F" | "$ASCII" | "$MSGCASE" => TextForm::Plain,
        "$UPCASE" => TextForm::Capitals,
        "$HEX" => TextForm::Hexadecimal,
        "$OCTAL" => TextForm::Octal,
        "$BINARY" => TextForm::Binary,
        "$QUOTE" => TextForm::Quoted,
        "$REVERJ" => TextForm::Reversed { is_left: false },
        "$REVERS" => TextForm::Reversed { is_left: true },
        "$EBCDIC" => TextForm::Ebcdic,
        _ => return other_rule(name.strip_prefix('$')?),
    };
    let least = if form == TextForm::Quoted { 2 } else { 1 };
    let form = Form::Text(form);
    Some(Rule {
        form,
        default: None,
        least,
        most: MOST_WIDTH,
        decimals: Decimals::None,
    })
}

/// Returns the rule of a format with a default width of its own by its name in upper case without its `$`.
fn other_rule(name: &str) -> Option<Rule> {
    if let Some(form) = PeriodForm::of_name(name) {
        return Some(Rule {
            decimals: Decimals::Scale(3),
            ..Rule::new(Form::Text(TextForm::Period(form)), 50, 1, 200)
        });
    }
    let RepresentationRule {
        form,
        is_reverse,
        default,
        least,
        most,
    } = representation::of_name(name)?;
    let form = match is_reverse {
        true => TextForm::Restored(form),
        false => TextForm::Represented(form),
    };
    Some(Rule::new(Form::Text(form), default, least, most))
}

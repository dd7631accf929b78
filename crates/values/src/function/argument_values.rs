//! The values of the arguments of a function, by their positions.

use crate::missing::MISSING;
use crate::value::Value;

/// Returns the character value at a position; empty if there is no such argument or it is a number.
pub(super) fn text_at<'a>(arguments: &[Value<'a>], position: usize) -> &'a [u8] {
    match arguments.get(position) {
        Some(&Value::Text(text)) => text,
        _ => b"",
    }
}

/// Returns the number at a position; missing where there is no such argument or where it is text.
pub(super) fn number_at(arguments: &[Value<'_>], position: usize) -> f64 {
    match arguments.get(position) {
        Some(&Value::Number(number)) => number,
        _ => MISSING,
    }
}

/// Returns the number at a position; `default` if there is no such argument.
pub(super) fn number_or(arguments: &[Value<'_>], position: usize, default: f64) -> f64 {
    match arguments.len() > position {
        true => number_at(arguments, position),
        false => default,
    }
}

/// Returns the first letter of a text after blanks, in upper case.
pub(super) fn initial(text: &[u8]) -> Option<u8> {
    text.trim_ascii_start().first().map(u8::to_ascii_uppercase)
}

//! Numbers with signs in the statements of procedures.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::{Symbol, TokenKind};

/// Parses a number with an optional sign.
pub fn number(cursor: &mut Cursor<'_>, what: &str) -> Result<f64> {
    match take_number(cursor) {
        Some(number) => Ok(number),
        None => Err(cursor.expected(what)),
    }
}

/// Parses a number with an optional sign, if that is next.
pub fn take_number(cursor: &mut Cursor<'_>) -> Option<f64> {
    let sign = match cursor.kind(0) {
        Some(TokenKind::Symbol(Symbol::Minus)) => -1.0,
        Some(TokenKind::Symbol(Symbol::Plus)) => 1.0,
        _ => 0.0,
    };
    let ahead = usize::from(sign != 0.0);
    let token = cursor.token(ahead)?;
    let number = match token.kind {
        TokenKind::Number => token.text.parse::<f64>().ok()?,
        _ => return None,
    };
    if !number.is_finite() {
        return None;
    }
    cursor.skip(ahead + 1);
    Some(if sign < 0.0 { -number } else { number })
}

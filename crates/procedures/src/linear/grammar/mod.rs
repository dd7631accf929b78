//! Grammar shared by REG and GLM: numbers, and OUTPUT.

mod output;

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::{Symbol, TokenKind};

use crate::grammar::table::argument::Argument;

pub(crate) use output::{OutputStatement, add_output, output};

/// The default of ALPHA=.
pub(crate) const ALPHA: f64 = 0.05;

/// Parses a number with an optional sign.
pub(crate) fn number(cursor: &mut Cursor<'_>, what: &str) -> Result<f64> {
    match take_number(cursor) {
        Some(number) => Ok(number),
        None => Err(cursor.expected(what)),
    }
}

/// Parses a number with an optional sign, if that is next.
pub(crate) fn take_number(cursor: &mut Cursor<'_>) -> Option<f64> {
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

/// Parses what follows PLOTS in the PROC statement, and warns that plots are not drawn.
pub(crate) fn plots(from: &mut Argument<'_, '_>) -> Result<()> {
    let note = skip_plots(from.cursor)?;
    // The PROC statement is parsed again with each run group.
    let note = note.filter(|_| !from.lowering.procedure.resumed);
    from.lowering.diagnostics.extend(note);
    Ok(())
}

/// Skips what follows PLOTS, and returns a warning.
pub(crate) fn skip_plots(cursor: &mut Cursor<'_>) -> Result<Option<Diagnostic>> {
    let at = cursor.position();
    parentheses(cursor)?;
    let mut is_none = false;
    if cursor.take(Symbol::Equal) {
        is_none = cursor.is_word(0, "none");
        if !parentheses(cursor)? {
            cursor.expect_name("a plot for PLOTS=")?;
            parentheses(cursor)?;
        }
    }
    let message = "PLOTS= does nothing: no plots are drawn";
    Ok((!is_none).then(|| Diagnostic::note(at, message)))
}

/// Skips a parenthesized list, if that is next.
fn parentheses(cursor: &mut Cursor<'_>) -> Result<bool> {
    if !cursor.is(0, Symbol::LeftParen) {
        return Ok(false);
    }
    match cursor.after_partner(0) {
        Some(behind) => {
            cursor.skip(behind);
            Ok(true)
        }
        None => Err(cursor.error("this parenthesis is not closed")),
    }
}

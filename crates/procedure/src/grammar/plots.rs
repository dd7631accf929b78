//! PLOTS= of the PROC statement, which does nothing.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;

use crate::grammar::table::argument::Argument;

/// Parses what follows PLOTS in the PROC statement, and warns that plots are not drawn.
pub fn plots(from: &mut Argument<'_, '_>) -> Result<()> {
    let note = skip_plots(from.cursor)?;
    // The PROC statement is parsed again with each run group.
    let note = note.filter(|_| !from.lowering.procedure.resumed);
    from.lowering.diagnostics.extend(note);
    Ok(())
}

/// Skips what follows PLOTS, and returns a warning.
pub fn skip_plots(cursor: &mut Cursor<'_>) -> Result<Option<Diagnostic>> {
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

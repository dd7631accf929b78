//! STYLE= of procedures, which does nothing: a listing has no styles.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;

/// `=name`, `=[...]` or `=<parent>[...]`, which STYLE was before: a listing has no styles.
pub fn skip_style(cursor: &mut Cursor<'_>) -> Result<()> {
    // `=<` without a blank between is read as one symbol.
    let of_parent = cursor.take(Symbol::LessEqual);
    if !of_parent {
        cursor.expect(Symbol::Equal, "after STYLE")?;
    }
    if cursor.is_name(0) && !of_parent {
        cursor.skip(1);
    } else if of_parent || cursor.take(Symbol::Less) {
        cursor.expect_name("PARENT for STYLE=")?;
        cursor.expect(Symbol::Greater, "after PARENT")?;
    }
    if let Some(after) = cursor.after_partner(0) {
        cursor.skip(after);
    }
    Ok(())
}

/// Skips `(header data)` and what [`skip_style`] skips.
pub fn skip_style_of_parts(cursor: &mut Cursor<'_>) -> Result<()> {
    if cursor.is(0, Symbol::LeftParen)
        && let Some(after) = cursor.after_partner(0)
    {
        cursor.skip(after);
    }
    skip_style(cursor)
}

//! The options of PROC SQL and RESET.

use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::SqlOption;

/// Parses options up to the end of the statement. Their names are checked on execution.
pub(in crate::parse) fn options(cursor: &mut Cursor<'_>) -> Result<Vec<SqlOption>> {
    let mut options = Vec::new();
    while !cursor.at_end() {
        let name = cursor.expect_name("an option of PROC SQL")?;
        let mut value = None;
        if cursor.take(Symbol::Equal) {
            let Some(token) = cursor.token(0) else {
                return Err(cursor.expected(&format!("a value of {}", name.text)));
            };
            value = Some(token.text.clone().into_owned());
            cursor.skip(1);
        }
        options.push(SqlOption {
            name: name.text.to_ascii_uppercase(),
            value,
            at: name.at,
        });
    }
    Ok(options)
}

//! The grammar of PROC SQL.
//!
//! Each statement is parsed separately, because each runs before the next is read. The parts that only its expressions
//! have are in `expression::sql`.

mod changes;
mod definition;
mod from;
mod index;
mod into;
mod options;
mod query;
mod select;
mod statement;
#[cfg(test)]
mod tests;
mod view;

pub(super) use options::options;
pub use view::view;

use super::cursor::Cursor;
use crate::diagnostic::Diagnostic;
use crate::tree::{Procedure, SqlOption, SqlStatement};

/// Returns the options of PROC SQL.
///
/// # Errors
///
/// Returns an error if an option is malformed.
pub fn head(procedure: &Procedure) -> Result<Vec<SqlOption>, Diagnostic> {
    options(&mut Cursor::new(&procedure.head, procedure.at))
}

/// Parses the statement that is to be executed next; `None` if there is none.
///
/// # Errors
///
/// Returns the first error in the statement.
pub fn statement(procedure: &Procedure) -> Option<Result<SqlStatement, Diagnostic>> {
    let tokens = procedure.statements.first()?;
    let last = tokens.last().map_or(procedure.at, |token| token.position);
    Some(statement::statement(&mut Cursor::new(tokens, last)))
}

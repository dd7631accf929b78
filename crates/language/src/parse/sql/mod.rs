//! The grammar of PROC SQL.
//!
//! Each statement is parsed by itself, because each runs before the next is read. What only its expressions
//! have is in [`expression::sql`](super::expression).

mod changes;
mod definition;
mod from;
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

/// The options of PROC SQL.
pub fn head(procedure: &Procedure) -> Result<Vec<SqlOption>, Diagnostic> {
    options(&mut Cursor::new(&procedure.head, procedure.at))
}

/// The statement that is to be carried out next; `None` where there is none.
pub fn statement(procedure: &Procedure) -> Option<Result<SqlStatement, Diagnostic>> {
    let tokens = procedure.statements.first()?;
    let last = tokens.last().map_or(procedure.at, |token| token.position);
    Some(statement::statement(&mut Cursor::new(tokens, last)))
}

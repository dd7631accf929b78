//! Statements of the DATA step inside a statement of a procedure, such as those of a COMPUTE block.

use super::blocks::Blocks;
use super::cursor::{Cursor, Result};
use super::statement::Leaf;
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::token::Token;
use crate::tree::Statement;

/// Parses statements of a block that begins at `at`, given their tokens.
///
/// # Errors
///
/// Returns the first error in a statement or in the nesting of groups.
pub fn statements_inside(lines: &[Vec<Token>], at: Position) -> Result<Vec<Statement>> {
    let mut blocks = Blocks::default();
    for tokens in lines {
        let end = tokens.last().map_or(at, |token| token.position);
        let line = Cursor::new(tokens, end).line()?;
        if let Leaf::Lines { .. } = line.leaf {
            return Err(Diagnostic::error(line.at, "data lines cannot stand here"));
        }
        let at = line.at;
        blocks.add(line).map_err(|diagnostic| {
            diagnostic.unwrap_or_else(|| Diagnostic::error(at, "this statement cannot stand here"))
        })?;
    }
    let (statements, diagnostics) = blocks.finish();
    match diagnostics.into_iter().next() {
        Some(diagnostic) => Err(diagnostic),
        None => Ok(statements),
    }
}

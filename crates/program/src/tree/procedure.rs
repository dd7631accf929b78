//! A procedure as written: each has its own grammar, which its own parser knows.

use super::Name;
use crate::source::Position;
use crate::token::Token;

/// A PROC step.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// What follows the name in the PROC statement.
    pub head: Vec<Token>,
    /// Its statements, without their semicolons; RUN and QUIT are not among them.
    pub statements: Vec<Vec<Token>>,
    /// Whether this is a further run group of the procedure before it, whose RUN did not end it: the head
    /// stands again, and is not to be carried out again.
    pub resumed: bool,
    /// Where PROC stands.
    pub at: Position,
}

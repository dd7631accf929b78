//! Where the lexer gets its characters from.

use crate::error::Result;
use crate::source::Position;

/// How much of the macro language is alive at the next character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Ordinary text: references, calls and macro statements.
    Code,
    /// Between double quotes: references and calls.
    Quoted,
    /// Between single quotes and in comments: nothing.
    Raw,
}

/// Where a character comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// What the reader of the program sees there.
    pub position: Position,
    /// The place in the body of a macro, for what a macro made.
    pub inside: Option<Position>,
}

/// The characters of a program, with macros done.
pub(crate) trait Characters {
    /// The next character; `None` at the end of all. It may be masked: see [`crate::macros::mask`].
    fn peek(&mut self, reading: Reading) -> Result<Option<char>>;

    /// Takes the character that was seen last.
    fn take(&mut self);

    /// Where the character that was seen last comes from.
    fn place(&self) -> Place;
}

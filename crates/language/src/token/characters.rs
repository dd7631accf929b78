//! Where the lexer gets its characters from.

use crate::error::Result;
use crate::source::Position;

/// How much of the macro language is alive at the next character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Ordinary text: references, calls and macro statements.
    Code,
    /// Between double quotes: references and calls.
    Quoted,
    /// In a comment statement, `* …;`: what a macro makes runs, and what stands in a file means nothing.
    Comment,
    /// Between single quotes and in other comments: nothing.
    Raw,
}

/// The characters of a program, with macros done.
pub trait Characters {
    /// The next character; `None` at the end of all. It may be masked: see [`crate::macros::mask`].
    fn peek(&mut self, reading: Reading) -> Result<Option<char>>;

    /// Takes the character that was seen last.
    fn take(&mut self);

    /// Where the character that was seen last comes from.
    fn place(&self) -> Position;
}

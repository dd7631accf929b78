//! The source of the lexer's characters.

use crate::error::Result;
use crate::source::Position;

/// The part of the macro language that is active at the next character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Ordinary text: references, calls and macro statements.
    Code,
    /// Between double quotes: references and calls.
    Quoted,
    /// In a comment statement, `* …;`: generated text runs, and text of a file has no meaning.
    Comment,
    /// Between single quotes and in other comments: nothing.
    Raw,
}

/// The characters of a program, after macro processing.
pub trait Characters {
    /// Peeks the next character; `None` at the end. It may be masked: see [`crate::macros::mask`].
    fn peek(&mut self, reading: Reading) -> Result<Option<char>>;

    /// Consumes the character that was peeked.
    fn take(&mut self);

    /// Returns the position of the character that was peeked.
    fn place(&self) -> Position;

    /// Returns whether the quote that was peeked in a comment statement opens a string in which the macro language has
    /// no meaning, rather than being an apostrophe.
    fn opens_string_in_comment(&self) -> bool {
        false
    }
}

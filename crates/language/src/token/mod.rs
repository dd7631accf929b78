//! Tokens: the words of a program.
//!
//! Tokens are not joined where only a parser can decide. A format such as `comma12.2` is a name and the number `.2`,
//! `.A` is a dot and a name, `=:` is an equals sign and a colon: the parser joins them if [`Token::space_before`] shows
//! that they are adjacent.

mod characters;
mod lexer;
mod number;
mod symbol;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use characters::{Characters, Reading};
pub use lexer::Lexer;
pub use symbol::Symbol;

use crate::source::Position;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word such as `data`, `x1` or `ne`; the text is as spelled.
    Name,
    /// `'any text'n`; the text is that in the quotes.
    NameLiteral,
    /// `12`, `1.5e3`, `0FFx`; the text is as spelled. See [`Token::number`].
    Number,
    /// `'text'` or `"text"`; the text is that in the quotes, with doubled quotes made single.
    Text,
    /// `'01JAN2026'd`; the text is that in the quotes.
    Date,
    /// `'12:30't`; the text is that in the quotes.
    Time,
    /// `'01JAN2026:12:30'dt`; the text is that in the quotes.
    DateTime,
    /// `'4F4B'x`; the text is that in the quotes. See [`Token::bytes`].
    Hex,
    /// `'0110'b`, a pattern of bits; the text is that in the quotes.
    Bits,
    /// An operator or punctuation.
    Symbol(Symbol),
}

/// A token of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text; [`TokenKind`] says which part of the spelling it is.
    pub text: Cow<'static, str>,
    /// Its position. A token that a macro generated has the position of the call in the program.
    pub position: Position,
    /// True if a blank, a line end or a comment precedes it.
    pub space_before: bool,
}

impl Token {
    /// Returns whether it is this name, ignoring case.
    pub fn is_name(&self, name: &str) -> bool {
        self.kind == TokenKind::Name && self.text.eq_ignore_ascii_case(name)
    }

    /// Returns whether it is this symbol.
    pub fn is_symbol(&self, symbol: Symbol) -> bool {
        self.kind == TokenKind::Symbol(symbol)
    }

    /// Returns the value of a number; `None` for other kinds.
    pub fn number(&self) -> Option<f64> {
        match self.kind {
            TokenKind::Number => number::value(&self.text),
            _ => None,
        }
    }

    /// Returns the bytes of a string: those of `'text'`, or those that `'4F4B'x` spells, where blanks and commas
    /// between pairs of digits are ignored. `None` for other kinds and for invalid digits.
    pub fn bytes(&self) -> Option<Cow<'_, [u8]>> {
        match self.kind {
            TokenKind::Text => Some(Cow::Borrowed(self.text.as_bytes())),
            TokenKind::Hex => hex_bytes(&self.text).map(Cow::Owned),
            _ => None,
        }
    }

    /// Returns a spelling of the token.
    pub fn spelling(&self) -> Cow<'_, str> {
        let suffix = match self.kind {
            TokenKind::Name | TokenKind::Number | TokenKind::Symbol(_) => {
                return Cow::Borrowed(&self.text);
            }
            TokenKind::Text => "",
            TokenKind::NameLiteral => "n",
            TokenKind::Date => "d",
            TokenKind::Time => "t",
            TokenKind::DateTime => "dt",
            TokenKind::Hex => "x",
            TokenKind::Bits => "b",
        };
        // In single quotes `&` and `%` have no meaning.
        Cow::Owned(format!("'{}'{suffix}", self.text.replace('\'', "''")))
    }
}

/// Spells tokens as one line of text, with a blank where the program has space and where two tokens would otherwise be
/// read as one.
pub fn spell(tokens: &[Token]) -> String {
    let mut line = String::new();
    let mut before: Option<&Token> = None;
    for token in tokens {
        if before.is_some_and(|before| token.space_before || would_merge(before, token)) {
            line.push(' ');
        }
        line.push_str(&token.spelling());
        before = Some(token);
    }
    line
}

/// Returns whether two adjacent tokens would be read as others. They can be adjacent nevertheless if a macro generated
/// one of them, or if a symbol was spelled in another way.
fn would_merge(before: &Token, after: &Token) -> bool {
    match (before.kind, after.kind) {
        (TokenKind::Symbol(Symbol::Slash), TokenKind::Symbol(Symbol::Star)) => true,
        (TokenKind::Symbol(before), TokenKind::Symbol(_)) => after
            .text
            .chars()
            .next()
            .is_some_and(|next| before.with(next).is_some()),
        (_, TokenKind::Symbol(_)) | (TokenKind::Symbol(_), _) => false,
        (TokenKind::Name | TokenKind::Number, _) => false,
        // A quote or a letter after a string would be part of it.
        _ => after.kind != TokenKind::Number,
    }
}

fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    for byte in text.bytes() {
        let Some(digit) = (byte as char).to_digit(16) else {
            // Separators are allowed only between bytes.
            if matches!(byte, b' ' | b',') && high.is_none() {
                continue;
            }
            return None;
        };
        high = match high {
            None => Some(digit),
            Some(high) => {
                bytes.push((high * 16 + digit) as u8);
                None
            }
        };
    }
    high.is_none().then_some(bytes)
}

//! Tokens: the words of a program.
//!
//! What only a parser can tell apart stays apart here. A format such as `comma12.2` is a name and the
//! number `.2`, `.A` is a dot and a name, `=:` is an equals sign and a colon: the parser puts them
//! together where [`Token::space_before`] says that they touch.

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

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word such as `data`, `x1` or `ne`; the text is as the program spells it.
    Name,
    /// `'any text'n`; the text is what the quotes hold.
    NameLiteral,
    /// `12`, `1.5e3`, `0FFx`; the text is as the program spells it. See [`Token::number`].
    Number,
    /// `'text'` or `"text"`; the text is what the quotes hold, with doubled quotes made single.
    Text,
    /// `'01JAN2026'd`; the text is what the quotes hold.
    Date,
    /// `'12:30't`; the text is what the quotes hold.
    Time,
    /// `'01JAN2026:12:30'dt`; the text is what the quotes hold.
    DateTime,
    /// `'4F4B'x`; the text is what the quotes hold. See [`Token::bytes`].
    Hex,
    /// `'0110'b`, a pattern of bits; the text is what the quotes hold.
    Bits,
    /// An operator or a mark of punctuation.
    Symbol(Symbol),
}

/// One word of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its text; see [`TokenKind`] for what of the spelling is in it.
    pub text: Cow<'static, str>,
    /// Where it begins. A token that a macro made has the position of the call in the program.
    pub position: Position,
    /// Whether a blank, a line end or a comment stands before it.
    pub space_before: bool,
}

impl Token {
    /// Whether it is this name, whatever the case of its letters.
    pub fn is_name(&self, name: &str) -> bool {
        self.kind == TokenKind::Name && self.text.eq_ignore_ascii_case(name)
    }

    /// Whether it is this symbol.
    pub fn is_symbol(&self, symbol: Symbol) -> bool {
        self.kind == TokenKind::Symbol(symbol)
    }

    /// The value of a number; `None` for other kinds.
    pub fn number(&self) -> Option<f64> {
        match self.kind {
            TokenKind::Number => number::value(&self.text),
            _ => None,
        }
    }

    /// The bytes of a text: those of `'text'`, or those that `'4F4B'x` spells, where blanks and commas
    /// between pairs of digits do not count. `None` for other kinds and for digits that are none.
    pub fn bytes(&self) -> Option<Cow<'_, [u8]>> {
        match self.kind {
            TokenKind::Text => Some(Cow::Borrowed(self.text.as_bytes())),
            TokenKind::Hex => hex_bytes(&self.text).map(Cow::Owned),
            _ => None,
        }
    }

    /// The token as a program could spell it.
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
        // Single quotes keep `&` and `%` from meaning anything.
        Cow::Owned(format!("'{}'{suffix}", self.text.replace('\'', "''")))
    }
}

/// Tokens as one line of text, with a blank where the program has space, and where two would else be
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

/// Whether two tokens that touch are read as others. They can touch all the same where a macro made
/// one of them, or where a symbol was spelled in another way.
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
        // A quote or a letter after a text would be part of it.
        _ => after.kind != TokenKind::Number,
    }
}

fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    for byte in text.bytes() {
        let Some(digit) = (byte as char).to_digit(16) else {
            // Between the two digits of a byte nothing may stand.
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

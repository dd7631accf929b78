//! From characters to tokens.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::{Characters, Reading, Symbol, Token, TokenKind, number};
use crate::error::{Error, Problem, Result};
use crate::macros::mask;
use crate::source::Position;

/// The longest token in bytes. A longer one is probably a string that was not closed.
const LONGEST: usize = 1 << 20;

/// Splits characters into tokens.
#[derive(Debug, Default)]
pub struct Lexer {
    /// Tokens that were read to find the end of the one before them.
    ahead: VecDeque<Token>,
}

impl Lexer {
    /// Returns the next token, including semicolons; `None` at the end. A star at the start of a statement begins a
    /// comment.
    ///
    /// # Errors
    ///
    /// Returns an error of the characters' source, or for a string, comment, name or number that is not closed or too
    /// long.
    pub fn next(&mut self, input: &mut impl Characters, at_start: bool) -> Result<Option<Token>> {
        if let Some(token) = self.ahead.pop_front() {
            return Ok(Some(token));
        }
        let mut space = false;
        while let Some(masked) = input.peek(Reading::Code)? {
            let c = mask::plain(masked);
            let place = input.place();
            if c.is_whitespace() {
                input.take();
                space = true;
                continue;
            }
            if c == '*' && at_start {
                skip_comment_statement(input)?;
                space = true;
                continue;
            }
            input.take();
            if c == '/' && input.peek(Reading::Raw)? == Some('*') {
                skip_comment(input, place)?;
                space = true;
                continue;
            }
            let mut token = self.token(input, c, masked, place)?;
            token.space_before = space;
            return Ok(Some(token));
        }
        Ok(None)
    }

    /// Takes the tokens that were read ahead.
    pub fn take_ahead(&mut self) -> impl Iterator<Item = Token> + use<> {
        std::mem::take(&mut self.ahead).into_iter()
    }

    /// Discards the tokens that were read ahead.
    pub fn clear(&mut self) {
        self.ahead.clear();
    }

    /// Reads the token that begins with a consumed character.
    fn token(&mut self, input: &mut impl Characters, c: char, masked: char, place: Position) -> Result<Token> {
        match c {
            'A'..='Z' | 'a'..='z' | '_' => {
                let mut text = String::from(c);
                name_characters(input, &mut text, place)?;
                Ok(token(TokenKind::Name, text, place))
            }
            '0'..='9' => self.number(input, String::from(c), place),
            '.' if next_is_digit(input)? => self.number(input, String::from('.'), place),
            // A masked quote is an ordinary character, such as an apostrophe in a value.
            '\'' | '"' if masked == c => self.quoted(input, c, place),
            _ => symbol(input, c, place),
        }
    }

    fn number(&mut self, input: &mut impl Characters, mut text: String, place: Position) -> Result<Token> {
        let mut dots = usize::from(text == ".");
        while let Some(masked) = input.peek(Reading::Code)? {
            let c = mask::plain(masked);
            if c == '.' {
                dots += 1;
            }
            if !c.is_ascii_digit() && (c != '.' || dots > 1) {
                break;
            }
            input.take();
            push(&mut text, c, place)?;
        }
        // The digits may be followed by an exponent, hexadecimal digits, or a word without a blank before it, as in `do
        // i = 1to 5`.
        let tail_place = input.place();
        let mut tail = String::new();
        name_characters(input, &mut tail, place)?;
        let mut sign = None;
        if tail.eq_ignore_ascii_case("e") {
            let next = input.peek(Reading::Code)?.map(mask::plain);
            if let Some(c @ ('+' | '-')) = next {
                let sign_place = input.place();
                input.take();
                if next_is_digit(input)? {
                    tail.push(c);
                    name_characters(input, &mut tail, place)?;
                } else {
                    sign = Some(token(symbol_kind(c), c.to_string(), sign_place));
                }
            }
        }
        let whole = format!("{text}{tail}");
        if number::is_exponent(&tail) || number::is_hexadecimal(&whole) {
            text = whole;
        } else if !tail.is_empty() {
            let kind = match tail.as_bytes()[0] {
                b'0'..=b'9' => TokenKind::Number,
                _ => TokenKind::Name,
            };
            self.ahead.push_back(token(kind, tail, tail_place));
        }
        self.ahead.extend(sign);
        Ok(token(TokenKind::Number, text, place))
    }

    fn quoted(&mut self, input: &mut impl Characters, quote: char, place: Position) -> Result<Token> {
        let reading = if quote == '"' { Reading::Quoted } else { Reading::Raw };
        let mut text = String::new();
        loop {
            let Some(c) = input.peek(reading)? else {
                return Err(Error::new(place, Problem::UnclosedText { quote }));
            };
            input.take();
            if c == quote {
                if input.peek(Reading::Raw)? != Some(quote) {
                    break;
                }
                input.take();
            }
            // A string continues on the next line, without any character for the line end.
            if matches!(c, '\n' | '\r') {
                continue;
            }
            if text.len() > LONGEST {
                return Err(Error::new(place, Problem::EndlessText { quote }));
            }
            text.push(mask::plain(c));
        }
        let suffix_place = input.place();
        let mut suffix = String::new();
        if let Some('d' | 'D' | 't' | 'T' | 'n' | 'N' | 'x' | 'X' | 'b' | 'B') =
            input.peek(Reading::Raw)?.map(mask::plain)
        {
            name_characters(input, &mut suffix, place)?;
        }
        let kind = match suffix.to_ascii_lowercase().as_str() {
            "d" => TokenKind::Date,
            "t" => TokenKind::Time,
            "dt" => TokenKind::DateTime,
            "n" => TokenKind::NameLiteral,
            "x" => TokenKind::Hex,
            "b" => TokenKind::Bits,
            "" => TokenKind::Text,
            _ => {
                self.ahead.push_back(token(TokenKind::Name, suffix, suffix_place));
                TokenKind::Text
            }
        };
        Ok(token(kind, text, place))
    }
}

fn token(kind: TokenKind, text: impl Into<Cow<'static, str>>, place: Position) -> Token {
    Token {
        kind,
        text: text.into(),
        position: place,
        space_before: false,
    }
}

fn symbol_kind(c: char) -> TokenKind {
    TokenKind::Symbol(Symbol::of(c))
}

fn symbol(input: &mut impl Characters, c: char, place: Position) -> Result<Token> {
    let mut symbol = Symbol::of(c);
    if symbol == Symbol::Other {
        return Ok(token(TokenKind::Symbol(symbol), c.to_string(), place));
    }
    // The lexer must not read past a semicolon: the text after it may depend on the statement's effects.
    if symbol.may_grow()
        && let Some(next) = input.peek(Reading::Code)?
        && let Some(longer) = symbol.with(mask::plain(next))
    {
        input.take();
        symbol = longer;
    }
    Ok(token(TokenKind::Symbol(symbol), symbol.spelling(), place))
}

fn next_is_digit(input: &mut impl Characters) -> Result<bool> {
    let next = input.peek(Reading::Code)?;
    Ok(next.is_some_and(|c| mask::plain(c).is_ascii_digit()))
}

fn name_characters(input: &mut impl Characters, text: &mut String, place: Position) -> Result<()> {
    while let Some(masked) = input.peek(Reading::Code)? {
        let c = mask::plain(masked);
        if !c.is_ascii_alphanumeric() && c != '_' {
            break;
        }
        input.take();
        push(text, c, place)?;
    }
    Ok(())
}

fn push(text: &mut String, c: char, place: Position) -> Result<()> {
    if text.len() > LONGEST {
        return Err(Error::new(place, Problem::EndlessWord));
    }
    text.push(c);
    Ok(())
}

/// Skips past the semicolon. An apostrophe in a comment is harmless. The macro language has no meaning, unless a macro
/// generated the comment: a macro runs as far as its text is consumed, and only in strings that end within the comment
/// its words are text.
fn skip_comment_statement(input: &mut impl Characters) -> Result<()> {
    let (mut reading, mut open) = (Reading::Comment, None);
    while let Some(c) = input.peek(reading)? {
        match open {
            Some(quote) if quote == c => (reading, open) = (Reading::Comment, None),
            None if matches!(c, '\'' | '"') && input.opens_string_in_comment() => {
                open = Some(c);
                reading = match c {
                    '"' => Reading::Quoted,
                    _ => Reading::Raw,
                };
            }
            _ => {}
        }
        input.take();
        if mask::plain(c) == ';' && open.is_none() {
            break;
        }
    }
    Ok(())
}

/// Skips past `*/`; the slash was consumed and the star peeked.
fn skip_comment(input: &mut impl Characters, place: Position) -> Result<()> {
    input.take();
    let mut star = false;
    while let Some(c) = input.peek(Reading::Raw)? {
        input.take();
        if star && c == '/' {
            return Ok(());
        }
        star = c == '*';
    }
    Err(Error::new(place, Problem::UnclosedComment))
}

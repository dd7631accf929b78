//! Tokens of a Rust source with their lines.

use std::ops::Range;

use rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

/// A token other than white space.
#[derive(Debug, Clone)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The bytes of the text that it takes.
    pub bytes: Range<usize>,
    /// The line on which it begins, from 0.
    pub line: usize,
}

impl Token {
    /// Returns whether the token is a comment, of code or of documentation.
    pub fn is_comment(&self) -> bool {
        matches!(
            self.kind,
            TokenKind::LineComment { .. } | TokenKind::BlockComment { .. }
        )
    }
}

/// Returns the tokens of a text in order, without white space.
pub fn tokens(text: &str) -> Vec<Token> {
    let (mut at, mut line) = (0, 0);
    let mut all = Vec::new();
    for token in tokenize(text, FrontmatterAllowed::No) {
        let bytes = at..at + token.len as usize;
        at = bytes.end;
        let lines = text[bytes.clone()].matches('\n').count();
        if token.kind != TokenKind::Whitespace {
            all.push(Token {
                kind: token.kind,
                bytes,
                line,
            });
        }
        line += lines;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_the_lines_on_which_they_begin() {
        let text = "fn a() {\n    \"b\nc\"; // d\n}\n";
        let lines: Vec<_> = tokens(text)
            .iter()
            .map(|token| (&text[token.bytes.clone()], token.line))
            .collect();
        assert_eq!(
            lines,
            [
                ("fn", 0),
                ("a", 0),
                ("(", 0),
                (")", 0),
                ("{", 0),
                ("\"b\nc\"", 1),
                (";", 2),
                ("// d", 2),
                ("}", 3)
            ]
        );
    }
}

//! One Rust file: its text, its code without tests, and its comments.

use rustc_lexer::TokenKind;

use crate::tokens::{Token, tokens};

/// A Rust file of the workspace.
#[derive(Debug)]
pub struct Source {
    /// The path from the workspace's root, with `/` between folders.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// Set when the whole file is compiled for tests only.
    pub is_test: bool,
    /// The code: tokens without comments and without items that are for tests only.
    pub code: Vec<Token>,
    /// The comments, those of tests too.
    pub comments: Vec<Token>,
    /// The number of lines that are not of items for tests only.
    pub product_lines: usize,
}

impl Source {
    /// Returns the source of a path's text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let (path, text) = (path.into(), text.into());
        let (comments, code): (Vec<_>, Vec<_>) = tokens(&text).into_iter().partition(Token::is_comment);
        let tests = test_items(&text, &code);
        let lines_of_tests: usize = tests.iter().map(|item| item.last_line - item.first_line + 1).sum();
        let in_tests = |token: &Token| {
            tests
                .iter()
                .any(|item| (item.first_line..=item.last_line).contains(&token.line))
        };
        let code = code.into_iter().filter(|token| !in_tests(token)).collect();
        Self {
            is_test: is_test_path(&path),
            product_lines: text.lines().count() - lines_of_tests,
            path,
            text,
            code,
            comments,
        }
    }

    /// Returns the text of a token of this file.
    pub fn text_of(&self, token: &Token) -> &str {
        &self.text[token.bytes.clone()]
    }

    /// Returns the text of the code's token of an index; empty after the last.
    pub fn word(&self, index: usize) -> &str {
        self.code.get(index).map_or("", |token| self.text_of(token))
    }

    /// Returns the index of the code's token that closes the bracket which the token of an index opens; the last
    /// token's if none does.
    pub fn closing(&self, open: usize) -> usize {
        closing(&self.code, open)
    }

    /// Returns whether nothing but white space stands before a token on its line.
    pub fn begins_line(&self, token: &Token) -> bool {
        let before = &self.text[..token.bytes.start];
        before.rsplit('\n').next().unwrap_or_default().trim().is_empty()
    }

    /// Returns the folder of the workspace's crate in which the file lies: `crates/NAME`, `bench`.
    pub fn package(&self) -> &str {
        let folders = if self.path.starts_with("crates/") { 2 } else { 1 };
        let end = self
            .path
            .match_indices('/')
            .nth(folders - 1)
            .map_or(self.path.len(), |(at, _)| at);
        &self.path[..end]
    }
}

/// Returns whether files of a path hold tests by the custom of the workspace.
fn is_test_path(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs") || path.ends_with("_tests.rs")
}

fn closing(code: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (index, token) in code.iter().enumerate().skip(open) {
        match token.kind {
            TokenKind::OpenBrace | TokenKind::OpenParen | TokenKind::OpenBracket => depth += 1,
            TokenKind::CloseBrace | TokenKind::CloseParen | TokenKind::CloseBracket => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return index;
                }
            }
            _ => {}
        }
    }
    code.len().saturating_sub(1)
}

/// The lines of an item, from its first attribute to its end.
struct TestItem {
    first_line: usize,
    last_line: usize,
}

/// Returns the items behind `#[cfg(test)]`, in order.
fn test_items(text: &str, code: &[Token]) -> Vec<TestItem> {
    let word = |index: usize| code.get(index).map_or("", |token: &Token| &text[token.bytes.clone()]);
    let mut items = Vec::new();
    let mut index = 0;
    while index < code.len() {
        let is_test = ["#", "[", "cfg", "(", "test", ")", "]"]
            .iter()
            .enumerate()
            .all(|(offset, expected)| word(index + offset) == *expected);
        if !is_test {
            index += 1;
            continue;
        }
        let first_line = code[index].line;
        index += 7;
        while index < code.len() && !matches!(code[index].kind, TokenKind::Semi | TokenKind::Comma) {
            match code[index].kind {
                TokenKind::OpenBrace => {
                    index = closing(code, index);
                    break;
                }
                TokenKind::OpenParen | TokenKind::OpenBracket => index = closing(code, index),
                TokenKind::CloseBrace => break,
                _ => {}
            }
            index += 1;
        }
        let last = code.get(index).or(code.last());
        items.push(TestItem {
            first_line,
            last_line: last.map_or(first_line, |token| token.line),
        });
        index += 1;
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_for_tests_are_not_of_the_product() {
        let source = Source::new(
            "crates/a/src/b.rs",
            "fn a() {}\n#[cfg(test)]\nuse x::{y};\n#[cfg(test)]\n#[path = \"c.rs\"]\nmod tests {\n}\nfn c() {}\n",
        );
        assert_eq!(source.product_lines, 2);
        let code: Vec<_> = (0..6).map(|index| source.word(index)).collect();
        assert_eq!(code, ["fn", "a", "(", ")", "{", "}"]);
        assert_eq!(source.word(7), "c");
        assert!(!source.is_test);
        assert_eq!(source.package(), "crates/a");
    }

    #[test]
    fn files_of_tests_are_known_by_their_paths() {
        for path in [
            "crates/a/src/tests.rs",
            "crates/a/tests/b.rs",
            "crates/a/src/b/tests/c.rs",
            "a/b_tests.rs",
        ] {
            assert!(Source::new(path, "").is_test, "{path}");
        }
    }
}

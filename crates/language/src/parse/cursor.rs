//! A walk over the tokens of one statement.
//!
//! Everything that parses goes through a [`Cursor`], the procedures' own grammars too. It knows where it
//! is, what it expected, and how deep it is, so that no text overflows the stack.

use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::statement::Statement;
use crate::token::{Symbol, Token, TokenKind, spell};
use crate::tree::Name;

/// What parsing gives: a part of the tree, or what is wrong with the statement.
pub type Result<T> = std::result::Result<T, Diagnostic>;

/// How deep parentheses may nest.
const MOST_DEPTH: u32 = 100;

/// How many names and values the lists of a statement may stand for.
const MOST_TOLD_OUT: u64 = 32_767;

/// Tables and queries in their place that a statement of PROC SQL may have: plans nest as deeply.
const MOST_TABLES: u32 = 256;

/// The first of the hundred years that years of two digits mean, unless the session says otherwise.
pub const YEAR_CUTOFF: i32 = 1926;

/// A walk over the tokens of one statement.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    tokens: &'a [Token],
    next: usize,
    end: Position,
    depth: u32,
    /// How many nodes were made twice, which chains of comparisons do.
    pub(super) copied: u32,
    /// How many names and values lists of few words stood for.
    spent: u64,
    /// Tables and queries that the statement has so far.
    tables: u32,
    /// Whether the operators of WHERE are understood.
    pub(super) in_where: bool,
    /// Whether what only PROC SQL has is understood.
    pub(super) in_sql: bool,
    /// The first of the hundred years that years of two digits mean.
    pub(super) year_cutoff: i32,
}

impl<'a> Cursor<'a> {
    /// A walk over tokens, whose statement ends at `end`.
    pub fn new(tokens: &'a [Token], end: Position) -> Self {
        Self {
            tokens,
            next: 0,
            end,
            depth: 0,
            copied: 0,
            spent: 0,
            tables: 0,
            in_where: false,
            in_sql: false,
            year_cutoff: YEAR_CUTOFF,
        }
    }

    /// A walk over a statement.
    pub fn of(statement: &'a Statement) -> Self {
        Self::new(&statement.tokens, statement.end)
    }

    /// The same, for a session whose YEARCUTOFF is another.
    pub fn with_year_cutoff(mut self, year: i32) -> Self {
        self.year_cutoff = year;
        self
    }

    /// The token some places on from here; `None` past the end.
    pub fn token(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.next + ahead)
    }

    /// What the token some places on from here is; `None` past the end.
    pub fn kind(&self, ahead: usize) -> Option<TokenKind> {
        self.token(ahead).map(|token| token.kind)
    }

    /// Whether nothing is left.
    pub fn at_end(&self) -> bool {
        self.next >= self.tokens.len()
    }

    /// How many tokens are left.
    pub fn left(&self) -> usize {
        self.tokens.len().saturating_sub(self.next)
    }

    /// Where the next token is, or the end of the statement.
    pub fn position(&self) -> Position {
        self.token(0).map_or(self.end, |token| token.position)
    }

    /// How many tokens were taken.
    pub fn taken(&self) -> usize {
        self.next
    }

    /// The text of the tokens that were taken since `place`.
    pub fn text_since(&self, place: usize) -> String {
        spell(&self.tokens[place.min(self.next)..self.next])
    }

    /// Goes on by some tokens.
    pub fn skip(&mut self, count: usize) {
        self.next = (self.next + count).min(self.tokens.len());
    }

    /// Whether the token some places on is this symbol.
    pub fn is(&self, ahead: usize, symbol: Symbol) -> bool {
        self.token(ahead)
            .is_some_and(|token| token.is_symbol(symbol))
    }

    /// Whether the token some places on is this word, in any case of letters.
    pub fn is_word(&self, ahead: usize, word: &str) -> bool {
        self.token(ahead).is_some_and(|token| token.is_name(word))
    }

    /// Whether the token some places on is a name, in quotes or not.
    pub fn is_name(&self, ahead: usize) -> bool {
        matches!(
            self.kind(ahead),
            Some(TokenKind::Name | TokenKind::NameLiteral)
        )
    }

    /// Whether the token some places on touches the one before it.
    pub fn touches(&self, ahead: usize) -> bool {
        self.token(ahead).is_some_and(|token| !token.space_before)
    }

    /// Whether a name and an equals sign are next, as an option with a value begins.
    pub fn at_option(&self) -> bool {
        self.is_name(0) && self.is(1, Symbol::Equal)
    }

    /// Takes the next token if it is this symbol.
    pub fn take(&mut self, symbol: Symbol) -> bool {
        let found = self.is(0, symbol);
        self.next += usize::from(found);
        found
    }

    /// Takes the next token if it is this word.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(0, word);
        self.next += usize::from(found);
        found
    }

    /// Takes a symbol that must be there.
    pub fn expect(&mut self, symbol: Symbol, place: &str) -> Result<()> {
        if self.take(symbol) {
            return Ok(());
        }
        Err(self.expected(&format!("`{}` {place}", symbol.spelling())))
    }

    /// Takes a word that must be there.
    pub fn expect_word(&mut self, word: &str, place: &str) -> Result<()> {
        if self.take_word(word) {
            return Ok(());
        }
        Err(self.expected(&format!("{} {place}", word.to_ascii_uppercase())))
    }

    /// Takes a name that must be there; `what` says of what, such as `a variable`.
    pub fn expect_name(&mut self, what: &str) -> Result<Name> {
        match self.token(0) {
            Some(token) if self.is_name(0) => {
                self.next += 1;
                Ok(Name {
                    text: token.text.clone().into_owned(),
                    at: token.position,
                })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes the bytes of a text in quotes if that is next.
    pub fn take_text(&mut self) -> Result<Option<Vec<u8>>> {
        match self.token(0) {
            Some(token) if matches!(token.kind, TokenKind::Text | TokenKind::Hex) => {
                let Some(bytes) = token.bytes() else {
                    return Err(self.error(format!(
                        "{} is not pairs of hexadecimal digits",
                        shown(token)
                    )));
                };
                self.next += 1;
                Ok(Some(bytes.into_owned()))
            }
            _ => Ok(None),
        }
    }

    /// Takes a text in quotes that must be there, as characters.
    pub fn expect_string(&mut self, what: &str) -> Result<String> {
        match self.take_text()? {
            Some(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            None => Err(self.expected(&format!("{what} in quotes"))),
        }
    }

    /// Takes a whole number without a sign that must be there.
    pub fn expect_count(&mut self, what: &str) -> Result<u64> {
        match self.take_count() {
            Some(count) => Ok(count),
            None => Err(self.expected(what)),
        }
    }

    /// Takes a whole number without a sign if that is next. A dot may end it, as a width does.
    pub fn take_count(&mut self) -> Option<u64> {
        let token = self
            .token(0)
            .filter(|token| token.kind == TokenKind::Number)?;
        let count = token
            .text
            .strip_suffix('.')
            .unwrap_or(&token.text)
            .parse()
            .ok()?;
        self.next += 1;
        Some(count)
    }

    /// Says that the statement must end here.
    pub fn expect_end(&self, after: &str) -> Result<()> {
        if self.at_end() {
            return Ok(());
        }
        Err(self.expected(&format!("`;` after {after}")))
    }

    /// An error at the next token: what should stand there.
    pub fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.token(0) {
            Some(token) => shown(token),
            None => "the end of the statement".to_owned(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    /// An error at the next token.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        // At the end of the statement, its last word says best where that is.
        let nearest = self.token(0).or(self.tokens.last());
        let mut at = self.position();
        at.inside = at
            .inside
            .or(nearest.and_then(|token| token.position.inside));
        Diagnostic::error(at, message)
    }

    /// Counts names that a short list stands for. A statement may have only so many, so that no short
    /// text takes much memory.
    pub(super) fn spend(&mut self, names: u64) -> Result<()> {
        self.spent = self.spent.saturating_add(names);
        if self.spent <= MOST_TOLD_OUT {
            return Ok(());
        }
        Err(self.error(format!(
            "the lists of this statement stand for more than {MOST_TOLD_OUT} names or values"
        )))
    }

    /// Counts a table of a query, or a query in the place of one.
    pub(super) fn count_table(&mut self) -> Result<()> {
        self.tables += 1;
        if self.tables <= MOST_TABLES {
            return Ok(());
        }
        let error =
            format!("a query can have no more than {MOST_TABLES} tables, and this is one more");
        Err(self
            .error(error)
            .with_hint("make tables of its parts first"))
    }

    /// Does something one level deeper, unless that is too deep.
    pub fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MOST_DEPTH {
            return Err(self
                .error("the expression is nested too deeply")
                .with_hint("compute its parts into variables first"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Where the parenthesis that is `ahead` ends: how far on the token after its partner is. `None` if
    /// it has none.
    pub fn after_partner(&self, ahead: usize) -> Option<usize> {
        let mut open = 0u32;
        for (index, token) in self.tokens.get(self.next + ahead..)?.iter().enumerate() {
            match token.kind {
                TokenKind::Symbol(Symbol::LeftParen | Symbol::LeftBrace | Symbol::LeftBracket) => {
                    open += 1
                }
                TokenKind::Symbol(
                    Symbol::RightParen | Symbol::RightBrace | Symbol::RightBracket,
                ) => {
                    open = open.checked_sub(1)?;
                    if open == 0 {
                        return Some(ahead + index + 1);
                    }
                }
                _ if open == 0 => return None,
                _ => {}
            }
        }
        None
    }

    /// The bracket that closes the one that is next, which is taken; `None` if none opens here.
    pub fn take_bracket(&mut self) -> Option<Symbol> {
        let closing = match self.kind(0)? {
            TokenKind::Symbol(Symbol::LeftParen) => Symbol::RightParen,
            TokenKind::Symbol(Symbol::LeftBrace) => Symbol::RightBrace,
            TokenKind::Symbol(Symbol::LeftBracket) => Symbol::RightBracket,
            _ => return None,
        };
        self.next += 1;
        Some(closing)
    }
}

/// A token as messages show it.
pub fn shown(token: &Token) -> String {
    const MOST: usize = 40;
    let spelling = token.spelling();
    match spelling.char_indices().nth(MOST) {
        Some((cut, _)) => format!("`{}...`", &spelling[..cut]),
        None => format!("`{spelling}`"),
    }
}

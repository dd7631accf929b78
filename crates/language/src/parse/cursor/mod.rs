//! The position in the tokens of a statement.
//!
//! All parsing uses a [`Cursor`], also that of the procedures' own grammars. It tracks the position, the limits and the
//! depth of nesting, so that no text overflows the stack.

mod expect;

use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::statement::Statement;
use crate::token::{Symbol, Token, TokenKind, spell};

/// A part of the tree, or an error in the statement.
pub type Result<T> = std::result::Result<T, Diagnostic>;

/// The deepest nesting of parentheses.
const MOST_DEPTH: u32 = 100;

/// The most names and values that the lists of a statement may stand for.
const MOST_TOLD_OUT: u64 = 32_767;

/// The most tables and subqueries in FROM of a statement of PROC SQL: plans are nested as deeply.
const MOST_TABLES: u32 = 256;

/// The first of the hundred years that two-digit years stand for, unless the session sets another.
pub const YEAR_CUTOFF: i32 = 1926;

/// The position in the tokens of a statement.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    tokens: &'a [Token],
    next: usize,
    end: Position,
    depth: u32,
    /// The number of nodes that chains of comparisons have copied.
    pub(super) copied: u32,
    /// The number of names and values that lists stood for so far.
    spent: u64,
    /// The number of tables and subqueries in FROM so far.
    tables: u32,
    /// True if the operators of WHERE are allowed.
    pub(super) in_where: bool,
    /// True if the syntax of PROC SQL is allowed.
    pub(super) in_sql: bool,
    /// The first of the hundred years that two-digit years stand for.
    pub(super) year_cutoff: i32,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the first of the tokens of a statement that ends at `end`.
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

    /// Creates a cursor at the beginning of a statement.
    pub fn of(statement: &'a Statement) -> Self {
        Self::new(&statement.tokens, statement.end)
    }

    /// Sets YEARCUTOFF.
    pub fn with_year_cutoff(mut self, year: i32) -> Self {
        self.year_cutoff = year;
        self
    }

    /// Returns the token `ahead` of the next; `None` past the end.
    pub fn token(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.next + ahead)
    }

    /// Returns the kind of the token `ahead` of the next; `None` past the end.
    pub fn kind(&self, ahead: usize) -> Option<TokenKind> {
        self.token(ahead).map(|token| token.kind)
    }

    /// Returns whether no tokens are left.
    pub fn at_end(&self) -> bool {
        self.next >= self.tokens.len()
    }

    /// Returns how many tokens are left.
    pub fn left(&self) -> usize {
        self.tokens.len().saturating_sub(self.next)
    }

    /// Returns the position of the next token, or that of the end of the statement.
    pub fn position(&self) -> Position {
        self.token(0).map_or(self.end, |token| token.position)
    }

    /// Returns how many tokens were consumed.
    pub fn taken(&self) -> usize {
        self.next
    }

    /// Returns the text of the tokens that were consumed since `place`.
    pub fn text_since(&self, place: usize) -> String {
        spell(&self.tokens[place.min(self.next)..self.next])
    }

    /// Skips tokens.
    pub fn skip(&mut self, count: usize) {
        self.next = (self.next + count).min(self.tokens.len());
    }

    /// Returns whether the token `ahead` of the next is this symbol.
    pub fn is(&self, ahead: usize, symbol: Symbol) -> bool {
        self.token(ahead).is_some_and(|token| token.is_symbol(symbol))
    }

    /// Returns whether the token `ahead` of the next is this word, ignoring case.
    pub fn is_word(&self, ahead: usize, word: &str) -> bool {
        self.token(ahead).is_some_and(|token| token.is_name(word))
    }

    /// Returns whether the token `ahead` of the next is a name, quoted or not.
    pub fn is_name(&self, ahead: usize) -> bool {
        matches!(self.kind(ahead), Some(TokenKind::Name | TokenKind::NameLiteral))
    }

    /// Returns whether the token `ahead` of the next is adjacent to the one before it.
    pub fn touches(&self, ahead: usize) -> bool {
        self.token(ahead).is_some_and(|token| !token.space_before)
    }

    /// Returns whether a name and an equals sign are next, which begin an option with a value.
    pub fn at_option(&self) -> bool {
        self.is_name(0) && self.is(1, Symbol::Equal)
    }

    /// Consumes the next token if it is this symbol. Returns whether it was.
    pub fn take(&mut self, symbol: Symbol) -> bool {
        let found = self.is(0, symbol);
        self.next += usize::from(found);
        found
    }

    /// Consumes the next token if it is this word. Returns whether it was.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(0, word);
        self.next += usize::from(found);
        found
    }

    /// Consumes the next token if it is this word and the last. Returns whether it was.
    pub(super) fn take_last_word(&mut self, word: &str) -> bool {
        self.left() == 1 && self.take_word(word)
    }

    /// Parses items that are separated by commas, at least one.
    pub(super) fn comma_list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take(Symbol::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Counts names that a short list stands for. A statement may have a limited number, so that no short text uses
    /// much memory.
    pub(super) fn spend(&mut self, names: u64) -> Result<()> {
        self.spent = self.spent.saturating_add(names);
        if self.spent <= MOST_TOLD_OUT {
            return Ok(());
        }
        Err(self.error(format!(
            "the lists of this statement stand for more than {MOST_TOLD_OUT} names or values"
        )))
    }

    /// Counts a table or subquery in FROM.
    pub(super) fn count_table(&mut self) -> Result<()> {
        self.tables += 1;
        if self.tables <= MOST_TABLES {
            return Ok(());
        }
        let error = format!("a query can have no more than {MOST_TABLES} tables, and this is one more");
        Err(self.error(error).with_hint("make tables of its parts first"))
    }

    /// Calls `inner` one level deeper.
    ///
    /// # Errors
    ///
    /// Returns an error if that is too deep, and the error of `inner`.
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

    /// Returns the index, relative to the next token, after the partner of the parenthesis at `ahead`. `None` if it has
    /// no partner.
    pub fn after_partner(&self, ahead: usize) -> Option<usize> {
        let mut open = 0u32;
        for (index, token) in self.tokens.get(self.next + ahead..)?.iter().enumerate() {
            match token.kind {
                TokenKind::Symbol(Symbol::LeftParen | Symbol::LeftBrace | Symbol::LeftBracket) => open += 1,
                TokenKind::Symbol(Symbol::RightParen | Symbol::RightBrace | Symbol::RightBracket) => {
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

    /// Consumes an opening bracket, if one is next, and returns the bracket that closes it.
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

/// Returns a token for use in messages.
pub fn shown(token: &Token) -> String {
    const MOST: usize = 40;
    let spelling = token.spelling();
    match spelling.char_indices().nth(MOST) {
        Some((cut, _)) => format!("`{}...`", &spelling[..cut]),
        None => format!("`{spelling}`"),
    }
}

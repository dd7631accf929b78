//! SELECT, and the modifiers of columns.

use crate::parse::cursor::{Cursor, Result};
use crate::token::{Symbol, TokenKind};
use crate::tree::{Expression, Modifiers, Select, SelectItem};

impl Cursor<'_> {
    /// Parses `select …` with FROM, WHERE, GROUP BY and HAVING.
    pub(super) fn select(&mut self) -> Result<Select> {
        let at = self.position();
        self.expect_word("select", "to begin a query")?;
        let distinct = (self.is_word(0, "distinct") || self.is_word(0, "unique"))
            && !self.is(1, Symbol::Comma)
            && self.token(1).is_some();
        self.skip(usize::from(distinct));
        let items = self.comma_list(Self::select_item)?;
        let into = self.macro_variables()?;
        let from = match self.take_word("from") {
            true => self.query_sources()?,
            false => Vec::new(),
        };
        let condition = self.clause("where")?;
        let mut group = Vec::new();
        if self.take_word("group") {
            self.expect_word("by", "after GROUP")?;
            group = self.sql_expressions()?;
        }
        let having = self.clause("having")?;
        Ok(Select {
            distinct,
            items,
            into,
            from,
            condition,
            group,
            having,
            at,
        })
    }

    /// Parses the expression of a clause, if its word is next.
    pub(super) fn clause(&mut self, word: &str) -> Result<Option<Expression>> {
        match self.take_word(word) {
            true => self.sql_expression().map(Some),
            false => Ok(None),
        }
    }

    /// Parses expressions that are separated by commas.
    pub(super) fn sql_expressions(&mut self) -> Result<Vec<Expression>> {
        self.comma_list(Self::sql_expression)
    }

    fn select_item(&mut self) -> Result<SelectItem> {
        let at = self.position();
        if self.take(Symbol::Star) {
            return Ok(SelectItem::All(at));
        }
        if self.is_name(0) && self.is(1, Symbol::Dot) && self.is(2, Symbol::Star) {
            let table = self.expect_name("a table")?;
            self.skip(2);
            return Ok(SelectItem::AllOf(table));
        }
        let value = self.sql_expression()?;
        let mut modifiers = self.modifiers()?;
        let alias = match self.take_word("as") {
            true => Some(self.expect_name("the name of a column after AS")?),
            false => None,
        };
        self.more_modifiers(&mut modifiers)?;
        Ok(SelectItem::Value {
            value,
            alias,
            modifiers: Box::new(modifiers),
        })
    }

    /// Parses `label= format= informat= length=`, in any order; a string alone is a label.
    pub(super) fn modifiers(&mut self) -> Result<Modifiers> {
        let mut modifiers = Modifiers::default();
        self.more_modifiers(&mut modifiers)?;
        Ok(modifiers)
    }

    /// Returns whether a modifier is next, with `=` or without.
    pub(super) fn at_modifier(&self) -> bool {
        let is = |word: &str| self.is_word(0, word);
        let has_value = match self.kind(1) {
            Some(TokenKind::Text) => is("label"),
            Some(TokenKind::Number) if is("length") || is("len") => true,
            Some(TokenKind::Symbol(Symbol::Dollar)) if is("length") || is("len") => true,
            _ => (is("format") || is("informat")) && self.at_spec(1),
        };
        has_value || self.at_option()
    }

    fn more_modifiers(&mut self, modifiers: &mut Modifiers) -> Result<()> {
        loop {
            if self.kind(0) == Some(TokenKind::Text) {
                modifiers.label = self.take_text()?;
                continue;
            }
            let Some(word) = self
                .token(0)
                .filter(|_| self.at_modifier())
                .map(|token| token.text.to_ascii_lowercase())
            else {
                return Ok(());
            };
            let begin = |cursor: &mut Self| {
                cursor.skip(1);
                cursor.take(Symbol::Equal);
                cursor.position()
            };
            match word.as_str() {
                "label" => {
                    begin(self);
                    let label = self.take_text()?;
                    modifiers.label = Some(label.ok_or_else(|| self.expected("a label in quotes"))?);
                }
                "format" => {
                    let at = begin(self);
                    modifiers.format = Some((self.expect_spec("a format")?, at));
                }
                "informat" => {
                    let at = begin(self);
                    modifiers.informat = Some((self.expect_spec("an informat")?, at));
                }
                "length" | "len" => {
                    let at = begin(self);
                    self.take(Symbol::Dollar);
                    modifiers.length = Some((self.expect_count("a length in bytes")?, at));
                }
                _ => return Ok(()),
            }
        }
    }
}

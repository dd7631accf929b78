//! Column definitions of CREATE TABLE and ALTER.

use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::{ColumnDefinition, Modifiers};

/// Keywords that begin an integrity constraint.
const CONSTRAINTS: &[&str] = &[
    "check",
    "constraint",
    "distinct",
    "foreign",
    "not",
    "primary",
    "references",
    "unique",
];

impl Cursor<'_> {
    /// Parses column definitions that are separated by commas.
    pub(super) fn column_definitions(&mut self, typed: bool) -> Result<Vec<ColumnDefinition>> {
        self.comma_list(|cursor| cursor.column_definition(typed))
    }

    /// Parses a column with its type, which is optional unless `typed`.
    fn column_definition(&mut self, typed: bool) -> Result<ColumnDefinition> {
        self.refuse_constraint(0)?;
        let name = self.expect_name("the name of a column")?;
        let mut column = ColumnDefinition {
            name,
            text: None,
            length: None,
            modifiers: Modifiers::default(),
        };
        if typed || self.is_name(0) && !self.at_modifier() {
            self.column_type(&mut column)?;
        }
        let modifiers = self.modifiers()?;
        let own = std::mem::replace(&mut column.modifiers, modifiers);
        let names = &mut column.modifiers;
        names.format = names.format.take().or(own.format);
        names.informat = names.informat.take().or(own.informat);
        if self.is_name(0) {
            self.refuse_constraint(0)?;
        }
        Ok(column)
    }

    fn refuse_constraint(&self, ahead: usize) -> Result<()> {
        let is_constraint = CONSTRAINTS.iter().any(|word| self.is_word(ahead, word))
            && (self.is_name(ahead + 1) || self.is(ahead + 1, Symbol::LeftParen) || self.token(ahead + 1).is_none());
        match is_constraint {
            true => Err(self
                .error("integrity constraints are not supported")
                .with_hint("leave them out, and check the rows with a query")),
            false => Ok(()),
        }
    }

    fn column_type(&mut self, column: &mut ColumnDefinition) -> Result<()> {
        let at = self.position();
        let Some(token) = self.token(0).filter(|_| self.is_name(0)) else {
            return Err(self.expected("the type of a column, such as NUM or CHAR(20)"));
        };
        match token.text.to_ascii_lowercase().as_str() {
            "char" | "character" | "varchar" => {
                self.skip(1);
                self.take_word("varying");
                column.text = Some(true);
                column.length = self.width()?.or(Some(8));
            }
            "num" | "numeric" | "decimal" | "dec" | "float" | "real" | "int" | "integer" | "smallint" => {
                self.skip(1);
                column.text = Some(false);
                // Width and decimals are accepted without effect: numbers have eight bytes.
                self.width()?;
            }
            "double" => {
                self.skip(1);
                self.take_word("precision");
                column.text = Some(false);
            }
            "date" => {
                self.skip(1);
                column.text = Some(false);
                column.modifiers.format = Some(("DATE9.".to_owned(), at));
                column.modifiers.informat = Some(("DATE9.".to_owned(), at));
            }
            _ => return Err(self.expected("the type of a column, such as NUM or CHAR(20)")),
        }
        Ok(())
    }

    /// Parses `(20)` and `(8, 2)`: returns the first number.
    fn width(&mut self) -> Result<Option<u64>> {
        if !self.take(Symbol::LeftParen) {
            return Ok(None);
        }
        let width = self.expect_count("a length")?;
        if self.take(Symbol::Comma) {
            self.expect_count("the decimals")?;
        }
        self.expect(Symbol::RightParen, "after the length")?;
        Ok(Some(width))
    }
}
